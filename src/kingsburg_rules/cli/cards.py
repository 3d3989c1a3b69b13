"""`kingsburg cards`: list the cards, or show one; for `explain`, draw what they do."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping

from rich.text import Text

from kingsburg_rules import Rules, SetupError, explain, load_rules, modules, scenarios
from kingsburg_rules.cli.commands import add_edition_option, cards_called
from kingsburg_rules.cli.console import Terminal, table
from kingsburg_rules.cli.explain import numbers_on
from kingsburg_rules.engine import unknown
from kingsburg_rules.language import CardNode
from kingsburg_rules.text import Phrasebook

_COLORS = {"printed": "green", "inferred": "yellow", "reconstructed": "red"}
"""How sure we may be of a card, and its color."""


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = "List the cards with their fidelity; with a name, show that card and its note."
    parser.add_argument("name", metavar="NAME", nargs="?", help="a card, by name or id")
    parser.add_argument("--kind", help="only cards of this kind, such as building, governor or destiny")
    parser.add_argument("--fidelity", help=f"only cards of this fidelity: {', '.join(_COLORS)}")
    add_edition_option(parser)


def run(options: Namespace) -> int:
    """List the chosen cards, or show one."""
    edition = options.edition
    rule_sets = [load_rules(edition, modules=modules(edition))]
    # Scenarios exclude each other, so that each needs rules of its own.
    rule_sets += [load_rules(edition, scenario=scenario) for scenario in scenarios(edition)]
    cards = {card.name: rules.cards[card.ref] for rules in rule_sets for card in rules.compiled.cards}
    console, say = Terminal(), Phrasebook(rule_sets[0], "en", "terminal")
    if options.name:
        for name in cards_called(options.name, {name: (card.name,) for name, card in cards.items()}):
            _show(console, cards[name], say)
        return 0
    kinds = tuple(dict.fromkeys(card.kind for card in cards.values()))
    kind, fidelity = _checked("Kind", options.kind, kinds), _checked("Fidelity", options.fidelity, _COLORS)
    chosen = [c for c in cards.values() if kind in (None, c.kind) and fidelity in (None, c.fidelity)]
    _list(console, chosen, say)
    return 0


def _checked(what: str, chosen: str | None, known: Iterable[str]) -> str | None:
    if chosen is not None and chosen not in known:
        raise SetupError("cards.filter", f"{what} {unknown(chosen, known)}")
    return chosen


def _list(console: Terminal, cards: Iterable[CardNode], say: Phrasebook) -> None:
    """Draw a table for every kind of card."""
    kinds: dict[str, list[CardNode]] = {}
    for card in cards:
        kinds.setdefault(card.kind, []).append(card)
    for kind, alike in kinds.items():
        rows = table(kind.capitalize(), "", "What it does", "How sure")
        for card in alike:
            rows.add_row(_bold(card), numbers_on(card, say), card.text, _how_sure(card))
        console.print(rows)
        console.print(f"{len(alike)} {'card' if len(alike) == 1 else 'cards'}\n")
    console.print("'kingsburg cards NAME' shows a card with its note.")


def _show(console: Terminal, card: CardNode, say: Phrasebook) -> None:
    """Show a card with its text and its note."""
    console.print(Text.assemble(_bold(card), f" ({card.id}), {card.kind}, {numbers_on(card, say)}"))
    console.print(card.text)
    console.print(Text.assemble("How sure we are: ", _how_sure(card), f". {card.note}\n"))


def draw_explained(cards: Mapping[str, Rules], languages: Iterable[str]) -> None:
    """Draw what authors wrote on cards beside the texts made from their effects."""
    console = Terminal()
    for ref, rules in cards.items():
        card = rules.cards[ref]
        facts = ", ".join(filter(None, (card.kind, numbers_on(card, Phrasebook(rules, "en", "terminal")))))
        console.print(Text.assemble(_bold(card), f" ({ref}), {facts}. ", _how_sure(card)))
        rows = table("", "Name", "The author's text", "The text from the effect")
        for language in languages:
            text = explain(ref, rules, language=language)
            rows.add_row(language, text.name, text.text, text.generated)
        console.print(rows)
        console.print()


def _bold(card: CardNode) -> Text:
    return Text(card.name, "bold")


def _how_sure(card: CardNode) -> Text:
    return Text(card.fidelity, _COLORS[card.fidelity])
