"""Made-up packs: random cards of all kinds that the linker accepts, as files.

Cards are drawn from the shapes of the language (`grammar`). What the linker refuses is dropped ability by
ability, so what is left is a valid pack, whatever the words of the language ask for.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from kingsburg_rules.content.documents import built_in, built_in_folders
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.content.rules import load_rules, modules
from kingsburg_rules.engine.errors import ContentError
from kingsburg_rules.language.abilities import ModifierCard
from kingsburg_rules.language.calendar import ResourceCard
from kingsburg_rules.language.decks import KINDS
from kingsburg_rules.language.registry import STEPS
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.language.vocabulary import EVENTS, RESOURCES, EventName
from kingsburg_rules.procedures.words import word_modules
from kingsburg_rules.testing.grammar import MEMORY, Scope, Speaker

if TYPE_CHECKING:
    from collections.abc import Iterator

    Card = dict[str, object]

_INFO = {"id": "made-up", "version": "1", "format": 1, "title": "Made up"}
_DECK, _RESOURCE, _MOMENT, _SEQUENCE = "omens", "salt", "market.open", "stalls"
_LISTS = ("triggers", "replacements", "modifiers", "options")
_KINDS_OF_CARDS = ("buildings", "deck_cards", "rules", "governors", "tiles", "destinies", "enemies")
_TRIES = 12


@st.composite
def packs(draw: st.DrawFn, *, cards: int = 4) -> dict[str, str]:
    """Draw a valid pack as texts by name, which `load_rules` and `Pack.from_files` take.

    It has cards of several kinds, a resource, a moment and a sequence of its own, and perhaps a phase. Words
    that make up the course of a game, such as `influence`, are left to the calendar.

    Args:
        draw: Given by Hypothesis.
        cards: How many cards at most.
    """
    parts = _Maker(Speaker(draw, _scope())).parts(cards)
    for _ in range(_TRIES):
        files, owners = _written(parts)
        try:
            load_rules(packs=[Pack.from_files(files)])
        except ContentError as error:
            for line in sorted({problem.line for problem in error.problems}, reverse=True):
                _drop(parts, *owners[min(line, len(owners)) - 1])
            continue
        return files
    files, _ = _written({})
    return files


@cache
def _scope() -> Scope:
    """Collect what words may speak of: what comes with the base game, and what every made-up pack brings."""
    word_modules()
    table = load_rules().table
    return Scope(
        resources=(*(resource.name for resource in RESOURCES), _RESOURCE),
        goods=tuple(resource.name for resource in RESOURCES if resource.good),
        moments=(_MOMENT, *(event.name for event in EVENTS if not event.payload)),
        kinds=(_DECK, *KINDS),
        cards=tuple(card.name for card in table.cards)[::9],
        enemy_types=table.enemy_types,
        packs=modules(),
        sequences=(_SEQUENCE,),
        left_out=frozenset(_of_the_calendar()),
    )


def _of_the_calendar() -> set[str]:
    """List the words that carry the course of the game: those that only calendars have, and no card."""
    course, cards = set[str](), set[str]()
    files = [data for folder in built_in_folders() for data in built_in(folder).files.values()]
    for data in files:
        for part, found in data.items() if is_object(data) else ():
            (course if part == "calendar" else cards).update(_keys(found))
    return {word for word in STEPS.words if word in course - cards}


def _keys(data: object) -> Iterator[str]:
    """Give all keys in data."""
    if is_object(data):
        yield from data
    for inner in data.values() if is_object(data) else data if is_list(data) else ():
        yield from _keys(inner)


class _Maker:
    """Draws the parts of a pack."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def parts(self, most: int) -> dict[str, list[Card]]:
        """Draw what the pack brings, and its cards."""
        speaker = self._speaker
        resource = {"id": _RESOURCE, "name": "Salt", **speaker.fields(ResourceCard, ("id", "name"))}
        found: dict[str, list[Card]] = {
            "resources": [resource],
            "moments": [{"id": _MOMENT, "text": "The market opens.", "each": speaker.whether()}],
            "sequences": [{"id": _SEQUENCE, "do": [{"each_player": {"do": [{"gain": {"gold": 1}}]}}]}],
        }
        if speaker.whether():
            found["phases"] = [self._phase()]
        for number in range(speaker.number(1, most)):
            kind, card = self._card(f"card_{number}", number)
            found.setdefault(kind, []).append(card)
        return found

    def _phase(self) -> Card:
        where = {self._speaker.pick(("before", "after")): self._speaker.pick(("spring", "winter"))}
        return {"id": "fair", "name": "Fair", **where, "do": self._speaker.program(everybody=True)}

    def _card(self, name: str, number: int) -> tuple[str, Card]:
        speaker = self._speaker
        kind = speaker.pick(
            ("buildings", "deck_cards", "rules", "governors", "tiles", "destinies", "enemies")
        )
        card: Card = {"id": name, "name": name.capitalize(), "memory": [{"id": MEMORY, "start": 1}]}
        game = kind in ("rules", "tiles", "destinies")
        if kind == "buildings":
            card |= {"row": "MNOP"[number % 4], "column": 1, "vp": speaker.number(-1, 4)}
            card["cost"] = {good: 1 for good in speaker.scope.goods if speaker.whether()}
        elif kind == "deck_cards":
            held = speaker.pick(("owner", "everyone", "game"))
            card |= {"deck": _DECK, "held_by": held}
            game = held == "game"
        elif kind == "tiles":
            card |= {"rank": speaker.number(1, 18), "reward": speaker.program(everybody=False)}
        elif kind == "enemies":
            card |= {"year": speaker.number(1, 5), "type": speaker.pick(speaker.scope.enemy_types)}
            card |= {"strength": speaker.number(0, 9), "reward": {"gold": 1}, "penalty": {"wood": 1, "vp": 2}}
        card["triggers"] = [self._trigger(game=game) for _ in range(speaker.number(1, 2))]
        if speaker.whether():
            card["replacements"] = [self._replacement(game=game)]
        card["modifiers"] = [speaker.fields(ModifierCard) for _ in range(speaker.number(0, 2))]
        card["options"] = [speaker.option() for _ in range(speaker.number(0, 2) // 2)]
        return kind, {key: value for key, value in card.items() if value != []}

    def _trigger(self, *, game: bool) -> Card:
        speaker = self._speaker
        event = speaker.draw(st.sampled_from((None, *EVENTS)))
        facts = event or EventName(_MOMENT, "")
        inside = speaker.knowing(*(name for name in facts.payload if name != "gained"))
        found: Card = {"when": facts.name, "do": inside.program(everybody=game and not facts.each)}
        found["if"] = inside.tests()
        found["uses"] = speaker.pick(("once", "once", "once_per_year", "once_per_game", "unlimited"))
        if facts.each:
            found["by"] = speaker.pick(("me", "opponents", "anyone"))
        if not game and speaker.whether():
            found["cost"] = [{speaker.pick((*speaker.scope.goods, "vp", "plus2")): 1}]
            found["optional"] = True
        return {key: value for key, value in found.items() if value != []}

    def _replacement(self, *, game: bool) -> Card:
        speaker = self._speaker
        facts = speaker.draw(st.sampled_from([event for event in EVENTS if event.replaceable]))
        to = {"set": {"name": speaker.pick(facts.payload), "to": speaker.number(0, 3)}}
        inside = speaker.knowing(*facts.payload)
        more = inside.program(everybody=game and not facts.each) if speaker.whether() else []
        return {"event": facts.name, "do": [*more, to]}


def _written(parts: dict[str, list[Card]]) -> tuple[dict[str, str], list[tuple[str, int, str, int]]]:
    """Write a pack, one ability to a line; gives with the files what stands in each line of the cards."""
    lines, owners = ["format: 1"], [("", 0, "", 0)]
    for part, cards in parts.items():
        if cards:
            lines.append(f"{part}:")
            owners.append(("", 0, "", 0))
        for which, card in enumerate(cards):
            for text, key, index in _card_lines(card):
                lines.append(text)
                owners.append((part, which, key, index))
    return {"pack.yaml": json.dumps(_INFO) + "\n", "cards.yaml": "\n".join(lines) + "\n"}, owners


def _card_lines(card: Card) -> Iterator[tuple[str, str, int]]:
    start = "  - "
    for key, value in card.items():
        abilities = value if key in _LISTS and is_list(value) else None
        if abilities is None:
            yield f"{start}{key}: {json.dumps(value)}", "", 0
        elif abilities:
            yield f"{start}{key}:", "", 0
            for index, ability in enumerate(abilities):
                yield f"      - {json.dumps(ability)}", key, index
        start = "    "


def _drop(parts: dict[str, list[Card]], part: str, which: int, key: str, index: int) -> None:
    """Take out what a line of the cards says: an ability, or a whole card."""
    if not part or which >= len(parts.get(part, ())):
        return
    abilities = parts[part][which].get(key)
    if is_list(abilities) and index < len(abilities):
        del abilities[index]
    else:
        del parts[part][which]
