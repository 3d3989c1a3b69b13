"""Bots: what a bot is, what it may know, how it plays in a game, and how it explains its answers.

A bot answers decisions for a seat. It sees what a person in that seat sees, through a `Sight`: the table, its
own secrets, and positions in which everything hidden is guessed, to search in. It never gets the true
position. The reasons of an explanation come from the numbers by which the bot chose.
"""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from attrs import field, frozen

from kingsburg_rules import (
    LANGUAGES,
    Action,
    AnyEvent,
    Decision,
    Game,
    Position,
    Rules,
    SeatView,
    describe,
)
from kingsburg_rules.engine import RandomNumbers, checked_seed, expect
from kingsburg_rules.text import ENGLISH, CardNames, language_of

_LITTLE = 0.05
"""A difference below this, in victory points, is not worth a word."""

_MOST_REASONS = 3
_MOST_ALTERNATIVES = 3


class Bot(Protocol):
    """A player made of code. One bot may sit in several seats, and in several games."""

    @property
    def name(self) -> str:
        """The kind of bot."""
        ...

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer a decision with one of its options."""
        ...


class Board(Protocol):
    """A game as sights need it. A `Game` is one."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        ...

    def view(self, player: str | None = None) -> SeatView:
        """Show what a player may know."""
        ...

    def position(self) -> Position:
        """Return a copy of the position."""
        ...


@frozen(eq=False)
class Sight:
    """The knowledge of a seat: the rules, its view of the table, and guesses at what it cannot see."""

    player: str
    _board: Board = field(repr=False)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._board.rules

    @property
    def view(self) -> SeatView:
        """The seat's view of the table."""
        return self._board.view(self.player)

    def guess(self, seed: int) -> Position:
        """Make a position to search in: hidden cards and all chance to come are drawn anew from the seed.

        Raises:
            SetupError: There is no such player, or the seed is not a whole number.
        """
        return self._board.position().determinize(self.player, checked_seed(seed))


# Letting bots play


def bot_turn(game: Game, bots: Mapping[str, Bot]) -> tuple[AnyEvent, ...] | None:
    """Play the answer of the first bot that owes a decision; return None if no bot owes one.

    Raises:
        TypeError: `game` is not a game, or `bots` is not a mapping of players to bots.
        IllegalAction: A bot gives an answer that is not among the options.
        Runaway: A card goes on without end.
    """
    expect(game, Game, "game")
    expect(bots, Mapping, "bots")
    for decision in game.pending:
        bot = bots.get(decision.player)
        if bot is not None:
            action = bot.choose(decision, Sight(decision.player, game))
            return game.play(action, decision.player)
    return None


# Explanations, in the languages of the library


@frozen
class Alternative:
    """Another answer, and by how many victory points a bot values it less."""

    action: Action
    behind: float


@frozen
class Explanation:
    """An answer, the reasons for it, and the best of the other answers.

    The reasons are English sentences. The `translations` are the same sentences by the code of the language,
    as far as the bot knows the language.
    """

    action: Action
    reasons: tuple[str, ...]
    alternatives: tuple[Alternative, ...] = ()
    translations: Mapping[str, tuple[str, ...]] = field(factory=dict[str, "tuple[str, ...]"], eq=False)

    def sentences(self, language: str = ENGLISH) -> tuple[str, ...]:
        """Return the reasons in a language (`en`, `nl` or `fr`), or in English if they are not translated.

        Raises:
            SetupError: There is no such language.
        """
        return self.translations.get(language_of(language).code, self.reasons)


# The sentences of reasons: `reasons.toml` beside this module has them, by names such as `more.goods`


Reason: TypeAlias = Mapping[str, str]
"""A sentence, or a part of one, by the code of the language."""

_THOUSANDS: Final[Mapping[str, str]] = {"nl": ".", "fr": "\u00a0"}
"""The separator of thousands in a number."""


def reason(name: str, **facts: float | Reason) -> Reason:
    """Return a sentence in every language, with its gaps filled."""
    return {language: _filled(name, language, facts) for language in LANGUAGES}


def _filled(name: str, language: str, facts: Mapping[str, float | Reason]) -> str:
    written = _sentences()[name][language]
    if language == "fr":
        for sign in ";:?!":
            written = written.replace(f" {sign}", f"\u00a0{sign}")
    given = {gap: fact[language] if isinstance(fact, Mapping) else fact for gap, fact in facts.items()}
    return written.format(**given) if language == "en" else _Numbers(language).vformat(written, (), given)


@cache
def _sentences() -> dict[str, dict[str, str]]:
    return tomllib.loads((files("kingsburg_rules.bots") / "reasons.toml").read_text(encoding="utf-8"))


class _Numbers(Formatter):
    """Fills in numbers as Dutch and French write them."""

    def __init__(self, language: str) -> None:
        self._thousands = _THOUSANDS[language]

    def format_field(self, value: object, format_spec: str) -> str:
        """Write a decimal comma, and separate thousands as the language does."""
        written: str = super().format_field(value, format_spec)
        if format_spec.endswith("f"):
            return written.replace(".", ",")
        return written.replace(",", self._thousands) if format_spec == "," else written


def explained(
    action: Action, reasons: Iterable[Reason], alternatives: tuple[Alternative, ...] = ()
) -> Explanation:
    """Make an explanation in every language."""
    each = tuple(reasons)
    told = {language: tuple(reason[language] for reason in each) for language in LANGUAGES}
    return Explanation(action, told[ENGLISH], alternatives, told)


