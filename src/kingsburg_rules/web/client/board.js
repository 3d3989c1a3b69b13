// The table as everybody sees it: the year, the court, the provinces, the players, the battle and the end.
// Everything is drawn from the view and the catalog, so cards and resources that nobody knows yet appear too.

import { h } from "./vendor/preact.js";
import { whole } from "./contract/defaults.js";
import { DEFAULTS } from "./contract/types.js";
import { roman } from "./names.js";
import { amount, bag, button, colour, count, die, div, icon, isPictured, mark, p, resourceIcon, reward, span, ul, unseen } from "./pieces.js";
import { t } from "./settings.js";

/** @import { CatalogCard, CatalogPlace, PlacedDice, PlayerState, SeatView } from "./contract/types.js" */
/** @import { Names } from "./names.js" */
/** @import { Person } from "./messages.js" */

/**
 * What the parts of the table are drawn from, and what a click on them does.
 *
 * @typedef {object} Scene
 * @property {SeatView} view
 * @property {Names} names
 * @property {readonly Person[]} people
 * @property {number} shown The seat whose province is shown.
 * @property {ReadonlyMap<string, "can" | "exact" | "chosen">} lit Advisors that can be chosen.
 * @property {ReadonlySet<string>} litCards Buildings that can be chosen.
 * @property {ReadonlySet<string>} fresh Cards and advisors that something just happened to.
 * @property {boolean} isAsked Whether an advisor or building answers what is asked now.
 * @property {(place: CatalogPlace) => void} onAdvisor
 * @property {(card: CatalogCard) => void} onCard
 * @property {(seat: number) => void} onPlayer
 * @property {(person: Person) => void} [onTakeover]
 * @property {number} [passed] Seconds since the clocks were heard of.
 * @property {() => void} [onReplay] Watch the finished game again.
 * @property {() => void} [onSave] Save the record of the finished game.
 */

/** The year and its phases. @param {{ scene: Scene }} props */
export function Calendar({ scene: { view, names } }) {
  const { year, phase, over } = view.table;
  const { catalog } = names;
  const now = names.phases.get(phase);
  return h("nav", { class: "calendar", "aria-label": t("calendar") },
    p("when", over ? t("gameOver") : `${t("year", { year: roman(year) })} · ${now?.name ?? phase}`),
    h("ol", { class: "years" }, Array.from({ length: catalog.years }, (_, at) =>
      h("li", { key: at, class: at + 1 === year ? "now" : at + 1 < year ? "past" : "", "aria-current": at + 1 === year ? "step" : undefined },
        unseen(`${t("year", { year: "" })} `), roman(at + 1)))),
    h("ol", { class: "phases" }, catalog.phases.filter((one) => one.number).map((one) =>
      h("li", { key: one.id, class: one.id === phase && !over ? "now" : (one.number ?? 0) < (now?.number ?? 0) || over ? "past" : "",
        "aria-current": one.id === phase ? "step" : undefined, title: one.name },
      h("span", { class: "number", "aria-hidden": "true" }, one.number), span("name", one.name)))));
}

/** The advisors with the dice on them. @param {{ scene: Scene }} props */
export function Court({ scene }) {
  const { view, names } = scene;
  const own = new Set(view.table.players.flatMap((player) => player.cards ?? []));
  const extra = names.catalog.places.filter((place) => place.private && own.has(place.card));
  return h("section", { class: "court", "aria-labelledby": "court-title" },
    h("h2", { id: "court-title", class: "unseen" }, t("court")),
    ul(`advisors ${scene.isAsked ? "asked" : ""}`,
      [...names.court, ...extra].map((place) => h("li", { key: place.id }, h(Advisor, { scene, place })))));
}

/** A reward with more icons than this is drawn small, or is clearer in words. */
const MANY_GLYPHS = 6;
const MOST_GLYPHS = 14;

