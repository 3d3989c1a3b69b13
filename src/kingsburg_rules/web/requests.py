"""Requests and replies of a lobby: what is replied when something is refused, replays, and uploaded packs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Final, TypeAlias

from attrs import field, frozen

from kingsburg_rules import (
    LANGUAGES,
    AnyEvent,
    ContentError,
    Game,
    KingsburgError,
    Record,
    SetupError,
    catalog_of,
    describe,
)
from kingsburg_rules.engine import is_map

Body: TypeAlias = Mapping[str, object]

OK: Final = 200
CREATED: Final = 201

STATUS: Final[Mapping[str, int]] = {
    "table.malformed": HTTPStatus.BAD_REQUEST,
    "table.none": HTTPStatus.NOT_FOUND,
    "table.token": HTTPStatus.FORBIDDEN,
    "table.not_over": HTTPStatus.FORBIDDEN,
    "table.taken": HTTPStatus.CONFLICT,
    "table.often": HTTPStatus.TOO_MANY_REQUESTS,
    "table.full": HTTPStatus.SERVICE_UNAVAILABLE,
    "table.disk": HTTPStatus.SERVICE_UNAVAILABLE,
    "table.slow": HTTPStatus.SERVICE_UNAVAILABLE,
    "table.broken": HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The status of errors; of others it is `UNPROCESSABLE_ENTITY`."""

STATUSES: Final = frozenset(
    {OK, CREATED, HTTPStatus.GONE, HTTPStatus.UNPROCESSABLE_ENTITY, *map(int, STATUS.values())}
)
"""All statuses that a reply may have."""


@frozen
class LobbyRequest:
    """A request. Its `owner`, such as an address, may open so many tables."""

    method: str
    path: str
    query: Mapping[str, str] = field(factory=dict[str, str])
    body: object = None
    owner: str = ""

    @property
    def language(self) -> str:
        """The language of the reader."""
        wanted = self.query.get("language", "")
        return wanted if wanted in LANGUAGES else "en"


@frozen
class LobbyReply:
    """An answer to a request. What is `kept` for ever may be kept by browsers, too."""

    status: int
    body: object
    kept: bool = False


def refused(error: KingsburgError, language: str) -> LobbyReply:
    """Make the reply to a refused request. Of a pack with mistakes, all are listed."""
    body: dict[str, object] = {"code": error.code, "message": describe(error, language=language)}
    if isinstance(error, ContentError):
        body["diagnostics"] = [
            {
                "file": each.file,
                "line": each.line,
                "column": each.column,
                "code": each.code,
                "message": str(each.message),
                "severity": each.severity,
            }
            # More than anybody reads; a hostile pack may have thousands.
            for each in error.diagnostics[:100]
        ]
    # A save that cannot be loaded will not come back: its rules have changed.
    usual = HTTPStatus.GONE if error.code.startswith("save.") else HTTPStatus.UNPROCESSABLE_ENTITY
    return LobbyReply(int(STATUS.get(error.code, usual)), body)


def as_map(found: object) -> Body:
    """Take a map.

    Raises:
        SetupError: It is something else.
    """
    if not is_map(found):
        raise malformed("it must be a map")
    return found


def malformed(why: str) -> SetupError:
    """Make the error for a request of another form."""
    return SetupError("table.malformed", f"This is not a request: {why}.")


# Replays: a record as the news and the view after every action, for a browser to step through

LONGEST_RECORD: Final = 200_000
"""The number of characters that a record may have: ten times what long games need."""

MOST_ACTIONS: Final = 5_000


def replay(body: object, language: str) -> Mapping[str, object]:
    """Replay a record as a spectator sees the game.

    Raises:
        SetupError: No record was sent.
        SaveError: It is damaged, or needs rules that are not here.
    """
    text = body.get("record") if is_map(body) else None
    if not isinstance(text, str) or len(text) > LONGEST_RECORD:
        raise malformed("a record is needed")
    record = Record.loads(text)
    if len(record.actions) > MOST_ACTIONS:
        raise SetupError("table.size", "This record is too long.")
    games = record.replay()
    first = next(games)
    view = first.view()
    # A game that ends before anybody was asked has one step, and no action.
    steps = [_step(first, first.opening, language)] if first.decision is None else []
    seq = view.seq
    for game in games:
        steps.append(_step(game, game.recent(after=seq), language))
        seq = game.seq
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
