import type * as wire from "./types.js";
export declare function follow(view: wire.SeatView, events: readonly wire.AnyEvent[], catalog: wire.Catalog): wire.SeatView;