/** @param {{ scene: Scene, place: CatalogPlace }} props */
function Advisor({ scene, place }) {
  const { view, names } = scene;
  const { advisors, tiles = {}, gifts = [], marks = [] } = view.table;
  const groups = advisors.filter((placed) => placed.advisor === place.id);
  const lit = scene.lit.get(place.id);
  const tile = tiles[place.id];
  const card = tile ?? place.card;
  const laid = gifts.filter((gift) => gift.advisor === place.id);
  const marked = marks.filter((one) => one.advisor === place.id);
  const glyphs = (tile ? names.cards.get(tile) : place)?.glyphs ?? [];
  const pictured = isPictured(glyphs) && glyphs.length <= MOST_GLYPHS;
  const text = names.text(card);
  const state = [lit ?? "", groups.length > 0 ? "taken" : "", scene.fresh.has(place.id) ? "fresh" : "", text.length > 90 ? "long" : "", pictured ? "" : "wordy"];
  const first = groups[0];
  return button(
    { class: `advisor ${first ? colour(first.player) : ""} ${state.join(" ")}`, onClick: () => scene.onAdvisor(place),
      pressed: lit === "chosen" ? true : undefined, off: scene.isAsked && lit === undefined },
    span("rank", place.rank),
    span("name", place.name, tile ? icon("tile", "small") : null),
    span("reward",
      h("span", { class: `icons ${glyphs.length > MANY_GLYPHS ? "many" : ""}`, "aria-hidden": "true" }, pictured && reward(glyphs)),
      span("text", text)),
    laid.length + marked.length > 0 &&
      span("laid",
        laid.map((gift) => amount(names, gift.resource, gift.amount)),
        marked.map((one) => h("span", { key: one.card, class: "amount", title: names.of(one.card) }, mark(one.player), one.count > 1 ? one.count : ""))),
    span("placed", groups.map((group, at) => h(Placed, { key: at, group, names, view }))));
}

/** @param {{ group: PlacedDice, names: Names, view: SeatView }} props */
function Placed({ group, names, view }) {
  const { player, dice, bonus = [], plus2 = 0, envoy = false } = group;
  const who = player === null ? t("neutral") : view.table.players[player]?.name;
  return span("group",
    unseen(`${who}: `), mark(player),
    dice.map((value, at) => die(value, player, { size: "small", key: at })),
    bonus.map((value, at) => die(value, player, { bonus: true, size: "small", key: `b${at}` })),
    plus2 > 0 && resourceIcon("plus2", names.resource("plus2")),
    envoy && resourceIcon("envoy", names.resource("envoy")));
}

/** The buildings of a player, row by row. @param {{ scene: Scene }} props */
export function Province({ scene }) {
  const { view, names, shown } = scene;
  const player = view.table.players[shown];
  if (player === undefined) return null;
  const own = shown === view.seat;
  const drawn = new Set(names.catalog.sheet.flat());
  const rows = names.sheet(player);
  for (const row of rows) for (const card of row) drawn.add(card.id);
  const further = player.buildings.filter((id) => !drawn.has(id));
  const cards = [...(player.cards ?? []), ...(player.strips ?? [])];
  const hand = own ? (player.hand ?? []).concat(view.hand ?? []) : player.hand ?? [];
  return h("section", { class: `province ${colour(shown)}`, "aria-labelledby": "province-title" },
    h("h2", { id: "province-title" }, mark(shown), own ? t("myProvince") : t("province", { name: player.name })),
    div("rows", rows.map((row, at) =>
      h("ol", { class: "row", key: names.rows[at], "aria-label": t("row", { row: names.rows[at] ?? "" }) },
        row.map((card, column) => h("li", { key: card.id }, h(Building, { scene, card, player,
          isNext: row.slice(0, column).every((one) => player.buildings.includes(one.id)) })))))),
    further.length + cards.length + hand.length > 0 &&
      h("ul", { class: "cards", "aria-label": t("cards") }, [...further, ...cards, ...hand].map((id, at) =>
        h("li", { key: `${id}${at}` }, h(SmallCard, { scene, id, player: shown })))));
}

