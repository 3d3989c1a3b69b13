"""A typed program that uses every public name, for mypy and pyright to check; it runs as well.

A name is used here as programs use it: as the type of what a call gives, or called with what it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path

from kingsburg_rules import (
    COMPILED,
    LANGUAGES,
    WIRE_VERSION,
    Action,
    AdvisorThing,
    AnyThing,
    AuctionState,
    CardText,
    CardThing,
    Catalog,
    CatalogCard,
    CatalogFigure,
    CatalogGlyph,
    CatalogKind,
    CatalogMoment,
    CatalogNumber,
    CatalogOption,
    CatalogPack,
    CatalogPhase,
    CatalogPlace,
    CatalogResource,
    CatalogSeason,
    CatalogSource,
    CatalogTerm,
    Choices,
    Clash,
    ContentError,
    Decision,
    DecisionKind,
    DeckState,
    Diagnostic,
    DiceAside,
    DiceStatistics,
    EditionChoice,
    Event,
    FidelityChoice,
    Game,
    GameState,
    Gift,
    IllegalAction,
    KingsburgError,
    Mark,
    NumberThing,
    Odds,
    OptionThing,
    Outcome,
    OwedDecision,
    Pack,
    PackChoice,
    PackLimits,
    Pass,
    PlacedDice,
    PlayerScore,
    PlayerState,
    PlayerThing,
    Position,
    Price,
    PriceChange,
    Ranking,
    ReachableAdvisor,
    Record,
    ResourceThing,
    RowThing,
    Rules,
    Runaway,
    SaveError,
    SeatView,
    SeenCard,
    SetupError,
    Step,
    SwitchChoice,
    SwitchValue,
    Thing,
    Threat,
    VariantChoice,
    Violation,
    Whoever,
    catalog_of,
    check_name,
    check_names,
    choices,
    describe,
    editions,
    explain,
    first_steps,
    free_name,
    load_rules,
    modules,
    parse,
    scenarios,
)
from kingsburg_rules.adapters import (
    REWARDS,
    ActionSpace,
    ObservationPart,
    ObservationSpace,
    PartialAnswer,
    Reward,
    TokenGame,
    action_space,
    observation_space,
)
from kingsburg_rules.bots import (
    BOTS,
    Alternative,
    Bot,
    BotMaker,
    ExplainingBot,
    Explanation,
    GreedyBot,
    RandomBot,
    SearchBot,
    Sight,
    Weights,
    bot_maker,
    bot_names,
    bot_turn,
    explain_choice,
    make_bot,
)
from kingsburg_rules.game import state_in
from kingsburg_rules.lab import (
    Balance,
    BarChart,
    CardBalance,
    CardUse,
    Combination,
    Declined,
    GameResult,
    GameTables,
    GroupSummary,
    Interval,
    IntervalChart,
    LayerChart,
    LineChart,
    PartBalance,
    PartUse,
    SeatResult,
    Simulation,
    Summary,
    balance,
    dask_executor,
    dice_plot,
    points_plot,
    read_results,
    report_html,
    report_json,
    report_text,
    simulate,
    simulate_to,
    summary_of,
    tables,
)
from kingsburg_rules.render import PARTS, Part, Picture, card, dice, svg, text
from kingsburg_rules.testing import (
    EDITION,
    SEATS,
    WHOLE,
    BrokenPromise,
    Change,
    Coverage,
    ExampleResult,
    Has,
    PartCounts,
    PartCoverage,
    Situation,
    TracedAnswer,
    TracedStep,
    Trial,
    broken_promises,
    in_play,
    offered_parts,
    play_example,
    play_folder,
    play_pack,
    read_examples,
    rules_of,
    rules_of_pack,
    rules_with,
    trace,
    try_pack,
    with_counting,
)
from kingsburg_rules.testing import Part as CountedPart

CARD = """
buildings:
  - id: shed
    name: Shed
    row: Z
    column: 1
    cost: {wood: 1}
    vp: 1
    examples:
      - {shows: It stands., works: false, at: spring, given: {}, play: [], expect: {}}
