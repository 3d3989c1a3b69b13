"""Random games that reach many cards: curious players, and games in which certain cards come up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from attrs import define, evolve, field

from kingsburg_rules.content.compiling import can_be_left_out, compile_again
from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.actions import Action, Build, CardThing, Choose, Influence, Recruit, Use
from kingsburg_rules.engine.compiled_rules import NOBODY, Frame, Op
from kingsburg_rules.engine.errors import ContentError, SetupError
from kingsburg_rules.engine.events import Built, RowsCovered
from kingsburg_rules.engine.random_numbers import RandomNumbers
from kingsburg_rules.engine.state import Ask, State, activate
from kingsburg_rules.engine.zones import enter, holders, lay_tile
from kingsburg_rules.game.setup import check_players
from kingsburg_rules.language.cards import BuildingCard, EnemyCard

Piles = dict[tuple[str, int], list[str]]

# Curious players: the more rarely something was answered, the more likely they answer it
#
# Half of them, and in every other game all, are single-minded: they keep their goods for the row of their
# sheet with the least used building. So random games also reach expensive buildings.


_LARGEST, _LEAST = 1 << 24, 1 << 6


@define(eq=False)
class CuriousPlayers:
    """Chooses answers at random, weighted by how rarely similar ones were chosen, over several games.

    `used` returns how often the least used part of a building was used.
    """

    used: Callable[[str], int]
    _chosen: Counter[object] = field(factory=Counter[object])
    _random: RandomNumbers = field(factory=lambda: RandomNumbers(0))
    _all_single_minded: bool = False

    def begin(self, seed: int) -> None:
        """Start a game: its choices depend on its seed, and on earlier choices."""
        self._random = RandomNumbers(seed)
        self._all_single_minded = seed % 2 == 1

    def pick(self, count: int) -> int:
        """Choose one of several players who may answer, each with the same probability."""
        return self._random.below(count)

    def choose(self, state: State, which: int) -> int:
        """Choose an answer; answers about one topic share its probability."""
        ask = state.asks[which]
        seat, options = ask.seat, ask.options
        topics = [_topic(ask, option) for option in options]
        alike = Counter(topics)
        weights = [
            self._weight(state, seat, option, topic) // alike[topic]
            for option, topic in zip(options, topics, strict=True)
        ]
        k = self._random.weighted(weights if any(weights) else [1] * len(options))
        self._chosen[topics[k]] += 1
        return k

    def _weight(self, state: State, seat: int, option: Action, topic: object) -> int:
        """Weigh an answer by how new it is; 0 if it is known and a single-minded player avoids it."""
        known = min([self._chosen[topic], *map(self.used, _on_strips(state, option))])
        if known and (seat % 2 or self._all_single_minded) and self._leads_astray(state, seat, option):
            return 0
        return _LARGEST // (known + 1) ** 2 + _LEAST

    def _leads_astray(self, state: State, seat: int, option: Action) -> bool:
        """Return whether an answer costs goods that the player keeps for their row."""
        if not isinstance(option, Build):
            return isinstance(option, Recruit)
        compiled, player = state.compiled, state.players[seat]
        rows = [row for row in compiled.sheet(player.strips) if not player.cards >> row[-1] & 1]
        aim = min(rows, key=lambda row: min(self.used(compiled.cards[card].ref) for card in row), default=())
        return compiled.card[option.building] not in aim


def _on_strips(state: State, option: Action) -> list[str]:
    """List the buildings on the strips that an answer chooses."""
    if not isinstance(option, Choose):
        return []
    compiled = state.compiled
    names = [thing.card for thing in option.things if isinstance(thing, CardThing)]
    strips = [
        compiled.strips[compiled.card[name]] for name in names if compiled.card[name] in compiled.strips
    ]
    return [compiled.cards[card].ref for _, row in strips for card in row]


def _topic(ask: Ask, option: Action) -> object:
    """Return the topic of an answer: a card and how it is used, or only the kind of answer and who asks."""
    match option:
        case Influence():
            return Influence, option.advisor, option.via, option.plus2, option.envoy
        case Build():
            return Build, option.building
        case Use():
            return Use, option.card, option.ability
        case Choose():
            return Choose, option.things
        case _:
            return type(option), ask.kind, ask.source


# Forcing cards into games: by removing other cards, and by starting with them in play
#
# Cards that are drawn or dealt come up in few random games. So the other cards of their deck stay in the box,
# except as many as the game needs; and cards that still do not come into play can be there from the start.


def with_smaller_decks(rules: Rules, wanted: Collection[str], players: int) -> Rules:
    """Leave the other cards out of decks that have wanted ones, as far as the players can do without them.

    Cards are named as `pack/card`. The rules stay the same if nothing can be left out.
    """
    others = _others(rules, wanted)
    if not others:
        return rules
    spare = {pile: _missing(rules, wanted, pile[0], players) for pile in others}
    for more in range(max(map(len, others.values()))):
        gone = {ref for pile, refs in others.items() for ref in refs[spare[pile] + more :]}
        try:
            # How many cards a game needs depends on effects, too: the deck grows until the rules accept it.
            found = compile_again(rules, frozenset((*rules.left_out, *gone)))
            check_players(found.compiled, players)
        except (ContentError, SetupError):
            continue
        return found
    return rules


def _others(rules: Rules, wanted: Collection[str]) -> Piles:
    """List the cards in one pile with wanted ones: of one kind, enemies of one year."""
    piles: Piles = {}
    for ref, node in rules.cards.items():
        card = rules.compiled.cards[rules.compiled.card[ref]]
        if can_be_left_out(node) and not isinstance(node, BuildingCard):
            year = node.year if isinstance(node, EnemyCard) else 0
            piles.setdefault((card.kind, year), []).append(card.ref)
    mixed = (pile for pile, refs in piles.items() if {*refs} & {*wanted} and not {*refs} <= {*wanted})
    return {pile: [ref for ref in piles[pile] if ref not in wanted] for pile in mixed}


def _missing(rules: Rules, wanted: Collection[str], kind: str, players: int) -> int:
    """Count the cards of a kind that the players need besides the wanted ones."""
    compiled = rules.compiled
    there = sum(compiled.cards[card].ref in wanted for card in compiled.deck(kind))
    taking = (need for need in compiled.needs if need.kind == kind and need.reached(players))
    return max(0, max((max(need.least, need.each * players) for need in taking), default=0) - there)


def starting_with(rules: Rules, cards: Sequence[str]) -> Rules:
    """Return rules whose games start with cards in play (`pack/card`), dealt to the players in turn.

    Enemies and advisors, which nobody owns, are ignored. Games saved with the rules that this returns need
    them to be loaded.
    """
    if not cards:
        return rules
    compiled = rules.compiled
    numbers = [compiled.card[ref] for ref in cards]
    program = compiled.programs[compiled.calendar]
    code = (_dealing(numbers, program.code[0]), *program.code[1:])
    programs, codes = [*compiled.programs], [*compiled.codes]
    programs[program.index], codes[program.index] = evolve(program, code=code), code
    return evolve(rules, compiled=evolve(compiled, programs=programs, codes=codes, effects_cache={}, kept={}))


def _dealing(cards: Sequence[int], first: Op) -> Op:
    """Put cards in play before the first operation of a game."""

    def begin(state: State, frame: Frame) -> bool | None:
        for turn, card in enumerate(cards):
            _put_in_play(state, card, turn % len(state.players))
        return first(state, frame)

    return begin


def _put_in_play(state: State, card: int, seat: int) -> None:
    compiled, facts = state.compiled, state.compiled.cards[card]
    if card in compiled.tiles:
        # The rules may have laid it there already.
        if not state.in_force & facts.bit:
            lay_tile(state, card)
    elif card in compiled.buildings:
        activate(state, seat, card)
        strips = (strip for strip, (_, row) in compiled.strips.items() if card in row)
        state.players[seat].strips |= sum(1 << strip for strip in strips)
        if state.event_log is not None:
            name, there = state.setup.players[seat], state.players[seat].strips
            state.event_log.append(Built(name, facts.name))
            covers = [compiled.cards[strip].name for strip in compiled.strips if there >> strip & 1]
            if covers:
                state.event_log.append(RowsCovered(name, tuple(covers)))
    elif not (
        card in compiled.enemies or card in compiled.strips or any(p.card == card for p in compiled.places)
    ):
        for holder in holders(state, card, seat):
            members = state.in_force if holder == NOBODY else state.players[holder].cards
            if not members & facts.bit:
                enter(state, holder, card)
