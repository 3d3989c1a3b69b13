// How a view changes with each event. Nothing here knows the rules of the game: each event says what is
// different now. It does what `SeatView.apply` does in Python.

import { brief, whole } from "./defaults.js";
import { Draft } from "./draft.js";
import { DEFAULTS } from "./types.js";
import type * as wire from "./types.js";

/**
 * Apply events to a view.
 *
 * @param view What the seat has known so far; it stays as it is.
 * @param events All events that the seat may know since then, in their order.
 * @param catalog The catalog of the rules of the game, in any language.
 * @returns The view after these events, equal to the one that the server would send.
 * @throws RangeError if the events or the catalog do not belong to the view.
 */
export function follow(
  view: wire.SeatView,
  events: readonly wire.AnyEvent[],
  catalog: wire.Catalog,
): wire.SeatView {
  const draft = new Draft(view, catalog);
  for (const event of events) {
    apply(draft, event.type, event);
    draft.view.seq = event.seq || draft.view.seq;
  }
  return draft.done();
}

type Events = { readonly [E in wire.AnyEvent as E["type"]]: E };

/** What each event changes: all of them are here, or this does not compile. */
const CHANGES: { readonly [K in keyof Events]: (draft: Draft, event: Events[K]) => void } = {
  YearStarted: startYear,
  PhaseStarted: startPhase,
  TurnOrderSet: ({ table }, { players }) => { table.turn_order = players; },
  GameEnded: endGame,
  Gained: (draft, { player, resource, amount }) => give(draft.player(player), resource, amount),
  Lost: (draft, { player, resource, amount }) => give(draft.player(player), resource, -amount),
  FiguresChanged: changeFigures,
  Built: build,
  Destroyed: destroy,
  RowsCovered: coverRows,
  HandChanged: changeHand,
  HandSeen: seeHand,
  DiceRolled: rollDice,
  Influenced: influence,
  DiceMoved: moveDice,
  DiceReturned: returnDice,
  CardEntered: enterCard,
  CardLeft: leaveCard,
  CardMoved: moveCard,
  Noted: note,
  TileLaid: layTile,
  TileRemoved: removeTile,
  Marked: mark,
  GiftsLaid: layGifts,
  CardsOffered: ({ table }, { resource, cards }) => { table.auction = { resource, cards }; },
  BiddingOpened: (draft, { card }) => changeAuction(draft, { card }),
  BidMade: (draft, { amount, player }) => changeAuction(draft, { amount, bidder: player }),
  Passed: pass,
  CardsWithdrawn: ({ table }) => { table.auction = null; },
  EnemySeen: seeEnemy,
  EnemyRevealed: revealEnemy,
  EnemyJoined: joinEnemy,
  EnemyLeft: leaveEnemy,
  Fought: fight,
  Played: play,
  Asked: ask,
  Undone: undo,
  Restored: restore,
  AbilityUsed: nothing,
  CardTaken: nothing,
  Peeked: nothing,
  Rewarded: nothing,
};

function nothing(): void {}

/** Refuse an event of a later version: without what it changes, the view would be wrong. */
function apply<K extends keyof Events>(draft: Draft, type: K, event: Events[K]): void {
  if (!Object.hasOwn(CHANGES, type)) throw new RangeError(`This client does not know the event ${JSON.stringify(event)}.`);
  CHANGES[type](draft, event);
}

// The calendar

function startYear({ table }: Draft, event: wire.YearStarted): void {
  table.year = event.year;
  table.phase = "setup";
  table.season = null;
}

function startPhase({ table }: Draft, event: wire.PhaseStarted): void {
  table.year = event.year;
  table.phase = event.phase;
  table.season = event.season;
}

function endGame({ table }: Draft, event: wire.GameEnded): void {
  table.over = true;
  table.winners = event.winners;
  table.ranking = event.ranking;
}

// What players have

