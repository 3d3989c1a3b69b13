"""What a person at the table sees: the players, the court, the province sheet, and what can be answered."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from kingsburg_rules.cli.drawing import table
from kingsburg_rules.cli.words import bag, dice, initials, year_name
from kingsburg_rules.engine.actions import Build, Choose, Influence
from kingsburg_rules.language.cards import BuildingCard, EnemyCard, GovernorCard, GroupCard

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rich.console import Console

    from kingsburg_rules.cli.telling import Teller
    from kingsburg_rules.cli.words import Names
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.game.decisions import Decision
    from kingsburg_rules.game.game import Game
    from kingsburg_rules.game.views import GameState, PlacedDice, PlayerState

_QUESTIONS = {
    "influence": "Which advisor do you influence?",
    "build": "What do you build?",
    "recruit": "How many soldiers do you hire?",
    "use": "What do you use?",
    "take": "What do you take?",
    "give": "What do you give up?",
    "pay": "Do you pay?",
    "trade": "Do you trade?",
    "bid": "What do you bid?",
    "die": "Which die?",
    "choose": "What do you choose?",
}


class Screen:
    """Draws the table as one seat sees it."""

    def __init__(self, console: Console, game: Game, teller: Teller) -> None:
        self._console = console
        self._game = game
        self._teller = teller
        self._names = teller.names

    def ask(self, decision: Decision) -> None:
        """Draw what matters for a decision, and its options with their numbers."""
        state = self._game.state
        self.players(decision.player)
        if decision.kind == "influence":
            self._court(state, decision)
        elif decision.kind == "build":
            self._sheet(state.player(decision.player), decision)
        self._options(decision)

    def board(self, viewer: str | None) -> None:
        """Draw what lies open: the players, the court, and the viewer's province."""
        self.players(viewer)
        self._court(self._game.state, None)
        if viewer is not None:
            self.province(viewer)

    def province(self, player: str) -> None:
        """Draw the province sheet of a player."""
        self._console.print(f"\nThe province of {self._teller.who(player)}")
        self._sheet(self._game.state.player(player), None)

    def players(self, viewer: str | None) -> None:
        """Draw what the players have, in turn order, and what is known of the winter."""
        state = self._game.state
        self._console.print()
        self._console.rule(
            f"[bold]Year {year_name(state.year)}, {self._names.phase(state.phase)}[/]", align="left"
        )
        goods = [*state.players[0].goods]
        numbers = ("VP", *(good.capitalize() for good in goods), '"+2"', "Army")
        rows = table("Player", *numbers, "Dice", "Buildings", right=numbers)
        for name in state.turn_order:
            player = state.player(name)
            rows.add_row(
                self._teller.who(name),
                f"[bold]{player.vp}[/]",
                *(str(player.goods[good] or "[dim]-[/]") for good in goods),
                str(player.plus2 or "[dim]-[/]"),
                self._army(player),
                _dice(player),
                _rows_built(player, self._names),
            )
        self._console.print(rows)
        if state.year:
            self._console.print(self._winter(viewer))

    def _army(self, player: PlayerState) -> str:
        """Write soldiers, and what buildings add against every enemy."""
        walls = 0
        for name in player.buildings:
            changes = self._names.node(name).modifiers
            adds = [c.add for c in changes if c.what == "battle_strength" and not c.if_]
            walls += sum(add for add in adds if isinstance(add, int))
        return f"{player.soldiers}[dim]{walls:+}[/]" if walls else str(player.soldiers)

    def _winter(self, viewer: str | None) -> str:
        """Say which enemy comes, if the viewer has seen it, or which may come."""
        year = self._game.state.year
        seen = self._game.view(viewer).seen_enemies.get(year)
        if seen is not None:
            return f"This winter, as you have seen: {self._names.enemy(seen)}"
        enemies = [c for c in self._game.rules.cards.values() if isinstance(c, EnemyCard) and c.year == year]
        enemies.sort(key=lambda enemy: enemy.strength)
        listed = ", ".join(f"{escape(enemy.name)} {enemy.strength}" for enemy in enemies)
        return f"This winter comes one of: {listed}."

    def _court(self, state: GameState, decision: Decision | None) -> None:
        """Draw the advisors: whose dice are there or which dice influence him, and what he gives."""
        places = self._game.rules.table.places
        offered = self._ways(decision)
        room = self._console.width * 2 // 5
        rows = Table(box=None, pad_edge=False, show_header=False, expand=True)
        rows.add_column(justify="right", style="dim", width=2)
        rows.add_column(width=max(len(self._names.node(place.name).name) for place in places))
        rows.add_column(no_wrap=True, min_width=room // 2)
        rows.add_column(no_wrap=True, overflow="ellipsis", style="dim", ratio=1)
        for place in places:
            ways = offered.get(place.name, [])
            name = self._names.card(place.name)
            there = [self._dice_there(placed) for placed in state.advisors if placed.advisor == place.name]
            rows.add_row(
                str(place.rank),
                f"[bold]{name}[/]" if ways else f"[dim]{name}[/]",
                _packed([*there, *ways], room),
                self._names.text(place.name),
            )
        self._console.print(rows)

    def _dice_there(self, placed: PlacedDice) -> str:
        owner = self._teller.who(placed.player) if placed.player else "[dim]neutral[/]"
        return f"{owner} {dice(placed.dice, placed.bonus)}"

    def _ways(self, decision: Decision | None) -> dict[str, list[str]]:
        """List the ways to influence each advisor, without those that waste dice or a help."""
        numbered = enumerate(decision.options if decision else (), start=1)
        options = [(number, option) for number, option in numbered if isinstance(option, Influence)]
        ways: dict[str, list[str]] = {}
        for number, o in options:
            if not any(wastes(o, other) for _, other in options):
                group = self._names.group(o.dice, o.bonus, o.plus2, o.via) + " Envoy" * o.envoy
                ways.setdefault(o.advisor, []).append(f"[cyan]{number})[/] {group}")
        return ways

    def _sheet(self, player: PlayerState, decision: Decision | None) -> None:
        """Draw a province sheet: what stands, what everything costs, and what can be built now."""
        offers = {o.building: (n, o) for n, o in _builds(decision)}
        rows = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for names in self._game.rules.sheet(player.strips):
            rows.add_row(
                f"[dim]{_row_of(self._names, names[0])}[/]", *(self._cell(n, player, offers) for n in names)
            )
        self._console.print(rows)

    def _cell(self, name: str, player: PlayerState, offers: Mapping[str, tuple[int, Build]]) -> str:
        card, title = self._names.node(name), self._names.card(name)
        cost, vp = (card.cost, card.vp) if isinstance(card, BuildingCard) else ((), 0)
        if name in player.buildings:
            return f"[green]{title}\nbuilt[/]"
        if name in offers:
            number, offer = offers[name]
            return f"[bold]{title}[/]\n[cyan]{number})[/] {initials(offer.pay)}, {vp} VP"
        return f"[dim]{title}\n{initials(cost)}, {vp} VP[/]"

    def _options(self, decision: Decision) -> None:
        """List the options; for dice only those that the court does not show already."""
        self._console.print(f"\n{self._teller.who(decision.player)}: {self._question(decision)}")
        self._list(decision, [n for n, o in enumerate(decision.options, 1) if not isinstance(o, Influence)])

    def everything(self, decision: Decision) -> None:
        """List all options, also those that waste something."""
        self._list(decision, range(1, len(decision.options) + 1))

    def _list(self, decision: Decision, numbers: Iterable[int]) -> None:
        lines = [
            f"[cyan]{number})[/] {self._names.answer(option)}{self._meaning(option)}"
            for number, option in ((number, decision.options[number - 1]) for number in numbers)
        ]
        if len(lines) > 9:
            self._console.print(Columns(lines, padding=(0, 3)))
        else:
            self._console.print("\n".join(lines))

    def _question(self, decision: Decision) -> str:
        asked = _QUESTIONS.get(decision.kind, "What do you do?")
        known = decision.source in self._game.rules.table.card
        return f"{asked} [dim]({self._names.card(decision.source)})[/]" if known else asked

    def _meaning(self, option: Action) -> str:
        """Say what a building, or a card to be chosen, is good for."""
        if isinstance(option, Choose) and isinstance(
            self._names.cards.get(option.choice), GovernorCard | GroupCard
        ):
            return f": [dim]{self._names.text(option.choice)}[/]"
        if not isinstance(option, Build):
            return ""
        card = self._names.node(option.building)
        vp = f"{card.vp} VP. " if isinstance(card, BuildingCard) and card.vp else ""
        return f": [dim]{vp}{self._names.text(option.building)}[/]"


def wastes(way: Influence, other: Influence) -> bool:
    """Whether another way to influence the same advisor does with less: dice, token, card or envoy."""
    if way is other or way.advisor != other.advisor:
        return False
    return (
        not Counter(other.dice) - Counter(way.dice)
        and not Counter(other.bonus) - Counter(way.bonus)
        and other.plus2 <= way.plus2
        and other.via in (None, way.via)
        and other.envoy <= way.envoy
    )


def _packed(items: list[str], room: int) -> str:
    """Put items side by side as far as there is room, none of them broken."""
    lines: list[str] = []
    for item in items:
        joined = f"{lines[-1]}  {item}" if lines else item
        if lines and Text.from_markup(joined).cell_len <= room:
            lines[-1] = joined
        else:
            lines.append(item)
    return "\n".join(lines)


def _builds(decision: Decision | None) -> Iterable[tuple[int, Build]]:
    options = decision.options if decision else ()
    return [(number, o) for number, o in enumerate(options, start=1) if isinstance(o, Build)]


def _dice(player: PlayerState) -> str:
    parts = [dice(player.dice, player.bonus)] if player.dice or player.bonus else []
    if player.bonus_dice and not player.dice:
        parts.append(bag([("bonus_die", player.bonus_dice)]))
    if player.envoy:
        parts.append("Envoy")
    return " ".join(parts)


def _rows_built(player: PlayerState, names: Names) -> str:
    """Write how many buildings stand in every row: `B2 D1`."""
    counts = Counter(_row_of(names, name) for name in player.buildings)
    return " ".join(f"{letter}{counts[letter]}" for letter in sorted(counts))


def _row_of(names: Names, building: str) -> str:
    card = names.node(building)
    return card.row if isinstance(card, BuildingCard) else ""
