"""Requests and replies of a lobby: what is replied when something is refused, replays, and uploaded packs."""

from __future__ import annotations

import base64
import hashlib
import json
import re
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
    Pack,
    PackLimits,
    Record,
    SetupError,
    catalog_of,
    describe,
)
from kingsburg_rules.engine import is_list, is_map

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
    """A request."""

    method: str
    path: str
    query: Mapping[str, str] = field(factory=dict[str, str])
    body: object = None

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


# Uploads: packs of strangers, data only and within limits. One that hangs whoever reads or plays it must not
# hang others, so a server checks and plays them in a process of their own; see `sandboxed_tables`.

MOST_UPLOADS: Final = 4
"""How many packs a table may have."""

LONGEST_UPLOAD: Final = 3_000_000
"""How many characters all packs of a table may have, as they are sent."""

UPLOAD_LIMITS: Final = PackLimits(
    zip_bytes=500_000, file_bytes=300_000, pack_bytes=1_000_000, files=60, entries=500, compression=50
)

_MALFORMED = SetupError("table.upload", "This is not an upload of packs.")


def read_uploads(given: object) -> dict[str, str]:
    """Take uploads as a client sends them: each as the text that is stored of it, by its hash.

    Nothing of them is parsed here.

    Raises:
        SetupError: They are not uploads, or too many or too large.
    """
    if given is None:
        return {}
    if not is_list(given) or len(given) > MOST_UPLOADS:
        raise _MALFORMED
    texts = [_stored(each) for each in given]
    if sum(map(len, texts)) > LONGEST_UPLOAD:
        raise SetupError("table.size", "This upload is too large.")
    return {hashlib.sha256(text.encode()).hexdigest(): text for text in texts}


def _stored(upload: object) -> str:
    """Keep of an upload what is needed."""
    if not is_map(upload):
        raise _MALFORMED
    name = upload.get("name")
    content = [key for key in ("text", "zip", "files") if key in upload]
    if not isinstance(name, str) or len(name) > 200 or len(content) != 1:
        raise _MALFORMED
    found = upload[content[0]]
    texts = [*found.keys(), *found.values()] if is_map(found) else [found]
    if is_map(found) is not (content[0] == "files") or not all(isinstance(each, str) for each in texts):
        raise _MALFORMED
    try:
        text = json.dumps({"name": name, content[0]: found}, sort_keys=True, ensure_ascii=False)
        text.encode()
    except UnicodeEncodeError:
        raise _MALFORMED from None
    return text


def pack_of(stored: str) -> Pack:
    """Read a pack from what was stored of its upload.

    Raises:
        SetupError: It is not an upload.
        ContentError: The pack has mistakes; all of them are listed.
    """
    upload: object = json.loads(stored)
    if not is_map(upload):
        raise _MALFORMED
    found = upload.get("zip", upload.get("text", upload.get("files")))
    if "zip" in upload and isinstance(found, str):
        return Pack.from_zip(_decoded(found), limits=UPLOAD_LIMITS)
    if isinstance(found, str):
        found = {"pack.yaml": _info(str(upload.get("name"))), "cards.yaml": found}
    if not is_map(found):
        raise _MALFORMED
    return Pack.from_files({name: str(text) for name, text in found.items()}, limits=UPLOAD_LIMITS)


def _decoded(text: str) -> bytes:
    """Decode base64."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:  # a `binascii.Error`, or a plain one if there are other characters than those of ASCII
        raise _MALFORMED from None


def _info(name: str) -> str:
    """Write the `pack.yaml` of a single file; the pack is called like it. JSON is YAML."""
    stem = re.sub("[^a-z0-9]+", "-", name.rpartition("/")[2].removesuffix(".yaml").lower()).strip("-")
    called = stem if re.match("[a-z]", stem) else f"pack-{stem}".strip("-")
    return json.dumps({"format": 1, "id": called[:40], "version": "0", "title": called[:40]})
