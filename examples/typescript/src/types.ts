// Made by generate.py from schemas/wire.schema.json. Change that, not this.

import type { DefaultsOf } from "./defaults.js";

/** The version of the JSON. Choices and catalogs have it as `wire`; with another one, do not go on. */
export const WIRE_VERSION = 1;

// Names and numbers

/** An advisor, or another place for dice. */
export type AdvisorId = string;

/** Amounts of resources, in any order. */
export type Bag = Readonly<Record<string, number>>;

/** The values of bonus dice, in any order. */
export type BonusDice = readonly number[];

/**
 * A card: a building, an enemy, a governor, a tile, a strip. Of copies that lie open, the second is
 * `scout.2`, and so on.
 */
export type CardId = string;

/** One of a few words. */
export type DecisionName = string;

/** The value of one die. */
export type DieFace = number;

/** What a player is called. */
export type DisplayName = string;

/** A stable name for programs, such as the id of a module or the code of an error. */
export type Id = string;

/** A number that a card remembers, as the card calls it. */
export type MemoryName = string;

/** A moment at which cards may react, such as `before.penalty`. */
export type MomentName = string;

/** An option of a card, by its label. */
export type OptionName = string;

/** The values of dice of a player's own color, or of neutral dice, in any order. */
export type OwnDice = readonly number[];

/** A phase of the calendar, or `setup` before the first. */
export type PhaseId = string;

/** A good, or anything else that players have an amount of. */
export type ResourceId = string;

/** The values of dice just rolled, in any order. */
export type Rolled = readonly number[];

/** A row of buildings, by its letter. */
export type RowId = string;

/** A season of the year. */
export type SeasonId = string;

/** A player: in JSON their seat, counted clockwise from 0; -1 is chance. */
export type Seat = number;

/** Where something comes from, or what asks: a card, a phase, or a sequence of the rules. */
export type SourceId = string;

/** Text for people, in one language. */
export type Text = string;

/** A year of the game, counted from 1. */
export type Year = number;

// Values

/**
 * An auction in progress: the face-up cards, and the bidding for one of them. `card` is `null`
 * until one has been chosen, `bidder` is `null` before the first bid, and `passed` lists the
 * players who have dropped out.
 */
export interface AuctionState {
  readonly resource: ResourceId;
  readonly cards: readonly CardId[];
  /** Default: `null`. */
  readonly card?: CardId | null;
  /** Default: `0`. */
  readonly amount?: number;
  /** Default: `null`. */
  readonly bidder?: Seat | null;
  /** Default: `[]`. */
  readonly passed?: readonly Seat[];
}

/** A card for people: its name, what its author wrote (perhaps nothing), and the generated text. */
export interface CardText {
  readonly name: Text;
  readonly text: Text;
  readonly generated: Text;
}

/**
 * Everything that views, decisions and events of a rule set can name, with names, texts and
 * figures. `wire` is the version of the JSON. `digest` is that of the rules: clients can keep a
 * catalogue as long as it, `wire` and the version of the library stay the same. `sheet` has the
 * buildings of the province sheet without strips, row by row from the top. `decisions` are the
 * kinds of decisions, `words` all other words that values have in some fields. `without_player`
 * names the seats that cards play, which follow those of the players.
 */
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
  /** Default: `[]`. */
  readonly without_player?: readonly DisplayName[];
}

/**
 * A card with its names, its texts and its figures. `title` is the name with its article, if it has
 * one. `text` is what the author wrote, which may be nothing, and `generated` what the effect says.
 * `icons` are the kind of the card, for an enemy its type, and the resources that its effect
 * mentions. `glyphs` are the reward of an advisor tile in icons, or empty if icons do not say all
 * of it. `emblem` is the drawing that stands for the card, one of `EMBLEMS`. `numbers` are the
 * card's own. `row` is a letter; `places` are the advisors that the card brings, or, on the card of
 * an advisor, that advisor. Figures that a card does not have are omitted.
 */
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
  /** Default: `null`. */
  readonly rank?: number | null;
  /** Default: `null`. */
  readonly row?: Id | null;
  /** Default: `null`. */
  readonly column?: number | null;
  /** Default: `{}`. */
  readonly cost?: Bag;
  /** Default: `null`. */
  readonly vp?: number | null;
  /** Default: `null`. */
  readonly strip?: CardId | null;
  /** Default: `null`. */
  readonly year?: Year | null;
  /** Default: `null`. */
  readonly enemy_type?: Id | null;
  /** Default: `null`. */
  readonly strength?: number | null;
  /** Default: `{}`. */
  readonly reward?: Bag;
  /** Default: `{}`. */
  readonly penalty?: Bag;
  /** Default: `[]`. */
  readonly places?: readonly AdvisorId[];
  /** Default: `null`. */
  readonly deck?: Id | null;
  /** Default: `1`. */
  readonly copies?: number;
  /** Default: `"owner"`. */
  readonly held_by?: "owner" | "everyone" | "game";
  /** Default: `[]`. */
  readonly glyphs?: readonly CatalogGlyph[];
  /** Default: `[]`. */
  readonly numbers?: readonly CatalogFigure[];
  /** Default: `null`. */
  readonly emblem?: Id | null;
}

/** A number of a card's own, with its name. */
export interface CatalogFigure {
  readonly id: Id;
  readonly name: Text;
  readonly value: number;
}

/**
 * A part of a reward in icons: a resource, or `good` for any good, and how many of it; or a sign.
 * The signs are `or` between choices, `to` between what is paid and what is gained, and `peek` for
 * a look at an enemy.
 */
export interface CatalogGlyph {
  readonly icon: Id;
  /** Default: `1`. */
  readonly count?: number;
}

/** A kind of card, or a deck that a pack adds: what one card and several are called. */
export interface CatalogKind {
  readonly id: Id;
  readonly name: Text;
  readonly several: Text;
}

/** A moment at which cards may react; `each` if it happens to one player. */
export interface CatalogMoment {
  readonly id: Id;
  readonly name: Text;
  /** Default: `false`. */
  readonly each?: boolean;
}

/**
 * A number, or another thing, that a card remembers for each player, or if it is `shared` for
 * everybody. `start` is the initial number; anything else is nothing at first. `lasts` says when it
 * starts again.
 */
export interface CatalogNumber {
  readonly card: CardId;
  readonly id: MemoryName;
  readonly name: Text;
  /** Default: `0`. */
  readonly start?: number;
  /** Default: `"number"`. */
  readonly type?: "number" | "player" | "card" | "place" | "resource" | "row" | "season" | "outcome";
  /** Default: `false`. */
  readonly shared?: boolean;
  /** Default: `"game"`. */
  readonly lasts?: "season" | "year" | "game";
}

/**
 * A choice that is neither a card, an advisor, a resource, a player nor a number. `card` has the
 * option; options without a card, such as `none`, may come up anywhere.
 */
export interface CatalogOption {
  readonly id: Id;
  readonly name: Text;
  /** Default: `null`. */
  readonly card?: CardId | null;
}

/** A pack of a rule set. */
export interface CatalogPack {
  readonly id: Id;
  readonly version: Id;
  readonly title: Text;
}

/** A phase of the year; `number` is that of the board, if it has one. */
export interface CatalogPhase {
  readonly id: PhaseId;
  readonly name: Text;
  /** Default: `null`. */
  readonly number?: number | null;
}

/**
 * An advisor, or another place for dice, with the card that it is on. `private` places are open
 * only to the player who has the card. `glyphs` are the reward in icons, or empty if icons do not
 * say all of it.
 */
export interface CatalogPlace {
  readonly id: AdvisorId;
  readonly card: CardId;
  readonly name: Text;
  readonly rank: number;
  /** Default: `false`. */
  readonly private?: boolean;
  /** Default: `[]`. */
  readonly glyphs?: readonly CatalogGlyph[];
}

