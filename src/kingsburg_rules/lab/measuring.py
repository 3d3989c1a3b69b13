"""Balance: how strong the cards of a pack are, measured in games of bots.

Who has a card and wins may have had good dice first. So every game in which a seat took a card is played
again with the same seeds up to this moment, and from there on the seat declines the card; the seat is
compared with itself. Playing the whole game without the card would not do: then who had it in the first
game would be chosen by the luck of that game, and the card would seem stronger than it is.

A card that comes to a seat without being asked for cannot be declined. Its games are played again without
it. If it is of a deck, that deck is shuffled anew, so the seat has any other card instead of always the next
one. The bots play better or worse than people do; what is measured is what the card does for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import combinations
from math import sqrt
from typing import Literal, NamedTuple, TypeAlias

from attrs import define, evolve, field, frozen

from kingsburg_rules import ContentError, Rules, SetupError
from kingsburg_rules.bots import BotMaker
from kingsburg_rules.engine import RandomNumbers, expect, needing
from kingsburg_rules.lab.playing import Declined, watched_parts
from kingsburg_rules.lab.results import (
    CardUse,
    GameResult,
    Interval,
    games_for,
    mean,
    paired_shares,
)
from kingsburg_rules.lab.running import Chunker, ChunkExecutor, chunk_executor, whole_number
from kingsburg_rules.lab.simulation import Simulation, cards_of
from kingsburg_rules.testing import Part

with needing("lab"):
    import numpy as np
    from scipy import stats

AIM = 0.05
"""A clear answer: the share of victories is known to 5 points of a hundred."""

LEAST = 10
"""How often a combination must have come up to be looked at."""

SIGNIFICANT = 0.05
"""Combinations stand out up to this probability, corrected for their number."""

Against: TypeAlias = Literal["declined", "without it", ""]
"""How the matched games differ: the seat declines the card, or nobody has it; empty if there are none."""

BalanceProgress: TypeAlias = Callable[[str, int, int], object]
"""Called with what is being done, how many games are done, and how many there are."""


@frozen
class PartBalance:
    """How often a part of a card, such as its first trigger, was offered and used in all games."""

    part: str
    about: str
    offered: int
    used: int


@frozen
class CardBalance:
    """The use and the effect of a card in the games.

    `had` counts the seats that had it, each in one game: in play, or for an advisor, influenced. `offered`
    and `taken` count decisions in which an answer named it, and those in which this answer was given; `used`
    counts how often it took effect. `won` is the share of victories of those seats, `vp` and `goods` are what
    the card brought each of them. `matched` seats, one of a game, were compared with themselves without it:
    `won_more` and `vp_more` are the differences. `games_needed` is the number of games in all after which
    the difference would be known to 5 points of a hundred; 0 if that cannot be said. `shared` is true if
    all seats of a game have it or none, and without being asked, so that it cannot help one against the
    others.
    """

    card: str
    name: str
    offered: int
    taken: int
    had: int
    used: int
    won: Interval
    vp: Interval
    goods: Interval
    against: Against
    matched: int
    won_more: Interval
    vp_more: Interval
    games_needed: int
    shared: bool
    parts: tuple[PartBalance, ...]

    @property
    def verdict(self) -> str:
        """The result of the comparison in a word or two."""
        if not self.had:
            return "never in play"
        if self.shared:
            return "same for all"
        if not self.matched:
            return "not compared"
        if self.won_more.low > 0:
            return "makes stronger"
        if self.won_more.high < 0:
            return "makes weaker"
        return "about even" if self.won_more.width <= AIM else "unclear"


@frozen
class Combination:
    """Two cards that are worth more, or less, together than each alone.

    `vp` is the difference in victory points, against the average of the others, beyond what both add apart;
    `chance` is the probability that so much comes by chance, corrected for the number of combinations.
    """

    cards: tuple[str, str]
    had: int
    vp: float
    chance: float


@frozen
class Balance:
    """The report on a pack. `fair` is the share of victories of a seat about which nothing is known."""

    pack: str
    games: int
    players: int
    seed: int
    bots: tuple[str, ...]
    fair: float
    cards: tuple[CardBalance, ...]
    compared: int
    """How many combinations were looked at."""
    combinations: tuple[Combination, ...]
    """Those that stand out: at most one in twenty of them by chance."""


def balance(
    rules: Rules,
    pack: str,
    games: int = 200,
    *,
    bots: Sequence[str | BotMaker] = ("greedy",),
    players: int = 0,
    seed: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: BalanceProgress | None = None,
) -> Balance:
    """Measure the cards of a pack.

    Args:
        rules: The rules, with the pack.
        pack: The id of the pack.
        games: How many games are played with it, besides those that are compared with them.
        bots: Who plays, as for `Simulation`.
        players: The number of seats, as for `Simulation`.
        seed: The seed of the first game.
        workers: How many processes play, as for `simulate`.
        executor: Runs the games, as for `simulate`.
        progress: Called now and then.

    Raises:
        SetupError: The rules do not have the pack, a number is not possible, or workers were lost.
        IllegalAction: A bot gives an answer that is not among the options.
        Runaway: A game does not end.
        TypeError: `rules` are not rules.
    """
    expect(rules, Rules, "rules")
    cards = cards_of(rules, pack)
    simulation = Simulation(rules, bots, players, seed, watched=[pack])
    tally = Tally(rules, cards)
    with chunk_executor(workers, executor) as chunks:
        numbers = range(whole_number("games", games))
        for done, result in enumerate(_played(chunks, simulation, numbers), start=1):
            tally.add(result)
            if progress is not None:
                progress("games", done, games)
        matches = [*_matches(simulation, tally)]
        compared = [(match, seat) for match in matches for seat in match.seats]
        results = (result for match in matches for result in _played(chunks, match.simulation, match.games))
        for done, ((match, seat), result) in enumerate(zip(compared, results, strict=True), start=1):
            tally.compare(seat, result, match.against)
            if progress is not None:
                progress("games to compare with", done, len(compared))
    return _report(simulation, pack, games, tally)


def _played(
    chunks: ChunkExecutor, simulation: Simulation, games: Sequence[int | Declined]
) -> Iterator[GameResult]:
    for lines in chunks.run(Chunker(simulation, games, chunks.workers)):
        yield from map(GameResult.from_json, lines)


# Counting


class Had(NamedTuple):
    """The result of a seat that had a card; `chosen` is true if it could have declined it."""

    share: float
    vp: int
    chosen: bool


@define(eq=False)
class CardTally:
    """The counts of a card. `seats` are those that had it, by game."""

    offered: int = 0
    taken: int = 0
    used: int = 0
    won: float = 0.0
    vp: list[float] = field(factory=list[float])
    goods: list[float] = field(factory=list[float])
    seats: dict[int, dict[int, Had]] = field(factory=dict[int, dict[int, Had]])
    against: Against = ""
    won_more: float = 0.0
    won_less: float = 0.0
    vp_more: list[float] = field(factory=list[float])

    @property
    def is_chosen(self) -> bool:
        """True if any seat could have declined the card."""
        return any(had.chosen for seats in self.seats.values() for had in seats.values())


@define(eq=False)
class Tally:
    """The counts of all cards, kept while results come in, in the order of the games."""

    rules: Rules
    watched: Sequence[str]
    cards: dict[str, CardTally] = field(init=False)
    parts: Counter[tuple[Part, str]] = field(factory=Counter[tuple[Part, str]])
    vp: list[float] = field(factory=list[float])
    """The points of every seat against the average of the others in its game."""
    had: list[list[str]] = field(factory=list[list[str]])
    """The cards of every seat, sorted: watched ones and buildings."""
    _refs: Mapping[str, str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with nothing."""
        self.cards = {card: CardTally() for card in self.watched}
        self._refs = {card.name: card.ref for card in self.rules.compiled.cards}

    def add(self, result: GameResult) -> None:
        """Count a game."""
        total, others = sum(seat.vp for seat in result.seats), len(result.seats) - 1
        for number, seat in enumerate(result.seats):
            had = [use.card for use in seat.cards if use.in_play]
            for use in seat.cards:
                self._count(result, number, use)
            # Against the others of the game: how many points there are in all depends on dice and enemies.
            self.vp.append(seat.vp - (total - seat.vp) / others)
            self.had.append(sorted({*had, *(self._refs[name] for name in seat.buildings)}))
        for part in result.parts:
            key = Part(part.card, part.part)
            self.parts[key, "offered"] += part.offered
            self.parts[key, "used"] += part.used

    def _count(self, result: GameResult, number: int, use: CardUse) -> None:
        tally, seat = self.cards[use.card], result.seats[number]
        tally.offered += use.offered
        tally.taken += use.taken
        tally.used += use.used
        if use.in_play:
            share = result.share(number)
            tally.won += share
            tally.vp.append(use.vp)
            tally.goods.append(use.goods)
            tally.seats.setdefault(result.game, {})[number] = Had(share, seat.vp, use.chosen > 0)

    def compare(self, seat: Declined, result: GameResult, against: Against) -> None:
        """Compare a seat that had a card with itself in a game without it."""
        tally = self.cards[seat.card]
        had = tally.seats[seat.game][seat.seat]
        more = had.share - result.share(seat.seat)
        tally.against = against
        tally.won_more += max(more, 0.0)
        tally.won_less += max(-more, 0.0)
        tally.vp_more.append(had.vp - result.seats[seat.seat].vp)


