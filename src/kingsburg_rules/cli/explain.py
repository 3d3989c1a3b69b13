"""`kingsburg explain`: describe what cards do, and what codes mean."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from kingsburg_rules import (
    LANGUAGES,
    ContentError,
    Pack,
    Rules,
    SetupError,
    explain,
    load_rules,
    modules,
    scenarios,
)
from kingsburg_rules.cli import part
from kingsburg_rules.cli.commands import (
    add_edition_option,
    add_format_option,
    add_pack_option,
    cards_called,
)
from kingsburg_rules.cli.differences import WRITERS, differences
from kingsburg_rules.cli.output import tell, tell_json
from kingsburg_rules.content import (
    CodeText,
    Member,
    codes_of,
    find_code,
    looks_like_code,
    overridden,
    page_of,
)

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
        head = "If you mean it, say so in a comment on its line:"
        parts.append(f"{head}\n    {_comment(text)}")
    return "\n\n".join("\n".join(map(_wrapped, part.split("\n"))) for part in parts)


def _comment(text: CodeText) -> str:
    """Write the comment that silences a warning."""
    return f"{text.silence} why you mean it"


def code_as_data(text: CodeText) -> dict[str, object]:
    """Describe a code to a program."""
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


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Describe what cards do in English, Dutch and French: the text generated from their effects, next to "
        "the text that their authors wrote. Given a code from a report, such as link.resource, describe "
        "what it means and what to do about it."
    )
    parser.add_argument(
        "what",
        nargs="+",
        metavar="CARD",
        help="a card, by pack/id, id or name; the path of a pack or a file, for all its cards; or a code",
    )
    parser.add_argument(
        "--language", choices=(*LANGUAGES, ALL), default=ALL, help="the language of the texts of cards (all)"
    )
    parser.add_argument(
        "--diff",
        action="store_true",
        help="compare what the cards at two paths say, or at one path now and when it was last committed",
    )
    add_format_option(parser, _WRITERS)
    add_edition_option(parser)
    add_pack_option(parser)


def run(options: Namespace) -> int:
    """Explain the cards, and the codes."""
    languages = LANGUAGES if options.language == ALL else (options.language,)
    if options.diff:
        read = partial(_cards_at, options.edition, packs=options.pack)
        WRITERS[options.format](differences(options.what, read, languages))
        return 0
    codes = [what for what in options.what if _is_code(what)]
    paths = [what for what in options.what if what not in codes and _is_path(what)]
    cards = [what for what in options.what if what not in codes and what not in paths]
    found: dict[str, Rules] = {}
    for path in paths:
        found |= _cards_at(options.edition, path, options.pack)
    if cards:
        known = _all_cards(options.edition, options.pack)
        names = {
            card: (card.partition("/")[2], *(rules.name_of(card, code) for code in LANGUAGES))
            for card, rules in known.items()
        }
        for name in cards:
            found |= {card: known[card] for card in cards_called(name, names)}
    _WRITERS[options.format]([find_code(code) for code in codes], found, languages)
    return 0


def _is_code(what: str) -> bool:
    """Return whether a word is a code. `pack.zip` is one, unless there is a file of that name."""
    if not looks_like_code(what) or Path(what).exists():
        return False
    return what in codes_of(what.partition(".")[0]) or not what.endswith(_ENDINGS)


def _is_path(what: str) -> bool:
    """Return whether a word is a path. A name such as `base/inn` is a card, unless a file is called so."""
    return what.endswith(_ENDINGS) or what.startswith((".", "/", "~")) or Path(what).exists()


def _cards_at(edition: str, path: str, packs: Sequence[str]) -> dict[str, Rules]:
    """Find the cards that a pack adds or changes, with rules that include it and what it changes.

    Raises:
        SetupError: It changes a card of a pack that is not here.
    """
    pack = Pack.read(path)
    changed = overridden(pack.document)
    needed = {*Member(pack.document).named("requires"), *(card.partition("/")[0] for card in changed)}
    wanted = [name for name in modules(edition) if name in needed]
    scenario = next((name for name in scenarios(edition) if name in needed), None)
    rules = load_rules(edition, modules=wanted, scenario=scenario, packs=[*packs, pack])
    for card in changed:
        if card not in rules.cards:
            message = f"Cannot explain '{card}': its pack is not in play; add it with --pack."
            raise SetupError("text.card", message)
    own = [card.ref for card in rules.compiled.cards if card.ref.startswith(f"{pack.id}/")]
    return dict.fromkeys((*own, *changed), rules)


def _all_cards(edition: str, packs: Sequence[str]) -> dict[str, Rules]:
    """Find all cards of an edition, each with rules that include it.

    A card of a module is explained with that module alone; but with all modules if there are further packs,
    which may build on any of them.
    """
    every, alone = modules(edition), [load_rules(edition, modules=[name]) for name in modules(edition)]
    sets = [_rules_with(edition, packs), *alone] if packs else [*alone, load_rules(edition, modules=every)]
    sets += [load_rules(edition, scenario=name) for name in scenarios(edition)]
    found: dict[str, Rules] = {}
    for rules in sets:
        for card in rules.compiled.cards:
            found.setdefault(card.ref, rules)
    return found


def _rules_with(edition: str, packs: Sequence[str]) -> Rules:
    """Load rules with packs and all modules, but without a module that the packs do not go together with."""
    every = modules(edition)
    for chosen in (every, *([one for one in every if one != other] for other in every)):
        with suppress(ContentError):
            return load_rules(edition, modules=chosen, packs=packs)
    return load_rules(edition, packs=packs)


def _write_text(codes: Sequence[CodeText], cards: dict[str, Rules], languages: Sequence[str]) -> None:
    told = [code_for_people(code) for code in codes]
    tell("\n\n\n".join(told), end="\n" if codes else "")
    if cards:
        part("cards").draw_explained(cards, languages)


def _write_json(codes: Sequence[CodeText], cards: dict[str, Rules], languages: Sequence[str]) -> None:
    found = [
        {
            "card": card,
            "kind": rules.cards[card].kind,
            "fidelity": rules.cards[card].fidelity,
            "note": rules.cards[card].note,
            "texts": {
                code: {"name": text.name, "author": text.text, "generated": text.generated}
                for code in languages
                for text in [explain(card, rules, language=code)]
            },
        }
        for card, rules in cards.items()
    ]
    tell_json([*map(code_as_data, codes), *found])


_WRITERS = {"text": _write_text, "json": _write_json}
