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
