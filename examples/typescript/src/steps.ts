// An answer step by step: the options of a decision as a tree, for menus.

import { DEFAULTS } from "./types.js";
import type { AnyAction } from "./types.js";

/**
 * A step to an answer: the options that are left, and which of their fields are named by now. `then` are the steps that
 * may follow; there are none if a single option is left, which is the answer.
 */
export interface Step {
  readonly named: readonly string[];
  readonly options: readonly AnyAction[];
  readonly then: readonly Step[];
}

/**
 * List the first steps to the answers of a decision, in the order of its options: the advisor, then the dice, then what
 * helps. Steps in which the options that are left agree are not taken.
 */
export function firstSteps(options: readonly AnyAction[], depth = 1): readonly Step[] {
  const groups = new Map<string, AnyAction[]>();
  for (const option of options) {
    const fields: Readonly<Record<string, unknown>> = { ...option };
    const key = JSON.stringify([option.type, ...named(option, depth).map((name) => fields[name] ?? null)]);
    groups.set(key, [...(groups.get(key) ?? []), option]);
  }
  if (groups.size === 1 && options.length > 1) return firstSteps(options, depth + 1);
  return [...groups.values()].map((left) => ({
    named: named(left[0]!, left.length === 1 ? Infinity : depth),
    options: left,
    then: left.length === 1 ? [] : firstSteps(left, depth + 1),
  }));
}

/** The fields that are named after so many steps: one that an action must have in each, then all others. */
function named(option: AnyAction, depth: number): readonly string[] {
  const defaults: Readonly<Record<string, object>> = DEFAULTS;
  const others = Object.keys(defaults[option.type] ?? {});
  const needed = Object.keys(option).filter((name) => name !== "type" && !others.includes(name));
  return depth > needed.length ? [...needed, ...others] : needed.slice(0, depth);
}
