"""Requests and replies of a lobby, and what is replied when something is refused."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, TypeAlias

from attrs import field, frozen

from kingsburg_rules import LANGUAGES, ContentError, KingsburgError, SetupError, describe
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
            for each in error.diagnostics[:100]
        ]
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
