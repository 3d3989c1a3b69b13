// The table as everybody sees it: the year, the court, the provinces, the players, the battle and the end.
// Everything is drawn from the view and the catalog, so cards and resources that nobody knows yet appear too.

import { h } from "./vendor/preact.js";
import { whole } from "./contract/defaults.js";
import { DEFAULTS } from "./contract/types.js";
import { roman } from "./names.js";
import {
  amount,
  bag,
  button,
  color,
  count,
  dice,
  div,
  icon,
  isPictured,
  mark,
  p,
  resourceIcon,
  reward,
  section,
  span,
  ul,
  unseen,
} from "./pieces.js";
import { t } from "./settings.js";

/** @import { CatalogCard, CatalogPlace, DiceAside, Forecast, PlayerState, Scene } from "./parts.js" */

/** The year and its phases. @param {{ scene: Scene }} props */
export function Calendar({ scene: { view, names } }) {
  const { year, phase, over } = view.table;
  const now = names.phases.get(phase);
  const name = now?.name ?? phase;
  return h(
    "nav",
    { class: "calendar", "aria-label": t("calendar") },
    p("when", over ? t("gameOver") : year > 0 ? `${t("year", { year: roman(year) })} · ${name}` : name),
    h(
      "ol",
      { class: "years" },
      Array.from({ length: names.catalog.years }, (_, at) =>
        h(
          "li",
          { key: at, class: at + 1 === year ? "now" : "", "aria-current": at + 1 === year && "step" },
          unseen(t("year", { year: "" })),
          roman(at + 1),
        ),
      ),
    ),
    h(
      "ol",
      { class: "phases" },
      names.catalog.phases
        .filter((one) => one.number)
        .map(({ id, number, name }) =>
          h(
            "li",
            {
              key: id,
              class: over || (number ?? 0) < (now?.number ?? 0) ? "past" : id === phase ? "now" : "",
              "aria-current": id === phase && "step",
              title: name,
            },
            h("span", { class: "number", "aria-hidden": "true" }, number),
            span("name", name),
          ),
        ),
    ),
  );
}

/**
 * What fills most of the screen: the end, the battle, or the court.
 * @param {{ scene: Scene, isOver: boolean }} props
 */
export function Stage({ scene, isOver }) {
  const part = isOver ? Results : scene.view.table.enemy ? Battle : Court;
  return div("stage", h(part, { scene }));
}

/** The advisors with the dice on them. @param {{ scene: Scene }} props */
function Court({ scene }) {
  const { view, names, isAsked } = scene;
  const own = new Set(view.table.players.flatMap((player) => player.cards ?? []));
  const places = names.catalog.places.filter((place) => !place.private);
  const extra = names.catalog.places.filter((place) => place.private && own.has(place.card));
  return section(
    "court",
    t("court"),
    ul(
      `advisors ${isAsked ? "asked" : ""}`,
      [...places, ...extra].map((place) => h("li", { key: place.id }, h(Advisor, { scene, place }))),
    ),
  );
}

/** A reward with more icons than this is drawn small, or is clearer in words. */
const MANY_GLYPHS = 6;
const MOST_GLYPHS = 14;