/**
 * A resource: what one and several of it are called, and what players can do with it. `good`
 * resources can be chosen, counted and paid like gold. `limit` is the most that a player can have,
 * and `lasts` says when it goes back to the supply: never, or at the end of a season.
 */
export interface CatalogResource {
  readonly id: ResourceId;
  readonly name: Text;
  readonly several: Text;
  /** Default: `false`. */
  readonly good?: boolean;
  /** Default: `false`. */
  readonly below_zero?: boolean;
  /** Default: `null`. */
  readonly limit?: number | null;
  /** Default: `"game"`. */
  readonly lasts?: "game" | "season";
}

/** A season of the year. */
export interface CatalogSeason {
  readonly id: SeasonId;
  readonly name: Text;
}

/**
 * Where something comes from, or what asks, if it is neither a card nor a phase, such as the
 * battle.
 */
export interface CatalogSource {
  readonly id: SourceId;
  readonly name: Text;
}

/** A word that values have in some fields, such as `victory`, with its name. */
export interface CatalogTerm {
  readonly id: Id;
  readonly name: Text;
}

/**
 * Everything that a lobby can offer before there are rules. `wire` is the version of the JSON.
 * `edition` and `fidelity` are the defaults of `load_rules`, which otherwise chooses no modules, no
 * variants and no scenario. `fidelities` begin with the strictest one.
 */
export interface Choices {
  readonly wire: number;
  readonly language: Id;
  readonly languages: readonly Id[];
  readonly edition: Id;
  readonly fidelity: "printed" | "inferred" | "reconstructed";
  readonly editions: readonly EditionChoice[];
  readonly fidelities: readonly FidelityChoice[];
}

/** Two modules or scenarios that cannot be played together, and why: a code and a sentence. */
export interface Clash {
  readonly one: Id;
  readonly other: Id;
  readonly code: Id;
  readonly message: Text;
}

/**
 * A decision that a player owes. `kind` is one of `influence`, `build`, `recruit`, `use`, `take`,
 * `give`, `pay`, `trade`, `bid`, `choose`, `die`, and for the player `chance`: `roll`, `draw`,
 * `arrange`. `source` is the card or phase that asks. `options` are exactly the legal actions. For
 * chance, `weights` are their relative probabilities. In a `Game`, `id` names this decision: a
 * later one has a higher number. `whom` is the player for whom it is decided, if that is somebody
 * else. If a card reacts to a moment, `moment` names it and `about` is what is about to happen or
 * has happened. A `Position` leaves these four out.
 */
export interface Decision {
  readonly player: Seat;
  readonly kind: "influence" | "build" | "recruit" | "use" | "take" | "give" | "pay" | "trade" | "bid" | "choose" | "die" | "roll" | "draw" | "arrange";
  readonly source: SourceId;
  /** Only for `player`. */
  readonly options: readonly AnyAction[];
  /** Only for `player`. Default: `null`. */
  readonly weights?: readonly number[] | null;
  /** Default: `0`. */
  readonly id?: number;
  /** Default: `null`. */
  readonly whom?: Seat | null;
  /** Default: `null`. */
  readonly moment?: MomentName | null;
  /** Default: `[]`. */
  readonly about?: readonly AnyThing[];
}

/**
 * A deck of a pack's own cards: how many cards it has now, and how many are on its discard pile.
 * `player` is who has it, if every player has such a deck.
 */
export interface DeckState {
  readonly deck: Id;
  readonly cards: number;
  /** Default: `0`. */
  readonly discarded?: number;
  /** Default: `null`. */
  readonly player?: Seat | null;
}

/**
 * Dice of a player that lie on a card; of those `face_down`, only their owner knows what they show.
 */
export interface DiceAside {
  readonly card: CardId;
  /** Default: `[]`. */
  readonly dice?: OwnDice;
  /** Default: `[]`. */
  readonly bonus?: BonusDice;
  /** Default: `0`. */
  readonly face_down?: number;
}

/**
 * The rolls of each face by a player, from 1; `player` is `null` for dice of everybody or nobody.
 */
export interface DiceStatistics {
  readonly player: Seat | null;
  readonly faces: readonly number[];
}

/**
 * An edition: the modules, scenarios and switches to choose from. Any modules and at most one
 * scenario go together, except those that clash. The rules are for those numbers of players that
 * the edition and everything chosen are for.
 */
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

/** How sure we must be of a card at least; cards of which we are less sure are left out. */
export interface FidelityChoice {
  readonly id: "printed" | "inferred" | "reconstructed";
  readonly title: Text;
  readonly blurb: Text;
}

/**
 * Everything on the table that is public. `phase` is `setup` until the first phase of a year
 * starts, `season` is `null` outside the seasons. `enemy` is the card of this winter once it is
 * turned over, `joined` are further cards that fight beside it, and `fighting` are the enemies of a
 * battle that is being fought against others. `in_force` are the cards that the game plays by,
 * `tiles`, `gifts` and `marks` are on advisors, `memory` and `things` are what cards remember for
 * everybody; `winners` and `ranking` are known when the game is over. `display` are the face-up
 * cards of all decks, `discard` those on the discard piles, `out` those that are out of the game,
 * except enemies. `ranks` has the ranks of advisors that are not as printed, for everybody.
 */
export interface GameState {
  readonly year: Year;
  readonly phase: PhaseId;
  readonly turn_order: readonly Seat[];
  readonly players: readonly PlayerState[];
  readonly advisors: readonly PlacedDice[];
  /** Default: `null`. */
  readonly season?: SeasonId | null;
  /** Default: `null`. */
  readonly enemy?: CardId | null;
  /** Default: `[]`. */
  readonly past_enemies?: readonly CardId[];
  /** Default: `false`. */
  readonly over?: boolean;
  /** Default: `[]`. */
  readonly joined?: readonly CardId[];
  /** Default: `[]`. */
  readonly in_force?: readonly CardId[];
  /** Default: `{}`. */
  readonly tiles?: Readonly<Record<AdvisorId, CardId>>;
  /** Default: `[]`. */
  readonly gifts?: readonly Gift[];
  /** Default: `[]`. */
  readonly marks?: readonly Mark[];
  /** Default: `{}`. */
  readonly memory?: Readonly<Record<CardId, Readonly<Record<MemoryName, number>>>>;
  /** Default: `null`. */
  readonly auction?: AuctionState | null;
  /** Default: `[]`. */
  readonly winners?: readonly Seat[];
  /** Default: `[]`. */
  readonly ranking?: readonly Ranking[];
  /** Default: `[]`. */
  readonly display?: readonly CardId[];
  /** Default: `[]`. */
  readonly discard?: readonly CardId[];
  /** Default: `[]`. */
  readonly out?: readonly CardId[];
  /** Default: `{}`. */
  readonly ranks?: Readonly<Record<AdvisorId, number>>;
  /** Default: `[]`. */
  readonly decks?: readonly DeckState[];
  /** Default: `{}`. */
  readonly things?: Readonly<Record<CardId, Readonly<Record<MemoryName, AnyThing>>>>;
  /** Default: `[]`. */
  readonly fighting?: readonly CardId[];
}

/** A resource on an advisor, for whoever takes it there. */
export interface Gift {
  readonly advisor: AdvisorId;
  readonly resource: ResourceId;
  readonly amount: number;
}

/** Markers of a card that a player has on an advisor. */
export interface Mark {
  readonly card: CardId;
  readonly player: Seat;
  readonly advisor: AdvisorId;
  readonly count: number;
}

/**
 * The probability of each outcome of a battle. `choice` are the player's answers in winter for
 * which it holds, if there is something to choose.
 */
export interface Odds {
  readonly victory: Probability;
  readonly tie: Probability;
  readonly defeat: Probability;
  /** Default: `[]`. */
  readonly choice?: readonly AnyAction[];
}

