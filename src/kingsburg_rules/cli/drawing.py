"""Chapters and scores drawn as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.markup import escape
from rich.table import Table

from kingsburg_rules.render.words import dice

if TYPE_CHECKING:
    from collections.abc import Collection

    from rich.console import Console

    from kingsburg_rules.cli.account import Chapter, Share
    from kingsburg_rules.cli.telling import Teller
    from kingsburg_rules.engine.events import EnemyRevealed
    from kingsburg_rules.game.outcome import Outcome, Place

_REASONS = ("goods", "buildings")
"""What may decide a tie, and is worth telling."""

_OUTCOMES = {"victory": "[green]{}[/]", "tie": "{}", "defeat": "[red]{}[/]"}


def table(*titles: str, right: Collection[str] = ()) -> Table:
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


def _title(console: Console, chapter: Chapter, teller: Teller) -> None:
    console.print()
    console.rule(f"[bold]{teller.moment(chapter.year, chapter.phase)}[/]", align="left")


def _draw_phase(console: Console, chapter: Chapter, teller: Teller) -> None:
    """Tell a phase that only gives and takes in a line."""
    brought = {player: _brought(chapter.shares[player], teller) for player in chapter.order}
    told = "; ".join(f"{teller.who(player)} {text}" for player, text in brought.items() if text)
    if told:
        phase = f"[bold]{teller.moment(chapter.year, chapter.phase)}[/]"
        console.print(f"\n{teller.speech.smooth(f'{phase}: {told}.')}")


def _draw_season(console: Console, chapter: Chapter, teller: Teller) -> None:
    _title(console, chapter, teller)
    titles = [teller.say(key) for key in ("player", "dice", "influences", "receives", "builds", "vp")]
    rows = table(*titles, right=titles[-1:])
    for group in chapter.neutral:
        neutral = f"[dim]{teller.say('neutral')}[/]"
        rows.add_row(neutral, dice(group.dice), f"[dim]{teller.card(group.advisor)}[/]")
    for player in chapter.order:
        share = chapter.shares[player]
        rows.add_row(
            teller.who(player),
            _dice(share),
            "\n".join(_placed(share, teller)) or f"[dim]{teller.say('nobody')}[/]",
            _brought(share, teller),
            "\n".join(
                f"{teller.card(b)} [dim]{teller.initials(cost.items())}[/]" for b, cost in share.built.items()
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
    return [f"{teller.card(placed.advisor)} [dim]{teller.group(placed)}[/]" for placed in share.placed]


def _brought(share: Share, teller: Teller) -> str:
    """Write what came and went, and whether the player looked at the enemy."""
    seen = teller.say("sees_enemy") if share.peeked else ""
    return ", ".join(filter(None, [teller.changes(share.gained, share.lost), seen]))


def _draw_winter(console: Console, chapter: Chapter, enemy: EnemyRevealed, teller: Teller) -> None:
    _title(console, chapter, teller)
    sent = [teller.speech.counted("soldier", number) for number in chapter.common_dice[:1]]
    king = [teller.say("king_sends", soldiers=soldiers) for soldiers in sent]
    console.print(" ".join([f"[bold]{escape(teller.enemy(enemy.enemy))}[/]", *king]))
    titles = [teller.say(key) for key in ("player", "strength", "battle", "brings", "vp")]
    rows = table(*titles, right=(titles[1], titles[-1]))
    for player in chapter.order:
        share = chapter.shares[player]
        fallen = [
            f"[red]{teller.say('destroyed', building=teller.speech.card(b))}[/]" for b in share.destroyed
        ]
        rows.add_row(
            teller.who(player),
            str(share.fought.strength) if share.fought else "",
            _OUTCOMES[share.fought.outcome].format(teller.say(share.fought.outcome)) if share.fought else "",
            ", ".join([*filter(None, [_brought(share, teller)]), *fallen]),
            str(chapter.points[player]),
        )
    console.print(rows)


def draw_outcome(console: Console, outcome: Outcome, teller: Teller) -> None:
    """Draw the final scores: by kind of source in a table, then each player's sources one by one."""
    console.print()
    console.rule(f"[bold]{teller.say('scores')}[/]", align="left")
    places = outcome.ranking
    names = [teller.who(place.player) for place in places]
    rows = table(teller.say("vp_from"), *names, right=names)
    kinds = {teller.kind(source) for place in places for source in place.by_source}
    for kind in sorted(kinds):
        rows.add_row(kind, *(str(_points(place, kind, teller)) for place in places))
    rows.add_section()
    rows.add_row(f"[bold]{teller.say('all')}[/]", *(f"[bold]{place.vp}[/]" for place in places))
    rows.add_row(f"[dim]{teller.say('goods_left')}[/]", *(f"[dim]{place.goods}[/]" for place in places))
    rows.add_row(f"[dim]{_buildings(teller)}[/]", *(f"[dim]{place.buildings}[/]" for place in places))
    console.print(rows)
    for place in places:
        parts = [f"{teller.source(source)} {vp}" for source, vp in place.by_source.items()]
        said = f"{teller.who(place.player)}: {', '.join(parts)}"
        console.print(f"{place.rank}. {teller.speech.smooth(said)}")
    winners = teller.speech.listed(outcome.winners)
    said = teller.say("wins" if len(outcome.winners) == 1 else "win", players=winners)
    reason = teller.say(f"by_{outcome.decided_by}") if outcome.decided_by in _REASONS else ""
    console.print(f"\n[bold]{said}{reason}.[/]")


def _buildings(teller: Teller) -> str:
    return teller.say("buildings").lower()


def _points(place: Place, kind: str, teller: Teller) -> int:
    return sum(vp for source, vp in place.by_source.items() if teller.kind(source) == kind)
