"""Whatever is handed to a public function ends in an answer or a documented error, quickly."""

from __future__ import annotations

import inspect
import re
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import pytest

import kingsburg_rules
from kingsburg_rules import (
    Action,
    ContentError,
    Decision,
    Event,
    Game,
    KingsburgError,
    Pack,
    Record,
    Rules,
    SeatView,
    Thing,
    bots,
    lab,
    render,
    testing,
)
from kingsburg_rules.language.shapes import ShapeError
from kingsburg_rules.testing import Has, Situation

PLAYERS = ("Ann", "Brian", "Cindy")
MARK = "Mischief"
LONG = MARK + "".join(chr(97 + k * 7 % 26) for k in range(999)) * 1000
"""A million letters of which no forty may come back."""

HOSTILE: dict[str, Any] = {
    "None": None,
    "zero": 0,
    "minus one": -1,
    "99": 99,
    "huge": 10**30,
    "minus huge": -(10**30),
    "beyond printing": 10**5000,
    "a flag": True,
    "not a number": float("nan"),
    "infinity": float("inf"),
    "nothing": "",
    "a blank": " ",
    "Zoe": "Zoe",
    "long": LONG,
    "half a character": "\ud800",
    "an escape": "\x1b[2J\x9b1m",
    "a nul": "\0",
    "a right-to-left override": "An\u202en",
    "bytes": b"Ann",
    "an object": object(),
    "a class": int,
    "an empty list": [],
    "a list in a list": [[[]]],
    "a list with anything": [None, -1, "Zoe", object(), float("nan")],
    "a long list": [LONG[:50]] * 10_000,
    "many numbers": [6] * 10_000,
    "a list of huge": [10**30, -(10**30)],
    "a list of nonsense": ["Zoe", LONG],
    "a tuple with a list": ([],),
    "an empty map": {},
    "a map of anything": {"Zoe": object(), 3: None},
    "a map of texts": {LONG: LONG},
    "a set": {"Zoe"},
}


class Call(NamedTuple):
    """A function, arguments with which it works, and the function that documents it, if it is another one."""

    function: Callable[..., object]
    given: dict[str, Any]
    documented: Callable[..., object] | None = None

    @property
    def told(self) -> Callable[..., object]:
        return self.documented or self.function


CARDS = "rules: [{id: law, name: Law}]\nformat: 1\n"
ABOUT = 'id: toys\nversion: "1"\nformat: 1\ntitle: Toys\n'


@cache
def loaded() -> Rules:
    return kingsburg_rules.load_rules()


@cache
def game() -> Game:
    """A game in its first spring, with history."""
    made = Game(loaded(), PLAYERS, seed=3)
    for _ in range(5):
        assert made.decision is not None
        made.play(made.decision.options[0])
    return made


@cache
def _untouched() -> Game:
    return game().copy()


@cache
def situation() -> Situation:
    return Situation(loaded(), "spring/influence", {"Ann": Has(dice=(1, 2, 3)), "Brian": Has(dice=(4,))})


