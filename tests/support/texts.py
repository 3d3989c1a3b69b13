"""The texts of all built-in cards: what their authors wrote, and what is generated, in every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kingsburg_rules import Rules, SetupError, explain, load_rules, modules, scenarios

FOLDER = Path(__file__).parents[1] / "goldens" / "texts"


@cache
def rule_sets() -> tuple[Rules, ...]:
    """Rule sets that have every built-in card between them; the first has all modules."""
    everything = load_rules(modules=modules())
    return (everything, *(load_rules(scenario=scenario) for scenario in scenarios()))


def all_cards() -> Iterator[tuple[Rules, str]]:
    """Every built-in card, as `pack/id`, with rules that it belongs to."""
    seen: set[str] = set()
    for rules in rule_sets():
        for card in rules.compiled.cards:
            if card.ref not in seen:
                seen.add(card.ref)
                yield rules, card.ref


def rules_with(pack: Path) -> Rules:
    """A rule set with a pack and all modules; without modules if they do not go together."""
    try:
        return load_rules(packs=[pack], modules=modules())
    except SetupError:
        return load_rules(packs=[pack])


def added_cards(rules: Rules) -> list[str]:
    """The cards that the packs of a rule set bring."""
    built_in = {card.ref for one in rule_sets() for card in one.compiled.cards}
    return [card.ref for card in rules.compiled.cards if card.ref not in built_in]


def texts(language: str) -> dict[str, dict[str, str]]:
    """What every card is called and says in a language."""
    found: dict[str, dict[str, str]] = {}
    for rules, card in all_cards():
        text = explain(card, rules, language=language)
        found[card] = {"name": text.name, "author": text.text, "generated": text.generated}
    return found


def golden(language: str) -> Path:
    return FOLDER / f"{language}.json"


def write(language: str) -> None:
    text = json.dumps(texts(language), indent=1, ensure_ascii=False)
    golden(language).write_text(text + "\n", encoding="utf-8")


def flaws(text: str) -> list[str]:
    """What no text for people may have."""
    patterns = {
        "a part that was not filled in": r"[{}<>\[\]|]",
        "a name of the machine": r"\w_\w|\b[a-z]+\.[a-z]",
        "two spaces": r"  ",
        "a sign that hangs in the air": r" [,.)]|\( |,\.|\.\.",
        "the same word twice": r"\b([a-zé]{4,}) \1\b",
        "no capital": r"^[a-zé]|[.] [a-zé]",
        "no full stop": r"[^.?]$",
        "nothing": r"^$",
    }
    return [f"{name}: {text}" for name, pattern in patterns.items() if re.search(pattern, text)]
