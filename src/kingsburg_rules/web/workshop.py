"""The worker of the card workshop: checks, completes, explains, draws and plays the cards of an author.

It decides nothing by itself. The mistakes are those of `content.checking`, completion and explanations those
of `editor`, texts come from `text`, pictures from `render`, and examples are played by `testing`. Tables
to try a card at are those of `worker`, in the same process, so that a game starts at once.

All messages are JSON. A question is `{"ask": 1, "question": {...}}`, its reply `{"ask": 1, "reply": {...}}`;
see `questions`. All other messages are for the tables.
"""

from __future__ import annotations

import io
import json
from asyncio import get_event_loop
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from traceback import format_exception_only
from typing import Final

from attrs import define, field

from kingsburg_rules import (
    LANGUAGES,
    ContentError,
    Diagnostic,
    KingsburgError,
    Pack,
    SetupError,
    describe,
    explain,
)
from kingsburg_rules.content import PACK_FILE, Shelf, built_in_packs, edition_of, page_of
from kingsburg_rules.editor import outline
from kingsburg_rules.editor.completion import complete
from kingsburg_rules.editor.hover import hover_at
from kingsburg_rules.editor.parser import Lines, Point, Stretch
from kingsburg_rules.editor.quick_fixes import fixes, span_of
from kingsburg_rules.editor.workspace import CheckedPack, OpenFile, Project, Workspace, needed_by
from kingsburg_rules.engine import WARNING, is_map
from kingsburg_rules.render import card as picture_of
from kingsburg_rules.testing import EDITION, read_examples
from kingsburg_rules.web import questions as q
from kingsburg_rules.web.worker import Worker

PACK: Final = "my-cards"
"""The id of the pack that a draft is."""

CARDS: Final = "cards.yaml"

LONGEST: Final = 100_000
"""How many characters a draft may have."""

MOST_PRINTED: Final = 20_000
"""So many characters of what a program prints are shown."""

SECONDS_OF_REST: Final = 1.5

_WRONG: Final[dict[str, object]] = {
    "text": "format: 1\nbuildings:\n  - id: hut\n    nmae: Hut\n",
    "requires": [],
}
FIRST_QUESTIONS: Final[tuple[dict[str, object], ...]] = (
    {"type": "check", "draft": _WRONG, "language": "en", "theme": "light"},
    {"type": "complete", "draft": _WRONG, "at": {"line": 3, "character": 4}},
    {"type": "explain", "draft": _WRONG, "at": {"line": 3, "character": 5}},
)
"""Asked when nobody asks anything: what they need is loaded and remembered before an author needs it."""

MOST_FINDINGS: Final = 100
MOST_CARDS: Final = 20
MOST_ITEMS: Final = 200


