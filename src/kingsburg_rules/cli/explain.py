"""`kingsburg explain`: describe what cards do, what a change of them changes, and what codes mean."""

from __future__ import annotations

import re
import subprocess
import textwrap
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias, TypedDict

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
from kingsburg_rules.cli.output import tell, tell_json
from kingsburg_rules.content import (
    CodeText,
    Member,
    codes_of,
    find_code,
    is_content,
    looks_like_code,
    overridden,
    page_of,
)
from kingsburg_rules.language import AdvisorCard, BuildingCard, CardNode, EnemyCard
from kingsburg_rules.text import Phrasebook, roman

Cards: TypeAlias = Mapping[str, Rules]
"""Cards, each with rules that include it."""


class Difference(TypedDict):
    """The change of a card, as JSON has it: by language, its sentences with marks."""

    card: str
    change: str
    sentences: dict[str, list[dict[str, str]]]


_ALL = "all"
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
        "--language",
        choices=(*LANGUAGES, _ALL),
        default=_ALL,
        help="the language of the texts of cards (all)",
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
    languages = LANGUAGES if options.language == _ALL else (options.language,)
    if options.diff:
        changed = differences(options.what, options, languages)
        (tell_json if options.format == "json" else _write_differences)(changed)
        return 0
    codes = [what for what in options.what if _is_code(what)]
    paths = [what for what in options.what if what not in codes and _is_path(what)]
    cards = [what for what in options.what if what not in codes and what not in paths]
    found: dict[str, Rules] = {}
    for path in paths:
        found |= _cards_at(path, options)
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


def _cards_at(path: str, options: Namespace) -> dict[str, Rules]:
    """Find the cards that a pack adds or changes, with rules that include it and what it changes.

    Raises:
        SetupError: It changes a card of a pack that is not here.
    """
    pack = Pack.read(path)
    changed = overridden(pack.document)
    needed = {*Member(pack.document).named("requires"), *(card.partition("/")[0] for card in changed)}
    wanted = [name for name in modules(options.edition) if name in needed]
    # Rules have one scenario at the most.
    scenario = next((name for name in scenarios(options.edition) if name in needed), None)
    rules = load_rules(options.edition, modules=wanted, scenario=scenario, packs=[*options.pack, pack])
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


def numbers_on(card: CardNode, say: Phrasebook) -> str:
    """Write the numbers on a card: place or rank, cost, points, strength."""
    match card:
        case BuildingCard():
            cost = say.initials(card.cost) or say.say("free")
            return f"{card.row}{card.column}, {cost}, {say.counted('vp', card.vp)}"
        case AdvisorCard():
            return say.say("rank", n=card.rank)
        case EnemyCard():
            year = say.say("enemy_of", year=roman(card.year))
            return f"{year}, {say.say('strong', n=card.strength)}"
        case _:
            return ""


# Codes

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
        parts.append(f"{head}\n    {text.silence} why you mean it")
    return "\n\n".join("\n".join(map(_wrapped, part.split("\n"))) for part in parts)


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


# `--diff`: the texts are those made from the effects, so a change that says the same in other words shows
# nothing, and one that does something else than was meant shows it.

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")


def differences(paths: Sequence[str], options: Namespace, languages: Sequence[str]) -> list[Difference]:
    """Compare the cards at two paths; of one path with what was committed there last.

    Returns:
        Each changed card with its sentences by language, marked `-` (only before), `+` (only now) or ` `.

    Raises:
        SetupError: There are more paths, or nothing was committed at the only one.
        ContentError: One of the states has mistakes.
    """
    if len(paths) == 2:
        return [*_compared(_cards_at(paths[0], options), _cards_at(paths[1], options), languages)]
    if len(paths) != 1:
        raise SetupError("explain.diff", "--diff compares two paths, or one path with its last commit.")
    with TemporaryDirectory() as folder:
        before = _cards_at(str(_committed(Path(paths[0]), Path(folder))), options)
        return [*_compared(before, _cards_at(paths[0], options), languages)]


