"""Coverage by cards: how often everything that cards can do is offered and used in random games.

What is listed follows from the compiled rule set, so a card that is written tomorrow is listed tomorrow:

| part | offered | used |
|---|---|---|
| a trigger or replacement | at its moment its tests hold and its price can be paid | it begins |
| a modifier | the number it changes is asked for while it is in play | its tests hold, so it applies |
| an option | without it the player could answer something else | he answers so, or it shuts something |
| a reward | somebody may influence the advisor | the reward begins |
| the card itself | somebody may choose or build it, or it comes by itself | it comes into play |

What works by itself, such as a costless gain, is offered and used at once. An option is a permission that no
single place of the machine answers for; so the question is asked again, and the answer tried, without it.
Any difference is its work, and so is what happens differently until the next question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from kingsburg_rules.engine.actions import Action, Build, Choose, Influence
from kingsburg_rules.engine.loop import answer
from kingsburg_rules.game.history import start
from kingsburg_rules.game.setup import make_setup
from kingsburg_rules.testing.curiosity import Curiosity
from kingsburg_rules.testing.forcing import begun_with
from kingsburg_rules.testing.tally import WHOLE, Part, Tally, counted, permission_part, reward_part
from kingsburg_rules.testing.without import Absence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.state import State

SEATS = ("Ann", "Brian", "Cindy", "David", "Eve", "Fay", "Gus", "Hal")
NAMES = SEATS[:5]
AUTOMATION = ("gains", "peeks")
"""What the games do without asking: so every other question is asked, also one with a single answer."""


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

    The players are curious: the more seldom something has been answered, the likelier they answer it. So few
    games see much; the same seeds in the same order still give the same games. `turns` are the answers of the
    last game: which question, and which option of it.
    """

    games: int = 0
    decisions: int = 0
    turns: list[tuple[int, int]] = field(factory=list[tuple[int, int]], init=False)
    _tally: Tally = field(factory=Tally, init=False)
    _curiosity: Curiosity = field(init=False)
    _ready: dict[tuple[str, tuple[str, ...]], tuple[Rules, Absence]] = field(
        factory=dict[tuple[str, tuple[str, ...]], "tuple[Rules, Absence]"], init=False, repr=False
    )

    def __attrs_post_init__(self) -> None:
        """Make the players."""
        self._curiosity = Curiosity(self._tally.least_used)

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
            players: How many play.
            seed: For chance, and for what the players answer.
            starting: Cards that are in play from the start, as `pack/card`, dealt out to the players in turn.
            longest: After how many answers the game is left, if it is not over.

        Raises:
            SetupError: There are not cards enough for so many players.
        """
        self.games += 1
        self.turns = []
        counting, absence = self._prepared(rules, tuple(starting))
        self._curiosity.begin(seed)
        state = start(counting, make_setup(SEATS[:players], AUTOMATION, "random", seed), ())
        there = self._note_arrivals(state, [0] * len(_in_play(state)))
        while state.asks and (longest is None or len(self.turns) < longest):
            self._answer(state, absence)
            there = self._note_arrivals(state, there)

    @property
    def parts(self) -> tuple[PartCoverage, ...]:
        """Everything that the cards of the games have and do, card by card."""
        tally = self._tally
        return tuple(
            sorted(
                PartCoverage(part.card, part.part, about, tally.offered[part], tally.used[part])
                for part, about in tally.about.items()
            )
        )

    @property
    def never_offered(self) -> tuple[PartCoverage, ...]:
        """What nobody could ever use: mostly a mistake on the card."""
        return tuple(part for part in self.parts if not part.offered)

    @property
    def never_used(self) -> tuple[PartCoverage, ...]:
        """What was never used, offered or not."""
        return tuple(part for part in self.parts if not part.used)

    def report(self, packs: Iterable[str] = ()) -> str:
        """Write how often everything was offered and used, of all packs or of some."""
        wanted = {*packs}
        parts = [part for part in self.parts if not wanted or part.card.partition("/")[0] in wanted]
        used = sum(part.used > 0 for part in parts)
        head = f"{self.games} games, {self.decisions} decisions: {used} of {len(parts)} parts of cards used"
        return "\n".join([head, f"{'offered':>8}{'used':>8}", *map(str, parts)])

    def _prepared(self, rules: Rules, starting: tuple[str, ...]) -> tuple[Rules, Absence]:
        """Give the rules that count, and what plays without a permission; made once for a rule set."""
        key = rules.digest, starting
        found = self._ready.get(key)
        if found is None:
            counting = begun_with(counted(rules, self._tally), starting)
            found = self._ready[key] = counting, Absence(counting.table)
        return found

    def _answer(self, state: State, absence: Absence) -> None:
        """Let somebody answer, and count what he could have answered and what made a difference."""
        owed = [which for which, given in enumerate(state.given) if given < 0]
        which = owed[self._curiosity.pick(len(owed))]
        for option in state.asks[which].options:
            self._note_offer(state, option)
        k = self._curiosity.choose(state, which)
        before = state.copy()
        self.turns.append((which, k))
        answer(state, which, k)
        tally = self._tally
        tally.listening = False
        for difference in absence.differences(before, which, k, state):
            part = permission_part(state.table, difference.permission)
            tally.offered[part] += difference.opens
            tally.used[part] += difference.works
        tally.listening = True
        self.decisions += 1

    def _note_offer(self, state: State, option: Action) -> None:
        table, tally = state.table, self._tally
        if isinstance(option, Influence):
            place = next(place for place in table.places if place.name == option.advisor)
            tile = state.tiles.get(place.index)
            card, program = (place.card, place.reward) if tile is None else (tile, table.tiles[tile][1])
            tally.offer(reward_part(table, card, program))
        for name in _named(option):
            if name in table.card:
                tally.offer(Part(table.cards[table.card[name]].ref, WHOLE))

    def _note_arrivals(self, state: State, before: list[int]) -> list[int]:
        """Count what came into play since the sets before; gives the sets now."""
        now = _in_play(state)
        for there, was in zip(now, before, strict=True):
            came = there & ~was
            while came:
                card = came.bit_length() - 1
                part = Part(state.table.cards[card].ref, WHOLE)
                self._tally.offer(part)
                self._tally.use(part)
                came ^= 1 << card
        return now


def _in_play(state: State) -> list[int]:
    """List the sets of cards in play: of the game, enemies turned over, each player's with his strips."""
    enemies = sum({1 << card for card in (*state.revealed, *state.past)})
    return [state.in_force, enemies, *(player.owned | player.covers for player in state.players)]


def _named(option: Action) -> tuple[str, ...]:
    """Name the cards that an answer would bring into play."""
    if isinstance(option, Build):
        return (option.building,)
    return tuple(option.choice.split("+")) if isinstance(option, Choose) else ()