/**
 * The ranking, best first. The `winners` may be several players, all, or nobody if all have lost.
 * `decided_by` is `card` if a card says who wins, otherwise `vp`, `goods`, `buildings` or `shared`.
 */
export interface Outcome {
  readonly ranking: readonly Ranking[];
  readonly winners: readonly Seat[];
  readonly decided_by: "card" | "vp" | "goods" | "buildings" | "shared";
}

/**
 * A decision that a player owes; only they see its options, in `SeatView.decision`. `id` is that of
 * the decision. If a card in a secret hand asks, `source` is not that card.
 */
export interface OwedDecision {
  readonly id: number;
  readonly player: Seat;
  readonly kind: "influence" | "build" | "recruit" | "use" | "take" | "give" | "pay" | "trade" | "bid" | "choose" | "die" | "roll" | "draw" | "arrange";
  readonly source: SourceId;
}

/**
 * A module or a scenario. `requires` are the modules and scenarios that must be chosen too.
 * `fidelity` is the strictest one with which it can be played, without its variants.
 */
export interface PackChoice {
  readonly id: Id;
  readonly kind: "module" | "scenario";
  readonly title: Text;
  readonly blurb: Text;
  readonly fewest_players: number;
  readonly most_players: number;
  readonly fidelity: "printed" | "inferred" | "reconstructed";
  /** Default: `[]`. */
  readonly requires?: readonly Id[];
  /** Default: `[]`. */
  readonly variants?: readonly VariantChoice[];
}

/** Dice on an advisor; `player` is `null` for neutral dice. */
export interface PlacedDice {
  readonly advisor: AdvisorId;
  readonly rank: number;
  readonly player: Seat | null;
  readonly dice: OwnDice;
  /** Default: `[]`. */
  readonly bonus?: BonusDice;
  /** Default: `0`. */
  readonly plus2?: number;
  /** Default: `false`. */
  readonly envoy?: boolean;
}

/**
 * The points of a player during the game: all of them, and by card and phase, the largest first.
 */
export interface PlayerScore {
  readonly player: Seat;
  readonly vp: number;
  readonly by_source: Readonly<Record<SourceId, number>>;
}

/**
 * The things that a player has, as far as they are public. `name` is what the player is called;
 * everything else refers to players by seat, the place in `GameState.players`. `strength` and
 * `outcome` are those of the player's battle. `defence` is the strength that soldiers and cards
 * would bring to a battle now, and `enemy_strength` what the enemy would bring against this player,
 * if it is known to all. `locked` and `locked_bonus` are the dice among `dice` and `bonus` that are
 * not rerolled; `aside` are dice on cards. `prices` are what buildings cost the player now, where
 * that is not what their cards say. `hand` are the cards in hand that everybody knows, such as
 * drafted ones; the player's own `SeatView.hand` has all of them, and `cards_in_hand` is their
 * number. `others` are the resources that packs add, except goods; `memory` is what cards remember
 * for the player, except numbers that are as they were at first, and `things` what they remember
 * that is not a number. `lent` are cards that work for the player until a moment, without being
 * theirs, or whose permission does.
 */
export interface PlayerState {
  readonly name: DisplayName;
  readonly goods: Readonly<Record<ResourceId, number>>;
  readonly vp: number;
  readonly buildings: readonly CardId[];
  /** Default: `0`. */
  readonly plus2?: number;
  /** Default: `0`. */
  readonly soldiers?: number;
  /** Default: `0`. */
  readonly bonus_dice?: number;
  /** Default: `false`. */
  readonly envoy?: boolean;
  /** Default: `[]`. */
  readonly strips?: readonly CardId[];
  /** Default: `[]`. */
  readonly cards?: readonly CardId[];
  /** Default: `[]`. */
  readonly dice?: OwnDice;
  /** Default: `[]`. */
  readonly bonus?: BonusDice;
  /** Default: `null`. */
  readonly strength?: number | null;
  /** Default: `null`. */
  readonly outcome?: "victory" | "tie" | "defeat" | null;
  /** Default: `0`. */
  readonly defence?: number;
  /** Default: `null`. */
  readonly enemy_strength?: number | null;
  /** Default: `{}`. */
  readonly prices?: Readonly<Record<CardId, Bag>>;
  /** Default: `[]`. */
  readonly hand?: readonly CardId[];
  /** Default: `0`. */
  readonly cards_in_hand?: number;
  /** Default: `{}`. */
  readonly others?: Readonly<Record<ResourceId, number>>;
  /** Default: `{}`. */
  readonly memory?: Readonly<Record<CardId, Readonly<Record<MemoryName, number>>>>;
  /** Default: `[]`. */
  readonly locked?: OwnDice;
  /** Default: `[]`. */
  readonly locked_bonus?: BonusDice;
  /** Default: `[]`. */
  readonly aside?: readonly DiceAside[];
  /** Default: `{}`. */
  readonly things?: Readonly<Record<CardId, Readonly<Record<MemoryName, AnyThing>>>>;
  /** Default: `[]`. */
  readonly lent?: readonly CardId[];
}

/**
 * The cost of a building that a player does not have yet. `printed` with the `changes` gives `now`;
 * no cost goes below 0. `ways` are other ways to pay, opened by the cards in `through`. `next` is
 * true for the leftmost missing building of a row, `affordable` if the player can pay in one of the
 * ways.
 */
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

/** The change of a building's cost of a resource by a card. */
export interface PriceChange {
  readonly card: CardId;
  readonly resource: ResourceId;
  readonly amount: number;
}

/** A fraction, exact and as a decimal number. */
export interface Probability {
  readonly numerator: number;
  readonly denominator: number;
  readonly value: number;
}

/**
 * A player's place in the ranking; `by_source` has the points by card and phase. Ties share a rank.
 * Rank 1 is for winners: if a card decides who wins, all winners share it, and if all players lose,
 * nobody has it.
 */
export interface Ranking {
  readonly rank: number;
  readonly player: Seat;
  readonly vp: number;
  readonly goods: number;
  readonly buildings: number;
  readonly by_source: Readonly<Record<SourceId, number>>;
}

/** An advisor within reach, and the ways to influence them: actions that say what they use. */
export interface ReachableAdvisor {
  readonly advisor: AdvisorId;
  readonly rank: number;
  readonly ways: readonly Influence[];
}

/**
 * Everything that one seat may know: the table, what it has seen and holds, and its decision.
 * `seen_enemies` are the hidden enemies that it has looked at, by year; `seen_further` those of a
 * second deck, and `seen_cards` other hidden cards whose place it knows; `face_down` are its own
 * dice that lie face down on cards, and `memory` and `things` are what cards remember for it in
 * secret. `pending` lists the decisions that players owe, `decision` is the one that this seat
 * owes, and `answered` what it has answered while others still owe theirs. `seq` is the number of
 * the last event that led to the view. The decision and the `rules`, which name what is in the
 * view, are neither compared nor part of the JSON.
 */
export interface SeatView {
  readonly seat: Seat | null;
  readonly table: GameState;
  /** Only for `seat`. Default: `{}`. */
  readonly seen_enemies?: Readonly<Record<number, CardId>>;
  /** Only for `seat`. Default: `{}`. */
  readonly seen_further?: Readonly<Record<number, CardId>>;
  /** Only for `seat`. Default: `[]`. */
  readonly hand?: readonly CardId[];
  /** Only for `seat`. Default: `[]`. */
  readonly face_down?: readonly DiceAside[];
  /** Only for `seat`. Default: `{}`. */
  readonly memory?: Readonly<Record<CardId, Readonly<Record<MemoryName, number>>>>;
  /** Only for `seat`. Default: `[]`. */
  readonly seen_cards?: readonly SeenCard[];
  /** Only for `seat`. Default: `{}`. */
  readonly things?: Readonly<Record<CardId, Readonly<Record<MemoryName, AnyThing>>>>;
  /** Default: `[]`. */
  readonly pending?: readonly OwedDecision[];
  /** Only for `seat`. Default: `null`. */
  readonly answered?: AnyAction | null;
  /** Default: `0`. */
  readonly seq?: number;
}

