"""`kingsburg cards` and `kingsburg explain`: list the cards, describe what they do, and explain codes."""

from __future__ import annotations

import json
import textwrap
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kingsburg_rules import load_rules, modules, scenarios
from kingsburg_rules.cli.commands import add_edition_option, add_pack_option, cards_called
from kingsburg_rules.engine.errors import ContentError, SetupError, unknown
from kingsburg_rules.text.languages import LANGUAGES
from kingsburg_rules.words.shapes import is_list, is_object

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.console import Console

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.content.codes import CodeText
    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.text.cards import CardText
    from kingsburg_rules.words.cards import CardNode


# `kingsburg cards`


FIDELITIES = ("printed", "inferred", "reconstructed")

_COLOURS = {
    "printed": "[green]printed[/]",
    "inferred": "[yellow]inferred[/]",
    "reconstructed": "[red]reconstructed[/]",
}


def add_cards_command(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "cards",
        help="list the cards, or show one",
        description="List the cards with their fidelity; with a name, show that card and its note.",
    )
    parser.add_argument("name", nargs="?", help="a card, by name or id")
    parser.add_argument("--kind", help="only one kind, such as building, governor or destiny")
    parser.add_argument("--fidelity", help=f"only cards that are {', '.join(FIDELITIES)}")
    add_edition_option(parser)
    parser.set_defaults(run=run_cards)


def run_cards(options: Namespace) -> int:
    """List the chosen cards, or show one."""
    from kingsburg_rules.cli.console import Terminal

    edition = options.edition
    cards = _cards_of(load_rules(edition, modules=modules(edition)))
    for scenario in scenarios(edition):
        cards |= _cards_of(load_rules(edition, scenario=scenario))
    if options.name:
        names = {card: (node.name,) for card, node in cards.items()}
        show_cards(Terminal(), [cards[card] for card in cards_called(options.name, names)])
        return 0
    kinds = tuple(dict.fromkeys(card.kind for card in cards.values()))
    kind, fidelity = _checked("Kind", options.kind, kinds), _checked("Fidelity", options.fidelity, FIDELITIES)
    chosen = [c for c in cards.values() if kind in (None, c.kind) and fidelity in (None, c.fidelity)]
    _list(Terminal(), chosen)
    return 0


def _cards_of(rules: Rules) -> dict[str, CardNode]:
    return {card.name: rules.cards[card.ref] for card in rules.table.cards}


def _checked(what: str, chosen: str | None, known: tuple[str, ...]) -> str | None:
    if chosen is not None and chosen not in known:
        raise SetupError("cards.filter", f"{what} {unknown(chosen, known)}")
    return chosen


def _list(console: Console, cards: Iterable[CardNode]) -> None:
    """Draw a table for every kind of card."""
    from rich.markup import escape

    from kingsburg_rules.cli.console import table

    kinds: dict[str, list[CardNode]] = {}
    for card in cards:
        kinds.setdefault(card.kind, []).append(card)
    for kind, alike in kinds.items():
        rows = table(kind.capitalize(), "", "What it does", "How sure")
        for card in alike:
            name, text = escape(card.name), escape(card.text)
            rows.add_row(f"[bold]{name}[/]", numbers_on(card), text, _COLOURS[card.fidelity])
        console.print(rows)
        console.print(f"{len(alike)} {'card' if len(alike) == 1 else 'cards'}\n")
    console.print("'kingsburg cards NAME' shows a card with its note.")


def show_cards(console: Console, cards: Iterable[CardNode]) -> None:
    """Show cards with their texts and notes."""
    from rich.markup import escape

    for card in cards:
        console.print(f"[bold]{escape(card.name)}[/] ({card.id}), {card.kind}, {numbers_on(card)}")
        console.print(escape(card.text))
        console.print(f"How sure we are: {_COLOURS[card.fidelity]}. {escape(card.note)}\n")