# Games without a card


@frozen(eq=False)
class Match:
    """Games to compare with: how they are played, what they are without, and which seat had which card."""

    simulation: Simulation
    against: Against
    seats: Sequence[Declined]

    @property
    def games(self) -> Sequence[int | Declined]:
        """The games to play."""
        return self.seats if self.against == "declined" else [seat.game for seat in self.seats]


def _matches(simulation: Simulation, tally: Tally) -> Iterator[Match]:
    """Find out for every card what it can be compared with. Each game is compared in one seat.

    Several seats of a game are not independent: when one wins more, another one wins less.
    """
    declined: list[Declined] = []
    for card, found in tally.cards.items():
        if found.is_chosen:
            declined += _one_each(simulation, card, found, chosen=True)
            continue
        bare = _without(simulation, card) if found.seats else None
        if bare is not None:
            yield Match(bare, "without it", [*_one_each(simulation, card, found, chosen=False)])
    if declined:
        same = Simulation(simulation.rules, simulation.bots, simulation.players, simulation.seed)
        yield Match(same, "declined", sorted(declined))


def _one_each(simulation: Simulation, card: str, found: CardTally, *, chosen: bool) -> Iterator[Declined]:
    """Choose a seat of every game from those that had a card, always the same one."""
    number = simulation.watched.index(card)
    for game, seats in found.seats.items():
        fit = [seat for seat, had in seats.items() if had.chosen or not chosen]
        if fit:
            # The first of them would be the same seat in most games.
            draw = RandomNumbers(game * len(simulation.watched) + number).below(len(fit))
            yield Declined(game, fit[draw], card)


