"""The lab: thousands of games of bots, their results, and measures of cards.

The names in this module are imported on first use: not every program needs processes, files and charts.
"""

from typing import TYPE_CHECKING

from kingsburg_rules.engine import lazy_names

if TYPE_CHECKING:
    from kingsburg_rules.lab.charts import (
        BarChart,
        IntervalChart,
        LayerChart,
        LineChart,
        dice_plot,
        points_plot,
    )
    from kingsburg_rules.lab.files import read_results, simulate_to
    from kingsburg_rules.lab.measuring import Balance, CardBalance, Combination, PartBalance, balance
    from kingsburg_rules.lab.playing import Declined
    from kingsburg_rules.lab.recorded import GameTables, tables
    from kingsburg_rules.lab.reports import report_html, report_json, report_text
    from kingsburg_rules.lab.results import (
        CardUse,
        GameResult,
        GroupSummary,
        Interval,
        PartUse,
        SeatResult,
        Summary,
        summary_of,
    )
    from kingsburg_rules.lab.running import dask_executor, simulate
    from kingsburg_rules.lab.simulation import Simulation

_HOMES = {
    "charts": "BarChart IntervalChart LayerChart LineChart dice_plot points_plot",
    "files": "read_results simulate_to",
    "measuring": "Balance CardBalance Combination PartBalance balance",
    "playing": "Declined",
    "recorded": "GameTables tables",
    "reports": "report_html report_json report_text",
    "results": "CardUse GameResult GroupSummary Interval PartUse SeatResult Summary summary_of",
    "running": "dask_executor simulate",
    "simulation": "Simulation",
}

__all__ = [
    "Balance",
    "BarChart",
    "CardBalance",
    "CardUse",
    "Combination",
    "Declined",
    "GameResult",
    "GameTables",
    "GroupSummary",
    "Interval",
    "IntervalChart",
    "LayerChart",
    "LineChart",
    "PartBalance",
    "PartUse",
    "SeatResult",
    "Simulation",
    "Summary",
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

if not TYPE_CHECKING:  # type checkers see the imports above
    __getattr__ = lazy_names(__name__, _HOMES)
