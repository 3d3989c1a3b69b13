"""Logs of a server for its operator, on the standard error: lines of text, or JSON for programs."""

from __future__ import annotations

import json
import logging
from typing import Final, Literal, TypeAlias

LogFormat: TypeAlias = Literal["text", "json"]

UVICORN: Final = "uvicorn.error"
"""The logger of uvicorn for everything but requests."""


class MalformedRequests(logging.Filter):
    """Leaves out and counts what uvicorn says about invalid requests: strangers could fill the disk."""

    count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write this."""
        # Warnings are about requests; of the errors, only one is.
        if record.name != UVICORN or (record.levelno >= logging.ERROR and "Invalid UTF-8" not in record.msg):
            return True
        self.count += 1
        return False


class _AsJson(logging.Formatter):
    """Writes each event as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write an event."""
        told: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        told.update(getattr(record, "told", {}))
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def start_logging(form: LogFormat) -> MalformedRequests:
    """Begin to write; return what counts the rest. JSON also tells when the server starts and ends."""
    handler, malformed = logging.StreamHandler(), MalformedRequests()
    as_text = logging.Formatter("%(levelname)s: %(message)s %(told)s", defaults={"told": ""})
    handler.setFormatter(_AsJson() if form == "json" else as_text)
    handler.addFilter(malformed)
    for name in ("kingsburg", UVICORN):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
    logging.getLogger(UVICORN).setLevel(logging.WARNING)
    logging.getLogger("kingsburg").setLevel(logging.INFO if form == "json" else logging.WARNING)
    return malformed