@cache
def calls() -> dict[str, Call]:
    """All that is public and takes arguments."""
    rules, played, moment = loaded(), game(), situation()
    assert played.decision is not None
    option = played.decision.options[0]
    view = played.view("Ann")
    event = played.recent()[-1]

    def known_to(players: Any) -> object:
        return event.known_to(players)

    pack = Pack.from_files({"pack.yaml": ABOUT, "cards.yaml": CARDS})
    bot, sight = bots.RandomBot(1), bots.Sight("Ann", played)
    asked = {"decision": played.decision, "sight": sight}
    example = testing.read_examples(rules.cards["base/inn"])[0]
    record = played.record
    found: dict[str, tuple[Any, ...]] = {
        "load_rules": (kingsburg_rules.load_rules, {}),
        "modules": (kingsburg_rules.modules, {}),
        "scenarios": (kingsburg_rules.scenarios, {}),
        "editions": (kingsburg_rules.editions, {}),
        "parse": (kingsburg_rules.parse, {"text": "pass"}),
        "describe": (kingsburg_rules.describe, {"thing": option, "rules": rules}),
        "describe an event": (kingsburg_rules.describe, {"thing": event, "rules": rules}),
        "describe a decision": (kingsburg_rules.describe, {"thing": played.decision, "rules": rules}),
        "explain": (kingsburg_rules.explain, {"card": "inn", "rules": rules}),
        "Rules.sheet": (rules.sheet, {}),
        "Rules.name_of": (rules.name_of, {"name": "inn"}),
        "Rules.text_of": (rules.text_of, {"card": "inn"}),
        "Pack.read": (Pack.read, {"path": "nowhere"}),
        "Pack.from_files": (Pack.from_files, {"files": {"pack.yaml": ABOUT, "cards.yaml": CARDS}}),
        "Pack.from_zip": (Pack.from_zip, {"data": b""}),
        "Game": (Game, {"rules": rules, "players": PLAYERS}),
        "Game.load": (Game.load, {"text": played.save()}),
        "Game.view": (played.view, {}),
        "Game.rename": (
            lambda **given: played.copy().rename(**given),
            {"player": "Ann", "name": "Anne"},
            Game.rename,
        ),
        "check_names": (kingsburg_rules.check_names, {"players": PLAYERS}),
        "check_name": (kingsburg_rules.check_name, {"name": "Ann"}),
        "free_name": (kingsburg_rules.free_name, {"nick": "Ann"}),
        "first_steps": (kingsburg_rules.first_steps, {"decision": played.decision}),
        "choices": (kingsburg_rules.choices, {}),
        "catalog_of": (kingsburg_rules.catalog_of, {"rules": rules}),
        "Game.recent": (played.recent, {}),
        "Game.play": (lambda **given: played.copy().play(**given), {"action": option}, Game.play),
        "Game.why_not": (played.why_not, {"action": option}),
        "Game.within_reach": (played.within_reach, {"player": "Ann"}),
        "Game.prices": (played.prices, {"player": "Ann"}),
        "Game.threats": (played.threats, {"player": "Ann"}),
        "Game.odds": (played.odds, {"player": "Ann"}),
        "Game.can_undo": (played.can_undo, {}),
        "Game.undo": (lambda **given: played.copy().undo(**given), {}, Game.undo),
        "Game.dice_statistics": (played.dice_statistics, {}),
        "Game.copy": (played.copy, {}),
        "Game.position": (played.position, {}),
        "Game.save": (played.save, {}),
        "GameState.player": (played.state.player, {"name": "Ann"}),
        "Position.step": (
            lambda **given: played.position().step(**given),
            {"action": option},
            kingsburg_rules.Position.step,
        ),
        "Position.copy": (played.position().copy, {}),
        "Position.determinize": (played.position().determinize, {"player": "Ann", "seed": 1}),
        "SeatView.from_json": (SeatView.from_json, {"text": view.to_json(), "rules": rules}),
        "Decision.from_json": (
            Decision.from_json,
            {"text": played.decision.to_json(PLAYERS), "players": PLAYERS},
        ),
        "Decision.to_json": (played.decision.to_json, {"players": PLAYERS}),
        "Decision.to_dict": (played.decision.to_dict, {"players": PLAYERS}),
        "Action.from_json": (Action.from_json, {"text": option.to_json(PLAYERS), "players": PLAYERS}),
        "Action.from_dict": (Action.from_dict, {"data": option.to_dict(PLAYERS), "players": PLAYERS}),
        "Action.to_json": (option.to_json, {"players": PLAYERS}),
        "Action.to_dict": (option.to_dict, {"players": PLAYERS}),
        "Event.from_json": (Event.from_json, {"text": event.to_json(PLAYERS), "players": PLAYERS}),
        "Event.known_to": (known_to, {"players": None}, Event.known_to),
        "Record.loads": (Record.loads, {"text": record.dumps()}),
        "Record.dumps": (record.dumps, {}),
        "Record.replay": (lambda **given: [*record.replay(**given)], {}, Record.replay),
        "render.svg": (render.svg, {"view": view}),
        "render.text": (render.text, {"view": view}),
        "render.card": (render.card, {"rules": rules, "card": "inn"}),
        "make_bot": (bots.make_bot, {"name": "random"}),
        "bot_turn": (
            lambda **given: bots.bot_turn(**{"game": played.copy(), **given}),
            {"bots": {}},
            bots.bot_turn,
        ),
        "bot_maker": (bots.bot_maker, {"name": "random"}),
        "bot_names": (bots.bot_names, {}),
        "explain_choice": (partial(bots.explain_choice, bot), asked, bots.explain_choice),
        "Explanation.sentences": (bot.explain(played.decision, sight).sentences, {}),
        "GreedyBot": (bots.GreedyBot, {}),
        **lab_calls(),
        "RandomBot": (bots.RandomBot, {}),
        "RandomBot.choose": (bot.choose, asked),
        "RandomBot.explain": (bot.explain, asked),
        "GreedyBot.choose": (bots.GreedyBot(1).choose, asked),
        "GreedyBot.explain": (bots.GreedyBot(1).explain, asked),
        "SearchBot": (bots.SearchBot, {}),
        "SearchBot.choose": (bots.SearchBot(playouts=2).choose, asked),
        "SearchBot.explain": (bots.SearchBot(playouts=2).explain, asked),
        "Sight.guess": (sight.guess, {"seed": 1}),
        "Situation": (
            Situation,
            {"rules": rules, "at": "winter", "given": {"Ann": Has(), "Brian": Has()}},
        ),
        **{
            f"Situation with {name}": (
                lambda **has: Situation(rules, "winter", {"Ann": Has(**has), "Brian": Has()}),
                {name: default},
                Situation,
            )
            for name, default in {
                "resources": {"gold": 1},
                "dice": (1, 2),
                "bonus": (3,),
                "buildings": ("inn",),
                "influenced": ("queen",),
                "strips": (),
                "cards": (),
            }.items()
        },
        "Situation.position": (moment.position, {}),
        "Situation.play": (moment.play, {"action": "pass"}),
        "Situation.why_not": (moment.why_not, {"action": "pass"}),
        "Situation.seen": (moment.seen, {"player": "Ann"}),
        "Situation.hand": (moment.hand, {"player": "Ann"}),
        "Situation.has_card": (moment.has_card, {"card": "inn"}),
        "Situation.place_of": (moment.place_of, {"card": "inn"}),
        "Situation.dice_aside": (moment.dice_aside, {"player": "Ann"}),
        "Situation.has": (moment.has, {"player": "Ann", "resource": "gold"}),
        "rules_with": (testing.rules_with, {"cards": "rules: [{id: law, name: Law}]"}),
        "read_examples": (testing.read_examples, {"card": rules.cards["base/inn"]}),
        "play_example": (testing.play_example, {"rules": rules, "card": "base/inn", "example": example}),
        "play_pack": (lambda **given: [*testing.play_pack(**given)], {"pack": pack}, testing.play_pack),
        "play_folder": (
            lambda **given: [*testing.play_folder(**given)],
            {"path": "nowhere"},
            testing.play_folder,
        ),
        "try_pack": (
            lambda **given: testing.try_pack(**{"games": 0, **given}),
            {"pack": pack},
            testing.try_pack,
        ),
        "broken_promises": (
            lambda **given: [*testing.broken_promises(**given)],
            {"game": played},
            testing.broken_promises,
        ),
        "trace": (lambda **given: [*testing.trace(**given)], {"record": record}, testing.trace),
        "Coverage.play": (
            lambda **given: testing.Coverage().play(**{"longest": 3, **given}),
            {"rules": rules, "players": 2, "seed": 1},
            testing.Coverage.play,
        ),
        "Coverage.report": (testing.Coverage().report, {}),
    }
    return {name: Call(*call) for name, call in found.items()}


