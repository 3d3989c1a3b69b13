// How a person's picks lead to one of the legal answers. Nothing here knows the rules: the options of a decision
// are all there is.

/** @import { AnyAction, AnyThing, Decision, Influence, Picks } from "../parts.js" */

/** What a person has picked so far: nothing. @returns {Picks} */
export const noPicks = () => ({
  dice: new Set(),
  plus2: 0,
  advisor: null,
  left: null,
  things: new Set(),
});

/** Whether some dice are among others. @param {readonly number[]} few @param {readonly number[]} many */
function isAmong(few, many) {
  const left = [...many];
  return few.every((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * The values of the dice that are picked.
 * @param {Picks} picks
 * @param {readonly number[]} own
 * @param {readonly number[]} white
 */
export function pickedDice(picks, own, white) {
  const dice = own.filter((_, at) => picks.dice.has(at)).sort((one, other) => other - one);
  const bonus = white.filter((_, at) => picks.dice.has(own.length + at)).sort((one, other) => other - one);
  return { dice, bonus };
}

/**
 * The ways to influence that use at least the picked dice; `exact` are those that use no others.
 * @param {Decision} decision
 * @param {Picks} picks
 * @param {readonly number[]} own
 * @param {readonly number[]} white
 */
export function influences(decision, picks, own, white) {
  const { dice, bonus } = pickedDice(picks, own, white);
  const ways = decision.options
    .filter((option) => option.type === "Influence")
    .filter(
      (way) => isAmong(dice, way.dice) && isAmong(bonus, way.bonus ?? []) && (way.plus2 ?? 0) >= picks.plus2,
    );
  const count = dice.length + bonus.length;
  const exact = ways.filter(
    (way) =>
      count > 0 &&
      way.dice.length + (way.bonus ?? []).length === count &&
      (picks.plus2 === 0 || way.plus2 === picks.plus2),
  );
  return { ways, exact };
}

/** The ways to one advisor, the cheapest first. @param {readonly Influence[]} ways @param {string} advisor */
export function waysTo(ways, advisor) {
  const price = (/** @type {Influence} */ { dice, bonus = [], plus2 = 0, via = [], envoy }) =>
    dice.length + bonus.length * 0.9 + plus2 * 1.5 + via.length + (envoy ? 3 : 0);
  return ways.filter((way) => way.advisor === advisor).sort((one, other) => price(one) - price(other));
}

/** The answers that take nothing: pass, or enough. @param {Decision} decision @returns {AnyAction[]} */
export const refusals = (decision) =>
  decision.options.filter(({ type }) => type === "Pass" || type === "Done");

/**
 * The answers that are not of a type: those that take nothing, and those of a newer server.
 * @param {Decision} decision @param {AnyAction["type"]} own
 */
export const others = (decision, own) => decision.options.filter(({ type }) => type !== own);

/** So many answers are taken in at a glance: they need no steps. */
const FEW = 4;

/**
 * The answers step by step: each group names the same first thing, such as a building or a number of soldiers, and
 * differs in the rest, such as the price.
 * @param {readonly AnyAction[]} options
 * @returns {readonly (readonly AnyAction[])[]}
 */
export function firstSteps(options) {
  const groups = [...Map.groupBy(options, firstNamed).values()];
  return groups.length === 1 || options.length <= FEW ? options.map((option) => [option]) : groups;
}

/** @param {AnyAction} option */
const firstNamed = ({ type, ...fields }) => JSON.stringify([type, Object.values(fields)[0]]);

/** Whether several things are chosen at once, or none. @param {Decision} decision */
export const isSet = (decision) =>
  decision.options.some((option) => option.type === "Choose" && option.things.length !== 1);

/**
 * The single things of a decision in which several may be chosen: as often as one answer has them.
 * @param {Decision} decision
 */
export function choosable(decision) {
  /** @type {Map<string, AnyThing[]>} */
  const found = new Map();
  for (const option of decision.options) {
    if (option.type !== "Choose") continue;
    for (const [key, things] of Map.groupBy(option.things, (thing) => JSON.stringify(thing))) {
      if (things.length > (found.get(key)?.length ?? 0)) found.set(key, things);
    }
  }
  return [...found.values()].flat();
}

/**
 * The answer that has just these things, if there is one.
 * @param {Decision} decision
 * @param {readonly AnyThing[]} things
 */
export function chosen(decision, things) {
  const key = (/** @type {readonly AnyThing[]} */ things) =>
    things
      .map((thing) => JSON.stringify(thing))
      .sort()
      .join();
  return decision.options.find((option) => option.type === "Choose" && key(option.things) === key(things));
}

/**
 * Pick something, or put it back.
 * @template T
 * @param {ReadonlySet<T>} picked
 * @param {T} one
 * @returns {Set<T>}
 */
export function toggled(picked, one) {
  const found = new Set(picked);
  if (!found.delete(one)) found.add(one);
  return found;
}
