// What the parts of a table are drawn from, and what a click on them does.
import type {
  AnyAction,
  AnyEvent,
  Catalog,
  CatalogCard,
  CatalogPlace,
  Choices,
  SeatView,
} from "./contract/types.js";
import type { Connection, Forecast, Prompt, Person } from "./messages.js";
import type { Names } from "./names.js";

export type * from "./contract/types.js";
export type * from "./messages.js";
export type { Names };

export interface Scene {
  readonly view: SeatView;
  readonly names: Names;
  readonly people: readonly Person[];
  /** The seat whose province is shown. */
  readonly shown: number;
  /** Advisors that can be chosen. */
  readonly lit: ReadonlyMap<string, "can" | "exact" | "chosen">;
  /** Cards that can be chosen. */
  readonly litCards: ReadonlySet<string>;
  /** What has just happened, for highlights. */
  readonly fresh: readonly AnyEvent[];
  /** The winter that is fought, if one is. */
  readonly winter?: Winter | null;
  /** How the years ended. */
  readonly years?: readonly YearEnd[];
  /** Strips that are picked: the province shows what they would cover. */
  readonly preview?: readonly string[];
  /** Whether an advisor answers what is asked now. */
  readonly isAsked: boolean;
  readonly onAdvisor: (place: CatalogPlace) => void;
  readonly onCard: (card: CatalogCard) => void;
  readonly onPlayer: (seat: number) => void;
  readonly onTakeover?: (person: Person) => void;
  /** Seconds since the clocks were heard of. */
  readonly passed?: number;
  /** Watch the finished game again. */
  readonly onReplay?: () => void;
  /** Play again with the same settings and players. */
  readonly onRematch?: () => void;
  /** Change something before playing again. */
  readonly onSameSettings?: () => void;
  /** Save the record of the finished game. */
  readonly onSave?: () => void;
}

/** How strong a player was in a battle, and what of it were soldiers and help that came in winter. */
export interface Fighter {
  readonly soldiers: number;
  readonly help: number;
  readonly strength: number;
  readonly enemy: number;
  readonly outcome: "victory" | "tie" | "defeat" | null;
}

/** What came of a battle for a player. */
export interface Spoils {
  readonly bag: Readonly<Record<string, number>>;
  readonly destroyed: readonly string[];
}

/** What changed in the province of another, and in words. */
export interface Told {
  readonly event: AnyEvent;
  readonly seat: number;
  readonly text: string;
}

/** Where everybody was at the end of a year. */
export interface YearEnd {
  readonly year: number;
  readonly vp: readonly number[];
  readonly buildings: readonly (readonly string[])[];
}

/** How a year was for a player. */
export interface YearLine {
  readonly vp: number;
  readonly points: number;
  readonly built: readonly string[];
}

/** A winter that is fought. */
export interface Winter {
  readonly year: number;
  readonly enemies: readonly string[];
  /** The dice of the King. */
  readonly rolled: readonly number[];
  /** By seat. */
  readonly fighters: ReadonlyMap<number, Fighter>;
  readonly spoils: ReadonlyMap<number, Spoils>;
  /** Whether the enemy has left, so that gains are no spoils. */
  readonly isGone: boolean;
  /** By seat, once winter is over. */
  readonly lines: readonly YearLine[] | null;
}

export interface Asking {
  readonly ask: Prompt;
  readonly view: SeatView;
  readonly names: Names;
  readonly picks: Picks;
  /** The chances of this winter. */
  readonly odds: Forecast | null;
  /** An answer is on its way. */
  readonly isSent: boolean;
  readonly play: (action: AnyAction) => void;
  readonly pick: (changes: Partial<Picks>) => void;
}

export interface Button {
  readonly onClick?: () => void;
  readonly class?: string;
  readonly label?: string | undefined;
  readonly pressed?: boolean | undefined;
  readonly off?: boolean;
  readonly key?: string | number;
  readonly type?: "submit";
  readonly "data-about"?: string | undefined;
  readonly "aria-expanded"?: "true" | "false";
  readonly ref?: (element: HTMLElement | null) => void;
}

export interface Tick {
  readonly type?: "radio";
  readonly name?: string;
  readonly checked: boolean;
  readonly off?: boolean;
  readonly title: string;
  readonly text?: string;
  readonly key?: string;
  readonly onChange: () => void;
}

/** What a person has picked so far. */
export interface Picks {
  /** Indices of dice: those of the player's color, then white ones. */
  readonly dice: ReadonlySet<number>;
  readonly plus2: number;
  readonly advisor: string | null;
  /** The answers that are left after a first step. */
  readonly left: readonly AnyAction[] | null;
  /** Indices of the things that can be chosen. */
  readonly things: ReadonlySet<number>;
}

export interface Settings {
  readonly language: "en" | "nl" | "fr";
  readonly theme: "auto" | "light" | "dark";
  readonly speed: "off" | "fast" | "calm";
  /** Whether a winter that was fought stays until it is closed. */
  readonly winter: "wait" | "on";
  /** Whether it can be heard that it is one's turn. */
  readonly sound: boolean;
  /** Whether the system says that it is one's turn. */
  readonly notify: boolean;
  /** Whether answers are confirmed. */
  readonly confirm: boolean;
  /** When the screen of a hot seat is hidden while it changes hands. */
  readonly curtain: "secrets" | "always";
  readonly name: string;
}

/** The tables that this browser has been at, with its tokens by seat. */
export type Known = Record<
  string,
  { readonly title: string; readonly time: number; readonly seats: Record<number, string> }
>;

/** A phrase of the client itself. */
export type Phrase = keyof typeof import("./words/en.js").words;

/** Who is to play in a seat of a new table. */
export interface SeatPlan {
  readonly kind: "me" | "open" | "bot";
  readonly name: string;
  readonly bot: string;
}

/** A new table, as far as it is chosen. */
export interface Plan {
  readonly edition: string;
  readonly modules: ReadonlySet<string>;
  readonly variants: ReadonlySet<string>;
  readonly scenario: string | null;
  readonly switches: Readonly<Record<string, string>>;
  readonly packs: readonly Upload[];
  readonly isPublic: boolean;
  readonly minutes: number;
  readonly seats: readonly SeatPlan[];
}

/** What a server is asked for: a table. */
export interface Wanted extends Omit<
  Plan,
  "edition" | "modules" | "variants" | "isPublic" | "minutes" | "seats"
> {
  /** Without it, the usual one. */
  readonly edition?: string;
  readonly modules: readonly string[];
  readonly variants: readonly string[];
  readonly public: boolean;
  readonly minutes: number | null;
  readonly fidelity?: string;
  readonly seats: readonly (Omit<SeatPlan, "bot"> & { readonly bot?: string })[];
  readonly language: string;
}

/** A pack that is given to a new table. */
export interface Upload {
  readonly name: string;
  readonly text?: string;
  readonly zip?: string;
}

/** What the help is about. */
export interface About {
  readonly connection: Connection;
  /** The catalog of the table, if there is one. */
  readonly catalog?: Catalog | undefined;
  /** The phase that is played. */
  readonly phase?: string;
  /** Teaches at the table, where somebody can be taught. */
  readonly teach?: (() => void) | undefined;
  /** Without a catalog: the edition that is chosen, and its modules, variants and scenario. */
  readonly edition?: string;
  readonly packs?: readonly string[];
}