/** @param {{ scene: Scene, place: CatalogPlace }} props */
function Advisor({ scene, place }) {
  const {
    names,
    view: {
      table: { advisors, players, tiles = {}, gifts = [], marks = [] },
    },
  } = scene;
  const { id, rank, name } = place;
  const groups = advisors.filter((placed) => placed.advisor === id);
  const lit = scene.lit.get(id);
  const tile = tiles[id];
  const laid = gifts.filter((gift) => gift.advisor === id);
  const marked = marks.filter((one) => one.advisor === id);
  const glyphs = (tile ? names.cards.get(tile) : place)?.glyphs ?? [];
  const pictured = isPictured(glyphs) && glyphs.length <= MOST_GLYPHS;
  const first = groups[0];
  const state = [
    first ? `taken ${color(first.player)}` : "",
    lit ?? "",
    scene.fresh.has(id) ? "fresh" : "",
    pictured ? "" : "wordy",
  ];
  return button(
    {
      class: `advisor ${state.join(" ")}`,
      onClick: () => scene.onAdvisor(place),
      pressed: lit === "chosen" || undefined,
      off: scene.isAsked && !lit,
    },
    span("rank", rank),
    span("name", name, tile && icon("tile", "small")),
    span(
      "reward",
      pictured &&
        h(
          "span",
          { class: `icons ${glyphs.length > MANY_GLYPHS ? "many" : ""}`, "aria-hidden": "true" },
          reward(glyphs),
        ),
      span("text", names.text(tile ?? place.card)),
    ),
    laid.length + marked.length > 0 &&
      span(
        "laid",
        laid.map((gift) => amount(names, gift.resource, gift.amount)),
        marked.map((one) =>
          h(
            "span",
            { key: one.card, class: "amount", title: names.of(one.card) },
            mark(one.player),
            one.count > 1 && one.count,
          ),
        ),
      ),
    span(
      "placed",
      groups.map(({ player, dice: own, bonus, plus2 = 0, envoy }) =>
        span(
          "group",
          unseen(player === null ? t("neutral") : players[player]?.name, ": "),
          mark(player),
          dice(player, own, bonus),
          plus2 > 0 && resourceIcon("plus2", names.resource("plus2")),
          envoy && resourceIcon("envoy", names.resource("envoy")),
        ),
      ),
    ),
  );
}

/** The buildings of a player, row by row. @param {{ scene: Scene }} props */
export function Province({ scene }) {
  const { view, names, shown } = scene;
  const player = view.table.players[shown];
  if (player === undefined) return null;
  const { buildings, cards = [], strips = [], hand = [] } = player;
  const own = shown === view.seat;
  const rows = names.sheet(player);
  const drawn = new Set([...names.catalog.sheet, ...rows.map((row) => row.map((card) => card.id))].flat());
  const others = [
    ...buildings.filter((id) => !drawn.has(id)),
    ...cards,
    ...strips,
    ...hand,
    ...(own ? (view.hand ?? []) : []),
  ];
  const title = own ? t("myProvince") : t("province", { name: player.name });
  return h(
    "section",
    { class: `province ${color(shown)}`, "aria-label": title },
    h("h2", {}, mark(shown), title),
    div(
      "rows",
      rows.map((row, at) =>
        h(
          "ol",
          { class: "row", key: at, "aria-label": t("row", { row: names.rows[at] ?? "" }) },
          row.map((card, column) =>
            h(
              "li",
              { key: card.id },
              h(Building, {
                scene,
                card,
                player,
                isNext: row.slice(0, column).every((one) => buildings.includes(one.id)),
              }),
            ),
          ),
        ),
      ),
    ),
    h(Cards, { scene, ids: others, player: shown }),
  );
}

/** @param {{ scene: Scene, card: CatalogCard, player: PlayerState, isNext: boolean }} props */
function Building({ scene, card, player, isNext }) {
  const { names, litCards, fresh } = scene;
  const { id, name, vp, cost = {} } = card;
  const isBuilt = player.buildings.includes(id);
  const now = player.prices?.[id] ?? cost;
  const changed = JSON.stringify(now) === JSON.stringify(cost) ? "" : "changed";
  const canBuild = litCards.has(id) && scene.shown === scene.view.seat;
  const state = isBuilt ? "built" : isNext ? "next" : "later";
  return button(
    {
      class: `building ${state} ${canBuild ? "can" : ""} ${fresh.has(id) ? "fresh" : ""}`,
      onClick: () => scene.onCard(card),
    },
    span("name", name),
    span(
      "figures",
      isBuilt ? span("done", t("built")) : span(`cost ${changed}`, bag(names, now)),
      typeof vp === "number" && span("points", amount(names, "vp", vp)),
    ),
  );
}

