// What client and table say to each other.
import type {
  AnyAction, AnyEvent, AnyViolation, Catalog, Choices, Decision, Odds, SeatView, Threat,
} from "./contract/types.js";

export interface Person {
  readonly seat: number;
  readonly name: string;
  readonly kind: "person" | "bot" | "open";
  readonly here?: boolean;
  readonly bot?: string | null;
  readonly clock?: number | null;
}
export interface Line { readonly seq: number; readonly text: string }
export interface Said { readonly seat: number | null; readonly name: string; readonly text: string; readonly time: string }
export interface Ask { readonly decision: Decision; readonly text: string; readonly texts: readonly string[] }
export interface Welcome {
  readonly type: "welcome";
  readonly table: string;
  readonly title: string;
  readonly seat: number | null;
  readonly started: boolean;
  readonly host: boolean;
  readonly catalog: string;
  readonly view: SeatView | null;
  readonly ask: Ask | null;
  readonly seq: number;
  readonly log: readonly Line[];
  readonly chat: readonly Said[];
  readonly people: readonly Person[];
  readonly can_undo: boolean;
  readonly automation: readonly string[];
}
export interface News {
  readonly type: "events";
  readonly events: readonly AnyEvent[];
  readonly texts: readonly (string | null)[];
  readonly seq: number;
  readonly ask: Ask | null;
  readonly can_undo: boolean;
}
export interface Hint { readonly action: AnyAction; readonly text: string; readonly why?: readonly string[] }
export interface Forecast {
  readonly threats?: readonly (Threat & { readonly text: string })[];
  readonly odds?: readonly (Odds & { readonly text: string })[];
}
export interface Reason { readonly violation?: AnyViolation | null }
export type FromTable =
  | Welcome
  | News
  | ({ readonly type: "chat" } & Said)
  | { readonly type: "people"; readonly people: readonly Person[]; readonly watching?: number }
  | { readonly type: "answer"; readonly re: number }
  | { readonly type: "error"; readonly re: number | null; readonly code: string; readonly message: string }
  | { readonly type: "closed"; readonly code: string; readonly message: string };
export interface ToTable {
  readonly type: string;
  readonly [field: string]: unknown;
}
export interface TableInfo {
  readonly table: string;
  readonly title: string;
  readonly phase: "waiting" | "playing" | "over";
  readonly year: number;
  readonly people: readonly Person[];
}
export interface Offer {
  readonly choices: Choices;
  readonly bots: readonly string[];
}
export interface SeatToken { readonly seat: number; readonly token: string }
export interface Created { readonly table: string; readonly title: string; readonly seats: readonly SeatToken[] }
export interface Replay {
  readonly catalog: Catalog;
  readonly title: string;
  readonly view: SeatView;
  readonly steps: readonly { readonly events: readonly AnyEvent[]; readonly texts: readonly (string | null)[] }[];
}
/** Where a table is: a server, or a worker of this page. */
export interface Connection {
  request(method: string, path: string, body?: unknown): Promise<unknown>;
  open(table: string, token: string | null): Channel;
}
/** An open connection to a table. It comes back by itself after it was lost. */
export interface Channel {
  send(message: ToTable): void;
  onopen: () => void;
  onmessage: (message: FromTable) => void;
  onlost: () => void;
  close(): void;
}
