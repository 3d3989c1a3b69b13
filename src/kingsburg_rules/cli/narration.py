"""A game narrated on the console: what every phase brought to whom, and the scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import define, field
from rich.console import RenderableType
from rich.text import Text

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
from kingsburg_rules.cli.console import Terminal, table
from kingsburg_rules.cli.play import log_lines
from kingsburg_rules.engine import dice_text
from kingsburg_rules.render import dice, text
from kingsburg_rules.text import GO_HOME, EventGroup, Phrasebook, group_events

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
        # The game may be ahead of the events shown so far, so points are counted from the events.
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
                # Gains and losses come in groups by their cause; what only happened comes alone.
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
        # The price stands beside the building, and would be told twice among the losses.
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

_OUTCOMES = {"victory": "green", "tie": "", "defeat": "red"}
"""The colors of the outcomes of a battle."""


class Drawing:
    """Draws reports and scores on a console, in the language of a phrasebook."""

    def __init__(self, console: Terminal, say: Phrasebook) -> None:
        self.console, self.say = console, say

    def report(self, report: PhaseReport) -> None:
        """Draw a report: productive seasons and winters as tables, other phases in a line."""
        if any(mine.dice for mine in report.players.values()):
            self._season(report)
        elif report.enemy is not None:
            self._winter(report, report.enemy)
        else:
            self._phase(report)

    def _smooth(self, said: str) -> str:
        return self.say.language.smooth(said)

    def _title(self, title: str) -> None:
        self.console.print()
        self.console.rule(Text(title, "bold"), align="left")

    def _phase(self, report: PhaseReport) -> None:
        """Write a phase that only gives and takes, in one line."""
        brought = {player: self._brought(report.players[player]) for player in report.order}
        told = "; ".join(f"{player} {text}" for player, text in brought.items() if text)
        if told:
            phase = self.say.moment(report.year, report.phase)
            line = Text(f"\n{self._smooth(f'{phase}: {told}.')}")
            line.stylize("bold", 0, 1 + len(phase))
            self.console.print(self.console.highlighter(line))

    def _season(self, report: PhaseReport) -> None:
        self._title(self.say.moment(report.year, report.phase))
        titles = [self.say.say(key) for key in ("player", "dice", "influences", "receives", "builds", "vp")]
        rows = table(*titles, right=titles[-1:])
        for group in report.neutral:
            rows.add_row(self.say.say("neutral"), dice(group.dice), self.say.card(group.advisor), style="dim")
        for player in report.order:
            mine = report.players[player]
            placed = [(self.say.card(each.advisor), self._group(each)) for each in mine.placed]
            built = [
                (self.say.card(building), self.say.initials(cost.items()) or self.say.say("free"))
                for building, cost in mine.built.items()
            ]
            rolled = [
                (dice(roll.dice, roll.bonus), f"={sum(roll.dice) + sum(roll.bonus)}") for roll in mine.dice
            ]
            rows.add_row(
                player,
                _noted(rolled),
                _noted(placed) if placed else Text(self.say.say("nobody"), "dim"),
                self._brought(mine),
                _noted(built),
                str(report.points[player]),
            )
        self.console.print(rows)

    def _group(self, placed: Influenced) -> str:
        """Write a group of dice, with what is used besides them: `6+2`, `6 "+2"`, `5+4 Market`."""
        own = dice_text(placed.dice) + (f"+({dice_text(placed.bonus)})" if placed.bonus else "")
        parts = [own, f'"+{placed.plus2}"' if placed.plus2 else ""]
        parts += [*map(self.say.card, placed.via), self.say.say("envoy") if placed.envoy else ""]
        return " ".join(filter(None, parts))

    def _brought(self, mine: PlayerReport) -> str:
        """Write what came and went, such as `2 gold, -1 wood`, and whether the player saw the enemy."""
        net = {name: mine.gained[name] - mine.lost[name] for name in {**mine.gained, **mine.lost}}
        came = [self._amount(name, count) for name, count in net.items() if count > 0]
        went = [f"-{self._amount(name, -count)}" for name, count in net.items() if count < 0]
        seen = [self.say.say("sees_enemy")] if mine.peeked else []
        return ", ".join([*came, *went, *seen])

    def _amount(self, resource: str, count: int) -> str:
        return self.say.counted("token" if resource == "plus2" else resource, count)

    def _winter(self, report: PhaseReport, enemy: EnemyRevealed) -> None:
        self._title(self.say.moment(report.year, report.phase))
        sent = [self.say.counted("soldier", number) for number in report.common_dice[:1]]
        king = [self._smooth(self.say.say("king_sends", soldiers=soldiers)) for soldiers in sent]
        fights = f"{self.say.sentences.enemy(enemy.enemy)}. {self.say.text(enemy.enemy)}".strip()
        self.console.print(Text(" ").join([Text(fights, "bold"), *map(Text, king)]))
        titles = [self.say.say(key) for key in ("player", "strength", "battle", "brings", "vp")]
        rows = table(*titles, right=(titles[1], titles[-1]))
        for player in report.order:
            mine = report.players[player]
            cards = map(self.say.card, mine.destroyed)
            fallen = [Text(self._smooth(self.say.say("destroyed", building=card)), "red") for card in cards]
            brought = [Text(each) for each in [self._brought(mine)] if each]
            rows.add_row(
                player,
                str(mine.fought.strength) if mine.fought else "",
                Text(self.say.say(mine.fought.outcome), _OUTCOMES[mine.fought.outcome])
                if mine.fought
                else "",
                Text(", ").join([*brought, *fallen]),
                str(report.points[player]),
            )
        self.console.print(rows)

    def outcome(self, outcome: Outcome) -> None:
        """Draw the final scores: by kind of source in a table, then each player's sources one by one."""
        self._title(self.say.say("scores"))
        places = outcome.ranking
        names = [place.player for place in places]
        rows = table(self.say.say("vp_from"), *names, right=names)
        for kind in sorted({self._kind(source) for place in places for source in place.by_source}):
            rows.add_row(kind, *(str(self._points(place, kind)) for place in places))
        rows.add_section()
        rows.add_row(self.say.say("all"), *(str(place.vp) for place in places), style="bold")
        rows.add_row(self.say.say("goods_left"), *(str(place.goods) for place in places), style="dim")
        rows.add_row(
            self.say.say("buildings").lower(), *(str(place.buildings) for place in places), style="dim"
        )
        self.console.print(rows)
        for place in places:
            parts = ", ".join(f"{self.say.source(source)} {vp}" for source, vp in place.by_source.items())
            self.console.print(f"{place.rank}. {self._smooth(f'{place.player}: {parts}')}")
        winners = self.say.language.all_of(outcome.winners)
        key = ("nobody_wins", "wins", "win")[min(len(outcome.winners), 2)]
        wins = self.say.say(key, players=winners)
        reason = self.say.say(f"by_{outcome.decided_by}") if outcome.decided_by in _REASONS else ""
        self.console.print(f"\n{self._smooth(wins)}{reason}.", style="bold")

    def _kind(self, source: str) -> str:
        """Name the kind of a source of points: a kind of card, or the phase itself."""
        if source not in self.say.nodes:
            return self.say.source(source)
        return self.say.language.capital(self.say.noun(self.say.nodes[source].kind).several)

    def _points(self, place: Ranking, kind: str) -> int:
        return sum(vp for source, vp in place.by_source.items() if self._kind(source) == kind)


