"""`kingsburg explain --diff`: what a change of a pack changes in what its cards say.

The texts are those made from the effects, so a change that says the same in other words shows nothing, and
one that does something else than was meant shows it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from attrs import frozen

from kingsburg_rules import Rules, SetupError, explain
from kingsburg_rules.cli.figures import numbers_on
from kingsburg_rules.cli.output import tell, tell_json
from kingsburg_rules.content import is_content
from kingsburg_rules.text import Phrasebook

ADDED, REMOVED, CHANGED = "added", "removed", "changed"
OLD, NEW, KEPT = "-", "+", " "

Cards: TypeAlias = Mapping[str, Rules]
Read: TypeAlias = Callable[[str], Cards]
Marked: TypeAlias = "tuple[tuple[str, str], ...]"
"""Sentences, each with a mark: only before, only now, or both times."""

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")


@frozen
class Difference:
    """The change of a card: by language, its sentences with marks."""

    card: str
    change: str
    sentences: Mapping[str, Marked]


def differences(paths: Sequence[str], read: Read, languages: Sequence[str]) -> list[Difference]:
    """Compare the cards at two paths; of one path with what was committed there last.

    Args:
        paths: The old state and the new one, or only the new one.
        read: Gives the cards at a path with their rules.
        languages: The languages in which texts are compared.

    Raises:
        SetupError: There are more paths, or nothing was committed at the only one.
        ContentError: One of the states has mistakes.
    """
    if len(paths) == 2:
        return [*_compared(read(paths[0]), read(paths[1]), languages)]
    if len(paths) != 1:
        raise SetupError("explain.diff", "--diff compares two paths, or one path with its last commit.")
    with TemporaryDirectory() as folder:
        before = read(str(_committed(Path(paths[0]), Path(folder))))
        return [*_compared(before, read(paths[0]), languages)]


def _compared(before: Cards, now: Cards, languages: Sequence[str]) -> Iterator[Difference]:
    for card in dict.fromkeys((*before, *now)):
        change = CHANGED if card in before and card in now else ADDED if card in now else REMOVED
        found = {
            code: _marked(_sentences(card, before, code), _sentences(card, now, code)) for code in languages
        }
        found = {code: marked for code, marked in found.items() if any(mark != KEPT for mark, _ in marked)}
        if found:
            yield Difference(card, change, found)


def _sentences(card: str, cards: Cards, language: str) -> list[str]:
    """List the sentences of a card: its name with the numbers on it, then those of its effects."""
    if card not in cards:
        return []
    rules = cards[card]
    text = explain(card, rules, language=language)
    numbers = numbers_on(rules.cards[card], Phrasebook(rules, language, "terminal"))
    said = [sentence.strip() for sentence in _SENTENCE.split(text.generated)]
    return [", ".join(filter(None, (text.name, numbers))), *filter(None, said)]


def _marked(before: Sequence[str], now: Sequence[str]) -> Marked:
    """Put two lists of sentences side by side."""
    found: list[tuple[str, str]] = []
    for what, a, b, c, d in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if what == "equal":
            found += [(KEPT, sentence) for sentence in now[c:d]]
        else:
            found += [(OLD, sentence) for sentence in before[a:b]]
            found += [(NEW, sentence) for sentence in now[c:d]]
    return tuple(found)


# What was committed


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
        target.write_bytes(_git(home, "show", f"HEAD:./{whole.name}"))
        return target
    target.mkdir()
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


def write_text(found: Sequence[Difference]) -> None:
    """Write differences for people."""
    for each in found:
        tell(f"{each.card}: {each.change}")
        for code, marked in each.sentences.items():
            tell(f"  {code}")
            for mark, sentence in marked:
                tell(f"    {mark} {sentence}")
        tell("")
    counts = [
        f"{number} {change}" for change in (CHANGED, ADDED, REMOVED) if (number := _count(found, change))
    ]
    tell(f"Cards: {', '.join(counts)}." if counts else "No card has changed what it says.")


def _count(found: Sequence[Difference], change: str) -> int:
    return sum(each.change == change for each in found)


def write_json(found: Sequence[Difference]) -> None:
    """Write differences for programs."""
    data = [
        {
            "card": each.card,
            "change": each.change,
            "sentences": {
                code: [{"mark": mark, "text": text} for mark, text in marked]
                for code, marked in each.sentences.items()
            },
        }
        for each in found
    ]
    tell_json(data)


WRITERS = {"text": write_text, "json": write_json}
