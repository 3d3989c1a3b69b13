"""The server: turns what the protocol asks into questions for the desk, and answers into messages.

Texts come whole with each change, and places are in UTF-16, which every editor knows. A pack is checked
shortly after the last keystroke; questions are answered at once. Whatever goes wrong in an answer is written
to the log of the editor, and the answer is empty.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import from_fs_path, to_fs_path

from kingsburg_rules import __version__
from kingsburg_rules.content.codes import DOCS, page_of
from kingsburg_rules.editor import mending, playing
from kingsburg_rules.editor.completion import KEY, NAME, VARIABLE, WORD, Item, complete
from kingsburg_rules.editor.desk import Desk, Home
from kingsburg_rules.editor.finding import Target, define_at
from kingsburg_rules.editor.hovering import Hovers
from kingsburg_rules.editor.outline import Symbol, outline
from kingsburg_rules.editor.places import Lines, Position, Span
from kingsburg_rules.engine.errors import WARNING, Problem

SOURCE = "kingsburg"
RUN_EXAMPLES = "kingsburg.runExamples"

PAUSE = 0.04
"""So many seconds after the last keystroke a pack is checked."""

T = TypeVar("T")

_log = logging.getLogger(__name__)

_ITEMS = {
    KEY: types.CompletionItemKind.Property,
    WORD: types.CompletionItemKind.EnumMember,
    NAME: types.CompletionItemKind.Reference,
    VARIABLE: types.CompletionItemKind.Variable,
}

_SYMBOLS = {
    **dict.fromkeys(("triggers", "permissions"), types.SymbolKind.Event),
    **dict.fromkeys(("modifiers", "resources"), types.SymbolKind.Number),
    **{"memory": types.SymbolKind.Variable, "examples": types.SymbolKind.Method},
    **dict.fromkeys(("sequences", "phases"), types.SymbolKind.Function),
}


class _Protocol(LanguageServerProtocol):
    """The protocol, with places in UTF-16 whatever else the editor offers."""

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = [types.PositionEncodingKind.Utf16]
        return (yield from super().lsp_initialize(params))


class Server:
    """What is open, what was reported of it, and what waits to be checked."""

    def __init__(self, protocol: LanguageServer) -> None:
        self.protocol = protocol
        self.desk = Desk()
        self.hovers = Hovers(self.desk)
        self.uris: dict[Path, str] = {}
        self.problems: dict[Path, tuple[Problem, ...]] = {}
        self.failures: dict[Path, tuple[Problem, ...]] = {}
        self.reported: dict[Home, set[Path]] = {}
        self.waiting: dict[Home, asyncio.TimerHandle] = {}

    # Files

    def begin(self, params: types.InitializeParams) -> None:
        """Note the folders that the editor shows."""
        folders = [folder.uri for folder in params.workspace_folders or ()]
        roots = folders or ([params.root_uri] if params.root_uri else [])
        self.desk.folders = tuple(path for path in map(path_of, roots) if path is not None)

    def changed(self, uri: str, text: str) -> None:
        """Take the new text of a file."""
        path = path_of(uri)
        if path is not None:
            self.desk.texts[path] = text
            self.uris[path] = uri
            self.failures.pop(path, None)
            self.check_soon(self.desk.home(path))

    def closed(self, uri: str) -> None:
        """Go back to what is on the disk."""
        path = path_of(uri)
        if path is not None:
            home = self.desk.home(path)
            self.desk.texts.pop(path, None)
            self.failures.pop(path, None)
            self.check_soon(home)
            if not self.is_in_use(home):
                self.clear(home)
                self.problems.pop(path, None)
                self.publish(path)

    def is_in_use(self, home: Home) -> bool:
        """Whether a file of a pack is open."""
        return any(self.desk.home(path) == home for path in self.desk.texts)

    # Mistakes

    def check_soon(self, home: Home) -> None:
        """Check a pack when nothing has been typed for a moment."""
        known = self.waiting.pop(home, None)
        if known is not None:
            known.cancel()
        self.waiting[home] = asyncio.get_running_loop().call_later(PAUSE, self.check, home)

    def check_all(self) -> None:
        """Check all packs with open files."""
        for home in {self.desk.home(path) for path in self.desk.texts}:
            self.check_soon(home)

    def check(self, home: Home) -> None:
        """Check a pack, and report what is wrong with it."""
        self.waiting.pop(home, None)
        if not self.is_in_use(home):
            return
        if home.is_lone and not self.desk.is_ours(home.path):
            self.clear(home)
            return
        try:
            checked = self.desk.check(home)
        except Exception:  # an editor that shows old mistakes is better than one that shows none at all
            _log.exception("The pack at %s cannot be checked.", home.path)
            return
        by_file: dict[Path, list[Problem]] = {}
        for problem in checked.problems:
            by_file.setdefault(Path(problem.file), []).append(problem)
        paths = {
            *by_file,
            *self.reported.get(home, ()),
            *(p for p in self.desk.texts if self.desk.home(p) == home),
        }
        self.reported[home] = set(by_file)
        for path in paths:
            self.problems[path] = tuple(by_file.get(path, ()))
            self.publish(path)

    def clear(self, home: Home) -> None:
        """Take back what was reported of a pack."""
        for path in self.reported.pop(home, set()):
            self.problems.pop(path, None)
            self.publish(path)

    def publish(self, path: Path) -> None:
        """Send what is wrong with a file."""
        found = (*self.problems.get(path, ()), *self.failures.get(path, ()))
        lines = Lines(self.desk.text(path) if found else "")
        diagnostics = [diagnostic(problem, mending.span_of(lines, problem)) for problem in found]
        self.protocol.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(self.uris.get(path) or uri_of(path), diagnostics)
        )

    def problems_in(self, path: Path, span: types.Range) -> list[Problem]:
        """Give the mistakes in a part of a file."""
        return [problem for problem in self.problems.get(path, ()) if _touches(span, problem.line - 1)]

    # Examples

    async def run_examples(self, uri: str, card: str, number: int | None) -> None:
        """Play examples, and show the result as a message, and at those that do not hold."""
        path = path_of(uri)
        if path is None:
            return
        home = self.desk.home(path)  # all that is open is looked at here: it may change while they are played
        play = partial(playing.play, self.desk.check(home), self.desk.shelf(home), card, number)
        played = await asyncio.get_running_loop().run_in_executor(None, play)
        kind = types.MessageType.Info if played.passed else types.MessageType.Warning
        self.protocol.window_show_message(types.ShowMessageParams(kind, played.message))
        by_file: dict[Path, list[Problem]] = {path: []}
        for problem in played.problems:
            by_file.setdefault(Path(problem.file), []).append(problem)
        for file, problems in by_file.items():
            self.failures[file] = tuple(problems)
            self.publish(file)


def make_server() -> LanguageServer:
    """Make a server with everything it answers."""
    protocol = LanguageServer(
        "kingsburg",
        __version__,
        text_document_sync_kind=types.TextDocumentSyncKind.Full,
        protocol_cls=_Protocol,
    )
    server = Server(protocol)
    _add_files(protocol, server)
    _add_answers(protocol, server)
    return protocol


def start() -> None:
    """Serve an editor at standard input and output until it says goodbye.

    Ctrl+C ends it at once: a thread waits for input and would not notice.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    make_server().start_io()


