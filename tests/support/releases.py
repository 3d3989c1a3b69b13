"""What a release leaves behind: its content, packs of authors, saves, records and JSON, in `tests/releases`.

Every later version of the same major one must read all of it. Nothing in these folders is ever changed.
"""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, get_args

from kingsburg_rules import (
    Action,
    AnyAction,
    AnyEvent,
    Decision,
    Event,
    Game,
    Pack,
    Record,
    Rules,
    SeatView,
    load_rules,
    scenarios,
)
from kingsburg_rules.adapters.protocol import Engine
from kingsburg_rules.content import built_in
from kingsburg_rules.content.built_in import data_folder
from support.goldens import GOLDENS, Chooser, Golden

ROOT = Path(__file__).parents[2]
RELEASES = ROOT / "tests" / "releases"
EXAMPLES = ROOT / "examples" / "packs"
NAMES = ("Ann", "Brian", "Cindy", "David", "Eve", "Fleur")
WIRE = "wire.json"
EXPECTED = "expected.json"
CONTENT = "content.zip"
CONVERSATION = "engine.jsonl"

_FIXED = (2020, 1, 1, 0, 0, 0)
"""The time of files in a zip, so that the same content gives the same zip."""

PACK_GAMES = (
    Golden("pack-back-door", "second", 3, 3101, modules=("governors",)),
    Golden("pack-saints-road", "second", 4, 3102),
    Golden("pack-sixth-chair", "second", 6, 3103),
    Golden("pack-under-the-hammer", "second", 3, 3104),
)
"""Games with packs that do not come with the library, named by their pack."""


class Expected(NamedTuple):
    """What a later version must find in a save: who is asked what."""

    asked: list[list[Any]]
    actions: int

    @classmethod
    def of(cls, game: Game) -> Expected:
        asked = [[ask.player, ask.kind, ask.source, summary(map(str, ask.options))] for ask in game.pending]
        return cls(asked, len(game.record.actions))


def summary(lines: Iterable[str]) -> str:
    """Write many lines as a few signs."""
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def releases() -> list[Path]:
    """List the folders, the oldest release first."""
    return sorted(RELEASES.iterdir(), key=lambda path: [int(part) for part in path.name.split(".")])


def packs_of(folder: Path) -> list[Pack]:
    """Read the packs that a release leaves behind."""
    return [Pack.read(path) for path in sorted((folder / "packs").glob("*.zip"))]


# Making them


def write_release(folder: Path) -> Iterator[Path]:
    """Write everything of this version, and report each file."""
    for part in ("packs", "saves", "records"):
        (folder / part).mkdir(parents=True, exist_ok=True)
        for path in (folder / part).iterdir():
            path.unlink()
    yield _write_zip(folder / CONTENT, Path(data_folder("content")))
    for pack in PACK_GAMES:
        name = pack.name.removeprefix("pack-")
        yield _write_zip(folder / "packs" / f"{name}.zip", EXAMPLES / name)
    expected = dict[str, Any]()
    found = _Found()
    for golden in (*GOLDENS, *PACK_GAMES):
        for path, game in _written(folder, golden, found):
            expected[path.relative_to(folder).as_posix()] = Expected.of(game)._asdict()
            yield path
    for path, game in _special(folder):
        expected[path.relative_to(folder).as_posix()] = Expected.of(game)._asdict()
        yield path
    for path in sorted((folder / "records").iterdir()):
        expected[path.relative_to(folder).as_posix()] = outcome_of(path, packs_of(folder))
    yield _write(folder / CONVERSATION, "\n".join(map(json.dumps, _conversation())))
    yield _write_json(folder / EXPECTED, expected)
    yield _write_json(folder / WIRE, found.wire())


class _Found:
    """What has been seen: moments of which there is a save, and one action and event of each class."""

    def __init__(self) -> None:
        self.moments = set[tuple[str, str]]()
        self.ones = dict[type, dict[str, object]]()
        self.tables = list[dict[str, object]]()

    def is_new(self, decision: Decision) -> bool:
        """Whether a card has not asked this before, or a phase."""
        moment = decision.kind, decision.source
        new = moment not in self.moments
        self.moments.add(moment)
        return new

    def keep(self, game: Game, ones: Iterable[Event | Action]) -> None:
        """Keep what is the first of its class."""
        for one in ones:
            self.ones.setdefault(type(one), one.to_dict(game.players))

    def look(self, game: Game, decision: Decision, save: str) -> None:
        """Keep what a player sees, and is asked, of a few saves."""
        view, asked = game.view(decision.player).to_dict(), decision.to_dict(game.players)
        if len(self.moments) % 6 == 1:
            self.tables.append({"save": save, "player": decision.player, "view": view, "decision": asked})

    def wire(self) -> dict[str, object]:
        """Return everything as JSON; classes that do not come up in these games have none."""
        kinds = [cls for union in (AnyAction, AnyEvent) for cls in get_args(union) if cls in self.ones]
        return {
            "players": [*NAMES],
            "actions": [self.ones[cls] for cls in kinds if issubclass(cls, Action)],
            "events": [self.ones[cls] for cls in kinds if issubclass(cls, Event)],
            "tables": self.tables,
        }