function give(player: Draft["players"][number], resource: wire.ResourceId, amount: number): void {
  switch (resource) {
    case "vp":
      player.vp += amount;
      return;
    case "plus2":
      player.plus2 += amount;
      return;
    case "soldier":
      player.soldiers += amount;
      return;
    case "bonus_die":
      player.bonus_dice += amount;
      return;
    case "envoy":
      player.envoy = amount > 0;
      return;
    default:
      if (resource in player.goods) player.goods = plus(player.goods, resource, amount);
      else player.others = plus(player.others, resource, amount);
  }
}

type Amounts = Readonly<Record<string, number>>;

function plus(amounts: Amounts, name: string, amount: number): Amounts {
  return { ...amounts, [name]: (amounts[name] ?? 0) + amount };
}

function changeFigures(draft: Draft, event: wire.FiguresChanged): void {
  const player = draft.player(event.player);
  player.defence = event.defence;
  player.enemy_strength = event.enemy_strength;
  player.prices = event.prices;
}

function build(draft: Draft, event: wire.Built): void {
  const player = draft.player(event.player);
  player.buildings = draft.order.sorted([...player.buildings, event.building]);
}

function destroy(draft: Draft, event: wire.Destroyed): void {
  const player = draft.player(event.player);
  player.buildings = player.buildings.filter((card) => card !== event.building);
  forgetMarks(draft, event.building, event.player);
}

function coverRows(draft: Draft, event: wire.RowsCovered): void {
  const player = draft.player(event.player);
  player.strips = draft.order.sorted(event.strips);
}

function changeHand(draft: Draft, event: wire.HandChanged): void {
  const player = draft.player(event.player);
  player.hand = event.shown ?? [];
  player.cards_in_hand = event.count;
}

function seeHand({ view }: Draft, event: wire.HandSeen): void {
  if (event.player === view.seat) view.hand = event.cards;
}

// Dice

/** Neutral dice come before those of the first player. */
const NEUTRAL = -1;

function rollDice(draft: Draft, event: wire.DiceRolled): void {
  if (event.player === null || event.for_effect) return;
  const player = draft.player(event.player);
  player.dice = [...event.dice].sort(byNumber);
  player.bonus = [...event.bonus].sort(byNumber);
}

function influence(draft: Draft, event: wire.Influenced): void {
  const { advisor, player: seat, dice, bonus, plus2, envoy } = event;
  const rank = draft.order.rank(advisor);
  put(draft, brief<wire.PlacedDice>({ advisor, rank, player: seat, dice, bonus, plus2, envoy }, DEFAULTS.PlacedDice));
  if (seat === null) return;
  const player = draft.player(seat);
  player.dice = without(player.dice, ...dice);
  player.bonus = without(player.bonus, ...bonus);
}

function moveDice(draft: Draft, event: wire.DiceMoved): void {
  const group = draft.table.advisors.find((placed) => isMoved(placed, event));
  if (group === undefined) return;
  const rank = draft.order.rank(event.to_advisor);
  put(draft, { ...group, advisor: event.to_advisor, rank }, group);
}

function isMoved(placed: wire.PlacedDice, event: wire.DiceMoved): boolean {
  const { advisor, player, dice, bonus, plus2 } = whole(placed, DEFAULTS.PlacedDice);
  return (
    advisor === event.from_advisor &&
    player === event.player &&
    plus2 === event.plus2 &&
    compared(dice, event.dice) === 0 &&
    compared(bonus, event.bonus) === 0
  );
}

function returnDice(draft: Draft): void {
  draft.table.advisors = [];
  for (const player of draft.players) {
    player.dice = [];
    player.bonus = [];
  }
}

/** Put dice on an advisor, perhaps from another one. */
function put({ table, order }: Draft, placed: wire.PlacedDice, insteadOf?: wire.PlacedDice): void {
  const groups = table.advisors.filter((group) => group !== insteadOf);
  table.advisors = sortedBy([...groups, placed], ({ advisor, player, dice }) => [
    order.advisor(advisor),
    player ?? NEUTRAL,
    ...dice,
  ]);
}