/**
 * Cards with their names alone; a click shows what one does.
 * @param {{ scene: Scene, ids: readonly string[], player?: number, bid?: string | null | undefined }}
 *   props
 */
function Cards({ scene, ids, player, bid }) {
  const {
    names,
    view: { table },
  } = scene;
  const owner = player === undefined ? table : table.players[player];
  return (
    ids.length > 0 &&
    h(
      "ul",
      { class: "cards", "aria-label": t("cards") },
      ids.map((id, at) => {
        const card = names.cards.get(id);
        const kept = { ...owner?.memory?.[id], ...owner?.things?.[id] };
        const memory = Object.entries(kept).map(
          ([name, value]) =>
            `${names.remembered(id, name)} ${typeof value === "number" ? value : names.thing(value, table.players)}`,
        );
        return h(
          "li",
          { key: `${id}${at}`, class: id === bid ? "bid" : "" },
          button(
            {
              class: `small-card ${scene.fresh.has(id) ? "fresh" : ""} ${scene.litCards.has(id) ? "can" : ""}`,
              onClick: () => card && scene.onCard(card),
            },
            span("kind", names.kinds.get(card?.kind ?? "")?.name),
            span("name", names.of(id)),
            memory.length > 0 && h("span", {}, memory.join(", ")),
          ),
        );
      }),
    )
  );
}

/** Everybody at the table. @param {{ scene: Scene }} props */
export function Players({ scene }) {
  const { players } = scene.view.table;
  return section(
    "players",
    t("players"),
    h(
      "ul",
      {},
      players.map((player, seat) => h("li", { key: seat }, h(Player, { scene, seat, player }))),
    ),
  );
}

/** @param {{ scene: Scene, seat: number, player: PlayerState }} props */
function Player({ scene, seat, player }) {
  const { view, names, shown } = scene;
  const {
    name,
    vp,
    goods,
    soldiers,
    plus2,
    bonus_dice,
    envoy,
    others,
    cards_in_hand,
    dice: own,
    bonus,
    aside,
    outcome,
  } = whole(player, DEFAULTS.PlayerState);
  const isAsked = (view.pending ?? []).some((owed) => owed.player === seat);
  const turn = view.table.turn_order.indexOf(seat) + 1;
  return div(
    `player ${color(seat)} ${isAsked ? "asked" : ""} ${seat === shown ? "shown" : ""}`,
    button(
      { class: "who", onClick: () => scene.onPlayer(seat), pressed: seat === shown },
      mark(seat),
      span("name", name),
      seat === view.seat && span("you", t("you")),
      h(
        "span",
        { class: "turn", title: t("turn", { turn }) },
        unseen(t("turn", { turn })),
        h("span", { "aria-hidden": "true" }, turn),
      ),
    ),
    span("vp", unseen(names.resource("vp", vp)), icon("vp"), count(vp)),
    ul(
      "goods",
      names.goods.map(({ id }) => item(id, goods[id] ?? 0)),
      item("soldier", soldiers),
      item("plus2", plus2),
      bonus_dice > 0 && item("bonus_die", bonus_dice),
      envoy && item("envoy", 1),
      Object.entries(others).map(([id, number]) => number !== 0 && item(id, number)),
      cards_in_hand > 0 && item("card_in_hand", cards_in_hand, t("cardsInHand")),
    ),
    p(
      "state",
      own.length + bonus.length > 0
        ? span("dice-left", dice(seat, own, bonus, "tiny"))
        : outcome && span(`outcome ${outcome}`, icon(outcome), names.of(outcome)),
      aside.map((there) =>
        span("aside", t("diceOnCard", { card: names.of(there.card), dice: written(there) })),
      ),
      h("span", {}, presence(scene, seat, isAsked)),
    ),
  );

  /** Dice on a card; those face down are known to their owner only. @param {DiceAside} there */
  function written(there) {
    const known = seat === view.seat && (view.face_down ?? []).find(({ card }) => card === there.card);
    const { dice: some, bonus: white, face_down } = whole(there, DEFAULTS.DiceAside);
    const hidden = known ? [...(known.dice ?? []), ...(known.bonus ?? [])] : Array(face_down).fill("?");
    return [...some, ...white, ...hidden].join(" ");
  }

  /** @param {string} id @param {number} number */
  function item(id, number, name = names.resource(id, number)) {
    return h(
      "li",
      { class: `item ${number === 0 ? "none" : ""}`, key: id, title: name },
      resourceIcon(id, name),
      count(number),
      unseen(name),
    );
  }
}