def _written(folder: Path, golden: Golden, found: _Found) -> Iterator[tuple[Path, Game]]:
    """Play a game; save it whenever a card asks something that none has asked, and record it."""
    game = Game(_rules(golden), NAMES[: golden.players], seed=golden.seed, automation=golden.automation)
    chooser = Chooser(golden.seed)
    found.keep(game, game.opening)
    while game.pending:
        decision = game.pending[chooser.choose(len(game.pending))]
        if found.is_new(decision):
            path = folder / "saves" / f"{decision.kind}-{decision.source.replace('/', '-')}.json"
            found.look(game, decision, path.name)
            yield _write(path, game.save()), game
        option = decision.options[chooser.choose(len(decision.options))]
        found.keep(game, [option, *game.play(option, decision.player)])
    _write(folder / "records" / f"{golden.name}.json", game.record.dumps())


def _rules(golden: Golden) -> Rules:
    if golden in PACK_GAMES:
        return load_rules(modules=golden.modules, packs=[EXAMPLES / golden.name.removeprefix("pack-")])
    return golden.rules


def _special(folder: Path) -> Iterator[tuple[Path, Game]]:
    """Saves that are not of a card: after an undo, of chance, of dice from a table, of switches."""
    rules = load_rules(scenario=scenarios()[0], switches={"philosopher_use": "always"})
    undone = Game(load_rules(), NAMES[:3], seed=5)
    for _ in range(9):
        assert undone.decision is not None
        undone.play(undone.decision.options[0])
    undone.undo()
    asked = Game(load_rules(), NAMES[:3], seed=5, chance="decision")
    scripted = Game(load_rules(), NAMES[:2], seed=6, script=["10", "goblins_i_2"])
    for name, game in {
        "after-undo": undone,
        "chance": asked,
        "script": scripted,
        "switches": Game(rules, NAMES[:4], seed=8),
    }.items():
        yield _write(folder / "saves" / f"{name}.json", game.save()), game


SPOKEN = {
    *("action", "bots", "card", "catalog", "choices", "compiled", "languages", "library"),
    *("message", "notation", "save", "sentence", "why"),
}
"""What the engine may answer differently in a later version: sentences, lists, what a bot would do."""


def _conversation() -> Iterator[list[dict[str, object]]]:
    """Make every request to `kingsburg engine`, and mistakes; yield what is promised of each answer."""
    engine, numbers = Engine(), count(1)
    said: list[dict[str, Any]] = []

    def ask(name: str, **fields: object) -> list[dict[str, object]]:
        request = {"type": f"{name}Request", "id": next(numbers), **fields}
        said.append(answer_of(engine, request))
        return [request, _promised(said[-1])]

    yield ask("Versions")
    yield ask("Choices", language="nl")
    yield ask("NewGame", players=[*NAMES[:3]], seed=11, modules=["governors", "destiny"])
    yield ask("Game", game=1)
    for turn in range(14):
        asked = said[-1]["decisions"][0]
        yield ask("Play", game=1, decision=asked["id"], option=5 * turn % len(asked["options"]))
    asked = said[-1]["decisions"][0]
    yield ask("WhyNot", game=1, notation="influence king 6+6+6")
    yield ask("WhyNot", game=1, action=asked["options"][0])
    yield ask("Play", game=1, action=asked["options"][0])
    yield ask("Undo", game=1)
    yield ask("Play", game=1, decision=asked["id"], option=0)
    yield ask("Play", game=1, notation=str(Action.from_json(json.dumps(asked["options"][-1]), NAMES[:3])))
    yield ask("View", game=1, player=0)
    yield ask("View", game=1)
    yield ask("Events", game=1, after=3, player=1)
    yield ask("Describe", game=1, action=asked["options"][0])
    yield ask("Hint", game=1)
    yield ask("Card", game=1, card="chapel")
    yield ask("Catalog", game=1, language="fr")
    yield ask("Save", game=1)
    yield ask("Load", save=said[-1]["save"])
    yield ask("End", game=1)
    yield ask("View", game=1)


