// The part of the types of Preact, its signals and htm that this client uses.
export type Child = VNode | string | number | boolean | null | undefined | Child[];
export interface VNode {
  readonly type: unknown;
}
export interface FieldEvent extends Event {
  readonly target: HTMLInputElement;
}
export interface Props {
  readonly onInput?: (event: FieldEvent) => void;
  readonly onChange?: (event: FieldEvent) => void;
  readonly onSubmit?: (event: SubmitEvent) => void;
  readonly onClick?: (event: MouseEvent) => void;
  readonly [name: string]: unknown;
}
export function h(type: string, props: Props | null, ...children: Child[]): VNode;
export function h<P extends object>(
  type: (props: P) => Child,
  props: P & { key?: string | number },
  ...children: Child[]
): VNode;
/** Make elements from a template; components are made with `h`, so that their props are checked. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(child: Child, parent: Element): void;
export const Fragment: (props: object) => Child;

/** A value that components and effects follow. */
export interface Signal<T> {
  value: T;
  peek(): T;
}
export function signal<T>(value: T): Signal<T>;
export function computed<T>(compute: () => T): { readonly value: T; peek(): T };
/** Run something now, and again when a signal changes that it has read. Returns what ends this. */
export function effect(run: () => void): () => void;
/** Make several changes that are followed once. */
export function batch<T>(run: () => T): T;
export function useSignal<T>(value: T): Signal<T>;
export function useEffect(run: () => (() => void) | void, inputs?: readonly unknown[]): void;
export function useLayoutEffect(run: () => (() => void) | void, inputs?: readonly unknown[]): void;
export function useRef<T>(start: T): { current: T };
