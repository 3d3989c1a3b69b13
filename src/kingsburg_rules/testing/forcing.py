"""Forcing cards into games: by leaving out what lies in their way, and by beginning with them in play.

What is drawn or dealt comes up in few random games. So the other cards of its deck stay in the box, but for
as many as the game needs; and what even so does not come into play can be there from the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from kingsburg_rules.content.fidelity import can_be_left_out
from kingsburg_rules.content.loading import compile_again
from kingsburg_rules.engine.errors import ContentError, SetupError
from kingsburg_rules.engine.events import Built, RowsCovered
from kingsburg_rules.engine.in_play import enter
from kingsburg_rules.engine.state import own_card
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.game.setup import check_players
from kingsburg_rules.language.cards import BuildingCard, EnemyCard
from kingsburg_rules.language.decks import holders
from kingsburg_rules.language.tiles import lay_tile

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Op

    Piles = dict[tuple[str, int], list[str]]


def narrowed(rules: Rules, wanted: Collection[str], players: int) -> Rules:
    """Leave the other cards out of decks that have wanted ones, as far as so many players can do without.

    Args:
        rules: The rule set.
        wanted: The cards that are to come up, as `pack/card`.
        players: How many play.

    Returns:
        Rules with smaller decks; the same rules if nothing can be left out.
    """
    others = _others(rules, wanted)
    if not others:
        return rules
    spare = {pile: _missing(rules, wanted, pile[0], players) for pile in others}
    for more in range(max(map(len, others.values()))):
        gone = {ref for pile, refs in others.items() for ref in refs[spare[pile] + more :]}
        try:
            found = compile_again(rules, frozenset((*rules.left_out, *gone)))
            check_players(found.table, players)
        except (ContentError, SetupError):
            continue
        return found
    return rules


def _others(rules: Rules, wanted: Collection[str]) -> Piles:
    """List the cards that lie in one pile with wanted ones: of one kind, enemies of one year."""
    piles: Piles = {}
    for card in rules.table.cards:
        node = rules.cards[card.ref]
        if can_be_left_out(node) and not isinstance(node, BuildingCard):
            year = node.year if isinstance(node, EnemyCard) else 0
            piles.setdefault((card.kind, year), []).append(card.ref)
    mixed = (pile for pile, refs in piles.items() if {*refs} & {*wanted} and not {*refs} <= {*wanted})
    return {pile: [ref for ref in piles[pile] if ref not in wanted] for pile in mixed}


def _missing(rules: Rules, wanted: Collection[str], kind: str, players: int) -> int:
    """Count the cards of a kind that so many players need besides the wanted ones."""
    table = rules.table
    there = sum(table.cards[card].ref in wanted for card in table.deck(kind))
    taking = (need for need in table.needs if need.kind == kind and need.reached(players))
    return max(0, max((max(need.least, need.each * players) for need in taking), default=0) - there)


def begun_with(rules: Rules, cards: Sequence[str]) -> Rules:
    """Let games begin with cards in play, dealt out to the players in turn.

    Args:
        rules: The rule set.
        cards: The cards, as `pack/card`. Enemies and advisors, which nobody has, are passed over.

    Returns:
        Rules for games that begin so; games saved with them need them to be loaded.
    """
    if not cards:
        return rules
    table = rules.table
    numbers = [table.card[ref] for ref in cards]
    program = table.programs[table.calendar]
    code = (_dealing(numbers, program.code[0]), *program.code[1:])
    programs, codes = [*table.programs], [*table.codes]
    programs[program.index], codes[program.index] = evolve(program, code=code), code
    return evolve(rules, table=evolve(table, programs=programs, codes=codes, kits={}))


def _dealing(cards: Sequence[int], first: Op) -> Op:
    """Put cards in play before the first thing that a game does."""

    def begin(state: State, frame: Frame) -> bool:
        for turn, card in enumerate(cards):
            _put_in_play(state, card, turn % len(state.players))
        return first(state, frame)

    return begin


def _put_in_play(state: State, card: int, seat: int) -> None:
    table, facts = state.table, state.table.cards[card]
    if card in table.tiles:
        if not state.in_force & facts.bit:
            lay_tile(state, card)
    elif card in table.buildings:
        own_card(state, seat, card)
        strips = (strip for strip, (_, row) in table.strips.items() if card in row)
        state.players[seat].covers |= sum(1 << strip for strip in strips)
        if state.notes is not None:
            name = state.setup.players[seat]
            state.notes.append(Built(name, facts.name))
            covers = [
                table.cards[strip].name for strip in table.strips if state.players[seat].covers >> strip & 1
            ]
            if covers:
                state.notes.append(RowsCovered(name, tuple(covers)))
    elif not (card in table.enemies or card in table.strips or any(p.card == card for p in table.places)):
        for holder in holders(state, card, seat):
            members = state.in_force if holder == NOBODY else state.players[holder].owned
            if not members & facts.bit:
                enter(state, holder, card)
