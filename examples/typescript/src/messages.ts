// Made by generate.py from schemas/engine.schema.json. Change that, not this.

import type {
  AnyAction,
  AnyEvent,
  AnyViolation,
  CardText,
  Catalog,
  Choices,
  Decision,
  DisplayName,
  Id,
  Seat,
  SeatView,
  Text,
} from "./types.js";

// Values

/** A mistake in a pack, at its place. */
export interface SentDiagnostic {
  readonly file: Text;
  readonly line: number;
  readonly column: number;
  readonly code: Id;
  readonly message: Text;
  readonly severity: "error" | "warning";
}

/**
 * A pack: the `name` of one that is installed, its `files` as texts by name, or a `zip` in base64.
 */
export interface SentPack {
  /** Default: `null`. */
  readonly name?: Id | null;
  /** Default: `null`. */
  readonly files?: Readonly<Record<Id, Text>> | null;
  /** Default: `null`. */
  readonly zip?: Text | null;
}

// AnyEngineAnswer

/** The answer of the engine to the request with this `id`. The key `type` says which. */
export type AnyEngineAnswer =
  | VersionsAnswer
  | ChoicesAnswer
  | GameAnswer
  | EventsAnswer
  | ViewAnswer
  | SaveAnswer
  | CatalogAnswer
  | CardAnswer
  | SentenceAnswer
  | WhyNotAnswer
  | HintAnswer
  | EndAnswer
  | ErrorAnswer;

/** Versions: of the `library`, of this `protocol`, and of all other JSON (`wire`); and the bots. */
export interface VersionsAnswer {
  readonly type: "VersionsAnswer";
  readonly id: number | null;
  readonly library: Id;
  readonly protocol: number;
  readonly wire: number;
  readonly compiled: boolean;
  readonly bots: readonly Id[];
  readonly languages: readonly Id[];
}

/** Everything that a lobby can offer. */
export interface ChoicesAnswer {
  readonly type: "ChoicesAnswer";
  readonly id: number | null;
  readonly choices: Choices;
}

/**
 * A game as it is now. `seq` is the number of its last event; when it is `over`, nobody is asked.
 */
export interface GameAnswer {
  readonly type: "GameAnswer";
  readonly id: number | null;
  readonly game: number;
  readonly players: readonly DisplayName[];
  readonly seq: number;
  readonly over: boolean;
  readonly decisions: readonly Decision[];
}

/**
 * The events, the view after them, and the decisions that are owed now. After an action or an undo
 * these are all events, with the secrets of all players, and the view of a spectator: the program
 * that runs the engine passes on to every player what is theirs. `EventsRequest` asks for the
 * events and the view of one player.
 */
export interface EventsAnswer {
  readonly type: "EventsAnswer";
  readonly id: number | null;
  readonly game: number;
  readonly seq: number;
  readonly over: boolean;
  readonly events: readonly AnyEvent[];
  readonly view: SeatView;
  readonly decisions: readonly Decision[];
}

/** The view of a player or a spectator. */
export interface ViewAnswer {
  readonly type: "ViewAnswer";
  readonly id: number | null;
  readonly game: number;
  readonly view: SeatView;
}

/** A game as a text. */
export interface SaveAnswer {
  readonly type: "SaveAnswer";
  readonly id: number | null;
  readonly game: number;
  readonly save: Text;
}

/** Names, texts and figures of the rules of a game. */
export interface CatalogAnswer {
  readonly type: "CatalogAnswer";
  readonly id: number | null;
  readonly game: number;
  readonly catalog: Catalog;
}

/** The text of a card. */
export interface CardAnswer {
  readonly type: "CardAnswer";
  readonly id: number | null;
  readonly card: CardText;
}

/** A sentence for people. */
export interface SentenceAnswer {
  readonly type: "SentenceAnswer";
  readonly id: number | null;
  readonly sentence: Text;
}

/** The reason why an action is not possible; null if it is. */
export interface WhyNotAnswer {
  readonly type: "WhyNotAnswer";
  readonly id: number | null;
  readonly violation: AnyViolation | null;
}

/** The answer of a bot: the action, its notation, a sentence, and why the bot would. */
export interface HintAnswer {
  readonly type: "HintAnswer";
  readonly id: number | null;
  readonly decision: number;
  readonly action: AnyAction;
  readonly notation: Text;
  readonly sentence: Text;
  /** Default: `[]`. */
  readonly why?: readonly Text[];
}

/** The game is forgotten. */
export interface EndAnswer {
  readonly type: "EndAnswer";
  readonly id: number | null;
  readonly game: number;
}

/**
 * The request could not be carried out, and nothing has changed. `error` is the class of the error,
 * and `code` its stable name. For an action that is not possible, the `violation` says why; for a
 * pack that cannot be used, `diagnostics` are its mistakes. Without an `id`, the line could not be
 * read as a request.
 */
export interface ErrorAnswer {
  readonly type: "ErrorAnswer";
  readonly id: number | null;
  readonly error: "RequestError" | "SetupError" | "ContentError" | "SaveError" | "IllegalAction" | "Runaway" | "InternalError";
  readonly code: Id;
  readonly message: Text;
  /** Default: `null`. */
  readonly violation?: AnyViolation | null;
  /** Default: `[]`. */
  readonly diagnostics?: readonly SentDiagnostic[];
}

// AnyEngineRequest

/** A request of a program; `id` is any whole number. The key `type` says which. */
export type AnyEngineRequest =
  | VersionsRequest
  | ChoicesRequest
  | NewGameRequest
  | LoadRequest
  | GameRequest
  | PlayRequest
  | WhyNotRequest
  | UndoRequest
  | ViewRequest
  | EventsRequest
  | SaveRequest
  | CatalogRequest
  | CardRequest
  | DescribeRequest
  | HintRequest
  | EndRequest;

