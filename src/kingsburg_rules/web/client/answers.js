// How a person's picks lead to one of the legal answers. Nothing here knows the rules: the options of a decision
// are all there is.

/** @import { AnyAction, AnyThing, Decision, Influence } from "./contract/types.js" */

/** What a person has picked so far. */
export class Picks {
  /** Indices of dice: those of the player's colour, then bonus dice. @type {Set<number>} */
  dice = new Set();
  plus2 = 0;
  /** @type {string | null} */
  advisor = null;
  /** @type {string | null} */
  building = null;
  /** @type {number | null} */
  soldiers = null;
  /** Indices into `things` of a decision. @type {Set<number>} */
  things = new Set();
}

/** @param {readonly number[]} numbers @returns {number[]} */
const sorted = (numbers) => [...numbers].sort((one, other) => other - one);

/** Whether some dice are among others. @param {readonly number[]} few @param {readonly number[]} many */
function isAmong(few, many) {
  const left = [...many];
  return few.every((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The values of the dice that are picked. @param {Picks} picks @param {readonly number[]} own @param {readonly number[]} bonus */
export function pickedDice(picks, own, bonus) {
  return {
    dice: sorted(own.filter((_, at) => picks.dice.has(at))),
    bonus: sorted(bonus.filter((_, at) => picks.dice.has(own.length + at))),
  };
}

/**
 * The ways to influence that use at least the picked dice; `exact` are those that use no others.
 *
 * @param {Decision} decision @param {Picks} picks @param {readonly number[]} own @param {readonly number[]} bonus
 * @returns {{ ways: Influence[], exact: Influence[] }}
 */
export function influences(decision, picks, own, bonus) {
  const picked = pickedDice(picks, own, bonus);
  const ways = decision.options
    .filter((option) => option.type === "Influence")
    .filter((way) => isAmong(picked.dice, way.dice) && isAmong(picked.bonus, way.bonus ?? []))
    .filter((way) => (way.plus2 ?? 0) >= picks.plus2);
  const count = picked.dice.length + picked.bonus.length;
  const exact = ways.filter((way) => way.dice.length + (way.bonus ?? []).length === count && count > 0);
  return { ways, exact: picks.plus2 > 0 ? exact.filter((way) => way.plus2 === picks.plus2) : exact };
}

/** The ways to one advisor, the cheapest first. @param {readonly Influence[]} ways @param {string} advisor */
export function waysTo(ways, advisor) {
  const price = (/** @type {Influence} */ way) =>
    way.dice.length + (way.bonus ?? []).length * 0.9 + (way.plus2 ?? 0) * 1.5 + (way.via ?? []).length + (way.envoy ? 3 : 0);
  return ways.filter((way) => way.advisor === advisor).sort((one, other) => price(one) - price(other));
}

/** @param {AnyThing} thing @returns {string} */
export const thingKey = (thing) => JSON.stringify(thing);

/** The answers that take nothing: pass, or enough. @param {Decision} decision @returns {AnyAction[]} */
export function refusals(decision) {
  return decision.options.filter((option) => option.type === "Pass" || option.type === "Done");
}

/** Whether several things are chosen at once, or none. @param {Decision} decision */
export function isSet(decision) {
  return decision.options.some((option) => option.type === "Choose" && option.things.length !== 1);
}

/** The single things of a decision in which several may be chosen: as often as one answer has them. @param {Decision} decision @returns {AnyThing[]} */
export function choosable(decision) {
  /** @type {Map<string, { thing: AnyThing, most: number }>} */
  const found = new Map();
  for (const option of decision.options) {
    if (option.type !== "Choose") continue;
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const thing of option.things) {
      const key = thingKey(thing);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const known = found.get(key);
      if (known === undefined) found.set(key, { thing, most: count });
      else known.most = Math.max(known.most, count);
    }
  }
  return [...found.values()].flatMap(({ thing, most }) => Array.from({ length: most }, () => thing));
}

/** The answer that has just these things, if there is one. @param {Decision} decision @param {readonly AnyThing[]} things */
export function chosen(decision, things) {
  const wanted = things.map(thingKey).sort().join();
  return decision.options.find(
    (option) => option.type === "Choose" && option.things.map(thingKey).sort().join() === wanted);
}
