type OptionalKey<T> = {
    [K in keyof T]-?: object extends Pick<T, K> ? K : never;
}[keyof T];
export type DefaultsOf<T> = Required<Pick<T, OptionalKey<T>>>;
export type Whole<T> = {
    -readonly [K in keyof T]-?: T[K];
};
export declare function whole<T extends object>(value: T, defaults: DefaultsOf<T>): Whole<T>;
export {};
