"""Simulations: what is played, and by whom.

Every game depends on the simulation and its own number alone. So it makes no difference which process plays
it, when, and how often: a lost game is played again, and is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import chain
from typing import TypeGuard

from attrs import field, frozen

from kingsburg_rules import Game, Record, Rules, SetupError, __version__
from kingsburg_rules.bots import Bot, BotMaker, bot_maker, bot_turn
from kingsburg_rules.content import compile_again
from kingsburg_rules.engine import CARDS, ENEMIES, checked_seed, expect, is_whole, listed, shown
from kingsburg_rules.game import check_players
from kingsburg_rules.lab.playing import Declined, GamePlayer, bot_seeds
from kingsburg_rules.lab.results import GameResult
from kingsburg_rules.language import EnemyCard
from kingsburg_rules.testing import SEATS

DEFAULT_PLAYERS = 4
"""How many seats a single bot takes."""


_GAMES = 1 << 63
_MOST_SEATS = 1000
"""More seats than any rules have."""


def _as_bots(given: object) -> tuple[str | BotMaker, ...]:
    bots = list[str | BotMaker]()
    for bot in given if _is_several(given) else ():
        if not _is_bot(bot):
            kind = type(bot).__name__
            message = (
                f"A bot is given by its name or as what makes it from a seed, such as its class: "
                f"{kind}, not {kind}(). Every game gets bots of its own."
            )
            raise SetupError("setup.bot", message)
        bots.append(bot)
    if not bots:
        message = f"Bots are given as a list, such as ['greedy', 'random'], not as {shown(given)}."
        raise SetupError("setup.bot", message)
    return tuple(bots)


def _is_several(given: object) -> TypeGuard[Iterable[object]]:
    return isinstance(given, Iterable) and not isinstance(given, str)


def _is_bot(given: object) -> TypeGuard[str | BotMaker]:
    return isinstance(given, str) or callable(given)


def _as_count(given: object) -> int:
    if is_whole(given) and 0 <= given <= _MOST_SEATS:
        return given
    raise SetupError("setup.players", f"`players` must be a whole number, not {shown(given)}.")


def _as_cards(given: object) -> tuple[str, ...]:
    cards = (given,) if isinstance(given, str) else listed(given)
    if cards is None:
        message = f"Cards are given as a list of packs and of `pack/card`, not as {shown(given)}."
        raise SetupError("text.card", message)
    return cards


def cards_of(rules: Rules, one: str) -> list[str]:
    """List the cards of a pack, or a single card that is given as `pack/card`.

    Raises:
        SetupError: These rules have no such card, or none of such a pack.
    """
    if "/" in one:
        cards, code, what = [one] if one in rules.cards else [], "text.card", "card"
    else:
        cards, code, what = (
            [ref for ref in rules.cards if ref.startswith(f"{one}/")],
            "lab.pack",
            "cards of a pack",
        )
    if not cards:
        raise SetupError(code, f"These rules have no {what} {shown(one)}.")
    return cards


@frozen(eq=False)
class Simulation:
    """A rule set, and the bots in the seats.

    Args:
        rules: The rule set.
        bots: The bots, as names or as something that makes a bot from a seed. They take the seats in turn,
            again and again until all are taken. With every game they move one seat on.
        players: The number of seats; 0 is as many as there are bots, and four for a single bot.
        seed: The seed of the first game. The next one has `seed + 1`, and so on.
        watched: Cards, as `pack/card`, and packs, for all of their cards. The results say what they did; such
            games take longer.
        without: A card that is left out, as `pack/card`. If it is of a deck, this deck is shuffled anew.

    Raises:
        SetupError: There is no such bot or card, or the rules are not for this number of players.
        TypeError: `rules` are not rules.
    """

    rules: Rules
    bots: Sequence[str | BotMaker] = field(default=("greedy",), converter=_as_bots)
    players: int = field(default=0, converter=_as_count)
    seed: int = field(default=0, converter=checked_seed)
    watched: Sequence[str] = field(default=(), converter=_as_cards)
    without: str | None = None

    def __attrs_post_init__(self) -> None:
        """Count the seats, and check that the games can be played."""
        expect(self.rules, Rules, "rules")
        seats = self.players or (len(self.bots) if len(self.bots) > 1 else DEFAULT_PLAYERS)
        object.__setattr__(self, "players", seats)
        if len(self.bots) > seats:
            raise SetupError("setup.bot", f"{len(self.bots)} bots do not fit in {seats} seats.")
        each = (cards_of(self.rules, one) for one in self.watched)
        object.__setattr__(self, "watched", tuple(dict.fromkeys(chain.from_iterable(each))))
        if self.without is not None and self.without not in self.rules.cards:
            raise SetupError("text.card", f"These rules have no card {shown(self.without)}.")
        check_players(self.rules.compiled, seats)
        self._makers()

    def _makers(self) -> tuple[BotMaker, ...]:
        return tuple(bot_maker(bot) if isinstance(bot, str) else bot for bot in self.bots)

    @property
    def bot_names(self) -> tuple[str, ...]:
        """The names of the bots in results."""
        return tuple(bot if isinstance(bot, str) else _place_of(bot) for bot in self.bots)

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of everything that a game depends on besides its number."""
        facts = (
            *(__version__, self.rules.edition, self.rules.digest, self.bot_names, self.players, self.seed),
            *(tuple(self.watched), self.without),
        )
        return sha256(repr(facts).encode()).hexdigest()[:12]

    @cached_property
    def _player(self) -> GamePlayer:
        rules = self.rules
        if self.without is not None:
            rules = compile_again(rules, frozenset((*rules.left_out, self.without)))
            check_players(rules.compiled, self.players)
        return GamePlayer(rules, self.players, self.watched, self._dealt_anew)

    @property
    def _dealt_anew(self) -> tuple[int, ...]:
        """The stream of chance of the deck of the card that is left out, if it is of a deck."""
        # without another shuffle, whoever would have drawn the card always draws its neighbor in the deck,
        # and the card would be compared with that one alone
        node = None if self.without is None else self.rules.cards[self.without]
        if node is None or not node.drawn:
            return ()
        return (ENEMIES,) if isinstance(node, EnemyCard) else (CARDS,)

    def check(self) -> None:
        """Prepare what the games need.

        Raises:
            ContentError: The rules cannot do without the card that is left out.
            SetupError: A deck is too small without it.
        """
        if self._player.players != self.players:
            raise SetupError("setup.players", "The number of seats has changed.")

    def seating(self, game: int) -> tuple[int, ...]:
        """Return the number of the bot in each seat in a game."""
        # Every bot has every seat equally often, so that none gains by where it sits.
        return tuple((seat - game) % self.players % len(self.bots) for seat in range(self.players))

    def play(self, game: int | Declined) -> GameResult:
        """Play a game, by its number, or one in which a seat declines a card.

        Raises:
            ContentError: The rules cannot do without the card that is left out.
            IllegalAction: A bot gives an answer that is not among the options.
            Runaway: The game does not end.
            SetupError: This is not the number of a game, or a deck is too small without the card left out.
        """
        declined = self._checked(game) if isinstance(game, Declined) else None
        game = game.game if isinstance(game, Declined) else game
        number, seating = _number(game), self.seating(game)
        called = [self.bot_names[bot] for bot in seating]
        seed, bots = self.seed + number, self._bots(number)
        return self._player.play(self.fingerprint, number, seed, bots, called, declined)

    def _bots(self, game: int) -> list[Bot]:
        """Make the bots of a game, by seat."""
        makers, seeds = self._makers(), bot_seeds(self.seed + game, self.players)
        return [makers[bot](own) for bot, own in zip(self.seating(game), seeds, strict=True)]

    def _checked(self, declined: Declined) -> Declined:
        if not is_whole(declined.seat) or not 0 <= declined.seat < self.players:
            raise SetupError("setup.players", f"There is no seat {shown(declined.seat)}.")
        if declined.card not in self.rules.cards:
            raise SetupError("text.card", f"These rules have no card {shown(declined.card)}.")
        return declined

    def record(self, game: int) -> Record:
        """Play a game, by its number, and return its record.

        Raises:
            ContentError: The rules cannot do without the card that is left out.
            IllegalAction: A bot gives an answer that is not among the options.
            Runaway: A card goes on without end.
            SetupError: This is not the number of a game, or the deck of the card left out was shuffled anew.
        """
        if self._dealt_anew:
            message = "Without a card of a deck, the deck is shuffled anew, so such games have no record."
            raise SetupError("lab.record", message)
        names = SEATS[: self.players]
        bots: dict[str, Bot] = dict(zip(names, self._bots(_number(game)), strict=True))
        played = Game(self._player.plain_rules, names, seed=self.seed + game)
        while bot_turn(played, bots) is not None:
            pass
        return played.record


def _place_of(maker: BotMaker) -> str:
    """Name what makes a bot by where it is defined."""
    # processes that import the main script give it another name
    module = maker.__module__.replace("__mp_main__", "__main__")
    return f"{module}:{getattr(maker, '__qualname__', type(maker).__qualname__)}"


def _number(game: object) -> int:
    if not is_whole(game) or not 0 <= game < _GAMES:
        raise SetupError("setup.number", f"Games are numbered from 0; {shown(game)} is not such a number.")
    return game
