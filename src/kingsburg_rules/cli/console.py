"""The console that draws: plain, and 80 columns wide, when the output is no terminal."""

from __future__ import annotations

from rich.console import Console


class Terminal(Console):
    """A console that leaves it to the command line what happens when its reader has left."""

    def __init__(self) -> None:
        super().__init__(highlight=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Hand the error on; rich would end the program with an exit code of its own."""
        raise BrokenPipeError
