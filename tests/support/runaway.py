"""Packs that ask for too much: each with the code of what it must end in ('' if it can be played)."""

from __future__ import annotations


def rule(event: str, *steps: str, name: str = "law") -> str:
    """Write a rule of the game that does something at a moment; its first step is in the seventh line."""
    head = f"  - id: {name}\n    name: Law\n    triggers:\n      - when: {event}\n        uses: unlimited\n"
    return head + "        do:\n" + "".join(f"          - {step}\n" for step in steps)


def for_all(step: str, times: int = 1) -> str:
    """Wrap a step into loops over the players, one in the other."""
    for _ in range(times):
        step = f"{{for_each: {{players: all, do: [{step}]}}}}"
    return step


def someone(times: int) -> str:
    """Test whether there is somebody for whom there is somebody, and so on."""
    test = "{gold: {min: 99}}"
    for _ in range(times):
        test = f"{{exists: {{players: {{if: {test}}}}}}}"
    return test


def if_(test: str) -> str:
    return f"{{branch: {{if: {test}, then: [{{set: {{x: 1}}}}]}}}}"


def summed(times: int, query: str) -> str:
    value = "1"
    for _ in range(times):
        value = f"{{sum: {{{query}, of: {value}}}}}"
    return value


def goods(kinds: int) -> str:
    return "resources:\n" + "".join(f"  - {{id: g{k}, name: G{k}, good: true}}\n" for k in range(kinds))


def law(*steps: str) -> str:
    return "rules:\n" + rule("season.start", *steps)


def joined(what: str, times: int) -> str:
    return ", ".join(what.replace("#", str(k)) for k in range(times))


def branches(count: int) -> str:
    return f"{{choose_one: [{joined('{label: x#, do: [{gain: {vp: 1}}]}', count)}]}}"


def numbers(times: int) -> str:
    """Add up sums of sums, each of a hundred numbers."""
    return summed(times, "numbers: {from: 1, to: 100}")


def advisors(times: int) -> str:
    """Test whether there are advisors for whom there are advisors, and so on."""
    query = "{places: all}"
    for _ in range(times):
        query = f"{{places: {{if: {{exists: {query}}}}}}}"
    return f"{{exists: {query}}}"


RICH = for_all("{gain: {gold: 30, g1: 30, g2: 30, g3: 30, g4: 30}}")
ENDLESS = "{repeat: {if: {year: {min: 1}}, do: [%s]}}"
MODIFIED = "  - id: law\n    name: Law\n    modifiers: [%s]\n"
DEAR = "{gold: 30, wood: 30, stone: 30}"
EXPENSIVE = "".join(
    f"  - {{id: b{row.lower()}, name: B, row: {row}, column: 1, cost: {DEAR}, vp: 1}}\n"
    for row in "QRSTUVWXYZ"
)

