"""Numbers for operators, in the text format of Prometheus."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

HELP: Final = {
    "kingsburg_connections": "Open connections.",
    "kingsburg_connections_limit": "The most connections that may be open.",
    "kingsburg_connections_accepted_total": "Connections accepted.",
    "kingsburg_connections_refused_total": "Connections refused: address, full, rate or system.",
    "kingsburg_connections_overdue_total": "Connections ended because nothing came or was taken.",
    "kingsburg_websockets": "Connections to tables.",
    "kingsburg_messages_total": "Messages to tables.",
    "kingsburg_requests_total": "Requests to the lobby, by status.",
    "kingsburg_malformed_total": "Requests and messages that could not be read.",
    "kingsburg_tables": "Tables in memory.",
    "kingsburg_tables_stored": "Tables in the file.",
    "kingsburg_tables_limit": "The most tables that are kept.",
    "kingsburg_processes": "Processes for tables with uploads.",
    "kingsburg_thoughts": "Bots, hints, odds and replays that are worked at or wait.",
    "kingsburg_delay_seconds": "The longest wait for a turn since the last look.",
    "process_cpu_seconds_total": "Time of the processor.",
    "process_resident_memory_bytes": "Memory.",
    "process_open_fds": "Open files.",
    "process_max_fds": "The most files that may be open.",
}
"""What each number is. Those that end in `_total` only rise."""


def exposition(samples: Mapping[str, float]) -> str:
    """Write samples; their keys are names of `HELP`, perhaps with labels."""
    lines = list[str]()
    for name, text in HELP.items():
        of_it = [key for key in samples if key.partition("{")[0] == name]
        kind = "counter" if name.endswith("_total") else "gauge"
        if of_it:
            lines += [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]
            lines += [f"{key} {samples[key]:g}" for key in of_it]
    return "\n".join([*lines, ""])


def of_process() -> dict[str, float]:
    """Measure this process, as far as the system tells it."""
    found = {"process_cpu_seconds_total": time.process_time()}
    own = Path("/proc/self")
    if own.exists():
        import resource

        pages = int((own / "statm").read_text().split()[1])
        found["process_resident_memory_bytes"] = pages * os.sysconf("SC_PAGE_SIZE")
        found["process_open_fds"] = sum(1 for _ in (own / "fd").iterdir())
        found["process_max_fds"] = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return found
