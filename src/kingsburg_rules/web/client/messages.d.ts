// What client and table say to each other. The types of the messages are generated from those of the server.
import type { AnyAction, AnyEvent, Catalog, Choices, SeatView } from "./contract/types.js";
import type { Child } from "./vendor/preact.js";
import type {
  AnswerNews,
  AnyNews,
  Prompt,
  ChatLine,
  ClosedNews,
  EventsNews,
  LogLine,
  OddsText,
  Person,
  TableInfo,
  ThreatText,
  WelcomeNews,
} from "./contract/table.js";

export type { Prompt, LogLine, Person, TableInfo };
export type Welcome = WelcomeNews;
export type News = EventsNews;
export type Said = ChatLine;
export type Ended = ClosedNews;
export type FromTable = AnyNews;
export interface Hint {
  readonly action: AnyAction;
  readonly text: string;
  readonly why?: readonly string[];
}
export interface Forecast {
  readonly threats?: readonly ThreatText[];
  readonly odds?: readonly OddsText[];
}
/** What comes of questions to a table. */
export interface Answers {
  readonly hint: Hint;
  readonly odds: Forecast;
  readonly why_not: Pick<AnswerNews, "violation" | "text">;
}
export interface ToTable {
  readonly type: string;
  readonly [field: string]: unknown;
}
export interface Offer {
  readonly choices: Choices;
  readonly bots: readonly string[];
}
export interface SeatToken {
  readonly seat: number;
  readonly token: string;
}
export interface Created {
  readonly table: string;
  readonly title: string;
  readonly seats: readonly SeatToken[];
}
/** An action of a replay: what happened, in words, too, and the view after it. */
export interface Step {
  readonly events: readonly AnyEvent[];
  readonly texts: readonly (string | null)[];
  readonly view: SeatView;
}
export interface Replay {
  readonly catalog: Catalog;
  readonly title: string;
  readonly view: SeatView;
  readonly steps: readonly Step[];
}
/** Where a table is: a server, or a worker of this page. */
export interface Connection {
  request(method: string, path: string, body?: unknown): Promise<unknown>;
  open(table: string, token: string | null): Channel;
}
/** An open connection to a table. It comes back by itself after it was lost. */
export interface Channel {
  /** False if the connection is lost, so that nothing was sent. */
  send(message: ToTable): boolean;
  onopen: () => void;
  onmessage: (message: FromTable) => void;
  onlost: () => void;
  close(): void;
}
/** What the browser shows. */
export interface Page {
  render(): Child;
  leave(): void;
}
/** Makes a page; `rest` is what the address has after its name. */
export type Open = (connection: Connection, rest: readonly string[]) => Page;
