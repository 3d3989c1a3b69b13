// What this browser sees of a game: the winter that is fought, and where everybody was at the end of each year.

/**
 * @import { AnyEvent, EnemyRevealed, Fighter, Fought, Gained, Lost, SeatView, Spoils, Step, Winter,
 *   YearEnd, YearLine } from "./parts.js"
 */

/** The events with which a winter that was fought is over. */
const ENDS = new Set(["YearStarted", "PhaseStarted", "GameEnded"]);

/** @type {Spoils} */
const NOTHING = { bag: {}, destroyed: [] };

/** @type {Fighter} */
const UNARMED = { soldiers: 0, help: 0, strength: 0, enemy: 0, outcome: null };

/** @typedef {{ vp: number, soldiers: number, buildings: readonly string[] }} Stock */

export class Chronicle {
  /** @type {Winter | null} */
  winter = null;
  /**
   * How the years ended, and before them how the first one that was seen began.
   * @type {readonly YearEnd[]}
   */
  years = [];
  year = 0;
  phase = "";
  /** What everybody has. @type {Stock[]} */
  #stock = [];
  /** How many soldiers everybody had when the phase began. @type {readonly number[]} */
  #soldiers = [];
  /** The dice that the King rolled in this phase. @type {readonly number[]} */
  #rolled = [];

  /** @param {string | null} table Its years outlast a reload of the page. */
  constructor(table) {
    this.key = table && `kingsburg.years.${table}`;
    this.years = JSON.parse((this.key && sessionStorage.getItem(this.key)) || "[]");
  }

  /** Begin with a view that comes without events. @param {SeatView} view */
  begin(view) {
    this.settle(view);
    this.winter = null;
    const { year, over } = view.table;
    if (this.years.length === 0) this.#endYear(over ? year : Math.max(0, year - 1));
  }

