import type { Whole } from "./defaults.js";
import type { Order } from "./order.js";
import type { Catalog, GameState, Seat, PlayerState, SeatView } from "./types.js";
export declare class Draft {
    #private;
    readonly view: Whole<SeatView>;
    readonly order: Order;
    table: Whole<GameState>;
    players: readonly Whole<PlayerState>[];
    constructor(view: SeatView, catalog: Catalog);
    player(seat: Seat): Whole<PlayerState>;
    lay(table: GameState): void;
    done(): SeatView;
}
