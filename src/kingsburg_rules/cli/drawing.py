"""Chapters and scores drawn as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from kingsburg_rules.cli.words import changes, dice, initials, listed, year_name

if TYPE_CHECKING:
    from rich.console import Console

    from kingsburg_rules.cli.account import Chapter, Share
    from kingsburg_rules.cli.telling import Teller
    from kingsburg_rules.engine.events import EnemyRevealed
    from kingsburg_rules.game.outcome import Outcome, Place

_REASONS = {"goods": " by the goods left", "buildings": " by the number of buildings"}
_OUTCOMES = {"victory": "[green]victory[/]", "tie": "held", "defeat": "[red]defeat[/]"}


def table(*titles: str, right: tuple[str, ...] = ()) -> Table:
    """Begin a plain table; the columns named in `right` hold numbers."""
    new = Table(
        box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, header_style="dim"
    )
    for title in titles:
        new.add_column(title, justify="right" if title in right else "left", overflow="fold")
    return new


def draw_chapter(console: Console, chapter: Chapter, teller: Teller) -> None:
    """Draw a chapter as befits its phase."""
    if any(share.dice for share in chapter.shares.values()):
        _draw_season(console, chapter, teller)
    elif chapter.enemy is not None:
        _draw_winter(console, chapter, chapter.enemy, teller)
    else:
        _draw_phase(console, chapter, teller)


def _name(chapter: Chapter, teller: Teller) -> str:
    return f"Year {year_name(chapter.year)}, {teller.names.phase(chapter.phase)}"


def _title(console: Console, chapter: Chapter, teller: Teller) -> None:
    console.print()
    console.rule(f"[bold]{_name(chapter, teller)}[/]", align="left")


def _draw_phase(console: Console, chapter: Chapter, teller: Teller) -> None:
    """Tell a phase that only gives and takes in a line."""
    brought = {player: _brought(chapter.shares[player]) for player in chapter.order}
    told = [f"{teller.who(player)} {text}" for player, text in brought.items() if text]
    if told:
        console.print(f"\n[bold]{_name(chapter, teller)}:[/] {'; '.join(told)}.")


def _draw_season(console: Console, chapter: Chapter, teller: Teller) -> None:
    _title(console, chapter, teller)
    rows = table("Player", "Dice", "Influences", "Receives", "Builds", "VP", right=("VP",))
    for group in chapter.neutral:
        rows.add_row("[dim]neutral[/]", dice(group.dice), f"[dim]{teller.names.card(group.advisor)}[/]")
    for player in chapter.order:
        share = chapter.shares[player]
        rows.add_row(
            teller.who(player),
            _dice(share),
            "\n".join(_placed(share, teller)) or "[dim]nobody[/]",
            _brought(share),
            "\n".join(
                f"{teller.names.card(b)} [dim]{initials(cost.items())}[/]" for b, cost in share.built.items()
            ),
            str(chapter.points[player]),
        )
    console.print(rows)


def _dice(share: Share) -> str:
    """Write what was rolled, and what was rolled again."""
    return "\n".join(
        f"{dice(roll.dice, roll.bonus)} [dim]={sum(roll.dice) + sum(roll.bonus)}[/]" for roll in share.dice
    )


def _placed(share: Share, teller: Teller) -> list[str]:
    return [
        f"{teller.names.card(p.advisor)} [dim]{teller.names.group(p.dice, p.bonus, p.plus2, p.via)}"
        + (" Envoy[/]" if p.envoy else "[/]")
        for p in share.placed
    ]


def _brought(share: Share) -> str:
    """Write what came and went, and whether the player looked at the enemy."""
    return ", ".join(filter(None, [changes(share.gained, share.lost), "sees the enemy" * share.peeked]))


def _draw_winter(console: Console, chapter: Chapter, enemy: EnemyRevealed, teller: Teller) -> None:
    _title(console, chapter, teller)
    king = f" The King sends {chapter.common_dice[0]} soldiers to everybody." if chapter.common_dice else ""
    console.print(f"[bold]{teller.names.enemy(enemy.enemy)}[/]{king}")
    rows = table("Player", "Strength", "Battle", "Brings", "VP", right=("Strength", "VP"))
    for player in chapter.order:
        share = chapter.shares[player]
        fallen = [f"[red]{teller.names.card(building)} destroyed[/]" for building in share.destroyed]
        rows.add_row(
            teller.who(player),
            str(share.fought.strength) if share.fought else "",
            _OUTCOMES.get(share.fought.outcome, "") if share.fought else "",
            ", ".join([*filter(None, [_brought(share)]), *fallen]),
            str(chapter.points[player]),
        )
    console.print(rows)


def draw_outcome(console: Console, outcome: Outcome, teller: Teller) -> None:
    """Draw the final scores: by kind of source in a table, then each player's sources one by one."""
    console.print()
    console.rule("[bold]Final scores[/]", align="left")
    places = outcome.ranking
    names = [teller.who(place.player) for place in places]
    rows = table("VP from", *names, right=tuple(names))
    kinds = list(dict.fromkeys(teller.names.kind(source) for place in places for source in place.by_source))
    for kind in sorted(kinds):
        rows.add_row(kind, *(str(_points(place, kind, teller)) for place in places))
    rows.add_section()
    rows.add_row("[bold]all[/]", *(f"[bold]{place.vp}[/]" for place in places))
    rows.add_row("[dim]goods left[/]", *(f"[dim]{place.goods}[/]" for place in places))
    rows.add_row("[dim]buildings[/]", *(f"[dim]{place.buildings}[/]" for place in places))
    console.print(rows)
    for place in places:
        parts = [f"{teller.names.source(source)} {vp}" for source, vp in place.by_source.items()]
        console.print(f"{place.rank}. {teller.who(place.player)}: {', '.join(parts)}")
    verb = "wins" if len(outcome.winners) == 1 else "share the victory"
    reason = _REASONS.get(outcome.decided_by, "")
    console.print(f"\n[bold]{listed([teller.who(name) for name in outcome.winners])} {verb}{reason}.[/]")


def _points(place: Place, kind: str, teller: Teller) -> int:
    return sum(vp for source, vp in place.by_source.items() if teller.names.kind(source) == kind)
