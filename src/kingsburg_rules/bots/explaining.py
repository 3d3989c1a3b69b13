"""Why a bot answers as it does: explanations, in the languages of the library.

An explanation has the answer, the reasons, and the next best answers. The reasons come from the numbers by
which the bot chose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from attrs import field, frozen

from kingsburg_rules import LANGUAGES, Action, Decision, Rules, describe
from kingsburg_rules.bots.bot import Bot, Sight
from kingsburg_rules.bots.reasons import Reason, reason
from kingsburg_rules.engine import expect
from kingsburg_rules.text import ENGLISH, CardNames, language_of

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


def drawn(decision: Decision, action: Action) -> Explanation:
    """Explain an answer that was drawn at random."""
    if len(decision.options) == 1:
        return forced(decision)
    return explained(action, [reason("drawn", count=len(decision.options))])


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


# Telling


@frozen(eq=False)
class Teller:
    """Words the reasons for an answer to a decision."""

    rules: Rules
    decision: Decision

    def explanation(
        self, action: Action, reasons: Sequence[Reason], others: Sequence[tuple[Action, float]]
    ) -> Explanation:
        """Put an explanation together: how far ahead the answer is comes first."""
        second, behind = others[0]
        told = tuple(Alternative(other, less) for other, less in others[:_MOST_ALTERNATIVES])
        return explained(action, (self._lead(second, behind), *reasons), told)

    def _lead(self, second: Action, behind: float) -> Reason:
        named = self.named(second)
        if behind < _LITTLE:
            return reason("lead.none", action=named)
        return reason("lead.some", n=behind, action=named)

    def named(self, action: Action) -> Reason:
        """Write an action as an order in every language."""

        def told(language: str) -> str:
            order = describe(action, self.rules, language=language, decision=self.decision)
            return order[:1].lower() + order[1:]

        return in_all_languages(told)

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
        """List the buildings that the goods left over suffice for."""

        def told(language: str) -> str:
            return CardNames(self.rules, language_of(language)).the(building)

        return reason("next", building=in_all_languages(told))

    def contested(self) -> Reason:
        """Give the reason that others can take the place first."""
        return reason("contested")


def in_all_languages(told: Callable[[str], str]) -> Reason:
    """Return what a function says in each language."""
    return {language: told(language) for language in LANGUAGES}
