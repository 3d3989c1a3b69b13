// The part of Preact's types that this client uses.
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
export function render(child: Child, parent: Element): void;
export const Fragment: (props: object) => Child;
