// Fields that have their default are not in the JSON.

type OptionalKey<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];

/** The fields of a type that may be missing, each with its default. */
export type DefaultsOf<T> = Required<Pick<T, OptionalKey<T>>>;

/** A value with all its fields. It is a copy, so its fields may be changed; what is in them may not. */
export type Whole<T> = { -readonly [K in keyof T]-?: T[K] };

/** Add the fields that are missing: `whole(player, DEFAULTS.PlayerState).soldiers` is a number. */
export function whole<T extends object>(value: T, defaults: DefaultsOf<T>): Whole<T> {
  return { ...defaults, ...value } as Whole<T>;
}

/** Leave out the fields that have their default, as the server does. */
export function brief<T extends object>(value: Whole<T>, defaults: DefaultsOf<T>): T {
  const usual = new Map<string, unknown>(Object.entries(defaults));
  const told = Object.entries(value).filter(
    ([name, part]) => !usual.has(name) || !isSame(part, usual.get(name)),
  );
  return Object.fromEntries(told) as T;
}

/** Compare with a default. Lists and maps that are defaults are empty. */
function isSame(part: unknown, usual: unknown): boolean {
  return part === usual || (isEmpty(part) && isEmpty(usual));
}

function isEmpty(part: unknown): boolean {
  return typeof part === "object" && part !== null && Object.keys(part).length === 0;
}
