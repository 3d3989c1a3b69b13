"""A game narrated on the console: what every phase brought to whom, and the scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import define, field
from rich.console import Console
from rich.markup import escape

from kingsburg_rules import (
    Built,
    Destroyed,
    DiceRolled,
    EnemyRevealed,
    Event,
    Fought,
    Gained,
    Game,
    Influenced,
    Outcome,
    Peeked,
    PhaseStarted,
    Ranking,
    TurnOrderSet,
    YearStarted,
)
from kingsburg_rules.cli.console import ConsoleFormatter, Terminal, table
from kingsburg_rules.render import dice
from kingsburg_rules.text import GO_HOME, EventGroup, group_events

# Reports: what every phase brought to whom


BEFORE_PHASES = "setup"
"""The phase before the first one of a year."""


@define
class PlayerReport:
    """The results of a phase for one player. The price of a building is reported with it, not as a loss."""

    dice: list[DiceRolled] = field(factory=list[DiceRolled])
    placed: list[Influenced] = field(factory=list[Influenced])
    gained: Counter[str] = field(factory=Counter[str])
    lost: Counter[str] = field(factory=Counter[str])
    built: dict[str, Counter[str]] = field(factory=dict[str, Counter[str]])
    destroyed: list[str] = field(factory=list[str])
    fought: Fought | None = None
    peeked: bool = False


@define
class PhaseReport:
    """A phase of a game: the turn order, what it brought to whom, and the points at its end."""

    year: int
    phase: str
    order: tuple[str, ...]
    players: dict[str, PlayerReport]
    neutral: list[Influenced] = field(factory=list[Influenced])
    common_dice: tuple[int, ...] = ()
    enemy: EnemyRevealed | None = None
    points: dict[str, int] = field(factory=dict[str, int])


class PhaseReports:
    """Turns the events of a game into reports of its phases."""

    def __init__(self, points: Mapping[str, int]) -> None:
        """Start with the points of the players before the first event."""
        self._points = dict(points)
        self._report = self._begin(0, BEFORE_PHASES, tuple(points))

    def add(self, events: Iterable[Event]) -> list[PhaseReport]:
        """Add events; return the reports of the phases that they end."""
        ended: list[PhaseReport] = []
        for item in group_events(events):
            if isinstance(item, YearStarted | PhaseStarted):
                ended.append(self.close())
                phase = item.phase if isinstance(item, PhaseStarted) else BEFORE_PHASES
                self._report = self._begin(item.year, phase, self._report.order)
            elif isinstance(item, EventGroup):
                self._settle(item)
            else:
                self._note(item)
        return ended

    def close(self) -> PhaseReport:
        """End the current phase."""
        self._report.points = dict(self._points)
        return self._report

    def _begin(self, year: int, phase: str, order: tuple[str, ...]) -> PhaseReport:
        return PhaseReport(year, phase, order, {player: PlayerReport() for player in self._points})

    def _settle(self, group: EventGroup) -> None:
        if group.player is None:
            return
        mine = self._report.players[group.player]
        self._points[group.player] += group.gained.get("vp", 0) - group.lost.get("vp", 0)
        if isinstance(group.cause, Built):
            mine.built[group.cause.building] = group.lost
            return
        hired = {"soldier"} if self._report.common_dice else frozenset[str]()  # what the King sends
        mine.gained.update({name: count for name, count in group.gained.items() if name not in hired})
        mine.lost.update({name: count for name, count in group.lost.items() if name not in GO_HOME})

    def _note(self, event: Event) -> None:
        report, players = self._report, self._report.players
        match event:
            case TurnOrderSet():
                report.order = event.players
            case DiceRolled(player=None):
                report.common_dice = event.dice
            case DiceRolled(player=str(player)):
                players[player].dice.append(event)
            case EnemyRevealed(further=False):
                report.enemy = event
            case Influenced(player=None):
                report.neutral.append(event)
            case Influenced(player=str(player)):
                players[player].placed.append(event)
            case Destroyed():
                players[event.player].destroyed.append(event.building)
            case Fought():
                players[event.player].fought = event
            case Peeked():
                players[event.player].peeked = True
            case _:
                pass


# Drawing reports and scores


_REASONS = ("goods", "buildings")
"""The tie-breakers that are mentioned."""

_OUTCOMES = {"victory": "[green]{}[/]", "tie": "{}", "defeat": "[red]{}[/]"}


def draw_report(console: Console, report: PhaseReport, formatter: ConsoleFormatter) -> None:
    """Draw a report: productive seasons and winters as tables, other phases in a line."""
    if any(mine.dice for mine in report.players.values()):
        _draw_season(console, report, formatter)
    elif report.enemy is not None:
        _draw_winter(console, report, report.enemy, formatter)
    else:
        _draw_phase(console, report, formatter)


def _title(console: Console, report: PhaseReport, formatter: ConsoleFormatter) -> None:
    console.print()
    console.rule(f"[bold]{formatter.moment(report.year, report.phase)}[/]", align="left")


def _draw_phase(console: Console, report: PhaseReport, formatter: ConsoleFormatter) -> None:
    """Write a phase that only gives and takes, in one line."""
    brought = {player: _brought(report.players[player], formatter) for player in report.order}
    told = "; ".join(f"{formatter.who(player)} {text}" for player, text in brought.items() if text)
    if told:
        phase = f"[bold]{formatter.moment(report.year, report.phase)}[/]"
        console.print(f"\n{formatter.phrasebook.language.smooth(f'{phase}: {told}.')}")


def _draw_season(console: Console, report: PhaseReport, formatter: ConsoleFormatter) -> None:
    _title(console, report, formatter)
    titles = [formatter.say(key) for key in ("player", "dice", "influences", "receives", "builds", "vp")]
    rows = table(*titles, right=titles[-1:])
    for group in report.neutral:
        neutral = f"[dim]{formatter.say('neutral')}[/]"
        rows.add_row(neutral, dice(group.dice), f"[dim]{formatter.card(group.advisor)}[/]")
    for player in report.order:
        mine = report.players[player]
        placed = [f"{formatter.card(each.advisor)} [dim]{formatter.group(each)}[/]" for each in mine.placed]
        rows.add_row(
            formatter.who(player),
            _dice(mine),
            "\n".join(placed) or f"[dim]{formatter.say('nobody')}[/]",
            _brought(mine, formatter),
            "\n".join(
                f"{formatter.card(b)} [dim]{formatter.initials(cost.items())}[/]"
                for b, cost in mine.built.items()
            ),
            str(report.points[player]),
        )
    console.print(rows)


def _dice(mine: PlayerReport) -> str:
    """Write what was rolled, and what was rolled again."""
    return "\n".join(
        f"{dice(roll.dice, roll.bonus)} [dim]={sum(roll.dice) + sum(roll.bonus)}[/]" for roll in mine.dice
    )


def _brought(mine: PlayerReport, formatter: ConsoleFormatter) -> str:
    """Write what came and went, and whether the player looked at the enemy."""
    seen = formatter.say("sees_enemy") if mine.peeked else ""
    return ", ".join(filter(None, [formatter.changes(mine.gained, mine.lost), seen]))


def _draw_winter(
    console: Console, report: PhaseReport, enemy: EnemyRevealed, formatter: ConsoleFormatter
) -> None:
    _title(console, report, formatter)
    sent = [formatter.phrasebook.counted("soldier", number) for number in report.common_dice[:1]]
    king = [formatter.say("king_sends", soldiers=soldiers) for soldiers in sent]
    console.print(" ".join([f"[bold]{escape(formatter.enemy(enemy.enemy))}[/]", *king]))
    titles = [formatter.say(key) for key in ("player", "strength", "battle", "brings", "vp")]
    rows = table(*titles, right=(titles[1], titles[-1]))
    for player in report.order:
        mine = report.players[player]
        fallen = [
            f"[red]{formatter.say('destroyed', building=formatter.phrasebook.card(b))}[/]"
            for b in mine.destroyed
        ]
        rows.add_row(
            formatter.who(player),
            str(mine.fought.strength) if mine.fought else "",
            _OUTCOMES[mine.fought.outcome].format(formatter.say(mine.fought.outcome)) if mine.fought else "",
            ", ".join([*filter(None, [_brought(mine, formatter)]), *fallen]),
            str(report.points[player]),
        )
    console.print(rows)


def draw_outcome(console: Console, outcome: Outcome, formatter: ConsoleFormatter) -> None:
    """Draw the final scores: by kind of source in a table, then each player's sources one by one."""
    console.print()
    console.rule(f"[bold]{formatter.say('scores')}[/]", align="left")
    places = outcome.ranking
    names = [formatter.who(place.player) for place in places]
    rows = table(formatter.say("vp_from"), *names, right=names)
    kinds = {formatter.kind(source) for place in places for source in place.by_source}
    for kind in sorted(kinds):
        rows.add_row(kind, *(str(_points(place, kind, formatter)) for place in places))
    rows.add_section()
    rows.add_row(f"[bold]{formatter.say('all')}[/]", *(f"[bold]{place.vp}[/]" for place in places))
    rows.add_row(f"[dim]{formatter.say('goods_left')}[/]", *(f"[dim]{place.goods}[/]" for place in places))
    rows.add_row(
        f"[dim]{formatter.say('buildings').lower()}[/]", *(f"[dim]{place.buildings}[/]" for place in places)
    )
    console.print(rows)
    for place in places:
        parts = [f"{formatter.source(source)} {vp}" for source, vp in place.by_source.items()]
        said = f"{formatter.who(place.player)}: {', '.join(parts)}"
        console.print(f"{place.rank}. {formatter.phrasebook.language.smooth(said)}")
    winners = formatter.phrasebook.language.all_of(outcome.winners)
    said = formatter.say("wins" if len(outcome.winners) == 1 else "win", players=winners)
    reason = formatter.say(f"by_{outcome.decided_by}") if outcome.decided_by in _REASONS else ""
    console.print(f"\n[bold]{said}{reason}.[/]")


