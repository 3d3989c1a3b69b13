"""How much one browser, one table and a server may do: the one place with the limits of tables."""

from __future__ import annotations

from typing import Final

from attrs import define, frozen

from kingsburg_rules.engine.errors import SetupError


@define
class Allowance:
    """How often something may be done: at once, and per second after that."""

    at_once: float
    per_second: float
    left: float
    since: float

    def use(self, now: float) -> None:
        """Do it once.

        Raises:
            SetupError: It is too often.
        """
        self.left = min(self.at_once, self.left + max(0.0, now - self.since) * self.per_second)
        self.since = now
        if self.left < 1:
            raise SetupError("table.often", "This is too often. Please wait a moment.")
        self.left -= 1


@frozen
class Rate:
    """How often something may be done: so many times at once, and so many times per second after that."""

    at_once: float
    per_second: float

    def begin(self, now: float) -> Allowance:
        """Start counting."""
        return Allowance(self.at_once, self.per_second, self.at_once, now)


@frozen
class Limits:
    """How much is allowed.

    `requests`, `chats` and `thoughts` (hints and odds) are for each connection, `tries` (new tables, seats,
    replays) for each address. `tables` is the number of tables that are kept, `own_tables` that of tables
    with uploaded packs in use. `connections` is for each table, `all_connections` for the server.
    """

    requests: Rate = Rate(40, 20)
    chats: Rate = Rate(5, 0.5)
    thoughts: Rate = Rate(4, 1)
    tries: Rate = Rate(20, 0.2)
    chat_length: int = 300
    connections: int = 40
    all_connections: int = 1000
    tables: int = 1000
    own_tables: int = 8


LIMITS: Final = Limits()
"""The limits of a server."""

ALONE: Final = Limits(requests=Rate(10_000, 10_000), thoughts=Rate(100, 100), tries=Rate(1000, 100))
"""The limits in a browser, where nobody else is disturbed."""
