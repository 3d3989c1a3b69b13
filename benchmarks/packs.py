"""Writes packs of many cards, about as an author writes them, for the benchmarks that need some."""

from __future__ import annotations

PACK = 'id: {id}\nversion: "1.0"\nformat: 1\ntitle: {title}\n'

FEATURES = (
    (
        """\
    text: At the end of summer you gain 1 wood, or 1 gold if you are the last in turn order.
    triggers:
      - when: season.end
        if: {{season: summer}}
        do:
          - branch:
              if: {{wood: 0}}
              then: [{{gain: {{wood: 1}}}}]
              else: [{{gain: {{gold: 1}}}}]
""",
        """\
    examples:
      - shows: I have no wood, so I gain 1.
        works: true
        at: summer/season.end
        given: {{me: {{buildings: [card_{n}]}}}}
        expect: {{me: {{wood: 1}}}}
      - shows: It is spring, and nothing happens.
        works: false
        at: spring/season.end
        given: {{me: {{buildings: [card_{n}]}}}}
        expect: {{me: {{wood: 0}}}}
""",
    ),
    (
        """\
    text: Your strength in battle is 1 higher, and 2 higher against goblins.
    modifiers:
      - {{what: battle_strength, add: 1}}
      - what: battle_strength
        if: {{enemy: goblins}}
        add: 1
""",
        """\
    examples:
      - shows: The wall counts in battle.
        works: true
        at: winter/battle
        given: {{me: {{buildings: [card_{n}]}}}}
""",
    ),
    (
        """\
    text: >-
      Whenever an opponent constructs a building, you may pay 1 wood; then choose one: gain 1 gold, or gain 1
      stone.
    triggers:
      - when: after.build
        by: opponents
        uses: unlimited
        optional: true
        cost: [{{wood: 1}}]
        do:
          - choose_one:
              - {{label: gold, do: [{{gain: {{gold: 1}}}}]}}
              - {{label: stone, do: [{{gain: {{stone: 1}}}}]}}
""",
        """\
    examples:
      - shows: Brian builds, and I may pay.
        works: true
        at: spring
        given: {{me: {{wood: 1, buildings: [card_{n}]}}}}
""",
    ),
)
"""What the cards do, in turn, and their examples as buildings."""


def building(n: int) -> str:
    """Write a building with a comment and examples; all stand in rows of their own."""
    effect, examples = FEATURES[n % len(FEATURES)]
    place = f"row: {'HIJKLMNO'[n % 8]}\n    column: {1 + n // 8}"
    head = f"  # The card with the number {n}.\n  - id: card_{n}\n    name: The {n}th Card\n    {place}\n"
    return f"{head}    cost: {{gold: 1, wood: 2}}\n    vp: 2\n" + (effect + examples).format(n=n)


def drawn(n: int) -> str:
    """Write a card of a deck."""
    effect, _ = FEATURES[n % len(FEATURES)]
    return f"  - id: card_{n}\n    name: The {n}th Card\n    deck: further\n" + effect.format(n=n)


def enemy(n: int) -> str:
    """Write an enemy."""
    facts = f"year: {1 + n % 5}\n    type: goblins\n    strength: {2 + n % 5}"
    spoils = "reward: {vp: 1}\n    penalty: {gold: 1}"
    return f"  - id: card_{n}\n    name: Goblins {n}\n    {facts}\n    {spoils}\n"


def header(pack: str, title: str) -> str:
    """Write the file that describes a pack."""
    return PACK.format(id=pack, title=title)
