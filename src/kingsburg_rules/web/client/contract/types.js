export const WIRE_VERSION = 1;
export const DEFAULTS = {
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