/** What I have, in a line. @param {{ scene: Scene }} props */
export function Purse({ scene: { view, names } }) {
  const me = view.table.players[view.seat ?? -1];
  if (me === undefined) return null;
  const { soldiers, plus2, bonus_dice, envoy, others, goods } = whole(me, DEFAULTS.PlayerState);
  const rest = Object.entries({
    soldier: soldiers,
    plus2,
    bonus_die: bonus_dice,
    envoy: Number(envoy),
    ...others,
  });
  return h(
    "p",
    { class: "purse", "aria-label": t("purse") },
    names.goods.map(({ id }) => amount(names, id, goods[id] ?? 0)),
    rest.map(([id, number]) => number !== 0 && amount(names, id, number)),
  );
}

/**
 * Whether somebody is here, thinks, or is played by a bot.
 * @param {Scene} scene
 * @param {number} seat
 * @param {boolean} isAsked
 */
function presence({ people, passed = 0, onTakeover }, seat, isAsked) {
  const person = people.find((one) => one.seat === seat);
  if (person === undefined) return isAsked && t("thinks");
  if (person.bot) return t("bot");
  if (!person.here && onTakeover)
    return [t("away"), " ", button({ class: "link", onClick: () => onTakeover(person) }, t("letBotPlay"))];
  if (!isAsked) return !person.here && t("away");
  if (person.clock === null) return t("thinks");
  const left = Math.max(0, Math.round(person.clock - passed));
  return h(
    "span",
    { class: `clock ${left < 15 ? "late" : ""}`, role: "timer" },
    `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`,
  );
}

/**
 * Cards that are in force for everybody, an auction, and piles that everybody sees.
 * @param {{ scene: Scene }} props
 */
export function InForce({ scene }) {
  const { view, names } = scene;
  const { in_force = [], tiles = {}, display = [], auction, discard = [], memory = {}, players } = view.table;
  const onBoard = Object.values(tiles);
  const shown = in_force.filter(
    (id) => !onBoard.includes(id) && (names.cards.get(id)?.kind !== "rule" || memory[id]),
  );
  if (shown.length + display.length + discard.length === 0 && !auction) return null;
  const { bidder = null } = auction ?? {};
  return h(
    "section",
    { class: "in-force", "aria-label": t("inForce") },
    pile(t("inForce"), shown),
    auction && pile(t("auction"), auction.cards, auction.card),
    auction?.card &&
      h(
        "p",
        {},
        bidder === null
          ? t("noBid")
          : [
              mark(bidder),
              " ",
              players[bidder]?.name,
              " ",
              amount(names, auction.resource, auction.amount ?? 0),
            ],
      ),
    pile(names.of("display"), display),
    pile(`${names.of("discard")} (${discard.length})`, discard.slice(-1)),
  );

  /** @param {string} title @param {readonly string[]} ids @param {string | null} [bid] */
  function pile(title, ids, bid) {
    return (
      ids.length > 0 &&
      h("div", { class: "pile", key: title }, h("h3", {}, title), h(Cards, { scene, ids, bid }))
    );
  }
}

/** @param {PlayerState | undefined} player */
const strengthOf = (player) => player?.strength ?? player?.defence ?? 0;

