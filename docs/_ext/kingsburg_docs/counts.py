"""The list of what playing costs, exactly; `benchmarks/counting.py` writes and checks it."""

from __future__ import annotations

import json
from pathlib import Path

from kingsburg_docs.templating import for_templates, render

LIST = Path(__file__).parents[2] / "explanation" / "counts.json"


def counts_part() -> str:
    """Show the list as a table."""
    return render(
        "counts",
        sets=json.loads(LIST.read_text(encoding="utf-8")),
        kinds=("calls", "instructions", "containers"),
    )


def rounded(count: float) -> str:
    """Write a count as people read it: three digits of it, and no more than one after the point."""
    return f"{count:.1f}" if count < 100 else f"{float(f'{count:.3g}'):,.0f}"


for_templates(rounded)
