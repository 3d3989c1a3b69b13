// A view while events change it. All fields are there, and the given view stays as it is.

import { brief, whole } from "./defaults.js";
import type { Whole } from "./defaults.js";
import { orderOf } from "./order.js";
import type { Order } from "./order.js";
import { DEFAULTS } from "./types.js";
import type { Catalog, GameState, Seat, PlayerState, SeatView } from "./types.js";

/** A view as it changes. Handlers replace fields, and never change what is in them. */
export class Draft {
  readonly view: Whole<SeatView>;
  readonly order: Order;
  table: Whole<GameState>;
  players: readonly Whole<PlayerState>[];
  readonly #before: SeatView;

  constructor(view: SeatView, catalog: Catalog) {
    this.#before = view;
    this.view = whole(view, DEFAULTS.SeatView);
    this.order = orderOf(catalog);
    this.table = whole(view.table, DEFAULTS.GameState);
    this.players = playersOf(view.table);
  }

  /** Return a player by seat. */
  player(seat: Seat): Whole<PlayerState> {
    const player = this.players[seat];
    if (player === undefined) throw new RangeError(`Nobody has seat ${seat}.`);
    return player;
  }

  /** Put another table in place of this one. */
  lay(table: GameState): void {
    this.table = whole(table, DEFAULTS.GameState);
    this.players = playersOf(table);
  }

  /** Return the view as the server would send it. What has not changed is the same object as before. */
  done(): SeatView {
    const old = this.#before.table;
    const players = this.players.map((player, seat) =>
      kept(old.players[seat], brief<PlayerState>(player, DEFAULTS.PlayerState)),
    );
    const table = brief<GameState>({ ...this.table, players: kept(old.players, players) }, DEFAULTS.GameState);
    return kept(this.#before, brief<SeatView>({ ...this.view, table: kept(old, table) }, DEFAULTS.SeatView));
  }
}

function playersOf(table: GameState): Whole<PlayerState>[] {
  return table.players.map((player) => whole(player, DEFAULTS.PlayerState));
}

/** Keep a value whose parts are all the same, so that a user interface sees what it need not draw again. */
function kept<T extends object>(before: T | undefined, after: T): T {
  if (before === undefined) return after;
  const parts = new Map<string, unknown>(Object.entries(before));
  const told = Object.entries(after);
  const same = told.length === parts.size && told.every(([name, part]) => parts.get(name) === part);
  return same ? before : after;
}
