"""Coverage by cards: how often each thing that cards can do is offered and used in random games.

What is listed follows from the compiled rule set, so new cards are listed without further work:

| part | offered | used |
|---|---|---|
| a trigger | at its moment its tests hold and its price can be paid | it begins |
| a modifier | the number it changes is asked for while it is in play | its tests hold, so it applies |
| an option | without it the player could answer something else | they answer so, or it forbids something |
| a reward | somebody may influence the advisor | the reward begins |
| the card itself | somebody may choose or build it, or it comes by itself | it comes into play |

What works by itself, such as a free gain, is offered and used at once. An option is a permission that no
single place of the machine answers for; so the question is asked again, and the answer tried, without it.
Any difference is its work, and so is what happens differently until the next question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.compiling import compile_again
from kingsburg_rules.content.rules import Rules, card_number
from kingsburg_rules.engine.actions import Action, Build, Choose, Influence
from kingsburg_rules.engine.compiled_rules import (
    ME,
    PC,
    PLAY,
    PROGRAM,
    Ability,
    Card,
    CompiledRules,
    Frame,
    Modifier,
    Number,
    Permission,
    Program,
    Test,
)
from kingsburg_rules.engine.errors import Runaway, SetupError, expect, listed, shown
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.state import Player, State, derive_effects
from kingsburg_rules.engine.stock import can_pay
from kingsburg_rules.engine.zones import bits_of
from kingsburg_rules.game.pending import option_of
from kingsburg_rules.game.setup import make_setup, start_game
from kingsburg_rules.language.cards import AdvisorCard, BuildingCard, CardNode, EnemyCard
from kingsburg_rules.language.memory import stat_names
from kingsburg_rules.testing.random_games import CuriousPlayers, starting_with

# Counting what cards do, without any code for it in the engine
#
# Compiled rules list cards with abilities, numbers and programs. `with_counting` compiles them again so that
# each of these counts when the engine asks for it or starts it. Games played with the result are the
# same games, and games played with the original rule set pay nothing.


class Part(NamedTuple):
    """One thing that a card has or does: `card` is its reference, `part` its place on the card."""

    card: str
    part: str


WHOLE = "card"
"""The part for a card as a whole: it comes into play."""


@define(eq=False)
class PartCounts:
    """How often each part was offered and used; `about` is what it is about, such as its moment.

    `parts` lists them by card. While it is not `listening`, what cards do is not counted.
    """

    listening: bool = True
    about: dict[Part, str] = field(factory=dict[Part, str])
    parts: dict[str, list[Part]] = field(factory=dict[str, list[Part]])
    offered: Counter[Part] = field(factory=Counter[Part])
    used: Counter[Part] = field(factory=Counter[Part])

    def offer(self, part: Part) -> None:
        """Count that a part was offered."""
        self.offered[part] += self.listening

    def use(self, part: Part) -> None:
        """Count that a part was used."""
        self.used[part] += self.listening

    def know(self, part: Part, about: str) -> Part:
        """Add a part, so that it is listed even if it is never offered."""
        if part not in self.about:
            self.about[part] = about
            self.parts.setdefault(part.card, []).append(part)
        return part

    def least_used(self, card: str) -> int:
        """Return how often the least used part of a card was used."""
        return min(self.used[part] for part in self.parts[card])


def with_counting(rules: Rules, counts: PartCounts) -> Rules:
    """Make an equal rule set that counts what cards do."""
    rules = compile_again(rules)
    compiled = evolve(rules.compiled, programs=[*rules.compiled.programs], codes=[*rules.compiled.codes])
    written = {card.index: rules.cards[card.ref] for card in compiled.cards}
    places = [
        evolve(place, reward=_reward(compiled, place.card, place.reward, counts)) for place in compiled.places
    ]
    tiles: dict[int, tuple[int, Program]] = {
        card: (rank, _reward(compiled, card, reward, counts))
        for card, (rank, reward) in compiled.tiles.items()
    }
    cards = [_card(compiled, card, written[card.index], counts) for card in compiled.cards]
    # A card that works in a hand or a display does so under another number.
    zones = {
        (zone, card): _card(compiled, made, written[card], counts, zone)
        for (zone, card), made in compiled.elsewhere.items()
    }
    counting = evolve(
        compiled,
        cards=cards,
        places=places,
        tiles=tiles,
        elsewhere=zones,
        away={**compiled.away, **{made.index: made for made in zones.values()}},
        effects_cache={},
        kept={},
    )
    return evolve(rules, compiled=counting)


def _reward(compiled: CompiledRules, card: int, program: Program, counts: PartCounts) -> Program:
    return _counted(compiled, program, counts, counts.know(reward_part(compiled, card, program), "reward"))


def _counted(compiled: CompiledRules, program: Program, counts: PartCounts, part: Part) -> Program:
    """Make a program that is counted when it starts, and then goes on as the one it stands for."""

    def start(state: State, frame: Frame) -> bool:
        del state
        counts.use(part)
        # The frame goes on as one of the original program, so that what runs, and where, is the same.
        frame[PROGRAM], frame[PC] = program.index, 0
        return True

    number = len(compiled.programs)
    counting = evolve(program, index=number, code=(start,), origins=program.origins[:1], flat=None)
    compiled.programs.append(counting)
    compiled.codes.append(counting.code)
    return counting


def reward_part(compiled: CompiledRules, card: int, program: Program) -> Part:
    """Name a reward: of the card itself, or of one of its places."""
    ref, owner = compiled.cards[card].ref, program.name.removesuffix("/reward")
    return Part(ref, "reward" if owner == ref else f"places/{owner.rpartition('/')[2]}")


def _card(compiled: CompiledRules, card: Card, node: CardNode, counts: PartCounts, zone: str = PLAY) -> Card:
    if not isinstance(node, AdvisorCard):
        turned = "turned over" if isinstance(node, EnemyCard) else "in play"
        counts.know(Part(card.ref, WHOLE), "built" if isinstance(node, BuildingCard) else turned)
    for k, permission in enumerate(card.permissions):
        counts.know(Part(card.ref, f"permissions/{k}"), permission.kind)
    return evolve(
        card,
        abilities=tuple(_ability(compiled, card, ability, counts) for ability in card.abilities),
        modifiers=_modifiers(compiled, card, node, counts, zone),
    )


def permission_part(compiled: CompiledRules, permission: Permission) -> Part:
    """Name an option of a card."""
    card = compiled.cards[permission.card]
    return Part(card.ref, f"permissions/{card.permissions.index(permission)}")


def _ability(compiled: CompiledRules, card: Card, ability: Ability, counts: PartCounts) -> Ability:
    name = ability.program.name.removeprefix(f"{card.ref}/")
    part = counts.know(Part(card.ref, name), compiled.events[ability.event])
    holds = ability.test

    def offered(state: State, frame: Frame) -> bool:
        if holds is not None and not holds(state, frame):
            return False
        prices = ability.prices if ability.priced is None else ability.priced(state, frame)
        if any(not price or can_pay(state, frame[ME], price) for price, *_ in prices):
            counts.offer(part)
        return True

    return evolve(ability, test=offered, program=_counted(compiled, ability.program, counts, part))


def _modifiers(
    compiled: CompiledRules, card: Card, node: CardNode, counts: PartCounts, zone: str
) -> tuple[Modifier, ...]:
    """Count the changes of numbers; one entry on a card may have become several, one for each resource."""
    parts = [
        counts.know(Part(card.ref, f"modifiers/{k}"), modifier.what)
        for k, modifier in enumerate(node.modifiers)
        if modifier.from_ == zone
        for _ in ([modifier.of_] if modifier.of_ else stat_names(compiled, modifier.what))
    ]
    return tuple(
        _modifier(modifier, part, counts) for modifier, part in zip(card.modifiers, parts, strict=True)
    )


def _modifier(modifier: Modifier, part: Part, counts: PartCounts) -> Modifier:
    holds: Test | None = modifier.test
    value: Number = modifier.value

    def asked(state: State, frame: Frame) -> bool:
        counts.offer(part)
        return holds is None or holds(state, frame)

    def applied(state: State, frame: Frame) -> int:
        counts.use(part)
        return value(state, frame)

    # What a steady modifier gives is kept, so it would be counted only once.
    return evolve(modifier, test=asked, value=applied, steady=False)


# What a standing permission does, found by playing without it
#
# A permission adds to what its owner may do, or restricts what others may; it has no moment of its own. So
# the question that was answered is asked again on a copy of the rules without it, the same answer is given
# there, and the two resulting positions are compared.


@define(eq=False)
class PermissionComparison:
    """Plays answers again, each time without one of the permissions in play."""

    compiled: CompiledRules
    _without: dict[int, CompiledRules] = field(factory=dict[int, "CompiledRules"])

    def effects(
        self, before: State, which: int, option: int, after: State
    ) -> Iterator[tuple[Permission, bool, bool]]:
        """Yield what each permission changed about an answer that led from one position to another.

        The first flag says that there were other answers with it; the second that the answer given was one of
        these, that there were fewer with it, or that something else followed.
        """
        in_play = {p.index: p for state in (before, after) for p in _permissions(state)}
        for permission in in_play.values():
            try:
                yield permission, *self._compared(before, which, option, after, permission)
            except Runaway:
                yield permission, True, True

    def _compared(
        self, before: State, which: int, option: int, after: State, permission: Permission
    ) -> tuple[bool, bool]:
        mine = before.asks[which]
        twin = self._twin(before, permission)
        if len(before.asks) == 1:
            twin.asks = twin.given = ()
            # Back to the operation that asked; several questions at once cannot be asked again one by one.
            twin.stack[-1][PC] -= 1
            run(twin)
        asked = twin.asks[which] if which < len(twin.asks) else None
        if asked is None or asked.seat != mine.seat:
            return True, True
        # Options are compared as values: another table makes other objects.
        k = option_of(asked.options, mine.options[option])
        opens = asked.options is not mine.options and asked.options != mine.options
        if k < 0 or (opens and any(other not in mine.options for other in asked.options)):
            return True, True
        answer(twin, which, k)
        known = (1 << len(self.compiled.cards)) - 1
        works = _facts(twin, known) != _facts(after, known)
        return opens or works, works

    def _twin(self, state: State, permission: Permission) -> State:
        compiled = self._without.get(permission.index)
        if compiled is None:
            compiled = self._without[permission.index] = _rules_without(self.compiled, permission)
        twin = state.copy()
        twin.compiled = compiled
        mark = compiled.cards[-1].bit
        twin.in_force |= mark
        for player in twin.players:
            player.cards |= mark
        derive_effects(twin)
        return twin


def _rules_without(compiled: CompiledRules, permission: Permission) -> CompiledRules:
    """Copy compiled rules so that one card does not give a permission.

    A blank card is in play in the copy, for the game and for every player, so that what the engine caches for
    a set of cards is not used for a set that gives more.
    """
    cards = [*compiled.cards, Card(len(compiled.cards), "", "", "blank")]
    card = cards[permission.card]
    left = tuple(other for other in card.permissions if other is not permission)
    cards[permission.card] = evolve(card, permissions=left)
    return evolve(compiled, cards=cards, effects_cache={}, kept={})


def _permissions(state: State) -> Iterator[Permission]:
    for effects in (state.effects, *(player.effects for player in state.players)):
        for found in effects.permissions.values():
            # What a card permits for a time belongs to the step that says so.
            yield from (one for one in found if one in state.compiled.cards[one.card].permissions)


def _facts(state: State, known: int) -> tuple[object, ...]:
    """Return the facts by which positions are compared: everything on the table, and what players know."""
    return (
        (state.year, state.phase, state.order, state.groups, state.tiles, state.revealed, state.foes),
        (state.in_force & known, state.memory, state.gifts, state.marks, state.ended),
        [_holding(player, known) for player in state.players],
    )


def _holding(player: Player, known: int) -> tuple[object, ...]:
    return (
        (player.stock, player.dice.own, player.dice.bonus, player.locked, player.aside),
        (player.strength, player.outcome),
        (player.cards & known, player.strips, player.hand, player.seen),
    )


# Coverage


SEATS = ("Ann", "Brian", "Cindy", "David", "Eve", "Fay", "Gus", "Hal")
NAMES = SEATS[:5]

AUTOMATION = ("gains", "peeks")
"""The automation of the games; every other question is asked, even with a single answer."""


@frozen(order=True)
class PartCoverage:
    """How often one part of a card was offered and used; `about` is its moment, number or option."""

    card: str
    part: str
    about: str
    offered: int
    used: int

    def __str__(self) -> str:
        """Write a line of the report."""
        return f"{self.offered:>8}{self.used:>8}  {self.card}  {self.part} ({self.about})"


@define(eq=False)
class Coverage:
    """Random games, and what cards did in them. Games of several rule sets add up.

    The players are curious: the more rarely an answer has been given, the likelier they give it. So few
    games see much; the same seeds in the same order still give the same games. `turns` are the answers of the
    last game: which question, and which option of it.
    """

    games: int = 0
    decisions: int = 0
    turns: list[tuple[int, int]] = field(factory=list[tuple[int, int]], init=False)
    _counts: PartCounts = field(factory=PartCounts, init=False)
    _seen: set[str] = field(factory=set[str], init=False)
    _games_with: Counter[str] = field(factory=Counter[str], init=False)
    _players: CuriousPlayers = field(init=False)
    _ready: dict[tuple[str, tuple[str, ...]], tuple[Rules, PermissionComparison]] = field(
        factory=dict[tuple[str, tuple[str, ...]], "tuple[Rules, PermissionComparison]"],
        init=False,
        repr=False,
    )

    def __attrs_post_init__(self) -> None:
        """Create the players."""
        self._players = CuriousPlayers(self._counts.least_used)

    def play(
        self,
        rules: Rules,
        players: int = 3,
        seed: int = 0,
        *,
        starting: Sequence[str] = (),
        longest: int | None = None,
    ) -> None:
        """Play a game to its end and count.

        Args:
            rules: The rule set.
            players: The number of players.
            seed: For chance, and for what the players answer.
            starting: Cards that are in play from the start, as `pack/card`, dealt out to the players in turn.
            longest: The number of answers after which an unfinished game is abandoned.

        Raises:
            SetupError: There are not enough cards for this number of players, or there is no such card.
            Runaway: A card goes on without end.
            TypeError: `rules` are not rules, or an argument is not a number.
        """
        expect(rules, Rules, "rules")
        expect(players, int, "players")
        if longest is not None:
            expect(longest, int, "longest")
        cards = listed(starting)
        if cards is None:
            raise SetupError("text.card", f"Cards are given as a list of ids, not as {shown(starting)}.")
        for card in cards:
            card_number(rules, card)
        self.games += 1
        self.turns = []
        counting, comparison = self._prepared(rules, cards)
        self._players.begin(seed)
        state = start_game(
            counting,
            make_setup(SEATS[: max(players, 0)], AUTOMATION, "random", seed, rules=counting.compiled),
            (),
        )
        # Advisors are there in every game without ever arriving.
        self._seen = {
            card.ref for card in rules.compiled.cards if card.places or card.kind == AdvisorCard.kind
        }
        there = self._note_arrivals(state, [0] * len(in_play(state)))
        try:
            while state.asks and (longest is None or len(self.turns) < longest):
                self._answer(state, comparison)
                there = self._note_arrivals(state, there)
        finally:
            self._games_with.update(self._seen)

    def games_with(self, card: str) -> int:
        """Count the games in which a card, as `pack/card`, was in play; advisors are in play in all."""
        return self._games_with[card]

    @property
    def parts(self) -> tuple[PartCoverage, ...]:
        """Everything that the cards in the games have and do, card by card."""
        counts = self._counts
        found = (
            PartCoverage(part.card, part.part, about, counts.offered[part], counts.used[part])
            for part, about in counts.about.items()
        )
        return tuple(sorted(found))

    @property
    def never_offered(self) -> tuple[PartCoverage, ...]:
        """Return the parts that were never offered: usually a mistake on the card."""
        return tuple(part for part in self.parts if not part.offered)

    @property
    def never_used(self) -> tuple[PartCoverage, ...]:
        """Return the parts that were never used, offered or not."""
        return tuple(part for part in self.parts if not part.used)

    def report(self, packs: Iterable[str] = ()) -> str:
        """Write how often everything was offered and used, of all packs or of some.

        Raises:
            SetupError: `packs` is not a list of ids.
        """
        wanted = listed(packs)
        if wanted is None:
            raise SetupError("setup.pack", f"Packs are given as a list of ids, not as {shown(packs)}.")
        parts = [part for part in self.parts if not wanted or part.card.partition("/")[0] in wanted]
        used = sum(part.used > 0 for part in parts)
        head = f"{self.games} games, {self.decisions} decisions: {used} of {len(parts)} parts of cards used"
        return "\n".join([head, f"{'offered':>8}{'used':>8}", *map(str, parts)])

    def _prepared(self, rules: Rules, starting: tuple[str, ...]) -> tuple[Rules, PermissionComparison]:
        """Return the rules that count, and what compares permissions; made once per rule set."""
        key = rules.digest, starting
        found = self._ready.get(key)
        if found is None:
            counting = starting_with(with_counting(rules, self._counts), starting)
            found = self._ready[key] = counting, PermissionComparison(counting.compiled)
        return found

    def _answer(self, state: State, comparison: PermissionComparison) -> None:
        """Answer for a player, and count what they could have answered and what made a difference."""
        owed = [which for which, given in enumerate(state.given) if given < 0]
        which = owed[self._players.pick(len(owed))]
        for option in state.asks[which].options:
            for part in offered_parts(state, option):
                self._counts.offer(part)
        k = self._players.choose(state, which)
        before = state.copy()
        self.turns.append((which, k))
        answer(state, which, k)
        counts = self._counts
        counts.listening = False
        for permission, opens, works in comparison.effects(before, which, k, state):
            part = permission_part(state.compiled, permission)
            counts.offered[part] += opens
            counts.used[part] += works
        counts.listening = True
        self.decisions += 1

    def _note_arrivals(self, state: State, before: list[int]) -> list[int]:
        """Count what came into play since the earlier sets; return the current sets."""
        now = in_play(state)
        for there, was in zip(now, before, strict=True):
            for card in bits_of(there & ~was):
                part = Part(state.compiled.cards[card].ref, WHOLE)
                self._counts.offer(part)
                self._counts.use(part)
                self._seen.add(part.card)
        return now


def in_play(state: State) -> list[int]:
    """List the sets of cards in play: of the game, revealed enemies, and of each player with strips."""
    enemies = sum({1 << card for card in (*state.revealed, *state.out)})
    return [state.in_force, enemies, *(player.cards | player.strips for player in state.players)]


def offered_parts(state: State, option: Action) -> Iterator[Part]:
    """List what an answer would use: the reward of an advisor, and the cards that would come into play."""
    compiled = state.compiled
    if isinstance(option, Influence):
        place = next(place for place in compiled.places if place.name == option.advisor)
        tile = state.tiles.get(place.index)
        card, program = (place.card, place.reward) if tile is None else (tile, compiled.tiles[tile][1])
        yield reward_part(compiled, card, program)
    brought: tuple[str, ...] = ()
    if isinstance(option, Build):
        brought = (option.building,)
    elif isinstance(option, Choose):
        brought = tuple(map(str, option.things))
    for name in brought:
        if name in compiled.card:
            yield Part(compiled.cards[compiled.card[name]].ref, WHOLE)