def _promised(answer: dict[str, Any]) -> dict[str, object]:
    """Leave out of an answer what may be said differently."""
    why = answer.get("violation")
    told = answer | ({} if why is None else {"violation": {**why, "sentence": None}})
    return {key: None if key in SPOKEN else value for key, value in told.items()}


def answer_of(engine: Engine, request: Mapping[str, object]) -> dict[str, Any]:
    """Ask an engine."""
    return json.loads(engine.answer(json.dumps(request).encode()))


def _write(path: Path, text: str) -> Path:
    path.write_text(f"{text}\n", encoding="utf-8", newline="\n")
    return path


def _write_json(path: Path, data: Mapping[str, object]) -> Path:
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in data.items()]
    return _write(path, "{\n" + ",\n".join(lines) + "\n}")


def _write_zip(path: Path, folder: Path) -> Path:
    """Pack the YAML of a folder."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for source in sorted(folder.rglob("*.yaml")):
            about = zipfile.ZipInfo(source.relative_to(folder).as_posix(), _FIXED)
            about.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(about, source.read_bytes())
    return path


# Reading them


@contextmanager
def content_of(
    folder: Path, change: Callable[[Path], None] = lambda content: None
) -> Generator[None, None, None]:
    """Play with the content that a release shipped, perhaps changed before.

    Only for a process that has loaded no rules yet.
    """
    with tempfile.TemporaryDirectory() as unpacked:
        with zipfile.ZipFile(folder / CONTENT) as file:
            file.extractall(Path(unpacked) / "content")
        change(Path(unpacked) / "content")
        here = vars(built_in)["_INSTALLED"]
        vars(built_in)["_INSTALLED"] = Path(unpacked)
        try:
            yield
        finally:
            vars(built_in)["_INSTALLED"] = here


def outcome_of(path: Path, packs: list[Pack]) -> str:
    """Replay a record, and describe how it ends and what was asked on the way."""
    record = Record.loads(path.read_text(encoding="utf-8"))
    *_, last = record.replay(packs=packs)
    return summary([str(last.outcome), *last.record.actions])


def broken_promises(folder: Path) -> Iterator[str]:
    """Read everything of a release, with the content that is in force, and name what is different."""
    packs = packs_of(folder)
    expected = json.loads((folder / EXPECTED).read_text(encoding="utf-8"))
    for name, wanted in expected.items():
        if name.startswith("records/"):
            found: object = outcome_of(folder / name, packs)
        else:
            game = Game.load((folder / name).read_text(encoding="utf-8"), packs=packs)
            found = Expected.of(game)._asdict()
        if found != wanted:
            yield f"{folder.name}/{name} gives {found}, and gave {wanted}"


def broken_json(folder: Path) -> Iterator[str]:
    """Read the JSON of a release, write it again, and name what is different."""
    data = json.loads((folder / WIRE).read_text(encoding="utf-8"))
    players = data["players"]
    for wanted in (*data["actions"], *data["events"]):
        cls = Action if wanted in data["actions"] else Event
        one = cls.from_json(json.dumps(wanted), players)
        if not _contains(one.to_dict(players), wanted):
            yield f"{folder.name}: {wanted} becomes {one}"
    packs = packs_of(folder)
    for table in data["tables"]:
        save = (folder / "saves" / table["save"]).read_text(encoding="utf-8")
        game = Game.load(save, packs=packs)
        asked = next(ask for ask in game.pending if ask.player == table["player"])
        view = game.view(table["player"])
        if not _contains(asked.to_dict(game.players), table["decision"]):
            yield f"{folder.name}: the decision of {table['save']} becomes {asked}"
        if not _contains(view.to_dict(), table["view"]):
            yield f"{folder.name}: the view of {table['save']} has changed"
        decision = Decision.from_json(json.dumps(table["decision"]), game.players)
        if decision != asked:
            yield f"{folder.name}: the decision of {table['save']} is read as {decision}"
        if SeatView.from_json(json.dumps(table["view"]), game.rules, decision) != view:
            yield f"{folder.name}: the view of {table['save']} is read differently"


def broken_conversation(folder: Path) -> Iterator[str]:
    """Ask the engine what programs asked it then, and name what it answers differently."""
    engine = Engine()
    for line in (folder / CONVERSATION).read_text(encoding="utf-8").splitlines():
        request, wanted = json.loads(line)
        found = answer_of(engine, request)
        if not _contains(_promised(found), wanted):
            yield f"{folder.name}: the engine answers {request} with {found}"


def _contains(found: object, wanted: object) -> bool:
    """Whether everything is still there; a minor version may add fields."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return all(key in found and _contains(found[key], value) for key, value in wanted.items())
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(_contains, found, wanted))
    return found == wanted
