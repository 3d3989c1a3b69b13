import { brief, whole } from "./defaults.js";
import { orderOf } from "./order.js";
import { DEFAULTS } from "./types.js";
export class Draft {
  view;
  order;
  table;
  players;
  #before;
  constructor(view, catalog) {
    this.#before = view;
    this.view = whole(view, DEFAULTS.SeatView);
    this.order = orderOf(catalog);
    this.table = whole(view.table, DEFAULTS.GameState);
    this.players = playersOf(view.table);
  }
  player(seat) {
    const player = this.players[seat];
    if (player === undefined)
      throw new RangeError(`Nobody has seat ${seat}.`);
    return player;
  }
  lay(table) {
    this.table = whole(table, DEFAULTS.GameState);
    this.players = playersOf(table);
  }
  done() {
    const old = this.#before.table;
    const players = this.players.map((player, seat) => kept(old.players[seat], brief(player, DEFAULTS.PlayerState)));
    const table = brief({ ...this.table, players: kept(old.players, players) }, DEFAULTS.GameState);
    return kept(this.#before, brief({ ...this.view, table: kept(old, table) }, DEFAULTS.SeatView));
  }
}
function playersOf(table) {
  return table.players.map((player) => whole(player, DEFAULTS.PlayerState));
}
function kept(before, after) {
  if (before === undefined)
    return after;
  const parts = new Map(Object.entries(before));
  const told = Object.entries(after);
  const same = told.length === parts.size && told.every(([name, part]) => parts.get(name) === part);
  return same ? before : after;
}