/**
 * A hidden card whose place a player knows: in the hand of `player`, or in a `deck`. `position` is
 * its place in the deck, from the top.
 */
export interface SeenCard {
  readonly card: CardId;
  /** Default: `null`. */
  readonly player?: Seat | null;
  /** Default: `null`. */
  readonly deck?: Id | null;
  /** Default: `0`. */
  readonly position?: number;
}

/** A rule switch: what it decides, the values it can have, and that of the edition. */
export interface SwitchChoice {
  readonly id: Id;
  readonly title: Text;
  readonly values: readonly SwitchValue[];
  readonly default: Id;
}

/** A value of a rule switch. */
export interface SwitchValue {
  readonly id: Id;
  readonly title: Text;
}

/** Enemies that may fight in this year's battle: cards, total strength and probability. */
export interface Threat {
  readonly enemies: readonly CardId[];
  readonly strength: number;
  readonly probability: Probability;
}

/** Another way to play a module. `fidelity` is the strictest one with which it can be played so. */
export interface VariantChoice {
  readonly id: Id;
  readonly title: Text;
  readonly blurb: Text;
  readonly fidelity: "printed" | "inferred" | "reconstructed";
}

// AnyAction

/**
 * A legal answer to a decision. `notation` is the pattern of the short text (see below), `answers`
 * are the kinds of decisions that the action can answer. The key `type` says which.
 */
export type AnyAction =
  | Pass
  | Done
  | Influence
  | Build
  | Recruit
  | Use
  | Take
  | Give
  | Pay
  | Trade
  | Bid
  | Choose
  | ChooseDie
  | Roll
  | Draw
  | Arrange;

/** Do nothing here: no advisor, no building, no soldiers. */
export interface Pass {
  readonly type: "Pass";
}

/** Use nothing more in this window, or decline an offer. */
export interface Done {
  readonly type: "Done";
}

/**
 * Put dice on an advisor. `dice` are the player's own dice and `bonus` the bonus dice of the group;
 * `plus2` is what a "+2" token adds (0: none is used); `via` names the cards whose permissions are
 * used; `envoy` joins an occupied advisor.
 */
export interface Influence {
  readonly type: "Influence";
  readonly advisor: AdvisorId;
  readonly dice: OwnDice;
  /** Default: `[]`. */
  readonly bonus?: BonusDice;
  /** Default: `0`. */
  readonly plus2?: number;
  /** Default: `[]`. */
  readonly via?: readonly CardId[];
  /** Default: `false`. */
  readonly envoy?: boolean;
}

/** Construct a building and pay for it; `envoy` marks the second building of a turn. */
export interface Build {
  readonly type: "Build";
  readonly building: CardId;
  readonly pay: Bag;
  /** Default: `false`. */
  readonly envoy?: boolean;
}

/** Hire soldiers in phase 7 for the resources paid. */
export interface Recruit {
  readonly type: "Recruit";
  readonly soldiers: number;
  readonly pay: Bag;
}

/**
 * Use an ability of a card that is waiting in a window, paying its price if it has one. `ability`
 * numbers the abilities of one card that could be meant, counted from 1.
 */
export interface Use {
  readonly type: "Use";
  readonly card: CardId;
  /** Default: `{}`. */
  readonly pay?: Bag;
  /** Default: `1`. */
  readonly ability?: number;
}

/** Choose what to gain. */
export interface Take {
  readonly type: "Take";
  readonly gain: Bag;
}

/** Choose what to lose. */
export interface Give {
  readonly type: "Give";
  readonly lose: Bag;
}

/** Pay a price to get something. */
export interface Pay {
  readonly type: "Pay";
  readonly price: Bag;
}

/** Give some resources for others. */
export interface Trade {
  readonly type: "Trade";
  readonly pay: Bag;
  readonly gain: Bag;
}

/**
 * Bid for what an auction offers: the price to pay if nobody bids more. A bid of nothing is
 * allowed.
 */
export interface Bid {
  readonly type: "Bid";
  readonly price: Bag;
}

/** Choose one of several things that a card offers; or a set of them, which may be empty. */
export interface Choose {
  readonly type: "Choose";
  readonly things: readonly AnyThing[];
}

/** Choose one of the dice rolled; dice of one color and value are the same die. */
export interface ChooseDie {
  readonly type: "ChooseDie";
  readonly value: DieFace;
  /** Default: `false`. */
  readonly bonus?: boolean;
}

/** A result of chance: the faces of dice, lowest first. */
export interface Roll {
  readonly type: "Roll";
  readonly dice: Rolled;
}

/** A result of chance: the card drawn. */
export interface Draw {
  readonly type: "Draw";
  readonly card: CardId;
}

/** A result of chance: an order of players. */
export interface Arrange {
  readonly type: "Arrange";
  readonly players: readonly Seat[];
}

// AnyEvent

/**
 * Something that happened. `seq` numbers the events of a `Game`, from 1; events that only others
 * may know count, too. It is 0 for an event that no game reported. It is not compared. Events that
 * only keep a client up to date are no `news`: nobody needs to read them. The key `type` says
 * which.
 */
export type AnyEvent =
  | YearStarted
  | PhaseStarted
  | Gained
  | Lost
  | DiceRolled
  | TurnOrderSet
  | Influenced
  | DiceMoved
  | DicePut
  | DiceSeen
  | Passed
  | Rewarded
  | DiceReturned
  | Built
  | Destroyed
  | CardEntered
  | CardLent
  | LoanEnded
  | CardTaken
  | HandChanged
  | HandSeen
  | CardMoved
  | CardsOffered
  | BiddingOpened
  | BidMade
  | CardsWithdrawn
  | RowsCovered
  | TileLaid
  | TileRemoved
  | CardLeft
  | Marked
  | GiftsLaid
  | AbilityUsed
  | Peeked
  | EnemySeen
  | CardsSeen
  | EnemyRevealed
  | EnemyJoined
  | Fought
  | EnemyLeft
  | Noted
  | NotedSecretly
  | GameEnded
  | Played
  | Asked
  | Undone;

/** A year starts; until its first phase, the phase is `setup` and there is no season. */
export interface YearStarted {
  readonly type: "YearStarted";
  /** Default: `0`. */
  readonly seq?: number;
  readonly year: Year;
}

/** A phase of the calendar starts; `season` is `null` outside the seasons. */
export interface PhaseStarted {
  readonly type: "PhaseStarted";
  /** Default: `0`. */
  readonly seq?: number;
  readonly year: Year;
  readonly phase: PhaseId;
  readonly season: SeasonId | null;
}

/** A player gained resources: goods, tokens, soldiers, victory points, bonus dice, the envoy. */
export interface Gained {
  readonly type: "Gained";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly resource: ResourceId;
  readonly amount: number;
  readonly source: SourceId;
}

/** A player paid, used up or lost resources. */
export interface Lost {
  readonly type: "Lost";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly resource: ResourceId;
  readonly amount: number;
  readonly source: SourceId;
}

/**
 * Dice were rolled: by a player, or by nobody (`player` is `null`) for everybody. They are all the
 * dice that the player has now, unless they were rolled only `for_effect` of the source.
 */
export interface DiceRolled {
  readonly type: "DiceRolled";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat | null;
  readonly dice: OwnDice;
  readonly bonus: BonusDice;
  readonly source: SourceId;
  /** Default: `false`. */
  readonly for_effect?: boolean;
}

/** The turn order from now on. */
export interface TurnOrderSet {
  readonly type: "TurnOrderSet";
  /** Default: `0`. */
  readonly seq?: number;
  readonly players: readonly Seat[];
}

/**
 * Dice were placed on an advisor; `player` is `null` for the neutral dice of the two-player game.
 */