@runtime_checkable
class ExplainingBot(Bot, Protocol):
    """A bot that can say why it answers as it does."""

    def explain(self, decision: Decision, sight: Sight) -> Explanation:
        """Answer a decision with one of its options, and say why."""
        ...


def explain_choice(bot: Bot, decision: Decision, sight: Sight) -> Explanation:
    """Return the answer of a bot and its reasons; bots without reasons only answer.

    Raises:
        TypeError: `decision` is not a decision, or `sight` is not a sight.
    """
    expect(decision, Decision, "decision")
    expect(sight, Sight, "sight")
    if isinstance(bot, ExplainingBot):
        return bot.explain(decision, sight)
    name = dict.fromkeys(LANGUAGES, bot.name)
    return explained(bot.choose(decision, sight), [reason("none", bot=name)])


def forced(decision: Decision) -> Explanation:
    """Explain the only answer there is."""
    return explained(decision.options[0], [reason("forced")])


# What values consist of


class Parts(NamedTuple):
    """The parts of the value of holdings, in victory points.

    `goods` is what goods may still build, `extras` are tokens, dice and the envoy, `abilities` what buildings
    may still bring, and `winter` what this year's battle probably brings.
    """

    points: float = 0.0
    goods: float = 0.0
    extras: float = 0.0
    abilities: float = 0.0
    winter: float = 0.0

    def less(self, others: Parts) -> Parts:
        """Return the differences."""
        return Parts(*[mine - other for mine, other in zip(self, others, strict=True)])

    def greatest(self) -> list[tuple[str, float]]:
        """List the parts that matter, the greatest first."""
        parts = [(name, part) for name, part in self._asdict().items() if abs(part) >= _LITTLE]
        return sorted(parts, key=lambda each: -abs(each[1]))[:_MOST_REASONS]

    @property
    def lesson(self) -> str:
        """The part that speaks most for it, which is what to learn from it."""
        return max(zip(self._fields, self, strict=True), key=lambda part: part[1])[0]


# Wording the reasons


@frozen(eq=False)
class Teller:
    """Words the reasons for an answer to a decision."""

    rules: Rules
    decision: Decision

    def explanation(
        self, action: Action, lesson: str, reasons: Sequence[Reason], others: Sequence[tuple[Action, float]]
    ) -> Explanation:
        """Put an explanation together: what a player learns comes first, then how far ahead the answer is."""
        second, behind = others[0]
        told = tuple(Alternative(other, less) for other, less in others[:_MOST_ALTERNATIVES])
        learned = "even" if behind < _LITTLE else lesson
        return explained(action, (reason(f"lesson.{learned}"), self._lead(second, behind), *reasons), told)

    def _lead(self, second: Action, behind: float) -> Reason:
        named = self.named(second)
        if behind < _LITTLE:
            return reason("lead.none", action=named)
        return reason("lead.some", n=behind, action=named)

    def named(self, action: Action) -> Reason:
        """Write an action as an order in every language."""
        rules, decision = self.rules, self.decision
        orders = {name: describe(action, rules, language=name, decision=decision) for name in LANGUAGES}
        return {language: order[:1].lower() + order[1:] for language, order in orders.items()}

    def differences(self, parts: Parts) -> Iterator[Reason]:
        """List the reasons that make the difference to another answer."""
        for name, part in parts.greatest():
            yield reason(f"{'more' if part > 0 else 'less'}.{name}", n=abs(part))

    def gains(self, parts: Parts) -> Iterator[Reason]:
        """List the gains of an answer by itself."""
        for name, part in parts.greatest():
            if part > 0:
                yield reason(f"gain.{name}", n=part)

    def building_next(self, building: str) -> Reason:
        """Name the reason that the goods left over suffice for a building."""
        named = {name: CardNames(self.rules, language_of(name)).the(building) for name in LANGUAGES}
        return reason("next", building=named)


class ThinkingBot(ABC):
    """A bot that weighs its options, if there are several."""

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer a decision.

        Raises:
            TypeError: `decision` is not a decision, or `sight` is not a sight.
        """
        expect(decision, Decision, "decision")
        expect(sight, Sight, "sight")
        if len(decision.options) == 1:
            return decision.options[0]
        return self._thought(decision, sight)[0]

    def explain(self, decision: Decision, sight: Sight) -> Explanation:
        """Answer a decision, and say why.

        Raises:
            TypeError: `decision` is not a decision, or `sight` is not a sight.
        """
        expect(decision, Decision, "decision")
        expect(sight, Sight, "sight")
        if len(decision.options) == 1:
            return forced(decision)
        return self._thought(decision, sight)[1](Teller(sight.rules, decision))

    @abstractmethod
    def _thought(self, decision: Decision, sight: Sight) -> tuple[Action, Callable[[Teller], Explanation]]:
        """Weigh the options of a decision: find the best, and what explains it."""


# The random bot, the weakest of all


class RandomBot:
    """Takes each option with the same probability. Equal seeds answer equal decisions alike.

    Raises:
        SetupError: The seed is not a whole number.
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = RandomNumbers(seed)

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer without looking at the table.

        Raises:
            TypeError: `decision` is not a decision.
        """
        expect(decision, Decision, "decision")
        return decision.options[self._random.below(len(decision.options))]

    def explain(self, decision: Decision, sight: Sight) -> Explanation:
        """Answer, and say that this was luck.

        Raises:
            TypeError: `decision` is not a decision.
        """
        action, count = self.choose(decision, sight), len(decision.options)
        return forced(decision) if count == 1 else explained(action, [reason("drawn", count=count)])
