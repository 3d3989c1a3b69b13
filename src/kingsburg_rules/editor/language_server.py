"""The server: turns requests of the protocol into questions about files, and answers into messages.

Texts come whole with each change, and places are in UTF-16, which every editor knows. A pack is checked
shortly after the last keystroke; requests are answered at once. Whatever goes wrong in an answer is written
to the log of the editor, and the answer is empty.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import from_fs_path, to_fs_path

from kingsburg_rules import Diagnostic, __version__
from kingsburg_rules.content import DOCS, page_of
from kingsburg_rules.editor.completion import CompletionItem, complete
from kingsburg_rules.editor.hover import define_at, hover_at
from kingsburg_rules.editor.outline import cards_in, id_of, items_in, play
from kingsburg_rules.editor.parser import Lines, ParsedWord, Point, Stretch
from kingsburg_rules.editor.quick_fixes import QuickFix, fixes, span_of
from kingsburg_rules.editor.workspace import OpenFile, Project, Workspace
from kingsburg_rules.engine import WARNING

SOURCE = "kingsburg"
RUN_EXAMPLES = "kingsburg.runExamples"

PAUSE = 0.15
"""The seconds after the last keystroke before a pack is checked."""


_log = logging.getLogger(__name__)

_ITEMS = {
    "key": types.CompletionItemKind.Property,
    "word": types.CompletionItemKind.EnumMember,
    "name": types.CompletionItemKind.Reference,
    "variable": types.CompletionItemKind.Variable,
}

_PARTS = {"triggers": "when", "modifiers": "what", "permissions": "", "memory": "id", "examples": "shows"}
"""The lists of a card, each with the key that names its items."""

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


class _InFile(Protocol):
    """The parameters of a request about a file."""

    @property
    def text_document(self) -> types.TextDocumentIdentifier: ...


P = TypeVar("P", bound=_InFile)
T = TypeVar("T")


class EditorServer:
    """The open files, what was reported of them, and the projects that wait to be checked."""

    def __init__(self, protocol: LanguageServer) -> None:
        self.protocol = protocol
        self.workspace = Workspace()
        self.uris: dict[Path, str] = {}
        self.diagnostics: dict[Path, list[Diagnostic]] = {}
        self.failures: dict[Path, list[Diagnostic]] = {}
        self.reported: dict[Project, set[Path]] = {}
        self.waiting: dict[Project, asyncio.TimerHandle] = {}

    # Files

    def begin(self, params: types.InitializeParams) -> None:
        """Note the folders that the editor shows."""
        folders = [folder.uri for folder in params.workspace_folders or ()]
        roots = folders or ([params.root_uri] if params.root_uri else [])
        self.workspace.folders = tuple(path for path in map(path_of, roots) if path is not None)

    def watch(self, params: types.InitializedParams) -> None:
        """Ask the editor to report files that change on the disk, if it can."""
        del params
        workspace = self.protocol.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is not None and watching.dynamic_registration:
            watchers = [types.FileSystemWatcher("**/*.yaml")]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            registration = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.protocol.client_register_capability(types.RegistrationParams([registration]))

    def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        """Take the text of a file that was opened."""
        self._take(params.text_document.uri, params.text_document.text)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """Take the new text of a file."""
        if params.content_changes:
            self._take(params.text_document.uri, params.content_changes[-1].text)

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        """Go back to the text on the disk."""
        path = path_of(params.text_document.uri)
        if path is not None:
            project = self.workspace.project(path)
            self.workspace.texts.pop(path, None)
            self.failures.pop(path, None)
            self.check_soon(project)
            # Nobody looks at a pack without open files any more, and its files may change unseen.
            if not self._open_files(project):
                self.reported.setdefault(project, set()).add(path)
                self._clear(project)

    def _take(self, uri: str, text: str) -> None:
        path = path_of(uri)
        if path is not None:
            self.workspace.texts[path] = text
            self.uris[path] = uri
            self.failures.pop(path, None)
            self.check_soon(self.workspace.project(path))

    def _uri(self, path: Path) -> str:
        """Return the address of a file, as the editor wrote it if it is open."""
        return self.uris.get(path) or from_fs_path(str(path)) or path.as_uri()

    def _open_files(self, project: Project) -> set[Path]:
        return {path for path in self.workspace.texts if self.workspace.project(path) == project}

    # Mistakes

    def check_soon(self, project: Project) -> None:
        """Check a project when nothing has been typed for a moment."""
        known = self.waiting.pop(project, None)
        if known is not None:
            known.cancel()
        self.waiting[project] = asyncio.get_running_loop().call_later(PAUSE, self.check, project)

    def check_all(self, params: object) -> None:
        """Check all projects with open files: a file was saved, or changed on the disk."""
        del params
        for project in {self.workspace.project(path) for path in self.workspace.texts}:
            self.check_soon(project)

    def check(self, project: Project) -> None:
        """Check a project, and report its diagnostics."""
        self.waiting.pop(project, None)
        open_files = self._open_files(project)
        if not open_files:
            return
        if project.is_lone and not self.workspace.is_ours(project.path):
            self._clear(project)
            return
        try:
            checked = self.workspace.check(project)
        except Exception:  # an editor that shows old mistakes is better than one that shows none at all
            _log.exception("The pack at %s cannot be checked.", project.path)
            return
        by_file = _by_file(checked.diagnostics)
        paths = {*by_file, *self.reported.get(project, ()), *open_files}
        self.reported[project] = set(by_file)
        # Files without diagnostics are sent an empty list, which takes back what they had.
        for path in paths:
            self.diagnostics[path] = by_file.get(path, [])
            self._publish(path)

    def _clear(self, project: Project) -> None:
        """Take back what was reported of a project."""
        for path in self.reported.pop(project, set()):
            self.diagnostics.pop(path, None)
            self._publish(path)

    def _publish(self, path: Path) -> None:
        """Send the diagnostics of a file."""
        found = [*self.diagnostics.get(path, ()), *self.failures.get(path, ())]
        lines = Lines(self.workspace.text(path) if found else "")
        diagnostics = [self._diagnostic(problem, lines) for problem in found]
        params = types.PublishDiagnosticsParams(self._uri(path), diagnostics)
        self.protocol.text_document_publish_diagnostics(params)

    def _diagnostic(self, problem: Diagnostic, lines: Lines) -> types.Diagnostic:
        """Translate a diagnostic, with a link to the page of its code, and the other places it is about."""
        page, severities = page_of(problem.code), types.DiagnosticSeverity
        return types.Diagnostic(
            _range(span_of(lines, problem)),
            problem.message,
            severity=severities.Warning if problem.severity == WARNING else severities.Error,
            code=problem.code,
            code_description=types.CodeDescription(f"{DOCS}{page}") if page else None,
            source=SOURCE,
            related_information=[*map(self._related, problem.others)] or None,
        )

    def _related(self, other: tuple[str, int, int]) -> types.DiagnosticRelatedInformation:
        file, line, column = other
        path = Path(file)
        span = Lines(self.workspace.text(path)).word_at(line - 1, column - 1)
        return types.DiagnosticRelatedInformation(types.Location(self._uri(path), _range(span)), "See also")

    # Requests

    def completions(self, file: OpenFile, params: types.CompletionParams) -> types.CompletionList:
        """List what can be written at a place."""
        found = complete(file, _point(params.position))
        items = [_completion(item, found.span, number) for number, item in enumerate(found.items)]
        return types.CompletionList(False, items)

    def hover(self, file: OpenFile, params: types.HoverParams) -> types.Hover | None:
        """Explain the word at a place."""
        found = hover_at(file, _point(params.position))
        return None if found is None else types.Hover(_markdown(found.text), _range(found.span))

    def definition(self, file: OpenFile, params: types.DefinitionParams) -> types.Location | None:
        """Find the definition of what is named at a place."""
        found = define_at(file, _point(params.position))
        return None if found is None else types.Location(self._uri(found.path), _range(found.span))

    def symbols(self, file: OpenFile, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        """Outline a file."""
        del params
        return outline(file)

    def actions(self, file: OpenFile, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Offer the quick fixes in a part of a file."""
        first, last = params.range.start.line, params.range.end.line
        return [
            self._action(self._diagnostic(problem, file.parsed.lines), fix)
            for problem in self.diagnostics.get(file.path, ())
            if first <= problem.line - 1 <= last
            for fix in fixes(self.workspace, problem)
        ]

    def _action(self, problem: types.Diagnostic, fix: QuickFix) -> types.CodeAction:
        edit = types.TextEdit(_range(fix.span), fix.text)
        return types.CodeAction(
            fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[problem],
            is_preferred=fix.is_certain,
            edit=types.WorkspaceEdit(changes={self._uri(fix.path): [edit]}),
        )

    def lenses(self, file: OpenFile, params: types.CodeLensParams) -> list[types.CodeLens]:
        """Offer to run the examples of a file."""
        del params
        return [*lenses(self._uri(file.path), file)]

    async def run_examples(self, uri: str, card: str, number: int | None = None) -> None:
        """Play examples, and show the result as a message, and at those that do not hold."""
        path = path_of(uri)
        if path is None:
            return
        # Everything that is open is read before the thread starts, since it may change meanwhile.
        checked = self.workspace.check(self.workspace.project(path))
        played = await asyncio.to_thread(play, checked, card, number)
        kind = types.MessageType.Info if played.passed else types.MessageType.Warning
        self.protocol.window_show_message(types.ShowMessageParams(kind, played.message))
        for file, problems in {path: [], **_by_file(played.diagnostics)}.items():
            self.failures[file] = problems
            self._publish(file)


