"""The digest of rules: what it must not see (prose, layout, the order of keys), and what it must."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest

from kingsburg_rules import Game, Pack, Record, Rules, SaveError, load_rules
from kingsburg_rules.language.cards import CardNode
from kingsburg_rules.language.examples import Play
from kingsburg_rules.language.files import MomentCard, PhaseCard, ResourceCard
from kingsburg_rules.language.registry import Node, Word
from kingsburg_rules.language.shapes import Text
from kingsburg_rules.testing.strategies import advance

INFO = 'id: toys\nversion: "1.0"\nformat: 1\ntitle: Toys\n'

CARDS = """\
format: 1
buildings:
  - id: hut
    name: Hut
    text: A small hut.
    fidelity: inferred
    note: Our own.
    row: Z
    column: 1
    cost: {gold: 1, wood: 2}
    vp: 1
    triggers:
      - when: season.start
        if: {season: summer}
        do: [{gain: {gold: 1}}, {lose: {wood: 1}}]
    examples:
      - shows: The hut brings a gold
        works: true
        at: summer/season.start
        given: {me: {buildings: [hut], wood: 1}}
        play: []
        expect: {me: {gold: 1}}
resources:
  - {id: salt, name: Salt, limit: 9}
moments:
  - {id: market.open, text: The market opens.}
phases:
  - {id: fair, name: Fair, after: spring, do: [{for_each: {players: all, do: [{gain: {salt: 1}}]}}]}