"""


class Doorman:
    """A bot of one's own: it lets everything pass."""

    name = "doorman"

    def choose(self, decision: Decision, sight: Sight) -> Action:
        guess: Position = sight.guess(0)
        assert guess.outcome is None
        return decision.options[-1]


def helps(game: Game, player: str) -> Iterable[object]:
    """What an interface shows beside the table."""
    within: tuple[ReachableAdvisor, ...] = game.within_reach(player)
    prices: tuple[Price, ...] = game.prices(player)
    changes: list[PriceChange] = [change for price in prices for change in price.changes]
    threats: tuple[Threat, ...] = game.threats(player)
    odds: tuple[Odds, ...] = game.odds(player)
    dice: tuple[DiceStatistics, ...] = game.dice_statistics()
    scores: tuple[PlayerScore, ...] = game.score_by_source
    total: Fraction = sum((chance.victory for chance in odds), Fraction(0))
    return (within, prices, changes, threats, dice, scores, total)


def table(view: SeatView) -> str:
    """What a screen draws."""
    state: GameState = view.table
    auction: AuctionState | None = state.auction
    decks: tuple[DeckState, ...] = state.decks
    aside: tuple[DiceAside, ...] = state.players[0].aside
    known: tuple[SeenCard, ...] = ()
    assert not (decks or aside or known)
    seats: tuple[PlayerState, ...] = state.players
    placed: tuple[PlacedDice, ...] = state.advisors
    gifts: tuple[Gift, ...] = state.gifts
    marks: tuple[Mark, ...] = state.marks
    owed: tuple[OwedDecision, ...] = view.pending
    kinds: list[DecisionKind] = [one.kind for one in owed]
    asked: Decision | None = view.decision
    picture: Picture = svg(view)
    assert picture.startswith("<svg")
    part: Part = PARTS[0]
    assert svg(view, parts=part, first=None, highlight=()).startswith("<svg")
    assert card(view.rules, "inn", theme="dark", width=200).startswith("<svg")
    return f"{auction} {len(seats)} {len(placed)} {gifts} {marks} {kinds} {asked} {text(view)}"


def lobby(names: list[str], rules: Rules) -> str:
    """What is shown before a game, and for a game."""
    offered: Choices = choices("nl")
    editions: tuple[EditionChoice, ...] = offered.editions
    packs: list[PackChoice] = [
        pack for edition in editions for pack in (*edition.modules, *edition.scenarios)
    ]
    variants: list[VariantChoice] = [variant for pack in packs for variant in pack.variants]
    clashes: list[Clash] = [clash for edition in editions for clash in edition.clashes]
    switches: list[SwitchChoice] = [switch for edition in editions for switch in edition.switches]
    values: list[SwitchValue] = [value for switch in switches for value in switch.values]
    fidelities: tuple[FidelityChoice, ...] = offered.fidelities
    wrong: SetupError | None = check_names(names, rules) or check_name(free_name("Ann", names), names)
    assert offered.wire == WIRE_VERSION
    return f"{variants} {clashes} {values} {fidelities} {wrong} {shown(catalog_of(rules))}"


def shown(catalog: Catalog) -> list[object]:
    """What a client looks up."""
    card: CatalogCard = catalog.card("inn")
    kinds: tuple[CatalogKind, ...] = catalog.kinds
    packs: tuple[CatalogPack, ...] = catalog.packs
    places: tuple[CatalogPlace, ...] = catalog.places
    glyphs: tuple[CatalogGlyph, ...] = places[0].glyphs
    figures: tuple[CatalogFigure, ...] = catalog.card("inn").numbers
    resources: tuple[CatalogResource, ...] = catalog.resources
    phases: tuple[CatalogPhase, ...] = catalog.phases
    seasons: tuple[CatalogSeason, ...] = catalog.seasons
    sources: tuple[CatalogSource, ...] = catalog.sources
    moments: tuple[CatalogMoment, ...] = catalog.moments
    numbers: tuple[CatalogNumber, ...] = catalog.numbers
    options: tuple[CatalogOption, ...] = catalog.options
    words: tuple[CatalogTerm, ...] = catalog.words
    return [
        card,
        kinds,
        packs,
        places,
        glyphs,
        figures,
        resources,
        phases,
        seasons,
        sources,
        moments,
        numbers,
        options,
        words,
    ]