def lab_calls() -> dict[str, tuple[Any, ...]]:
    """What may be called of the lab; the games are few."""
    record = game().record
    simulation = lab.Simulation(loaded(), ["random"], 2)
    return {
        "Record.table": (record.table, {}),
        "Simulation": (lab.Simulation, {"rules": loaded()}),
        "Simulation.play": (simulation.play, {"game": 0}),
        "Simulation.record": (simulation.record, {"game": 0}),
        "simulate": (
            lambda **given: [*lab.simulate(**{"games": 1, **given})],
            {"simulation": simulation},
            lab.simulate,
        ),
        "GameResult.from_json": (lab.GameResult.from_json, {"text": simulation.play(0).to_json()}),
        "balance": (
            lambda **given: lab.balance(**{"games": 0, **given}),
            {"rules": loaded(), "pack": "base"},
            lab.balance,
        ),
        "tables": (lab.tables, {"records": [record]}),
        "points_plot": (lab.points_plot, {"record": record}),
        "dice_plot": (lab.dice_plot, {"record": record}),
    }


UNTRIED = {
    "prepare": "a function of the author's own",
    "games": "so many games are played, which takes as long as it takes",
    "workers": "so many processes",
    "progress": "a function of one's own",
}
"""Parameters that are not arguments of a stranger."""