export interface Influenced {
  readonly type: "Influenced";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat | null;
  readonly advisor: AdvisorId;
  readonly dice: OwnDice;
  readonly bonus: BonusDice;
  readonly plus2: number;
  readonly via: readonly CardId[];
  readonly envoy: boolean;
}

/** A group of dice moved from one advisor to another. */
export interface DiceMoved {
  readonly type: "DiceMoved";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly from_advisor: AdvisorId;
  readonly to_advisor: AdvisorId;
  readonly dice: OwnDice;
  readonly bonus: BonusDice;
  readonly plus2: number;
}

/**
 * A die came into a player's hand, on a card, or back into the supply; `giver` had it, if another
 * did. One that lies `face_down` on a card is not named; `DiceSeen` names it, for its owner only. A
 * die that stays on its card was turned there.
 */
export interface DicePut {
  readonly type: "DicePut";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly from_zone: "hand" | "locked" | "aside" | "supply";
  readonly to_zone: "hand" | "locked" | "aside" | "supply";
  /** Default: `[]`. */
  readonly dice?: OwnDice;
  /** Default: `[]`. */
  readonly bonus?: BonusDice;
  /** Default: `false`. */
  readonly face_down?: boolean;
  /** Default: `null`. */
  readonly card?: CardId | null;
  /** Default: `null`. */
  readonly giver?: Seat | null;
}

/** What a die shows that lies face down on a card: for its owner only. */
export interface DiceSeen {
  readonly type: "DiceSeen";
  readonly only_for: Seat;
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly card: CardId;
  /** Default: `[]`. */
  readonly dice?: OwnDice;
  /** Default: `[]`. */
  readonly bonus?: BonusDice;
}

/** A player passed: `what` is `influence`, `build`, `recruit` or `bid`. */
export interface Passed {
  readonly type: "Passed";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly what: "influence" | "build" | "recruit" | "bid";
}

/** An advisor starts to reward a player; the events of the reward follow. */
export interface Rewarded {
  readonly type: "Rewarded";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly advisor: AdvisorId;
}

/** All dice went back to their owners, and the board is empty. */
export interface DiceReturned {
  readonly type: "DiceReturned";
  /** Default: `0`. */
  readonly seq?: number;
}

/** A player constructed a building; the price and the points have their own events. */
export interface Built {
  readonly type: "Built";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly building: CardId;
}

/** A player's building was destroyed. */
export interface Destroyed {
  readonly type: "Destroyed";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly building: CardId;
}

/** A card came into play: for a player, or (`null`) for the game. */
export interface CardEntered {
  readonly type: "CardEntered";
  /** Default: `0`. */
  readonly seq?: number;
  readonly card: CardId;
  readonly player: Seat | null;
}

/** What a card does, or one of its permissions, works for a player until a moment. */
export interface CardLent {
  readonly type: "CardLent";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly card: CardId;
  readonly until: MomentName;
}

/**
 * What a card does, or one of its permissions, no longer works for the player who had it for a
 * time.
 */
export interface LoanEnded {
  readonly type: "LoanEnded";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly card: CardId;
}

/** A player took a face-up card. */
export interface CardTaken {
  readonly type: "CardTaken";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly card: CardId;
}

/** The number of cards that a player holds now, and those of them that everybody knows. */
export interface HandChanged {
  readonly type: "HandChanged";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly count: number;
  /** Default: `[]`. */
  readonly shown?: readonly CardId[];
}

/** A player's cards, visible only to that player. */
export interface HandSeen {
  readonly type: "HandSeen";
  readonly only_for: Seat;
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly cards: readonly CardId[];
}

/**
 * A card left or reached the display, a discard pile, or the cards out of the game. `player` is the
 * player who had it or has it now, if there is one. Enemies have their own events.
 */
export interface CardMoved {
  readonly type: "CardMoved";
  /** Default: `0`. */
  readonly seq?: number;
  readonly card: CardId;
  readonly from_zone: "deck" | "display" | "hand" | "play" | "discard" | "out";
  readonly to_zone: "deck" | "display" | "hand" | "play" | "discard" | "out";
  readonly player: Seat | null;
}

/** Cards are face up, and players will bid a resource for them. */
export interface CardsOffered {
  readonly type: "CardsOffered";
  /** Default: `0`. */
  readonly seq?: number;
  readonly cards: readonly CardId[];
  readonly resource: ResourceId;
}

/** A player chose the card that everybody bids for now. */
export interface BiddingOpened {
  readonly type: "BiddingOpened";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly card: CardId;
}

/** A player made a bid; the highest bidder pays it, then the card enters for them. */
export interface BidMade {
  readonly type: "BidMade";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly amount: number;
}

/** The auction is over; cards that nobody got went back. */
export interface CardsWithdrawn {
  readonly type: "CardsWithdrawn";
  /** Default: `0`. */
  readonly seq?: number;
  readonly cards: readonly CardId[];
}

/** Strips now cover rows of a player's sheet. */
export interface RowsCovered {
  readonly type: "RowsCovered";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly strips: readonly CardId[];
}

/** A tile was placed on an advisor and replaces the reward. */
export interface TileLaid {
  readonly type: "TileLaid";
  /** Default: `0`. */
  readonly seq?: number;
  readonly advisor: AdvisorId;
  readonly tile: CardId;
}

/** A tile was removed from an advisor. */
export interface TileRemoved {
  readonly type: "TileRemoved";
  /** Default: `0`. */
  readonly seq?: number;
  readonly advisor: AdvisorId;
  readonly tile: CardId;
}

/** A card left play. */
export interface CardLeft {
  readonly type: "CardLeft";
  /** Default: `0`. */
  readonly seq?: number;
  readonly card: CardId;
  readonly player: Seat | null;
}

/** The number of a player's markers of a card that are now on an advisor. */
export interface Marked {
  readonly type: "Marked";
  /** Default: `0`. */
  readonly seq?: number;
  readonly card: CardId;
  readonly player: Seat;
  readonly advisor: AdvisorId;
  readonly count: number;
}

/** The amount of a resource that is on an advisor now, for a player to take. */
export interface GiftsLaid {
  readonly type: "GiftsLaid";
  /** Default: `0`. */
  readonly seq?: number;
  readonly advisor: AdvisorId;
  readonly resource: ResourceId;
  readonly amount: number;
}

/** A card took effect for a player (`null`: for the game itself). */
export interface AbilityUsed {
  readonly type: "AbilityUsed";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat | null;
  readonly card: CardId;
}

/** A player looked at a hidden enemy card. `EnemySeen` names it, for that player only. */
export interface Peeked {
  readonly type: "Peeked";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly year: Year;
}

/** The hidden enemy card that a player looked at; `further`: in a second deck of enemies. */
export interface EnemySeen {
  readonly type: "EnemySeen";
  readonly only_for: Seat;
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly year: Year;
  readonly enemy: CardId;
  /** Default: `false`. */
  readonly further?: boolean;
}

/** A player looked at hidden cards; only they know which. */
export interface CardsSeen {
  readonly type: "CardsSeen";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly count: number;
  /** Only for `player`. Default: `[]`. */
  readonly cards?: readonly CardId[];
}

/**
 * The enemy of the year is revealed; a `further` one, of a second deck, is out unless it joins in.
 */
export interface EnemyRevealed {
  readonly type: "EnemyRevealed";
  /** Default: `0`. */
  readonly seq?: number;
  readonly enemy: CardId;
  readonly strength: number;
  /** Default: `false`. */
  readonly further?: boolean;
}

/** Another enemy card, already revealed, fights in this winter's battle. */
export interface EnemyJoined {
  readonly type: "EnemyJoined";
  /** Default: `0`. */
  readonly seq?: number;
  readonly enemy: CardId;
}

/** The end of a player's battle: `victory`, `tie` or `defeat`. */
export interface Fought {
  readonly type: "Fought";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly strength: number;
  readonly enemy_strength: number;
  readonly outcome: "victory" | "tie" | "defeat";
}

