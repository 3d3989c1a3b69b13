"""Tables for frontends: seats by token, clocks, stand-ins, undo and storage, without a transport."""

from kingsburg_rules.table.saved import (
    Automation,
    Chair,
    ChatLine,
    Person,
    Plan,
    SavedTable,
    SeatKind,
    TablePhase,
)
from kingsburg_rules.table.stores import FolderStore, MemoryStore, Store, StoredTable
from kingsburg_rules.table.table import SUBSTITUTE, Table, TableNews
from kingsburg_rules.table.tables import AsyncTables, Runner, TableLimits, Tables, steady_time
from kingsburg_rules.table.thinking import Forecast, Found, Mind, Thought, think
from kingsburg_rules.table.uploads import read_uploads

__all__ = [
    "SUBSTITUTE",
    "AsyncTables",
    "Automation",
    "Chair",
    "ChatLine",
    "FolderStore",
    "Forecast",
    "Found",
    "MemoryStore",
    "Mind",
    "Person",
    "Plan",
    "Runner",
    "SavedTable",
    "SeatKind",
    "Store",
    "StoredTable",
    "Table",
    "TableLimits",
    "TableNews",
    "TablePhase",
    "Tables",
    "Thought",
    "read_uploads",
    "steady_time",
    "think",
]