def numbers_on(card: CardNode) -> str:
    """Write the numbers on a card: place or rank, cost, points, strength."""
    from kingsburg_rules.text.names import roman
    from kingsburg_rules.words.cards import AdvisorCard, BuildingCard, EnemyCard

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


# What a code means


_WIDTH = 88

_KINDS = {
    "mistake": "a mistake: the pack cannot be played until it is fixed",
    "warning": "a warning: the pack can be played, but this is probably a mistake",
    "failure": "a failure: it was found by playing the pack",
}


def code_for_people(text: CodeText) -> str:
    """Write what a code means, how to cure the problem, and how to silence it."""
    parts = [f"{text.code} is {_KINDS[text.kind]}.", text.means]
    if text.cure:
        parts.append(f"Cure: {text.cure}")
    if text.silence:
        parts.append(f"If you mean it, say so in a comment on its line:\n    {text.silence} why you mean it")
    return "\n\n".join("\n".join(map(_wrapped, part.splitlines())) for part in parts)


def code_as_data(text: CodeText) -> dict[str, object]:
    """Describe a code to a program."""
    from kingsburg_rules.content.codes import page_of

    return {
        "code": text.code,
        "kind": text.kind,
        "means": text.means,
        "cure": text.cure,
        "silence": text.silence,
        "page": page_of(text.code),
    }


def _wrapped(line: str) -> str:
    return textwrap.fill(line, _WIDTH, break_long_words=False, break_on_hyphens=False)


# `kingsburg explain`


ALL = "all"
_ENDINGS = (".yaml", ".zip")


def add_explain_command(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "explain",
        help="describe what cards do, from their effects, or what a code means",
        description="Tell what cards do, generated from their effects, beside what their authors wrote: in "
        "English, Dutch and French. Or tell what a code in a report means and how to cure it, such as "
        "link.resource.",
    )
    parser.add_argument(
        "what",
        nargs="+",
        metavar="CARD",
        help="a card, by pack/id, id or name; the path of a pack or a file, for all cards in it; or a code",
    )
    parser.add_argument("--language", choices=(*LANGUAGES, ALL), default=ALL, help="the language (all)")
    parser.add_argument("--format", choices=tuple(_WRITERS), default="text", help="the output format")
    add_edition_option(parser)
    add_pack_option(parser)
    parser.set_defaults(run=run_explain)


def run_explain(options: Namespace) -> int:
    """Explain the cards, and the codes."""
    from kingsburg_rules.content.codes import find_code

    languages = LANGUAGES if options.language == ALL else (options.language,)
    codes = [what for what in options.what if _is_code(what)]
    paths = [what for what in options.what if what not in codes and _is_path(what)]
    cards = [what for what in options.what if what not in codes and what not in paths]
    found: dict[str, Rules] = {}
    for path in paths:
        found |= _cards_at(options.edition, path, options.pack)
    if cards:
        known = _all_cards(options.edition, options.pack)
        names = {
            card: (_id(card), *(rules.name_of(card, code) for code in LANGUAGES))
            for card, rules in known.items()
        }
        for name in cards:
            found |= {card: known[card] for card in cards_called(name, names)}
    _WRITERS[options.format]([find_code(code) for code in codes], found, languages)
    return 0


def _is_code(what: str) -> bool:
    """Whether a word is a code. `pack.zip` is one, unless there is a file of that name."""
    from kingsburg_rules.content.codes import codes_of, looks_like_code

    if not looks_like_code(what) or Path(what).exists():
        return False
    return what in codes_of(what.partition(".")[0]) or not what.endswith(_ENDINGS)


def _is_path(what: str) -> bool:
    """Whether a word is a path. A name such as `base/inn` is a card, unless there is a file of that name."""
    return what.endswith(_ENDINGS) or what.startswith((".", "/", "~")) or Path(what).exists()