def parameters(call: Call) -> list[str]:
    """What may be given to a function; for a lambda about a field, that field."""
    if call.documented is Situation:
        return [*call.given]
    signature = inspect.signature(call.told)
    return [name for name in signature.parameters if name not in (*UNTRIED, "self")]


def attempts() -> Iterator[tuple[str, str]]:
    for name, call in calls().items():
        for parameter in parameters(call) or [""]:
            yield name, parameter


def documented(function: Callable[..., object]) -> tuple[type[BaseException], ...]:
    """The exceptions that a docstring names; of a class, also those of its `__init__`."""
    if kingsburg_rules.COMPILED and not inspect.getdoc(function):
        return KingsburgError, TypeError  # compiled code has no docstring, and refuses other types by itself
    texts = [inspect.getdoc(function) or ""]
    if isinstance(function, type):
        texts.append(inspect.getdoc(function.__init__) or "")
    names = re.findall(
        r"^ {4}(\w+): ", "\n".join(text.partition("Raises:")[2] for text in texts), re.MULTILINE
    )
    known = {"TypeError": TypeError, "ShapeError": ShapeError, **vars(kingsburg_rules)}
    return tuple(known[name] for name in names if name in known)


def quotes(message: str) -> bool:
    """Whether a message has more than forty characters of the sender's text in it."""
    return any(LONG[start : start + 41] in message for start in range(0, 200, 8))


def judged(name: str, call: Call, parameter: str, value: object) -> str | None:
    """Call a function, and say what is wrong with how it ends."""
    began = time.process_time()
    problem = None
    try:
        call.function(**{**call.given, parameter: value} if parameter else call.given)
    except documented(call.told) as error:
        message = error.message if isinstance(error, KingsburgError) else str(error)
        room = 4000 if isinstance(error, ContentError) else 300
        if len(message) > room:
            problem = f"a message of {len(message):,} characters: {message[:200]!r}"
        elif quotes(message):
            problem = f"it quotes too much: {message!r}"
        elif not message.isprintable() and not isinstance(error, ContentError):
            problem = f"it cannot be printed: {message!r}"
    except Exception as error:
        problem = f"{type(error).__name__}: {str(error)[:120]!r}"
    took = time.process_time() - began
    return problem or (f"it takes {took:.1f} s" if took > SECONDS else None)


SECONDS = 10.0
"""How long the processor may work on one call: ten times what the slowest one takes."""


@pytest.mark.parametrize(("name", "parameter"), [*attempts()])
def test_whatever_is_given_ends_in_an_answer_or_a_documented_error(name: str, parameter: str) -> None:
    call = calls()[name]
    found = {
        what: problem
        for what, value in HOSTILE.items()
        if (problem := judged(name, call, parameter, value)) is not None
    }
    assert not found, "\n".join(f"{name}({parameter}={what}): {problem}" for what, problem in found.items())
    assert game() == _untouched()


