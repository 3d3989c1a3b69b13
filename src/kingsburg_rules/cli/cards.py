"""`kingsburg cards`: which cards there are, what they do, and how sure we are of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.cli.commands import add_edition
from kingsburg_rules.engine.errors import SetupError, unknown

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Mapping

    from rich.console import Console

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.language.cards import CardNode

FIDELITIES = ("printed", "inferred", "reconstructed")
_COLOURS = {
    "printed": "[green]printed[/]",
    "inferred": "[yellow]inferred[/]",
    "reconstructed": "[red]reconstructed[/]",
}


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "cards",
        help="list the cards, or show one",
        description="List the cards with how sure we are of each; with a name, show that card and its note.",
    )
    parser.add_argument("name", nargs="?", help="a card, by name or id")
    parser.add_argument("--kind", help="only one kind, such as building, governor or destiny")
    parser.add_argument("--fidelity", help=f"only cards that are {', '.join(FIDELITIES)}")
    add_edition(parser)
    parser.set_defaults(run=run)


def run(wishes: Namespace) -> int:
    """List the cards that are wished for, or show one."""
    from kingsburg_rules import load_rules, modules, scenarios
    from kingsburg_rules.cli.console import Terminal

    edition = wishes.edition
    cards = _cards_of(load_rules(edition, modules=modules(edition)))
    for scenario in scenarios(edition):
        cards |= _cards_of(load_rules(edition, scenario=scenario))
    if wishes.name:
        show_cards(Terminal(), find_cards(cards, wishes.name))
        return 0
    kinds = tuple(dict.fromkeys(card.kind for card in cards.values()))
    kind, fidelity = _checked("Kind", wishes.kind, kinds), _checked("Fidelity", wishes.fidelity, FIDELITIES)
    chosen = [c for c in cards.values() if kind in (None, c.kind) and fidelity in (None, c.fidelity)]
    _list(Terminal(), chosen)
    return 0


def _cards_of(rules: Rules) -> dict[str, CardNode]:
    return {card.name: rules.cards[card.ref] for card in rules.table.cards}


def _checked(what: str, wish: str | None, known: tuple[str, ...]) -> str | None:
    if wish is not None and wish not in known:
        raise SetupError("cards.filter", f"{what} {unknown(wish, known)}")
    return wish


def find_cards(cards: Mapping[str, CardNode], wish: str) -> list[CardNode]:
    """Find a card by id, or all that have a name.

    Raises:
        SetupError: There is no such card.
    """
    wanted = wish.casefold().replace("_", " ")
    found = [card for name, card in cards.items() if wanted in (name.replace("_", " "), card.name.casefold())]
    if not found:
        raise SetupError(
            "cards.unknown", f"Card {unknown(wish, {*cards, *(c.name for c in cards.values())})}"
        )
    return found


def _list(console: Console, cards: Iterable[CardNode]) -> None:
    """Draw a table for every kind of card."""
    from rich.markup import escape

    from kingsburg_rules.cli.drawing import table

    kinds: dict[str, list[CardNode]] = {}
    for card in cards:
        kinds.setdefault(card.kind, []).append(card)
    for kind, alike in kinds.items():
        rows = table(kind.capitalize(), "", "What it does", "How sure")
        for card in alike:
            name, text = escape(card.name), escape(card.text)
            rows.add_row(f"[bold]{name}[/]", brief(card), text, _COLOURS[card.fidelity])
        console.print(rows)
        console.print(f"{len(alike)} {'card' if len(alike) == 1 else 'cards'}\n")
    console.print("'kingsburg cards NAME' shows a card with its note.")


def show_cards(console: Console, cards: Iterable[CardNode]) -> None:
    """Show cards with all that is known of them."""
    from rich.markup import escape

    for card in cards:
        console.print(f"[bold]{escape(card.name)}[/] ({card.id}), {card.kind}, {brief(card)}")
        console.print(escape(card.text))
        console.print(f"How sure we are: {_COLOURS[card.fidelity]}. {escape(card.note)}\n")


def sure(fidelity: str) -> str:
    """Write how sure we are of a card, in a colour."""
    return _COLOURS[fidelity]


def brief(card: CardNode) -> str:
    """Write the numbers on a card."""
    from kingsburg_rules.language.cards import AdvisorCard, BuildingCard, EnemyCard
    from kingsburg_rules.text.bounds import roman

    match card:
        case BuildingCard():
            cost = " ".join(f"{count}{resource[0]}" for resource, count in card.cost)
            return f"{card.row}{card.column}, {cost or 'free'}, {card.vp} VP"
        case AdvisorCard():
            return f"rank {card.rank}"
        case EnemyCard():
            return f"year {roman(card.year)}, strength {card.strength}"
        case _:
            return ""
