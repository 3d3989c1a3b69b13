"""Files and texts from anybody: what was refused is never read, and nothing printed moves a cursor."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kingsburg_rules.cli.check
from kingsburg_rules import ContentError, Game, Pack, load_rules
from kingsburg_rules.cli import main
from kingsburg_rules.content import sources
from kingsburg_rules.content.checking import Report, check
from kingsburg_rules.content.signs import hidden_sign, printable, printable_json
from support.hostile import INFO, card, zipped

SECRET = "the-secret-of-another-user"
CLI = Path(kingsburg_rules.cli.__file__).parent


def a_pack(home: Path, name: str = "toys") -> Path:
    pack = home / name
    pack.mkdir()
    (pack / "pack.yaml").write_bytes(INFO)
    (pack / "cards.yaml").write_text(card("text: Nothing."), encoding="utf-8")
    return pack


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.yaml"
    path.write_text(f"{SECRET}\n", encoding="utf-8")
    return path


def commands(pack: Path) -> Iterator[list[str]]:
    for written in ("text", "json", "github"):
        yield ["check", str(pack), "--format", written]
        yield ["test", str(pack), "--no-games", "--format", written]
    yield ["explain", str(pack)]
    yield ["explain", str(pack), "--format", "json"]
    yield ["play", "--auto", "--pack", str(pack)]


@pytest.mark.parametrize("bad", ["link", "folder", "pack.yaml", "device", "pipe"])
def test_a_refused_file_is_not_read_by_any_command(bad: str, tmp_path: Path, secret: Path) -> None:
    """A program of its own would hang at a pipe; it would print the first line behind a link."""
    pack = a_pack(tmp_path)
    if bad == "pipe":
        os.mkfifo(pack / "x.yaml")
    elif bad == "folder":
        (tmp_path / "elsewhere").mkdir()
        secret.rename(tmp_path / "elsewhere" / "secret.yaml")
        (pack / "x").symlink_to(tmp_path / "elsewhere")
    elif bad == "pack.yaml":
        (pack / bad).unlink()
        (pack / bad).symlink_to(secret)
    else:
        (pack / "x.yaml").symlink_to(secret if bad == "link" else "/dev/zero")
    before = {path: path.lstat().st_mtime_ns for path in tmp_path.rglob("*")}
    calls = [*commands(pack)]
    done = subprocess.run(
        [sys.executable, "-c", _RUN, json.dumps(calls)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=tmp_path,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    told = done.stdout + done.stderr
    assert done.returncode == 0, told
    assert told.count("pack.link") >= len(calls) - 1
    assert SECRET not in told
    assert "Traceback" not in told
    assert {path: path.lstat().st_mtime_ns for path in tmp_path.rglob("*")} == before


_RUN = """
import json, sys
from kingsburg_rules.cli import main
for call in json.loads(sys.argv[1]):
    assert main(call) in (1, 2), call
