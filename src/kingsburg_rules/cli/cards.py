"""`kingsburg cards`: list the cards, or show one; for `explain`, write what they do."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from shutil import get_terminal_size

from kingsburg_rules import Rules, SetupError, explain, load_rules, modules, scenarios
from kingsburg_rules.cli.commands import add_edition_option, cards_called
from kingsburg_rules.cli.explain import numbers_on
from kingsburg_rules.cli.output import tell
from kingsburg_rules.engine import unknown
from kingsburg_rules.language import CardNode
from kingsburg_rules.text import Phrasebook

_FIDELITIES = ("printed", "inferred", "reconstructed")
_INDENT = "    "


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = "List the cards with their fidelity; with a name, show that card and its note."
    parser.add_argument("name", metavar="NAME", nargs="?", help="a card, by name or id")
    parser.add_argument("--kind", help="only cards of this kind, such as building, governor or destiny")
    parser.add_argument("--fidelity", help=f"only cards of this fidelity: {', '.join(_FIDELITIES)}")
    add_edition_option(parser)


def run(options: Namespace) -> int:
    """List the chosen cards, or show one."""
    edition = options.edition
    rule_sets = [load_rules(edition, modules=modules(edition))]
    # Scenarios exclude each other, so that each needs rules of its own.
    rule_sets += [load_rules(edition, scenario=scenario) for scenario in scenarios(edition)]
    cards = {card.name: rules.cards[card.ref] for rules in rule_sets for card in rules.compiled.cards}
    say = Phrasebook(rule_sets[0], "en", "terminal")
    if options.name:
        for name in cards_called(options.name, {name: (card.name,) for name, card in cards.items()}):
            _show(cards[name], say)
        return 0
    kinds = tuple(dict.fromkeys(card.kind for card in cards.values()))
    kind, fidelity = (
        _checked("Kind", options.kind, kinds),
        _checked("Fidelity", options.fidelity, _FIDELITIES),
    )
    chosen = [c for c in cards.values() if kind in (None, c.kind) and fidelity in (None, c.fidelity)]
    _list(chosen, say)
    return 0


def _checked(what: str, chosen: str | None, known: Iterable[str]) -> str | None:
    if chosen is not None and chosen not in known:
        raise SetupError("cards.filter", f"{what} {unknown(chosen, known)}")
    return chosen


def _list(cards: Iterable[CardNode], say: Phrasebook) -> None:
    """List the cards by kind."""
    kinds: dict[str, list[CardNode]] = {}
    for card in cards:
        kinds.setdefault(card.kind, []).append(card)
    for kind, alike in kinds.items():
        for card in alike:
            tell(f"{_about(card, card.id, say)}: {card.fidelity}")
            _tell_below(card.text)
        tell(f"{len(alike)} {'card' if len(alike) == 1 else 'cards'}: {kind}\n")
    tell("'kingsburg cards NAME' shows a card with its note.")


def _show(card: CardNode, say: Phrasebook) -> None:
    """Show a card with its text and its note."""
    tell(_about(card, card.id, say))
    _tell_below(card.text)
    _tell_below(f"How sure we are: {card.fidelity}. {card.note}")
    tell()


def tell_explained(cards: Mapping[str, Rules], languages: Iterable[str]) -> None:
    """Write what authors wrote on cards above the texts made from their effects."""
    for ref, rules in cards.items():
        card = rules.cards[ref]
        tell(f"{_about(card, ref, Phrasebook(rules, 'en', 'terminal'))}: {card.fidelity}")
        for language in languages:
            text = explain(ref, rules, language=language)
            tell(f"{language}  {text.name}")
            _tell_below(f"The author's text: {text.text}")
            _tell_below(f"The text from the effect: {text.generated}")
        tell()


def _about(card: CardNode, ref: str, say: Phrasebook) -> str:
    return ", ".join(filter(None, (f"{card.name} ({ref})", card.kind, numbers_on(card, say))))


def _tell_below(text: str) -> None:
    """Write a text below its heading, as wide as the terminal."""
    width = get_terminal_size().columns
    for line in text.splitlines():
        tell(textwrap.fill(line, width, initial_indent=_INDENT, subsequent_indent=_INDENT))
