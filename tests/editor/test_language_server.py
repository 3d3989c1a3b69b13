"""The language server, asked over its standard input and output, as an editor does."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

from kingsburg_rules.cli import main
from support.packs import INFO, PLAYED, in_hut, written
from support.workspace import placed

LATEST = 30
"""So many seconds a slow machine may take for an answer."""


class Client:
    """An editor with a server, and what the server told it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.wire = LanguageClient("test", "1")
        self.reports: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: asyncio.Queue[types.ShowMessageParams] = asyncio.Queue()
        self.watched: asyncio.Queue[types.RegistrationParams] = asyncio.Queue()
        self.version = 0

        @self.wire.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _(params: types.PublishDiagnosticsParams) -> None:
            self.reports.put_nowait(params)

        @self.wire.feature(types.WINDOW_SHOW_MESSAGE)
        def _(params: types.ShowMessageParams) -> None:
            self.messages.put_nowait(params)

        @self.wire.feature(types.CLIENT_REGISTER_CAPABILITY)
        def _(params: types.RegistrationParams) -> None:
            self.watched.put_nowait(params)

    def uri(self, name: str = "cards.yaml") -> str:
        return (self.home / name).as_uri()

    def document(self, name: str = "cards.yaml") -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(name))

    def open(self, text: str, name: str = "cards.yaml") -> None:
        item = types.TextDocumentItem(self.uri(name), "yaml", self.version, text)
        self.wire.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, text: str, name: str = "cards.yaml") -> types.Position:
        """Change a whole file; gives the place of the cursor in it."""
        self.version += 1
        plain, cursor = placed(text)
        self.wire.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri(name)),
                [types.TextDocumentContentChangeWholeDocument(plain)],
            )
        )
        return types.Position(cursor.line, cursor.character)

    async def report(self, name: str = "cards.yaml") -> list[types.Diagnostic]:
        """The next report on a file."""
        while True:
            found = await asyncio.wait_for(self.reports.get(), LATEST)
            if found.uri == self.uri(name):
                return list(found.diagnostics)


@asynccontextmanager
async def editing(home: Path) -> AsyncIterator[Client]:
    """Start a server, and shut it down as an editor does."""
    client = Client(home)
    await client.wire.start_io(sys.executable, "-m", "kingsburg_rules", "lsp", "--stdio")
    capabilities = types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(True)
        ),
        general=types.GeneralClientCapabilities(
            position_encodings=[types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16]
        ),
    )
    folders = [types.WorkspaceFolder(home.as_uri(), home.name)]
    begun = await client.wire.initialize_async(
        types.InitializeParams(capabilities, workspace_folders=folders)
    )
    assert begun.capabilities.position_encoding == types.PositionEncodingKind.Utf16
    client.wire.initialized(types.InitializedParams())
    try:
        yield client
        await client.wire.shutdown_async(None)
    finally:
        client.wire.exit(None)
        await client.wire.stop()


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return written(tmp_path, {"pack.yaml": INFO, "cards.yaml": PLAYED})