"""


@pytest.mark.parametrize("name", ["fifo.yaml", "/dev/zero", "/dev/full"])
def test_what_is_no_plain_file_is_not_read_when_it_is_named(name: str, tmp_path: Path) -> None:
    if not name.startswith("/"):
        os.mkfifo(tmp_path / name)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            _RUN,
            json.dumps([[command, name] for command in ("check", "test", "explain")]),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_becomes_a_link_before_it_is_read_is_refused(
    tmp_path: Path, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack, find = a_pack(tmp_path), sources._find_files

    def find_and_swap(*given: object) -> object:
        found = find(*given)  # type: ignore[arg-type]
        (pack / "cards.yaml").unlink()
        (pack / "cards.yaml").symlink_to(secret)
        return found

    monkeypatch.setattr(sources, "_find_files", find_and_swap)
    with pytest.raises(ContentError) as refused:
        Pack.read(pack)
    assert [problem.code for problem in refused.value.diagnostics] == ["pack.link"]
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("written", ["text", "json", "github"])
def test_a_file_that_becomes_a_link_before_the_report_is_not_opened(
    written: str,
    tmp_path: Path,
    secret: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pack = a_pack(tmp_path)
    (pack / "cards.yaml").write_text(card("text: 10"), encoding="utf-8")

    def check_and_swap(*paths: Path) -> Report:
        report = check(*paths)
        for name in ("cards.yaml", "pack.yaml"):
            (pack / name).unlink()
            (pack / name).symlink_to(secret)
        return report

    monkeypatch.setattr(kingsburg_rules.cli.check, "check", check_and_swap)
    assert main(["check", str(pack), "--format", written]) == 1
    told = capsys.readouterr().out
    assert SECRET not in told
    assert "schema." in told
    assert ("text: 10" in told) == (written == "text")


def test_lines_are_shown_from_a_zip_that_was_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "toys.zip"
    path.write_bytes(zipped({"pack.yaml": INFO, "cards.yaml": card("text: 10").encode()}))
    for command in ("check", "test"):
        assert main([command, str(path)]) == 1
        assert "    text: 10\n" in capsys.readouterr().out


# Characters that cannot be seen

BAD = {
    "\x1b": "U+001B",
    "\x9b": "U+009B",
    "\x00": "U+0000",
    "\u202e": "RIGHT-TO-LEFT OVERRIDE",
    "\u2066": "LEFT-TO-RIGHT ISOLATE",
    "\u200f": "RIGHT-TO-LEFT MARK",
    "\u2028": "LINE SEPARATOR",
    "\u2029": "PARAGRAPH SEPARATOR",
    "\u200b": "ZERO WIDTH SPACE",
    "\u200d": "ZERO WIDTH JOINER",
    "\u200c": "ZERO WIDTH NON-JOINER",
    "\u2060": "WORD JOINER",
    "\ufeff": "ZERO WIDTH NO-BREAK SPACE",
    "\xad": "SOFT HYPHEN",
    "\U000e0041": "TAG LATIN CAPITAL LETTER A",
}


@pytest.mark.parametrize("key", ["name", "text", "note"])
@pytest.mark.parametrize("sign", BAD)
def test_a_character_that_cannot_be_seen_is_refused_by_name(sign: str, key: str) -> None:
    escaped = json.dumps(f"La{sign}w") if ord(sign) < 0x10000 else f'"La\\U{ord(sign):08x}w"'
    cards = f"format: 1\nrules:\n  - id: law\n    name: {escaped if key == 'name' else 'Law'}\n"
    if key != "name":
        cards += f"    {key}: {escaped}\n"
    with pytest.raises(ContentError) as refused:
        Pack.from_files({"pack.yaml": INFO.decode(), "cards.yaml": cards})
    (problem,) = refused.value.diagnostics
    assert problem.code == "yaml.character"
    assert BAD[sign] in problem.message
    assert problem.line == (4 if key == "name" else 5)


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family
        "\u2764\ufe0f\u200d\U0001f525",  # a heart on fire
        "\U0001f3f3\ufe0f\u200d\U0001f308",  # a rainbow flag
        "\U0001f469\U0001f3fd\u200d\U0001f52c",  # a scientist
        "\u0915\u094d\u200d\u0937",  # a half letter of Devanagari
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
        "Caf\xe9 \u4e00\u679a, 5\xa0or \xab 3\u202fwood \xbb",
        "two\nlines",
    ],
)
def test_joiners_that_are_part_of_writing_are_welcome(text: str) -> None:
    assert hidden_sign(text) == ""
    assert printable(text) == text
    cards = (
        f"format: 1\nrules:\n  - id: law\n    name: Law\n    text: {json.dumps(text, ensure_ascii=False)}\n"
    )
    assert (
        load_rules(packs=[{"pack.yaml": INFO.decode(), "cards.yaml": cards}]).cards["toys/law"].text == text
    )


@pytest.mark.parametrize("text", ["gold\u200d", "\u200dgold", "go\u200dld", "\U0001f468\u200dx", "a\u200cb"])
def test_joiners_elsewhere_are_not(text: str) -> None:
    assert hidden_sign(text)
    assert "?" in printable(text)


def test_every_control_format_and_separator_character_is_hidden() -> None:
    """The list of ranges is that of Unicode, so far as Python knows it."""
    import unicodedata

    seen = 0
    for number in range(sys.maxunicode + 1):
        sign = chr(number)
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in "\n\t":
            assert hidden_sign(sign) == sign, hex(number)
            seen += 1
    assert seen > 2000


def test_json_keeps_what_cannot_be_seen_without_printing_it() -> None:
    data = {"name": "".join(BAD) + "\ud800 Caf\xe9"}
    text = printable_json(data)
    assert not hidden_sign(text)
    assert json.loads(text) == data
    assert "\xe9" in text


ESCAPES = "\x1b[31m\x9b2J\u202e\u2028\u200b"


def clean(told: str) -> None:
    assert not [sign for sign in ESCAPES if sign in told and sign not in "[31m2J"], ascii(told)


def test_names_of_files_reach_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the pack, of a folder in it, of a file in it, in every command that takes a path."""
    pack = a_pack(tmp_path, f"toys{ESCAPES}")
    (pack / "cards.yaml").write_text(card("text: 10"), encoding="utf-8")
    (pack / f"x{ESCAPES}").mkdir()
    (pack / f"x{ESCAPES}" / "more.yaml").write_text(card(), encoding="utf-8")
    (pack / f"y{ESCAPES}.yaml").write_text(card(), encoding="utf-8")
    calls = [*commands(pack)]
    for name in ("replay", "show", "trace"):
        calls.append([name, str(tmp_path / f"nothing{ESCAPES}")])
    calls += [
        ["play", "--resume", str(tmp_path / f"nothing{ESCAPES}")],
        ["play", f"Ann{ESCAPES}", "Brian", "--auto"],
        ["play", "--module", ESCAPES],
        ["cards", ESCAPES],
        ["explain", ESCAPES],
        ["new", "card", ESCAPES, "--in", str(pack)],
        ["test", f"nothing{ESCAPES}"],
        ["check", f"nothing{ESCAPES}"],
    ]
    for call in calls:
        try:
            code = main(call)
        except SystemExit as left:  # argparse
            code = int(str(left.code))
        told = capsys.readouterr()
        clean(told.out)
        clean(told.err)
        assert code != 0, call
    main(["new", "pack", str(tmp_path / f"fresh{ESCAPES}")])
    told = capsys.readouterr()
    clean(told.out + told.err)


