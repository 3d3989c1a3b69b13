"""The console: tables, names in the colors of the players, and phrases in three languages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from kingsburg_rules import Event, Influence, Influenced, Rules, SeatView
from kingsburg_rules.cli.commands import cards_called
from kingsburg_rules.cli.figures import numbers_on
from kingsburg_rules.content import printable
from kingsburg_rules.engine import dice_text
from kingsburg_rules.language import CardNode
from kingsburg_rules.render import Part, text
from kingsburg_rules.text import MINUS, LogLine, Phrasebook, log_of


class Terminal(Console):
    """A console that leaves a closed output to the command line."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(highlight=False, emoji=False, stderr=stderr)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render without characters that cannot be seen, but for those of the console itself."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Raise the error; rich would end the program with an exit code of its own."""
        raise BrokenPipeError


def table(*titles: str, right: Collection[str] = ()) -> Table:
    """Create a plain table; the columns named in `right` hold numbers."""
    new = Table(
        box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, header_style="dim"
    )
    for title in titles:
        new.add_column(title, justify="right" if title in right else "left", overflow="fold")
    return new


COLORS = ("red", "green", "bright_blue", "yellow", "magenta")


class ConsoleFormatter:
    """Names, amounts and sentences in one language, ready for a console: brackets in them are not markup."""

    def __init__(self, rules: Rules, players: Sequence[str], language: str = "en") -> None:
        """Take the names from the rules, and give the players their colors.

        Raises:
            SetupError: There is no such language.
        """
        self.language = language
        self.phrasebook = Phrasebook(rules, language, "terminal")
        self._players = tuple(players)
        self._colors = {name: COLORS[seat % len(COLORS)] for seat, name in enumerate(players)}
        longest_first = sorted(map(escape, players), key=len, reverse=True)
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
        self._called = {escape(name): name for name in players}

    def say(self, key: str, **parts: object) -> str:
        """Fill in a phrase of the terminal, with names as they are."""
        said = self.phrasebook.say(key, **parts)
        return self._colored(self.phrasebook.language.smooth(said)) if parts else said

    def who(self, player: str) -> str:
        """Name a player in their color."""
        return f"[bold {self._colors.get(player, 'white')}]{escape(player)}[/]"

    def node(self, card: str) -> CardNode:
        """Return a card as it is written."""
        return self.phrasebook.nodes[card]

    def card(self, card: str) -> str:
        """Name a card."""
        return escape(self.phrasebook.card(card))

    def text(self, card: str) -> str:
        """Return the text of a card."""
        return escape(self.phrasebook.text(card))

    def cards_called(self, name: str) -> list[str]:
        """Find the card with an id, or all cards with a name, in this language or as written on the card.

        Raises:
            SetupError: There is no such card.
        """
        nodes = self.phrasebook.nodes.items()
        return cards_called(name, {card: (self.phrasebook.card(card), node.name) for card, node in nodes})

    def facts(self, card: str) -> str:
        """Name a card with its kind and the numbers on it."""
        node = self.node(card)
        facts = ", ".join(filter(None, [self.phrasebook.kind(node.kind), numbers_on(node, self.phrasebook)]))
        return f"[bold]{self.card(card)}[/] ({escape(card)}), {escape(facts)}"

    def enemy(self, card: str) -> str:
        """Describe an enemy card."""
        return f"{self.phrasebook.sentences.enemy(card)}. {self.phrasebook.text(card)}".strip()

    def source(self, source: str) -> str:
        """Name the source of something: a card or a phase."""
        return escape(self.phrasebook.source(source))

    def kind(self, source: str) -> str:
        """Name the kind of a source of points: a kind of card, or the phase itself."""
        if source not in self.phrasebook.nodes:
            return self.source(source)
        return escape(self.phrasebook.language.capital(self.phrasebook.noun(self.node(source).kind).several))

    def moment(self, year: int, phase: str) -> str:
        """Name a phase with its year."""
        return escape(self.phrasebook.moment(year, phase))

    def amount(self, resource: str, count: int) -> str:
        """Write an amount briefly: `2 gold`, `1 token`."""
        return escape(self.phrasebook.counted("token" if resource == "plus2" else resource, count))

    def changes(self, gained: Mapping[str, int], lost: Mapping[str, int]) -> str:
        """Write the net changes: `2 gold, 1 token, -1 wood`."""
        net = {name: gained.get(name, 0) - lost.get(name, 0) for name in {**gained, **lost}}
        came = [self.amount(name, count) for name, count in net.items() if count > 0]
        went = [f"-{self.amount(name, -count)}" for name, count in net.items() if count < 0]
        return ", ".join([*came, *went])

    def initials(self, cost: Iterable[tuple[str, int]]) -> str:
        """Write a price with first letters: `3g 1s`."""
        return self.phrasebook.initials(cost) or self.say("free")

    def group(self, placed: Influence | Influenced) -> str:
        """Write a group of dice, with what is used besides them: `6+2`, `6 "+2"`, `5+4 Market`."""
        own = dice_text(placed.dice) + (f"+({dice_text(placed.bonus)})" if placed.bonus else "")
        parts = [own, f'"+{placed.plus2}"' if placed.plus2 else ""]
        parts += [*map(self.card, placed.via), self.say("envoy") if placed.envoy else ""]
        return " ".join(filter(None, parts))

    def board(
        self,
        view: SeatView,
        width: int,
        parts: Part | Iterable[Part] | None = None,
        first: str | None = None,
    ) -> str:
        """Draw the table, or parts of it, with the numbers of the options."""
        drawn = text(
            view, parts=parts, first=first, numbered=True, width=max(width, 40), language=self.language
        )
        return self._colored(drawn)

    def event_lines(self, events: Iterable[Event], viewers: Collection[str]) -> list[str]:
        """Describe events in order; secret ones only if their player is among the viewers."""
        known = [told for event in events if (told := event.known_to(*viewers)) is not None]
        lines = log_of(known, self._players, self.phrasebook)
        return [self._line(line) for line in lines]

    def _line(self, line: LogLine) -> str:
        """Write a line of the log, with a hyphen for the minus sign, which not every terminal has."""
        if not line.rest:
            return f"[bold]{escape(line.bold)}[/]"
        return self._colored(f"{line.bold} {line.rest}".strip().replace(MINUS, "-"))

    def _colored(self, text: str) -> str:
        """Color the names of the players."""
        return self._names.sub(lambda found: self.who(self._called[found[0]]), escape(text))


class _Rate(ProgressColumn):
    """The number of games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.1f} a second" if task.speed else "")


def progress_bar() -> Progress:
    """Make a bar that shows on the terminal how far work is, and leaves the output alone."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        console=Terminal(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
