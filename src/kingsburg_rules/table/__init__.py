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

__all__ = [
    "Automation",
    "Chair",
    "ChatLine",
    "FolderStore",
    "MemoryStore",
    "Person",
    "Plan",
    "SavedTable",
    "SeatKind",
    "Store",
    "StoredTable",
    "TablePhase",
]
