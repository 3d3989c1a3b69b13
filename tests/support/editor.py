"""An editor that asks yaml-language-server what may stand at the cursor, what a word means, what is wrong."""

from __future__ import annotations

import itertools
import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CURSOR = "|"
SETTINGS = {"yaml": {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}}
ABILITIES = {
    "textDocument": {
        "completion": {"completionItem": {"documentationFormat": ["markdown"], "snippetSupport": True}},
        "hover": {"contentFormat": ["markdown"]},
        "publishDiagnostics": {},
    },
    "workspace": {"configuration": True},
}


class Editor:
    """A language server under way, spoken to over its standard input and output."""

    def __init__(self, process: subprocess.Popen[bytes], schema: Path) -> None:
        self.process, self.schema = process, schema
        self.numbers = itertools.count(1)
        self.found: dict[str, list[dict[str, Any]]] = {}
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": ABILITIES})
        self.tell("initialized", {})
        self.tell("workspace/didChangeConfiguration", {"settings": SETTINGS})

    def tell(self, method: str, params: dict[str, Any]) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self.numbers)
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == number and "method" not in message:
                return message.get("result")
            self._hear(message)

    def completions(self, text: str) -> list[str]:
        """What the editor offers at the cursor."""
        uri, place = self._open(text)
        found = self.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": place})
        return [item["label"] for item in (found["items"] if isinstance(found, dict) else found or [])]

    def hover(self, text: str) -> str:
        """What the editor says of the word in front of the cursor."""
        uri, place = self._open(text)
        place["character"] -= 1
        found = self.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": place})
        return str(found["contents"]["value"]) if found else ""

    def mistakes(self, text: str) -> list[tuple[int, str]]:
        """The lines with mistakes, counted from 1, and what is said of them."""
        uri, _ = self._open(text)
        while uri not in self.found:
            self._hear(self._read())
        return [(found["range"]["start"]["line"], found["message"]) for found in self.found[uri]]

    def _open(self, text: str) -> tuple[str, dict[str, int]]:
        """Open a file under the schema; its first line names that, so that lines count from 1."""
        before = text.partition(CURSOR)[0] if text.count(CURSOR) == 1 else text
        whole = f"# yaml-language-server: $schema={self.schema.as_uri()}\n{text.replace(CURSOR, '')}"
        uri = f"file:///pack/cards{next(self.numbers)}.yaml"
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": whole}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri, {"line": before.count("\n") + 1, "character": len(before.rpartition("\n")[2])}

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("method") == "textDocument/publishDiagnostics":
            self.found[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "id" in message:
            items = (
                message["params"].get("items", ()) if message["method"] == "workspace/configuration" else ()
            )
            result = [SETTINGS.get(item.get("section"), {}) for item in items] if items else None
            self._send({"id": message["id"], "result": result})

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        found: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return found


@contextmanager
def editor(command: Sequence[str], schema: Path) -> Iterator[Editor]:
    """Start a language server, and stop it."""
    with subprocess.Popen([*command, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield Editor(process, schema)
        finally:
            process.kill()
