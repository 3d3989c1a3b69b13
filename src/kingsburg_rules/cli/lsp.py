"""`kingsburg lsp`: start the language server for editors."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from kingsburg_rules.engine import missing_extra

_LIBRARIES = ("pygls", "lsprotocol")


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Start the language server, which an editor talks to over standard input and output. It reports "
        "mistakes while you type, completes words and names, describes them, and runs examples. "
        "The docs describe how to set up VS Code, Neovim and JetBrains editors."
    )
    parser.add_argument(
        "--stdio", action="store_true", help="accepted because many editors add it; it changes nothing"
    )


def run(options: Namespace) -> int:
    """Serve an editor until it says goodbye.

    Raises:
        SetupError: pygls is not installed.
    """
    del options
    try:
        from kingsburg_rules.editor.language_server import start
    except ModuleNotFoundError as error:
        # Anything else that is missing is a fault of the installation, and its traceback says more.
        if (error.name or "").partition(".")[0] not in _LIBRARIES:
            raise
        raise missing_extra("editor", "pygls") from error
    start()
    return 0
