"""Situations: a moment of the game, or several one after the other, set up as needed and played to the end.

A moment is a phase of the calendar (`winter`), one step in it (`summer/season.end`, `spring/influence`), or a
window outside the phases (`year.start`). A situation runs these moments alone, with given goods, dice,
buildings and results of chance, so you can try a rule without playing up to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import field, frozen

from kingsburg_rules.content.linking import new_year
from kingsburg_rules.content.loading import load_rules
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.content.rules import EVERYTHING, Rules, card_number
from kingsburg_rules.engine.actions import Action
from kingsburg_rules.engine.chance import STREAMS
from kingsburg_rules.engine.compiled_rules import (
    DECK,
    DISCARD,
    DISPLAY,
    HAND,
    NOBODY,
    OUT,
    PC,
    PLAY,
    PROGRAM,
    WITHOUT_DECK,
)
from kingsburg_rules.engine.dice import BONUS, unlock_missing
from kingsburg_rules.engine.errors import (
    IllegalAction,
    SetupError,
    expect,
    is_known,
    is_whole,
    listed,
    shown,
    unknown,
)
from kingsburg_rules.engine.events import AnyEvent
from kingsburg_rules.engine.fields import is_list
from kingsburg_rules.engine.loop import answer, call, run
from kingsburg_rules.engine.public_state import GameState
from kingsburg_rules.engine.state import Aside, Group, Player, State, derive_effects, handful
from kingsburg_rules.engine.violations import MomentOver, Violation
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.engine.zones import bits_of, called, lay_tile, settle_copies, where
from kingsburg_rules.game.decisions import Decision, parse
from kingsburg_rules.game.legality import violation
from kingsburg_rules.game.pending import NOT_OFFERED, ask_of, option_of, pending_of
from kingsburg_rules.game.phases import moment, moments_of
from kingsburg_rules.game.position import Position
from kingsburg_rules.game.setup import make_setup, read_script
from kingsburg_rules.game.showing import state_of


@frozen
class Has:
    """The belongings of a player at the start of a situation; `resources` by name, such as `gold`.

    `locked` are those of the own dice that are not rerolled, `aside` own dice that stay on cards, by card.
    """

    resources: Mapping[str, int] = field(factory=dict[str, int])
    dice: tuple[int, ...] = ()
    bonus: tuple[int, ...] = ()
    buildings: tuple[str, ...] = ()
    influenced: tuple[str, ...] = ()
    strips: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    locked: tuple[int, ...] = ()
    aside: Mapping[str, tuple[int, ...]] = field(factory=dict[str, tuple[int, ...]])


class Situation:
    """A moment of the game in progress."""

    def __init__(
        self,
        rules: Rules,
        at: str | Sequence[str],
        given: Mapping[str, Has],
        *,
        year: int = 1,
        enemy: str | None = None,
        order: Sequence[str] = (),
        rolls: Iterable[str | Sequence[int]] = (),
        in_force: Iterable[str] = (),
        tiles: Iterable[str] = (),
        automation: Iterable[str] = ("forced", "gains", "peeks"),
        chance: str = "random",
        seed: int = 0,
        prepare: Callable[[State], None] | None = None,
    ) -> None:
        """Set a moment up and run to its first decision.

        Args:
            rules: The rule set.
            at: The moment: a phase, or `phase/step`; or several, played one after the other. A moment that
                is not later in the year than the one before it is in the next year.
            given: What each player has; their names, clockwise.
            year: The year.
            enemy: The enemy card of the year; by default, the first one.
            order: The turn order; by default, the order of `given`.
            rolls: The upcoming results of chance.
            in_force: Cards in force for the game, or held by everyone.
            tiles: Tiles that are on their advisors.
            automation: What is done without asking.
            chance: `random` or `decision`.
            seed: For results after `rolls`.
            prepare: Changes the position before the moment starts, for anything the other arguments cannot
                do.

        Raises:
            SetupError: The rules do not have such a moment, card, player or number.
            Runaway: A card goes on without end.
            TypeError: `rules` are not rules, or a player has something other than a `Has`.
        """
        expect(rules, Rules, "rules")
        expect(given, Mapping, "given")
        for has in given.values():
            expect(has, Has, "what a player is given")
        self.rules = rules
        names = tuple(given)
        state = State(rules.compiled, make_setup(names, automation, chance, seed))
        state.year = _in_range("situation.year", "The year", year, range(1, rules.compiled.years + 1))
        state.order = _order(names, order)
        state.enemies = _enemies(rules, year, enemy)
        for seat, name in enumerate(names):
            _equip(rules, state, seat, given[name])
        state.in_force = rules.compiled.in_force
        for name in _names(in_force):
            _enforce(rules, state, name)
        known_tiles = {rules.compiled.cards[tile].name: tile for tile in rules.compiled.tiles}
        for name in _names(tiles):
            lay_tile(state, number_of("situation.tile", "Tile", name, known_tiles))
        self.events: list[AnyEvent] = []
        self.played: list[Action] = []
        self._state = state
        self._moments = [*_names((at,) if isinstance(at, str) else at)]
        if not self._moments:
            raise SetupError("situation.phase", "At least one moment is needed.")
        known = [*moments_of(rules)] if len(self._moments) > 1 else []
        # All are looked up first, so that a mistake in the last one is no surprise in the middle.
        self._years = [*_new_years(rules, self._moments, known)]
        _in_range(
            "situation.year", "The last year", year + sum(self._years), range(1, rules.compiled.years + 1)
        )
        self._begin()
        if prepare is not None:
            prepare(state)
        # What is in play was put there directly, and `prepare` may have changed it again.
        derive_effects(state)
        settle_copies(state)
        # Only now: entering the phase must not use up the results that are meant for the moment.
        state.scripted_results = read_script(rules.compiled, rolls)
        state.event_log = self.events
        run(state)
        self._go_on()

    def _begin(self) -> None:
        """Begin the next moment."""
        at, state = self._moments.pop(0), self._state
        if self._years.pop(0):
            new_year(state)
        call(state, moment(self.rules, at), NOBODY)
        if "/" in at:
            _enter_phase(state, self.events)

    def _go_on(self) -> None:
        """Go on with the next moment when one is over, until somebody has to decide."""
        state = self._state
        while self._moments and not (state.stack or state.ended):
            # As at first: entering the phase must not use up results of chance.
            results, state.scripted_results = state.scripted_results, ()
            self._begin()
            state.scripted_results, state.event_log = results, self.events
            run(state)

    @property
    def over(self) -> bool:
        """Return whether the moment is over."""
        return not self._state.stack

    @property
    def moments_left(self) -> tuple[str, ...]:
        """The moments that have not begun."""
        return tuple(self._moments)

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed now."""
        return pending_of(self._state)

    @property
    def decision(self) -> Decision | None:
        """The first decision owed."""
        return next(iter(self.pending), None)

    @property
    def state(self) -> GameState:
        """Everything that is public."""
        return state_of(self._state)

    def has_card(self, card: str) -> bool:
        """Return whether a card can do anything now: it is in play, laid out, or in a hand.

        Raises:
            SetupError: There is no such card.
        """
        state, compiled = self._state, self.rules.compiled
        copies = {*compiled.copies_of(card_number(self.rules, card))}
        # Advisors of the court are always there; the places on cards come and go with these.
        there = {place.card for place in compiled.places if not place.bit & compiled.private}
        there.update(state.display, state.tiles.values(), state.revealed)
        for deck in (state.enemies, state.second_deck):
            there.update(deck[state.year - 1 : state.year])
        there.update(bits_of(state.in_force))
        for player in state.players:
            there.update(bits_of(player.cards | player.strips), player.hand)
        return not there.isdisjoint(copies)

    def place_of(self, card: str) -> str:
        """Describe where a card is, such as `in the hand of left`; '' if that says nothing.

        Raises:
            TypeError: The name of the card is not a text.
        """
        number = self.rules.compiled.card.get(card)
        copies = () if number is None else self.rules.compiled.copies_of(number)
        spots = [spot for copy in copies for spot in where(self._state, copy)]
        zone, seat = min(spots, key=lambda spot: spot.zone == DECK, default=(OUT, NOBODY))
        is_nowhere = number is None or self.rules.compiled.cards[number].kind in WITHOUT_DECK
        if not spots or (zone == DECK and is_nowhere):
            return ""
        return f"{_ZONES[zone]} of {self._state.setup.players[seat]}" if seat >= 0 else _ZONES[zone]

    @property
    def results_left(self) -> int:
        """How many of the given results of chance have not been used."""
        return len(self._state.scripted_results)

    @property
    def results_drawn(self) -> Mapping[str, int]:
        """How many results of chance were not given and had to be generated, by what they were for."""
        return {STREAMS[stream]: drawn for stream, drawn in self._state.streams.items() if drawn}

    @property
    def score(self) -> Mapping[str, Mapping[str, int]]:
        """The points of every player by source."""
        names, sources = self._state.setup.players, self.rules.compiled.sources
        return {
            name: {sources[source]: vp for source, vp in player.score.items()}
            for name, player in zip(names, self._state.players, strict=True)
        }

    def position(self) -> Position:
        """Return the position, independent of this situation."""
        return Position(self._state.copy())

    def play(self, action: Action | str, player: str | None = None) -> None:
        """Play an action for the first decision owed, or for the one that `player` owes.

        Raises:
            IllegalAction: It is not possible.
            SetupError: There is no such player.
            Runaway: A card goes on without end.
        """
        found = self._read(action, player)
        which = ask_of(self._state, player)
        k = option_of(self._state.asks[which].options, found) if which >= 0 else -1
        if k < 0:
            raise IllegalAction(self.why_not(found, player) or NOT_OFFERED, found)
        self.played.append(found)
        answer(self._state, which, k)
        self._go_on()

    def why_not(self, action: Action | str, player: str | None = None) -> Violation | None:
        """Return why an action is not possible now; None if it is.

        Raises:
            SetupError: There is no such player.
        """
        if self.over:
            return MomentOver()
        try:
            return violation(self._state, self._read(action, player), player)
        except IllegalAction as error:
            return error.violation

    def _read(self, action: Action | str, player: str | None) -> Action:
        """Read an action from text, possibly in a short form."""
        if player is not None and player != CHANCE_PLAYER:
            self._player(player)
        if not isinstance(action, str):
            return action
        which = ask_of(self._state, player)
        return parse(action, self._state.asks[which].options if which >= 0 else ())

    def seen(self, player: str) -> tuple[str, ...]:
        """List the hidden enemy cards that a player has looked at.

        Raises:
            SetupError: There is no such player.
        """
        return tuple(self.rules.compiled.cards[card].name for card in self._player(player).seen)

    def hand(self, player: str) -> tuple[str, ...]:
        """List the cards in the hand of a player.

        Raises:
            SetupError: There is no such player.
        """
        return tuple(self.rules.compiled.cards[card].name for card in self._player(player).hand)

    def dice_aside(self, player: str) -> dict[str, tuple[int, ...]]:
        """List what the dice of a player show that lie on cards, by card; also those that lie face down.

        Raises:
            SetupError: There is no such player.
        """
        found: dict[str, tuple[int, ...]] = {}
        for die in self._player(player).aside:
            card = called(self._state, die.card)
            found[card] = tuple(sorted((*found.get(card, ()), die.face % BONUS)))
        return found

    def has(self, player: str, resource: str) -> int:
        """Return how much of a resource a player has.

        Raises:
            SetupError: There is no such player or resource.
        """
        number = number_of("situation.resource", "Resource", resource, self.rules.compiled.resource)
        return self._player(player).stock[number]

    def _player(self, name: str) -> Player:
        names = self._state.setup.players
        if not is_known(name, names):
            raise SetupError("setup.player", f"{shown(name)} does not play in this situation.")
        return self._state.players[names.index(name)]