"""


def rules_of(cards: str = CARDS, info: str = INFO) -> Rules:
    return load_rules(packs=[Pack.from_files({"pack.yaml": info, "cards.yaml": cards})])


def changed(old: str, new: str) -> str:
    assert CARDS.count(old) == 1, old
    return CARDS.replace(old, new)


FOR_READERS = {
    "name": changed("name: Hut", "name: Cabin"),
    "text": changed("text: A small hut.", "text: A cosy hut."),
    "no text": changed("    text: A small hut.\n", ""),
    "note": changed("note: Our own.", "note: Found in an attic."),
    "fidelity": changed("fidelity: inferred", "fidelity: printed"),
    "example": changed("shows: The hut brings a gold", "shows: It works"),
    "no examples": CARDS[: CARDS.index("    examples:")] + CARDS[CARDS.index("resources:") :],
    "name of a resource": changed("name: Salt", "name: Pepper, text: Hot"),
    "text of a moment": changed("text: The market opens.", "text: Shops open, name: opening"),
    "name of a phase": changed("name: Fair", "name: Great Fair"),
    "comment": f"# a pack\n{CARDS.replace('    vp: 1', '    vp: 1  # one')}",
    "order of keys": changed("cost: {gold: 1, wood: 2}", "cost: {wood: 2, gold: 1}"),
    "order of keys of a card": changed("    column: 1\n", "").replace("vp: 1\n", "vp: 1\n    column: 1\n"),
    "default written out": changed("when: season.start", "when: season.start\n        uses: once"),
    "default of its kind of card": changed(
        "when: season.start", "when: season.start\n        optional: true"
    ),
}

IN_PLAY = {
    "id": changed("- id: hut", "- id: cabin").replace("[hut]", "[cabin]"),
    "cost": changed("cost: {gold: 1, wood: 2}", "cost: {gold: 1, wood: 1}"),
    "points": changed("    vp: 1\n", "    vp: 2\n"),
    "place": changed("    row: Z\n", "    row: Y\n"),
    "amount": changed("{gain: {gold: 1}}", "{gain: {gold: 2}}"),
    "resource": changed("{gain: {gold: 1}}", "{gain: {salt: 1}}"),
    "test": changed("if: {season: summer}", "if: {season: fall}"),
    "moment": changed("when: season.start", "when: season.end"),
    "order of steps": changed("{gain: {gold: 1}}, {lose: {wood: 1}}", "{lose: {wood: 1}}, {gain: {gold: 1}}"),
    "whether it may be declined": changed(
        "when: season.start", "when: season.start\n        optional: false"
    ),
    "uses": changed("when: season.start", "when: season.start\n        uses: once_per_year"),
    "limit": changed("limit: 9", "limit: 8"),
    "phase": changed("after: spring", "after: summer"),
    "step of a phase": changed("{gain: {salt: 1}}", "{gain: {salt: 2}}"),
    "years": f"{CARDS}years: {{count: 4}}\n",
}


@pytest.mark.parametrize("cards", FOR_READERS.values(), ids=FOR_READERS)
def test_what_is_for_people_leaves_the_digest_alone(cards: str) -> None:
    before, after = rules_of(), rules_of(cards)
    assert before.digest == after.digest
    assert before.pack_digests == after.pack_digests


@pytest.mark.parametrize("cards", IN_PLAY.values(), ids=IN_PLAY)
def test_what_matters_in_play_changes_the_digest(cards: str) -> None:
    assert rules_of().digest != rules_of(cards).digest


@pytest.mark.parametrize("cards", FOR_READERS.values(), ids=FOR_READERS)
def test_games_survive_changes_of_prose(cards: str) -> None:
    game = Game(rules_of(), ("Ann", "Brian"), seed=3)
    advance(game, range(40))
    newer = Pack.from_files({"pack.yaml": INFO.replace("1.0", "1.1"), "cards.yaml": cards})
    assert Game.load(game.save(), packs=[newer]).state == game.state
    *_, last = Record.loads(game.record.dumps()).replay(packs=[newer])
    assert last.state == game.state


def test_games_do_not_survive_a_change_of_a_rule() -> None:
    game = Game(rules_of(), ("Ann", "Brian"), seed=3)
    newer = Pack.from_files({"pack.yaml": INFO.replace("1.0", "1.1"), "cards.yaml": IN_PLAY["cost"]})
    message = r"Cannot load this save: its rules have changed since \('toys' 1\.0 is now 1\.1\)\."
    with pytest.raises(SaveError, match=message) as refused:
        Game.load(game.save(), packs=[newer])
    assert refused.value.code == "save.content"


def test_titles_licenses_and_versions_are_for_people_but_numbers_of_players_are_not() -> None:
    other = INFO.replace("1.0", "2.0").replace("title: Toys", "title: Games\nlicense: MIT")
    assert rules_of().digest == rules_of(info=other).digest
    assert rules_of().digest != rules_of(info=f"{INFO}players: {{min: 3}}\n").digest


def test_switches_variants_and_editions_change_the_digest() -> None:
    digests = {
        load_rules().digest,
        load_rules("first-ffg").digest,
        load_rules(switches={"winter_order": "card_first"}).digest,
        load_rules(modules=("governors",)).digest,
        load_rules(modules=("governors",), variants=("bid-governors",)).digest,
        load_rules(modules=("governors",), fidelity="inferred").digest,
    }
    assert len(digests) == 6


def test_a_change_belongs_to_the_pack_that_makes_it() -> None:
    """A card that another pack changes keeps the digest of its own pack for what it keeps."""
    card = "format: 1\nbuildings:\n  - {{override: base/inn, triggers: [{{when: season.start, do: [{}]}}]}}\n"
    one, other = (rules_of(card.format(f"{{gain: {{gold: {n}}}}}")) for n in (1, 2))
    assert one.pack_digests["toys"] != other.pack_digests["toys"]
    assert one.pack_digests["base"] == other.pack_digests["base"]
    assert one.digest != other.digest


def classes() -> Iterator[type[Node]]:
    """Every kind of card, every word except those of examples, and what packs add besides."""
    waiting: list[type[Node]] = [CardNode, Word, ResourceCard, MomentCard, PhaseCard]
    while waiting:
        cls = waiting.pop()
        if cls is not Play:
            yield cls
            waiting += cls.__subclasses__()


FREE_TEXT_IN_PLAY = {("Move", "as_type")}
"""Fields with free text that matter in play: ids that no pattern checks."""


def test_every_field_with_free_text_is_known_to_be_for_people_or_not() -> None:
    """A field that takes any text is prose unless it is listed here, so no prose gets into digests."""
    found = {
        (cls.__name__, attribute.name)
        for cls in classes()
        for attribute in attrs.fields(cls)
        if isinstance(shape := attribute.metadata.get("shape"), Text)
        if not (shape.pattern or shape.among or attribute.metadata["for_people"])
    }
    assert found == FREE_TEXT_IN_PLAY