/** @param {{ scene: Scene, card: CatalogCard, player: PlayerState, isNext: boolean }} props */
function Building({ scene, card, player, isNext }) {
  const { names } = scene;
  const isBuilt = player.buildings.includes(card.id);
  const now = player.prices?.[card.id];
  const isCheaper = now !== undefined && JSON.stringify(now) !== JSON.stringify(card.cost ?? {});
  const canBuild = scene.litCards.has(card.id) && scene.shown === scene.view.seat;
  const classes = ["building", isBuilt ? "built" : isNext ? "next" : "later", canBuild ? "can" : "", scene.fresh.has(card.id) ? "fresh" : ""];
  return button({ class: classes.join(" "), onClick: () => scene.onCard(card) },
    span("name", card.name),
    span("figures",
      isBuilt ? span("done", t("built")) : span(`cost ${isCheaper ? "changed" : ""}`, bag(names, now ?? card.cost ?? {})),
      card.vp !== null && card.vp !== undefined && span("points", amount(names, "vp", card.vp))));
}

/** A card with its name alone; a click shows what it does. @param {{ scene: Scene, id: string, player?: number }} props */
export function SmallCard({ scene, id, player }) {
  const { names, view } = scene;
  const card = names.cards.get(id);
  const owner = player === undefined ? view.table : view.table.players[player];
  const memory = Object.entries(owner?.memory?.[id] ?? {});
  return button({ class: `small-card ${scene.fresh.has(id) ? "fresh" : ""} ${scene.litCards.has(id) ? "can" : ""}`,
    onClick: () => card && scene.onCard(card) },
  span("kind", names.kinds.get(card?.kind ?? "")?.name ?? ""),
  span("name", names.of(id)),
  memory.length > 0 && span("memory", memory.map(([name, value]) =>
    `${names.catalog.numbers.find((one) => one.card === id && one.id === name)?.name ?? name} ${value}`).join(", ")));
}

/** Everybody at the table, in the order of turns. @param {{ scene: Scene }} props */
export function Players({ scene }) {
  const { table } = scene.view;
  const seats = table.players.map((_, seat) => seat);
  const order = new Map(table.turn_order.map((seat, at) => [seat, at + 1]));
  return h("section", { class: "players", "aria-labelledby": "players-title" },
    h("h2", { id: "players-title", class: "unseen" }, t("players")),
    h("ul", {}, seats.map((seat) => h("li", { key: seat }, h(Player, { scene, seat, turn: order.get(seat) ?? 0 })))));
}

/** @param {{ scene: Scene, seat: number, turn: number }} props */
function Player({ scene, seat, turn }) {
  const { view, names, people } = scene;
  const player = view.table.players[seat];
  if (player === undefined) return null;
  const full = whole(player, DEFAULTS.PlayerState);
  const person = people.find((one) => one.seat === seat);
  const isAsked = (view.pending ?? []).some((owed) => owed.player === seat);
  const own = seat === view.seat;
  const others = Object.entries(full.others).filter(([, number]) => number !== 0);
  return div(`player ${colour(seat)} ${isAsked ? "asked" : ""} ${seat === scene.shown ? "shown" : ""}`,
    button({ class: "who", onClick: () => scene.onPlayer(seat), pressed: seat === scene.shown },
      mark(seat), span("name", player.name), own && span("you", t("you")),
      h("span", { class: "turn", title: t("turn", { turn }) }, unseen(t("turn", { turn })), h("span", { "aria-hidden": "true" }, turn))),
    span("vp", unseen(names.resource("vp", player.vp)), icon("vp"), count(player.vp)),
    ul("goods",
      names.goods.map((good) => item(good.id, player.goods[good.id] ?? 0)),
      item("soldier", full.soldiers), item("plus2", full.plus2),
      full.bonus_dice > 0 && item("bonus_die", full.bonus_dice), full.envoy && item("envoy", 1),
      others.map(([id, number]) => item(id, number)),
      full.cards_in_hand > 0 && h("li", { class: "item", key: "hand", title: t("cardsInHand") }, icon("card_in_hand"), count(full.cards_in_hand))),
    p("state",
      full.dice.length + full.bonus.length > 0
        ? span("dice-left", full.dice.map((value, at) => die(value, seat, { size: "tiny", key: at })),
          full.bonus.map((value, at) => die(value, seat, { bonus: true, size: "tiny", key: `b${at}` })))
        : full.outcome ? span(`outcome ${full.outcome}`, icon(full.outcome), names.of(full.outcome)) : "",
      span("presence", presence(scene, person, isAsked))));

  /** @param {string} id @param {number} number */
  function item(id, number) {
    const name = names.resource(id, number);
    return h("li", { class: `item ${number === 0 ? "none" : ""}`, key: id, title: name },
      resourceIcon(id, name), count(number), unseen(name));
  }
}