function byNumber(one: number, other: number): number {
  return one - other;
}

// Cards

function enterCard(draft: Draft, event: wire.CardEntered): void {
  changeCards(draft, event.player, (cards) => cards.add(event.card));
  const { auction } = draft.table;
  if (auction?.card !== event.card) return;
  const cards = auction.cards.filter((card) => card !== event.card);
  draft.table.auction = { resource: auction.resource, cards };
}

function leaveCard(draft: Draft, event: wire.CardLeft): void {
  changeCards(draft, event.player, (cards) => cards.delete(event.card));
  forgetMarks(draft, event.card, event.player);
}

/** Change the cards in play of a player, or of the game. */
function changeCards(
  draft: Draft,
  seat: wire.Seat | null,
  change: (cards: Set<wire.CardId>) => void,
): void {
  const cards = new Set(seat === null ? draft.table.in_force : draft.player(seat).cards);
  change(cards);
  if (seat === null) draft.table.in_force = draft.order.sorted(cards);
  else draft.player(seat).cards = draft.order.sorted(cards);
}

function moveCard({ table }: Draft, event: wire.CardMoved): void {
  const { card, from_zone: from, to_zone: to } = event;
  if (isPile(from)) table[from] = without(table[from], card);
  if (isPile(to)) table[to] = [...table[to], card];
}

/** Whether everybody sees the cards of a zone. */
function isPile(zone: wire.CardMoved["from_zone"]): zone is "display" | "discard" | "out" {
  return zone === "display" || zone === "discard" || zone === "out";
}

function note(draft: Draft, event: wire.Noted): void {
  const owner = event.player === null ? draft.table : draft.player(event.player);
  owner.memory = noted(owner.memory, event, draft.order.start(event.card, event.name));
}

type Memory = wire.GameState["memory"] & object;

/** Numbers that are as they were at first are not listed. */
function noted(memory: Memory, { card, name, value }: wire.Noted, start: number): Memory {
  const { [card]: before = {}, ...others } = memory;
  const { [name]: _, ...left } = before;
  const numbers = value === start ? left : { ...left, [name]: value };
  return Object.keys(numbers).length > 0 ? { ...others, [card]: numbers } : others;
}

// Advisors

function layTile(draft: Draft, { advisor, tile }: wire.TileLaid): void {
  draft.table.tiles = { ...draft.table.tiles, [advisor]: tile };
  changeCards(draft, null, (cards) => cards.add(tile));
}

function removeTile(draft: Draft, { advisor, tile }: wire.TileRemoved): void {
  const { [advisor]: _, ...left } = draft.table.tiles;
  draft.table.tiles = left;
  changeCards(draft, null, (cards) => cards.delete(tile));
  forgetMarks(draft, tile, null);
}

function mark({ table, order }: Draft, { card, player, advisor, count }: wire.Marked): void {
  const others = table.marks.filter(
    (one) => one.card !== card || one.player !== player || one.advisor !== advisor,
  );
  const marks = count === 0 ? others : [...others, { card, player, advisor, count }];
  table.marks = sortedBy(marks, (one) => [order.card(one.card), order.advisor(one.advisor), one.player]);
}

/** Take the markers of a card off the board: those of its owner, or all. */
function forgetMarks({ table }: Draft, card: wire.CardId, player: wire.Seat | null): void {
  table.marks = table.marks.filter(
    (one) => one.card !== card || (player !== null && one.player !== player),
  );
}

function layGifts({ table, order }: Draft, { advisor, resource, amount }: wire.GiftsLaid): void {
  const others = table.gifts.filter((one) => one.advisor !== advisor || one.resource !== resource);
  const gifts = amount === 0 ? others : [...others, { advisor, resource, amount }];
  table.gifts = sortedBy(gifts, (one) => [order.advisor(one.advisor), order.resource(one.resource)]);
}