  /** All events that lead to a view have been heard. @param {SeatView} view */
  settle({ table }) {
    this.year = table.year;
    this.phase = table.phase;
    this.years = this.years.filter(({ year }) => year < table.year || table.over);
    this.#stock = table.players.map(({ vp, soldiers = 0, buildings }) => ({ vp, soldiers, buildings }));
    if (this.#soldiers.length === 0) this.#beginPhase();
  }

  /** @param {AnyEvent} event */
  hear(event) {
    switch (event.type) {
      case "PhaseStarted":
        this.year = event.year;
        this.phase = event.phase;
        return this.#beginPhase();
      case "YearStarted":
        return event.year > 1 && this.#endYear(event.year - 1);
      case "GameEnded":
        return this.#endYear(this.year);
      case "DiceRolled":
        if (event.player === null) this.#rolled = [...event.dice, ...event.bonus];
        return;
      case "EnemyRevealed":
        return event.further || this.#reveal(event);
      case "EnemyJoined":
        return this.#tell((winter) => ({ enemies: [...winter.enemies, event.enemy] }));
      case "Fought":
        return this.#fight(event);
      case "Undone":
        return this.close();
      case "EnemyLeft":
        return this.#tell(() => ({ isGone: true }));
      case "Gained":
        return this.#count(event, event.amount);
      case "Lost":
        return this.#count(event, -event.amount);
      case "Built":
        return this.#build(event.player, (buildings) => [...buildings, event.building]);
      case "Destroyed":
        this.#build(event.player, (buildings) => buildings.filter((id) => id !== event.building));
        return this.#take(event.player, ({ bag, destroyed }) => ({
          bag,
          destroyed: [...destroyed, event.building],
        }));
    }
  }

  /**
   * Which of some events comes after the battles of winter and all that came of them; -1 if none does.
   * @param {readonly AnyEvent[]} events
   */
  closing(events) {
    let isFought = this.winter !== null && this.winter.fighters.size > 0;
    return events.findIndex((event) => {
      isFought ||= event.type === "Fought";
      return isFought && ENDS.has(event.type);
    });
  }

  /** Winter was fought: say how the year was. */
  finish() {
    const before = this.years.at(-1);
    /** @type {YearLine[]} */
    const lines = this.#stock.map(({ vp, buildings }, seat) => ({
      vp,
      points: vp - (before?.vp[seat] ?? 0),
      built: buildings.filter((id) => !before?.buildings[seat]?.includes(id)),
    }));
    this.#tell(() => ({ lines }));
  }

  /** Winter has been looked at. */
  close() {
    this.winter = null;
  }

  /**
   * A view as it was when the last event was heard that is still on its way to it, as far as events say.
   * @param {SeatView} view
   * @returns {SeatView}
   */
  before(view) {
    const { winter, year, phase } = this;
    const { table } = view;
    if (winter === null && year === table.year && phase === table.phase) return view;
    const players = table.players.map((player, seat) => {
      const { strength = null, enemy = null, outcome = null } = winter?.fighters.get(seat) ?? {};
      const { vp = player.vp, soldiers = 0, buildings = [] } = this.#stock[seat] ?? {};
      const had = { vp, soldiers, buildings, dice: [], bonus: [] };
      return { ...player, ...had, strength, enemy_strength: enemy, outcome };
    });
    const [enemy = null, ...joined] = winter?.enemies ?? [];
    return {
      ...view,
      pending: [],
      table: { ...table, year, phase, over: false, enemy, joined, players, advisors: [] },
    };
  }

  #beginPhase() {
    this.#soldiers = this.#stock.map(({ soldiers }) => soldiers);
    this.#rolled = [];
  }

  /** @param {number} year */
  #endYear(year) {
    const end = {
      year,
      vp: this.#stock.map(({ vp }) => vp),
      buildings: this.#stock.map(({ buildings }) => buildings),
    };
    this.years = [...this.years.filter((one) => one.year < year), end];
    if (this.key === null) return;
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.years));
    } catch {
      // Without it, a reload forgets how the years ended.
    }
  }

  /** @param {EnemyRevealed} event */
  #reveal({ enemy }) {
    this.winter = {
      year: this.year,
      enemies: [enemy],
      rolled: this.#rolled,
      fighters: new Map(),
      spoils: new Map(),
      isGone: false,
      lines: null,
    };
  }

  /** @param {Fought} event */
  #fight({ player, strength, enemy_strength: enemy, outcome }) {
    const soldiers = this.#soldiers[player] ?? 0;
    const help = (this.#stock[player]?.soldiers ?? 0) - soldiers;
    const fighter = { ...UNARMED, soldiers, help, strength, enemy, outcome };
    this.#tell(({ fighters }) => ({ fighters: new Map(fighters).set(player, fighter) }));
  }

  /** @param {Gained | Lost} event @param {number} change */
  #count({ player, resource, source }, change) {
    const stock = this.#stock[player];
    if (stock === undefined) return;
    if (resource === "vp") stock.vp += change;
    if (resource === "soldier") stock.soldiers += change;
    // That soldiers go home after winter is no loss.
    if (source === this.phase) return;
    this.#take(player, ({ bag, destroyed }) => ({
      bag: { ...bag, [resource]: (bag[resource] ?? 0) + change },
      destroyed,
    }));
  }

  /** @param {number} player @param {(buildings: readonly string[]) => readonly string[]} change */
  #build(player, change) {
    const stock = this.#stock[player];
    if (stock) stock.buildings = change(stock.buildings);
  }

  /** What comes of a battle. @param {number} player @param {(before: Spoils) => Spoils} change */
  #take(player, change) {
    this.#tell(({ fighters, spoils, isGone }) => {
      if (fighters.size === 0 || isGone) return {};
      return { spoils: new Map(spoils).set(player, change(spoils.get(player) ?? NOTHING)) };
    });
  }

  /** @param {(winter: Winter) => Partial<Winter>} change */
  #tell(change) {
    if (this.winter !== null) this.winter = { ...this.winter, ...change(this.winter) };
  }
}

/**
 * The winter that is fought in a step of a replay, with the view at that time; nothing if there is none.
 * @param {SeatView} before @param {Step} step
 */
export function winterIn(before, { events, view }) {
  const chronicle = new Chronicle(null);
  chronicle.begin(before);
  const closing = chronicle.closing(events);
  if (closing < 0 || view.table.over) return null;
  for (const event of events.slice(0, closing)) chronicle.hear(event);
  return { winter: chronicle.winter, view: chronicle.before(view) };
}