@define(eq=False)
class Workshop:
    """Answers questions about drafts. `folder` is an empty one, where the files of a draft seem to be."""

    folder: Path
    workspace: Workspace = field(factory=Workspace)

    @property
    def path(self) -> Path:
        """The file with the cards."""
        return self.folder / CARDS

    @property
    def project(self) -> Project:
        """The pack of the draft."""
        return Project(self.folder)

    @property
    def file(self) -> OpenFile:
        """The file with the cards, as it is on the screen."""
        return OpenFile(self.workspace, self.path)

    def answer(self, asked: object) -> dict[str, object]:
        """Answer a question; whatever goes wrong is a reply, too."""
        try:
            return self._reply(q.read(asked)).to_dict()
        except KingsburgError as error:
            language = str(asked.get("language")) if is_map(asked) else ""
            return q.Failed(describe(error, language=_known(language))).to_dict()
        except Exception as error:  # a page that waits for a reply would wait forever
            return q.Failed(f"{type(error).__name__}: {error}").to_dict()

    def _reply(self, question: q.Question) -> q.Reply:
        match question:
            case q.Check(draft, language, theme):
                return self._checked(self._open(draft), _known(language), theme)
            case q.Complete(draft, at):
                self._open(draft)
                return self._offered(at)
            case q.Explain(draft, at):
                self._open(draft)
                return self._explained(at)
            case q.PlayExample(draft, card, number):
                return self._played(self._open(draft), card, number)
            case q.RunPrograms(programs):
                return q.ProgramsRun(*run_programs(programs))
            case _:
                raise NotImplementedError(type(question).__name__)

    def _open(self, draft: q.CardDraft) -> q.CardDraft:
        """Take a draft for what is on the screen.

        Raises:
            SetupError: It is too long.
        """
        if len(draft.text) > LONGEST:
            raise SetupError("table.size", f"This text is too long: {LONGEST:,} characters are allowed.")
        # Checked as a folder with a `pack.yaml`, so that a draft can require other packs.
        self.workspace.texts = {
            self.folder / PACK_FILE: about_pack(draft.requires),
            self.path: draft.text,
        }
        return draft

    # Checking

    def _checked(self, draft: q.CardDraft, language: str, theme: q.Theme) -> q.Checked:
        checked = self.workspace.check(self.project)
        problems = [*checked.diagnostics]
        if checked.pack is None:
            return q.Checked(self._findings(problems), (), None)
        try:
            cards = tuple(self._cards(checked, language, theme))
        except KingsburgError as error:
            problems += _all_of(error, self.path, language)
            return q.Checked(self._findings(problems), (), None)
        return q.Checked(self._findings(problems), cards, trial_of(draft, checked.pack))

    def _findings(self, problems: Sequence[Diagnostic]) -> tuple[q.DraftDiagnostic, ...]:
        return tuple(self._finding(problem) for problem in problems[:MOST_FINDINGS])

    def _finding(self, problem: Diagnostic) -> q.DraftDiagnostic:
        """Show a problem in the text; one of the pack itself stands at its beginning."""
        message = problem.message
        severity: q.Severity = "warning" if problem.severity == WARNING else "error"
        page = page_of(problem.code)
        if not problem.file.endswith(CARDS):
            start = Stretch(Point(0, 0), Point(0, 0))
            return q.DraftDiagnostic(start, problem.code, message, severity, page, ())
        at = span_of(Lines(self.workspace.text(self.path)), problem)
        found = [fix for fix in fixes(self.workspace, problem) if fix.path == self.path]
        mends = tuple(q.Mend(fix.span, fix.text) for fix in found)
        return q.DraftDiagnostic(at, problem.code, message, severity, page, mends)

    def _cards(self, checked: CheckedPack, language: str, theme: q.Theme) -> Iterator[q.ShownCard]:
        """Show the cards of the draft, and those of other packs that it changes."""
        rules = checked.rules
        if rules is None:
            return
        for found in outline.cards_in(self.file)[:MOST_CARDS]:
            ref = found.ref
            if ref not in rules.cards:
                continue
            texts = {code: explain(ref, rules, language=code) for code in LANGUAGES}
            yield q.ShownCard(
                ref,
                tuple(
                    q.CardTexts(code, each.name, each.text, each.generated) for code, each in texts.items()
                ),
                picture_of(rules, ref, theme=theme, language=language),
                tuple(q.ShownExample(each.shows, each.works) for each in read_examples(rules.cards[ref])),
            )

    def _played(self, draft: q.CardDraft, card: str, number: int) -> q.ExamplePlayed:
        checked = self.workspace.check(self.project)
        found = outline.play(checked, card, number)
        messages = [problem.message for problem in found.diagnostics]
        if not found.passed and not messages:
            messages = [found.message]
        return q.ExamplePlayed(found.passed, " ".join(messages), self._findings(found.diagnostics))

    # The cursor

    def _offered(self, at: Point) -> q.Offered:
        offer = complete(self.file, at)
        return q.Offered(offer.span, offer.items[:MOST_ITEMS])

    def _explained(self, at: Point) -> q.Explained:
        found = hover_at(self.file, at)
        return q.Explained(None, None) if found is None else q.Explained(found.span, found.text)


def about_pack(requires: Sequence[str]) -> str:
    """Write the `pack.yaml` of a draft. JSON is YAML."""
    known = [name for name in requires if name in built_in_packs()]
    about = {"format": 1, "id": PACK, "version": "0", "title": PACK}
    return json.dumps({**about, "requires": known} if known else about)


def trial_of(draft: q.CardDraft, pack: Pack) -> q.TrialTable:
    """List what a table needs to play with a draft."""
    edition = edition_of(EDITION)
    needs = [member.id for member in needed_by(pack, Shelf())]
    scenarios = [name for name in needs if name in edition.scenarios]
    files = {PACK_FILE: about_pack(draft.requires), CARDS: draft.text}
    modules = tuple(name for name in needs if name in edition.modules)
    return q.TrialTable(modules, scenarios[0] if scenarios else None, files)


def _all_of(error: KingsburgError, path: Path, language: str) -> Iterator[Diagnostic]:
    """Return the mistakes that come up only when a pack is loaded."""
    if isinstance(error, ContentError):
        yield from error.diagnostics
    else:
        yield Diagnostic(path.as_posix(), 1, 1, error.code, describe(error, language=language))


def _known(language: str) -> str:
    return language if language in LANGUAGES else "en"


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
    return printed.getvalue()[:MOST_PRINTED], problem


def listener(post: Callable[[str], None], workshop: Workshop, tables: Worker) -> Callable[[str], None]:
    """Make the function that takes messages: questions for the workshop, and all others for the tables."""

    def hear(text: str) -> None:
        message: object = json.loads(text)
        if is_map(message) and "ask" in message:
            reply = workshop.answer(message.get("question"))
            post(json.dumps({"ask": message["ask"], "reply": reply}, ensure_ascii=False))
        else:
            tables.hear(text)

    return hear


def start(post: Callable[[str], None]) -> Callable[[str], None]:
    """Start in Pyodide: `post` takes what is for the page; the result takes what comes from it."""
    later, workshop = get_event_loop().call_later, Workshop(Path(mkdtemp()))
    # One after the other, so that the page hears from its worker in between.
    for number, question in enumerate(FIRST_QUESTIONS, 1):
        later(number * SECONDS_OF_REST, workshop.answer, question)
    return listener(post, workshop, Worker(post, later))
