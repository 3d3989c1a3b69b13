"""What a person at the table sees: the players, the court, the province sheet, and what can be answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kingsburg_rules import (
    Action,
    Build,
    CardThing,
    Choose,
    Decision,
    Game,
    GameState,
    Influence,
    PlacedDice,
    PlayerState,
)
from kingsburg_rules.cli.console import ConsoleFormatter, table
from kingsburg_rules.language import BuildingCard, EnemyCard, GovernorCard, GroupCard
from kingsburg_rules.render import dice


class Screen:
    """Draws the table as one seat sees it."""

    def __init__(self, console: Console, game: Game, formatter: ConsoleFormatter) -> None:
        self._console = console
        self._game = game
        self._formatter = formatter

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
        """Draw what is open: the players, the court, and the viewer's province."""
        self.players(viewer)
        self._court(self._game.state, None)
        if viewer is not None:
            self.province(viewer)

    def province(self, player: str) -> None:
        """Draw the province sheet of a player."""
        self._console.print(f"\n{self._formatter.say('province', player=player)}")
        self._sheet(self._game.state.player(player), None)

    def players(self, viewer: str | None) -> None:
        """Draw what the players have, in turn order, and what is known of the winter."""
        state, say = self._game.state, self._formatter.say
        self._console.print()
        self._console.rule(f"[bold]{self._formatter.moment(state.year, state.phase)}[/]", align="left")
        goods = [*state.players[0].goods]
        numbers = [say("vp"), *map(self._formatter.resource, goods), '"+2"', say("army")]
        rows = table(say("player"), *numbers, say("dice"), say("buildings"), right=numbers)
        for name in state.turn_order:
            player = state.player(name)
            rows.add_row(
                self._formatter.who(name),
                f"[bold]{player.vp}[/]",
                *(str(player.goods[good] or "[dim]-[/]") for good in goods),
                str(player.plus2 or "[dim]-[/]"),
                self._army(player),
                self._dice(player),
                self._rows_built(player),
            )
        self._console.print(rows)
        if state.year:
            self._console.print(self._winter(viewer))

    def _army(self, player: PlayerState) -> str:
        """Write soldiers, and what buildings add against every enemy."""
        walls = 0
        for name in player.buildings:
            changes = self._formatter.node(name).modifiers
            adds = [c.add for c in changes if c.what == "battle_strength" and not c.if_]
            walls += sum(add for add in adds if isinstance(add, int))
        return f"{player.soldiers}[dim]{walls:+}[/]" if walls else str(player.soldiers)

    def _winter(self, viewer: str | None) -> str:
        """Name the enemy if the viewer has seen it, or the enemies that may come."""
        year = self._game.state.year
        seen = self._game.view(viewer).seen_enemies.get(year)
        if seen is not None:
            return self._formatter.say("enemy_seen", enemy=self._formatter.enemy(seen))
        say = self._formatter.phrasebook
        enemies = {n: c.strength for n, c in say.nodes.items() if isinstance(c, EnemyCard) and c.year == year}
        weakest_first = sorted(enemies, key=enemies.__getitem__)
        listed = ", ".join(f"{say.card(name)} {enemies[name]}" for name in weakest_first)
        return self._formatter.say("enemies", enemies=listed)

    def _court(self, state: GameState, decision: Decision | None) -> None:
        """Draw the advisors: the dice there or the dice that reach them, and their rewards."""
        places = self._game.rules.table.places
        offered = self._ways(decision)
        room = self._console.width * 2 // 5
        rows = Table(box=None, pad_edge=False, show_header=False, expand=True)
        rows.add_column(justify="right", style="dim", width=2)
        rows.add_column(width=max(len(self._formatter.phrasebook.card(place.name)) for place in places))
        rows.add_column(no_wrap=True, min_width=room // 2)
        rows.add_column(no_wrap=True, overflow="ellipsis", style="dim", ratio=1)
        for place in places:
            ways = offered.get(place.name, [])
            name = self._formatter.card(place.name)
            there = [self._dice_there(placed) for placed in state.advisors if placed.advisor == place.name]
            on_board = place.name in self._formatter.phrasebook.nodes
            if not (on_board or there or ways):
                continue
            rows.add_row(
                str(place.rank),
                f"[bold]{name}[/]" if ways else f"[dim]{name}[/]",
                _packed([*there, *ways], room),
                self._formatter.text(place.name) if on_board else "",
            )
        self._console.print(rows)

    def _dice_there(self, placed: PlacedDice) -> str:
        neutral = f"[dim]{self._formatter.say('neutral')}[/]"
        owner = self._formatter.who(placed.player) if placed.player else neutral
        return f"{owner} {dice(placed.dice, placed.bonus)}"

    def _ways(self, decision: Decision | None) -> dict[str, list[str]]:
        """List the ways to influence each advisor, without those that waste dice or a help."""
        numbered = enumerate(decision.options if decision else (), start=1)
        options = [(number, option) for number, option in numbered if isinstance(option, Influence)]
        ways: dict[str, list[str]] = {}
        for number, o in options:
            if not any(wastes(o, other) for _, other in options):
                ways.setdefault(o.advisor, []).append(f"[cyan]{number})[/] {self._formatter.group(o)}")
        return ways

    def _sheet(self, player: PlayerState, decision: Decision | None) -> None:
        """Draw a province sheet: what stands, what everything costs, and what can be built now."""
        options = enumerate(decision.options if decision else (), start=1)
        offers = {
            option.building: (number, option) for number, option in options if isinstance(option, Build)
        }
        rows = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for names in self._game.rules.sheet(player.strips):
            rows.add_row(f"[dim]{self._row_of(names[0])}[/]", *(self._cell(n, player, offers) for n in names))
        self._console.print(rows)

    def _cell(self, name: str, player: PlayerState, offers: Mapping[str, tuple[int, Build]]) -> str:
        card, title = self._formatter.node(name), self._formatter.card(name)
        cost, vp = (card.cost, card.vp) if isinstance(card, BuildingCard) else ((), 0)
        points = self._formatter.amount("vp", vp)
        if name in player.buildings:
            return f"[green]{title}\n{self._formatter.say('built')}[/]"
        if name in offers:
            number, offer = offers[name]
            return f"[bold]{title}[/]\n[cyan]{number})[/] {self._formatter.initials(offer.pay)}, {points}"
        return f"[dim]{title}\n{self._formatter.initials(cost)}, {points}[/]"

    def _dice(self, player: PlayerState) -> str:
        parts = [dice(player.dice, player.bonus)] if player.dice or player.bonus else []
        if player.bonus_dice and not player.dice:
            parts.append(self._formatter.amount("bonus_die", player.bonus_dice))
        if player.envoy:
            parts.append(self._formatter.say("envoy"))
        return " ".join(parts)

    def _rows_built(self, player: PlayerState) -> str:
        """Write how many buildings stand in every row: `B2 D1`."""
        counts = Counter(map(self._row_of, player.buildings))
        return " ".join(f"{letter}{counts[letter]}" for letter in sorted(counts))

    def _row_of(self, building: str) -> str:
        card = self._formatter.node(building)
        return card.row if isinstance(card, BuildingCard) else ""

    def _options(self, decision: Decision) -> None:
        """List the options; for dice only those that the court does not show already."""
        self._console.print(f"\n{self._formatter.question(decision)}")
        self._list(decision, [n for n, o in enumerate(decision.options, 1) if not isinstance(o, Influence)])

    def everything(self, decision: Decision) -> None:
        """List all options, also those that waste something."""
        self._list(decision, range(1, len(decision.options) + 1))

    def _list(self, decision: Decision, numbers: Iterable[int]) -> None:
        lines = [
            f"[cyan]{number})[/] {self._formatter.answer(option, decision)}{self._meaning(option)}"
            for number, option in ((number, decision.options[number - 1]) for number in numbers)
        ]
        if len(lines) > 9:
            self._console.print(Columns(lines, padding=(0, 3)))
        else:
            self._console.print("\n".join(lines))

    def _meaning(self, option: Action) -> str:
        """Describe a building or a card that can be chosen."""
        match option:
            case Choose((CardThing(name),)) if isinstance(
                self._formatter.node(name), GovernorCard | GroupCard
            ):
                return f": [dim]{self._formatter.text(name)}[/]"
            case Build(name):
                card, text = self._formatter.node(name), self._formatter.text(name)
                if isinstance(card, BuildingCard) and card.vp:
                    text = f"{self._formatter.amount('vp', card.vp)}. {text}"
                return f": [dim]{text}[/]"
            case _:
                return ""


def wastes(way: Influence, other: Influence) -> bool:
    """Whether another way to influence the same advisor does with less: dice, token, card or envoy."""
    if way is other or way.advisor != other.advisor:
        return False
    return (
        not Counter(other.dice) - Counter(way.dice)
        and not Counter(other.bonus) - Counter(way.bonus)
        and other.plus2 <= way.plus2
        and other.via in ((), way.via)
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
