"""Playing with the cards alone of which we are sure enough.

Not every printed card could be found, so each says how sure we are of it. Who wants fewer guesses leaves
cards out. Only what is drawn or chosen can be left out; what lies on the table in every game cannot, and then
the pack it belongs to cannot be played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from kingsburg_rules.engine.errors import SetupError, unknown
from kingsburg_rules.language.cards import FIDELITIES, BuildingCard, StripCard

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.emitter import LinkError

    Cards: TypeAlias = "Sequence[tuple[str, CardNode]]"

_SHORTAGES = frozenset({"link.deck", "link.enemies"})
_SHOWN = 3


def check_fidelity(fidelity: str) -> None:
    """See that there is such a fidelity.

    Raises:
        SetupError: There is none.
    """
    if fidelity not in FIDELITIES:
        raise SetupError("setup.fidelity", f"Fidelity {unknown(fidelity, FIDELITIES)}")


def leave_out(cards: Cards, fidelity: str) -> tuple[Cards, Cards]:
    """Part cards (each with its pack) into those that are at least so sure, and the others.

    A strip goes as a whole: without one of its buildings it would be another strip.

    Raises:
        SetupError: A card is not sure enough that no game of its pack is without.
    """
    least = FIDELITIES.index(fidelity)
    unsure = {f"{pack}/{card.id}" for pack, card in cards if FIDELITIES.index(card.fidelity) > least}
    always = [(pack, card) for pack, card in cards if not can_be_left_out(card)]
    _refuse([(pack, card) for pack, card in always if f"{pack}/{card.id}" in unsure], fidelity)
    return part(cards, unsure)


def part(cards: Cards, unwanted: Collection[str]) -> tuple[Cards, Cards]:
    """Part cards (each with its pack) into those that stay, and the unwanted with their whole strips."""
    broken = {
        (pack, _strip_of(card)) for pack, card in cards if _strip_of(card) and f"{pack}/{card.id}" in unwanted
    }
    kept: list[tuple[str, CardNode]] = []
    gone: list[tuple[str, CardNode]] = []
    for pack, card in cards:
        stays = f"{pack}/{card.id}" not in unwanted and (pack, _strip_of(card)) not in broken
        (kept if stays else gone).append((pack, card))
    return kept, gone


def can_be_left_out(card: CardNode) -> bool:
    """Whether a game can do without a card: it is drawn or chosen, or stands on a strip that is."""
    return card.drawn or _strip_of(card) is not None


def refuse_shortages(errors: Sequence[LinkError], fidelity: str) -> None:
    """Say that too few cards are left, if that is a mistake that the linker found.

    Raises:
        SetupError: A deck has become too small.
    """
    for error in errors:
        if error.code in _SHORTAGES:
            pack = error.at.partition("/")[0]
            message = f"'{pack}' cannot be played with fidelity '{fidelity}': {error.message}."
            raise SetupError("setup.fidelity", message)


def _strip_of(card: CardNode) -> str | None:
    """Give the strip that a card is, or that it stands on."""
    if isinstance(card, BuildingCard):
        return card.strip
    return card.id if isinstance(card, StripCard) else None


def _refuse(there: Cards, fidelity: str) -> None:
    """Refuse the first pack with cards that are in every game of it."""
    if not there:
        return
    pack = there[0][0]
    names = [f"{card.name} ({card.fidelity})" for other, card in there if other == pack]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    message = f"no game of it is without {', '.join(names[:_SHOWN])}{more}"
    raise SetupError("setup.fidelity", f"'{pack}' cannot be played with fidelity '{fidelity}': {message}.")