def make_server() -> LanguageServer:
    """Make a server with everything it answers."""
    whole = types.TextDocumentSyncKind.Full
    protocol = LanguageServer("kingsburg", __version__, text_document_sync_kind=whole, protocol_cls=_Protocol)
    server = EditorServer(protocol)
    notifications: dict[str, Callable[..., None]] = {
        types.INITIALIZE: server.begin,
        types.INITIALIZED: server.watch,
        types.TEXT_DOCUMENT_DID_OPEN: server.opened,
        types.TEXT_DOCUMENT_DID_CHANGE: server.changed,
        types.TEXT_DOCUMENT_DID_CLOSE: server.closed,
        types.TEXT_DOCUMENT_DID_SAVE: server.check_all,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: server.check_all,
    }
    # Partial functions, because pygls marks what it is given, and methods cannot be marked.
    for method, take in notifications.items():
        protocol.feature(method)(partial(take))
    protocol.command(RUN_EXAMPLES)(partial(server.run_examples))
    _add_answers(protocol, server)
    return protocol


def start() -> None:
    """Serve an editor at standard input and output until it says goodbye."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a thread waits for input and would not notice Ctrl+C
    make_server().start_io()


def _add_answers(protocol: LanguageServer, server: EditorServer) -> None:
    """Answer requests about files; with nothing if a file is not ours, or if an answer fails."""

    def add(method: str, answer: Callable[[OpenFile, P], T], nothing: T, options: object = None) -> None:
        @protocol.feature(method, options)
        def _(params: P) -> T:
            path = path_of(params.text_document.uri)
            try:
                if path is None or not server.workspace.is_ours(path):
                    return nothing
                return answer(OpenFile(server.workspace, path), params)
            except Exception:  # half-written text may be anything; an editor must not see a crash
                _log.exception("A request cannot be answered.")
                return nothing

    signs = types.CompletionOptions(trigger_characters=["$", "/", "{", "["])
    quick_fix = types.CodeActionOptions([types.CodeActionKind.QuickFix])
    add(types.TEXT_DOCUMENT_COMPLETION, server.completions, types.CompletionList(False, []), signs)
    add(types.TEXT_DOCUMENT_HOVER, server.hover, None)
    add(types.TEXT_DOCUMENT_DEFINITION, server.definition, None)
    add(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, server.symbols, list[types.DocumentSymbol]())
    add(types.TEXT_DOCUMENT_CODE_ACTION, server.actions, list[types.CodeAction](), quick_fix)
    add(types.TEXT_DOCUMENT_CODE_LENS, server.lenses, list[types.CodeLens]())


# Translation into the protocol


def _completion(item: CompletionItem, span: Stretch, number: int) -> types.CompletionItem:
    return types.CompletionItem(
        item.label,
        kind=_ITEMS[item.kind],
        detail=item.detail or None,
        documentation=_markdown(item.doc) if item.doc else None,
        # Editors sort by the label otherwise, and what is needed would not come first.
        sort_text=f"{number:05}",
        text_edit=types.TextEdit(_range(span), item.insert),
        insert_text_mode=types.InsertTextMode.AsIs,
    )


def outline(file: OpenFile) -> list[types.DocumentSymbol]:
    """Outline a file: its cards with their abilities, and all else that has an id."""
    lines = file.parsed.lines
    return [
        _symbol(lines, str(path[0]), entries, name, [*_abilities(lines, entries)])
        for path, entries in items_in(file.parsed.entries, 2)
        if (name := id_of(entries)) is not None
    ]


def _abilities(lines: Lines, entries: list[ParsedWord]) -> Iterator[types.DocumentSymbol]:
    for path, inside in items_in(entries, 4):
        what = str(path[2])
        if what in _PARTS:
            words = (each for each in inside if not each.is_key and each.path[4:] == (_PARTS[what],))
            yield _symbol(lines, what, inside, next(words, inside[0]), [])


def _symbol(
    lines: Lines,
    what: str,
    entries: list[ParsedWord],
    name: ParsedWord,
    inner: list[types.DocumentSymbol],
) -> types.DocumentSymbol:
    first, last = entries[0], max(entry.line for entry in entries)
    return types.DocumentSymbol(
        name.text or what,
        _SYMBOLS.get(what, types.SymbolKind.Class),
        _range(Stretch(lines.position(first.line, first.column), lines.position(last, len(lines[last])))),
        _range(lines.span(name.line, name.column, name.end)),
        detail=what,
        children=inner,
    )


def lenses(uri: str, file: OpenFile) -> Iterator[types.CodeLens]:
    """Offer to run the examples of each card of a file, above the card and above each example."""
    for card in cards_in(file):
        lines: dict[int, int] = {}
        for entry in file.parsed.within((*card.path, "examples")):
            if len(entry.path) > 3 and isinstance(entry.path[3], int):
                lines.setdefault(entry.path[3], entry.line)
        if lines:
            count = "its example" if len(lines) == 1 else f"its {len(lines)} examples"
            yield _lens(card.first, f"Run {count}", [uri, card.ref, None])
            for number, line in lines.items():
                yield _lens(line, "Run this example", [uri, card.ref, number])


def _lens(line: int, title: str, given: list[str | int | None]) -> types.CodeLens:
    place = types.Position(line, 0)
    return types.CodeLens(types.Range(place, place), types.Command(title, RUN_EXAMPLES, arguments=given))


def _by_file(problems: Iterable[Diagnostic]) -> dict[Path, list[Diagnostic]]:
    found: dict[Path, list[Diagnostic]] = defaultdict(list)
    for problem in problems:
        found[Path(problem.file)].append(problem)
    return found


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)


def _point(position: types.Position) -> Point:
    return Point(position.line, position.character)


def _range(span: Stretch) -> types.Range:
    start, end = span.start, span.end
    return types.Range(types.Position(start.line, start.character), types.Position(end.line, end.character))


def path_of(uri: str) -> Path | None:
    """Return the path of a file; None for a text that is in no file."""
    found = to_fs_path(uri)
    return Path(found) if found else None
