"""How much one browser, one table and a server may do: the one place with the limits of tables."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Final

from attrs import define, field, frozen

from kingsburg_rules import SetupError
from kingsburg_rules.table.tables import TABLE_LIMITS, TableLimits

MOST_ADDRESSES: Final = 10_000


@frozen
class Rate:
    """How often something may be done: so many times at once, and so many times per second after that."""

    at_once: float
    per_second: float

    def begin(self, now: float) -> RateLimiter:
        """Start counting."""
        return RateLimiter(self, self.at_once, now)


@define
class RateLimiter:
    """How often something may still be done."""

    rate: Rate
    left: float
    since: float

    def use(self, now: float) -> None:
        """Do it once.

        Raises:
            SetupError: It is too often.
        """
        if not self.allows(now):
            raise SetupError("table.often", "Too many requests. Please wait a moment.")

    def allows(self, now: float) -> bool:
        """Do it once if it is not too often; say whether it was done."""
        more = max(0.0, now - self.since) * self.rate.per_second
        self.left, self.since = min(self.rate.at_once, self.left + more), now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@define
class Tries:
    """The rate of each address. Networks of IPv6 count as one address, since everybody has many."""

    rate: Rate
    _known: dict[str, RateLimiter] = field(factory=dict[str, RateLimiter])

    def use(self, address: str, now: float) -> None:
        """Count that an address does something.

        Raises:
            SetupError: It is too often.
        """
        if not self.allows(address, now):
            raise SetupError("table.often", "Too many requests. Please wait a moment.")

    def allows(self, address: str, now: float) -> bool:
        """Count that an address does something if it is not too often; say whether it was done."""
        # Forgetting everybody is generous, but keeps the memory of a flood of addresses small.
        if len(self._known) > MOST_ADDRESSES:
            self._known.clear()
        return self._known.setdefault(network_of(address), self.rate.begin(now)).allows(now)


def network_of(address: str) -> str:
    """Return what an address is counted as."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    # A home has a network of 64 bits, and as many addresses as it wants.
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


@frozen
class ServerLimits:
    """How much is allowed.

    `requests`, `chats`, `changes` (names, bots, languages: their answers are long) and `thoughts` (hints and
    odds) are for each connection; what comes faster than `pace` has to wait. `tries` (what is sent by HTTP,
    and what starts a process) and `looks` (at one's own tables) are for each address.
    `connections` is for each table, `own_connections` for each address, `all_connections` for the server;
    `openings` are the connections that an address may open.
    """

    requests: Rate = Rate(40, 20)
    pace: Rate = Rate(100, 40)
    chats: Rate = Rate(5, 0.5)
    changes: Rate = Rate(10, 0.5)
    thoughts: Rate = Rate(4, 1)
    tries: Rate = Rate(20, 0.2)
    looks: Rate = Rate(60, 1)
    openings: Rate = Rate(200, 20)
    connections: int = 40
    own_connections: int = 200
    all_connections: int = 1000
    tables: TableLimits = TABLE_LIMITS


LIMITS: Final = ServerLimits()
"""The limits of a server."""

ALONE: Final = ServerLimits(
    requests=Rate(10_000, 10_000), changes=Rate(10_000, 10_000), thoughts=Rate(100, 100)
)
"""The limits in a browser, where nobody else is disturbed."""
