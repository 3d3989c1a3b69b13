"""Packs that look like mistakes and are none: the check has nothing to say about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingsburg_rules.content.checking import check
from support.packs import EXAMPLE, written

HEAD = f"""\
format: 1
buildings:
  - id: hut
    name: Hut
    row: H
    column: 1
    cost: {{wood: 1}}
    vp: 1
{EXAMPLE}"""
COINS = f"""\
deck_cards:
  - id: coin
    name: Coin
    deck: trinket
    copies: 12
    triggers: [{{when: season.end, do: [{{gain: {{gold: 1}}}}]}}]
{EXAMPLE}"""


def doing(*steps: str, when: str = "season.end", more: str = "") -> str:
    return f"{HEAD}    triggers:\n      - {{when: {when}, {more}do: [{', '.join(steps)}]}}\n"


def asking(test: str, when: str = "season.end") -> str:
    return doing("{gain: {gold: 1}}", when=when, more=f"if: {test}, ")


def branch(test: str) -> str:
    return f"{{branch: {{if: {test}, then: [{{gain: {{gold: 1}}}}], else: [{{gain: {{wood: 1}}}}]}}}}"


UNUSUAL = {
    "a year that only longer games have": asking("{year: 6}"),
    "the last of twenty years": asking("{year: {min: 20}}"),
    "five players and more": asking("{players: {min: 5}}"),
    "bounds that meet in one number": asking("{all: [{gold: {min: 3}}, {gold: {max: 3}}]}"),
    "bounds of two facts": asking("{gold: {min: 5}, wood: {max: 3}}"),
    "bounds of two players": asking("{gold: {min: 5}, exists: {players: {among: opponents, if: {gold: 0}}}}"),
    "either of two seasons": asking("{any: [{season: spring}, {season: summer}]}"),
    "not one season": asking("{not: {season: winter}}"),
    "not in the middle": asking("{gold: {min: 2}, not: {gold: {min: 4, max: 5}}}"),
    "below zero, for what can be": asking("{debt: -1}")
    + "resources: [{id: debt, name: Debt, below_zero: true}]\n",
    "a flag that is zero otherwise": doing(
        "{branch: {if: {most: vp}, then: [{set: {ahead: 1}}]}}", "{gain: {vp: $ahead}}"
    ),
    "a variable set on both ways": doing(
        "{branch: {if: {most: vp}, then: [{set: {n: {fact: gold}}}], else: [{set: {n: {fact: wood}}}]}}",
        "{gain: {vp: $n}}",
    ),
    "a variable set before and in a branch": doing(
        "{set: {n: 1}}", "{branch: {if: {most: vp}, then: [{set: {n: {fact: gold}}}]}}", "{gain: {vp: $n}}"
    ),
    "a variable set in the round before": doing(
        "{set: {n: 0}}",
        "{repeat: {if: {greater: [3, $n]}, do: [{set: {n: {sum: [$n, 1]}}}]}}",
        "{gain: {vp: $n}}",
    ),
    "a row of a pack that is not required": asking("{owns: {row: A}}"),
    "a kind of a pack that is not required": asking("{owns: {kind: governor}}"),
    "a card of a pack by its full name": asking("{owns: alternate-buildings/vineyard}"),
    "another pack, if it is in play": doing(branch("{module: destiny}")),
    "a thousand points": doing("{gain: {vp: 1000}}"),
    "twenty dice": doing("{roll: {dice: 20, as: sum}}", "{gain: {gold: $sum}}"),
    "dice that show the most": asking("{exists: {dice: {shows: 6}}}", when="dice.change"),
    "a gain that reacts to another gain": asking("{equal: [$resource, wood]}", when="after.gain"),
    "any good for any other": doing("{trade: [{pay: {good: 1}, gain: {good: 1}}]}"),
    "a price in another good": doing("{gain: {wood: 1}}", when="after.gain", more="cost: [{gold: 1}], "),
    "a price that is paid back, once": doing(
        "{gain: {gold: 1, vp: 1}}", when="after.gain", more="uses: once, cost: [{gold: 1}], "
    ),
    "two cards that hear each other, once a year": doing(
        "{gain: {wood: 1}}", when="after.gain", more="uses: once_per_year, "
    )
    + COINS.replace("season.end", "after.gain, uses: once")
    + "rules: [{id: fair, name: Fair, triggers: [{when: year.start, do: [{for_each: {players: all, do: "
    f"[{{draw: {{deck: trinket, to: play}}}}]}}}}]}}],\n{EXAMPLE.replace('    examples', '  examples')}}}]\n",
    "a deck from which cards are chosen": doing(
        "{choose: {cards: {kind: trinket, zone: deck, as: found}}}", "{move: {card: $found, to: play}}"
    )
    + COINS,
    "a card that is moved by name": doing("{move: {card: coin, to: play}}") + COINS,
    "a deck that lies open": doing("{gain: {gold: 1}}") + COINS + "decks: [{id: trinket, display: 3}]\n",
    "a good that nobody mentions": doing("{gain: {gold: 1}}")
    + "resources: [{id: salt, name: Salt, good: true}]\n",
    "a resource that only a modifier is about": HEAD
    + "    modifiers: [{what: battle_reward, of: relic, add: 1}]\n"
    + "resources: [{id: relic, name: Relic}]\n",
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_what_is_unusual_is_not_a_mistake(name: str, tmp_path: Path) -> None:
    report = check(written(tmp_path, {"cards.yaml": UNUSUAL[name]}) / "cards.yaml")
    assert [str(each) for each in (*report.errors, *report.warnings)] == []
    assert report.cards >= 1


def test_there_are_many_unusual_packs() -> None:
    assert len(UNUSUAL) >= 20
