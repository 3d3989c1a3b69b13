"""A scene as plain text, for terminals and screen readers: the same facts, in lines of a given width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final
from unicodedata import east_asian_width

from kingsburg_rules.engine.actions import Action, Influence
from kingsburg_rules.engine.errors import SetupError, is_whole, shown
from kingsburg_rules.render.look import MARK_SIGNS
from kingsburg_rules.render.page import Part, checked
from kingsburg_rules.render.scene import (
    AdvisorSpot,
    BoardScene,
    BuildingCell,
    CalendarStep,
    CardLine,
    DiceGroup,
    Seat,
    ShownDecision,
    ShownOption,
    dice,
)
from kingsburg_rules.render.svg_elements import words_of
from kingsburg_rules.text.names import roman
from kingsburg_rules.text.phrasebook import Phrasebook

NARROWEST, WIDEST = 40, 1000

_WHOLE = ("calendar", "decision", "offered", "players", "court", "battle", "provinces", "others", "log")
"""The parts of the whole table. Open and held cards come with the decision, which is often about them."""


def write(
    scene: BoardScene,
    parts: Part | Iterable[Part] | None,
    width: int,
    numbered: Sequence[Action] | None = None,
) -> str:
    """Write a scene, or some parts of it below each other; with the numbers of options if these are given.

    Raises:
        SetupError: There is no such part, or the width is not possible.
    """
    if not is_whole(width) or not NARROWEST <= width <= WIDEST:
        message = f"A text picture is {NARROWEST} to {WIDEST} characters wide, not {shown(width)}."
        raise SetupError("picture.width", message)
    page = _Page(width, scene, numbered)
    for part in _WHOLE if parts is None else checked(parts):
        page.write(part)
    return page.text()


def wastes(way: Influence, other: Influence) -> bool:
    """Return whether another way to the same advisor needs less: fewer dice, no token, card or envoy."""
    if way is other or way.advisor != other.advisor:
        return False
    return (
        other.plus2 <= way.plus2
        and other.via in ((), way.via)
        and other.envoy <= way.envoy
        and not Counter(other.dice) - Counter(way.dice)
        and not Counter(other.bonus) - Counter(way.bonus)
    )


def _wasteful(options: Sequence[Action]) -> set[int]:
    """Return the numbers of the ways to advisors that waste something."""
    # A token or an envoy can be added to nearly every way, which would fill pages.
    ways: dict[str, list[tuple[int, Influence]]] = {}
    for number, option in enumerate(options):
        if isinstance(option, Influence):
            ways.setdefault(option.advisor, []).append((number, option))
    return {
        number
        for there in ways.values()
        for number, way in there
        if any(wastes(way, other) for _, other in there[:_MOST_COMPARED])
    }


_MOST_COMPARED: Final = 60
"""A way is compared with so many to the same advisor. There are more only with very many dice."""


def _cells(text: str) -> int:
    """Return the width of a text in columns of a terminal."""
    # Chinese and Japanese letters take two columns of a terminal.
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _padded(text: str, room: int) -> str:
    return text + " " * (room - _cells(text))


def _broken(text: str, room: int) -> Iterable[str]:
    """Yield the words of a text, breaking those that are longer than a line."""
    for word in words_of(text):
        rest = word
        while _cells(rest) > room:
            end = next(end for end in range(len(rest), 0, -1) if _cells(rest[:end]) <= room)
            yield rest[:end]
            rest = rest[end:]
        yield rest


def _sign(seat: int | None) -> str:
    return "▬" if seat is None else MARK_SIGNS[seat % len(MARK_SIGNS)]


class _Page:
    """Lines of a limited width."""

    def __init__(self, width: int, scene: BoardScene, options: Sequence[Action] | None) -> None:
        self._width = width
        self._scene = scene
        self._say = scene.say
        self._numbered = options is not None
        self._left_out = _wasteful(options or ())
        self._lines: list[str] = []

    def write(self, part: str) -> None:
        """Write a part of the table."""
        scene = self._scene
        match part:
            case "calendar":
                self.calendar(scene)
            case "decision":
                self.questions(scene)
            case "players":
                self.players(scene)
            case "court":
                self.court(scene)
            case "battle":
                self.enemies(scene)
            case "province":
                self.province(scene.seats[0])
            case "provinces":
                for seat in scene.in_turn_order:
                    self.province(seat)
            case "log":
                self.part("happened", scene.log)
            case "offered":
                self.part("for_auction", _cards(scene.auction))
                self.part("in_your_hand", _cards(scene.hand))
                self.part("on_display", _cards(scene.display))
            case "others":
                self.part("in_force", _cards(scene.in_force))
                self.part("piles", scene.piles)
            case _:
                self.write("offered")
                self.write("others")

    def text(self) -> str:
        """Return the whole page."""
        return "\n".join(line.rstrip() for line in self._lines)

    def title(self, title: str) -> None:
        """Begin a part."""
        self._lines += [""] * bool(self._lines)
        self.say(f"── {title} ", 0, 3)
        line = self._lines.pop()
        self._lines.append(f"{line} {'─' * (self._width - _cells(line) - 1)}")

    def say(self, text: str, indent: int = 0, hanging: int = 2) -> None:
        """Write a paragraph; its further lines stand a little to the right."""
        left, words = " " * indent, list[str]()
        for word in _broken(text, self._width - indent - hanging):
            if words and _cells(f"{left}{' '.join(words)} {word}") > self._width:
                self._lines.append(left + " ".join(words))
                left, words = " " * (indent + hanging), []
            words.append(word)
        self._lines.append(left + " ".join(words))

    def calendar(self, scene: BoardScene) -> None:
        """Write the moment, the years and the phases."""
        say = self._say.say
        by = say("as_seen_by", player=scene.viewer) if scene.viewer else say("as_seen_by_all")
        self.title(f"{scene.title}, {by}")
        self.say(" · ".join(map(_step, scene.years)))
        self.say(" · ".join(map(_step, scene.phases)))

    def questions(self, scene: BoardScene) -> None:
        """Write who must answer, and what can be answered."""
        if scene.questions:
            self.title(self._say.say("to_answer"))
        for question in scene.questions:
            self._question(question)

    def _question(self, question: ShownDecision) -> None:
        sign = f"{_sign(question.seat)} " if question.seat is not None else ""
        self.say(f"{sign}{question.said}")
        counts = (
            ("way_to_advisor", "ways_to_advisor", question.ways),
            ("way_to_build", "ways_to_build", question.offers),
        )
        told = [self._say.several(one, many, count) for one, many, count in counts if count]
        if self._numbered and any(answer.about for answer in question.answers):
            for answer in question.answers:
                self.say(": ".join(filter(None, [self._answer(answer), answer.about])), 2)
        else:
            told = [*map(self._answer, question.answers), *told]
        if told:
            self.say("; ".join(told), 2)

    def _answer(self, answer: ShownOption) -> str:
        return f"{answer.number + 1}) {answer.said}" if self._numbered else answer.said

    def _answers(self, answers: Iterable[ShownOption]) -> str:
        return "; ".join(self._answer(each) for each in answers if each.number not in self._left_out)

    def players(self, scene: BoardScene) -> None:
        """Write what the players have, in turn order."""
        self.title(self._say.say("players"))
        for seat in scene.in_turn_order:
            points = self._say.counted("vp", seat.player.vp)
            self.say(f"{seat.place} {_sign(seat.number)} {seat.player.name}: {points}")
            self.say(", ".join(_held(seat, self._say)), 4, 0)

    def court(self, scene: BoardScene) -> None:
        """Write the advisors, and what is on them."""
        self.title(self._say.say("court"))
        for spot in scene.court:
            tile = f" [{spot.tile.name}]" if spot.tile else ""
            says = spot.tile.text if spot.tile else spot.text
            indent = 2 - len(str(spot.rank))
            self.say(f"{spot.rank} {spot.name}{tile}: {says}".rstrip(": "), max(0, indent), 4 - indent)
            for line in _lying(spot, self._say):
                self.say(line, 5)
            if spot.ways:
                self.say(self._say.say("within_reach", ways=self._answers(spot.ways)), 5)

    def enemies(self, scene: BoardScene) -> None:
        """Write the enemies of all years, as far as they are known."""
        self.title(self._say.say("enemies"))
        for foe in scene.foes:
            strength = f"{self._say.say('strength')} {foe.range}"
            name = ", ".join(filter(None, [foe.name, strength]))
            says = f". {foe.text}" if foe.text else ""
            self.say(f"{_padded(roman(foe.year), 4)}{name} ({self._say.say(foe.status)}){says}", 0, 4)

    def province(self, seat: Seat) -> None:
        """Write a province sheet: what stands, and what everything costs."""
        self.title(self._say.say("province", player=seat.player.name))
        for row in seat.rows:
            self._row(row, seat)
        for line in seat.cards:
            self.say(" ".join(line.paragraph))

    def _row(self, row: Sequence[BuildingCell], seat: Seat) -> None:
        texts = [(f"{_stands(cell, seat)} {cell.name}", _cost(cell, self._say)) for cell in row]
        needed = [max(map(_cells, both)) + 1 for both in texts]
        room = (self._width - 2) // max(1, len(row))
        # Columns of all rows line up unless a name is too long for them.
        rooms = [room] * len(row) if max(needed) <= room else needed
        if sum(rooms) > self._width - 2:
            for name, cost in texts:
                self.say(f"{row[0].row} {name}, {cost.strip()}")
        else:
            for label, part in zip((row[0].row, " "), zip(*texts, strict=True), strict=True):
                columns = zip(part, rooms, strict=True)
                self._lines.append(f"{label} " + "".join(_padded(text, room) for text, room in columns))
        for cell in row:
            if cell.offers:
                text = f". {cell.text}" if self._numbered and cell.text else ""
                now = self._say.say("building_now", name=cell.name)
                self.say(f"{now}: {self._answers(cell.offers)}{text}", 4)

    def part(self, key: str, paragraphs: Iterable[tuple[str, str]]) -> None:
        """Write a part, unless it is empty: paragraphs, each with its beginning apart."""
        paragraphs = tuple(paragraphs)
        if paragraphs:
            self.title(self._say.say(key))
        for beginning, rest in paragraphs:
            self.say(f"{beginning} {rest}")


def _cards(lines: Iterable[CardLine]) -> Iterable[tuple[str, str]]:
    return (line.paragraph for line in lines)


def _step(step: CalendarStep) -> str:
    name = f"{step.number} {step.name}".strip()
    return f"[{name}]" if step.now else name


def _held(seat: Seat, say: Phrasebook) -> list[str]:
    """List what a player has: all resources, and of the rest what there is."""
    player = seat.player
    parts = [say.counted(resource, count) for resource, count in seat.bag]
    parts.append(say.counted("building", len(player.buildings)))
    if player.strength is None:
        parts.append(f"{say.say('strength')} {seat.strength}")
    if player.dice or player.bonus:
        parts.append(say.say("dice", dice=dice(player.dice, player.bonus)))
    if player.locked or player.locked_bonus:
        parts.append(say.say("locked", dice=dice(player.locked, player.locked_bonus)))
    parts += [said for said, _ in seat.aside]
    if player.bonus_dice:
        parts.append(say.counted("bonus_die", player.bonus_dice))
    if player.envoy:
        parts.append(say.say("envoy"))
    if player.strength is not None:
        result = say.say(player.outcome or "tie")
        parts.append(say.say("fights_with", strength=player.strength, outcome=result))
    return parts


def _lying(spot: AdvisorSpot, say: Phrasebook) -> Iterable[str]:
    """List what is on an advisor."""
    for there in spot.groups:
        yield _group(there, say)
    for resource, count in spot.gifts:
        yield say.say("lies_here", bag=say.counted(resource, count))
    for marker in spot.marks:
        yield f"{_sign(marker.seat)} {marker.who}: {marker.card} \N{MULTIPLICATION SIGN}{marker.count}"
    if spot.tile:
        yield from (f"{tokens.name}: {tokens.count}" for tokens in spot.tile.tokens)
        yield from filter(None, [spot.tile.remembered])


def _group(there: DiceGroup, say: Phrasebook) -> str:
    placed = there.placed
    parts = [f"{_sign(there.seat)} {there.who}: {dice(placed.dice, placed.bonus)}"]
    parts += [f"+{placed.plus2}"] if placed.plus2 else []
    parts += [say.say("envoy")] if placed.envoy else []
    return ", ".join(parts)


def _stands(cell: BuildingCell, seat: Seat) -> str:
    return _sign(seat.number) if cell.built else "·" if cell.open else " "


def _cost(cell: BuildingCell, say: Phrasebook) -> str:
    """Write what a building costs, with first letters, and its points: `3g 1s, 5 VP`."""
    stands = say.say("built") if cell.built else say.initials(cell.price) or say.say("free")
    return f"  {stands}, {say.counted('vp', cell.vp)}"
