"""The terminal: what a person types and reads, and how mistakes are told."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path

import pytest

from kingsburg_rules import (
    Built,
    EnemySeen,
    Event,
    Gained,
    Game,
    Influenced,
    Lost,
    Peeked,
    Record,
    __version__,
    load_rules,
    modules,
    scenarios,
)
from kingsburg_rules.cli import COMMANDS, main
from kingsburg_rules.cli.console import Terminal
from kingsburg_rules.cli.play import log_lines
from kingsburg_rules.engine.actions import Influence
from kingsburg_rules.language.cards import CardNode
from kingsburg_rules.render import svg, text
from kingsburg_rules.render.plain_text import wastes
from kingsburg_rules.text import Phrasebook

Cli = Callable[..., str]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs a command, with lines to type, and gives what it prints."""

    def run(*argv: str, typed: Iterable[str] = ()) -> str:
        lines = iter(typed)

        def read(prompt: str) -> str:
            print(prompt, end="")
            line = next(lines, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", read)
        assert main(argv) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return printed.out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command that must fail with one line on stderr, and gives that line."""

    def run(*argv: str) -> str:
        assert main(argv) == 2
        error = capsys.readouterr().err
        assert re.fullmatch(r"kingsburg: .+ \[[a-z_.]+\]\n", error), error
        return error

    return run


def a_game(cli: Cli) -> str:
    return cli("play", "--auto", "--bot", "random", "--seed", "5", "--players", "3", "--record", "game.json")


# Watching


def test_an_account_tells_every_season_and_ends_with_the_scores(cli: Cli) -> None:
    told = a_game(cli)
    for year in ("I", "II", "III", "IV", "V"):
        for season in ("Spring", "Summer", "Fall", "Winter"):
            assert f"Year {year}, {season} " in told
    assert "The turn order is" in told
    assert "Final scores" in told
    assert re.search(r"\b(wins|share the victory)\b", told.splitlines()[-3])


def test_an_account_fits_the_screen(cli: Cli) -> None:
    told = a_game(cli)
    assert max(map(len, told.splitlines())) <= 100
    assert max(len(part.splitlines()) for part in re.split(r"^Year ", told, flags=re.M)) <= 40


def test_the_scores_add_up(cli: Cli) -> None:
    scores = a_game(cli).partition("Final scores")[2].splitlines()
    rows = {line[:15].strip(): [int(n) for n in re.findall(r"-?\d+", line[15:])] for line in scores[3:11]}
    total = next(values for name, values in rows.items() if name == "all")
    before = list(rows)[: list(rows).index("all")]
    assert total == [sum(column) for column in zip(*(rows[name] for name in before if name), strict=True)]


def test_the_same_seed_tells_the_same_game(cli: Cli) -> None:
    assert a_game(cli) == a_game(cli)


def test_greedy_bots_can_be_watched_in_any_edition(cli: Cli) -> None:
    told = cli("play", "--auto", "Zoë", "O'Neill", "--seed", "1", "--edition", "first-ffg")
    assert "first-ffg" in told
    assert "Zoë" in told
    assert "Neutral" in told or "neutral" in told


# Records


def test_a_record_is_written_and_told_again_alike(cli: Cli) -> None:
    told = a_game(cli)
    record = Record.loads(Path("game.json").read_text(encoding="utf-8"))
    assert len(record.actions) > 50
    account = told[: told.index("The record is in")].rstrip()
    assert cli("replay", "game.json").rstrip() == account.removeprefix("Seed 5.\n")


def test_a_replay_can_tell_every_answer_and_stop(cli: Cli) -> None:
    a_game(cli)
    told = cli("replay", "game.json", "--every", "--until", "9")
    assert re.search(r"^ +9 ", told, re.M)
    assert not re.search(r"^ +10 (take|influence|pass)", told, re.M)
    assert "── The court" in told, "the table is shown where the replay stops"
    assert "Final scores" not in told


def test_a_moment_is_shown_as_text_and_as_a_picture(cli: Cli) -> None:
    """From a record as from a save, after as many answers as asked for, with what the seat may know."""
    a_game(cli)
    record = Record.loads(Path("game.json").read_text(encoding="utf-8"))
    *_, game = islice(record.replay(), 41)
    player = game.players[1]
    view, log = game.view(player), game.recent(8, player)
    assert cli("show", "game.json", "--at", "40", "--seat", player) == f"{text(view, log=log, width=100)}\n"
    assert cli("show", "game.json", "--at", "40", "--width", "72").startswith("── Year ")
    cli("show", "game.json", "--at", "40", "--seat", player, "--svg", "a.svg", "--theme", "dark")
    assert Path("a.svg").read_text(encoding="utf-8") == f"{svg(view, log=log, theme='dark')}\n"
    Path("save.json").write_text(game.save(), encoding="utf-8")
    assert cli("show", "save.json", "--seat", player) == cli(
        "show", "game.json", "--at", "40", "--seat", player
    )
    assert " wins" in cli("show", "game.json").split("\n")[0]


# Playing


def test_a_person_plays_undoes_asks_and_leaves(cli: Cli) -> None:
    typed = ["?", "1", "board", "board Brian", "why build cathedral", "why influence king", "why 1"]
    typed += ["card queen", "all", "influence treasurer", "undo", "save here.json", "quit"]
    told = cli("play", "--seed", "7", "--players", "3", "--bot", "random", typed=typed)
    assert "Answer with the number" in told
    assert "The province of Brian" in told
    assert "This does not answer what is asked now: you may influence an advisor." in told
    assert "That is possible." in told
    assert "Queen (queen), advisor, rank 17" in told
    assert "Taken back." in told
    assert "kingsburg play --resume here.json --human Ann --bot random --language en" in told
    assert Path("here.json").exists()
    assert not list(Path().glob("kingsburg-*.json")), "a game that is saved need not be kept twice"


@pytest.mark.parametrize(
    ("bot", "language", "why"),
    [
        ("greedy", "en", "VP more than the next best answer: "),
        ("greedy", "nl", "VP meer waard dan het op een na beste antwoord: "),
        ("random", "fr", "Tiré au hasard parmi "),
    ],
)
def test_the_bot_gives_hints_and_says_why(cli: Cli, bot: str, language: str, why: str) -> None:
    typed = ["hint", "1", "hint", "quit"]
    told = cli("play", "--seed", "7", "--bot", bot, "--language", language, "Ann", "Ben", typed=typed)
    assert why in " ".join(told.split())


def test_undo_goes_back_to_the_last_decision_of_a_person(cli: Cli) -> None:
    typed = ["1", "save before.json", "1", "undo", "save after.json"]
    told = cli("play", "--seed", "3", "Ann", "Brian", "Cindy", typed=typed)
    assert "Ann puts" in told
    before, after = (Path(name).read_text(encoding="utf-8") for name in ("before.json", "after.json"))
    assert Game.load(before) == Game.load(after)


def test_undo_at_the_beginning_changes_nothing(cli: Cli) -> None:
    told = cli("play", "--seed", "3", "--players", "2", typed=["undo", "1"])
    assert "Nothing has been played yet." in told
    assert "Brian (King's Favor): +1" in told


def test_a_game_left_is_kept_and_goes_on_where_it_was(cli: Cli) -> None:
    told = cli("play", "--seed", "7", "--players", "3", typed=["1", "1"])
    command = next(line for line in told.splitlines() if line.startswith("    kingsburg play --resume"))
    state = Game.load(Path("kingsburg-1.json").read_text(encoding="utf-8")).state
    resumed = cli(*command.split()[1:], typed=["undo", "1", "quit"])
    assert f"Year I, {state.phase.capitalize()}" in resumed
    assert Path("kingsburg-2.json").exists(), "the first one is not written over"


def test_nothing_is_kept_of_a_game_that_nobody_played(cli: Cli) -> None:
    cli("play", "--seed", "7", typed=["quit"])
    assert not list(Path().iterdir())


def test_a_person_can_play_to_the_end(cli: Cli) -> None:
    told = cli("play", "--seed", "2", "Ann", "Brian", "--record", "mine.json", typed=["1"] * 400)
    assert "The game is over" in told
    assert "Final scores" in told
    *_, last = Record.loads(Path("mine.json").read_text(encoding="utf-8")).replay()
    assert last.outcome is not None


@pytest.mark.parametrize(
    ("language", "said", "foreign"),
    [
        ("en", "Ann may influence an advisor", "adviseur|conseiller"),
        ("nl", "Ann mag een adviseur beïnvloeden", "advisor|conseiller"),
        ("fr", "Ann peut influencer un conseiller", "advisor|adviseur"),
    ],
)
def test_a_whole_game_speaks_one_language(cli: Cli, language: str, said: str, foreign: str) -> None:
    """With all modules; and what is typed is the same in every language."""
    typed = ["?", "pass", *["1", "all", "board"] * 4, *["1"] * 600]
    told = cli(
        *("play", "--seed", "7", "--players", "3", "--module", "all", "--language", language), typed=typed
    )
    everything = " ".join(told.split())
    assert said in everything
    assert not re.findall(foreign, everything)
    end = {"en": r"(wins|share the victory)\b", "nl": "(wint|delen de overwinning)", "fr": "Victoire"}
    assert re.search(end[language], told.splitlines()[-1])
    english = r"\b(You|Year|gains|chooses|constructs|Player|Buildings|soldiers|Cards?|King's)\b"
    assert bool(re.search(english, told)) == (language == "en")


def test_a_card_is_found_by_its_name_in_the_language(cli: Cli) -> None:
    typed = ["card koningin", "card queen", "card MERCHANTS' GUILD", "card goblins ii 4"]
    told = cli("play", "--seed", "7", "--language", "nl", typed=typed)
    assert told.count("Koningin (queen), adviseur, rang 17") == 2
    assert "Handelaarsgilde (merchants_guild), gebouw, C4, 3g 2s 1h, 4 VP" in told
    assert "Goblins (goblins_ii_4), vijandkaart, jaar II, kracht 4" in told


def test_names_are_colored_and_brackets_are_no_markup() -> None:
    terminal = Terminal(("Ann", "[b]", "An"))
    line = terminal.render_str("An, [b], [red] and Ann")
    assert line.plain == "An, [b], [red] and Ann"
    colors = {line.plain[span.start : span.end]: span.style for span in line.spans}
    assert colors == {"An": "bold bright_blue", "[b]": "bold green", "Ann": "bold red"}


def test_two_people_share_a_keyboard_and_keep_their_secrets(cli: Cli) -> None:
    told = cli("play", "--seed", "2", "A", "B", "C", "--human", "A", "--human", "3", typed=["1"] * 40)
    assert "A> " in told
    assert "C> " in told
    assert "B> " not in told


def test_a_peeked_enemy_is_shown_to_the_one_who_looked(cli: Cli) -> None:
    game = seen_by("Ann")
    Path("seen.json").write_text(game.save(), encoding="utf-8")
    enemy = game.view("Ann").seen_enemies[1]
    name = game.rules.name_of(enemy)
    assert f"I {name}, strength" in cli("play", "--resume", "seen.json", typed=["board"])
    other = cli("play", "--resume", "seen.json", "--human", "Brian", typed=["board"])
    assert f"I {name}, strength" not in other
    assert "(hidden)" in other


def seen_by(player: str) -> Game:
    """A game in its first year in which only one player has looked at the enemy."""
    for seed in range(200):
        game = Game(load_rules(), ("Ann", "Brian"), seed=seed)
        while game.decision is not None and game.state.year == 1:
            game.play(game.decision.options[-2 if len(game.decision.options) > 1 else 0])
            seen = [name for name in game.players if game.view(name).seen_enemies]
            if seen == [player] and game.state.enemy is None and len(game.pending) == 1:
                return game
    raise AssertionError("nobody looked")


def lines_of(events: Iterable[Event], *viewers: str) -> list[str]:
    """The lines of the log that viewers are shown."""
    return [*log_lines(events, viewers, ("Ann", "Brian"), Phrasebook(load_rules(), "en", "terminal"))]


def test_what_one_player_saw_is_told_to_nobody_else() -> None:
    events = [Peeked("Ann", 1), EnemySeen("Ann", 1, "orcs_i_3")]
    assert len(lines_of(events, "Ann")) == 2
    (line,) = lines_of(events, "Brian")
    assert "Orcs" not in line


def test_gains_and_losses_are_told_with_their_cause() -> None:
    events = [
        Lost("Ann", "gold", 2, "statue"),
        Built("Ann", "statue"),
        Gained("Ann", "vp", 3, "statue"),
        Lost("Ann", "plus2", 1, "productive_season"),
        Influenced("Ann", "general", (5, 3), (), 2, None, envoy=False),
        Lost("Brian", "soldier", 3, "winter"),
    ]
    assert lines_of(events) == [
        "Ann constructs the Statue: -2 gold, +3 VP",
        'Ann puts 5+3 on the General with a "+2" token',
    ]


def test_mistakes_at_the_prompt_are_told_and_cost_nothing(cli: Cli) -> None:
    typed = ["", "99", "dance", "take stone+gold", "save", "board Nobody", "card nothing", "1", "[bold]"]
    told = cli("play", "--seed", "7", "--players", "3", typed=typed)
    assert "The options are numbered from 1 to 3." in told
    assert "“dance” is not clear; these answers are possible: " in told
    assert "Say where" in told
    assert "'Nobody' is not known here" in told
    assert "“[bold]” is not clear" in told


def test_ways_that_waste_dice_are_left_out_but_can_be_listed(cli: Cli) -> None:
    six = Influence("x", (6,))
    assert wastes(Influence("x", (6,), plus2=2), six)
    assert wastes(Influence("x", (6,), via="y"), six)
    assert wastes(Influence("x", (6, 1), via="y"), six)
    assert not wastes(six, Influence("x", (5, 1)))
    assert not wastes(six, Influence("z", (6,)))
    assert not wastes(six, six)


# Cards and schemas


def _cards(scenario: str | None) -> Mapping[str, CardNode]:
    if scenario is not None:
        return load_rules(scenario=scenario).cards
    return load_rules(modules=modules()).cards


def test_cards_are_listed_by_kind_and_by_how_sure_we_are(cli: Cli) -> None:
    everything = cli("cards")
    assert [int(n) for n in re.findall(r"(\d+) cards", everything)][:2] == [18, 56]
    assert re.findall(r"(\d+) cards", cli("cards", "--kind", "advisor")) == ["18"]
    inferred = cli("cards", "--fidelity", "inferred")
    cards = {
        ref: card for scenario in (None, *scenarios()) for ref, card in _cards(scenario).items()
    }.values()
    assert sum(map(int, re.findall(r"(\d+) cards?", inferred))) == sum(
        c.fidelity == "inferred" for c in cards
    )
    assert not re.search(r" printed *$", inferred, re.MULTILINE)


@pytest.mark.parametrize("name", ["merchants_guild", "Merchants' Guild", "MERCHANTS' GUILD"])
def test_a_card_is_shown_with_its_note(cli: Cli, name: str) -> None:
    told = cli("cards", name)
    assert "Merchants' Guild (merchants_guild), building, C4" in told
    assert "How sure we are: printed." in told
    assert "At the start of each productive season, before the" in told


def test_an_edition_has_its_own_names(cli: Cli) -> None:
    assert "Farms (farm), building" in cli("cards", "--edition", "first-ffg", "farm")
    told = cli("play", "--auto", "Zoë", "O'Neill", "--seed", "1", "--edition", "first-ffg")
    assert "Year I, Autumn" in told
    assert "Aid from the King" in told
    assert "Fall" not in told


def test_schema_says_what_to_do_for_completion(cli: Cli) -> None:
    told = cli("schema")
    path = re.search(r"# yaml-language-server: \$schema=(.+)", told)
    assert path is not None
    assert json.loads(Path(path[1]).read_text(encoding="utf-8"))["title"]
    assert "redhat.vscode-yaml" in told
    assert "JetBrains" in told


def test_schemas_can_be_made_anew(cli: Cli, tmp_path: Path) -> None:
    cli("schema", "--write", str(tmp_path))
    path = re.search(r"\$schema=(.+)", cli("schema"))
    assert path is not None
    for written in tmp_path.glob("*.json"):
        assert written.read_text(encoding="utf-8") == (Path(path[1]).parent / written.name).read_text("utf-8")


# Mistakes


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("play", "--auto", "--players", "9"), "1 to 8 players are needed, not 9"),
        (("play", "--auto", "--players", "1"), "2 to 5 players are needed, not 1"),
        (("play", "--auto", "--players", "-3"), "1 to 8 players are needed, not -3"),
        (("play", "Ann", "Ann"), "are called"),
        (("play", "Ann", "chance"), "'chance' cannot be a name"),
        (("play", "Ann", "Brian", "--players", "3"), "2 players are named"),
        (("play", "--human", "An"), "did you mean 'Ann'"),
        (("play", "--human", "7"), "'7'"),
        (("play", "--bot", "greddy", "--seed", "1"), "did you mean 'greedy'"),
        (("play", "--auto", "--edition", "secnd"), "did you mean 'second'"),
        (("play", "--resume", "none.json"), "Cannot read 'none.json'"),
        (("play", "--auto", "--bot", "random", "--record", "no/such/folder.json"), "Cannot write"),
        (("replay", "none.json"), "Cannot read 'none.json'"),
        (("replay", "."), "Cannot read '.'"),
        (("show", "none.json"), "Cannot read 'none.json'"),
        (("cards", "quen"), "did you mean 'queen'"),
        (("cards", "--kind", "buildings"), "did you mean 'building'"),
        (("play", "--auto", "--module", "alternate_buildings"), "did you mean 'alternate-buildings'"),
        (("play", "--auto", "--scenario", "goblin_vally"), "did you mean 'goblin-valley'"),
        (
            ("play", "--auto", "--module", "alternate-buildings", "--variant", "draft_strip"),
            "did you mean 'draft-strips'",
        ),
        (("cards", "--fidelity", "sure"), "'sure' is not known"),
        (("cards", "--edition", "third"), "third"),
        (("schema", "--write", "/dev/null/such"), "Cannot create"),
    ],
)
def test_a_mistake_is_told_in_one_line(refused: Cli, argv: tuple[str, ...], said: str) -> None:
    assert said in refused(*argv)


@pytest.mark.parametrize(
    ("argv", "meant"),
    [
        (("paly",), "'play'"),
        (("play", "--auto", "--edtion", "second"), "'--edition'"),
        (("play", "--langauge=fr"), "'--language'"),
        (("play", "--language", "fre"), "'fr'"),
        (("cards", "--knd", "advisor"), "'--kind'"),
    ],
)
def test_what_is_nearly_a_command_or_an_option_is_named(
    argv: tuple[str, ...], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(argv)
    assert capsys.readouterr().err.endswith(f"; did you mean {meant}?\n")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--at", "-1"), "no moment after -1"),
        (("--at", "9999"), "no moment after 9999"),
        (("--seat", "Zoe"), "'Zoe' is not known"),
        (("--svg", "a.svg", "--theme", "drak"), "did you mean 'dark'"),
        (("--language", "de"), "'de' is not known"),
        (("--svg", "a.svg", "--width", "9"), "320"),
        (("--width", "9"), "40"),
        (("--svg", "no/such/folder.svg"), "Cannot write"),
    ],
)
def test_what_cannot_be_shown_is_refused(cli: Cli, refused: Cli, argv: tuple[str, ...], said: str) -> None:
    a_game(cli)
    assert said in refused("show", "game.json", *argv)


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"kingsburg_record":1}', "\0\1\2"])
def test_a_damaged_record_is_refused(refused: Cli, text: str) -> None:
    Path("bad.json").write_text(text, encoding="utf-8")
    refused("replay", "bad.json")
    refused("show", "bad.json")
    refused("play", "--resume", "bad.json")


def test_a_record_with_an_impossible_answer_is_refused(cli: Cli, capsys: pytest.CaptureFixture[str]) -> None:
    a_game(cli)
    data = json.loads(Path("game.json").read_text(encoding="utf-8"))
    data["actions"][20] = "influence king 6+6+6"
    Path("bad.json").write_text(json.dumps(data), encoding="utf-8")
    assert main(["replay", "bad.json"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_bytes_that_are_no_text_are_refused(refused: Cli) -> None:
    Path("bad.json").write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in refused("replay", "bad.json")


def test_a_port_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["serve", "--port", "65536"])
    assert left.value.code == 2
    assert "a number from 0 to 65535 is needed, not '65536'" in capsys.readouterr().err


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    told = capsys.readouterr().out
    for command in COMMANDS:
        assert command in told


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert __version__ in capsys.readouterr().out


@pytest.mark.parametrize("argv", [["--version"], ["schema"]])
def test_commands_that_draw_nothing_do_without_rich(argv: list[str]) -> None:
    program = (
        "import sys\n"
        "from kingsburg_rules.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "assert not any(name.partition('.')[0] == 'rich' for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program, *argv], check=True, capture_output=True)


def _without(library: str, *argv: str) -> subprocess.CompletedProcess[str]:
    """Run a command where a library is not installed."""
    program = f"import sys; sys.modules[{library!r}] = None\n"
    program += "from kingsburg_rules.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run([sys.executable, "-c", program, *argv], check=False, capture_output=True, text=True)


def test_games_of_bots_need_no_rich() -> None:
    done = _without("rich", "play", "--auto", "--bot", "random", "--seed", "1", "--players", "2")
    assert (done.returncode, done.stderr) == (0, "")
    *_, over, first, second = done.stdout.splitlines()
    assert over.startswith("The game is over")
    assert [line[:3] for line in (first, second)] == ["1. ", "2. "]


@pytest.mark.parametrize("argv", [("cards", "inn"), ("explain", "inn")])
def test_cards_need_no_rich(argv: tuple[str, ...]) -> None:
    done = _without("rich", *argv)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Inn (" in done.stdout


def test_playing_says_how_to_get_rich() -> None:
    """From where the library came: a copy is not sent to an index, where the name may be somebody else's."""
    done = _without("rich", "play", "--seed", "1")
    assert done.returncode == 2
    assert re.search(r"pip install '\S*/\S*\[terminal\]'", done.stderr)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("library", ["ruamel", "jsonschema"])
def test_checking_says_how_to_get_what_it_needs(library: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text("format: 1\nrules: []\n", encoding="utf-8")
    done = _without(library, "check", str(file))
    assert done.returncode == 2
    assert re.search(r"pip install '\S*/\S*\[author\]'", done.stderr)
    assert done.stderr.count("\n") == 1


def test_a_reader_who_leaves_early_hears_nothing_of_it() -> None:
    program = "import sys; from kingsburg_rules.cli import main; sys.exit(main(sys.argv[1:]))"
    argv = [sys.executable, "-c", program, "play", "--auto", "--bot", "random", "--seed", "1"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        watching.stdout.readline()
        watching.stdout.close()
        assert watching.wait(timeout=60) == 0
        assert watching.stderr.read() == b""


def test_a_terminal_that_knows_few_signs_is_served_too() -> None:
    program = "import sys; from kingsburg_rules.cli import main; sys.exit(main(sys.argv[1:]))"
    argv = [sys.executable, "-c", program, "play", "Zoë", "Ann", "--seed", "1", "--bot", "random"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(argv, input=b"1\n", capture_output=True, check=True, env=environment)
    assert done.stderr == b""
    assert b"Zo? puts" in done.stdout or b"Zo?> " in done.stdout


def test_a_pack_that_lies_here_is_found_by_its_name(cli: Cli) -> None:
    cli("new", "pack", "my-land")
    cli("play", "--auto", "--seed", "1", "--pack", "my-land", "--record", "game.txt")
    assert " wins" in cli("show", "game.txt", "--pack", "my-land")
    assert "my-land" in Path("game.txt").read_text(encoding="utf-8")
    Path("governors").mkdir()
    assert "Sorcerer" in cli("explain", "--pack", "governors", "governors/sorcerer")