/** The battle is over: the enemy leaves the game, and strength no longer counts. */
export interface EnemyLeft {
  readonly type: "EnemyLeft";
  /** Default: `0`. */
  readonly seq?: number;
  readonly enemy: CardId;
}

/**
 * A card changed what it remembers; `player` is its owner, or `null` for a card of the game.
 * `thing` is what it remembers if that is not a number, which may be the option `nothing`; `value`
 * is then 1, or 0 for nothing.
 */
export interface Noted {
  readonly type: "Noted";
  /** Default: `0`. */
  readonly seq?: number;
  readonly card: CardId;
  readonly player: Seat | null;
  readonly name: MemoryName;
  readonly value: number;
  /** Default: `null`. */
  readonly thing?: AnyThing | null;
}

/** A card changed what it remembers for a player; only the player knows what it is. */
export interface NotedSecretly {
  readonly type: "NotedSecretly";
  /** Default: `0`. */
  readonly seq?: number;
  readonly card: CardId;
  readonly player: Seat;
  readonly name: MemoryName;
  /** Only for `player`. Default: `null`. */
  readonly value?: number | null;
  /** Only for `player`. Default: `null`. */
  readonly thing?: AnyThing | null;
}

/** The game is over; `winners` share the victory if there are several. */
export interface GameEnded {
  readonly type: "GameEnded";
  /** Default: `0`. */
  readonly seq?: number;
  readonly winners: readonly Seat[];
  readonly ranking: readonly Ranking[];
}

/**
 * A player answered a decision; the events of the answer follow. Only the player knows the action.
 * What others may know of it, the events that follow say.
 */
export interface Played {
  readonly type: "Played";
  /** Default: `0`. */
  readonly seq?: number;
  readonly player: Seat;
  readonly decision: number;
  /** Only for `player`. Default: `null`. */
  readonly action?: AnyAction | null;
}

/** The decisions that are owed now. It is the last event of every action; over, nobody is asked. */
export interface Asked {
  readonly type: "Asked";
  /** Default: `0`. */
  readonly seq?: number;
  readonly decisions: readonly OwedDecision[];
}

/** The last action was undone: everything is as it was before. */
export interface Undone {
  readonly type: "Undone";
  /** Default: `0`. */
  readonly seq?: number;
}

// AnyThing

/**
 * One thing of the game: its kind says what it is, so nobody has to guess what a name stands for.
 * The key `type` says which.
 */
export type AnyThing =
  | CardThing
  | AdvisorThing
  | PlayerThing
  | ResourceThing
  | RowThing
  | NumberThing
  | OptionThing;

/** A card. */
export interface CardThing {
  readonly type: "CardThing";
  readonly card: CardId;
}

/** An advisor, or another place for dice. */
export interface AdvisorThing {
  readonly type: "AdvisorThing";
  readonly advisor: AdvisorId;
}

/** A player. */
export interface PlayerThing {
  readonly type: "PlayerThing";
  readonly player: Seat;
}

/** A resource, without an amount. */
export interface ResourceThing {
  readonly type: "ResourceThing";
  readonly resource: ResourceId;
}

/** A row of buildings. */
export interface RowThing {
  readonly type: "RowThing";
  readonly row: RowId;
}

/** A number, or the value of a die. */
export interface NumberThing {
  readonly type: "NumberThing";
  readonly number: number;
}

/** An option of a card, by its label. */
export interface OptionThing {
  readonly type: "OptionThing";
  readonly option: OptionName;
}

// AnyViolation

/**
 * The reason why something is not allowed: a stable code, the rule behind it, and a sentence. Every
 * code has a class of its own, whose fields are the facts of the case. The key `type` says which.
 */
export type AnyViolation =
  | Spectating
  | Stale
  | GameOver
  | MomentOver
  | NotAsked
  | OtherQuestion
  | NoSuchNumber
  | NotOffered
  | Malformed
  | UnknownName
  | Missing
  | UsePrice
  | NotReady
  | MustOpen
  | BidRange
  | NoBid
  | NoOwnDie
  | NoSuchDice
  | NoToken
  | OneToken
  | TokenValue
  | WrongTotal
  | OutOfReach
  | NoHelp
  | HelpUsed
  | NoHelpThere
  | HelpCost
  | SingleDie
  | NoWayThere
  | Needless
  | Private
  | Closed
  | Forbidden
  | NoEnvoy
  | EnvoyNeedless
  | Taken
  | NoBuilding
  | AlreadyBuilt
  | NotOnSheet
  | BuildFirst
  | OtherPrice
  | OtherHelp
  | BuildingClosed
  | TooDear
  | SoldierPrice
  | NoSoldier
  | NothingToUndo
  | UnfairUndo
  | Unclear;