def _cards_at(edition: str, path: str, packs: Sequence[str]) -> dict[str, Rules]:
    """Find the cards that a pack adds or changes, with rules that include it."""
    from kingsburg_rules.content.packs import Pack

    pack = Pack.read(path)
    wanted = [name for name in modules(edition) if name in _required_packs(pack.document)]
    rules = load_rules(edition, modules=wanted, packs=[*packs, pack])
    own = [card.ref for card in rules.table.cards if card.ref.startswith(f"{pack.id}/")]
    return dict.fromkeys((*own, *_overridden_cards(pack.document)), rules)


def _required_packs(document: Document) -> tuple[str, ...]:
    named = document.info.get("requires")
    return tuple(str(pack) for pack in named) if is_list(named) or is_object(named) else ()


def _overridden_cards(document: Document) -> Iterator[str]:
    """Name the cards of other packs that a pack changes."""
    for data in document.files.values():
        for cards in data.values() if is_object(data) else ():
            for card in cards if is_list(cards) else ():
                if is_object(card) and "override" in card:
                    yield str(card["override"])


def _all_cards(edition: str, packs: Sequence[str]) -> dict[str, Rules]:
    """Find all cards of an edition, each with rules that include it.

    A card of a module is explained with that module alone; but with all modules if there are further packs,
    which may build on any of them.
    """
    sets = [_rules_with(edition, packs)] if packs else []
    sets += [load_rules(edition, modules=[name]) for name in modules(edition)]
    if not packs:
        sets.append(load_rules(edition, modules=modules(edition)))
    sets += [load_rules(edition, scenario=name) for name in scenarios(edition)]
    found: dict[str, Rules] = {}
    for rules in sets:
        for card in rules.table.cards:
            found.setdefault(card.ref, rules)
    return found


def _rules_with(edition: str, packs: Sequence[str]) -> Rules:
    """Load rules with packs and all modules, but without a module that the packs do not go together with."""
    every = modules(edition)
    for chosen in (every, *([one for one in every if one != other] for other in every)):
        with suppress(ContentError):
            return load_rules(edition, modules=chosen, packs=packs)
    return load_rules(edition, packs=packs)


def _id(card: str) -> str:
    return card.partition("/")[2]


def _texts(card: str, rules: Rules, languages: Sequence[str]) -> dict[str, CardText]:
    from kingsburg_rules.text.cards import explain

    return {code: explain(card, rules, language=code) for code in languages}


def _write_text(codes: Sequence[CodeText], cards: dict[str, Rules], languages: Sequence[str]) -> None:
    print("\n\n\n".join(map(code_for_people, codes)), end="\n" if codes else "")
    if cards:
        _write_cards(cards, languages)


def _write_cards(cards: dict[str, Rules], languages: Sequence[str]) -> None:
    from rich.markup import escape

    from kingsburg_rules.cli.console import Terminal, table

    console = Terminal()
    for card, rules in cards.items():
        node = rules.cards[card]
        facts = ", ".join(filter(None, (node.kind, numbers_on(node))))
        console.print(f"[bold]{escape(node.name)}[/] ({card}), {facts}. {_COLOURS[node.fidelity]}")
        rows = table("", "Name", "The author's text", "The text from the effect")
        for code, text in _texts(card, rules, languages).items():
            rows.add_row(code, *(escape(part) for part in (text.name, text.text, text.generated)))
        console.print(rows)
        console.print()


def _write_json(codes: Sequence[CodeText], cards: dict[str, Rules], languages: Sequence[str]) -> None:
    found = [
        {
            "card": card,
            "kind": rules.cards[card].kind,
            "fidelity": rules.cards[card].fidelity,
            "note": rules.cards[card].note,
            "texts": {
                code: {"name": text.name, "author": text.text, "generated": text.generated}
                for code, text in _texts(card, rules, languages).items()
            },
        }
        for card, rules in cards.items()
    ]
    print(json.dumps([*map(code_as_data, codes), *found], indent=2, ensure_ascii=False))


_WRITERS: dict[str, Callable[[Sequence[CodeText], dict[str, Rules], Sequence[str]], None]] = {
    "text": _write_text,
    "json": _write_json,
}
