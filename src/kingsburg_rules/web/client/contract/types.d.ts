import type { DefaultsOf } from "./defaults.js";
export declare const WIRE_VERSION = 1;
export type AdvisorId = string;
export type Bag = Readonly<Record<string, number>>;
export type BonusDice = readonly number[];
export type CardId = string;
export type DecisionName = string;
export type DieFace = number;
export type DisplayName = string;
export type Id = string;
export type MemoryName = string;
export type MomentName = string;
export type OptionName = string;
export type OwnDice = readonly number[];
export type PhaseId = string;
export type ResourceId = string;
export type Rolled = readonly number[];
export type RowId = string;
export type SeasonId = string;
export type Seat = number;
export type SourceId = string;
export type Text = string;
export type Year = number;
export interface AuctionState {
    readonly resource: ResourceId;
    readonly cards: readonly CardId[];
    readonly card?: CardId | null;
    readonly amount?: number;
    readonly bidder?: Seat | null;
    readonly passed?: readonly Seat[];
}
export interface CardText {
    readonly name: Text;
    readonly text: Text;
    readonly generated: Text;
}
export interface Catalog {
    readonly wire: number;
    readonly language: Id;
    readonly edition: Id;
    readonly modules: readonly Id[];
    readonly scenario: Id | null;
    readonly variants: readonly Id[];
    readonly packs: readonly CatalogPack[];
    readonly digest: Id;
    readonly fewest_players: number;
    readonly most_players: number;
    readonly years: number;
    readonly kinds: readonly CatalogKind[];
    readonly cards: readonly CatalogCard[];
    readonly sheet: readonly (readonly CardId[])[];
    readonly places: readonly CatalogPlace[];
    readonly resources: readonly CatalogResource[];
    readonly phases: readonly CatalogPhase[];
    readonly seasons: readonly CatalogSeason[];
    readonly sources: readonly CatalogSource[];
    readonly moments: readonly CatalogMoment[];
    readonly numbers: readonly CatalogNumber[];
    readonly options: readonly CatalogOption[];
    readonly decisions: readonly CatalogTerm[];
    readonly enemy_types: readonly CatalogTerm[];
    readonly words: readonly CatalogTerm[];
    readonly without_player?: readonly DisplayName[];
}
export interface CatalogCard {
    readonly id: CardId;
    readonly pack: Id;
    readonly kind: Id;
    readonly name: Text;
    readonly title: Text;
    readonly text: Text;
    readonly generated: Text;
    readonly fidelity: "printed" | "inferred" | "reconstructed";
    readonly icons: readonly Id[];
    readonly rank?: number | null;
    readonly row?: Id | null;
    readonly column?: number | null;
    readonly cost?: Bag;
    readonly vp?: number | null;
    readonly strip?: CardId | null;
    readonly year?: Year | null;
    readonly enemy_type?: Id | null;
    readonly strength?: number | null;
    readonly reward?: Bag;
    readonly penalty?: Bag;
    readonly places?: readonly AdvisorId[];
    readonly deck?: Id | null;
    readonly copies?: number;
    readonly held_by?: "owner" | "everyone" | "game";
    readonly glyphs?: readonly CatalogGlyph[];
    readonly numbers?: readonly CatalogFigure[];
    readonly emblem?: Id | null;
}
export interface CatalogFigure {
    readonly id: Id;
    readonly name: Text;
    readonly value: number;
}
export interface CatalogGlyph {
    readonly icon: Id;
    readonly count?: number;
}
export interface CatalogKind {
    readonly id: Id;
    readonly name: Text;
    readonly several: Text;
}
export interface CatalogMoment {
    readonly id: Id;
    readonly name: Text;
    readonly each?: boolean;
}
export interface CatalogNumber {
    readonly card: CardId;
    readonly id: MemoryName;
    readonly name: Text;
    readonly start?: number;
    readonly type?: "number" | "player" | "card" | "place" | "resource" | "row" | "season" | "outcome";
    readonly shared?: boolean;
    readonly lasts?: "season" | "year" | "game";
}
export interface CatalogOption {
    readonly id: Id;
    readonly name: Text;
    readonly card?: CardId | null;
}
export interface CatalogPack {
    readonly id: Id;
    readonly version: Id;
    readonly title: Text;
}
export interface CatalogPhase {
    readonly id: PhaseId;
    readonly name: Text;
    readonly number?: number | null;
}
export interface CatalogPlace {
    readonly id: AdvisorId;
    readonly card: CardId;
    readonly name: Text;
    readonly rank: number;
    readonly private?: boolean;
    readonly glyphs?: readonly CatalogGlyph[];
}
export interface CatalogResource {
    readonly id: ResourceId;
    readonly name: Text;
    readonly several: Text;
    readonly good?: boolean;
    readonly below_zero?: boolean;
    readonly limit?: number | null;
    readonly lasts?: "game" | "season";
}
export interface CatalogSeason {
    readonly id: SeasonId;
    readonly name: Text;
}
export interface CatalogSource {
    readonly id: SourceId;
    readonly name: Text;
}
export interface CatalogTerm {
    readonly id: Id;
    readonly name: Text;
}
export interface Choices {
    readonly wire: number;
    readonly language: Id;
    readonly languages: readonly Id[];
    readonly edition: Id;
    readonly fidelity: "printed" | "inferred" | "reconstructed";
    readonly editions: readonly EditionChoice[];
    readonly fidelities: readonly FidelityChoice[];
}
export interface Clash {
    readonly one: Id;
    readonly other: Id;
    readonly code: Id;
    readonly message: Text;
}
export interface Decision {
    readonly player: Seat;
    readonly kind: "influence" | "build" | "recruit" | "use" | "take" | "give" | "pay" | "trade" | "bid" | "choose" | "die" | "roll" | "draw" | "arrange";
    readonly source: SourceId;
    readonly options: readonly AnyAction[];
    readonly weights?: readonly number[] | null;
    readonly id?: number;
    readonly whom?: Seat | null;
    readonly moment?: MomentName | null;
    readonly about?: readonly AnyThing[];
}
export interface DeckState {
    readonly deck: Id;
    readonly cards: number;
    readonly discarded?: number;
    readonly player?: Seat | null;
}
export interface DiceAside {
    readonly card: CardId;
    readonly dice?: OwnDice;
    readonly bonus?: BonusDice;
    readonly face_down?: number;
}
export interface DiceStatistics {
    readonly player: Seat | null;
    readonly faces: readonly number[];
}
export interface EditionChoice {
    readonly id: Id;
    readonly title: Text;
    readonly blurb: Text;
    readonly fewest_players: number;
    readonly most_players: number;
    readonly modules: readonly PackChoice[];
    readonly scenarios: readonly PackChoice[];
    readonly clashes: readonly Clash[];
    readonly switches: readonly SwitchChoice[];
}
export interface FidelityChoice {
    readonly id: "printed" | "inferred" | "reconstructed";
    readonly title: Text;
    readonly blurb: Text;
}
export interface GameState {
    readonly year: Year;
    readonly phase: PhaseId;
    readonly turn_order: readonly Seat[];
    readonly players: readonly PlayerState[];
    readonly advisors: readonly PlacedDice[];
    readonly season?: SeasonId | null;
    readonly enemy?: CardId | null;
    readonly past_enemies?: readonly CardId[];
    readonly over?: boolean;
    readonly joined?: readonly CardId[];
    readonly in_force?: readonly CardId[];
    readonly tiles?: Readonly<Record<AdvisorId, CardId>>;
    readonly gifts?: readonly Gift[];
    readonly marks?: readonly Mark[];
    readonly memory?: Readonly<Record<CardId, Readonly<Record<MemoryName, number>>>>;
    readonly auction?: AuctionState | null;
    readonly winners?: readonly Seat[];
    readonly ranking?: readonly Ranking[];
    readonly display?: readonly CardId[];
    readonly discard?: readonly CardId[];
    readonly out?: readonly CardId[];
    readonly ranks?: Readonly<Record<AdvisorId, number>>;
    readonly decks?: readonly DeckState[];
    readonly things?: Readonly<Record<CardId, Readonly<Record<MemoryName, AnyThing>>>>;
    readonly fighting?: readonly CardId[];
}
export interface Gift {
    readonly advisor: AdvisorId;
    readonly resource: ResourceId;
    readonly amount: number;
}
export interface Mark {
    readonly card: CardId;
    readonly player: Seat;
    readonly advisor: AdvisorId;
    readonly count: number;
}
export interface Odds {
    readonly victory: Probability;
    readonly tie: Probability;
    readonly defeat: Probability;
    readonly choice?: readonly AnyAction[];
}
export interface Outcome {
    readonly ranking: readonly Ranking[];
    readonly winners: readonly Seat[];
    readonly decided_by: "card" | "vp" | "goods" | "buildings" | "shared";
}
export interface OwedDecision {
    readonly id: number;
    readonly player: Seat;
    readonly kind: "influence" | "build" | "recruit" | "use" | "take" | "give" | "pay" | "trade" | "bid" | "choose" | "die" | "roll" | "draw" | "arrange";
    readonly source: SourceId;
}
export interface PackChoice {
    readonly id: Id;
    readonly kind: "module" | "scenario";
    readonly title: Text;
    readonly blurb: Text;
    readonly fewest_players: number;
    readonly most_players: number;
    readonly fidelity: "printed" | "inferred" | "reconstructed";
    readonly requires?: readonly Id[];
    readonly variants?: readonly VariantChoice[];
}
export interface PlacedDice {
    readonly advisor: AdvisorId;
    readonly rank: number;
    readonly player: Seat | null;
    readonly dice: OwnDice;
    readonly bonus?: BonusDice;
    readonly plus2?: number;
    readonly envoy?: boolean;
}
export interface PlayerScore {
    readonly player: Seat;
    readonly vp: number;
    readonly by_source: Readonly<Record<SourceId, number>>;
}
export interface PlayerState {
    readonly name: DisplayName;
    readonly goods: Readonly<Record<ResourceId, number>>;
    readonly vp: number;
    readonly buildings: readonly CardId[];
    readonly plus2?: number;
    readonly soldiers?: number;
    readonly bonus_dice?: number;
    readonly envoy?: boolean;
    readonly strips?: readonly CardId[];
    readonly cards?: readonly CardId[];
    readonly dice?: OwnDice;
    readonly bonus?: BonusDice;
    readonly strength?: number | null;
    readonly outcome?: "victory" | "tie" | "defeat" | null;
    readonly defence?: number;
    readonly enemy_strength?: number | null;
    readonly prices?: Readonly<Record<CardId, Bag>>;
    readonly hand?: readonly CardId[];
    readonly cards_in_hand?: number;
    readonly others?: Readonly<Record<ResourceId, number>>;
    readonly memory?: Readonly<Record<CardId, Readonly<Record<MemoryName, number>>>>;
    readonly locked?: OwnDice;
    readonly locked_bonus?: BonusDice;
    readonly aside?: readonly DiceAside[];
    readonly things?: Readonly<Record<CardId, Readonly<Record<MemoryName, AnyThing>>>>;
    readonly lent?: readonly CardId[];
}
export interface Price {
    readonly building: CardId;
    readonly printed: Bag;
    readonly now: Bag;
    readonly changes: readonly PriceChange[];
    readonly ways: readonly Bag[];
    readonly through: readonly CardId[];
    readonly next: boolean;
    readonly affordable: boolean;
}
export interface PriceChange {
    readonly card: CardId;
    readonly resource: ResourceId;
    readonly amount: number;
}
export interface Probability {
    readonly numerator: number;
    readonly denominator: number;
    readonly value: number;
}
export interface Ranking {
    readonly rank: number;
    readonly player: Seat;
    readonly vp: number;
    readonly goods: number;
    readonly buildings: number;
    readonly by_source: Readonly<Record<SourceId, number>>;
}
export interface ReachableAdvisor {
    readonly advisor: AdvisorId;
    readonly rank: number;
    readonly ways: readonly Influence[];
}
export interface SeatView {
    readonly seat: Seat | null;
    readonly table: GameState;
    readonly seen_enemies?: Readonly<Record<number, CardId>>;
    readonly seen_further?: Readonly<Record<number, CardId>>;
    readonly hand?: readonly CardId[];
    readonly face_down?: readonly DiceAside[];
    readonly memory?: Readonly<Record<CardId, Readonly<Record<MemoryName, number>>>>;
    readonly seen_cards?: readonly SeenCard[];
    readonly things?: Readonly<Record<CardId, Readonly<Record<MemoryName, AnyThing>>>>;
    readonly pending?: readonly OwedDecision[];
    readonly answered?: AnyAction | null;
    readonly seq?: number;
}
export interface SeenCard {
    readonly card: CardId;
    readonly player?: Seat | null;
    readonly deck?: Id | null;
    readonly position?: number;
}
export interface SwitchChoice {
    readonly id: Id;
    readonly title: Text;
    readonly values: readonly SwitchValue[];
    readonly default: Id;
}
export interface SwitchValue {
    readonly id: Id;
    readonly title: Text;
}
export interface Threat {
    readonly enemies: readonly CardId[];
    readonly strength: number;
    readonly probability: Probability;
}
export interface VariantChoice {
    readonly id: Id;
    readonly title: Text;
    readonly blurb: Text;
    readonly fidelity: "printed" | "inferred" | "reconstructed";
}
export type AnyAction = Pass | Done | Influence | Build | Recruit | Use | Take | Give | Pay | Trade | Bid | Choose | ChooseDie | Roll | Draw | Arrange;
export interface Pass {
    readonly type: "Pass";
}
export interface Done {
    readonly type: "Done";
}
export interface Influence {
    readonly type: "Influence";
    readonly advisor: AdvisorId;
    readonly dice: OwnDice;
    readonly bonus?: BonusDice;
    readonly plus2?: number;
    readonly via?: readonly CardId[];
    readonly envoy?: boolean;
}
export interface Build {
    readonly type: "Build";
    readonly building: CardId;
    readonly pay: Bag;
    readonly envoy?: boolean;
}
export interface Recruit {
    readonly type: "Recruit";
    readonly soldiers: number;
    readonly pay: Bag;
}
export interface Use {
    readonly type: "Use";
    readonly card: CardId;
    readonly pay?: Bag;
    readonly ability?: number;
}
export interface Take {
    readonly type: "Take";
    readonly gain: Bag;
}
export interface Give {
    readonly type: "Give";
    readonly lose: Bag;
}
export interface Pay {
    readonly type: "Pay";
    readonly price: Bag;
}
export interface Trade {
    readonly type: "Trade";
    readonly pay: Bag;
    readonly gain: Bag;
}
export interface Bid {
    readonly type: "Bid";
    readonly price: Bag;
}
export interface Choose {
    readonly type: "Choose";
    readonly things: readonly AnyThing[];
}
export interface ChooseDie {
    readonly type: "ChooseDie";
    readonly value: DieFace;
    readonly bonus?: boolean;
}
export interface Roll {
    readonly type: "Roll";
    readonly dice: Rolled;
}
export interface Draw {
    readonly type: "Draw";
    readonly card: CardId;
}
export interface Arrange {
    readonly type: "Arrange";
    readonly players: readonly Seat[];
}
export type AnyEvent = YearStarted | PhaseStarted | Gained | Lost | DiceRolled | TurnOrderSet | Influenced | DiceMoved | DicePut | DiceSeen | Passed | Rewarded | DiceReturned | Built | Destroyed | CardEntered | CardLent | LoanEnded | CardTaken | HandChanged | HandSeen | CardMoved | CardsOffered | BiddingOpened | BidMade | CardsWithdrawn | RowsCovered | TileLaid | TileRemoved | CardLeft | Marked | GiftsLaid | AbilityUsed | Peeked | EnemySeen | CardsSeen | EnemyRevealed | EnemyJoined | Fought | EnemyLeft | Noted | NotedSecretly | GameEnded | Played | Asked | Undone;
export interface YearStarted {
    readonly type: "YearStarted";
    readonly seq?: number;
    readonly year: Year;
}
export interface PhaseStarted {
    readonly type: "PhaseStarted";
    readonly seq?: number;
    readonly year: Year;
    readonly phase: PhaseId;
    readonly season: SeasonId | null;
}
export interface Gained {
    readonly type: "Gained";
    readonly seq?: number;
    readonly player: Seat;
    readonly resource: ResourceId;
    readonly amount: number;
    readonly source: SourceId;
}
export interface Lost {
    readonly type: "Lost";
    readonly seq?: number;
    readonly player: Seat;
    readonly resource: ResourceId;
    readonly amount: number;
    readonly source: SourceId;
}
export interface DiceRolled {
    readonly type: "DiceRolled";
    readonly seq?: number;
    readonly player: Seat | null;
    readonly dice: OwnDice;
    readonly bonus: BonusDice;
    readonly source: SourceId;
    readonly for_effect?: boolean;
}
export interface TurnOrderSet {
    readonly type: "TurnOrderSet";
    readonly seq?: number;
    readonly players: readonly Seat[];
}
export interface Influenced {
    readonly type: "Influenced";
    readonly seq?: number;
    readonly player: Seat | null;
    readonly advisor: AdvisorId;
    readonly dice: OwnDice;
    readonly bonus: BonusDice;
    readonly plus2: number;
    readonly via: readonly CardId[];
    readonly envoy: boolean;
}
export interface DiceMoved {
    readonly type: "DiceMoved";
    readonly seq?: number;
    readonly player: Seat;
    readonly from_advisor: AdvisorId;
    readonly to_advisor: AdvisorId;
    readonly dice: OwnDice;
    readonly bonus: BonusDice;
    readonly plus2: number;
}
export interface DicePut {
    readonly type: "DicePut";
    readonly seq?: number;
    readonly player: Seat;
    readonly from_zone: "hand" | "locked" | "aside" | "supply";
    readonly to_zone: "hand" | "locked" | "aside" | "supply";
    readonly dice?: OwnDice;
    readonly bonus?: BonusDice;
    readonly face_down?: boolean;
    readonly card?: CardId | null;
    readonly giver?: Seat | null;
}
export interface DiceSeen {
    readonly type: "DiceSeen";
    readonly only_for: Seat;
    readonly seq?: number;
    readonly player: Seat;
    readonly card: CardId;
    readonly dice?: OwnDice;
    readonly bonus?: BonusDice;
}
export interface Passed {
    readonly type: "Passed";
    readonly seq?: number;
    readonly player: Seat;
    readonly what: "influence" | "build" | "recruit" | "bid";
}
export interface Rewarded {
    readonly type: "Rewarded";
    readonly seq?: number;
    readonly player: Seat;
    readonly advisor: AdvisorId;
}
export interface DiceReturned {
    readonly type: "DiceReturned";
    readonly seq?: number;
}
export interface Built {
    readonly type: "Built";
    readonly seq?: number;
    readonly player: Seat;
    readonly building: CardId;
}
export interface Destroyed {
    readonly type: "Destroyed";
    readonly seq?: number;
    readonly player: Seat;
    readonly building: CardId;
}
export interface CardEntered {
    readonly type: "CardEntered";
    readonly seq?: number;
    readonly card: CardId;
    readonly player: Seat | null;
}
export interface CardLent {
    readonly type: "CardLent";
    readonly seq?: number;
    readonly player: Seat;
    readonly card: CardId;
    readonly until: MomentName;
}
export interface LoanEnded {
    readonly type: "LoanEnded";
    readonly seq?: number;
    readonly player: Seat;
    readonly card: CardId;
}
export interface CardTaken {
    readonly type: "CardTaken";
    readonly seq?: number;
    readonly player: Seat;
    readonly card: CardId;
}
export interface HandChanged {
    readonly type: "HandChanged";
    readonly seq?: number;
    readonly player: Seat;
    readonly count: number;
    readonly shown?: readonly CardId[];
}
export interface HandSeen {
    readonly type: "HandSeen";
    readonly only_for: Seat;
    readonly seq?: number;
    readonly player: Seat;
    readonly cards: readonly CardId[];
}
export interface CardMoved {
    readonly type: "CardMoved";
    readonly seq?: number;
    readonly card: CardId;
    readonly from_zone: "deck" | "display" | "hand" | "play" | "discard" | "out";
    readonly to_zone: "deck" | "display" | "hand" | "play" | "discard" | "out";
    readonly player: Seat | null;
}
export interface CardsOffered {
    readonly type: "CardsOffered";
    readonly seq?: number;
    readonly cards: readonly CardId[];
    readonly resource: ResourceId;
}
export interface BiddingOpened {
    readonly type: "BiddingOpened";
    readonly seq?: number;
    readonly player: Seat;
    readonly card: CardId;
}
export interface BidMade {
    readonly type: "BidMade";
    readonly seq?: number;
    readonly player: Seat;
    readonly amount: number;
}
export interface CardsWithdrawn {
    readonly type: "CardsWithdrawn";
    readonly seq?: number;
    readonly cards: readonly CardId[];
}
export interface RowsCovered {
    readonly type: "RowsCovered";
    readonly seq?: number;
    readonly player: Seat;
    readonly strips: readonly CardId[];
}
export interface TileLaid {
    readonly type: "TileLaid";
    readonly seq?: number;
    readonly advisor: AdvisorId;
    readonly tile: CardId;
}
export interface TileRemoved {
    readonly type: "TileRemoved";
    readonly seq?: number;
    readonly advisor: AdvisorId;
    readonly tile: CardId;
}
export interface CardLeft {
    readonly type: "CardLeft";
    readonly seq?: number;
    readonly card: CardId;
    readonly player: Seat | null;
}
export interface Marked {
    readonly type: "Marked";
    readonly seq?: number;
    readonly card: CardId;
    readonly player: Seat;
    readonly advisor: AdvisorId;
    readonly count: number;
}
export interface GiftsLaid {
    readonly type: "GiftsLaid";
    readonly seq?: number;
    readonly advisor: AdvisorId;
    readonly resource: ResourceId;
    readonly amount: number;
}
export interface AbilityUsed {
    readonly type: "AbilityUsed";
    readonly seq?: number;
    readonly player: Seat | null;
    readonly card: CardId;
}
export interface Peeked {
    readonly type: "Peeked";
    readonly seq?: number;
    readonly player: Seat;
    readonly year: Year;
}
export interface EnemySeen {
    readonly type: "EnemySeen";
    readonly only_for: Seat;
    readonly seq?: number;
    readonly player: Seat;
    readonly year: Year;
    readonly enemy: CardId;
    readonly further?: boolean;
}
export interface CardsSeen {
    readonly type: "CardsSeen";
    readonly seq?: number;
    readonly player: Seat;
    readonly count: number;
    readonly cards?: readonly CardId[];
}
export interface EnemyRevealed {
    readonly type: "EnemyRevealed";
    readonly seq?: number;
    readonly enemy: CardId;
    readonly strength: number;
    readonly further?: boolean;
}
export interface EnemyJoined {
    readonly type: "EnemyJoined";
    readonly seq?: number;
    readonly enemy: CardId;
}
export interface Fought {
    readonly type: "Fought";
    readonly seq?: number;
    readonly player: Seat;
    readonly strength: number;
    readonly enemy_strength: number;
    readonly outcome: "victory" | "tie" | "defeat";
}
export interface EnemyLeft {
    readonly type: "EnemyLeft";
    readonly seq?: number;
    readonly enemy: CardId;
}
export interface Noted {
    readonly type: "Noted";
    readonly seq?: number;
    readonly card: CardId;
    readonly player: Seat | null;
    readonly name: MemoryName;
    readonly value: number;
    readonly thing?: AnyThing | null;
}
export interface NotedSecretly {
    readonly type: "NotedSecretly";
    readonly seq?: number;
    readonly card: CardId;
    readonly player: Seat;
    readonly name: MemoryName;
    readonly value?: number | null;
    readonly thing?: AnyThing | null;
}
export interface GameEnded {
    readonly type: "GameEnded";
    readonly seq?: number;
    readonly winners: readonly Seat[];
    readonly ranking: readonly Ranking[];
}
export interface Played {
    readonly type: "Played";
    readonly seq?: number;
    readonly player: Seat;
    readonly decision: number;
    readonly action?: AnyAction | null;
}
export interface Asked {
    readonly type: "Asked";
    readonly seq?: number;
    readonly decisions: readonly OwedDecision[];
}
export interface Undone {
    readonly type: "Undone";
    readonly seq?: number;
}
export type AnyThing = CardThing | AdvisorThing | PlayerThing | ResourceThing | RowThing | NumberThing | OptionThing;
export interface CardThing {
    readonly type: "CardThing";
    readonly card: CardId;
}
export interface AdvisorThing {
    readonly type: "AdvisorThing";
    readonly advisor: AdvisorId;
}
export interface PlayerThing {
    readonly type: "PlayerThing";
    readonly player: Seat;
}
export interface ResourceThing {
    readonly type: "ResourceThing";
    readonly resource: ResourceId;
}
export interface RowThing {
    readonly type: "RowThing";
    readonly row: RowId;
}
export interface NumberThing {
    readonly type: "NumberThing";
    readonly number: number;
}
export interface OptionThing {
    readonly type: "OptionThing";
    readonly option: OptionName;
}
export type AnyViolation = Spectating | Stale | GameOver | MomentOver | NotAsked | OtherQuestion | NoSuchNumber | NotOffered | Malformed | UnknownName | Missing | UsePrice | NotReady | MustOpen | BidRange | NoBid | NoOwnDie | NoSuchDice | NoToken | OneToken | TokenValue | WrongTotal | OutOfReach | NoHelp | HelpUsed | NoHelpThere | HelpCost | SingleDie | NoWayThere | Needless | Private | Closed | Forbidden | NoEnvoy | EnvoyNeedless | Taken | NoBuilding | AlreadyBuilt | NotOnSheet | BuildFirst | OtherPrice | OtherHelp | BuildingClosed | TooDear | SoldierPrice | NoSoldier | NothingToUndo | UnfairUndo | Unclear;
export interface Spectating {
    readonly type: "Spectating";
    readonly code: "action.spectator";
    readonly rule: "decisions";
    readonly sentence?: Text;
}
export interface Stale {
    readonly type: "Stale";
    readonly code: "action.stale";
    readonly rule: "decisions";
    readonly sentence?: Text;
}
export interface GameOver {
    readonly type: "GameOver";
    readonly code: "game.over";
    readonly rule: "R69";
    readonly sentence?: Text;
}
export interface MomentOver {
    readonly type: "MomentOver";
    readonly code: "moment.over";
    readonly rule: "situation";
    readonly sentence?: Text;
}
export interface NotAsked {
    readonly type: "NotAsked";
    readonly code: "decision.not_yours";
    readonly rule: "decisions";
    readonly sentence?: Text;
    readonly asked: readonly Seat[];
}
export interface OtherQuestion {
    readonly type: "OtherQuestion";
    readonly code: "decision.other";
    readonly rule: "decisions";
    readonly sentence?: Text;
    readonly asked: DecisionName;
    readonly source: SourceId;
    readonly must?: boolean;
}
export interface NoSuchNumber {
    readonly type: "NoSuchNumber";
    readonly code: "decision.number";
    readonly rule: "decisions";
    readonly sentence?: Text;
    readonly options: number;
}
export interface NotOffered {
    readonly type: "NotOffered";
    readonly code: "action.not_offered";
    readonly rule: "decisions";
    readonly sentence?: Text;
    readonly options?: number;
}
export interface Malformed {
    readonly type: "Malformed";
    readonly code: "action.malformed";
    readonly rule: "notation";
    readonly sentence?: Text;
    readonly text?: Text;
}
export interface UnknownName {
    readonly type: "UnknownName";
    readonly code: "action.unknown";
    readonly rule: "names";
    readonly sentence?: Text;
    readonly what: "card" | "advisor" | "player" | "resource";
    readonly name: Text;
    readonly card?: CardId | null;
    readonly advisor?: AdvisorId | null;
    readonly player?: Seat | null;
    readonly resource?: ResourceId | null;
}
export interface Missing {
    readonly type: "Missing";
    readonly code: "resource.missing";
    readonly rule: "R54";
    readonly sentence?: Text;
    readonly resource: ResourceId;
    readonly needed: number;
    readonly held: number;
}
export interface UsePrice {
    readonly type: "UsePrice";
    readonly code: "use.price";
    readonly rule: "R39";
    readonly sentence?: Text;
    readonly card: CardId;
    readonly prices: readonly Bag[];
}
export interface NotReady {
    readonly type: "NotReady";
    readonly code: "use.not_ready";
    readonly rule: "R44";
    readonly sentence?: Text;
    readonly card: CardId;
}
export interface MustOpen {
    readonly type: "MustOpen";
    readonly code: "bid.open";
    readonly rule: "F31";
    readonly sentence?: Text;
}
export interface BidRange {
    readonly type: "BidRange";
    readonly code: "bid.range";
    readonly rule: "F31";
    readonly sentence?: Text;
    readonly least: Bag;
    readonly most: Bag;
}
export interface NoBid {
    readonly type: "NoBid";
    readonly code: "bid.none";
    readonly rule: "F31";
    readonly sentence?: Text;
}
export interface NoOwnDie {
    readonly type: "NoOwnDie";
    readonly code: "influence.own_die";
    readonly rule: "R13";
    readonly sentence?: Text;
}
export interface NoSuchDice {
    readonly type: "NoSuchDice";
    readonly code: "influence.dice";
    readonly rule: "R16";
    readonly sentence?: Text;
    readonly value: number;
    readonly held: number;
    readonly bonus: boolean;
}
export interface NoToken {
    readonly type: "NoToken";
    readonly code: "influence.no_token";
    readonly rule: "R01";
    readonly sentence?: Text;
}
export interface OneToken {
    readonly type: "OneToken";
    readonly code: "influence.one_token";
    readonly rule: "R01";
    readonly sentence?: Text;
}
export interface TokenValue {
    readonly type: "TokenValue";
    readonly code: "influence.token_value";
    readonly rule: "R01";
    readonly sentence?: Text;
    readonly value: number;
}
export interface WrongTotal {
    readonly type: "WrongTotal";
    readonly code: "influence.sum";
    readonly rule: "R16";
    readonly sentence?: Text;
    readonly advisor: AdvisorId;
    readonly total: number;
    readonly needed: number;
}
export interface OutOfReach {
    readonly type: "OutOfReach";
    readonly code: "influence.via_sum";
    readonly rule: "R07";
    readonly sentence?: Text;
    readonly advisor: AdvisorId;
    readonly via: readonly CardId[];
    readonly total: number;
}
export interface NoHelp {
    readonly type: "NoHelp";
    readonly code: "influence.via";
    readonly rule: "R07";
    readonly sentence?: Text;
    readonly card: CardId;
}
export interface HelpUsed {
    readonly type: "HelpUsed";
    readonly code: "influence.via_used";
    readonly rule: "R07";
    readonly sentence?: Text;
    readonly card: CardId;
}
export interface NoHelpThere {
    readonly type: "NoHelpThere";
    readonly code: "influence.via_now";
    readonly rule: "R07";
    readonly sentence?: Text;
    readonly card: CardId;
    readonly advisor: AdvisorId;
}
export interface HelpCost {
    readonly type: "HelpCost";
    readonly code: "influence.via_cost";
    readonly rule: "R07";
    readonly sentence?: Text;
    readonly card: CardId;
}
export interface SingleDie {
    readonly type: "SingleDie";
    readonly code: "influence.wild";
    readonly rule: "F13";
    readonly sentence?: Text;
    readonly card: CardId;
}
export interface NoWayThere {
    readonly type: "NoWayThere";
    readonly code: "influence.wild_reach";
    readonly rule: "F13";
    readonly sentence?: Text;
    readonly card: CardId;
    readonly advisor: AdvisorId;
}
export interface Needless {
    readonly type: "Needless";
    readonly code: "influence.needless";
    readonly rule: "F13";
    readonly sentence?: Text;
    readonly card: CardId;
    readonly advisor: AdvisorId;
    readonly value: DieFace;
}
export interface Private {
    readonly type: "Private";
    readonly code: "influence.private";
    readonly rule: "F38";
    readonly sentence?: Text;
    readonly advisor: AdvisorId;
}
export interface Closed {
    readonly type: "Closed";
    readonly code: "influence.closed";
    readonly rule: "F47";
    readonly sentence?: Text;
    readonly advisor: AdvisorId;
    readonly card: CardId;
}
export interface Forbidden {
    readonly type: "Forbidden";
    readonly code: "action.forbidden";
    readonly rule: "cards";
    readonly sentence?: Text;
    readonly card: CardId;
}
export interface NoEnvoy {
    readonly type: "NoEnvoy";
    readonly code: "influence.no_envoy";
    readonly rule: "R12";
    readonly sentence?: Text;
}
export interface EnvoyNeedless {
    readonly type: "EnvoyNeedless";
    readonly code: "influence.envoy_free";
    readonly rule: "R10";
    readonly sentence?: Text;
    readonly advisor: AdvisorId;
}
export interface Taken {
    readonly type: "Taken";
    readonly code: "influence.taken";
    readonly rule: "R08";
    readonly sentence?: Text;
    readonly advisor: AdvisorId;
}
export interface NoBuilding {
    readonly type: "NoBuilding";
    readonly code: "build.unknown";
    readonly rule: "R33";
    readonly sentence?: Text;
    readonly card: CardId;
}
export interface AlreadyBuilt {
    readonly type: "AlreadyBuilt";
    readonly code: "build.owned";
    readonly rule: "R33";
    readonly sentence?: Text;
    readonly building: CardId;
}
export interface NotOnSheet {
    readonly type: "NotOnSheet";
    readonly code: "build.sheet";
    readonly rule: "F16";
    readonly sentence?: Text;
    readonly building: CardId;
}
export interface BuildFirst {
    readonly type: "BuildFirst";
    readonly code: "build.order";
    readonly rule: "R33";
    readonly sentence?: Text;
    readonly building: CardId;
    readonly first: CardId;
}
export interface OtherPrice {
    readonly type: "OtherPrice";
    readonly code: "build.price";
    readonly rule: "R34";
    readonly sentence?: Text;
    readonly building: CardId;
    readonly prices: readonly Bag[];
}
export interface OtherHelp {
    readonly type: "OtherHelp";
    readonly code: "build.envoy";
    readonly rule: "R34";
    readonly sentence?: Text;
    readonly building: CardId;
    readonly envoy: boolean;
}
export interface BuildingClosed {
    readonly type: "BuildingClosed";
    readonly code: "build.closed";
    readonly rule: "cards";
    readonly sentence?: Text;
    readonly building: CardId;
    readonly card: CardId;
}
export interface TooDear {
    readonly type: "TooDear";
    readonly code: "build.cost";
    readonly rule: "R33";
    readonly sentence?: Text;
    readonly building: CardId;
    readonly cost: Bag;
    readonly held: Bag;
}
export interface SoldierPrice {
    readonly type: "SoldierPrice";
    readonly code: "recruit.price";
    readonly rule: "R51";
    readonly sentence?: Text;
    readonly soldiers: number;
    readonly cost: number;
    readonly paid: number;
}
export interface NoSoldier {
    readonly type: "NoSoldier";
    readonly code: "recruit.goods";
    readonly rule: "R51";
    readonly sentence?: Text;
}
export interface NothingToUndo {
    readonly type: "NothingToUndo";
    readonly code: "undo.nothing";
    readonly rule: "undo";
    readonly sentence?: Text;
}
export interface UnfairUndo {
    readonly type: "UnfairUndo";
    readonly code: "undo.unfair";
    readonly rule: "undo";
    readonly sentence?: Text;
}
export interface Unclear {
    readonly type: "Unclear";
    readonly code: "action.unclear";
    readonly rule: "notation";
    readonly sentence?: Text;
    readonly text: Text;
    readonly asked: "influence" | "build" | "recruit" | "use" | "take" | "give" | "pay" | "trade" | "bid" | "choose" | "die" | "roll" | "draw" | "arrange";
    readonly source: SourceId;
    readonly options: readonly AnyAction[];
}
export declare const DEFAULTS: {
    readonly AbilityUsed: DefaultsOf<AbilityUsed>;
    readonly AlreadyBuilt: DefaultsOf<AlreadyBuilt>;
    readonly Asked: DefaultsOf<Asked>;
    readonly AuctionState: DefaultsOf<AuctionState>;
    readonly BidMade: DefaultsOf<BidMade>;
    readonly BidRange: DefaultsOf<BidRange>;
    readonly BiddingOpened: DefaultsOf<BiddingOpened>;
    readonly Build: DefaultsOf<Build>;
    readonly BuildFirst: DefaultsOf<BuildFirst>;
    readonly BuildingClosed: DefaultsOf<BuildingClosed>;
    readonly Built: DefaultsOf<Built>;
    readonly CardEntered: DefaultsOf<CardEntered>;
    readonly CardLeft: DefaultsOf<CardLeft>;
    readonly CardLent: DefaultsOf<CardLent>;
    readonly CardMoved: DefaultsOf<CardMoved>;
    readonly CardTaken: DefaultsOf<CardTaken>;
    readonly CardsOffered: DefaultsOf<CardsOffered>;
    readonly CardsSeen: DefaultsOf<CardsSeen>;
    readonly CardsWithdrawn: DefaultsOf<CardsWithdrawn>;
    readonly Catalog: DefaultsOf<Catalog>;
    readonly CatalogCard: DefaultsOf<CatalogCard>;
    readonly CatalogGlyph: DefaultsOf<CatalogGlyph>;
    readonly CatalogMoment: DefaultsOf<CatalogMoment>;
    readonly CatalogNumber: DefaultsOf<CatalogNumber>;
    readonly CatalogOption: DefaultsOf<CatalogOption>;
    readonly CatalogPhase: DefaultsOf<CatalogPhase>;
    readonly CatalogPlace: DefaultsOf<CatalogPlace>;
    readonly CatalogResource: DefaultsOf<CatalogResource>;
    readonly ChooseDie: DefaultsOf<ChooseDie>;
    readonly Closed: DefaultsOf<Closed>;
    readonly Decision: DefaultsOf<Decision>;
    readonly DeckState: DefaultsOf<DeckState>;
    readonly Destroyed: DefaultsOf<Destroyed>;
    readonly DiceAside: DefaultsOf<DiceAside>;
    readonly DiceMoved: DefaultsOf<DiceMoved>;
    readonly DicePut: DefaultsOf<DicePut>;
    readonly DiceReturned: DefaultsOf<DiceReturned>;
    readonly DiceRolled: DefaultsOf<DiceRolled>;
    readonly DiceSeen: DefaultsOf<DiceSeen>;
    readonly EnemyJoined: DefaultsOf<EnemyJoined>;
    readonly EnemyLeft: DefaultsOf<EnemyLeft>;
    readonly EnemyRevealed: DefaultsOf<EnemyRevealed>;
    readonly EnemySeen: DefaultsOf<EnemySeen>;
    readonly EnvoyNeedless: DefaultsOf<EnvoyNeedless>;
    readonly Forbidden: DefaultsOf<Forbidden>;
    readonly Fought: DefaultsOf<Fought>;
    readonly Gained: DefaultsOf<Gained>;
    readonly GameEnded: DefaultsOf<GameEnded>;
    readonly GameOver: DefaultsOf<GameOver>;
    readonly GameState: DefaultsOf<GameState>;
    readonly GiftsLaid: DefaultsOf<GiftsLaid>;
    readonly HandChanged: DefaultsOf<HandChanged>;
    readonly HandSeen: DefaultsOf<HandSeen>;
    readonly HelpCost: DefaultsOf<HelpCost>;
    readonly HelpUsed: DefaultsOf<HelpUsed>;
    readonly Influence: DefaultsOf<Influence>;
    readonly Influenced: DefaultsOf<Influenced>;
    readonly LoanEnded: DefaultsOf<LoanEnded>;
    readonly Lost: DefaultsOf<Lost>;
    readonly Malformed: DefaultsOf<Malformed>;
    readonly Marked: DefaultsOf<Marked>;
    readonly Missing: DefaultsOf<Missing>;
    readonly MomentOver: DefaultsOf<MomentOver>;
    readonly MustOpen: DefaultsOf<MustOpen>;
    readonly Needless: DefaultsOf<Needless>;
    readonly NoBid: DefaultsOf<NoBid>;
    readonly NoBuilding: DefaultsOf<NoBuilding>;
    readonly NoEnvoy: DefaultsOf<NoEnvoy>;
    readonly NoHelp: DefaultsOf<NoHelp>;
    readonly NoHelpThere: DefaultsOf<NoHelpThere>;
    readonly NoOwnDie: DefaultsOf<NoOwnDie>;
    readonly NoSoldier: DefaultsOf<NoSoldier>;
    readonly NoSuchDice: DefaultsOf<NoSuchDice>;
    readonly NoSuchNumber: DefaultsOf<NoSuchNumber>;
    readonly NoToken: DefaultsOf<NoToken>;
    readonly NoWayThere: DefaultsOf<NoWayThere>;
    readonly NotAsked: DefaultsOf<NotAsked>;
    readonly NotOffered: DefaultsOf<NotOffered>;
    readonly NotOnSheet: DefaultsOf<NotOnSheet>;
    readonly NotReady: DefaultsOf<NotReady>;
    readonly Noted: DefaultsOf<Noted>;
    readonly NotedSecretly: DefaultsOf<NotedSecretly>;
    readonly NothingToUndo: DefaultsOf<NothingToUndo>;
    readonly Odds: DefaultsOf<Odds>;
    readonly OneToken: DefaultsOf<OneToken>;
    readonly OtherHelp: DefaultsOf<OtherHelp>;
    readonly OtherPrice: DefaultsOf<OtherPrice>;
    readonly OtherQuestion: DefaultsOf<OtherQuestion>;
    readonly OutOfReach: DefaultsOf<OutOfReach>;
    readonly PackChoice: DefaultsOf<PackChoice>;
    readonly Passed: DefaultsOf<Passed>;
    readonly Peeked: DefaultsOf<Peeked>;
    readonly PhaseStarted: DefaultsOf<PhaseStarted>;
    readonly PlacedDice: DefaultsOf<PlacedDice>;
    readonly Played: DefaultsOf<Played>;
    readonly PlayerState: DefaultsOf<PlayerState>;
    readonly Private: DefaultsOf<Private>;
    readonly Rewarded: DefaultsOf<Rewarded>;
    readonly RowsCovered: DefaultsOf<RowsCovered>;
    readonly SeatView: DefaultsOf<SeatView>;
    readonly SeenCard: DefaultsOf<SeenCard>;
    readonly SingleDie: DefaultsOf<SingleDie>;
    readonly SoldierPrice: DefaultsOf<SoldierPrice>;
    readonly Spectating: DefaultsOf<Spectating>;
    readonly Stale: DefaultsOf<Stale>;
    readonly Taken: DefaultsOf<Taken>;
    readonly TileLaid: DefaultsOf<TileLaid>;
    readonly TileRemoved: DefaultsOf<TileRemoved>;
    readonly TokenValue: DefaultsOf<TokenValue>;
    readonly TooDear: DefaultsOf<TooDear>;
    readonly TurnOrderSet: DefaultsOf<TurnOrderSet>;
    readonly Unclear: DefaultsOf<Unclear>;
    readonly Undone: DefaultsOf<Undone>;
    readonly UnfairUndo: DefaultsOf<UnfairUndo>;
    readonly UnknownName: DefaultsOf<UnknownName>;
    readonly Use: DefaultsOf<Use>;
    readonly UsePrice: DefaultsOf<UsePrice>;
    readonly WrongTotal: DefaultsOf<WrongTotal>;
    readonly YearStarted: DefaultsOf<YearStarted>;
};