/** @param {number} part @param {number} most */
const percent = (part, most) => `${(100 * Math.max(part, 0)) / most}%`;

/** What comes this winter, against how strong I am. @param {{ scene: Scene, odds: Forecast | null }} props */
export function Winter({ scene, odds }) {
  const {
    view: { table, seat, seen_enemies },
    names,
    shown,
  } = scene;
  const own = seat ?? shown;
  const me = table.players[own];
  const enemy = names.cards.get(table.enemy ?? seen_enemies?.[table.year] ?? "");
  const strengths = enemy
    ? [me?.enemy_strength ?? enemy.strength ?? 0]
    : names.catalog.cards.flatMap(({ year, strength }) =>
        year === table.year && typeof strength === "number" ? [strength] : [],
      );
  if (strengths.length === 0 || me === undefined || table.over) return null;
  const [least, most] = [Math.min(...strengths), Math.max(...strengths)];
  const mine = strengthOf(me);
  const scale = Math.max(most, mine, 1) + 1;
  const range = least === most ? least : `${least}–${most}`;
  const best = [...(odds?.odds ?? [])].sort((one, other) => other.victory.value - one.victory.value)[0];
  return h(
    "section",
    { class: "winter", "aria-label": t("thisWinter") },
    h(
      "h2",
      {},
      t("thisWinter"),
      " ",
      enemy
        ? button({ class: "link", onClick: () => scene.onCard(enemy) }, enemy.name)
        : span("soft", t("unknownEnemy")),
    ),
    h(
      "div",
      { class: "gauge", role: "img", "aria-label": t("strengthAgainst", { mine, enemy: range }) },
      h("span", { class: `bar ${color(own)}`, style: { width: percent(mine, scale) } }),
      h("span", {
        class: "bar range",
        style: { left: percent(least, scale), width: percent(Math.max(most - least, 0.12), scale) },
      }),
    ),
    p(
      "versus",
      h("span", {}, icon("soldier"), seat === null ? me.name : t("you"), " ", h("b", {}, mine)),
      h("span", {}, icon("strength"), t("enemy"), " ", h("b", {}, range)),
    ),
    best && [
      h(
        "p",
        { class: "odds", "aria-label": t("odds") },
        /** @type {const} */ (["victory", "tie", "defeat"]).map((word) =>
          h(
            "span",
            { key: word, title: names.of(word) },
            icon(word),
            `${Math.round(100 * best[word].value)} %`,
            unseen(names.of(word)),
          ),
        ),
      ),
      best.choice?.length ? p("soft", best.text) : null,
    ],
  );
}

/** The battle: the enemy, and how strong everybody is. @param {{ scene: Scene }} props */
function Battle({
  scene: {
    view: {
      table: { enemy: id, joined = [], players },
    },
    names,
  },
}) {
  const enemies = [id, ...joined].flatMap((id) => names.cards.get(id ?? "") ?? []);
  const strength = enemies.reduce((sum, enemy) => sum + (enemy.strength ?? 0), 0);
  const most = Math.max(
    strength,
    1,
    ...players.map((player) => Math.max(strengthOf(player), player.enemy_strength ?? 0)),
  );
  return section(
    "battle",
    names.of("battle"),
    div(
      "enemies",
      enemies.map(({ id, strength, name, text, generated, reward = {}, penalty = {} }) =>
        h(
          "article",
          { class: "enemy", key: id },
          p("strength", icon("strength"), strength),
          h("h3", {}, name),
          p("text", text || generated),
          p("stakes", stake("victory", reward, "+"), stake("defeat", penalty, "−")),
        ),
      ),
    ),
    ul(
      "fighters",
      players.map((player, seat) =>
        h(
          "li",
          { key: seat, class: color(seat) },
          span("who", mark(seat), span("name", player.name)),
          span(
            "meter",
            h("span", { class: "bar", style: { width: percent(strengthOf(player), most) } }),
            h("span", { class: "line", style: { left: percent(player.enemy_strength ?? strength, most) } }),
          ),
          span("number", count(strengthOf(player))),
          span(
            `outcome ${player.outcome ?? ""}`,
            player.outcome ? [icon(player.outcome), names.of(player.outcome)] : "…",
          ),
        ),
      ),
    ),
  );

  /** @param {string} word @param {Readonly<Record<string, number>>} amounts @param {string} sign */
  function stake(word, amounts, sign) {
    return (
      Object.keys(amounts).length > 0 &&
      h("span", { title: names.of(word) }, icon(word), bag(names, amounts, sign))
    );
  }
}