/** Asks for versions, and for what can be named. */
export interface VersionsRequest {
  readonly type: "VersionsRequest";
  readonly id: number;
}

/** Asks for everything that a lobby can offer. */
export interface ChoicesRequest {
  readonly type: "ChoicesRequest";
  readonly id: number;
  /** Default: `"en"`. */
  readonly language?: Id;
}

/**
 * Starts a game; the options are those of `load_rules` and `Game`. Without `automation`, everything
 * is done without asking that can be.
 */
export interface NewGameRequest {
  readonly type: "NewGameRequest";
  readonly id: number;
  readonly players: readonly DisplayName[];
  /** Default: `null`. */
  readonly seed?: number | null;
  /** Default: `"second"`. */
  readonly edition?: Id;
  /** Default: `[]`. */
  readonly modules?: readonly Id[];
  /** Default: `null`. */
  readonly scenario?: Id | null;
  /** Default: `[]`. */
  readonly variants?: readonly Id[];
  /** Default: `[]`. */
  readonly packs?: readonly SentPack[];
  /** Default: `{}`. */
  readonly switches?: Readonly<Record<Id, Id>>;
  /** Default: `"reconstructed"`. */
  readonly fidelity?: "printed" | "inferred" | "reconstructed";
  /** Default: `"random"`. */
  readonly chance?: "random" | "decision";
  /** Default: `null`. */
  readonly automation?: readonly ("forced" | "gains" | "peeks")[] | null;
  /** Default: `[]`. */
  readonly script?: readonly Text[];
}

/** Continues a saved game; `packs` are those of its packs that are not installed. */
export interface LoadRequest {
  readonly type: "LoadRequest";
  readonly id: number;
  readonly save: Text;
  /** Default: `[]`. */
  readonly packs?: readonly SentPack[];
}

/** Asks for a game as it is now: its players, and the decisions that are owed. */
export interface GameRequest {
  readonly type: "GameRequest";
  readonly id: number;
  readonly game: number;
}

/**
 * Answers a decision, in one of three ways: an `option` by its number, an `action`, or its
 * `notation`. `decision` is the id of the decision, `player` who answers; without them, it is the
 * first one owed.
 */
export interface PlayRequest {
  readonly type: "PlayRequest";
  readonly id: number;
  readonly game: number;
  /** Default: `null`. */
  readonly option?: number | null;
  /** Default: `null`. */
  readonly action?: AnyAction | null;
  /** Default: `null`. */
  readonly notation?: Text | null;
  /** Default: `null`. */
  readonly decision?: number | null;
  /** Default: `null`. */
  readonly player?: Seat | null;
}

/** Asks why an action is not possible now. */
export interface WhyNotRequest {
  readonly type: "WhyNotRequest";
  readonly id: number;
  readonly game: number;
  /** Default: `null`. */
  readonly action?: AnyAction | null;
  /** Default: `null`. */
  readonly notation?: Text | null;
  /** Default: `null`. */
  readonly decision?: number | null;
  /** Default: `null`. */
  readonly player?: Seat | null;
  /** Default: `"en"`. */
  readonly language?: Id;
}

/** Undoes the last action; a `fair` undo is refused if something was rolled or revealed. */
export interface UndoRequest {
  readonly type: "UndoRequest";
  readonly id: number;
  readonly game: number;
  /** Default: `false`. */
  readonly fair?: boolean;
}

/** Asks for what a player may know, or a spectator. */
export interface ViewRequest {
  readonly type: "ViewRequest";
  readonly id: number;
  readonly game: number;
  /** Default: `null`. */
  readonly player?: Seat | null;
}

/**
 * Asks for the events after a number, as far as a player, or a spectator, may know them, and the
 * view.
 */
export interface EventsRequest {
  readonly type: "EventsRequest";
  readonly id: number;
  readonly game: number;
  readonly after: number;
  /** Default: `null`. */
  readonly player?: Seat | null;
}

/** Asks for the game as a text that `LoadRequest` takes. */
export interface SaveRequest {
  readonly type: "SaveRequest";
  readonly id: number;
  readonly game: number;
}

/** Asks for names, texts and figures of the rules of a game. */
export interface CatalogRequest {
  readonly type: "CatalogRequest";
  readonly id: number;
  readonly game: number;
  /** Default: `"en"`. */
  readonly language?: Id;
}

/** Asks what a card does. */
export interface CardRequest {
  readonly type: "CardRequest";
  readonly id: number;
  readonly game: number;
  readonly card: Id;
  /** Default: `"en"`. */
  readonly language?: Id;
}

/**
 * Asks for a sentence about an action, an event, or (by its id) a decision that is owed. `reader`
 * is the player who reads it: "You gain 1 gold."
 */
export interface DescribeRequest {
  readonly type: "DescribeRequest";
  readonly id: number;
  readonly game: number;
  /** Default: `null`. */
  readonly action?: AnyAction | null;
  /** Default: `null`. */
  readonly event?: AnyEvent | null;
  /** Default: `null`. */
  readonly decision?: number | null;
  /** Default: `null`. */
  readonly reader?: Seat | null;
  /** Default: `"en"`. */
  readonly language?: Id;
}

/** Asks what a bot would answer to a decision; it sees what the player sees. */
export interface HintRequest {
  readonly type: "HintRequest";
  readonly id: number;
  readonly game: number;
  /** Default: `null`. */
  readonly decision?: number | null;
  /** Default: `"greedy"`. */
  readonly bot?: Id;
  /** Default: `"en"`. */
  readonly language?: Id;
}

/** Forgets a game. */
export interface EndRequest {
  readonly type: "EndRequest";
  readonly id: number;
  readonly game: number;
}