def _new_years(rules: Rules, moments: Sequence[str], known: Sequence[str]) -> Iterator[bool]:
    """Yield for each moment whether a year begins before it: it does not come after the one before."""
    for k, at in enumerate(moments):
        moment(rules, at)
        yield k > 0 and known.index(at) <= known.index(moments[k - 1])


def _enter_phase(state: State, events: list[AnyEvent]) -> None:
    """Enter the phase, which its program does first; what is given for the season comes afterwards."""
    state.event_log, frame = events, state.stack[-1]
    state.compiled.codes[frame[PROGRAM]][0](state, frame)
    state.event_log, frame[PC] = None, 1


_ZONES = {
    PLAY: "in play",
    HAND: "in the hand",
    DISPLAY: "in the display",
    DISCARD: "on the discard pile",
    DECK: "in the deck",
    OUT: "out of the game",
}

MOST_DICE = 12
"""How many dice of a color a player may be given; with many more, the ways to place them are too many."""


def _names(given: object) -> tuple[str, ...]:
    """Check a list of names."""
    names = listed(given)
    if names is None:
        raise SetupError("situation.names", f"Names are given as a list of texts, not as {shown(given)}.")
    return names


def _in_range(code: str, what: str, number: object, allowed: range) -> int:
    """Check a number."""
    if is_whole(number) and number in allowed:
        return number
    message = f"{what} must be a whole number from {allowed[0]} to {allowed[-1]}, not {shown(number)}."
    raise SetupError(code, message)


