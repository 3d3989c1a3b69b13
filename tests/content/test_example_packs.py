"""The packs in `examples/packs`: clean, told in three languages, played to the end, and used in all parts."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from kingsburg_rules import LANGUAGES, Game, explain
from kingsburg_rules.content.checking import check
from kingsburg_rules.testing import Coverage, play_folder, read_examples
from support.texts import flaws

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "_ext"))
from kingsburg_docs.cards import SHELF, FanPack, fan_pack, fan_pack_part, fan_packs  # noqa: E402

PACKS = fan_packs()
NAMES = ("Ann", "Brian", "Cindy", "Dora", "Ed", "Fay")
each_pack = pytest.mark.parametrize("pack", [fan_pack(name) for name in PACKS], ids=PACKS)


def test_each_pack_uses_another_part_of_what_packs_can_bring() -> None:
    assert len(PACKS) >= 4
    kinds = {name: {card.kind for card in fan_pack(name).cards.values()} for name in PACKS}
    assert kinds["back-door"] == {"governor"}
    assert len(fan_pack("back-door").cards) == 6
    road = fan_pack("saints-road")
    assert road.info.kind == "scenario"
    assert set(road.rules.compiled.phases) > {"pilgrimage"}
    assert "grace" in road.rules.compiled.resource
    assert "advisor" in kinds["under-the-hammer"]
    assert fan_pack("sixth-chair").rules.compiled.seats == (2, 6)
    alone = fan_pack("pretender").rules.compiled
    assert (alone.seats, [automaton.name for automaton in alone.automata]) == ((1, 1), ["The Pretender"])


@each_pack
def test_check_finds_nothing(pack: FanPack) -> None:
    """Neither a mistake nor a warning: so all names and texts are translated, and none is stale."""
    report = check(pack.path)
    assert not [str(problem) for problem in (*report.errors, *report.warnings)]
    assert set(pack.info.languages) == {"en", "nl", "fr"}
    assert pack.info.license


@each_pack
def test_all_examples_hold(pack: FanPack) -> None:
    results = [*play_folder(pack.path)]
    assert results
    assert not [
        (result.card, result.example.shows, result.failures) for result in results if not result.passed
    ]


@each_pack
def test_every_card_that_does_something_shows_it(pack: FanPack) -> None:
    """One example with the card at work, and one where it must not work."""
    for card in pack.cards.values():
        works = {example.works for example in read_examples(card)}
        silent = card.kind == "enemy" and not card.examples
        assert works == {True, False} or silent, card.id


@each_pack
def test_cards_are_told_in_three_languages(pack: FanPack) -> None:
    told = {code: {ref: explain(ref, pack.rules, language=code) for ref in pack.cards} for code in LANGUAGES}
    for code, cards in told.items():
        for ref, text in cards.items():
            assert not flaws(text.generated), (code, ref)
            assert bool(text.text) == bool(pack.cards[ref].text), (code, ref)
    english, dutch, french = (cards.values() for cards in told.values())
    for one, two, three in zip(english, dutch, french, strict=True):
        assert len({one.generated, two.generated, three.generated}) == 3
        if one.text:
            assert len({one.text, two.text, three.text}) == 3


@each_pack
@pytest.mark.parametrize("seed", range(6))
def test_games_come_to_their_end(pack: FanPack, seed: int) -> None:
    """Random players, from two to as many as the pack allows; saved and loaded now and then."""
    rules, rng = pack.rules, random.Random(seed)
    least, most = rules.compiled.seats
    game = Game(rules, NAMES[: least + seed % (most - least + 1)], seed=seed)
    while game.decision is not None:
        if rng.random() < 0.02:
            loaded = Game.load(game.save(), rules)
            assert loaded.save() == game.save()
            game = loaded
        game.play(rng.choice(game.decision.options))
    assert game.outcome is not None
    assert game.outcome.winners


@each_pack
def test_everything_in_it_is_used(pack: FanPack) -> None:
    """In a few dozen games of curious players every part of every card does its work."""
    coverage = Coverage()
    least, most = pack.rules.compiled.seats
    for seed in range(40):
        coverage.play(pack.rules, least + seed % (most - least + 1), seed)
        mine = [part for part in coverage.parts if part.card in pack.cards]
        if all(part.used for part in mine):
            break
    assert mine
    assert not [str(part) for part in mine if not part.used]


def test_a_saint_wins_whatever_the_points_say() -> None:
    """The other way to win is found in play, and not by everybody."""
    rules, decided = fan_pack("saints-road").rules, set[str]()
    for seed in range(40):
        rng, game = random.Random(seed), Game(fan_pack("saints-road").rules, NAMES[:3], seed=seed)
        while game.decision is not None:
            options = game.decision.options
            paying = [option for option in options if str(option).startswith("pay ")]
            game.play(rng.choice(paying or options))
        outcome = game.outcome
        assert outcome is not None
        decided.add(outcome.decided_by)
        if outcome.decided_by == "card":
            limit = rules.compiled.resources[rules.compiled.resource["grace"]].limit
            assert {game.state.player(winner).others["grace"] for winner in outcome.winners} == {limit}
    assert decided > {"card"}


@each_pack
def test_it_has_a_page(pack: FanPack) -> None:
    page = (ROOT / "docs" / "packs" / f"{pack.info.id}.md").read_text(encoding="utf-8")
    assert f"<!-- generated: fan_pack {pack.info.id} -->" in page
    shown = fan_pack_part(pack.info.id)
    for card in pack.cards.values():
        assert card.name in shown
    assert SHELF.is_dir()
