"""`kingsburg serve`: games in a browser, from a server or as a site without one."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from importlib.util import find_spec
from pathlib import Path

from attrs import evolve

from kingsburg_rules import SetupError
from kingsburg_rules.cli.output import tell
from kingsburg_rules.engine import missing_extra
from kingsburg_rules.table.tables import TABLE_LIMITS
from kingsburg_rules.web import static

PORT = 8000
MOST_PORTS = 65_535
MOST_HOURS = 1_000_000
DATA = "kingsburg.sqlite"
KEPT = {
    "unplayed": "a table where nobody has ever played and nobody is",
    "over": "a table whose game is over, when nobody visits it",
    "playing": "any other table that nobody visits",
}
LIBRARIES = ("starlette", "uvicorn", "websockets", "jsonschema", "ruamel.yaml")


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = "Play in a browser: serve tables, or write a site that needs no server."
    parser.add_argument("--port", type=_port, default=PORT, help=f"the port; 0 takes any free one ({PORT})")
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 for all networks (127.0.0.1)"
    )
    parser.add_argument(
        "--data", metavar="FILE", default=DATA, help=f"the file that stores the tables ({DATA})"
    )
    parser.add_argument(
        "--name",
        metavar="HOST",
        action="append",
        default=[],
        help="a name by which browsers reach the server, such as kingsburg.example.org; may be repeated",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="the address or network of a reverse proxy that says for whom it asks; may be repeated",
    )
    parser.add_argument(
        "--log",
        choices=("text", "json"),
        default="text",
        help="how to log to standard error (text)",
    )
    for kind, tables in KEPT.items():
        hours = getattr(TABLE_LIMITS, kind)
        text = f"how long to keep {tables} ({hours})"
        parser.add_argument(f"--{kind}", metavar="HOURS", type=_hours, default=hours, help=text)
    parser.add_argument("--no-browser", action="store_true", help="do not open a page")
    parser.add_argument(
        "--static", metavar="FOLDER", help="write a site that needs no server to this folder, and exit"
    )
    parser.add_argument(
        "--pyodide",
        metavar="URL-OR-FOLDER",
        help="with --static: where the site gets Pyodide from; a folder is copied",
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_PORTS:
        raise ArgumentTypeError(f"a number from 0 to {MOST_PORTS} is needed, not {text!r}")
    return int(text)


def _hours(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= MOST_HOURS:
        raise ArgumentTypeError(f"a number of hours from 1 to {MOST_HOURS} is needed, not {text!r}")
    return int(text)


def run(options: Namespace) -> int:
    """Serve until somebody stops it, or write a site.

    Raises:
        SetupError: The extra `web` is not installed, or the port, the file or the folder cannot be used.
    """
    if options.static:
        for path in static.write_site(Path(options.static), options.pyodide or static.PYODIDE):
            tell(f"written: {path}")
        return 0
    if options.pyodide:
        raise SetupError("setup.serve", "--pyodide works only together with --static.")
    # Asked for one by one, so that the message names what is missing and not what failed to import it.
    for library in LIBRARIES:
        if find_spec(library) is None:
            raise missing_extra("web", library)
    from kingsburg_rules.web import serving

    return serving.serve(
        options.data,
        options.host,
        options.port,
        open_browser=not options.no_browser,
        names=options.name,
        proxies=options.proxy,
        log_format=options.log,
        tables=evolve(TABLE_LIMITS, **{kind: getattr(options, kind) for kind in KEPT}),
    )