def test_a_file_in_a_folder_with_an_odd_name_is_refused(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    (pack / "x\x1b").mkdir()
    (pack / "x\x1b" / "more.yaml").write_text(card(name="more"), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        Pack.read(pack)
    assert [(problem.code, "U+001B" in problem.message) for problem in refused.value.diagnostics] == [
        ("pack.path", True)
    ]


def test_names_in_records_and_saves_reach_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(load_rules(), ("Ann", "Brian"), seed=1)
    while game.decision is not None and len(game.record.actions) < 30:
        game.play(game.decision.options[0])
    for text in (game.record.dumps(), game.save()):
        for old in ("Ann", "second", "base", "pass"):
            path = tmp_path / "file.json"
            path.write_text(text.replace(old, f"{old}{json.dumps(ESCAPES)[1:-1]}"), encoding="utf-8")
            for call in (
                ["replay"],
                ["replay", "--every"],
                ["show"],
                ["trace"],
                ["play", "--auto", "--resume"],
            ):
                main([*call, str(path)])
                told = capsys.readouterr()
                clean(told.out)
                clean(told.err)


def test_only_one_module_of_the_command_line_prints() -> None:
    """So nothing is printed that was not made safe; rich's console does it in `Terminal`."""
    looked = 0
    for path in CLI.glob("*.py"):
        for found in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(found, ast.Call) and isinstance(found.func, ast.Name):
                assert found.func.id != "print" or path.name == "output.py", path.name
                assert found.func.id != "Console", path.name
                looked += 1
    assert looked > 500


@pytest.mark.parametrize("make", [lambda: ["x\x1b[2J"], lambda: "x\u202ey"])
def test_the_console_of_rich_prints_it_neither(
    make: Callable[[], object], capsys: pytest.CaptureFixture[str]
) -> None:
    from kingsburg_rules.cli.console import Terminal, table

    rows = table("Name\x9b")
    rows.add_row(str(make()))
    terminal = Terminal()
    terminal.print(rows)
    terminal.print(make(), markup=False)
    told = capsys.readouterr().out
    assert told.count("?") >= 2 or "\\x1b" in told
    clean(told)
