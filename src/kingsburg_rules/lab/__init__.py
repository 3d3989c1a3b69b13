"""The lab: thousands of games of bots, their results, and measures of cards.

The names in this module are imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingsburg_rules.lab.charts import BarChart, IntervalChart, LayerChart, LineChart
    from kingsburg_rules.lab.counterfactual import Declined
    from kingsburg_rules.lab.dask import dask_executor
    from kingsburg_rules.lab.files import read_results, simulate_to
    from kingsburg_rules.lab.intervals import Interval
    from kingsburg_rules.lab.measuring import Balance, CardBalance, Combination, PartBalance, balance
    from kingsburg_rules.lab.plots import dice_plot, points_plot
    from kingsburg_rules.lab.recorded import Tables, tables
    from kingsburg_rules.lab.reports import report_html, report_json, report_text
    from kingsburg_rules.lab.results import CardUse, GameResult, PartUse, SeatResult
    from kingsburg_rules.lab.running import simulate
    from kingsburg_rules.lab.simulation import Simulation
    from kingsburg_rules.lab.summary import BotSummary, Summary, summary_of

__all__ = [
    "Balance",
    "BarChart",
    "BotSummary",
    "CardBalance",
    "CardUse",
    "Combination",
    "Declined",
    "GameResult",
    "Interval",
    "IntervalChart",
    "LayerChart",
    "LineChart",
    "PartBalance",
    "PartUse",
    "SeatResult",
    "Simulation",
    "Summary",
    "Tables",
    "balance",
    "dask_executor",
    "dice_plot",
    "points_plot",
    "read_results",
    "report_html",
    "report_json",
    "report_text",
    "simulate",
    "simulate_to",
    "summary_of",
    "tables",
]

_HOMES = {
    "measuring": ("Balance", "CardBalance", "Combination", "PartBalance", "balance"),
    "reports": ("report_html", "report_json", "report_text"),
    "charts": ("BarChart", "IntervalChart", "LayerChart", "LineChart"),
    "dask": ("dask_executor",),
    "counterfactual": ("Declined",),
    "files": ("read_results", "simulate_to"),
    "results": ("CardUse", "GameResult", "PartUse", "SeatResult"),
    "running": ("simulate",),
    "simulation": ("Simulation",),
    "intervals": ("Interval",),
    "plots": ("dice_plot", "points_plot"),
    "recorded": ("Tables", "tables"),
    "summary": ("BotSummary", "Summary", "summary_of"),
}


def __getattr__(name: str) -> object:
    """Import what is asked for. Not every program needs processes, files and tables."""
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