def refused(attempt: Callable[[], object]) -> KingsburgError:
    """What an attempt is refused with."""
    try:
        attempt()
    except (IllegalAction, SetupError, SaveError, ContentError, Runaway) as error:
        return error
    raise AssertionError


def winner(outcome: Outcome) -> str:
    """Who has won."""
    first: Ranking = outcome.ranking[0]
    return first.player


def explained(game: Game) -> str:
    """Ask a bot for its reasons."""
    assert game.decision is not None
    searching: ExplainingBot = SearchBot(playouts=20)
    found: Explanation = explain_choice(searching, game.decision, Sight(game.decision.player, game))
    others: tuple[Alternative, ...] = found.alternatives
    return f"{found.action} {len(found.sentences('fr')) > 0} {all(other.behind >= 0 for other in others)}"


def played(rules: Rules, bots: dict[str, Bot]) -> Game:
    """Let bots play a game."""
    game = Game(rules, tuple(bots), seed=3)
    while (news := bot_turn(game, bots)) is not None:
        heard: tuple[Event, ...] = news
        assert all(describe(event, rules) for event in heard)
    return game


def main() -> str:
    """Use everything once."""
    assert parse("pass") == Pass()
    steps: tuple[Step, ...] = first_steps(Decision("Ann", 0, "influence", "spring", (Pass(),)))
    assert [step.options for step in steps] == [(Pass(),)]
    rules = load_rules(editions()[-1], modules=modules()[:1], scenario=scenarios()[0])
    told: CardText = explain("inn", rules, language=LANGUAGES[-1])
    game = Game(rules, ("Ann", "Brian"), seed=1)
    why: Violation | None = game.why_not("pass", Whoever.IS_ASKED)
    things: tuple[AnyThing, ...] = (CardThing("inn"), AdvisorThing("queen"), PlayerThing("Ann"))
    others: list[Thing] = [ResourceThing("gold"), RowThing("B"), NumberThing(3), OptionThing("none")]
    assert why is not None
    pack = Pack.from_files(
        {"pack.yaml": 'id: shed\nversion: "1"\nformat: 1\ntitle: Shed\n', "a.yaml": f"{CARD}format: 1\n"},
        limits=PackLimits(files=2),
    )
    wrong = refused(lambda: Pack.from_files({"pack.yaml": "id: 1\n"}))
    assert isinstance(wrong, ContentError)
    problems: tuple[Diagnostic, ...] = wrong.diagnostics
    over = played(
        rules, {"Ann": GreedyBot(weights=Weights(token=1.0)), "Brian": RandomBot(1), "Cindy": Doorman()}
    )
    assert over.outcome is not None
    record: Record = Record.loads(over.record.dumps())
    shown = (
        COMPILED,
        things,
        others,
        told,
        why,
        pack.id,
        problems,
        winner(over.outcome),
        len(record.actions),
    )
    return "\n".join(map(str, (*shown, *helps(game, "Ann"))))


