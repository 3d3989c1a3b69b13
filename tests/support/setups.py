"""Set-ups drawn by number, and a whole game of one with all promises of the library watched.

The generator is our own, so a set-up that fails is found again by its number:
`python tests/support.setups.py 1234` plays it alone, and says what it is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, Protocol

from kingsburg_rules import EnemyRevealed, Event, Game, Rules, SetupError, load_rules, parse
from kingsburg_rules.engine.state import AUTOMATION
from kingsburg_rules.game.saves import position_facts
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.language.switches import SWITCHES
from support.goldens import NAMES, Chooser
from support.legality import ANY_OTHERS, refusal, tampered
from support.listening import Listener
from support.listening import compare as compare_with_heard

FIRST_MODULES = ("more-buildings", "alternate-buildings", "governors", "destiny", "soldier-tokens")
MODULES = {
    "first-elfinwerks": FIRST_MODULES,
    "first-ffg": FIRST_MODULES,
    "second": (*FIRST_MODULES, "alternate-advisors"),
}
VARIANTS = {
    "alternate-buildings": ("draft-strips",),
    "governors": ("bid-governors",),
    "alternate-advisors": ("inverted-order",),
}
SCENARIOS = ("goblin-valley", "demanding-capital", "shifting-alliances", "wheel-and-deal")
CONFLICTS = (("demanding-capital", "soldier-tokens"), ("wheel-and-deal", "soldier-tokens"))
FULL = tuple(AUTOMATION)
EVERY = 15
"""How many decisions lie between two that are looked at from all sides."""
SEVERAL = 5
MOST_DECISIONS = 5000
"""A game has fewer by far; one that has more would go on for ever."""


class Chooses(Protocol):
    """Answers decisions."""

    def choose(self, count: int) -> int:
        """Choose a number from 0 to count-1."""
        ...


class SetUp(NamedTuple):
    """What a game is played with."""

    edition: str
    modules: tuple[str, ...]
    variants: tuple[str, ...]
    scenario: str | None
    switches: tuple[tuple[str, str], ...]
    fidelity: str
    players: tuple[str, ...]
    automation: tuple[str, ...] | Mapping[str, tuple[str, ...]]
    seed: int

    @property
    def rules(self) -> Rules:
        return load_rules(
            self.edition,
            modules=self.modules,
            variants=self.variants,
            scenario=self.scenario,
            switches=dict(self.switches),
            fidelity=self.fidelity,
        )

    @property
    def kind(self) -> str:
        """All of it but the seed."""
        return repr(self[:-1])


def drawn(number: int) -> SetUp:
    """Draw the set-up with a number; every other one of the second edition has a scenario."""
    chooser = Chooser(number * 7919 + 11)
    for _ in range(3):
        chooser.choose(2)
    edition = ("second", "second", "first-ffg", "second", "first-elfinwerks")[number % 5]
    modules = tuple(module for module in MODULES[edition] if chooser.choose(2))
    variants = tuple(
        variant for module in modules for variant in VARIANTS.get(module, ()) if chooser.choose(2)
    )
    scenario = None
    if edition == "second" and chooser.choose(3):
        fitting = [name for name in SCENARIOS if not any((name, m) in CONFLICTS for m in modules)]
        scenario = fitting[chooser.choose(len(fitting))]
    players = NAMES[: 2 + number % 4]
    switches = tuple(
        (name, switch.values[chooser.choose(len(switch.values))])
        for name, switch in SWITCHES.items()
        if not chooser.choose(4)
    )
    automation: tuple[str, ...] | dict[str, tuple[str, ...]] = (FULL, ())[chooser.choose(2)]
    if not chooser.choose(3):
        automation = {name: tuple(kind for kind in FULL if chooser.choose(2)) for name in players}
    setup = SetUp(
        edition, modules, variants, scenario, switches, "reconstructed", players, automation, number
    )
    return setup if chooser.choose(6) else surer(setup)


def surer(setup: SetUp) -> SetUp:
    """The same with fewer guesses on the cards, if it can be played so."""
    for fidelity in ("printed", "inferred"):
        found = setup._replace(fidelity=fidelity)
        try:
            Game(found.rules, found.players, seed=0)
        except SetupError as error:
            assert error.code in ("setup.fidelity", "setup.cards"), error
        else:
            return found
    return setup


def move(game: Game, chooser: Chooses) -> tuple[Event, ...]:
    decision = game.pending[chooser.choose(len(game.pending))]
    return game.play(decision.options[chooser.choose(len(decision.options))], decision.player)


def hidden(game: Game, seat: str | None) -> set[str]:
    """The cards that a seat must not see: enemies to come that it has not looked at, and other hands.

    Of every strip there are two: one that lies open, or in the own hand, is no secret; and in a draft all
    of them lie open.
    """
    state = game._state
    seats = [*enumerate(game.players)]
    seen = {card for at, name in seats if name == seat for card in state.players[at].seen}
    to_come = {card for deck in (state.enemies, state.second_deck) for card in deck}
    enemies = to_come - {*state.revealed, *state.out, *state.discard} - seen
    hands = {card for at, name in seats if name != seat for card in state.players[at].hand}
    own = {card for at, name in seats if name == seat for card in state.players[at].hand}
    open_ = {card for card in state.compiled.strips for p in state.players if p.strips >> card & 1}
    if "draft-strips" in game.rules.variants:
        open_ |= set(state.compiled.strips)
    names = state.compiled.cards
    return {names[card].name for card in enemies | hands} - {names[card].name for card in own | open_}


def check_views(game: Game) -> None:
    """No view names a hidden card, and options are shown only to the seat that owes the decision."""
    for seat in (*game.players, None):
        view = game.view(seat)
        words = {*re.findall(r"[a-z0-9_]+", view.to_json())}
        assert not words & hidden(game, seat), f"{seat} sees {words & hidden(game, seat)}"
        assert view.decision == next((d for d in game.pending if d.player == seat), None)


def check_guess(game: Game, player: str, seed: int) -> None:
    """A guess at what a player cannot see shows them, and a spectator, what the game shows them."""
    guess = game.position().determinize(player, seed)._state
    first = game._history.firsts[-1]
    shown, own = view_of(guess, game.players.index(player), game.rules, first), game.view(player)
    assert (shown, shown.decision) == (own, own.decision)
    assert view_of(guess, None, game.rules, first) == game.view()


def check_told(game: Game, told: Sequence[Event], shown: set[str]) -> None:
    """What was told names no card that is still hidden from those who may know of the event.

    A card of a second enemy deck may be shown and put aside again; `shown` are all that were turned over.
    """
    shown |= {event.enemy for event in told if isinstance(event, EnemyRevealed)}
    for event in told:
        for seat in (None, *game.players):
            words = {*re.findall(r"[a-z0-9_]+", str(event.known_to(seat)))}
            assert not words & hidden(game, seat) - shown, event


def check_legality(game: Game, chooser: Chooses) -> None:
    """All that is offered is possible, as text too; what others offer, or a little changed, is not."""
    for decision in game.pending:
        for option in decision.options:
            assert parse(str(option), decision.options) == option
            assert game.why_not(str(option), decision.player) is None
        option = decision.options[chooser.choose(len(decision.options))]
        for other in (*ANY_OTHERS[chooser.choose(SEVERAL) :: SEVERAL], *islice(tampered(option), SEVERAL)):
            if other not in decision.options:
                refusal(game, other, decision.player)


def check_moment(game: Game, rules: Rules, chooser: Chooses) -> None:
    """Legality, save and load, copy, undo, guesses and every view at one moment of a game."""
    check_views(game)
    text = game.save()
    check_legality(game, chooser)
    check_guess(game, game.players[chooser.choose(len(game.players))], chooser.choose(1000))
    assert game.save() == text, "to ask changes nothing"
    loaded = Game.load(text, rules)
    assert loaded.save() == text
    assert loaded.pending == game.pending
    twin = game.copy()
    assert twin == game
    assert move(twin, chooser) is not None
    assert game.save() == text, "the copy is independent"
    twin.undo()
    assert twin == game, "undo leads back"


def nothing_more(game: Game, told: Sequence[Event]) -> None:
    """Look at nothing but what is always looked at."""


def check_set_up(number: int) -> None:
    """Play the set-up with a number to its end."""
    watch(drawn(number), Chooser(number), Chooser(number + 1))


def watch(
    setup: SetUp,
    chooser: Chooses,
    other: Chooses,
    look: Callable[[Game, Sequence[Event]], None] = nothing_more,
) -> None:
    """Play a game to its end, and look at it from all sides now and then.

    `chooser` answers the decisions, `other` chooses what is looked at, and `look` looks at more.
    """
    rules = setup.rules
    game = Game(rules, setup.players, seed=setup.seed, automation=setup.automation)
    position, listener = game.position(), Listener.of(game)
    shown: set[str] = set()
    check_told(game, game.opening, shown)
    compare_with_heard(listener, game)
    look(game, game.opening)
    for count in range(MOST_DECISIONS):
        if not game.pending:
            break
        if count % EVERY == setup.seed % EVERY:
            check_moment(game, rules, other)
        decision = game.pending[chooser.choose(len(game.pending))]
        option = decision.options[chooser.choose(len(decision.options))]
        told = game.play(option, decision.player)
        position.step(option, decision.player)
        check_told(game, told, shown)
        listener.hear_all(told)
        compare_with_heard(listener, game)
        look(game, told)
    check_end(game, rules)
    assert position_facts(position._state) == position_facts(game._state), (
        "a position goes the same way, unwatched"
    )


def check_end(game: Game, rules: Rules) -> None:
    """Every point has its source, nothing is hidden from the record, and it leads to the same end."""
    check_views(game)
    outcome = game.outcome
    assert outcome is not None
    for place in outcome.ranking:
        assert sum(place.by_source.values()) == place.vp
    *_, last = game.record.replay(rules)
    assert last.outcome == outcome
    assert last.state == game.state


if __name__ == "__main__":
    for wanted in map(int, sys.argv[1:]):
        print(wanted, drawn(wanted))
        check_set_up(wanted)
