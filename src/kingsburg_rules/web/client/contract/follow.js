import { brief, whole } from "./defaults.js";
import { Draft } from "./draft.js";
import { DEFAULTS } from "./types.js";
export function follow(view, events, catalog) {
  const draft = new Draft(view, catalog);
  for (const event of events) {
    apply(draft, event.type, event);
    draft.view.seq = event.seq || draft.view.seq;
  }
  return draft.done();
}
const CHANGES = {
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
function nothing() { }
function apply(draft, type, event) {
  if (!Object.hasOwn(CHANGES, type))
    throw new RangeError(`This client does not know the event ${JSON.stringify(event)}.`);
  CHANGES[type](draft, event);
}
function startYear({ table }, event) {
  table.year = event.year;
  table.phase = "setup";
  table.season = null;
}
function startPhase({ table }, event) {
  table.year = event.year;
  table.phase = event.phase;
  table.season = event.season;
}
function endGame({ table }, event) {
  table.over = true;
  table.winners = event.winners;
  table.ranking = event.ranking;
}
function give(player, resource, amount) {
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
      if (resource in player.goods)
        player.goods = plus(player.goods, resource, amount);
      else
        player.others = plus(player.others, resource, amount);
  }
}
function plus(amounts, name, amount) {
  return { ...amounts, [name]: (amounts[name] ?? 0) + amount };
}
function changeFigures(draft, event) {
  const player = draft.player(event.player);
  player.defence = event.defence;
  player.enemy_strength = event.enemy_strength;
  player.prices = event.prices;
}
function build(draft, event) {
  const player = draft.player(event.player);
  player.buildings = draft.order.sorted([...player.buildings, event.building]);
}
function destroy(draft, event) {
  const player = draft.player(event.player);
  player.buildings = player.buildings.filter((card) => card !== event.building);
  forgetMarks(draft, event.building, event.player);
}
function coverRows(draft, event) {
  const player = draft.player(event.player);
  player.strips = draft.order.sorted(event.strips);
}
function changeHand(draft, event) {
  const player = draft.player(event.player);
  player.hand = event.shown ?? [];
  player.cards_in_hand = event.count;
}
function seeHand({ view }, event) {
  if (event.player === view.seat)
    view.hand = event.cards;
}
const NEUTRAL = -1;
function rollDice(draft, event) {
  if (event.player === null || event.for_effect)
    return;
  const player = draft.player(event.player);
  player.dice = [...event.dice].sort(byNumber);
  player.bonus = [...event.bonus].sort(byNumber);
}
function influence(draft, event) {
  const { advisor, player: seat, dice, bonus, plus2, envoy } = event;
  const rank = draft.order.rank(advisor);
  put(draft, brief({ advisor, rank, player: seat, dice, bonus, plus2, envoy }, DEFAULTS.PlacedDice));
  if (seat === null)
    return;
  const player = draft.player(seat);
  player.dice = without(player.dice, ...dice);
  player.bonus = without(player.bonus, ...bonus);
}
function moveDice(draft, event) {
  const group = draft.table.advisors.find((placed) => isMoved(placed, event));
  if (group === undefined)
    return;
  const rank = draft.order.rank(event.to_advisor);
  put(draft, { ...group, advisor: event.to_advisor, rank }, group);
}
function isMoved(placed, event) {
  const { advisor, player, dice, bonus, plus2 } = whole(placed, DEFAULTS.PlacedDice);
  return (advisor === event.from_advisor &&
    player === event.player &&
    plus2 === event.plus2 &&
    compared(dice, event.dice) === 0 &&
    compared(bonus, event.bonus) === 0);
}
function returnDice(draft) {
  draft.table.advisors = [];
  for (const player of draft.players) {
    player.dice = [];
    player.bonus = [];
  }
}
function put({ table, order }, placed, insteadOf) {
  const groups = table.advisors.filter((group) => group !== insteadOf);
  table.advisors = sortedBy([...groups, placed], ({ advisor, player, dice }) => [
    order.advisor(advisor),
    player ?? NEUTRAL,
    ...dice,
  ]);
}
function byNumber(one, other) {
  return one - other;
}
function enterCard(draft, event) {
  changeCards(draft, event.player, (cards) => cards.add(event.card));
  const { auction } = draft.table;
  if (auction?.card !== event.card)
    return;
  const cards = auction.cards.filter((card) => card !== event.card);
  draft.table.auction = { resource: auction.resource, cards };
}
function leaveCard(draft, event) {
  changeCards(draft, event.player, (cards) => cards.delete(event.card));
  forgetMarks(draft, event.card, event.player);
}
function changeCards(draft, seat, change) {
  const cards = new Set(seat === null ? draft.table.in_force : draft.player(seat).cards);
  change(cards);
  if (seat === null)
    draft.table.in_force = draft.order.sorted(cards);
  else
    draft.player(seat).cards = draft.order.sorted(cards);
}
function moveCard({ table }, event) {
  const { card, from_zone: from, to_zone: to } = event;
  if (isPile(from))
    table[from] = without(table[from], card);
  if (isPile(to))
    table[to] = [...table[to], card];
}
function isPile(zone) {
  return zone === "display" || zone === "discard" || zone === "out";
}
function note(draft, event) {
  const owner = event.player === null ? draft.table : draft.player(event.player);
  owner.memory = noted(owner.memory, event, draft.order.start(event.card, event.name));
}
function noted(memory, { card, name, value }, start) {
  const { [card]: before = {}, ...others } = memory;
  const { [name]: _, ...left } = before;
  const numbers = value === start ? left : { ...left, [name]: value };
  return Object.keys(numbers).length > 0 ? { ...others, [card]: numbers } : others;
}
function layTile(draft, { advisor, tile }) {
  draft.table.tiles = { ...draft.table.tiles, [advisor]: tile };
  changeCards(draft, null, (cards) => cards.add(tile));
}
function removeTile(draft, { advisor, tile }) {
  const { [advisor]: _, ...left } = draft.table.tiles;
  draft.table.tiles = left;
  changeCards(draft, null, (cards) => cards.delete(tile));
  forgetMarks(draft, tile, null);
}
function mark({ table, order }, { card, player, advisor, count }) {
  const others = table.marks.filter((one) => one.card !== card || one.player !== player || one.advisor !== advisor);
  const marks = count === 0 ? others : [...others, { card, player, advisor, count }];
  table.marks = sortedBy(marks, (one) => [order.card(one.card), order.advisor(one.advisor), one.player]);
}
function forgetMarks({ table }, card, player) {
  table.marks = table.marks.filter((one) => one.card !== card || (player !== null && one.player !== player));
}
function layGifts({ table, order }, { advisor, resource, amount }) {
  const others = table.gifts.filter((one) => one.advisor !== advisor || one.resource !== resource);
  const gifts = amount === 0 ? others : [...others, { advisor, resource, amount }];
  table.gifts = sortedBy(gifts, (one) => [order.advisor(one.advisor), order.resource(one.resource)]);
}
function changeAuction({ table }, changes) {
  if (table.auction === null)
    return;
  const auction = { ...whole(table.auction, DEFAULTS.AuctionState), ...changes };
  table.auction = brief(auction, DEFAULTS.AuctionState);
}
function pass(draft, event) {
  if (event.what !== "bid")
    return;
  const passed = new Set([...(draft.table.auction?.passed ?? []), event.player]);
  changeAuction(draft, { passed: [...passed].sort(byNumber) });
}
function seeEnemy({ view }, event) {
  if (event.player !== view.seat)
    return;
  if (event.further)
    view.seen_further = { ...view.seen_further, [event.year]: event.enemy };
  else
    view.seen_enemies = { ...view.seen_enemies, [event.year]: event.enemy };
}
function revealEnemy({ table }, event) {
  if (event.further)
    table.past_enemies = [...table.past_enemies, event.enemy];
  else
    table.enemy = event.enemy;
}
function joinEnemy({ table }, event) {
  table.past_enemies = table.past_enemies.filter((enemy) => enemy !== event.enemy);
  table.joined = [...table.joined, event.enemy];
}
function leaveEnemy(draft, event) {
  draft.table.past_enemies = [...draft.table.past_enemies, event.enemy];
  draft.table.enemy = null;
  draft.table.joined = [];
  for (const player of draft.players) {
    player.strength = null;
    player.outcome = null;
  }
}
function fight(draft, event) {
  const player = draft.player(event.player);
  player.strength = event.strength;
  player.outcome = event.outcome;
}
function play({ view }, event) {
  if (event.player === view.seat)
    view.answered = event.action ?? null;
}
function ask({ view }, event) {
  const before = new Set(view.pending.map((owed) => owed.id));
  const isAskedBefore = event.decisions.every((owed) => before.has(owed.id));
  if (event.decisions.length === 0 || (before.size > 0 && !isAskedBefore))
    view.answered = null;
  view.pending = event.decisions;
}
function undo(draft, event) {
  draft.lay(event.table);
  draft.view.answered = null;
  draft.view.pending = [];
}
function restore({ view }, event) {
  if (event.player !== view.seat)
    return;
  view.seen_enemies = event.seen_enemies;
  view.seen_further = event.seen_further;
  view.hand = event.hand;
  view.answered = event.answered ?? null;
}
function without(things, ...gone) {
  const left = [...things];
  for (const thing of gone) {
    const at = left.indexOf(thing);
    if (at < 0)
      throw new RangeError(`There is no ${String(thing)} in ${JSON.stringify(things)}.`);
    left.splice(at, 1);
  }
  return left;
}
function sortedBy(things, key) {
  return [...things].sort((one, other) => compared(key(one), key(other)));
}
function compared(one, other) {
  const at = one.findIndex((number, k) => number !== other[k]);
  if (at < 0)
    return one.length - other.length;
  return (one[at] ?? 0) - (other[at] ?? Number.NEGATIVE_INFINITY);
}
