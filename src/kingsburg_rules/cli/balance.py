"""`kingsburg balance`: measure how strong the cards of a pack are."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from kingsburg_rules import Pack, Rules, load_rules, modules, scenarios
from kingsburg_rules.cli.commands import add_rules_options, write_text
from kingsburg_rules.cli.output import tell
from kingsburg_rules.cli.simulate import (
    add_bots_options,
    add_workers_options,
    bots_of,
    chosen_executor,
    progress_bar,
)
from kingsburg_rules.lab.measuring import balance
from kingsburg_rules.lab.reports import report_html, report_json, report_text

_WRITERS = {"text": report_text, "json": report_json, "html": report_html}


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Let bots play games with a pack, and the same games again with a player who declines a card. Report "
        "how often each card was offered, taken and won with, what it brought, and how much stronger it made "
        "the player who had it."
    )
    parser.add_argument(
        "measured", metavar="PACK", help="a folder, a zip or a file with a pack, or a built-in one by its id"
    )
    parser.add_argument(
        "--games", type=int, default=200, metavar="N", help="the number of games with the pack (200)"
    )
    add_bots_options(parser)
    add_workers_options(parser)
    parser.add_argument(
        "--format", choices=tuple(_WRITERS), default="text", help="the format of the report (text)"
    )
    parser.add_argument("--out", metavar="FILE", help="write the report to this file")
    add_rules_options(parser)


def run(options: Namespace) -> int:
    """Measure, and write the report."""
    pack, rules = _rules(options)
    with chosen_executor(options) as (executor, workers), progress_bar() as show:
        report = balance(
            rules,
            pack,
            options.games,
            bots=bots_of(options),
            players=options.players,
            seed=options.seed,
            workers=workers,
            executor=executor,
            progress=show,
        )
    written = _WRITERS[options.format](report)
    if options.out is None:
        tell(written)
    else:
        write_text(options.out, written)
        tell(f"written: {options.out}")
    return 0


def _rules(options: Namespace) -> tuple[str, Rules]:
    """Load the rules with the pack: a module, a scenario, a file, or one that is in play anyway."""
    name: str = options.measured
    chosen = [*(modules(options.edition) if "all" in options.module else options.module)]
    scenario: str | None = options.scenario
    packs: list[str | Pack] = [*options.pack]
    # A pack that is in play anyway needs nothing more.
    if name in modules(options.edition):
        chosen.append(name)
    elif name in scenarios(options.edition):
        scenario = name
    elif Path(name).exists():
        pack = Pack.read(Path(name))
        packs, name = [*packs, pack], pack.id
    rules = load_rules(
        options.edition,
        modules=dict.fromkeys(chosen),
        scenario=scenario,
        variants=options.variant,
        packs=packs,
        fidelity=options.fidelity,
    )
    return name, rules
