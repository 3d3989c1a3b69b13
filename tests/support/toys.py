"""Made-up cards that put the words of the language to work in whole games, and the rules with them."""

from __future__ import annotations

from functools import cache
from itertools import cycle

from hypothesis import settings
from hypothesis import strategies as st

from kingsburg_rules import Game, Rules, load_rules, modules
from kingsburg_rules.testing import rules_with
from kingsburg_rules.testing.strategies import advance, rule_sets

EVERYTHING = modules()

TOYS = """
buildings:
  - id: gambling_den
    name: Gambling Den
    row: M
    column: 1
    cost: {gold: 1}
    vp: 1
    triggers:
      - when: season.start
        cost: [{good: 1}, {vp: 1}]
        do:
          - roll: {dice: 2, as: luck}
          - branch:
              if: {$luck: {min: 7}}
              then: [{gain: {good: 2}}]
              else: [{lose: {good: 1, plus2: 1}}]
  - id: ledger
    name: Ledger
    row: N
    column: 1
    cost: {wood: 1}
    vp: 0
    memory: [{id: kept, lasts: game}, {id: now, start: 2, lasts: season}]
    triggers:
      - when: after.build
        by: opponents
        uses: unlimited
        do:
          - set: {kept: {sum: [$kept, 1]}, now: {sum: [$now, -1]}}
          - gain: {vp: $now}
      - when: game.end
        do: [{gain: {vp: {div_up: [$kept, 2]}}}]
  - id: drill_yard
    name: Drill Yard
    row: O
    column: 1
    cost: {stone: 1}
    vp: 0
    triggers:
      - when: winter.start
        cost: [{plus2: 1}, {gold: 1}]
        uses: once_per_year
        do:
          - lasting: {what: battle_strength, add: {max: [1, {fact: buildings}]}, until: battle.resolved}
      - when: phase_7.start
        uses: once_per_game
        do: [{lasting: {what: recruit_price, set: 1, until: phase_7.end, everyone: true}}]
      - when: before.fight
        if: {outcome: tie}
        do: [{set: {outcome: victory}}]
  - id: bazaar
    name: Bazaar
    row: P
    column: 1
    cost: {gold: 1, wood: 1}
    vp: -1
    triggers:
      - when: season.end
        optional: false
        do:
          - choose_one:
              - label: barter
                if: {gold: {min: 1}}
                do: [{trade: [{pay: {gold: 1}, gain: {good: 1, plus2: 1}}]}]
              - label: bribe
                do:
                  - pay:
                      price: [{good: 2}, {vp: 2}]
                      then: [{gain: [{good: 1}, {plus2: 2}]}]
              - {label: arson, do: [{destroy: {}}, {gain: {vp: 2}}]}
      - when: season.last
        order: last
        do: [{gain: {vp: 1}}]
  - id: oracle
    name: Oracle
    row: Q
    column: 1
    cost: {wood: 1}
    vp: 0
    triggers:
      - {when: season.start, do: [{peek: enemy}]}
      - {when: dice.reroll, do: [{choose: {dice: me}}, {reroll: $die}]}
      - {when: dice.reroll, order: last, do: [{reroll: all}]}
      - when: dice.gathered
        do: [{gain: {bonus_die: 1}}]
  - id: road
    name: Road
    row: R
    column: 1
    cost: {stone: 1}
    vp: 0
    permissions: [{influence_shift: {by: [-1, 1, 2]}}]
    modifiers: [{what: build_cost, of: gold, add: -1}]
rules:
  - id: harvest
    name: Harvest
    triggers:
      - when: year.start
        do:
          - for_each:
              players: all
              together: true
              do: [{gain: {good: 1}}]
      - when: season.end
        do:
          - for_each:
              players: {most: [goods, vp], tied: false}
              do: [{lose: {good: 1}}]
  - id: vow
    name: Vow
    memory:
      - {id: promised, type: resource, secret: {resources: goods}}
      - {id: tally, secret: {numbers: {from: 1, to: 9}}, lasts: year}
    triggers:
      - when: phase_1.start
        do:
          - for_each:
              players: all
              together: true
              do:
                - choose: {resources: goods}
                - choose: {numbers: [1, 4, 9]}
                - set: {promised: $resource, tally: $number}
      - when: phase_5.start
        do:
          - for_each:
              players: all
              do: [{gain: {$promised: 1}}, {branch: {if: {$tally: {min: 5}}, then: [{gain: {vp: 1}}]}}]
  - id: alms
    name: Alms
    triggers:
      - when: game.start
        do:
          - for_each:
              players: all
              do: [{gain: [{gold: 1}, {soldier: 1}]}]
      - when: year.end
        do:
          - for_each:
              players: {fewest: vp}
              together: true
              do: [{gain: {good: 2}}]
"""


@cache
def toy_rules(edition: str = "second") -> Rules:
    """Give the rules of an edition with the cards above."""
    return rules_with(TOYS, edition=edition)


SHIPPED = (
    ("second", (), None, (), {}),
    ("second", (), "goblin-valley", (), {"plus2_limit": "per_group"}),
    ("second", (), "demanding-capital", (), {}),
    ("second", ("soldier-tokens",), "shifting-alliances", (), {"soldier_token_choice": "after_reveal"}),
    ("second", ("destiny",), "wheel-and-deal", (), {"makeshift_compares": "modified"}),
    ("second", ("more-buildings", "governors"), None, (), {"philosopher_use": "always"}),
    ("second", ("governors",), None, ("bid-governors",), {}),
    ("second", ("alternate-buildings",), None, ("draft-strips",), {"total_effects_last": "true"}),
    ("second", ("alternate-advisors",), None, ("inverted-order",), {"winter_order": "card_first"}),
    ("second", ("alternate-buildings", "governors", "destiny"), "goblin-valley", (), {}),
    ("second", EVERYTHING, None, (), {}),
    ("second", EVERYTHING, "shifting-alliances", ("draft-strips", "inverted-order"), {}),
    ("first-ffg", (), None, (), {}),
    ("first-ffg", EVERYTHING[:5], None, ("draft-strips",), {"module_setup_order": "rows_first"}),
    ("first-elfinwerks", ("governors", "destiny", "soldier-tokens"), None, (), {}),
)
"""Rule sets that have everything between them; few, since each of them must be loaded once."""


def shipped_rules() -> st.SearchStrategy[Rules]:
    """Draw one of some rule sets that come with the library."""
    return st.sampled_from(SHIPPED).map(
        lambda kit: load_rules(kit[0], modules=kit[1], scenario=kit[2], variants=kit[3], switches=kit[4])
    )


def all_rules() -> st.SearchStrategy[Rules]:
    """Draw a rule set of the library, on long runs any there is; or one with the cards above."""
    toys = st.sampled_from(("second", "first-ffg")).map(toy_rules)
    shipped = rule_sets() if settings.get_current_profile_name() == "long" else shipped_rules()
    return st.one_of(shipped, shipped, toys)


def share(part: float) -> settings:
    """Try fewer examples than others do, since each of them is a whole game."""
    return settings(max_examples=max(1, round(settings().max_examples * part)))


def played_out(game: Game) -> Game:
    """Play a game to its end, wherever it stands."""
    advance(game, cycle((1, 7919, 3, 0, 12345, 2, 40009)))
    return game