def _order(names: tuple[str, ...], order: object) -> tuple[int, ...]:
    """Return the turn order as seats: all players in their order, or as it is given."""
    given = _names(order) or names
    if sorted(given) != sorted(names):
        raise SetupError("situation.order", "The turn order must name every player once.")
    return tuple(names.index(name) for name in given)


def _dice(given: object) -> tuple[int, ...]:
    """Sort dice."""
    if is_list(given) and len(given) <= MOST_DICE:
        return tuple(sorted(_in_range("situation.dice", "A die", die, range(1, 7)) for die in given))
    raise SetupError(
        "situation.dice",
        f"Dice are given as a list of up to {MOST_DICE}, not as {shown(given)}.",
    )


def _enemies(rules: Rules, year: int, enemy: str | None) -> tuple[int, ...]:
    enemies = rules.compiled.enemies
    first = [
        min(card for card, facts in enemies.items() if facts.year == each)
        for each in range(1, rules.compiled.years + 1)
    ]
    if enemy is not None:
        numbers = {facts.name: card for card, facts in enemies.items()}
        first[year - 1] = number_of("situation.enemy", "Enemy", enemy, numbers)
    return tuple(first)


def _enforce(rules: Rules, state: State, name: str) -> None:
    card = rules.compiled.cards[number_of("situation.card", "Card", name, rules.compiled.card)]
    if not card.shared:
        state.in_force |= card.bit
    for player in state.players if card.shared else ():
        player.cards |= card.bit


