// Made by generate.py from schemas/workshop.schema.json. Change that, not this.

import type {
  Id,
  Text,
} from "./types.js";

// Values

/** A file with cards as it is on the screen, and the packs of the library that it builds on. */
export interface CardDraft {
  readonly text: Text;
  readonly requires: readonly Id[];
}

/** A card in one language: what its author wrote, and the text generated from its effect. */
export interface CardTexts {
  readonly language: Id;
  readonly name: Text;
  readonly text: Text;
  readonly generated: Text;
}

/** Something that can be written, with its documentation in Markdown. */
export interface CompletionItem {
  readonly label: Text;
  readonly kind: "key" | "word" | "name" | "variable";
  readonly detail: Text;
  readonly doc: Text;
  readonly insert: Text;
}

/** A mistake or a warning. `page` describes its code, as an address within the documentation. */
export interface DraftDiagnostic {
  readonly at: Stretch;
  readonly code: Id;
  readonly message: Text;
  readonly severity: "error" | "warning";
  readonly page: Text | null;
  readonly mends: readonly Mend[];
}

/** An edit that mends a mistake. */
export interface Mend {
  readonly at: Stretch;
  readonly text: Text;
}

/** A place in the text. */
export interface Point {
  readonly line: number;
  readonly character: number;
}

/** A card with its texts, its picture (an SVG document) and its examples. */
export interface ShownCard {
  readonly card: Id;
  readonly words: readonly CardTexts[];
  readonly picture: Text;
  readonly examples: readonly ShownExample[];
}

/** An example on a card: what it shows, and whether the card works in it or must not. */
export interface ShownExample {
  readonly shows: Text;
  readonly works: boolean;
}

/** A part of the text; `end` is behind its last character. */
export interface Stretch {
  readonly start: Point;
  readonly end: Point;
}

/**
 * The needs of a table that plays with the cards: packs of the library, and the cards as an upload.
 */
export interface TrialTable {
  readonly modules: readonly Id[];
  readonly scenario: Id | null;
  readonly files: Readonly<Record<Text, Text>>;
}

// AnyQuestion

/** Something that the page wants to know. The key `type` says which. */
export type AnyQuestion =
  | CheckQuestion
  | CompleteQuestion
  | ExplainQuestion
  | PlayExampleQuestion
  | RunQuestion;

/** Find the mistakes in a draft, and show its cards if there are none. */
export interface CheckQuestion {
  readonly type: "check";
  readonly draft: CardDraft;
  readonly language: Id;
  readonly theme: "light" | "dark";
}

/** Ask what can be written at a place. */
export interface CompleteQuestion {
  readonly type: "complete";
  readonly draft: CardDraft;
  readonly at: Point;
}

/** Ask what a word means. */
export interface ExplainQuestion {
  readonly type: "explain";
  readonly draft: CardDraft;
  readonly at: Point;
}

/** Play an example of a card, counted from 0. */
export interface PlayExampleQuestion {
  readonly type: "play_example";
  readonly draft: CardDraft;
  readonly card: Id;
  readonly number: number;
}

/**
 * Run the Python programs of a page one after the other; only what the last one prints is wanted.
 */
export interface RunQuestion {
  readonly type: "run";
  readonly programs: readonly Text[];
}

// AnyReply

/** The answer to a question. The key `type` says which. */
export type AnyReply =
  | CheckedReply
  | OfferedReply
  | ExplainedReply
  | PlayedReply
  | PrintedReply
  | FailedReply;

/** The diagnostics of a draft. With mistakes it has no cards, and cannot be tried. */
export interface CheckedReply {
  readonly type: "checked";
  readonly findings: readonly DraftDiagnostic[];
  readonly cards: readonly ShownCard[];
  readonly trial: TrialTable | null;
}

/** The completions at a place, and the part of the text that they replace. */
export interface OfferedReply {
  readonly type: "offered";
  readonly at: Stretch;
  readonly items: readonly CompletionItem[];
}

/** The meaning of a word, in Markdown; `null` if it has none. */
export interface ExplainedReply {
  readonly type: "explained";
  readonly at: Stretch | null;
  readonly text: Text | null;
}

/** The result of an example: `passed`, or a message that explains the failure. */
export interface PlayedReply {
  readonly type: "played";
  readonly passed: boolean;
  readonly message: Text;
  readonly findings: readonly DraftDiagnostic[];
}

/** The output of a program, and the exception that ended it, if one did. */
export interface PrintedReply {
  readonly type: "printed";
  readonly output: Text;
  readonly problem: Text | null;
}

/** A question that cannot be answered; `message` is for people. */
export interface FailedReply {
  readonly type: "failed";
  readonly message: Text;
}