def _without(simulation: Simulation, card: str) -> Simulation | None:
    """Return a simulation of the same games without a card; None if they cannot be played."""
    try:
        bare = Simulation(
            simulation.rules, simulation.bots, simulation.players, simulation.seed, without=card
        )
        bare.check()
    except (ContentError, SetupError):
        return None
    return bare


# The report


def _report(simulation: Simulation, pack: str, games: int, tally: Tally) -> Balance:
    parts = watched_parts(simulation.rules, simulation.watched)
    compared, outstanding = _combinations(tally)
    cards: list[CardBalance] = []
    for card, found in tally.cards.items():
        uses = (
            PartBalance(part.part, about, tally.parts[part, "offered"], tally.parts[part, "used"])
            for part, about in parts.items()
            if part.card == card
        )
        name = simulation.rules.cards[card].name
        cards.append(_card(card, name, games, found, simulation.players, tuple(uses)))
    return Balance(
        pack,
        games,
        simulation.players,
        simulation.seed,
        simulation.bot_names,
        1 / simulation.players,
        tuple(cards),
        compared,
        outstanding,
    )


def _card(
    card: str, name: str, games: int, found: CardTally, players: int, parts: tuple[PartBalance, ...]
) -> CardBalance:
    had, matched = len(found.vp), len(found.vp_more)
    won_more = paired_shares(found.won_more, found.won_less, matched)
    won = Interval.of(found.won, had)
    everybody = all(len(seats) == players for seats in found.seats.values())
    return CardBalance(
        card,
        name,
        found.offered,
        found.taken,
        had,
        found.used,
        won,
        mean(found.vp),
        mean(found.goods),
        found.against,
        matched,
        won_more,
        mean(found.vp_more),
        games_for((won_more if matched else won).width, AIM, games if had else 0),
        bool(found.seats) and everybody and not found.is_chosen,
        parts,
    )


def _combinations(tally: Tally) -> tuple[int, tuple[Combination, ...]]:
    """Find the combinations that stand out, and return how many were compared.

    The seats are split by which cards of a pair they had. What both are worth beyond each apart is the
    difference of differences of the four means, whose variances add up.
    """
    vp = np.array(tally.vp)
    held = {card: np.zeros(len(vp), dtype=int) for card in {card for cards in tally.had for card in cards}}
    for seat, cards in enumerate(tally.had):
        for card in cards:
            held[card][seat] = 1
    found: list[Combination] = []
    pairs = {pair: None for cards in tally.had for pair in combinations(cards, 2)}
    for one, other in (pair for pair in pairs if not tally.cards.keys().isdisjoint(pair)):
        group = 2 * held[one] + held[other]
        count = np.bincount(group, minlength=4)
        # The error of a mean of a few seats is itself too uncertain to test anything with.
        if count.min() < LEAST:
            continue
        means = np.bincount(group, vp, minlength=4) / count
        squares = np.bincount(group, (vp - means[group]) ** 2, minlength=4)
        error = sqrt(float((squares / (count - 1) / count).sum()))
        more = float(means @ (1, -1, -1, 1))
        chance = 2 * stats.norm.sf(abs(more) / error) if error else 1.0
        found.append(Combination((one, other), int(count[3]), more, chance))
    # Of hundreds of pairs that mean nothing, one in twenty would stand out without this.
    corrected = stats.false_discovery_control([one.chance for one in found]) if found else ()
    outstanding = [
        evolve(one, chance=float(chance))
        for one, chance in zip(found, corrected, strict=True)
        if chance <= SIGNIFICANT
    ]
    return len(found), tuple(sorted(outstanding, key=lambda one: one.chance))
