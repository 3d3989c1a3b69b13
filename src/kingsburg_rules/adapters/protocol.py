"""The engine for other languages: a line of JSON with a request comes in, a line with its answer goes out.

Whatever comes in, one answer goes out, and the games go on. What a request may cost is limited, so that one
game cannot hold up the others. Packs come as texts or as a zip, and no text is ever taken for a path.
"""

from __future__ import annotations

import ctypes
import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from threading import Thread
from typing import BinaryIO, TypeVar

from attrs import define, evolve, field, frozen

from kingsburg_rules import (
    COMPILED,
    LANGUAGES,
    WIRE_VERSION,
    AnyAction,
    AnyEvent,
    ContentError,
    Decision,
    Game,
    IllegalAction,
    Pack,
    PackLimits,
    Rules,
    Runaway,
    SaveError,
    SetupError,
    Whoever,
    __version__,
    catalog_of,
    choices,
    describe,
    explain,
    load_rules,
)
from kingsburg_rules.adapters import messages as m
from kingsburg_rules.bots import Sight, bot_names, explain_choice, make_bot
from kingsburg_rules.engine import CHANCE_PLAYER, Unreadable, from_plain, is_map, is_whole, parsed

AUTOMATION = ("forced", "gains", "peeks")

PROTOCOL = 1
"""The version of the protocol; it grows when a program that uses it has to change."""

_T = TypeVar("_T")

_ID = re.compile(r"[a-z][a-z0-9_-]*")


_PACK = PackLimits(file_bytes=200_000, pack_bytes=300_000, files=50, entries=500, zip_bytes=300_000)


@frozen
class EngineLimits:
    """The limits of a program: games at once, bytes of a line and of a save, packs and their sizes.

    `actions` is the number of decisions in a game, after which no more are taken, and `hint_seconds` is how
    long a bot may think about a hint.
    """

    games: int = 200
    line_bytes: int = 2_000_000
    save_bytes: int = 50_000
    actions: int = 5_000
    hint_seconds: float = 10.0
    packs: int = 10
    pack: PackLimits = _PACK


LIMITS = EngineLimits()
"""The limits by default."""


