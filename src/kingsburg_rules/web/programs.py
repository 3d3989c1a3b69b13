"""Runs the programs of a page of the documentation, in the browser of its reader."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import chdir, redirect_stdout
from tempfile import TemporaryDirectory
from traceback import format_exception_only
from typing import Final

MOST: Final = 20_000
"""So many characters of what a program prints are shown."""


def run_programs(programs: Sequence[str]) -> tuple[str, str | None]:
    """Run programs one after the other, with the same names, in a folder that is gone afterwards.

    Returns:
        What the last one printed, and the exception that ended them, as Python shows it.
    """
    names: dict[str, object] = {"__name__": "__main__"}
    printed = io.StringIO()
    problem = None
    try:
        with TemporaryDirectory() as folder, chdir(folder):
            for program in programs:
                printed = io.StringIO()
                with redirect_stdout(printed):
                    exec(compile(program, "<example>", "exec"), names)
    except BaseException as error:  # a program may also exit
        problem = "".join(format_exception_only(error)).strip()
    return printed.getvalue()[:MOST], problem
