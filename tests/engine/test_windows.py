"""What is different on Windows breaks nothing: paths, encodings, line ends, names. Simulated, on any system.

The workflows run the whole suite on Windows itself.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path, PureWindowsPath

import pytest

from kingsburg_rules import ContentError, Game, Pack, Record, Rules, SaveError, SetupError, load_rules
from kingsburg_rules.cli import main
from kingsburg_rules.content.packs import _ID as PACK_ID
from kingsburg_rules.content.sources import lone_id

ROOT = Path(__file__).parents[2]
MARK = "\ufeff"
FILES = {
    "pack.yaml": 'id: toys\nversion: "1"\nformat: 1\ntitle: "Żywe zabawki, Spielzeug"\n',
    "more/cards.yaml": (
        "format: 1\nbuildings:\n  - id: hut\n    name: Hütte\n    row: H\n    column: 1\n"
        "    cost: {wood: 1}\n    vp: 1\n    text: |\n      Gain 1 gold.\n      It smells of thé.\n"
        "    triggers:\n      - when: season.end\n        do: [{gain: {gold: 1}}]\n"
    ),
}
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
LONGEST = 120
"""How long a path in the repository may be; Windows has 260 signs in all, unless it was told otherwise."""


def in_folder(folder: Path, files: dict[str, str], *, ends: str = "\n", mark: str = "") -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((mark + text).replace("\n", ends).encode())
    return folder


def loaded(pack: Pack | Path | str) -> Rules:
    return load_rules(packs=[pack])


PLAIN = Pack.from_files(FILES)


# Packs


@pytest.mark.parametrize("mark", ["", MARK], ids=["", "marked"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_a_pack_is_the_same_with_other_line_ends_and_marks(tmp_path: Path, ends: str, mark: str) -> None:
    folder = in_folder(tmp_path / "toys", FILES, ends=ends, mark=mark)
    pack = Pack.read(folder)
    assert (pack, pack.hash) == (PLAIN, PLAIN.hash)
    assert loaded(pack).digest == loaded(PLAIN).digest
    assert loaded(pack).text_of("toys/hut") == loaded(PLAIN).text_of("toys/hut")


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_a_mistake_is_at_the_same_place_with_other_line_ends(tmp_path: Path, ends: str) -> None:
    wrong = {**FILES, "more/cards.yaml": FILES["more/cards.yaml"].replace("wood", "wod")}
    with pytest.raises(ContentError) as caught:
        loaded(in_folder(tmp_path / "toys", wrong, ends=ends))
    (problem,) = caught.value.diagnostics
    assert (problem.line, problem.column, problem.code) == (7, 12, "link.good")
    assert problem.file.endswith("toys/more/cards.yaml")


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_a_pack_in_another_encoding_is_refused(tmp_path: Path, encoding: str) -> None:
    folder = in_folder(tmp_path / "toys", {**FILES, "more/cards.yaml": "format: 1\n"})
    (folder / "more" / "cards.yaml").write_bytes(FILES["more/cards.yaml"].encode(encoding))
    with pytest.raises(ContentError) as caught:
        loaded(folder)
    assert {problem.code.partition(".")[0] for problem in caught.value.diagnostics} == {"yaml"}


@pytest.mark.parametrize(
    "name", ["C:\\toys\\cards.yaml", "C:/cards.yaml", "..\\cards.yaml", "a\\b.yaml", "\\a.yaml"]
)
def test_paths_of_windows_do_not_leave_a_pack(name: str) -> None:
    with pytest.raises(ContentError) as caught:
        Pack.from_files({**FILES, name: "format: 1\n"})
    assert [problem.code for problem in caught.value.diagnostics] == ["pack.path"]
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for each, text in {**FILES, name: "format: 1\n"}.items():
            file.writestr(each, text)
    with pytest.raises(ContentError) as caught:
        Pack.from_zip(packed.getvalue())
    assert [problem.code for problem in caught.value.diagnostics] == ["pack.path"]


@pytest.mark.parametrize("name", ["con.yaml", "aux.yaml", "NUL.yaml", "com1.yaml", "more/lpt1.yaml"])
def test_names_that_windows_keeps_for_itself_do_no_harm_in_memory(name: str) -> None:
    """A pack from a zip or from texts is never written to a disk."""
    pack = Pack.from_files({"pack.yaml": FILES["pack.yaml"], name: FILES["more/cards.yaml"]})
    assert loaded(pack).digest == loaded(PLAIN).digest


def test_a_path_of_windows_is_not_an_id() -> None:
    paths = ["C:\\packs\\toys", "c:toys", ".\\toys", "\\\\server\\share\\toys", "toys\\"]
    assert [path for path in paths if PACK_ID.fullmatch(path)] == []
    for path in paths:
        with pytest.raises((SetupError, ContentError)):
            loaded(path)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("C:\\Users\\Ann\\My Cards.yaml", "my-cards"),
        ("\\\\server\\share\\Goblin Moon.yaml", "goblin-moon"),
        ("D:hut.yaml", "hut"),
        ("C:\\x\\CON.yaml", "con"),
    ],
)
def test_a_single_file_is_called_like_the_file_of_a_windows_path(path: str, name: str) -> None:
    assert lone_id(PureWindowsPath(path)) == name  # type: ignore[arg-type]


def test_capitals_in_the_names_of_files_change_nothing(tmp_path: Path) -> None:
    """Where capitals do not count, a file may be listed with others than it was written with."""
    other = {"pack.yaml": FILES["pack.yaml"], "More/Cards.yaml": FILES["more/cards.yaml"]}
    pack = Pack.read(in_folder(tmp_path / "Toys", other))
    assert loaded(pack).digest == loaded(PLAIN).digest


def test_a_file_that_ends_in_capitals_is_named(tmp_path: Path) -> None:
    other = {"pack.yaml": FILES["pack.yaml"], "CARDS.YAML": FILES["more/cards.yaml"]}
    with pytest.raises(ContentError) as caught:
        Pack.read(in_folder(tmp_path / "toys", other))
    assert [problem.code for problem in caught.value.diagnostics] == ["pack.suffix"]


def test_a_pack_at_a_long_path_is_read(tmp_path: Path) -> None:
    folder = tmp_path.joinpath(*["a long name of a folder, with spaces and ümlauts"] * 7, "toys")
    assert len(str(folder)) > 300
    assert Pack.read(in_folder(folder, FILES)) == PLAIN


# Saves and records


def game() -> Game:
    game = Game(load_rules(), ("Zoë", "Łukasz", "Ann"), seed=4)
    for _ in range(25):
        assert game.decision is not None
        game.play(game.decision.options[-1])
    return game


@pytest.mark.parametrize("mark", ["", MARK], ids=["", "marked"])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"], ids=["none", "lf", "crlf"])
def test_a_save_and_a_record_are_read_with_other_line_ends_and_marks(end: str, mark: str) -> None:
    played = game()
    assert Game.load(f"{mark}{played.save()}{end}").state == played.state
    assert Record.loads(f"{mark}{played.record.dumps()}{end}") == played.record
    pretty = json.dumps(json.loads(played.save()), indent=2).replace("\n", "\r\n")
    assert Game.load(mark + pretty).state == played.state


@pytest.mark.parametrize("text", ["", MARK, MARK * 2 + "{}", f"{MARK}[]"])
def test_a_mark_alone_is_not_a_save(text: str) -> None:
    with pytest.raises(SaveError, match=r"save\.damaged"):
        Game.load(text)


def test_a_save_in_another_encoding_is_refused() -> None:
    with pytest.raises(SaveError):
        Game.load(game().save().encode().decode("latin-1"))


# The command line


def run(*arguments: str, given: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command with files, pipes and a console that are not UTF-8, as on Windows."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if name not in ("LC_ALL", "LANG", "PYTHONIOENCODING")
    }
    return subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "kingsburg_rules", *arguments],
        input=given,
        capture_output=True,
        check=False,
        env={**plain, "LC_ALL": "en_US.ISO-8859-1", "PYTHONCOERCECLOCALE": "0", **variables},
    )


def test_a_console_that_lacks_characters_shows_question_marks() -> None:
    for encoding in ("cp1252", "ascii"):
        done = run("play", "--auto", "--seed", "1", "--language", "fr", PYTHONIOENCODING=encoding)
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        assert b"PV" in done.stdout


def test_pipes_carry_utf_8_whatever_the_system_prefers(tmp_path: Path) -> None:
    played = game()
    done = run("replay", "-", "--language", "fr", given=played.record.dumps().encode())
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    shown = done.stdout.decode("utf-8")
    assert "Zoë" in shown
    assert "Łukasz" in shown
    folder = in_folder(
        tmp_path / "toys", {**FILES, "more/cards.yaml": FILES["more/cards.yaml"] + "    né: 1\n"}
    )
    report = run("check", str(folder), "--format", "json").stdout.decode("utf-8")
    assert "né" in json.loads(report)["errors"][0]["message"]


def test_a_file_with_a_mark_is_read_by_the_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(f"{MARK}{game().record.dumps()}\r\n".encode())
    assert main(["replay", str(path)]) == 0
    assert "Zoë" in capsys.readouterr().out


def test_nothing_is_read_or_written_in_the_encoding_of_the_system(tmp_path: Path) -> None:
    """Python warns where a file is opened without naming one; here each warning is an error."""
    folder = in_folder(tmp_path / "toys", FILES)
    commands = [
        ["play", "--auto", "--seed", "3", "--record", str(tmp_path / "game.json")],
        ["replay", str(tmp_path / "game.json")],
        ["show", str(tmp_path / "game.json"), "--svg", str(tmp_path / "game.svg")],
        ["trace", str(tmp_path / "game.json")],
        ["check", str(folder)],
        ["explain", "inn"],
        ["cards"],
        ["schema", "--write", str(tmp_path / "schemas")],
        ["new", "pack", str(tmp_path / "moon")],
        ["simulate", "--games", "2"],
    ]
    code = (
        "import sys, json; from kingsburg_rules.cli import main\n"
        "for command in json.loads(sys.argv[1]):\n"
        "    code = main(command); assert code in (0, 1), (command, code)\n"
    )
    done = subprocess.run(
        [
            *(sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning"),
            *("-c", code, json.dumps(commands)),
        ],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_files_that_are_written_end_their_lines_in_one_way(tmp_path: Path) -> None:
    """On every system, so that a checksum or a comparison does not depend on it."""
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    opened = re.findall(r"open\((?:mode|\"w\"|\"x\"),[^)]*\)", source)
    assert opened
    assert [call for call in opened if "newline=" not in call] == []


# Files of the repository


def shipped() -> list[str]:
    folders = ("content", "docs", "examples", "schemas", "src", "tests", ".github", ".ci")
    return [
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if not {"node_modules", "__pycache__", "_build"} & {*path.parts}
    ]


def test_windows_can_check_out_every_file() -> None:
    paths = shipped()
    assert len(paths) > 800
    stems = [(path, part.partition(".")[0].lower()) for path in paths for part in path.split("/")]
    assert [path for path, stem in stems if stem in RESERVED] == []
    assert [path for path in paths if re.search(r'[<>:"|?*\\]|[. ](/|$)', path)] == []
    assert [path for path in paths if len(path) > LONGEST] == []
    assert len({path.lower() for path in paths}) == len(paths)


def test_lines_end_in_the_same_way_in_every_checkout() -> None:
    assert "* text=auto eol=lf" in (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