def _add_files(protocol: LanguageServer, server: Server) -> None:
    """Follow what happens to files."""

    @protocol.feature(types.INITIALIZE)
    def _(params: types.InitializeParams) -> None:
        server.begin(params)

    @protocol.feature(types.INITIALIZED)
    def _(params: types.InitializedParams) -> None:
        del params
        _watch(protocol)

    @protocol.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def _(params: types.DidOpenTextDocumentParams) -> None:
        server.changed(params.text_document.uri, params.text_document.text)

    @protocol.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def _(params: types.DidChangeTextDocumentParams) -> None:
        if params.content_changes:
            server.changed(params.text_document.uri, params.content_changes[-1].text)

    @protocol.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def _(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @protocol.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def _(params: types.DidSaveTextDocumentParams) -> None:
        del params
        server.check_all()

    @protocol.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _(params: types.DidChangeWatchedFilesParams) -> None:
        del params
        server.check_all()


def _watch(protocol: LanguageServer) -> None:
    """Ask the editor to tell of files that change on the disk, if it can."""
    workspace = protocol.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace is not None else None
    if watching is not None and watching.dynamic_registration:
        watchers = [types.FileSystemWatcher("**/*.yaml")]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        registration = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        protocol.client_register_capability(types.RegistrationParams([registration]))


def _add_answers(protocol: LanguageServer, server: Server) -> None:
    """Answer questions about files."""

    @protocol.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["$", "/", "{", "["])
    )
    def _(params: types.CompletionParams) -> types.CompletionList:
        path = path_of(params.text_document.uri)
        return types.CompletionList(False, _safely(lambda: _completions(server, path, params.position), []))

    @protocol.feature(types.TEXT_DOCUMENT_HOVER)
    def _(params: types.HoverParams) -> types.Hover | None:
        path = path_of(params.text_document.uri)
        return _safely(lambda: _hover(server, path, params.position), None)

    @protocol.feature(types.TEXT_DOCUMENT_DEFINITION)
    def _(params: types.DefinitionParams) -> types.Location | None:
        path = path_of(params.text_document.uri)
        return _safely(lambda: _definition(server, path, params.position), None)

    @protocol.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def _(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        path = path_of(params.text_document.uri)
        return _safely(lambda: _symbols(server, path), [])

    @protocol.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix])
    )
    def _(params: types.CodeActionParams) -> list[types.CodeAction]:
        path = path_of(params.text_document.uri)
        return _safely(lambda: _actions(server, path, params.range), [])

    @protocol.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def _(params: types.CodeLensParams) -> list[types.CodeLens]:
        path = path_of(params.text_document.uri)
        return _safely(lambda: _lenses(server, path, params.text_document.uri), [])

    @protocol.command(RUN_EXAMPLES)
    async def _(uri: str, card: str, number: int | None = None) -> None:
        await server.run_examples(uri, card, number)


