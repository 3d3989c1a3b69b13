"""Why a bot answers as it does: explanations, in the languages of the library.

An explanation has the answer, the reasons, and what came next. The reasons are messages, which can be said in
every language. They come from the numbers by which the bot chose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from attrs import frozen

from kingsburg_rules.bots.bot import Bot, Sight
from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.actions import Action
from kingsburg_rules.engine.errors import expect
from kingsburg_rules.engine.messages import Message, said
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.text.describing import describe
from kingsburg_rules.text.languages import LANGUAGES, language_of
from kingsburg_rules.text.names import ENGLISH, CardNames
from kingsburg_rules.text.reports import in_language

_LITTLE = 0.05
"""A difference below this, in victory points, is not worth a word."""

_MOST_REASONS = 3
_MOST_ALTERNATIVES = 3


@frozen
class Alternative:
    """Another answer, and by how many victory points a bot values it less."""

    action: Action
    behind: float


@frozen
class Explanation:
    """An answer, the reasons for it, and the best of the other answers.

    The reasons are English texts; `sentences` has them in every language.
    """

    action: Action
    reasons: tuple[Message, ...]
    alternatives: tuple[Alternative, ...] = ()

    def sentences(self, language: str = ENGLISH) -> tuple[str, ...]:
        """Say the reasons in a language: `en`, `nl` or `fr`.

        Raises:
            SetupError: There is no such language.
        """
        code = language_of(language).code
        return tuple(in_language(reason, code) for reason in self.reasons)


@runtime_checkable
class ExplainingBot(Bot, Protocol):
    """A bot that can say why it answers as it does."""

    def explain(self, decision: Decision, sight: Sight) -> Explanation:
        """Answer a decision with one of its options, and say why."""
        ...


def explain_choice(bot: Bot, decision: Decision, sight: Sight) -> Explanation:
    """Let a bot answer a decision and say why; a bot that cannot say why only answers.

    Raises:
        TypeError: `decision` is not a decision, or `sight` is not a sight.
    """
    expect(decision, Decision, "decision")
    expect(sight, Sight, "sight")
    if isinstance(bot, ExplainingBot):
        return bot.explain(decision, sight)
    return Explanation(bot.choose(decision, sight), (said("The bot {bot} gives no reasons.", bot=bot.name),))


def forced(decision: Decision) -> Explanation:
    """Explain the only answer there is."""
    return Explanation(decision.options[0], (said("Nothing else is possible."),))


def drawn(decision: Decision, action: Action) -> Explanation:
    """Explain an answer that was drawn at random."""
    if len(decision.options) == 1:
        return forced(decision)
    reason = said("Drawn at random among {count:,} answers.", count=len(decision.options))
    return Explanation(action, (reason,))


# What values consist of


class Parts(NamedTuple):
    """What the value of holdings consists of, in victory points.

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


# Telling


@frozen(eq=False)
class Teller:
    """Words the reasons for an answer to a decision."""

    rules: Rules
    decision: Decision

    def explanation(
        self, action: Action, reasons: Sequence[Message], others: Sequence[tuple[Action, float]]
    ) -> Explanation:
        """Put an explanation together: how far ahead the answer is comes first."""
        second, behind = others[0]
        told = tuple(Alternative(other, less) for other, less in others[:_MOST_ALTERNATIVES])
        return Explanation(action, (self._lead(second, behind), *reasons), told)

    def _lead(self, second: Action, behind: float) -> Message:
        named = self.named(second)
        if behind < _LITTLE:
            return said("It is worth as much as the next best answer: {action}", action=named)
        return said("It is worth {n:.1f} VP more than the next best answer: {action}", n=behind, action=named)

    def named(self, action: Action) -> Message:
        """Say an action as an order in every language."""

        def told(language: str) -> str:
            order = describe(action, self.rules, language=language, decision=self.decision)
            return order[:1].lower() + order[1:]

        return spoken(told)

    def differences(self, parts: Parts) -> Iterator[Message]:
        """Say what makes the difference to another answer."""
        for name, part in parts.greatest():
            yield _difference(name, part)

    def gains(self, parts: Parts) -> Iterator[Message]:
        """Say what an answer brings by itself."""
        for name, part in parts.greatest():
            if part > 0:
                yield _gain(name, part)

    def building_next(self, building: str) -> Message:
        """Say what the goods that are left suffice for."""

        def told(language: str) -> str:
            return CardNames(self.rules, language_of(language)).the(building)

        return said("What is left then pays for {building}.", building=spoken(told))

    def contested(self) -> Message:
        """Say that others can take the place first."""
        return said("Others have the dice for it, too: it may be gone later.")


def spoken(told: Callable[[str], str]) -> Message:
    """Make a message of something that is said in every language by itself."""
    parts = {code: told(code) for code in LANGUAGES}
    return Message(parts[ENGLISH], parts=parts)


def _difference(name: str, part: float) -> Message:  # noqa: PLR0911 -- a sentence for each
    n = abs(part)
    match name, part > 0:
        case "points", True:
            return said("It scores {n:.1f} VP more.", n=n)
        case "points", False:
            return said("It scores {n:.1f} VP less.", n=n)
        case "goods", True:
            return said("The goods you have then are worth {n:.1f} VP more, for what they can build.", n=n)
        case "goods", False:
            return said("The goods you have then are worth {n:.1f} VP less, for what they can build.", n=n)
        case "abilities", True:
            return said("What your buildings will do is worth {n:.1f} VP more.", n=n)
        case "abilities", False:
            return said("What your buildings will do is worth {n:.1f} VP less.", n=n)
        case "winter", True:
            return said("The battle of this year is expected to bring {n:.1f} VP more.", n=n)
        case "winter", False:
            return said("The battle of this year is expected to bring {n:.1f} VP less.", n=n)
        case _, True:
            return said("Your tokens, dice and envoy are worth {n:.1f} VP more.", n=n)
        case _:
            return said("Your tokens, dice and envoy are worth {n:.1f} VP less.", n=n)


def _gain(name: str, part: float) -> Message:
    match name:
        case "points":
            return said("It scores {n:.1f} VP.", n=part)
        case "goods":
            return said("Its goods are worth {n:.1f} VP, for what they can build.", n=part)
        case "abilities":
            return said("What it brings to your buildings is worth {n:.1f} VP.", n=part)
        case "winter":
            return said("It improves the battle of this year by {n:.1f} VP.", n=part)
        case _:
            return said("The tokens and dice it brings are worth {n:.1f} VP.", n=part)
