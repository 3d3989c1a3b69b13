"""Replays: a record as the news and the view after every action, for a browser to step through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kingsburg_rules import AnyEvent, Game, KingsburgError, Record, SetupError, catalog_of, describe
from kingsburg_rules.engine import is_map
from kingsburg_rules.web.requests import OK, LobbyReply, refused

LONGEST: Final = 200_000
"""The number of characters that a record may have: ten times what long games need."""

MOST_ACTIONS: Final = 5_000


def replay(body: object, language: str) -> Mapping[str, object]:
    """Replay a record as a spectator sees the game.

    Raises:
        SetupError: No record was sent.
        SaveError: It is damaged, or needs rules that are not here.
    """
    text = body.get("record") if is_map(body) else None
    if not isinstance(text, str) or len(text) > LONGEST:
        raise SetupError("table.malformed", "This is not a request: a record is needed.")
    record = Record.loads(text)
    if len(record.actions) > MOST_ACTIONS:
        raise SetupError("table.size", "This record is too long.")
    games = record.replay()
    first = next(games)
    view = first.view()
    steps = [_step(first, first.opening, language)] if first.decision is None else []
    seq = view.seq
    for game in games:
        steps.append(_step(game, game.recent(after=seq), language))
        seq = game.view().seq
    catalog = catalog_of(first.rules, language)
    return {
        "digest": catalog.digest,
        "catalog": catalog.to_dict(),
        "title": ", ".join(record.players),
        "view": view.to_dict(),
        "steps": steps,
    }


def _step(game: Game, events: Sequence[AnyEvent], language: str) -> Mapping[str, object]:
    texts = [
        describe(event, game.rules, language=language) or None if event.news else None for event in events
    ]
    return {
        "events": [event.to_dict(game.players) for event in events],
        "texts": texts,
        "view": game.view().to_dict(),
    }


def answer_replay(body: object, language: str) -> LobbyReply:
    """Reply to the request for a replay. Its arguments and its result can be sent to another process."""
    try:
        return LobbyReply(OK, replay(body, language))
    except KingsburgError as error:
        return refused(error, language)