/** Spectators cannot answer. */
export interface Spectating {
  readonly type: "Spectating";
  readonly code: "action.spectator";
  readonly rule: "decisions";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** This decision has been answered already. */
export interface Stale {
  readonly type: "Stale";
  readonly code: "action.stale";
  readonly rule: "decisions";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** The game is over. */
export interface GameOver {
  readonly type: "GameOver";
  readonly code: "game.over";
  readonly rule: "R69";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** The moment is over. */
export interface MomentOver {
  readonly type: "MomentOver";
  readonly code: "moment.over";
  readonly rule: "situation";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** Somebody else must decide now. */
export interface NotAsked {
  readonly type: "NotAsked";
  readonly code: "decision.not_yours";
  readonly rule: "decisions";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly asked: readonly Seat[];
}

/** This does not answer what is asked now. */
export interface OtherQuestion {
  readonly type: "OtherQuestion";
  readonly code: "decision.other";
  readonly rule: "decisions";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly asked: DecisionName;
  readonly source: SourceId;
  /** Default: `false`. */
  readonly must?: boolean;
}

/** The options are numbered, and this number is not among them. */
export interface NoSuchNumber {
  readonly type: "NoSuchNumber";
  readonly code: "decision.number";
  readonly rule: "decisions";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly options: number;
}

/** This is not possible now. */
export interface NotOffered {
  readonly type: "NotOffered";
  readonly code: "action.not_offered";
  readonly rule: "decisions";
  /** Default: `""`. */
  readonly sentence?: Text;
  /** Default: `0`. */
  readonly options?: number;
}

/** This is not an action. */
export interface Malformed {
  readonly type: "Malformed";
  readonly code: "action.malformed";
  readonly rule: "notation";
  /** Default: `""`. */
  readonly sentence?: Text;
  /** Default: `""`. */
  readonly text?: Text;
}

/** The action names something that this game does not have. */
export interface UnknownName {
  readonly type: "UnknownName";
  readonly code: "action.unknown";
  readonly rule: "names";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly what: "card" | "advisor" | "player" | "resource";
  readonly name: Text;
  /** Default: `null`. */
  readonly card?: CardId | null;
  /** Default: `null`. */
  readonly advisor?: AdvisorId | null;
  /** Default: `null`. */
  readonly player?: Seat | null;
  /** Default: `null`. */
  readonly resource?: ResourceId | null;
}

/** You do not have enough of what this takes. */
export interface Missing {
  readonly type: "Missing";
  readonly code: "resource.missing";
  readonly rule: "R54";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly resource: ResourceId;
  readonly needed: number;
  readonly held: number;
}

/** This card has another price. */
export interface UsePrice {
  readonly type: "UsePrice";
  readonly code: "use.price";
  readonly rule: "R39";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
  readonly prices: readonly Bag[];
}

/** This card cannot be used now. */
export interface NotReady {
  readonly type: "NotReady";
  readonly code: "use.not_ready";
  readonly rule: "R44";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
}

/** The player who opens the bidding must bid. */
export interface MustOpen {
  readonly type: "MustOpen";
  readonly code: "bid.open";
  readonly rule: "F31";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** This bid is too low or too high. */
export interface BidRange {
  readonly type: "BidRange";
  readonly code: "bid.range";
  readonly rule: "F31";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly least: Bag;
  readonly most: Bag;
}

/** You cannot bid any higher. */
export interface NoBid {
  readonly type: "NoBid";
  readonly code: "bid.none";
  readonly rule: "F31";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** Influencing an advisor takes at least one die of your own color. */
export interface NoOwnDie {
  readonly type: "NoOwnDie";
  readonly code: "influence.own_die";
  readonly rule: "R13";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** You do not have these dice. */
export interface NoSuchDice {
  readonly type: "NoSuchDice";
  readonly code: "influence.dice";
  readonly rule: "R16";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly value: number;
  readonly held: number;
  readonly bonus: boolean;
}

/** You have no "+2" token. */
export interface NoToken {
  readonly type: "NoToken";
  readonly code: "influence.no_token";
  readonly rule: "R01";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** You may use only one "+2" token each season. */
export interface OneToken {
  readonly type: "OneToken";
  readonly code: "influence.one_token";
  readonly rule: "R01";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** A "+2" token does not count as much as that. */
export interface TokenValue {
  readonly type: "TokenValue";
  readonly code: "influence.token_value";
  readonly rule: "R01";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly value: number;
}

/** The advisor needs another total. */
export interface WrongTotal {
  readonly type: "WrongTotal";
  readonly code: "influence.sum";
  readonly rule: "R16";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly advisor: AdvisorId;
  readonly total: number;
  readonly needed: number;
}

/** Even with these cards, the total does not reach the advisor. */
export interface OutOfReach {
  readonly type: "OutOfReach";
  readonly code: "influence.via_sum";
  readonly rule: "R07";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly advisor: AdvisorId;
  readonly via: readonly CardId[];
  readonly total: number;
}

/** This card does not help you to influence advisors. */
export interface NoHelp {
  readonly type: "NoHelp";
  readonly code: "influence.via";
  readonly rule: "R07";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
}

/** This card has already been used this season. */
export interface HelpUsed {
  readonly type: "HelpUsed";
  readonly code: "influence.via_used";
  readonly rule: "R07";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
}

/** This card does not help with that advisor now. */
export interface NoHelpThere {
  readonly type: "NoHelpThere";
  readonly code: "influence.via_now";
  readonly rule: "R07";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
  readonly advisor: AdvisorId;
}

/** You cannot pay the price of this card. */
export interface HelpCost {
  readonly type: "HelpCost";
  readonly code: "influence.via_cost";
  readonly rule: "R07";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
}

/** This card works only with a single die of your own, without bonus dice or a token. */
export interface SingleDie {
  readonly type: "SingleDie";
  readonly code: "influence.wild";
  readonly rule: "F13";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
}

/** This card does not help with that advisor. */
export interface NoWayThere {
  readonly type: "NoWayThere";
  readonly code: "influence.wild_reach";
  readonly rule: "F13";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
  readonly advisor: AdvisorId;
}

/** The die reaches the advisor without this card. */
export interface Needless {
  readonly type: "Needless";
  readonly code: "influence.needless";
  readonly rule: "F13";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
  readonly advisor: AdvisorId;
  readonly value: DieFace;
}

/** This advisor is on a card that you do not have. */
export interface Private {
  readonly type: "Private";
  readonly code: "influence.private";
  readonly rule: "F38";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly advisor: AdvisorId;
}

/** A card in play closes this advisor to you. */
export interface Closed {
  readonly type: "Closed";
  readonly code: "influence.closed";
  readonly rule: "F47";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly advisor: AdvisorId;
  readonly card: CardId;
}

/** A card in play forbids you to use this. */
export interface Forbidden {
  readonly type: "Forbidden";
  readonly code: "action.forbidden";
  readonly rule: "cards";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
}

/** You do not have the King's Envoy. */
export interface NoEnvoy {
  readonly type: "NoEnvoy";
  readonly code: "influence.no_envoy";
  readonly rule: "R12";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** Nobody has influenced this advisor yet, so you do not need the King's Envoy. */
export interface EnvoyNeedless {
  readonly type: "EnvoyNeedless";
  readonly code: "influence.envoy_free";
  readonly rule: "R10";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly advisor: AdvisorId;
}

/** This advisor has already been influenced this season. */
export interface Taken {
  readonly type: "Taken";
  readonly code: "influence.taken";
  readonly rule: "R08";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly advisor: AdvisorId;
}

/** This card is not a building. */
export interface NoBuilding {
  readonly type: "NoBuilding";
  readonly code: "build.unknown";
  readonly rule: "R33";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly card: CardId;
}

/** You already have this building. */
export interface AlreadyBuilt {
  readonly type: "AlreadyBuilt";
  readonly code: "build.owned";
  readonly rule: "R33";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly building: CardId;
}

/** This building is not on your province sheet. */
export interface NotOnSheet {
  readonly type: "NotOnSheet";
  readonly code: "build.sheet";
  readonly rule: "F16";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly building: CardId;
}

/** The rows are built from left to right. */
export interface BuildFirst {
  readonly type: "BuildFirst";
  readonly code: "build.order";
  readonly rule: "R33";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly building: CardId;
  readonly first: CardId;
}

/** This building has another price now. */
export interface OtherPrice {
  readonly type: "OtherPrice";
  readonly code: "build.price";
  readonly rule: "R34";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly building: CardId;
  readonly prices: readonly Bag[];
}

/** The King's Envoy is needed for a second building, and only for that. */
export interface OtherHelp {
  readonly type: "OtherHelp";
  readonly code: "build.envoy";
  readonly rule: "R34";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly building: CardId;
  readonly envoy: boolean;
}

/** A card in play closes this building to you. */
export interface BuildingClosed {
  readonly type: "BuildingClosed";
  readonly code: "build.closed";
  readonly rule: "cards";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly building: CardId;
  readonly card: CardId;
}

/** You cannot pay for this building. */
export interface TooDear {
  readonly type: "TooDear";
  readonly code: "build.cost";
  readonly rule: "R33";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly building: CardId;
  readonly cost: Bag;
  readonly held: Bag;
}

/** These soldiers have another price. */
export interface SoldierPrice {
  readonly type: "SoldierPrice";
  readonly code: "recruit.price";
  readonly rule: "R51";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly soldiers: number;
  readonly cost: number;
  readonly paid: number;
}

/** You do not have enough goods for a soldier. */
export interface NoSoldier {
  readonly type: "NoSoldier";
  readonly code: "recruit.goods";
  readonly rule: "R51";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** Nothing has been played yet. */
export interface NothingToUndo {
  readonly type: "NothingToUndo";
  readonly code: "undo.nothing";
  readonly rule: "undo";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** Something was rolled or revealed, so this cannot be undone. */
export interface UnfairUndo {
  readonly type: "UnfairUndo";
  readonly code: "undo.unfair";
  readonly rule: "undo";
  /** Default: `""`. */
  readonly sentence?: Text;
}

/** It is not clear which of the possible answers is meant. */
export interface Unclear {
  readonly type: "Unclear";
  readonly code: "action.unclear";
  readonly rule: "notation";
  /** Default: `""`. */
  readonly sentence?: Text;
  readonly text: Text;
  readonly asked: "influence" | "build" | "recruit" | "use" | "take" | "give" | "pay" | "trade" | "bid" | "choose" | "die" | "roll" | "draw" | "arrange";
  readonly source: SourceId;
  readonly options: readonly AnyAction[];
}

/** What a field has if it is not in the JSON, by type. */
export const DEFAULTS: {
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
} = {
  AbilityUsed: {
    seq: 0,
  },
  AlreadyBuilt: {
    sentence: "",
  },
  Asked: {
    seq: 0,
  },
  AuctionState: {
    card: null,
    amount: 0,
    bidder: null,
    passed: [],
  },
  BidMade: {
    seq: 0,
  },
  BidRange: {
    sentence: "",
  },
  BiddingOpened: {
    seq: 0,
  },
  Build: {
    envoy: false,
  },
  BuildFirst: {
    sentence: "",
  },
  BuildingClosed: {
    sentence: "",
  },
  Built: {
    seq: 0,
  },
  CardEntered: {
    seq: 0,
  },
  CardLeft: {
    seq: 0,
  },
  CardLent: {
    seq: 0,
  },
  CardMoved: {
    seq: 0,
  },
  CardTaken: {
    seq: 0,
  },
  CardsOffered: {
    seq: 0,
  },
  CardsSeen: {
    seq: 0,
    cards: [],
  },
  CardsWithdrawn: {
    seq: 0,
  },
  Catalog: {
    without_player: [],
  },
  CatalogCard: {
    rank: null,
    row: null,
    column: null,
    cost: {},
    vp: null,
    strip: null,
    year: null,
    enemy_type: null,
    strength: null,
    reward: {},
    penalty: {},
    places: [],
    deck: null,
    copies: 1,
    held_by: "owner",
    glyphs: [],
    numbers: [],
    emblem: null,
  },
  CatalogGlyph: {
    count: 1,
  },
  CatalogMoment: {
    each: false,
  },
  CatalogNumber: {
    start: 0,
    type: "number",
    shared: false,
    lasts: "game",
  },
  CatalogOption: {
    card: null,
  },
  CatalogPhase: {
    number: null,
  },
  CatalogPlace: {
    private: false,
    glyphs: [],
  },
  CatalogResource: {
    good: false,
    below_zero: false,
    limit: null,
    lasts: "game",
  },
  ChooseDie: {
    bonus: false,
  },
  Closed: {
    sentence: "",
  },
  Decision: {
    weights: null,
    id: 0,
    whom: null,
    moment: null,
    about: [],
  },
  DeckState: {
    discarded: 0,
    player: null,
  },
  Destroyed: {
    seq: 0,
  },
  DiceAside: {
    dice: [],
    bonus: [],
    face_down: 0,
  },
  DiceMoved: {
    seq: 0,
  },
  DicePut: {
    seq: 0,
    dice: [],
    bonus: [],
    face_down: false,
    card: null,
    giver: null,
  },
  DiceReturned: {
    seq: 0,
  },
  DiceRolled: {
    seq: 0,
    for_effect: false,
  },
  DiceSeen: {
    seq: 0,
    dice: [],
    bonus: [],
  },
  EnemyJoined: {
    seq: 0,
  },
  EnemyLeft: {
    seq: 0,
  },
  EnemyRevealed: {
    seq: 0,
    further: false,
  },
  EnemySeen: {
    seq: 0,
    further: false,
  },
  EnvoyNeedless: {
    sentence: "",
  },
  Forbidden: {
    sentence: "",
  },
  Fought: {
    seq: 0,
  },
  Gained: {
    seq: 0,
  },
  GameEnded: {
    seq: 0,
  },
  GameOver: {
    sentence: "",
  },
  GameState: {
    season: null,
    enemy: null,
    past_enemies: [],
    over: false,
    joined: [],
    in_force: [],
    tiles: {},
    gifts: [],
    marks: [],
    memory: {},
    auction: null,
    winners: [],
    ranking: [],
    display: [],
    discard: [],
    out: [],
    ranks: {},
    decks: [],
    things: {},
    fighting: [],
  },
  GiftsLaid: {
    seq: 0,
  },
  HandChanged: {
    seq: 0,
    shown: [],
  },
  HandSeen: {
    seq: 0,
  },
  HelpCost: {
    sentence: "",
  },
  HelpUsed: {
    sentence: "",
  },
  Influence: {
    bonus: [],
    plus2: 0,
    via: [],
    envoy: false,
  },
  Influenced: {
    seq: 0,
  },
  LoanEnded: {
    seq: 0,
  },
  Lost: {
    seq: 0,
  },
  Malformed: {
    sentence: "",
    text: "",
  },
  Marked: {
    seq: 0,
  },
  Missing: {
    sentence: "",
  },
  MomentOver: {
    sentence: "",
  },
  MustOpen: {
    sentence: "",
  },
  Needless: {
    sentence: "",
  },
  NoBid: {
    sentence: "",
  },
  NoBuilding: {
    sentence: "",
  },
  NoEnvoy: {
    sentence: "",
  },
  NoHelp: {
    sentence: "",
  },
  NoHelpThere: {
    sentence: "",
  },
  NoOwnDie: {
    sentence: "",
  },
  NoSoldier: {
    sentence: "",
  },
  NoSuchDice: {
    sentence: "",
  },
  NoSuchNumber: {
    sentence: "",
  },
  NoToken: {
    sentence: "",
  },
  NoWayThere: {
    sentence: "",
  },
  NotAsked: {
    sentence: "",
  },
  NotOffered: {
    sentence: "",
    options: 0,
  },
  NotOnSheet: {
    sentence: "",
  },
  NotReady: {
    sentence: "",
  },
  Noted: {
    seq: 0,
    thing: null,
  },
  NotedSecretly: {
    seq: 0,
    value: null,
    thing: null,
  },
  NothingToUndo: {
    sentence: "",
  },
  Odds: {
    choice: [],
  },
  OneToken: {
    sentence: "",
  },
  OtherHelp: {
    sentence: "",
  },
  OtherPrice: {
    sentence: "",
  },
  OtherQuestion: {
    sentence: "",
    must: false,
  },
  OutOfReach: {
    sentence: "",
  },
  PackChoice: {
    requires: [],
    variants: [],
  },
  Passed: {
    seq: 0,
  },
  Peeked: {
    seq: 0,
  },
  PhaseStarted: {
    seq: 0,
  },
  PlacedDice: {
    bonus: [],
    plus2: 0,
    envoy: false,
  },
  Played: {
    seq: 0,
    action: null,
  },
  PlayerState: {
    plus2: 0,
    soldiers: 0,
    bonus_dice: 0,
    envoy: false,
    strips: [],
    cards: [],
    dice: [],
    bonus: [],
    strength: null,
    outcome: null,
    defence: 0,
    enemy_strength: null,
    prices: {},
    hand: [],
    cards_in_hand: 0,
    others: {},
    memory: {},
    locked: [],
    locked_bonus: [],
    aside: [],
    things: {},
    lent: [],
  },
  Private: {
    sentence: "",
  },
  Rewarded: {
    seq: 0,
  },
  RowsCovered: {
    seq: 0,
  },
  SeatView: {
    seen_enemies: {},
    seen_further: {},
    hand: [],
    face_down: [],
    memory: {},
    seen_cards: [],
    things: {},
    pending: [],
    answered: null,
    seq: 0,
  },
  SeenCard: {
    player: null,
    deck: null,
    position: 0,
  },
  SingleDie: {
    sentence: "",
  },
  SoldierPrice: {
    sentence: "",
  },
  Spectating: {
    sentence: "",
  },
  Stale: {
    sentence: "",
  },
  Taken: {
    sentence: "",
  },
  TileLaid: {
    seq: 0,
  },
  TileRemoved: {
    seq: 0,
  },
  TokenValue: {
    sentence: "",
  },
  TooDear: {
    sentence: "",
  },
  TurnOrderSet: {
    seq: 0,
  },
  Unclear: {
    sentence: "",
  },
  Undone: {
    seq: 0,
  },
  UnfairUndo: {
    sentence: "",
  },
  UnknownName: {
    sentence: "",
    card: null,
    advisor: null,
    player: null,
    resource: null,
  },
  Use: {
    pay: {},
    ability: 1,
  },
  UsePrice: {
    sentence: "",
  },
  WrongTotal: {
    sentence: "",
  },
  YearStarted: {
    seq: 0,
  },
};
