"""Pictures: a view of a game as SVG, and as text for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.render.page import draw
from kingsburg_rules.render.plain import write
from kingsburg_rules.render.staging import scene_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.engine.events import Event
    from kingsburg_rules.game.views import SeatView

__all__ = ["svg", "text"]


def svg(
    view: SeatView, *, log: Iterable[Event] = (), theme: str = "auto", width: int = 1080, language: str = "en"
) -> str:
    """Draw a view as SVG.

    Args:
        view: What one seat, or a spectator, may know; nothing else is drawn.
        log: Events to be told beside the board, such as those of `Game.recent`.
        theme: `light`, `dark`, or `auto`, which follows the reader's screen and is light in print.
        width: How wide the picture is, in pixels of a style sheet; below 860 all stands in one column.
        language: `en`, `nl` or `fr`.

    Returns:
        A whole SVG document, which can also stand inside HTML.

    Raises:
        SetupError: There is no such theme or language, or the width is not possible.
    """
    return draw(scene_of(view, log, language), theme, width)


def text(view: SeatView, *, log: Iterable[Event] = (), width: int = 80, language: str = "en") -> str:
    """Write a view as text, for a terminal.

    Args:
        view: What one seat, or a spectator, may know; nothing else is written.
        log: Events to be told below the board.
        width: How long a line may be, in letters.
        language: `en`, `nl` or `fr`.

    Raises:
        SetupError: There is no such language, or the width is too small.
    """
    return write(scene_of(view, log, language), width)