VALUES = {
    *("EDITION", "SEATS", "WHOLE", "PartCounts"),
    *(
        "in_play",
        "offered_parts",
        "with_counting",
        "rules_of",
        "rules_of_pack",
        "dice",
    ),  # for typed values alone
    *("COMPILED", "LANGUAGES", "BOTS", "Bot", "Has", "Weights", "PackLimits", "Sight"),
    *(
        "AnyAction",
        "AnyEvent",
        "Diagnostic",
        "Violation",
        "AuctionState",
        "DeckState",
        "DiceAside",
        "SeenCard",
        "CardText",
        "DiceStatistics",
        "Odds",
    ),
    *("Outcome", "OwedDecision", "PlacedDice", "PlayerState", "Price", "PriceChange", "Ranking", "Threat"),
    *("ReachableAdvisor", "BrokenPromise", "Change", "ExampleResult", "PartCoverage", "Trial"),
    *("TracedAnswer", "TracedStep", "DecisionKind", "WIRE_VERSION", "Choices", "PlayerScore"),
    *("Step", "Gift", "Mark", "BotMaker", "Alternative", "ExplainingBot"),
    *("Balance", "CardBalance", "Combination", "PartBalance", "Declined", "Interval", "CardUse", "PartUse"),
    *(
        "SeatResult",
        "Summary",
        "BotSummary",
        "GroupSummary",
        "GameTables",
        "BarChart",
        "IntervalChart",
        "LayerChart",
    ),
    *("LineChart", "report_html", "report_json", "report_text", "summary_of", "dask_executor"),
    *("simulate_to", "read_results"),  # which write and read a file of one's own
    *("EditionChoice", "PackChoice", "VariantChoice", "Clash", "SwitchChoice", "SwitchValue"),
    *("FidelityChoice", "AnyThing", "Whoever", "PARTS", "Part", "Picture"),
    *(name for name in kingsburg_rules.__all__ if name.startswith("Catalog")),
}
"""What only holds what it is given, or is no function."""


@pytest.mark.parametrize(
    "module", [kingsburg_rules, testing, render, bots, lab], ids=lambda each: each.__name__
)
def test_everything_public_is_tried(module: Any) -> None:
    """A new function, or a new class with methods, needs an entry in `calls`."""
    tried = {part for name in calls() for part in re.split(r"[. ]", name)}
    kinds = {
        "Thing",
        *Thing.kinds,
        *Action.kinds,
        *Event.kinds,
        *(cls.__name__ for cls in KingsburgError.__subclasses__()),
    }
    kinds |= {"KingsburgError", *VALUES}
    missing = [name for name in module.__all__ if name not in tried | kinds]
    assert not missing


@pytest.mark.parametrize(
    ("cls", "name"),
    [(Game, "Game"), (kingsburg_rules.Position, "Position"), (Situation, "Situation"), (Rules, "Rules")],
)
def test_every_method_with_arguments_is_tried(cls: type, name: str) -> None:
    methods = [
        method
        for method, found in inspect.getmembers(cls, callable)
        if not method.startswith("_") and len(inspect.signature(found).parameters) > 1
    ]
    assert methods
    assert not [method for method in methods if f"{name}.{method}" not in calls()]


def test_properties_of_a_game_always_answer() -> None:
    """They take nothing from anybody; before the first answer, in the middle and after the end."""
    over = Game(loaded(), PLAYERS, seed=1)
    while over.decision is not None:
        over.play(over.decision.options[0])
    read = 0
    for one in (Game(loaded(), PLAYERS, seed=1), game(), over):
        for thing in (one, one.position(), one.state, one.view("Ann"), one.record):
            for name, _ in inspect.getmembers(type(thing), inspect.isdatadescriptor):
                if name.startswith("_"):
                    continue
                getattr(thing, name)
                read += 1
    assert read >= 3 * 12
