"""What there is to draw: a view with the names, the places and the texts that its rules give to it.

The picture and the text are made from the same scene, so what one of them shows, the other shows, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from kingsburg_rules.game.views import PlacedDice, PlayerState
    from kingsburg_rules.text.speech import Speech

Bag = tuple[tuple[str, int], ...]


@frozen
class Step:
    """A year or a phase on the calendar: `now`, or `gone` before."""

    name: str
    number: str
    now: bool
    gone: bool


@frozen
class Line:
    """A card with what it says, and what it remembers: `growth: 9, need 1: 4`."""

    card: str
    name: str
    text: str
    remembered: str = ""
    role: str = ""


@frozen
class Cell:
    """A building on a sheet; `open` if it is the next of its row, `offers` how it can be built now."""

    card: str
    name: str
    text: str
    row: str
    cost: Bag
    vp: int
    built: bool
    open: bool
    offers: tuple[str, ...]


@frozen
class Seat:
    """A player: `number` gives colour and mark, `place` the place in the turn order, from 1."""

    number: int
    place: int
    player: PlayerState
    bag: Bag
    rows: tuple[tuple[Cell, ...], ...]
    cards: tuple[Line, ...]
    asked: bool


@frozen
class Group:
    """Dice on an advisor; without a seat they are neutral."""

    seat: int | None
    who: str
    placed: PlacedDice


@frozen
class Spot:
    """An advisor; `gifts` lie on him, `marks` are (seat, player, card, count), `ways` reach him now."""

    card: str
    name: str
    rank: int
    text: str
    tile: Line | None
    groups: tuple[Group, ...]
    gifts: Bag
    marks: tuple[tuple[int, str, str, int], ...]
    ways: tuple[str, ...]


@frozen
class Foe:
    """An enemy card: `status` is `over`, `here`, `joined`, `seen`, `seen beside`; `hidden` has no card."""

    year: int
    status: str
    card: str = ""
    name: str = ""
    strength: str = ""
    text: str = ""


@frozen
class Question:
    """What somebody owes; `ways` and `offers` count the answers that advisors and buildings show."""

    seat: int | None
    said: str
    options: tuple[str, ...]
    ways: int
    offers: int


@frozen
class Scene:
    """All that a picture shows, and the language in which it speaks."""

    say: Speech
    title: str
    viewer: str
    over: bool
    years: tuple[Step, ...]
    phases: tuple[Step, ...]
    seats: tuple[Seat, ...]
    court: tuple[Spot, ...]
    foes: tuple[Foe, ...]
    in_force: tuple[Line, ...]
    hand: tuple[Line, ...]
    auction: tuple[Line, ...]
    questions: tuple[Question, ...]
    log: tuple[tuple[str, str], ...] = field(default=())

    def describe(self) -> str:
        """Say in a few sentences what the picture shows."""
        order = self.say.say("order", players=", ".join(seat.player.name for seat in self.seats))
        scores = (f"{seat.player.name}: {self.say.counted('vp', seat.player.vp)}" for seat in self.seats)
        return " ".join(
            [order, f"{', '.join(scores)}.", *(f"{question.said}." for question in self.questions)]
        )