def _equip(rules: Rules, state: State, seat: int, has: Has) -> None:
    compiled, player = rules.compiled, state.players[seat]
    expect(has.resources, Mapping, "resources")
    for name, count in has.resources.items():
        number = number_of("situation.resource", "Resource", name, compiled.resource)
        player.stock[number] = _in_range("situation.amount", "An amount", count, _AMOUNTS)
    player.dice = handful(_dice(has.dice), _dice(has.bonus))
    player.locked = _dice(has.locked)
    unlock_missing(player)
    expect(has.aside, Mapping, "aside")
    for name, dice in has.aside.items():
        card = number_of("situation.card", "Card", name, compiled.card)
        player.aside = tuple(sorted((*player.aside, *(Aside(card, face, kept=True) for face in _dice(dice)))))
    buildings = {building.name: card for card, building in compiled.buildings.items()}
    for name in _names(has.buildings):
        card = number_of("situation.building", "Building", name, buildings)
        player.cards |= 1 << card
        rows = ((strip, row) for strip, (_, row) in compiled.strips.items())
        player.strips |= sum(
            1 << strip for strip, row in rows if card in row and strip == compiled.cards[strip].first
        )
    strips = {compiled.cards[strip].name: strip for strip in compiled.strips}
    for name in _names(has.strips):
        player.strips |= 1 << another(state, number_of("situation.strip", "Strip", name, strips))
    for name in _names(has.cards):
        player.cards |= 1 << another(state, number_of("situation.card", "Card", name, compiled.card))
    for name in _names(has.influenced):
        place = compiled.places[number_of("situation.advisor", "Advisor", name, numbers_of_places(rules))]
        state.groups = (*state.groups, Group(place.index, seat))
        state.taken |= place.bit


_AMOUNTS = range(-1000, 10**6)
"""How much of a resource a player may be given."""


def another(state: State, card: int) -> int:
    """Return a copy of a card that is still in the deck, or the card itself if there is none."""
    copies = state.compiled.copies_of(card)
    return next((copy for copy in copies if where(state, copy)[0].zone == DECK), card)


def numbers_of_places(rules: Rules) -> dict[str, int]:
    """List the advisors and other places for dice with their numbers."""
    return {place.name: place.index for place in rules.compiled.places}


def number_of(code: str, what: str, name: str, numbers: Mapping[str, int]) -> int:
    """Find the number behind a name.

    Raises:
        SetupError: There is no such thing; `code` and `what` say what it should be.
    """
    if not is_known(name, numbers):
        raise SetupError(code, f"{what} {unknown(name, numbers)}")
    return numbers[name]


# Rule sets with extra cards


PACK = 'id: test\nversion: "1"\nformat: 1\ntitle: Test\n'


def rules_with(
    cards: str, *, edition: str = "second", modules: Iterable[str] = (), fidelity: str = EVERYTHING
) -> Rules:
    """Load an edition with a pack `test` that holds the cards given as YAML.

    Raises:
        SetupError: There is no such edition or module.
        ContentError: The cards have mistakes.
        TypeError: `cards` is not a text.
    """
    expect(cards, str, "cards")
    pack = Pack.from_files({"pack.yaml": PACK, "cards.yaml": f"{cards}\nformat: 1\n"})
    return load_rules(edition, modules=modules, packs=[pack], fidelity=fidelity)