def _points(place: Ranking, kind: str, formatter: ConsoleFormatter) -> int:
    return sum(vp for source, vp in place.by_source.items() if formatter.kind(source) == kind)


class Narrator:
    """Reports a game on the console while it is played."""

    def __init__(self, game: Game, language: str = "en") -> None:
        self.console = Terminal()
        self.formatter = ConsoleFormatter(game.rules, game.players, language)
        self._game = game
        self._reports = PhaseReports(points_before(game))

    def begin(self) -> None:
        """Write the edition and the turn order."""
        order = TurnOrderSet(self._game.state.turn_order)
        said = self.formatter.say("opening", edition=self._game.rules.edition)
        self.console.print(" ".join([said, *self.formatter.event_lines((order,), ())]) + ".")
        self.add(self._game.opening)

    def add(self, events: Iterable[Event]) -> None:
        """Draw the phases that these events complete."""
        for report in self._reports.add(events):
            draw_report(self.console, report, self.formatter)

    def answer(self, number: int, text: str, events: Iterable[Event]) -> None:
        """Write an answer and what it led to."""
        self.console.print(f"[cyan]{number:4}[/] {escape(text)}")
        for line in self.formatter.event_lines(events, self._game.players):
            self.console.print(f"     {line}")

    def end(self) -> None:
        """Draw the unfinished phase, and the scores when the game is over."""
        draw_report(self.console, self._reports.close(), self.formatter)
        if self._game.outcome is not None:
            draw_outcome(self.console, self._game.outcome, self.formatter)

    def recorded(self, path: str) -> None:
        """Write where the record is."""
        said = self.formatter.phrasebook.say("recorded", path=path)
        self.console.print(f"\n{said}", markup=False)


def points_before(game: Game) -> dict[str, int]:
    """Return the points before the opening of a game."""
    points = {player.name: player.vp for player in game.state.players}
    for event in game.opening:
        if isinstance(event, Gained) and event.resource == "vp":
            points[event.player] -= event.amount
    return points