def _safely(answer: Callable[[], T], nothing: T) -> T:
    """Give an answer; nothing if it cannot be found, whatever the text is."""
    try:
        return answer()
    except Exception:
        _log.exception("A question cannot be answered.")
        return nothing


# Answers


def _is_ours(server: Server, path: Path | None) -> bool:
    return path is not None and server.desk.is_ours(path)


def _completions(server: Server, path: Path | None, position: types.Position) -> list[types.CompletionItem]:
    if path is None or not _is_ours(server, path):
        return []
    offer = complete(server.desk, path, Position(position.line, position.character))
    return [_completion(item, offer.span, k) for k, item in enumerate(offer.items)]


def _completion(item: Item, span: Span, number: int) -> types.CompletionItem:
    return types.CompletionItem(
        item.label,
        kind=_ITEMS[item.what],
        detail=item.detail or None,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, item.doc) if item.doc else None,
        sort_text=f"{'0' if item.needed else '1'}{number:05}",
        text_edit=types.TextEdit(range_of(span), item.insert or item.label),
        insert_text_mode=types.InsertTextMode.AsIs,
    )


def _hover(server: Server, path: Path | None, position: types.Position) -> types.Hover | None:
    if path is None or not _is_ours(server, path):
        return None
    found = server.hovers.at(path, Position(position.line, position.character))
    if found is None:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, found.text), range_of(found.span))


def _definition(server: Server, path: Path | None, position: types.Position) -> types.Location | None:
    if path is None or not _is_ours(server, path):
        return None
    found = define_at(server.desk, path, Position(position.line, position.character))
    return None if found is None else _location(server, found)


def _location(server: Server, found: Target) -> types.Location:
    return types.Location(server.uris.get(found.path) or uri_of(found.path), range_of(found.span))


def _symbols(server: Server, path: Path | None) -> list[types.DocumentSymbol]:
    if path is None or not _is_ours(server, path):
        return []
    return [_symbol(each) for each in outline(server.desk.text(path))]


def _symbol(symbol: Symbol) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        symbol.name,
        _SYMBOLS.get(symbol.what, types.SymbolKind.Class),
        range_of(symbol.span),
        range_of(symbol.name_span),
        detail=symbol.what,
        children=[_symbol(each) for each in symbol.inner],
    )


def _actions(server: Server, path: Path | None, span: types.Range) -> list[types.CodeAction]:
    if path is None:
        return []
    found: list[types.CodeAction] = []
    for problem in server.problems_in(path, span):
        about = diagnostic(problem, mending.span_of(Lines(server.desk.text(path)), problem))
        for fix in mending.fixes(server.desk, problem):
            edit = types.TextEdit(range_of(fix.span), fix.text)
            uri = server.uris.get(fix.path) or uri_of(fix.path)
            found.append(
                types.CodeAction(
                    fix.title,
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[about],
                    is_preferred=fix.is_certain,
                    edit=types.WorkspaceEdit(changes={uri: [edit]}),
                )
            )
    return found


def _lenses(server: Server, path: Path | None, uri: str) -> list[types.CodeLens]:
    if path is None or not _is_ours(server, path):
        return []
    found: list[types.CodeLens] = []
    for lens in playing.lenses(server.desk, path):
        command = types.Command(lens.title, RUN_EXAMPLES, arguments=[uri, lens.card, lens.number])
        place = types.Position(lens.line, 0)
        found.append(types.CodeLens(types.Range(place, place), command))
    return found


# What the protocol calls things


def diagnostic(problem: Problem, span: Span) -> types.Diagnostic:
    """Write a problem as the protocol does, with a link to the page of its code."""
    page = page_of(problem.code)
    return types.Diagnostic(
        range_of(span),
        str(problem.message),
        severity=types.DiagnosticSeverity.Warning
        if problem.severity == WARNING
        else types.DiagnosticSeverity.Error,
        code=problem.code,
        code_description=types.CodeDescription(f"{DOCS}{page}") if page else None,
        source=SOURCE,
    )


def range_of(span: Span) -> types.Range:
    """Write a part of a text as the protocol does."""
    start, end = span.start, span.end
    return types.Range(types.Position(start.line, start.character), types.Position(end.line, end.character))


def _touches(span: types.Range, line: int) -> bool:
    return span.start.line <= line <= span.end.line


def path_of(uri: str) -> Path | None:
    """Give the path of a file; None of what is in no file."""
    found = to_fs_path(uri)
    return Path(found) if found else None


def uri_of(path: Path) -> str:
    """Give the address of a file."""
    return from_fs_path(str(path)) or path.as_uri()
