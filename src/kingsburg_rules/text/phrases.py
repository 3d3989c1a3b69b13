"""What a translator writes: the phrases of a language, by what they are for.

A test sees to it that every language has all of them: one for every word of the language of the cards, every
resource, moment, number of the rules, fact, decision, action and event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kingsburg_rules.text.grammar import Subject

Table: TypeAlias = "Mapping[str, str]"


@frozen
class Noun:
    """A thing that is counted: "tile" and "tiles"; `a` tile, and `that` tile of which was spoken.

    Of a `mass` there is much, and not many.
    """

    one: str
    several: str
    a: str = ""
    that: str = ""
    mass: bool = False


@frozen
class Fact:
    """How a number of a player is spoken of: "more goods", "the most goods", "the number of your goods".

    What is counted has a `noun`: "[have] {n}", where n is "at least 3 goods", and `none`. What is measured
    has no noun: "<your dice total> [be] {n}", where n is "7 or less". `each` and `every` count by it.
    """

    number: str
    more: str
    fewer: str
    most: str
    fewest: str
    has: str
    none: str = ""
    each: str = ""
    every: str = ""
    noun: Noun | None = None


@frozen(kw_only=True)
class Phrases:
    """All phrases of a language.

    `when` tells a moment as the front of a sentence, `until` names it. `changes` tell what becomes of a
    number of the rules, `sets` what becomes of something that is about to happen; `refusals` are tests that
    must not hold. `small` belongs to the telling itself. `decisions`, `actions` and `events` tell a
    game.
    Of what a pack brings, `kind` makes the words for cards of a deck, and `counted` the phrases for what is
    counted: from what one and several of it are called, and the article of one.
    """

    resources: Mapping[str, Noun]
    kinds: Mapping[str, Noun]
    kind: Callable[[str, str, str], Noun]
    counted: Callable[[str, str, str], Fact]
    seasons: Table
    players: Mapping[str, Subject]
    when: Table
    until: Table
    stats: Table
    changes: Table
    sets: Table
    steps: Table
    tests: Table
    refusals: Table
    values: Table
    facts: Mapping[str, Fact]
    options: Table
    small: Table
    decisions: Table
    actions: Table
    events: Table
