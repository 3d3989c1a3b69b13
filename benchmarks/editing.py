"""Measures how soon an editor shows what a keystroke changed, and prints one JSON object.

A pack is typed at: letters in a name, which leave it sound, then a line that is half written, which is not
YAML. `check_ms` is the check alone. `shown_ms` is the time from the keystroke to the report at the other end
of the wire, with the pause after which the server begins and the way of the whole text. Next to them stand
the answers to what is asked at the cursor. Nothing here judges: a figure is for people to compare.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

import packs
from kingsburg_rules.content.checking import check
from kingsburg_rules.editor.completion import complete
from kingsburg_rules.editor.hover import hover_at
from kingsburg_rules.editor.parser import Point
from kingsburg_rules.editor.workspace import OpenFile, Workspace


def cards(count: int) -> str:
    """Write a file of so many cards."""
    return "format: 1\nbuildings:\n" + "".join(map(packs.building, range(count)))


def typed(text: str, rounds: int) -> list[str]:
    """Type letters into a name in the middle of a file."""
    middle = text.index("    name: ", len(text) // 2) + len("    name: ")
    return [text[:middle] + "x" * (k + 1) + text[middle:] for k in range(rounds)]


def half_written(text: str, rounds: int) -> list[str]:
    """Begin a line in the middle of a file, letter by letter."""
    middle = text.index("    name: ", len(text) // 2)
    return [f"{text[:middle]}    {'triggers'[: k % 8 + 1]}\n{text[middle:]}" for k in range(rounds)]


def milliseconds(times: list[float]) -> dict[str, float]:
    """Give the middle and the worst of some times."""
    return {"median": round(statistics.median(times) * 1e3, 1), "worst": round(max(times) * 1e3, 1)}


def timed(action: Callable[[], object]) -> float:
    """Seconds on the clock for one call."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def in_the_workspace(path: Path, text: str, rounds: int) -> dict[str, object]:
    """Measure the check and the answers, without the wire."""
    workspace = Workspace(texts={path: text})
    project, times = workspace.project(path), dict[str, list[float]]()
    first = timed(lambda: workspace.check(project))
    anew = timed(lambda: check(path.parent))
    for name, texts in (("sound", typed(text, rounds)), ("half_written", half_written(text, rounds))):
        for each in texts:
            workspace.texts[path] = each
            times.setdefault(name, []).append(timed(lambda: workspace.check(project)))
            line = each[: len(each) // 2].count("\n") + 2
            place, file = Point(line, 10), OpenFile(workspace, path)
            times.setdefault(f"{name}_completion", []).append(timed(partial(complete, file, place)))
            times.setdefault(f"{name}_hover", []).append(timed(partial(hover_at, file, place)))
    found = {f"{name}_ms": milliseconds(each) for name, each in times.items()}
    return {"first_check_ms": round(first * 1e3, 1), "kingsburg_check_ms": round(anew * 1e3, 1), **found}


async def over_the_wire(path: Path, text: str, rounds: int) -> dict[str, object]:
    """Measure the time from a keystroke to the report about it."""
    client, reports = LanguageClient("benchmark", "1"), asyncio.Queue[None]()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(params: types.PublishDiagnosticsParams) -> None:
        if params.uri.endswith(path.name):
            reports.put_nowait(None)

    await client.start_io(sys.executable, "-m", "kingsburg_rules", "lsp")
    await client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
    client.initialized(types.InitializedParams())
    item = types.TextDocumentItem(path.as_uri(), "yaml", 0, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    await reports.get()
    found: dict[str, object] = {}
    for name, texts in (("sound", typed(text, rounds)), ("half_written", half_written(text, rounds))):
        times: list[float] = []
        for version, each in enumerate(texts):
            document = types.VersionedTextDocumentIdentifier(version, path.as_uri())
            change = types.TextDocumentContentChangeWholeDocument(each)
            start = time.perf_counter()
            client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
            await reports.get()
            times.append(time.perf_counter() - start)
        found[f"{name}_shown_ms"] = milliseconds(times)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return found


def main() -> None:
    """Measure packs of several sizes and print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="how many keystrokes (20)")
    parser.add_argument("--cards", type=int, nargs="*", default=[100, 1000], help="sizes of packs (100 1000)")
    wanted = parser.parse_args()
    found: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as name:
        for count in wanted.cards:
            folder, text = Path(name) / f"pack-{count}", cards(count)
            folder.mkdir()
            (folder / "pack.yaml").write_text(packs.header(folder.name, f"{count} cards"), encoding="utf-8")
            path = folder / "cards.yaml"
            path.write_text(text, encoding="utf-8")
            report = {
                "cards": count,
                "bytes": len(text.encode()),
                **in_the_workspace(path, text, wanted.rounds),
            }
            found.append({**report, **asyncio.run(over_the_wire(path, text, wanted.rounds))})
    machine = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    print(json.dumps({**machine, "packs": found}, indent=2))


if __name__ == "__main__":
    main()
