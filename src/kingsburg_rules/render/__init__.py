"""Pictures: a view of a game as SVG, and as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from kingsburg_rules.content.rules import Rules, card_number
from kingsburg_rules.engine.actions import Action
from kingsburg_rules.engine.errors import SetupError, expect, needing, shown
from kingsburg_rules.engine.events import Event
from kingsburg_rules.game.views import SeatView, check_value, check_view
from kingsburg_rules.render.cards import NARROWEST, draw_card
from kingsburg_rules.render.page import PARTS, Part, draw
from kingsburg_rules.render.plain_text import write
from kingsburg_rules.render.scene import MOST_LINES, dice, phrasebook_of, scene_of
from kingsburg_rules.render.svg_elements import check_width

__all__ = ["PARTS", "Part", "Picture", "card", "dice", "svg", "text"]


class Picture(str):
    """An SVG document as text. A notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self

    def png(self, scale: float = 1) -> bytes:
        """Draw the picture as PNG, for chats and mail, `scale` times as large.

        Raises:
            SetupError: It needs the extra `png`, which is not installed, or cannot be drawn at this scale.
        """
        with needing("png"):
            from resvg_py import svg_to_bytes
        try:
            return bytes(svg_to_bytes(svg_string=str(self), zoom=scale))
        except (OverflowError, TypeError, ValueError) as error:
            raise SetupError(
                "picture.scale", f"A picture cannot be drawn {shown(scale)} times as large."
            ) from error


def svg(
    view: SeatView,
    *,
    parts: Part | Iterable[Part] | None = None,
    first: str | None = None,
    highlight: Iterable[Action | Event | str] | None = None,
    log: Iterable[Event] = (),
    theme: str = "auto",
    width: int = 1080,
    language: str = "en",
) -> Picture:
    """Draw a view as SVG.

    Args:
        view: What one seat, or a spectator, may know; nothing else is drawn.
        parts: Which parts to draw, below each other; by default the whole table. `PARTS` lists them.
        first: The player whose seat comes first; by default the viewer, for a spectator the first player.
        highlight: What to highlight: actions that can be chosen, events that have just happened, and keys of
            things. By default, everything that stands for an option of the view's own decision.
        log: Events to list beside the board, such as those of `Game.recent`.
        theme: `light`, `dark`, or `auto`, which follows the reader's screen and is light in print.
        width: How wide the picture is, in CSS pixels. The layout changes at 560 and 960.
        language: `en`, `nl` or `fr`.

    Returns:
        A whole SVG document, which can also be part of an HTML page.

    Raises:
        SetupError: There is no such part, player, theme or language, something cannot be highlighted, or the
            width is not possible.
        SaveError: The view or the log is not of a game with these rules.
        TypeError: `view` is not a view, or `log` has something other than events.
    """
    lit = None if highlight is None else tuple(highlight)
    return Picture(draw(scene_of(*_checked(view, log), language, first, lit), parts, theme, width))


def text(
    view: SeatView,
    *,
    parts: Part | Iterable[Part] | None = None,
    first: str | None = None,
    numbered: bool = False,
    log: Iterable[Event] = (),
    width: int = 80,
    language: str = "en",
) -> str:
    """Write a view as text, for a terminal or a notebook.

    Args:
        view: What one seat, or a spectator, may know; nothing else is written.
        parts: Which parts to write, below each other; by default the whole table. `PARTS` lists them.
        first: The player whose province is the part `province`; by default the viewer.
        numbered: Whether the options of the view's decision are written with their numbers, counted from 1,
            and with the texts of buildings and cards; ways to an advisor that waste something are left out.
        log: Events to list below the board.
        width: How long a line may be, in letters.
        language: `en`, `nl` or `fr`.

    Raises:
        SetupError: There is no such part, player or language, or the width is not possible.
        SaveError: The view or the log is not of a game with these rules.
        TypeError: `view` is not a view, or `log` has something other than events.
    """
    scene = scene_of(*_checked(view, log), language, first)
    options = view.decision.options if view.decision is not None else ()
    return write(scene, parts, width, options if numbered else None)


def _checked(view: SeatView, log: Iterable[Event]) -> tuple[SeatView, tuple[Event, ...]]:
    """Check what is to be drawn. Of a long log, only the end is drawn."""
    expect(view, SeatView, "view")
    events = tuple(log)
    for event in events:
        expect(event, Event, "an entry of `log`")
    told = events[-MOST_LINES:]
    check_view(view)
    for event in told:
        check_value(event, view.rules)
    return view, told


def card(rules: Rules, card: str, *, theme: str = "auto", width: int = 260, language: str = "en") -> Picture:
    """Draw a card by itself: its kind, its numbers, what it costs and brings, and what it does.

    Args:
        rules: The rules that the card belongs to.
        card: The card, by its id, or as `pack/id`.
        theme: `light`, `dark`, or `auto`, which follows the reader's screen and is light in print.
        width: How wide the picture is; it is as high as the text needs.
        language: `en`, `nl` or `fr`.

    Returns:
        A whole SVG document, which can also be part of an HTML page.

    Raises:
        SetupError: There is no such card, theme or language, or the width is not possible.
        TypeError: `rules` are not rules.
    """
    expect(rules, Rules, "rules")
    number = card_number(rules, card)
    check_width(width, NARROWEST)
    return Picture(draw_card(rules.compiled.cards[number].name, phrasebook_of(rules, language), theme, width))
