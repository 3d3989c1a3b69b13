// The part of CodeMirror's types that the workshop uses.
export interface Line { readonly number: number; readonly from: number; readonly to: number; readonly text: string }
export interface Doc {
  readonly length: number;
  readonly lines: number;
  line(number: number): Line;
  lineAt(position: number): Line;
  toString(): string;
}
export type Extension = { readonly extension: Extension } | readonly Extension[];
export interface KeyBinding { readonly key?: string; readonly run?: (view: EditorView) => boolean }
export interface Transaction { readonly docChanged: boolean }
export class EditorState {
  readonly doc: Doc;
  static create(config: { doc: string; extensions: Extension }): EditorState;
  static tabSize: { of(size: number): Extension };
}
export interface Update { readonly docChanged: boolean; readonly state: EditorState }
export interface Change { readonly from: number; readonly to?: number; readonly insert?: string }
export class EditorView {
  constructor(config: { state: EditorState });
  readonly state: EditorState;
  readonly dom: HTMLElement;
  dispatch(spec: object): void;
  focus(): void;
  requestMeasure(): void;
  static updateListener: { of(listener: (update: Update) => void): Extension };
  static contentAttributes: { of(attributes: Readonly<Record<string, string>>): Extension };
  static lineWrapping: Extension;
  static theme(spec: Readonly<Record<string, object>>): Extension;
  static scrollIntoView(position: number, options: { y: "center" }): object;
}
export interface CompletionContext { readonly state: EditorState; readonly pos: number; readonly explicit: boolean }
export interface Completion {
  readonly label: string;
  readonly type?: string;
  readonly detail?: string;
  readonly info?: () => HTMLElement;
  readonly apply?: string;
  readonly boost?: number;
}
export interface CompletionResult {
  readonly from: number;
  readonly to?: number;
  readonly options: readonly Completion[];
  readonly validFor?: RegExp;
}
export interface Diagnostic {
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly renderMessage?: () => Node;
  readonly actions?: readonly { readonly name: string; readonly apply: (view: EditorView, from: number, to: number) => void }[];
}
export interface Tooltip { readonly pos: number; readonly end: number; readonly create: () => { readonly dom: HTMLElement } }
export interface Tag { readonly tag: unique symbol }
export const tags: Readonly<Record<string, Tag>>;
export class HighlightStyle {
  static define(specs: readonly { readonly tag: Tag | undefined | readonly (Tag | undefined)[]; readonly class: string }[]): HighlightStyle;
}
export const defaultKeymap: readonly KeyBinding[];
export const historyKeymap: readonly KeyBinding[];
export const completionKeymap: readonly KeyBinding[];
export const lintKeymap: readonly KeyBinding[];
export const indentWithTab: KeyBinding;
export const keymap: { of(bindings: readonly KeyBinding[]): Extension };
export const indentUnit: { of(unit: string): Extension };
export function autocompletion(config: {
  readonly override: readonly ((context: CompletionContext) => Promise<CompletionResult | null>)[];
  readonly icons: boolean;
}): Extension;
export function bracketMatching(): Extension;
export function closeBrackets(): Extension;
export function drawSelection(): Extension;
export function highlightActiveLine(): Extension;
export function highlightActiveLineGutter(): Extension;
export function history(): Extension;
export function hoverTooltip(source: (view: EditorView, position: number) => Promise<Tooltip | null>): Extension;
export function lineNumbers(): Extension;
export function lintGutter(): Extension;
export function setDiagnostics(state: EditorState, diagnostics: readonly Diagnostic[]): object;
export function syntaxHighlighting(style: HighlightStyle): Extension;
export function yaml(): Extension;
