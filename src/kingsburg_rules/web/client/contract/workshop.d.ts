import type { Id, Text } from "./types.js";
export interface CardDraft {
    readonly text: Text;
    readonly requires: readonly Id[];
}
export interface CardTexts {
    readonly language: Id;
    readonly name: Text;
    readonly text: Text;
    readonly generated: Text;
}
export interface CompletionItem {
    readonly label: Text;
    readonly kind: "key" | "word" | "name" | "variable";
    readonly detail: Text;
    readonly doc: Text;
    readonly insert: Text;
}
export interface DraftDiagnostic {
    readonly at: Stretch;
    readonly code: Id;
    readonly message: Text;
    readonly severity: "error" | "warning";
    readonly page: Text | null;
    readonly mends: readonly Mend[];
}
export interface Mend {
    readonly at: Stretch;
    readonly text: Text;
}
export interface Point {
    readonly line: number;
    readonly character: number;
}
export interface ShownCard {
    readonly card: Id;
    readonly words: readonly CardTexts[];
    readonly picture: Text;
    readonly examples: readonly ShownExample[];
}
export interface ShownExample {
    readonly shows: Text;
    readonly works: boolean;
}
export interface Stretch {
    readonly start: Point;
    readonly end: Point;
}
export interface TrialTable {
    readonly modules: readonly Id[];
    readonly scenario: Id | null;
    readonly files: Readonly<Record<Text, Text>>;
}
export type AnyQuestion = CheckQuestion | CompleteQuestion | ExplainQuestion | PlayExampleQuestion | RunQuestion;
export interface CheckQuestion {
    readonly type: "check";
    readonly draft: CardDraft;
    readonly language: Id;
    readonly theme: "light" | "dark";
}
export interface CompleteQuestion {
    readonly type: "complete";
    readonly draft: CardDraft;
    readonly at: Point;
}
export interface ExplainQuestion {
    readonly type: "explain";
    readonly draft: CardDraft;
    readonly at: Point;
}
export interface PlayExampleQuestion {
    readonly type: "play_example";
    readonly draft: CardDraft;
    readonly card: Id;
    readonly number: number;
}
export interface RunQuestion {
    readonly type: "run";
    readonly programs: readonly Text[];
}
export type AnyReply = CheckedReply | OfferedReply | ExplainedReply | PlayedReply | PrintedReply | FailedReply;
export interface CheckedReply {
    readonly type: "checked";
    readonly findings: readonly DraftDiagnostic[];
    readonly cards: readonly ShownCard[];
    readonly trial: TrialTable | null;
}
export interface OfferedReply {
    readonly type: "offered";
    readonly at: Stretch;
    readonly items: readonly CompletionItem[];
}
export interface ExplainedReply {
    readonly type: "explained";
    readonly at: Stretch | null;
    readonly text: Text | null;
}
export interface PlayedReply {
    readonly type: "played";
    readonly passed: boolean;
    readonly message: Text;
    readonly findings: readonly DraftDiagnostic[];
}
export interface PrintedReply {
    readonly type: "printed";
    readonly output: Text;
    readonly problem: Text | null;
}
export interface FailedReply {
    readonly type: "failed";
    readonly message: Text;
}
