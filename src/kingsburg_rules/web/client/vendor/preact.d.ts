// The part of Preact's types that this client uses.
export type Child = VNode | string | number | boolean | null | undefined | Child[];
export interface VNode {
  readonly type: unknown;
}
export type Props = Readonly<Record<string, unknown>>;
export function h(type: string, props: Props | null, ...children: Child[]): VNode;
export function h<P extends object>(
  type: (props: P) => Child,
  props: P & { key?: string | number },
  ...children: Child[]
): VNode;
export function render(child: Child, parent: Element): void;
export const Fragment: (props: object) => Child;