def tested(folder: Path) -> str:
    """Use what authors of cards use."""
    rules = rules_with(CARD)
    results: list[ExampleResult] = [*play_folder(folder), *play_pack("goblin-valley")]
    results += [
        play_example(rules, ref, one) for ref, card in rules.cards.items() for one in read_examples(card)
    ]
    moment = Situation(rules, "spring", {"Ann": Has({"gold": 1}, dice=(1, 2, 3)), "Brian": Has()})
    coverage = Coverage()
    coverage.play(rules)
    parts: tuple[PartCoverage, ...] = coverage.parts
    assert {*BOTS} == {make_bot(name).name for name in BOTS}
    games = simulated(folder)
    reasons = explained(Game(rules, ("Ann", "Brian"), seed=1))
    shown = (moment.over, len(parts), watched(), counted(), games, adapted(rules), reasons)
    return f"{sum(result.passed for result in results)} {shown}"


def adapted(rules: Rules) -> str:
    """Use what the adapters share."""
    tokens: ActionSpace = action_space(rules)
    layout: ObservationSpace = observation_space(rules, 2)
    part: ObservationPart = layout.parts["dice"]
    game = TokenGame(rules, 2, seed=1)
    answer: PartialAnswer | None = game.answer
    reward: Reward = REWARDS[-1]
    return f"{len(tokens)} {part.shape} {answer} {reward}"


def counted() -> str:
    """Use what counts the parts of cards, on a state of the machine."""
    counts = PartCounts()
    rules = with_counting(rules_of_pack("base"), counts)
    game = Game(rules, SEATS[:2], seed=1)
    assert game.decision is not None
    state, option = state_in(game.position()), game.decision.options[0]
    offered: list[CountedPart] = [*offered_parts(state, option)]
    assert callable(rules_of)
    return f"{EDITION} {WHOLE} {in_play(state)} {len(offered)} {dice((3, 1))}"


def watched() -> str:
    """Use what shows how a pack does, and what a game did."""
    trial: Trial = try_pack("soldier-tokens", games=1)
    game = Game(load_rules(), ("Ann", "Brian"), seed=1)
    broken: list[BrokenPromise] = [*broken_promises(game)]
    answers: list[TracedAnswer] = [*trace(game.record)]
    steps: list[TracedStep] = [step for answer in answers for step in answer.steps]
    changes: list[Change] = [change for step in steps for change in step.changes]
    return f"{trial.pack} {len(broken)} {len(changes)}"


def simulated(folder: Path) -> str:
    """Use the lab."""
    maker: BotMaker = bot_maker(bot_names()[0])
    simulation = Simulation(load_rules(), (maker, "random"), watched=("base/inn",))
    played: int = simulate_to(folder / "games.jsonl", simulation, 1)
    results: list[GameResult] = [*simulate(simulation, 1), *read_results(folder / "games.jsonl")]
    results.append(simulation.play(Declined(0, 0, "base/inn")))
    seats: list[SeatResult] = [seat for result in results for seat in result.seats]
    uses: list[CardUse] = [use for seat in seats for use in seat.cards]
    parts: list[PartUse] = [part for result in results for part in result.parts]
    summary: Summary = summary_of(results)
    groups: tuple[GroupSummary, ...] = summary.groups
    assert callable(dask_executor)
    return f"{played} {len(uses)} {len(parts)} {len(groups)} {measured()} {plotted(simulation)}"


def measured() -> str:
    """Use what measures cards."""
    report: Balance = balance(load_rules(), "base", 1, bots=("random",), players=2)
    cards: tuple[CardBalance, ...] = report.cards
    won: Interval = cards[0].won
    parts: tuple[PartBalance, ...] = cards[0].parts
    found: tuple[Combination, ...] = report.combinations
    written = report_text(report) + report_json(report) + report_html(report)
    return f"{won.low} {len(parts)} {len(found)} {len(written)}"


def plotted(simulation: Simulation) -> str:
    """Use what tables and plots there are of a game."""
    record = simulation.record(0)
    rows: GameTables = tables([record])
    points: LineChart | LayerChart = points_plot(record)
    dice: BarChart = dice_plot(record)
    won = IntervalChart("Won", {"Inn": (0.2, 0.1, 0.4)}, 0.25, str)
    return f"{len(rows.games)} {len(record.table())} {points.text()} {dice.svg()} {won}"