def _noted(lines: Iterable[tuple[str, str]]) -> RenderableType:
    """Write lines, each with a note behind it."""
    return Text("\n").join(Text.assemble(line, " ", (note, "dim")) for line, note in lines)


class Narrator:
    """Reports a game on the console while it is played."""

    def __init__(self, game: Game, language: str = "en") -> None:
        self.console = Terminal(game.players)
        self._game, self._say = game, Phrasebook(game.rules, language, "terminal")
        self._drawing = Drawing(self.console, self._say)
        self._reports = PhaseReports(points_before(game))

    def begin(self) -> None:
        """Write the edition and the turn order."""
        order = log_lines([TurnOrderSet(self._game.state.turn_order)], (), self._game.players, self._say)
        said = self._say.language.smooth(self._say.say("opening", edition=self._game.rules.edition))
        self.console.print(" ".join([said, *map(str, order)]) + ".")
        self.add(self._game.opening)

    def add(self, events: Iterable[Event]) -> None:
        """Draw the phases that these events complete."""
        for report in self._reports.add(events):
            self._drawing.report(report)

    def answer(self, number: int, text: str, events: Iterable[Event]) -> None:
        """Write an answer and what it led to."""
        self.console.print(Text.assemble((f"{number:4}", "cyan"), f" {text}"))
        for line in log_lines(events, self._game.players, self._game.players, self._say):
            self.console.print(f"     {line}")

    def end(self) -> None:
        """Draw the unfinished phase, and the scores when the game is over."""
        self._drawing.report(self._reports.close())
        if self._game.outcome is not None:
            self._drawing.outcome(self._game.outcome)

    def board(self) -> None:
        """Draw the table."""
        width, language = max(self.console.width, 40), self._say.language.code
        self.console.print(text(self._game.view(), numbered=True, width=width, language=language))

    def recorded(self, path: str) -> None:
        """Write where the record is."""
        self.console.print(f"\n{self._say.say('recorded', path=path)}")


def points_before(game: Game) -> dict[str, int]:
    """Return the points before the opening of a game."""
    points = {player.name: player.vp for player in game.state.players}
    for event in game.opening:
        if isinstance(event, Gained) and event.resource == "vp":
            points[event.player] -= event.amount
    return points