def _compared(before: Cards, now: Cards, languages: Sequence[str]) -> Iterator[Difference]:
    for card in dict.fromkeys((*before, *now)):
        change = "changed" if card in before and card in now else "added" if card in now else "removed"
        found = {
            code: _marked(_sentences(card, before, code), _sentences(card, now, code)) for code in languages
        }
        found = {code: lines for code, lines in found.items() if any(line["mark"] != " " for line in lines)}
        if found:
            yield {"card": card, "change": change, "sentences": found}


def _sentences(card: str, cards: Cards, language: str) -> list[str]:
    """List the sentences of a card: its name with the numbers on it, then those of its effects."""
    if card not in cards:
        return []
    rules = cards[card]
    text = explain(card, rules, language=language)
    numbers = numbers_on(rules.cards[card], Phrasebook(rules, language, "terminal"))
    said = [sentence.strip() for sentence in _SENTENCE.split(text.generated)]
    return [", ".join(filter(None, (text.name, numbers))), *filter(None, said)]


def _marked(before: Sequence[str], now: Sequence[str]) -> list[dict[str, str]]:
    """Put two lists of sentences side by side."""
    found: list[dict[str, str]] = []
    for what, a, b, c, d in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if what == "equal":
            found += [{"mark": " ", "text": sentence} for sentence in now[c:d]]
        else:
            found += [{"mark": "-", "text": sentence} for sentence in before[a:b]]
            found += [{"mark": "+", "text": sentence} for sentence in now[c:d]]
    return found


def _write_differences(found: Sequence[Difference]) -> None:
    for each in found:
        tell(f"{each['card']}: {each['change']}")
        for code, lines in each["sentences"].items():
            tell(f"  {code}", *(f"    {line['mark']} {line['text']}" for line in lines))
        tell("")
    counts = Counter(each["change"] for each in found)
    told = [f"{counts[change]} {change}" for change in ("changed", "added", "removed") if counts[change]]
    tell(f"Cards: {', '.join(told)}." if told else "No card has changed what it says.")


def _committed(path: Path, folder: Path) -> Path:
    """Write what git has at a path into a folder; gives the path there.

    Raises:
        SetupError: There is nothing at the path, or git has nothing there.
    """
    if not path.exists():
        raise SetupError("explain.diff", f"'{path}' does not exist.")
    whole = path.resolve()
    home = whole if whole.is_dir() else whole.parent
    target = folder / whole.name
    if whole.is_file():
        # `./` counts from this folder, wherever the repository begins.
        target.write_bytes(_git(home, "show", f"HEAD:./{whole.name}"))
        return target
    target.mkdir()
    # Without `-z` git would write names with other letters in quotes.
    names = _git(home, "ls-tree", "-r", "-z", "--name-only", "HEAD", ".").decode("utf-8").split("\0")
    if not any(map(is_content, names)):
        raise _nothing_committed(home)
    for name in filter(is_content, names):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(_git(home, "show", f"HEAD:./{name}"))
    return target


def _git(home: Path, *command: str) -> bytes:
    """Ask git in a folder.

    Raises:
        SetupError: There is no git, or it refuses.
    """
    try:
        return subprocess.run(["git", *command], cwd=home, check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise _nothing_committed(home) from error


def _nothing_committed(home: Path) -> SetupError:
    return SetupError("explain.diff", f"Git has no committed version of '{home}'; give two paths to compare.")


# Writing


def _write_text(codes: Sequence[CodeText], cards: Cards, languages: Sequence[str]) -> None:
    told = [code_for_people(code) for code in codes]
    tell("\n\n\n".join(told), end="\n" if codes else "")
    if cards:
        part("cards").tell_explained(cards, languages)


def _write_json(codes: Sequence[CodeText], cards: Cards, languages: Sequence[str]) -> None:
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