PACKS: dict[str, tuple[str, str]] = {
    "somebody for whom there is somebody, 5 times": (law(if_(someone(5))), ""),
    "somebody for whom there is somebody, 12 times": (law(if_(someone(12))), "engine.steps"),
    "somebody in loops": (law(for_all(if_(someone(5)), 5)), "engine.steps"),
    "somebody, many times beside each other": (
        law(if_(f"{{any: [{joined(someone(5), 300)}]}}")),
        "engine.steps",
    ),
    "somebody in what changes a number": (
        "rules:\n" + MODIFIED % f"{{what: recruit_price, add: 1, if: {{any: [{joined(someone(4), 900)}]}}}}",
        "engine.steps",
    ),
    "a permission with a large test": (
        "rules:\n  - id: law\n    name: Law\n    permissions:\n"
        f"      - {{closed: {{places: {{if: {{any: [{joined(someone(4), 400)}]}}}}}}}}\n",
        "engine.steps",
    ),
    "20 of 11 kinds of goods": (goods(8) + law(for_all("{gain: {good: 20}}")), "engine.choice"),
    "5 of 11 kinds of goods": (goods(8) + law(for_all("{gain: {good: 5}}")), ""),
    "a number of 11 kinds of goods": (
        goods(8) + law("{set: {n: 20}}", for_all("{gain: {good: $n}}")),
        "engine.choice",
    ),
    "50 of 11 kinds of goods to lose": (
        goods(8) + law(RICH, "{set: {n: 50}}", for_all("{lose: {good: $n}}")),
        "engine.choice",
    ),
    "300 kinds of goods": (goods(300) + law(for_all("{gain: {good: 2}}")), "link.size"),
    "a price worked out in play": (
        goods(8)
        + law(RICH, "{set: {n: 60}}", for_all("{pay: {price: [{good: $n}], then: [{set: {x: 1}}]}}")),
        "engine.choice",
    ),
    "many prices worked out in play": (
        law(
            for_all("{gain: {gold: 200, wood: 200, stone: 200}}"),
            "{set: {n: 60}}",
            for_all(
                f"{{pay: {{price: [{joined('{good: {sum: [$n, #]}}', 40)}], then: [{{gain: {{vp: 1}}}}]}}}}"
            ),
        ),
        "engine.choice",
    ),
    "1,000 of each good to recruit with": (
        law(for_all("{gain: {gold: 1000, wood: 1000, stone: 1000}}")),
        "engine.choice",
    ),
    "a trade with 189,225 exchanges": (
        law(for_all("{trade: [{pay: {good: 28}, gain: {good: 28}}]}")),
        "link.choices",
    ),
    "many large trades": (
        law(*[for_all("{trade: [{pay: {good: 18}, gain: {good: 18}}]}")] * 8),
        "link.choices",
    ),
    "14 more dice and 16 bonus dice": (
        "rules:\n"
        + rule("season.start", for_all("{gain: {bonus_die: 16}}"))
        + MODIFIED.replace("law", "dice") % "{what: player_dice, add: 14}",
        "",
    ),
    "100 more dice": ("rules:\n" + MODIFIED % "{what: player_dice, add: 100}", "engine.dice"),
    "100 branches": (law(for_all(branches(100))), ""),
    "101 branches": (law(for_all(branches(101))), "link.choices"),
    "branches in branches": (
        law(for_all(f"{{choose_one: [{{label: x, do: [{branches(101)}]}}]}}")),
        "link.choices",
    ),
    "sums over players in loops": (
        law(for_all(f"{{gain: {{vp: {summed(5, 'players: all')}}}}}", 5)),
        "engine.steps",
    ),
    "sums over cards in loops": (
        law(for_all(f"{{gain: {{vp: {summed(2, 'cards: {kind: building, zone: deck}')}}}}}", 5)),
        "engine.steps",
    ),
    "a sum of ten thousand million numbers": (law(f"{{set: {{x: {numbers(5)}}}}}"), "engine.steps"),
    "advisors beside advisors beside advisors": (law(if_(advisors(9))), "engine.steps"),
    "a large loop": (law(ENDLESS % joined("{set: {x#: 1}}", 2000)), "engine.steps"),
    "a loop that remembers more and more": (
        law(for_all(ENDLESS % "{lasting: {what: recruit_price, add: 1, until: year.end}}")),
        "engine.steps",
    ),
    "a loop that tells more and more": (
        law(for_all(ENDLESS % joined("{gain: {gold: 1}}", 200))),
        "engine.steps",
    ),
    "a discount of 30 for a building of 90": (
        f"buildings:\n{EXPENSIVE}rules:\n{MODIFIED % '{what: build_discount, add: 30}'}",
        "engine.choice",
    ),
    "1,500 rules at one moment": (
        "rules:\n"
        + joined(
            "\n  - {id: r#, name: R, triggers: [{when: season.start, uses: unlimited, do: [{set: {x: 1}}]}]}",
            1500,
        ).replace(", \n", "\n"),
        "engine.steps",
    ),
    "1,000 changes of a number": (
        "rules:\n"
        + joined(
            "\n  - {id: r#, name: R, modifiers: [{what: recruit_price, add: 1, "
            "if: {exists: {players: {if: {gold: 3}}}}}]}",
            1000,
        ).replace(", \n", "\n"),
        "",
    ),
    "100 copies of 300 cards": (
        "deck_cards:\n"
        + joined("\n  - {id: d#, name: D, deck: odd, copies: 100}", 300).replace(", \n", "\n")
        + "\nrules:\n"
        + rule("season.start", ENDLESS % "{draw: {deck: odd, to: discard}}"),
        "link.copies",
    ),
}
