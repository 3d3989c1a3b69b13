// Made by generate.py from schemas/table.schema.json. Change that, not this.

import type {
  AnyAction,
  AnyEvent,
  AnyViolation,
  CardId,
  Decision,
  DisplayName,
  Id,
  PlayerScore,
  Price,
  Probability,
  ReachableAdvisor,
  SeatView,
  Text,
} from "./types.js";

// Values

/**
 * A line of the chat: its writer, text and time (ISO 8601, UTC). A spectator has no seat and no
 * name.
 */
export interface ChatLine {
  readonly seat: number | null;
  readonly name: DisplayName | null;
  readonly text: Text;
  readonly time: Text;
}

/** An event in words. */
export interface LogLine {
  readonly seq: number;
  readonly text: Text;
}

/** The odds of a battle, with a sentence. */
export interface OddsText {
  readonly victory: Probability;
  readonly tie: Probability;
  readonly defeat: Probability;
  /** Default: `[]`. */
  readonly choice?: readonly AnyAction[];
  readonly text: Text;
}

/**
 * A seat of the table and who plays for it; nobody has a name in an open seat. `here` is whether a
 * browser is connected for it. `bot` names the bot that answers: always for the kind `bot`, and for
 * a person as long as they are away. `clock` is how many seconds are left for a decision.
 */
export interface Person {
  readonly seat: number;
  readonly name: DisplayName | null;
  readonly kind: "person" | "bot" | "open";
  readonly here: boolean;
  readonly bot: Id | null;
  readonly clock: number | null;
}

/**
 * The game that a table plays; it does not change. `packs` are the hashes of uploads. `clock` is
 * the number of seconds for each decision; without it, nobody is in a hurry. A `public` table is
 * listed in the lobby.
 */
export interface Plan {
  /** Default: `"second"`. */
  readonly edition?: Id;
  /** Default: `[]`. */
  readonly modules?: readonly Id[];
  /** Default: `[]`. */
  readonly variants?: readonly Id[];
  /** Default: `null`. */
  readonly scenario?: Id | null;
  /** Default: `"reconstructed"`. */
  readonly fidelity?: Id;
  /** Default: `{}`. */
  readonly switches?: Readonly<Record<Id, Id>>;
  /** Default: `[]`. */
  readonly packs?: readonly Id[];
  /** Default: `null`. */
  readonly clock?: number | null;
  /** Default: `false`. */
  readonly public?: boolean;
}

/**
 * A decision that the seat owes, as a sentence; `texts` are the sentences of its options, in order.
 * `clock` is how many seconds are left, if there is a clock.
 */
export interface Prompt {
  readonly decision: Decision;
  readonly text: Text;
  readonly texts: readonly Text[];
  readonly clock: number | null;
}

/**
 * A table in the lobby. `packs` are the titles of packs that were uploaded. `asked` are the seats
 * that owe an answer; `moved` is when somebody last answered, in seconds since 1970.
 */
export interface TableInfo {
  readonly table: Id;
  readonly title: Text;
  readonly phase: "waiting" | "playing" | "over";
  readonly year: number;
  readonly people: readonly Person[];
  readonly packs: readonly Text[];
  readonly asked: readonly number[];
  readonly moved: number | null;
  readonly plan: Plan;
}

/** Enemies that may fight in this year's battle, with a sentence. */
export interface ThreatText {
  readonly enemies: readonly CardId[];
  readonly strength: number;
  readonly probability: Probability;
  readonly text: Text;
}

// AnyNews

/** Something that a table says to a browser. The key `type` says which. */
export type AnyNews =
  | WelcomeNews
  | EventsNews
  | PeopleNews
  | ChatNews
  | AnswerNews
  | ErrorNews
  | ClosedNews;

/**
 * Everything that a browser needs to draw the table. It answers `Hello`, and comes when the game
 * starts. `seat` is `null` for a spectator. `catalog` is the hash in the address of the catalog.
 * `view` is `null` before the game starts, and if the browser can go on from the events that it
 * knows; then the news follow with the view. `log` has the last events. The `host` may start the
 * game.
 */
export interface WelcomeNews {
  readonly type: "welcome";
  readonly re: number | null;
  readonly table: Id;
  readonly title: Text;
  readonly seat: number | null;
  readonly started: boolean;
  readonly host: boolean;
  readonly language: Id;
  readonly catalog: Id;
  readonly view: SeatView | null;
  readonly ask: Prompt | null;
  readonly seq: number;
  readonly log: readonly LogLine[];
  readonly chat: readonly ChatLine[];
  readonly people: readonly Person[];
  readonly can_undo: boolean;
  readonly automation: readonly ("forced" | "gains" | "peeks")[];
}

/**
 * The news, as far as this seat may know them, up to the event `seq`; and the view after them.
 * `texts` are the sentences of the events, in order; `null` if nobody needs to read it.
 */
export interface EventsNews {
  readonly type: "events";
  readonly events: readonly AnyEvent[];
  readonly texts: readonly (Text | null)[];
  readonly view: SeatView;
  readonly seq: number;
  readonly ask: Prompt | null;
  readonly can_undo: boolean;
}

/** The people at the table have changed. `watching` is the number of spectators. */
export interface PeopleNews {
  readonly type: "people";
  readonly people: readonly Person[];
  readonly watching: number;
}