/** How many sources the chart of points names; the others are one part. */
const SOURCES = 6;
/** What to say of no winner, of one and of several. */
const WON = /** @type {const} */ (["nobodyWins", "wins", "win"]);

/** The end: everybody's place, and where the points come from. @param {{ scene: Scene }} props */
function Results({
  scene: {
    view: { table, seat },
    names,
    onReplay,
    onSave,
  },
}) {
  const { ranking = [], winners = [], players } = table;
  const sums = ranking.map(({ by_source }) => {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const [source, points] of Object.entries(by_source))
      add(sums, names.cards.get(source)?.kind ?? source, points);
    return sums;
  });
  /** @type {Map<string, number>} */
  const totals = new Map();
  for (const sum of sums) for (const [kind, points] of sum) add(totals, kind, Math.max(points, 0));
  const kinds = [...totals.keys()].sort((one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0));
  const shown = kinds.slice(0, SOURCES);
  const rest = kinds.slice(SOURCES);
  const charts = sums.map((sum) => [
    ...shown.map((kind) => sum.get(kind) ?? 0),
    rest.reduce((total, kind) => total + (sum.get(kind) ?? 0), 0),
  ]);
  const titles = [
    ...shown.map((kind) => names.kinds.get(kind)?.several ?? names.of(kind)),
    ...(rest.length > 0 ? [t("other")] : []),
  ];
  const most = Math.max(
    1,
    ...charts.map((parts) => parts.reduce((sum, points) => sum + Math.max(points, 0), 0)),
  );
  const won = winners.map((winner) => players[winner]?.name).join(", ");
  const title =
    winners.length === 1 && winners[0] === seat
      ? t("youWin")
      : t(WON[Math.min(winners.length, 2)] ?? "win", { names: won });
  return h(
    "section",
    { class: "results", "aria-label": title },
    h("h2", { role: "status" }, title),
    h(
      "ol",
      { class: "ranking" },
      ranking.map(({ player, rank, vp }, row) => {
        const parts = titles
          .map((kind, at) => ({
            at,
            points: charts[row]?.[at] ?? 0,
            title: `${kind} ${charts[row]?.[at] ?? 0}`,
          }))
          .filter(({ points }) => points !== 0);
        return h(
          "li",
          { key: player, class: color(player) },
          span("place", rank),
          mark(player),
          span("name", players[player]?.name),
          h(
            "span",
            { class: "chart", role: "img", "aria-label": parts.map(({ title }) => title).join(", ") },
            parts.map(
              ({ at, points, title }) =>
                points > 0 &&
                h(
                  "span",
                  { key: at, class: `part s${at}`, style: { width: percent(points, most) }, title },
                  points,
                ),
            ),
          ),
          span("total", icon("vp"), h("b", {}, vp)),
        );
      }),
    ),
    ul(
      "legend",
      titles.map((kind, at) => h("li", { key: kind }, span(`part s${at}`), kind)),
    ),
    onReplay &&
      div(
        "after",
        button({ class: "primary", onClick: onReplay }, t("watchAgain")),
        onSave && button({ onClick: onSave }, t("saveRecord")),
      ),
  );

  /** @param {Map<string, number>} sums @param {string} kind @param {number} points */
  function add(sums, kind, points) {
    sums.set(kind, (sums.get(kind) ?? 0) + points);
  }
}
