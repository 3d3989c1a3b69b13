"""The calendar and the tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.render.measure import PLAIN, TITLE, fit, width
from kingsburg_rules.render.panels import PAD, Block, Flow, panel
from kingsburg_rules.render.shapes import box, disc, group, mark, moved, number, path, text

if TYPE_CHECKING:
    from kingsburg_rules.render.scene import Scene, Step
    from kingsburg_rules.text.speech import Speech

_FEW = 10
"""Up to so many steps a track has a line for each."""

_MARK = 15
"""The room for the mark of a player."""


def calendar(scene: Scene, wide: float) -> Block:
    """Draw the title, the years and the phases."""
    room = wide - 2 * PAD
    say = scene.say
    by = say.say("as_seen_by", player=scene.viewer) if scene.viewer else say.say("as_seen_by_all")
    title = fit(scene.title, room, TITLE)
    parts = [text(PAD, 31, title, "t1")]
    beside = PAD + width(title, TITLE) + 8
    if beside + width(by, PLAIN) < wide - PAD:
        parts.append(text(beside, 31, by, "soft"))
        top = 44.0
    else:
        parts.append(text(PAD, 48, fit(by, room, PLAIN), "soft"))
        top = 60.0
    flow = Flow(PAD, top, room, 28)
    parts += [_year(step, say, *flow.place(28)) for step in scene.years]
    flow.skip(8)
    parts += [_phase(step, say, *flow.place(_phase_width(step))) for step in scene.phases]
    return Block(panel(say.say("calendar"), "".join(parts), wide, flow.bottom + 8), flow.bottom + 8)


def _state(step: Step, say: Speech) -> str:
    return say.say("now" if step.now else "gone" if step.gone else "to_come")


def _year(step: Step, say: Speech, x: float, y: float) -> str:
    kind = "accent" if step.now else "linefill" if step.gone else "panel track"
    ink = "t4 b m over" if step.now else "t4 b m"
    drawn = disc(x + 14, y + 12, kind) + text(x + 14, y + 16, step.name, ink)
    return group(say.say("year", name=step.name, state=_state(step, say)), drawn)


def _phase_width(step: Step) -> float:
    return width(f"{step.number} {step.name}", PLAIN) + 16


def _phase(step: Step, say: Speech, x: float, y: float) -> str:
    kind = "accent" if step.now else "linefill" if step.gone else "panel track"
    ink = "b over" if step.now else "soft" if not step.gone else ""
    name = f"{step.number} {step.name}".strip()
    drawn = box(x, y + 1, _phase_width(step), 22, kind, 11) + text(x + 8, y + 16, name, ink)
    return group(say.say("phase", name=name, state=_state(step, say)), drawn)


def tracks(scene: Scene, wide: float) -> Block:
    """Draw the points and the soldiers of all players as tracks."""
    parts: list[str] = []
    y = 8.0
    for resource in ("vp", "soldier"):
        values = [
            (seat.number, seat.player.name, seat.player.vp if resource == "vp" else seat.player.soldiers)
            for seat in scene.seats
        ]
        track = _track(resource, values, wide - 2 * PAD, scene.say)
        parts.append(moved(PAD, y, track.drawn))
        y += track.high + 4
    return Block(panel(scene.say.say("tracks"), "".join(parts), wide, y + 4), y + 4)


def _track(resource: str, values: list[tuple[int, str, int]], wide: float, say: Speech) -> Block:
    """Draw a track with the marks of the players; marks that would cover each other stand on top."""
    numbers = [value for _, _, value in values]
    low, high = min(0, *numbers), max(_FEW, *numbers)
    step = 1 if high - low <= _FEW else 5 if high - low <= 5 * _FEW else 10
    low, high = low // step * step, -(-high // step) * step
    places = {at: 14 + (at - low) * (wide - 28) / (high - low) for at in range(low, high + 1)}
    stood: list[tuple[float, int]] = []
    marks: list[str] = []
    for seat, who, value in sorted(values, key=lambda entry: entry[2]):
        x, level = places[value], 0
        while any(abs(x - other) < _MARK and level == at for other, at in stood):
            level += 1
        stood.append((x, level))
        marks.append(group(f"{who}: {say.counted(resource, value)}", mark(x, -10 - _MARK * level, seat)))
    ticks = range(low, high + 1, step)
    ruler = "".join([f"M14 0h{number(wide - 28)}", *(f"M{number(places[at])} 0v4" for at in ticks)])
    below = "".join(text(places[at], 15, str(at), "m soft") for at in ticks)
    top = 34 + _MARK * max(level for _, level in stood)
    name = text(0, 12, say.say(resource), "b soft")
    line = path(0, 0, ruler, "track") + below + "".join(marks)
    return Block(name + moved(0, top, line), top + 20)