/** Somebody wrote something. */
export interface ChatNews {
  readonly type: "chat";
  readonly seat: number | null;
  readonly name: DisplayName | null;
  readonly text: Text;
  readonly time: Text;
}

/**
 * The request `re` was carried out and stored; or what was asked for, in the fields that belong to
 * it.
 */
export interface AnswerNews {
  readonly type: "answer";
  readonly re: number | null;
  /** Default: `null`. */
  readonly violation?: AnyViolation | null;
  /** Default: `null`. */
  readonly decision?: number | null;
  /** Default: `null`. */
  readonly action?: AnyAction | null;
  /** Default: `null`. */
  readonly text?: Text | null;
  /** Default: `[]`. */
  readonly why?: readonly Text[];
  /** Default: `[]`. */
  readonly threats?: readonly ThreatText[];
  /** Default: `[]`. */
  readonly odds?: readonly OddsText[];
  /** Default: `[]`. */
  readonly prices?: readonly Price[];
  /** Default: `[]`. */
  readonly reach?: readonly ReachableAdvisor[];
  /** Default: `[]`. */
  readonly scores?: readonly PlayerScore[];
}

/**
 * The request `re` was refused, and nothing has changed: a code for programs, a sentence for
 * people.
 */
export interface ErrorNews {
  readonly type: "error";
  readonly re: number | null;
  readonly code: Id;
  readonly message: Text;
  /** Default: `null`. */
  readonly violation?: AnyViolation | null;
}

/** The last message before the table closes a connection for good. */
export interface ClosedNews {
  readonly type: "closed";
  readonly code: Id;
  readonly message: Text;
}

// AnyRequest

/**
 * Something that a browser asks of a table. The answer has its `id` as `re`. The key `type` says
 * which.
 */
export type AnyRequest =
  | HelloRequest
  | PlayRequest
  | WhyNotRequest
  | UndoRequest
  | HintRequest
  | OddsRequest
  | PricesRequest
  | ReachRequest
  | ScoresRequest
  | ChatRequest
  | AutomationRequest
  | RenameRequest
  | StartRequest
  | TakeoverRequest
  | PingRequest;

/**
 * Choose the language of the reader, and name the number of the last event that the browser knows.
 * It is the first request of a connection. It can be repeated, for example to change the language.
 */
export interface HelloRequest {
  readonly type: "hello";
  /** Default: `null`. */
  readonly id?: number | null;
  /** Default: `"en"`. */
  readonly language?: Id;
  /** Default: `null`. */
  readonly after?: number | null;
}

/** Answer a decision, named by its id. */
export interface PlayRequest {
  readonly type: "play";
  /** Default: `null`. */
  readonly id?: number | null;
  readonly decision: number;
  readonly action: AnyAction;
}

/** Ask why an action is not possible now. */
export interface WhyNotRequest {
  readonly type: "why_not";
  /** Default: `null`. */
  readonly id?: number | null;
  readonly action: AnyAction;
  /** Default: `null`. */
  readonly decision?: number | null;
}

/**
 * Take the last answer back, and where one person plays against bots, the answers of bots since
 * then. `seq` is the number of the last event that the browser knows.
 */
export interface UndoRequest {
  readonly type: "undo";
  /** Default: `null`. */
  readonly id?: number | null;
  readonly seq: number;
}

/** Ask what the bot would do. */
export interface HintRequest {
  readonly type: "hint";
  /** Default: `null`. */
  readonly id?: number | null;
}

/** Ask what may attack this winter, and how the battle may end for this seat. */
export interface OddsRequest {
  readonly type: "odds";
  /** Default: `null`. */
  readonly id?: number | null;
}

/** Ask what the missing buildings cost this seat. */
export interface PricesRequest {
  readonly type: "prices";
  /** Default: `null`. */
  readonly id?: number | null;
}

/** Ask which advisors this seat can reach, with any of its dice. */
export interface ReachRequest {
  readonly type: "reach";
  /** Default: `null`. */
  readonly id?: number | null;
}

/** Ask for the points of every player by source. */
export interface ScoresRequest {
  readonly type: "scores";
  /** Default: `null`. */
  readonly id?: number | null;
}

/** Write to everybody at the table. */
export interface ChatRequest {
  readonly type: "chat";
  /** Default: `null`. */
  readonly id?: number | null;
  readonly text: Text;
}

/** Choose what is played without asking this seat; only before the game starts. */
export interface AutomationRequest {
  readonly type: "automation";
  /** Default: `null`. */
  readonly id?: number | null;
  readonly automation: readonly ("forced" | "gains" | "peeks")[];
}

/** Change the name of this seat. */
export interface RenameRequest {
  readonly type: "rename";
  /** Default: `null`. */
  readonly id?: number | null;
  readonly name: DisplayName;
}

/** Start the game. With `bots`, they take the seats that are open. */
export interface StartRequest {
  readonly type: "start";
  /** Default: `null`. */
  readonly id?: number | null;
  /** Default: `false`. */
  readonly bots?: boolean;
}

/** Have a bot play for somebody who is away, or (`person`) play for one's own seat again. */
export interface TakeoverRequest {
  readonly type: "takeover";
  /** Default: `null`. */
  readonly id?: number | null;
  readonly seat: number;
  readonly by: Id;
}

/** Ask whether the table is still there. */
export interface PingRequest {
  readonly type: "ping";
  /** Default: `null`. */
  readonly id?: number | null;
}