/** What I have, in a line. @param {{ scene: Scene }} props */
export function Purse({ scene: { view, names } }) {
  const me = view.table.players[view.seat ?? -1];
  if (me === undefined) return null;
  const rest = Object.entries({ soldier: me.soldiers ?? 0, plus2: me.plus2 ?? 0, bonus_die: me.bonus_dice ?? 0, envoy: me.envoy ? 1 : 0, ...me.others });
  const shown = [...names.goods.map((good) => [good.id, me.goods[good.id] ?? 0]), ...rest.filter(([, number]) => number !== 0)];
  return h("p", { class: "purse", "aria-label": t("purse") }, shown.map(([id, number]) => amount(names, String(id), Number(number))));
}

/** Whether somebody is here, thinks, or is played by a bot. @param {Scene} scene @param {Person | undefined} person @param {boolean} isAsked */
function presence(scene, person, isAsked) {
  if (person === undefined) return isAsked ? t("thinks") : "";
  if (person.kind === "bot" || person.bot) return t("bot");
  const away = person.here === false;
  if (away && scene.onTakeover && person.kind === "person") {
    const takeover = scene.onTakeover;
    return [`${t("away")} `, button({ class: "link", onClick: () => takeover(person) }, t("letBotPlay"))];
  }
  if (!isAsked) return away ? t("away") : "";
  if (person.clock === null || person.clock === undefined) return t("thinks");
  const left = Math.max(0, Math.round(person.clock - (scene.passed ?? 0)));
  return h("span", { class: left < 15 ? "clock late" : "clock", role: "timer" }, `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
}

/** Cards that are in force for everybody, an auction, and piles that everybody sees. @param {{ scene: Scene }} props */
export function InForce({ scene }) {
  const { view, names } = scene;
  const { in_force = [], tiles = {}, display = [], auction, discard = [], memory = {} } = view.table;
  const onBoard = new Set(Object.values(tiles));
  const isWorthShowing = (/** @type {string} */ id) => !onBoard.has(id) && (names.cards.get(id)?.kind !== "rule" || memory[id] !== undefined);
  const shown = in_force.filter(isWorthShowing);
  if (shown.length + display.length + discard.length === 0 && !auction) return null;
  return h("section", { class: "in-force", "aria-label": t("inForce") },
    group(t("inForce"), shown), auction && div("pile",
      h("h3", {}, t("auction")), ul("cards", auction.cards.map((id) => h("li", { key: id, class: id === auction.card ? "bid" : "" }, h(SmallCard, { scene, id })))),
      auction.card && h("p", {}, auction.bidder === null || auction.bidder === undefined ? t("noBid") :
        [mark(auction.bidder), view.table.players[auction.bidder]?.name, " ", amount(names, auction.resource, auction.amount ?? 0)])),
    group(names.of("display"), display),
    discard.length > 0 && group(`${names.of("discard")} (${discard.length})`, discard.slice(-1)));

  /** @param {string} title @param {readonly string[]} ids */
  function group(title, ids) {
    return ids.length > 0 && h("div", { class: "pile", key: title }, h("h3", {}, title),
      ul("cards", ids.map((id, at) => h("li", { key: `${id}${at}` }, h(SmallCard, { scene, id })))));
  }
}

/** What comes this winter, against how strong I am. @param {{ scene: Scene, odds: import("./messages.js").Forecast | null }} props */
export function Winter({ scene, odds }) {
  const { view, names } = scene;
  const { table } = view;
  const me = table.players[view.seat ?? scene.shown];
  const known = table.enemy ?? view.seen_enemies?.[table.year];
  const enemy = known ? names.cards.get(known) : undefined;
  const possible = names.catalog.cards.filter((card) => card.year === table.year && card.strength !== null && card.strength !== undefined);
  const strengths = enemy ? [me?.enemy_strength ?? enemy.strength ?? 0] : possible.map((card) => card.strength ?? 0);
  if (strengths.length === 0 || me === undefined || table.over) return null;
  const [least, most] = [Math.min(...strengths), Math.max(...strengths)];
  const mine = me.strength ?? me.defence ?? 0;
  const scale = Math.max(most, mine, 1) + 1;
  const best = [...(odds?.odds ?? [])].sort((one, other) => other.victory.value - one.victory.value)[0];
  return h("section", { class: "winter", "aria-labelledby": "winter-title" },
    h("h2", { id: "winter-title" }, t("thisWinter"), " ",
      enemy ? button({ class: "link", onClick: () => scene.onCard(enemy) }, enemy.name) : span("soft", t("unknownEnemy"))),
    h("div", { class: "gauge", role: "img", "aria-label": t("strengthAgainst", { mine, enemy: least === most ? least : `${least}–${most}` }) },
      h("span", { class: `bar mine ${colour(view.seat ?? scene.shown)}`, style: { width: `${(100 * Math.max(mine, 0)) / scale}%` } }),
      h("span", { class: "bar range", style: { left: `${(100 * least) / scale}%`, width: `${(100 * Math.max(most - least, 0.12)) / scale}%` } })),
    p("versus",
      h("span", {}, icon("soldier"), view.seat === null ? me.name : t("you"), " ", h("b", {}, mine)),
      h("span", {}, icon("strength"), t("enemy"), " ", h("b", {}, least === most ? least : `${least}–${most}`))),
    best && h("p", { class: "odds", title: best.text }, share("victory", best.victory.value), share("tie", best.tie.value), share("defeat", best.defeat.value)));

  /** @param {"victory" | "tie" | "defeat"} word @param {number} value */
  function share(word, value) {
    return h("span", { key: word }, icon(word), `${Math.round(100 * value)} %`, unseen(names.of(word)));
  }
}

/** The battle: the enemy, and how strong everybody is. @param {{ scene: Scene }} props */
export function Battle({ scene }) {
  const { view, names } = scene;
  const enemies = [view.table.enemy, ...(view.table.joined ?? [])].flatMap((id) => names.cards.get(id ?? "") ?? []);
  const players = view.table.players;
  const strength = enemies.reduce((sum, enemy) => sum + (enemy.strength ?? 0), 0);
  const most = Math.max(strength, 1, ...players.map((player) => Math.max(player.strength ?? player.defence ?? 0, player.enemy_strength ?? 0)));
  return h("section", { class: "battle", "aria-labelledby": "battle-title" },
    h("h2", { id: "battle-title", class: "unseen" }, names.of("battle")),
    div("enemies", enemies.map((enemy) => h("article", { class: "enemy", key: enemy.id },
      p("strength", icon("strength"), enemy.strength),
      h("h3", {}, enemy.name),
      p("text", enemy.text || enemy.generated),
      p("stakes",
        Object.keys(enemy.reward ?? {}).length > 0 && h("span", {}, icon("victory"), bag(names, enemy.reward ?? {}, "+")),
        Object.keys(enemy.penalty ?? {}).length > 0 && h("span", {}, icon("defeat"), bag(names, enemy.penalty ?? {}, "−")))))),
    ul("fighters", players.map((player, seat) => h("li", { key: seat, class: colour(seat) },
      span("who", mark(seat), span("name", player.name)),
      span("meter",
        h("span", { class: "bar", style: { width: `${(100 * Math.max(player.strength ?? player.defence ?? 0, 0)) / most}%` } }),
        h("span", { class: "line", style: { left: `${(100 * (player.enemy_strength ?? strength)) / most}%` } })),
      span("number", count(player.strength ?? player.defence ?? 0)),
      span(`outcome ${player.outcome ?? ""}`, player.outcome ? [icon(player.outcome), names.of(player.outcome)] : "…")))));
}

/** How many sources the chart of points names; the others are one part. */
const SOURCES = 6;

/** The end: everybody's place, and where the points come from. @param {{ scene: Scene }} props */
export function Results({ scene }) {
  const { view, names } = scene;
  const ranking = view.table.ranking ?? [];
  /** @type {Map<string, number>} */
  const totals = new Map();
  for (const { by_source } of ranking) {
    for (const [source, points] of Object.entries(by_source)) {
      const kind = names.cards.get(source)?.kind ?? source;
      totals.set(kind, (totals.get(kind) ?? 0) + Math.max(points, 0));
    }
  }
  const shown = [...totals].sort(([, one], [, other]) => other - one).slice(0, SOURCES).map(([kind]) => kind);
  const title = (/** @type {string} */ kind) => names.kinds.get(kind)?.several ?? names.of(kind);
  const most = Math.max(1, ...ranking.map((one) => parts(one.by_source).reduce((sum, [, points]) => sum + Math.max(points, 0), 0)));
  return h("section", { class: "results", "aria-labelledby": "results-title" },
    h("h2", { id: "results-title" }, winners()),
    h("ol", { class: "ranking" }, ranking.map((one) => {
      const player = view.table.players[one.player];
      return h("li", { key: one.player, class: colour(one.player) },
        span("place", one.rank), mark(one.player), span("name", player?.name),
        h("span", { class: "chart", role: "img", "aria-label": parts(one.by_source).map(([kind, points]) => `${kind === "" ? t("other") : title(kind)} ${points}`).join(", ") },
          parts(one.by_source).map(([kind, points]) => points > 0 &&
            h("span", { key: kind, class: `part s${kind === "" ? SOURCES : shown.indexOf(kind)}`, style: { width: `${(100 * points) / most}%` }, title: `${kind === "" ? t("other") : title(kind)}: ${points}` }, points))),
        span("total", icon("vp"), h("b", {}, one.vp)));
    })),
    ul("legend", [...shown, ...(totals.size > SOURCES ? [""] : [])].map((kind, at) =>
      h("li", { key: kind }, span(`part s${at}`), kind === "" ? t("other") : title(kind)))),
    scene.onReplay && div("after",
      button({ class: "primary", onClick: scene.onReplay }, t("watchAgain")), scene.onSave && button({ onClick: scene.onSave }, t("saveRecord"))));

  function winners() {
    const seats = view.table.winners ?? [];
    const names_ = seats.map((seat) => view.table.players[seat]?.name ?? "");
    if (seats.length === 1 && seats[0] === view.seat) return t("youWin");
    return t(seats.length === 1 ? "wins" : "win", { names: names_.join(", ") });
  }

  /** @param {Readonly<Record<string, number>>} bySource @returns {[string, number][]} */
  function parts(bySource) {
    /** @type {Map<string, number>} */
    const sums = new Map(shown.map((kind) => [kind, 0]));
    for (const [source, points] of Object.entries(bySource)) {
      const kind = names.cards.get(source)?.kind ?? source;
      const at = sums.has(kind) ? kind : "";
      sums.set(at, (sums.get(at) ?? 0) + points);
    }
    return [...sums].filter(([, points]) => points !== 0);
  }
}
