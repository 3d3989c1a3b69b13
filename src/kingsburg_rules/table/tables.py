"""Many tables of one store: opened, found, changed and forgotten; and the same for an event loop."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from secrets import token_urlsafe
from time import monotonic, time
from typing import Final, Protocol, TypeVar
from weakref import WeakValueDictionary

from attrs import define, evolve, field, frozen

from kingsburg_rules import AnyAction, Pack, Rules, SetupError, load_rules
from kingsburg_rules.table.saved import Chair, Plan, SavedTable
from kingsburg_rules.table.stores import NO_PACKS, Store, StoredTable
from kingsburg_rules.table.table import Table, TableNews, check_chairs, hash_of, new_token
from kingsburg_rules.table.thinking import think
from kingsburg_rules.table.uploads import pack_of

T = TypeVar("T")

_START: Final = time() - monotonic()

NO_TABLE: Final = SetupError("table.none", "There is no such table.")


@frozen
class TableLimits:
    """How many tables there may be, in all and opened by one owner, and for how many hours they are kept.

    Only hours count in which nobody uses a table while the program runs. A table is kept for `unplayed` hours
    if no person has ever answered anything there, for `over` hours when its game is over, and for `playing`
    hours otherwise.
    """

    tables: int = 1000
    own_tables: int = 100
    unplayed: int = 12
    over: int = 72
    playing: int = 14 * 24

    def is_stale(self, entry: StoredTable) -> bool:
        """Return whether a table is to be forgotten."""
        hours = self.over if entry.over else self.playing if entry.was_played else self.unplayed
        return entry.idle >= hours


TABLE_LIMITS: Final = TableLimits()


@define(eq=False)
class Tables:
    """The tables of a store. Every change is stored before it is seen."""

    store: Store
    limits: TableLimits = TABLE_LIMITS
    loaded: dict[str, Table] = field(factory=dict[str, Table], init=False)

    def find(self, name: str, now: float) -> Table:
        """Find a table; one that was not asked for lately is read from the store.

        Raises:
            SetupError: There is none.
            SaveError: Its rules have changed, or it cannot be read.
        """
        if name not in self.loaded:
            saved = self.store.find(name)
            if saved is None:
                raise NO_TABLE
            packs = [pack_of(self.store.find_pack(each) or "") for each in saved.plan.packs]
            table = Table.load(saved, rules_of(saved.plan, packs), now)
            table.titles = tuple(pack.title for pack in packs)
            return self.loaded.setdefault(name, table)
        return self.loaded[name]

    def open(
        self,
        plan: Plan,
        chairs: Sequence[Chair],
        now: float,
        *,
        uploads: Mapping[str, str] = NO_PACKS,
        owner: str = "",
    ) -> tuple[Table, Mapping[int, str]]:
        """Open a table, and return it with the tokens of the people who sit there, by seat.

        `uploads` are what `read_uploads` returns. Each `owner`, such as an address, may have only so many
        tables.

        Raises:
            KingsburgError: The rules, the names or the packs are not possible, or there is no room.
        """
        self.admit(owner)  # before anything is parsed, so that a full server does no work for strangers
        packs = [pack_of(text) for text in uploads.values()]
        plan = _with_packs(plan, packs, uploads)
        rules = rules_of(plan, packs)
        tokens = {seat: new_token() for seat, chair in enumerate(chairs) if chair.kind == "person"}
        seated = tuple(
            evolve(chair, token=hash_of(tokens[seat])) if seat in tokens else chair
            for seat, chair in enumerate(chairs)
        )
        check_chairs(seated, rules)
        if not tokens:
            raise SetupError("table.malformed", "This is not a request: somebody must sit at the table.")
        name = token_urlsafe(9).replace("-", "_")  # `kingsburg tables` would take "-x" for an option
        saved = SavedTable(name, plan, seated, int(now), host=min(tokens))
        self.store.add(saved, uploads, mark_of(owner))
        table = self.loaded[saved.id] = Table(rules, saved)
        table.titles = tuple(pack.title for pack in packs)
        return table, tokens

    def admit(self, owner: str) -> None:
        """Check that another table can be opened.

        Raises:
            SetupError: There are too many.
        """
        entries, mark = self.store.entries(), mark_of(owner)
        if len(entries) >= self.limits.tables:
            raise SetupError("table.full", "This server has no room for another table.")
        if sum(entry.owner == mark for entry in entries) >= self.limits.own_tables:
            raise SetupError("table.full", "This server has no room for another table of yours.")

    @contextmanager
    def change(self, name: str, now: float) -> Generator[Table]:
        """Change a table: what is done to the copy that this gives is stored, or has not happened.

        Raises:
            KingsburgError: There is no such table, or it cannot be stored.
        """
        table = self.find(name, now)
        after = table.copy()
        yield after
        if after.saved is not table.saved:
            self.store.keep(after.saved)
            self.loaded[name] = after

    def wake(self, now: float) -> float | None:
        """Let bots answer, also for people whose time is over; return when the next time is over."""
        for name in [*self.loaded]:
            with self.change(name, now) as table:
                table.stand_in_for_late(now)
            goes_on = True
            while goes_on and (thoughts := self.loaded[name].thoughts()):
                found = think(thoughts[0])
                with self.change(name, now) as table:
                    action = found if isinstance(found, AnyAction) else None
                    goes_on = table.answer_for(thoughts[0].decision, action, now)
        return min((end for table in self.loaded.values() for end in table.deadlines.values()), default=None)

    def age(self, used: Iterable[str] = ()) -> list[str]:
        """Count an hour, in which somebody has used these tables; forget and return those that are too old.

        Call it once an hour. It asks no clock, so one that jumps deletes nothing.

        Raises:
            SaveError: This could not be stored.
        """
        self.store.age({*used})
        stale = [entry.id for entry in self.store.entries() if self.limits.is_stale(entry)]
        if stale:
            self.store.remove(stale)
        for name in stale:
            self.loaded.pop(name, None)
        return stale


class Runner(Protocol):
    """Does work that takes long, such as storing."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Do it."""
        ...