// Auctions

function changeAuction({ table }: Draft, changes: Partial<wire.AuctionState>): void {
  if (table.auction === null) return;
  const auction = { ...whole(table.auction, DEFAULTS.AuctionState), ...changes };
  table.auction = brief<wire.AuctionState>(auction, DEFAULTS.AuctionState);
}

function pass(draft: Draft, event: wire.Passed): void {
  if (event.what !== "bid") return;
  const passed = new Set([...(draft.table.auction?.passed ?? []), event.player]);
  changeAuction(draft, { passed: [...passed].sort(byNumber) });
}

// Enemies

function seeEnemy({ view }: Draft, event: wire.EnemySeen): void {
  if (event.player !== view.seat) return;
  if (event.further) view.seen_further = { ...view.seen_further, [event.year]: event.enemy };
  else view.seen_enemies = { ...view.seen_enemies, [event.year]: event.enemy };
}

function revealEnemy({ table }: Draft, event: wire.EnemyRevealed): void {
  if (event.further) table.past_enemies = [...table.past_enemies, event.enemy];
  else table.enemy = event.enemy;
}

function joinEnemy({ table }: Draft, event: wire.EnemyJoined): void {
  table.past_enemies = table.past_enemies.filter((enemy) => enemy !== event.enemy);
  table.joined = [...table.joined, event.enemy];
}

function leaveEnemy(draft: Draft, event: wire.EnemyLeft): void {
  draft.table.past_enemies = [...draft.table.past_enemies, event.enemy];
  draft.table.enemy = null;
  draft.table.joined = [];
  for (const player of draft.players) {
    player.strength = null;
    player.outcome = null;
  }
}

function fight(draft: Draft, event: wire.Fought): void {
  const player = draft.player(event.player);
  player.strength = event.strength;
  player.outcome = event.outcome;
}

// Questions and answers

function play({ view }: Draft, event: wire.Played): void {
  if (event.player === view.seat) view.answered = event.action ?? null;
}

/** Keep a secret answer as long as others owe theirs to the same question. After an undo, it is known. */
function ask({ view }: Draft, event: wire.Asked): void {
  const before = new Set(view.pending.map((owed) => owed.id));
  const isAskedBefore = event.decisions.every((owed) => before.has(owed.id));
  if (event.decisions.length === 0 || (before.size > 0 && !isAskedBefore)) view.answered = null;
  view.pending = event.decisions;
}

function undo(draft: Draft, event: wire.Undone): void {
  draft.lay(event.table);
  draft.view.answered = null;
  draft.view.pending = [];
}

function restore({ view }: Draft, event: wire.Restored): void {
  if (event.player !== view.seat) return;
  view.seen_enemies = event.seen_enemies;
  view.seen_further = event.seen_further;
  view.hand = event.hand;
  view.answered = event.answered ?? null;
}

// Lists

/** Leave out things, each as often as it is named. If one is not there, events are missing. */
function without<T>(things: readonly T[], ...gone: readonly T[]): T[] {
  const left = [...things];
  for (const thing of gone) {
    const at = left.indexOf(thing);
    if (at < 0) throw new RangeError(`There is no ${String(thing)} in ${JSON.stringify(things)}.`);
    left.splice(at, 1);
  }
  return left;
}

/** Sort by several numbers, the first of which counts most. */
function sortedBy<T>(things: readonly T[], key: (thing: T) => readonly number[]): T[] {
  return [...things].sort((one, other) => compared(key(one), key(other)));
}

/** Compare lists by their first number that differs; of two that begin alike, the shorter one is first. */
function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, k) => number !== other[k]);
  if (at < 0) return one.length - other.length;
  return (one[at] ?? 0) - (other[at] ?? Number.NEGATIVE_INFINITY);
}
