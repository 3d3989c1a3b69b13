"""Rule sets that nobody needs any more are freed, with all that was worked out for them."""

from __future__ import annotations

import gc

from kingsburg_rules import Game, describe
from kingsburg_rules.bots import GreedyBot, Sight
from kingsburg_rules.render import svg, text
from kingsburg_rules.testing import rules_with
from kingsburg_rules.text.catalog import catalog_of

CARDS = """
deck_cards:
  - {{id: card_{0}, name: Card {0}, deck: heap_{0}, text: "Card {0}.",
     triggers: [{{when: winter.start, from: hand, do: [{{gain: {{soldier: 1}}}}]}}]}}
rules:
  - {{id: rule_{0}, name: Rule {0}, triggers: [{{when: year.start, do: [{{for_each:
     {{players: all, do: [{{choose: {{resources: goods}}}}]}}}}]}}]}}
"""


def use(number: int) -> None:
    """Load rules that there were not before, and use them in every way that remembers something."""
    rules = rules_with(CARDS.format(number))
    game = Game(rules, ("Ann", f"Brian {number}"), seed=number)
    for _ in range(12):
        decision = game.decision
        assert decision is not None
        describe(decision.options[0], rules, decision=decision)
        game.play(GreedyBot(number).choose(decision, Sight(decision.player, game)), decision.player)
    view = game.view("Ann")
    svg(view)
    text(view)
    view.to_json()
    for language in ("en", "fr", "nl"):
        catalog_of(rules, language)
    Game.load(game.save(), rules)


def objects_after(numbers: range) -> int:
    for number in numbers:
        use(number)
    gc.collect()
    return len(gc.get_objects())


def test_rule_sets_do_not_pile_up() -> None:
    """One holds thousands of objects; a thousand of them, dropped, take no more memory than a hundred."""
    before = objects_after(range(2))
    rules = rules_with(CARDS.format("kept"))
    catalog_of(rules)
    gc.collect()
    held = len(gc.get_objects()) - before
    del rules
    assert held > 1000
    assert objects_after(range(2, 6)) - before < held / 4