@define(eq=False)
class AsyncTables(Tables):
    """Tables for asyncio: `run` asks the store in another thread, and one change waits for the other."""

    run: Runner = asyncio.to_thread
    _storing: asyncio.Lock = field(factory=asyncio.Lock, init=False)
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(
        factory=WeakValueDictionary[str, asyncio.Lock], init=False
    )
    _news: dict[str, asyncio.Event] = field(factory=dict[str, asyncio.Event], init=False)

    async def get(self, name: str, now: float) -> Table:
        """Find a table, as `find` does."""
        if name not in self.loaded:
            async with self._lock(name):
                return await self._found(name, now)
        return self.loaded[name]

    @asynccontextmanager
    async def changing(self, name: str, now: float) -> AsyncGenerator[Table]:
        """Change a table, as `change` does."""
        async with self._lock(name):
            table = await self._found(name, now)
            after = table.copy()
            yield after
            if after.saved is not table.saved:
                async with self._storing:  # or all threads would wait for a store that is locked
                    await self.run(partial(self.store.keep, after.saved))
                self.loaded[name] = after
                if name in self._news:
                    self._news.pop(name).set()

    async def news(self, name: str, seat: int | None, after: int, now: float) -> TableNews:
        """Wait until something has happened after an event, and return it."""
        while not 0 < (table := await self.get(name, now)).seq != after:
            await self._news.setdefault(name, asyncio.Event()).wait()
        return table.news(seat, after)

    async def _found(self, name: str, now: float) -> Table:
        if name in self.loaded:
            return self.loaded[name]
        return await self.run(partial(self.find, name, now))

    def _lock(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(name, asyncio.Lock())


def steady_time() -> float:
    """Return the seconds since 1970: read from the clock once, and counted since, so they never jump."""
    return _START + monotonic()


def mark_of(owner: str) -> str:
    """Return what is stored of an owner: enough to count their tables, too little to identify an address."""
    return hashlib.sha256(owner.encode(errors="replace")).hexdigest()[:6]


def rules_of(plan: Plan, packs: list[Pack]) -> Rules:
    """Load the rules of a table.

    Raises:
        KingsburgError: They do not go together.
    """
    return load_rules(
        plan.edition,
        modules=plan.modules,
        scenario=plan.scenario,
        variants=plan.variants,
        packs=packs,
        switches=plan.switches,
        fidelity=plan.fidelity,
    )


def _with_packs(plan: Plan, packs: list[Pack], uploads: Mapping[str, str]) -> Plan:
    """Play with what was uploaded."""
    modules = {*plan.modules, *(pack.id for pack in packs if pack.kind == "module")}
    scenario = next((pack.id for pack in packs if pack.kind == "scenario"), None)
    return evolve(
        plan, modules=tuple(sorted(modules)), scenario=plan.scenario or scenario, packs=tuple(uploads)
    )
