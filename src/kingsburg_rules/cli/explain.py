"""`kingsburg explain`: what a card does, told from its effect, beside what its author wrote; and codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from kingsburg_rules.cli.codes import code_as_data, code_for_people
from kingsburg_rules.cli.commands import add_edition, add_packs
from kingsburg_rules.engine.errors import SetupError, unknown
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.text.languages import LANGUAGES

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Sequence

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.content.code_texts import CodeText
    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.text.cards import CardText

ALL = "all"
_ENDINGS = (".yaml", ".zip")


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "explain",
        help="tell what cards do, from their effects, or what a code means",
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
    parser.add_argument("--format", choices=tuple(_WRITERS), default="text", help="how to write it")
    add_edition(parser)
    add_packs(parser)
    parser.set_defaults(run=run)


def run(wishes: Namespace) -> int:
    """Explain the cards, and the codes."""
    from kingsburg_rules.content.code_texts import find_code

    languages = LANGUAGES if wishes.language == ALL else (wishes.language,)
    codes = [what for what in wishes.what if _is_code(what)]
    paths = [what for what in wishes.what if what not in codes and _is_path(what)]
    cards = [what for what in wishes.what if what not in codes and what not in paths]
    found: dict[str, Rules] = {}
    for path in paths:
        found |= _cards_at(wishes.edition, path, wishes.pack)
    if cards:
        known = _all_cards(wishes.edition, wishes.pack)
        for wish in cards:
            found |= {card: known[card] for card in _meant(wish, known)}
    _WRITERS[wishes.format]([find_code(code) for code in codes], found, languages)
    return 0


def _is_code(what: str) -> bool:
    """Whether a word means a code: pack.zip is one, unless a pack of that name lies here."""
    from kingsburg_rules.content.code_texts import codes_of, looks_like_code

    if not looks_like_code(what) or Path(what).exists():
        return False
    return what in codes_of(what.partition(".")[0]) or not what.endswith(_ENDINGS)


def _is_path(what: str) -> bool:
    """Whether a word means a path: a name such as `base/inn` is a card unless something lies there."""
    return what.endswith(_ENDINGS) or what.startswith((".", "/", "~")) or Path(what).exists()


def _cards_at(edition: str, path: str, packs: Sequence[str]) -> dict[str, Rules]:
    """Find the cards that a pack brings or changes, with rules that it is part of."""
    from kingsburg_rules import Pack, load_rules, modules

    pack = Pack.read(path)
    wanted = [name for name in modules(edition) if name in _requires(pack.document)]
    rules = load_rules(edition, modules=wanted, packs=[*packs, pack])
    own = [card.ref for card in rules.table.cards if card.ref.startswith(f"{pack.id}/")]
    return dict.fromkeys((*own, *_changed(pack.document)), rules)


def _requires(document: Document) -> tuple[str, ...]:
    named = document.info.get("requires")
    return tuple(str(pack) for pack in named) if is_list(named) or is_object(named) else ()


def _changed(document: Document) -> Iterator[str]:
    """Name the cards of other packs that a pack changes."""
    for data in document.files.values():
        for cards in data.values() if is_object(data) else ():
            for card in cards if is_list(cards) else ():
                if is_object(card) and "override" in card:
                    yield str(card["override"])


def _all_cards(edition: str, packs: Sequence[str]) -> dict[str, Rules]:
    """Find all cards of an edition, each with rules that it is part of.

    A card of a module is told as it is with that module alone; but with all modules if there are further
    packs, as these may build on any of them.
    """
    from kingsburg_rules import load_rules, modules, scenarios

    sets = [] if packs else [load_rules(edition, modules=[name]) for name in modules(edition)]
    sets.append(load_rules(edition, modules=modules(edition), packs=packs))
    sets += [load_rules(edition, scenario=name) for name in scenarios(edition)]
    found: dict[str, Rules] = {}
    for rules in sets:
        for card in rules.table.cards:
            found.setdefault(card.ref, rules)
    return found


def _meant(wish: str, known: dict[str, Rules]) -> list[str]:
    """Find the cards that a word means: one by `pack/id`, or all that have an id or a name.

    Raises:
        SetupError: There is no such card.
    """
    if wish in known:
        return [wish]
    wanted = wish.casefold().replace("_", " ")
    names = {
        card: (_id(card), *(rules.name_of(card, code) for code in LANGUAGES)) for card, rules in known.items()
    }
    found = [
        card
        for card, called in names.items()
        if wanted in {name.casefold().replace("_", " ") for name in called}
    ]
    if not found:
        words = {word for card, called in names.items() for word in (card, *called)}
        raise SetupError("cards.unknown", f"Card {unknown(wish, words)}")
    return found


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

    from kingsburg_rules.cli.cards import brief, sure
    from kingsburg_rules.cli.console import Terminal
    from kingsburg_rules.cli.drawing import table

    console = Terminal()
    for card, rules in cards.items():
        node = rules.cards[card]
        facts = ", ".join(filter(None, (node.kind, brief(node))))
        console.print(f"[bold]{escape(node.name)}[/] ({card}), {facts}. {sure(node.fidelity)}")
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
