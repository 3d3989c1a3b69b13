import type { AnyAction, AnyEvent, AnyViolation, CardId, Decision, DisplayName, Id, PlayerScore, Price, Probability, ReachableAdvisor, SeatView, Text } from "./types.js";
export interface ChatLine {
    readonly seat: number | null;
    readonly name: DisplayName | null;
    readonly text: Text;
    readonly time: Text;
}
export interface LogLine {
    readonly seq: number;
    readonly text: Text;
}
export interface OddsText {
    readonly victory: Probability;
    readonly tie: Probability;
    readonly defeat: Probability;
    readonly choice?: readonly AnyAction[];
    readonly text: Text;
}
export interface Person {
    readonly seat: number;
    readonly name: DisplayName | null;
    readonly kind: "person" | "bot" | "open";
    readonly here: boolean;
    readonly bot: Id | null;
    readonly clock: number | null;
}
export interface Plan {
    readonly edition?: Id;
    readonly modules?: readonly Id[];
    readonly variants?: readonly Id[];
    readonly scenario?: Id | null;
    readonly fidelity?: Id;
    readonly switches?: Readonly<Record<Id, Id>>;
    readonly packs?: readonly Id[];
    readonly clock?: number | null;
    readonly public?: boolean;
}
export interface Prompt {
    readonly decision: Decision;
    readonly text: Text;
    readonly texts: readonly Text[];
    readonly clock: number | null;
}
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
export interface ThreatText {
    readonly enemies: readonly CardId[];
    readonly strength: number;
    readonly probability: Probability;
    readonly text: Text;
}
export type AnyNews = WelcomeNews | EventsNews | PeopleNews | ChatNews | AnswerNews | ErrorNews | ClosedNews;
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
export interface EventsNews {
    readonly type: "events";
    readonly events: readonly AnyEvent[];
    readonly texts: readonly (Text | null)[];
    readonly view: SeatView;
    readonly seq: number;
    readonly ask: Prompt | null;
    readonly can_undo: boolean;
}
export interface PeopleNews {
    readonly type: "people";
    readonly people: readonly Person[];
    readonly watching: number;
}
export interface ChatNews {
    readonly type: "chat";
    readonly seat: number | null;
    readonly name: DisplayName | null;
    readonly text: Text;
    readonly time: Text;
}
export interface AnswerNews {
    readonly type: "answer";
    readonly re: number | null;
    readonly violation?: AnyViolation | null;
    readonly decision?: number | null;
    readonly action?: AnyAction | null;
    readonly text?: Text | null;
    readonly why?: readonly Text[];
    readonly threats?: readonly ThreatText[];
    readonly odds?: readonly OddsText[];
    readonly prices?: readonly Price[];
    readonly reach?: readonly ReachableAdvisor[];
    readonly scores?: readonly PlayerScore[];
}
export interface ErrorNews {
    readonly type: "error";
    readonly re: number | null;
    readonly code: Id;
    readonly message: Text;
    readonly violation?: AnyViolation | null;
}
export interface ClosedNews {
    readonly type: "closed";
    readonly code: Id;
    readonly message: Text;
}
export type AnyRequest = HelloRequest | PlayRequest | WhyNotRequest | UndoRequest | HintRequest | OddsRequest | PricesRequest | ReachRequest | ScoresRequest | ChatRequest | AutomationRequest | RenameRequest | StartRequest | TakeoverRequest | PingRequest;
export interface HelloRequest {
    readonly type: "hello";
    readonly id?: number | null;
    readonly language?: Id;
    readonly after?: number | null;
}
export interface PlayRequest {
    readonly type: "play";
    readonly id?: number | null;
    readonly decision: number;
    readonly action: AnyAction;
}
export interface WhyNotRequest {
    readonly type: "why_not";
    readonly id?: number | null;
    readonly action: AnyAction;
    readonly decision?: number | null;
}
export interface UndoRequest {
    readonly type: "undo";
    readonly id?: number | null;
    readonly seq: number;
}
export interface HintRequest {
    readonly type: "hint";
    readonly id?: number | null;
}
export interface OddsRequest {
    readonly type: "odds";
    readonly id?: number | null;
}
export interface PricesRequest {
    readonly type: "prices";
    readonly id?: number | null;
}
export interface ReachRequest {
    readonly type: "reach";
    readonly id?: number | null;
}
export interface ScoresRequest {
    readonly type: "scores";
    readonly id?: number | null;
}
export interface ChatRequest {
    readonly type: "chat";
    readonly id?: number | null;
    readonly text: Text;
}
export interface AutomationRequest {
    readonly type: "automation";
    readonly id?: number | null;
    readonly automation: readonly ("forced" | "gains" | "peeks")[];
}
export interface RenameRequest {
    readonly type: "rename";
    readonly id?: number | null;
    readonly name: DisplayName;
}
export interface StartRequest {
    readonly type: "start";
    readonly id?: number | null;
    readonly bots?: boolean;
}
export interface TakeoverRequest {
    readonly type: "takeover";
    readonly id?: number | null;
    readonly seat: number;
    readonly by: Id;
}
export interface PingRequest {
    readonly type: "ping";
    readonly id?: number | null;
}