def serve(home: Path, talk: Callable[[Client], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with editing(home) as client:
            await talk(client)

    asyncio.run(whole())


def test_mistakes_come_and_go_while_somebody_types(pack: Path) -> None:
    async def talk(client: Client) -> None:
        client.open(PLAYED)
        assert await client.report() == []
        client.type(PLAYED.replace("gain: {gold", "gain: {golld"))
        (found,) = await client.report()
        assert found.message == "'golld' is not known here; did you mean 'gold'?"
        assert (found.code, found.source, found.severity) == ("link.resource", "kingsburg", 1)
        assert found.code_description is not None
        assert found.code_description.href.endswith("/reference/errors/link.resource.html")
        assert (found.range.start, found.range.end) == (types.Position(16, 21), types.Position(16, 26))
        actions = await client.wire.text_document_code_action_async(
            types.CodeActionParams(client.document(), found.range, types.CodeActionContext([found]))
        )
        (action,) = actions or ()
        assert isinstance(action, types.CodeAction)
        assert action.edit is not None
        ((uri, edits),) = (action.edit.changes or {}).items()
        assert (uri, [*edits]) == (client.uri(), [types.TextEdit(found.range, "gold")])
        client.type(PLAYED)
        assert await client.report() == []
        client.open(f"{INFO}requires: [toyz]\n", "pack.yaml")
        (found,) = await client.report("pack.yaml")
        assert found.code == "link.pack"
        client.wire.text_document_did_close(types.DidCloseTextDocumentParams(client.document()))

    serve(pack, talk)


def test_a_file_that_changes_on_the_disk_is_checked_again(pack: Path) -> None:
    async def talk(client: Client) -> None:
        watched = await asyncio.wait_for(client.watched.get(), LATEST)
        assert watched.registrations[0].method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        client.open(PLAYED)
        assert await client.report() == []
        other = in_hut("id: hut", "id: Hut").replace("row: A", "row: X")
        (pack / "more.yaml").write_text(other, encoding="utf-8")
        event = types.FileEvent(client.uri("more.yaml"), types.FileChangeType.Created)
        client.wire.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        assert [found.code for found in await client.report("more.yaml")] == ["schema.pattern"]
        (pack / "more.yaml").write_text("format: 1\nformat: 1\n", encoding="utf-8")
        client.wire.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        (twice,) = await client.report("more.yaml")
        (other_place,) = twice.related_information or ()
        first = types.Range(types.Position(0, 0), types.Position(0, 6))
        assert other_place.location == types.Location(client.uri("more.yaml"), first)

    serve(pack, talk)


def test_questions_are_answered(pack: Path) -> None:
    async def talk(client: Client) -> None:
        client.open(PLAYED)
        place = client.type(PLAYED + "        uses: @@")
        found = await client.wire.text_document_completion_async(
            types.CompletionParams(client.document(), place)
        )
        assert isinstance(found, types.CompletionList)
        assert {"once", "unlimited"} <= {item.label for item in found.items}
        place = client.type(PLAYED.replace("id: hut", "id: h@@ut"))
        hover = await client.wire.text_document_hover_async(types.HoverParams(client.document(), place))
        assert hover is not None
        assert "gain 1 gold" in str(hover.contents)
        place = client.type(PLAYED.replace("buildings: [hut]", "buildings: [h@@ut]"))
        target = await client.wire.text_document_definition_async(
            types.DefinitionParams(client.document(), place)
        )
        assert isinstance(target, types.Location)
        assert (target.uri, target.range.start) == (client.uri(), types.Position(2, 8))
        symbols = await client.wire.text_document_document_symbol_async(
            types.DocumentSymbolParams(client.document())
        )
        assert [symbol.name for symbol in symbols or ()] == ["hut"]

    serve(pack, talk)


def test_examples_are_run_by_a_lens_and_files_of_others_left_alone(pack: Path) -> None:
    other = pack.parents[3] / "compose.yaml"

    async def talk(client: Client) -> None:
        client.open("services:\n  web: {}\n", str(other))
        found = await client.wire.text_document_completion_async(
            types.CompletionParams(client.document(str(other)), types.Position(0, 0))
        )
        assert isinstance(found, types.CompletionList)
        assert not found.items
        client.open(PLAYED)
        lenses = await client.wire.text_document_code_lens_async(types.CodeLensParams(client.document()))
        assert [lens.command.title for lens in lenses or () if lens.command] == [
            "Run its example",
            "Run this example",
        ]
        await client.report()
        client.type(PLAYED.replace("{me: {gold: 1}}", "{me: {gold: 5}}"))
        assert await client.report() == []
        for lens in lenses or ():
            assert lens.command is not None
            await client.wire.workspace_execute_command_async(
                types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
            )
            message = await asyncio.wait_for(client.messages.get(), LATEST)
            assert message.type == types.MessageType.Warning
            assert "0 of 1 examples hold: me should have gold 5, has 1" in message.message
            assert [found.code for found in await client.report()] == ["test.example"]

    serve(pack, talk)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C cannot be sent to one process there")
def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STARTED]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"ready\n"
        process.send_signal(2)
        assert process.wait(timeout=60) == -2
        assert process.stderr.read() == b""


STARTED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # which programs in the background ignore
from pygls.lsp.server import LanguageServer
from kingsburg_rules.editor import language_server as server

def start_io(self):
    print("ready", file=sys.stderr, flush=True)
    serve(self)

serve, LanguageServer.start_io = LanguageServer.start_io, start_io
server.start()
"""


def test_without_pygls_the_command_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "kingsburg_rules.editor.language_server", raising=False)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    assert main(["lsp"]) == 2
    assert "[editor]'" in capsys.readouterr().err