class RequestError(Exception):
    """A line is not a request, or asks for what the protocol does not have."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message


@define(eq=False)
class Engine:
    """Holds games, and answers requests about them."""

    limits: EngineLimits = LIMITS
    _games: dict[int, Game] = field(factory=dict[int, Game])
    _count: int = 0

    def answer(self, line: bytes) -> bytes:
        """Answer a line with a line; both end without a line break."""
        number: int | None = None
        players: Sequence[str] = ()
        game: Game | None = None
        try:
            data = self._parsed(line)
            number = _id_of(data)
            game = self._game_of(data.get("game"))
            # Players are seats in JSON; their names are those of the game that the request is about.
            players = () if game is None else game.players
            answer = self._carry_out(_request(data, players))
            game = self._game_of(getattr(answer, "game", None)) or game
            return _written(answer, () if game is None else game.players)
        except Exception as error:
            return _written(_refused(number, error, None if game is None else game.rules), players)

    def _parsed(self, line: bytes) -> Mapping[str, object]:
        if len(line) > self.limits.line_bytes:
            raise RequestError("request.line", f"A line has at most {self.limits.line_bytes:,} bytes.")
        try:
            data = parsed(line.decode())
        except (UnicodeDecodeError, Unreadable) as error:
            raise RequestError("request.json", "This line is not JSON in UTF-8.") from error
        if not is_map(data):
            raise RequestError("request.form", "A request must be a JSON object.")
        return data

    def _game_of(self, number: object) -> Game | None:
        return self._games.get(number) if is_whole(number) else None

    def _game(self, number: int) -> Game:
        if number not in self._games:
            raise RequestError("request.game", f"There is no game {_few_digits(number)}.")
        return self._games[number]

    def _carry_out(self, request: m.AnyRequest) -> m.EngineAnswer:  # noqa: C901, PLR0911, PLR0912 -- one case for each
        match request:
            case m.VersionsRequest():
                return m.VersionsAnswer(
                    request.id, __version__, PROTOCOL, WIRE_VERSION, COMPILED, bot_names(), LANGUAGES
                )
            case m.ChoicesRequest():
                return m.ChoicesAnswer(request.id, choices(request.language))
            case m.NewGameRequest():
                return self._new(request)
            case m.LoadRequest():
                return self._load(request)
            case m.GameRequest():
                return self._shown(request.id, request.game)
            case m.PlayRequest():
                return self._play(request)
            case m.WhyNotRequest():
                return self._why_not(request)
            case m.UndoRequest():
                events = self._game(request.game).undo(fair=request.fair)
                return self._happened(request, events)
            case m.ViewRequest():
                return m.ViewAnswer(request.id, request.game, self._game(request.game).view(request.player))
            case m.EventsRequest():
                game = self._game(request.game)
                return self._happened(
                    request, game.recent(player=request.player, after=request.after), request.player
                )
            case m.SaveRequest():
                return m.SaveAnswer(request.id, request.game, self._game(request.game).save())
            case m.CatalogRequest():
                catalog = catalog_of(self._game(request.game).rules, request.language)
                return m.CatalogAnswer(request.id, request.game, catalog)
            case m.CardRequest():
                rules = self._game(request.game).rules
                return m.CardAnswer(request.id, explain(request.card, rules, language=request.language))
            case m.DescribeRequest():
                return self._describe(request)
            case m.HintRequest():
                return self._hint(request)
            case m.EndRequest():
                self._game(request.game)
                del self._games[request.game]
                return m.EndAnswer(request.id, request.game)

    # Games

    def _new(self, request: m.NewGameRequest) -> m.GameAnswer:
        self._check_room()
        rules = load_rules(
            request.edition,
            modules=map(_id, request.modules),
            scenario=request.scenario and _id(request.scenario),
            variants=request.variants,
            packs=self._packs(request.packs),
            switches=request.switches,
            fidelity=request.fidelity,
        )
        game = Game(
            rules,
            request.players,
            seed=request.seed,
            chance=request.chance,
            automation=AUTOMATION if request.automation is None else request.automation,
            script=request.script,
        )
        return self._kept(request.id, game)

    def _load(self, request: m.LoadRequest) -> m.GameAnswer:
        self._check_room()
        if len(request.save) > self.limits.save_bytes:
            raise RequestError("request.save", f"A save has at most {self.limits.save_bytes:,} characters.")
        return self._kept(request.id, Game.load(request.save, packs=self._packs(request.packs)))

    def _check_room(self) -> None:
        if len(self._games) >= self.limits.games:
            message = f"There are already {self.limits.games} games; end one of them first."
            raise RequestError("request.games", message)

    def _packs(self, sent: Sequence[m.SentPack]) -> list[Pack | str]:
        if len(sent) > self.limits.packs:
            raise RequestError("request.packs", f"A game has at most {self.limits.packs} packs sent with it.")
        return [self._pack(pack) for pack in sent]

    def _pack(self, sent: m.SentPack) -> Pack | str:
        match sent:
            case m.SentPack(name=str(name), files=None, zip=None):
                return _id(name)
            case m.SentPack(name=None, files=files, zip=None) if files is not None:
                return Pack.from_files(files, limits=self.limits.pack)
            case m.SentPack(name=None, files=None, zip=str(text)):
                return Pack.from_zip(_bytes(text), limits=self.limits.pack)
            case _:
                message = "Give exactly one of `name`, `files` and `zip` for a pack."
                raise RequestError("request.pack", message)

    def _kept(self, number: int, game: Game) -> m.GameAnswer:
        self._count += 1
        self._games[self._count] = game
        return self._shown(number, self._count)

    def _shown(self, number: int, which: int) -> m.GameAnswer:
        game = self._game(which)
        return m.GameAnswer(
            number, which, game.players, game.view().seq, game.outcome is not None, game.pending
        )

    # Decisions

    def _play(self, request: m.PlayRequest) -> m.EventsAnswer:
        game = self._game(request.game)
        if any(owed.id > self.limits.actions for owed in game.pending):
            message = f"A game has at most {self.limits.actions:,} decisions."
            raise RequestError("request.actions", message)
        given = [request.option, request.action, request.notation]
        if sum(one is not None for one in given) != 1:
            message = "Give exactly one of `option`, `action` and `notation`."
            raise RequestError("request.answer", message)
        events = game.play(
            _answer_in(game, request),
            request.player or Whoever.IS_ASKED,
            decision=request.decision,
        )
        return self._happened(request, events)

    def _happened(
        self,
        request: m.PlayRequest | m.UndoRequest | m.EventsRequest,
        events: Sequence[AnyEvent],
        viewer: str | None = None,
    ) -> m.EventsAnswer:
        """Report what happened; to a single viewer, only their own decisions."""
        game = self._game(request.game)
        view = game.view(viewer)
        owed = game.pending
        if isinstance(request, m.EventsRequest):
            owed = tuple(decision for decision in owed if decision.player == viewer)
        return m.EventsAnswer(
            request.id, request.game, view.seq, game.outcome is not None, tuple(events), view, owed
        )

    def _why_not(self, request: m.WhyNotRequest) -> m.WhyNotAnswer:
        game = self._game(request.game)
        action = _one_of(request.action, request.notation)
        found = game.why_not(action, request.player or Whoever.IS_ASKED, decision=request.decision)
        if found is not None:
            found = evolve(found, sentence=describe(found, game.rules, language=request.language))
        return m.WhyNotAnswer(request.id, found)

    def _describe(self, request: m.DescribeRequest) -> m.SentenceAnswer:
        game = self._game(request.game)
        given = (request.action, request.event, request.decision)
        if sum(one is not None for one in given) != 1:
            message = "Give exactly one of `action`, `event` and `decision`."
            raise RequestError("request.describe", message)
        thing = request.action or request.event or _decision(game, request.decision)
        sentence = describe(thing, game.rules, language=request.language, reader=request.reader)
        return m.SentenceAnswer(request.id, sentence)

    def _hint(self, request: m.HintRequest) -> m.HintAnswer:
        game = self._game(request.game)
        decision = _decision(game, request.decision)
        if decision.player == CHANCE_PLAYER:
            raise RequestError("request.hint", "There are no hints for chance decisions.")
        bot, sight = make_bot(request.bot), Sight(decision.player, game)
        try:
            found = within(self.limits.hint_seconds, lambda: explain_choice(bot, decision, sight))
        except TimeoutError as error:
            message = f"The bot has no hint after {self.limits.hint_seconds:g} seconds."
            raise RequestError("request.hint", message) from error
        known = next((option for option in decision.options if option == found.action), None)
        if known is None:
            # Bots of other packages are not checked by anybody before.
            raise RequestError("request.hint", "The bot gave an answer that is not possible.")
        sentence = describe(known, game.rules, language=request.language, decision=decision)
        why = found.sentences(request.language)
        return m.HintAnswer(request.id, decision.id, known, str(known), sentence, why)


# Reading


def _id_of(data: Mapping[str, object]) -> int | None:
    number = data.get("id")
    return number if is_whole(number) and abs(number) < 1 << 53 else None


def _request(data: Mapping[str, object], players: Sequence[str]) -> m.AnyRequest:
    if _id_of(data) is None:
        raise RequestError("request.id", "A request needs an `id`: a whole number of at most 53 bits.")
    try:
        found = from_plain(data, m.EngineRequest, tuple(players))
    except Unreadable as error:
        raise RequestError("request.form", f"This is not a request: {error}.") from error
    if not isinstance(found, m.AnyRequest):
        raise RequestError("request.form", "This is not a request.")
    return found


def _id(name: str) -> str:
    """Check that a name is an id: other texts could be paths."""
    if not _ID.fullmatch(name):
        raise RequestError("request.pack", "Packs are named by their ids, such as `my-pack`, not by paths.")
    return name


def _bytes(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError as error:
        raise RequestError("request.pack", "The `zip` of a pack must be base64.") from error


def _answer_in(game: Game, request: m.PlayRequest) -> AnyAction | str:
    """Find the action that a request means."""
    if request.option is None:
        return _one_of(request.action, request.notation)
    if request.decision is not None and not any(owed.id == request.decision for owed in game.pending):
        return "pass"  # whichever action it is, `play` says that this decision is not owed any more
    owed = [
        decision
        for decision in game.pending
        if request.decision in (None, decision.id) and request.player in (None, decision.player)
    ]
    options = owed[0].options if owed else ()
    if not 0 <= request.option < len(options):
        raise RequestError("request.option", f"There is no option {_few_digits(request.option)}.")
    return options[request.option]


def _one_of(action: AnyAction | None, notation: str | None) -> AnyAction | str:
    if action is not None and notation is None:
        return action
    if action is None and notation is not None:
        return notation
    raise RequestError("request.answer", "Give exactly one of `action` and `notation`.")


def _decision(game: Game, number: int | None) -> Decision:
    """Find a decision that is owed: the first, or the one with a number."""
    found = next((owed for owed in game.pending if number in (None, owed.id)), None)
    if found is None:
        raise RequestError("request.decision", "This decision is not pending.")
    return found


def _few_digits(number: int) -> str:
    return str(number) if abs(number) < 10**9 else "with so large a number"


# Writing


def _written(answer: m.EngineAnswer, players: Sequence[str]) -> bytes:
    """Write an answer in ASCII, so that no text can break it."""
    # Escapes keep line breaks of any alphabet out of the line, and no reader has to know the encoding.
    return json.dumps(answer.to_dict(players), separators=(",", ":")).encode("ascii")


def _refused(number: int | None, error: Exception, rules: Rules | None) -> m.ErrorAnswer:
    match error:
        case RequestError():
            return m.ErrorAnswer(number, "RequestError", error.code, error.message)
        case IllegalAction():
            told = error.message if rules is None else describe(error, rules)
            violation = evolve(error.violation, sentence=told)
            return m.ErrorAnswer(number, "IllegalAction", error.code, told, violation)
        case ContentError():
            return m.ErrorAnswer(
                number,
                "ContentError",
                error.code,
                error.message,
                diagnostics=tuple(
                    m.SentDiagnostic(p.file, p.line, p.column, p.code, p.message, "error")
                    for p in error.diagnostics
                ),
            )
        case SetupError():
            return m.ErrorAnswer(number, "SetupError", error.code, error.message)
        case SaveError():
            return m.ErrorAnswer(number, "SaveError", error.code, error.message)
        case Runaway():
            return m.ErrorAnswer(number, "Runaway", error.code, error.message)
        case _:
            message = f"This is a bug; please report it: {type(error).__name__}."
            return m.ErrorAnswer(number, "InternalError", "request.internal", message)


# Over two streams


def serve(requests: BinaryIO, answers: BinaryIO, engine: Engine | None = None) -> None:
    """Answer every line until there are no more. Empty lines are ignored."""
    engine = engine or Engine()
    for line in _lines(requests, engine.limits.line_bytes):
        if line.strip():
            answers.write(engine.answer(line) + b"\n")
            answers.flush()


def _lines(requests: BinaryIO, most: int) -> Iterator[bytes]:
    """Read lines; of one that is too long, only enough to see that it is."""
    # Two bytes more than the longest line, for an end of line that may have two.
    while line := requests.readline(most + 2):
        yield line.rstrip(b"\r\n")
        rest = line
        while len(rest) == most + 2 and not rest.endswith(b"\n"):
            rest = requests.readline(most + 2)


# Work that is given up after some time: bots think as long as they like, and nobody counts their steps


class _GivenUp(BaseException):
    """Raised in the middle of work that takes too long; nothing that catches errors catches it."""


def within(seconds: float, work: Callable[[], _T]) -> _T:
    """Do some work in a thread of its own.

    Raises:
        TimeoutError: It is not done in time, and has been interrupted.
    """
    done: Future[_T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    # A signal would be simpler, but only the main thread gets signals, and Windows has no alarm.
    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        return done.result(seconds)
    except TimeoutError:
        _interrupt(thread)
        raise


def _interrupt(thread: Thread) -> None:
    """Raise `_GivenUp` in a thread at its next step."""
    if thread.ident is not None:
        number = ctypes.c_ulong(thread.ident)
        # Python has no public way to stop a thread; without one, a bot would think on until the process ends.
        ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(_GivenUp))
