"""What an editor is told about the text on its screen, saved or not, sound or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingsburg_rules import load_rules
from kingsburg_rules.content.built_in import data_folder
from kingsburg_rules.content.checking import check
from kingsburg_rules.editor import language_server, outline, quick_fixes
from kingsburg_rules.editor.completion import complete
from kingsburg_rules.editor.hover import define_at, hover_at
from kingsburg_rules.editor.parser import Lines, Point, cursor_at, parse
from kingsburg_rules.editor.workspace import OpenFile, Project, Workspace
from kingsburg_rules.game.phases import moment, moments_of
from support.mistakes import Mistake, mistakes
from support.packs import HUT, INFO, PLAYED, SHOWN, in_hut, written
from support.workspace import CURSOR, cut_out, defined, hovered, offer, offered, placed

ROOT = Path(__file__).parents[2]

TRIGGER = HUT.partition("        do:")[0]
STEP = f"{TRIGGER}        do:\n          - "


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": HUT})
    return tmp_path / "toys" / "cards.yaml"


# Mistakes


@pytest.mark.parametrize("case", mistakes(), ids=lambda case: case.name)
def test_the_editor_says_what_the_check_says(case: Mistake, tmp_path: Path) -> None:
    """The files are on the screen alone, but for `pack.yaml`, which makes a pack of their folder."""
    path, workspace = case.written(tmp_path), Workspace()
    homes = [path] if path.is_file() or (path / "pack.yaml").is_file() else sorted(path.rglob("*.yaml"))
    reports = [check(project) for project in homes]
    for file in sorted(tmp_path.rglob("*.yaml")):
        try:
            workspace.texts[file] = file.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue
        if file.name != "pack.yaml":
            file.write_text("format: 1\nbuildings: [\n", encoding="utf-8")
    for place, report in zip(homes, reports, strict=True):
        project = Project(place) if place.is_dir() else workspace.project(place)
        wanted = sorted(map(str, (*report.errors, *report.warnings)))
        for _ in range(2):
            found = [
                problem
                for problem in workspace.check(project).diagnostics
                if project.is_lone or place.is_dir() or problem.file == place.as_posix()
            ]
            assert sorted(map(str, found)) == wanted


def test_text_on_the_screen_counts_before_the_disk(cards: Path) -> None:
    workspace = Workspace()
    project = workspace.project(cards)
    assert [problem.code for problem in workspace.check(project).diagnostics] == ["lint.no_example"]
    workspace.texts[cards] = in_hut("gold: 1", "gould: 1")
    (problem,) = workspace.check(project).diagnostics
    assert (problem.code, problem.remedy) == ("link.resource", "gold")
    del workspace.texts[cards]
    assert [problem.code for problem in workspace.check(project).diagnostics] == ["lint.no_example"]


def test_a_file_that_was_never_saved_belongs_to_its_pack(cards: Path) -> None:
    workspace = Workspace()
    workspace.texts[cards.with_name("more.yaml")] = HUT
    codes = [problem.code for problem in workspace.check(workspace.project(cards)).diagnostics]
    assert "link.duplicate" in codes


def test_packs_in_one_folder_know_each_other_if_it_is_open(tmp_path: Path) -> None:
    written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": SHOWN})
    other = INFO.replace("toys", "more-toys") + "requires: [toys]\n"
    written(
        tmp_path / "more",
        {"pack.yaml": other, "cards.yaml": SHOWN.replace("hut", "booth").replace("row: A", "row: X")},
    )
    project = Workspace().project(tmp_path / "more" / "cards.yaml")
    assert [problem.code for problem in Workspace().check(project).diagnostics] == ["link.pack"]
    assert Workspace((tmp_path,)).check(project).diagnostics == ()


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("services:\n  web: {}\n", False),
        ("on: push\njobs: {}\n", False),
        (HUT, True),
        ("buildings:\n", True),
        ("", True),
    ],
)
def test_yaml_of_other_programs_is_left_alone(tmp_path: Path, text: str, ours: bool) -> None:
    path = tmp_path / "some.yaml"
    assert Workspace(texts={path: text}).is_ours(path) is ours


# Completion


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("format: 1\n@@", {"buildings", "governors", "resources", "phases", "deck_cards"}),
        ("format: 1\nbui@@", {"buildings"}),
        (f"{HUT}    @@", {"modifiers", "permissions", "examples", "fidelity"}),
        (f"{HUT}    fidelity: @@", {"printed", "inferred", "reconstructed"}),
        (f"{HUT}    triggers:\n      - when: @@", {"season.end", "before.fight", "influence.passed"}),
        (f"{TRIGGER}        uses: @@", {"once", "once_per_year", "once_per_game", "unlimited"}),
        (f"{TRIGGER}        optional: @@", {"true", "false"}),
        (f"{TRIGGER}        if:\n          @@", {"season", "goods", "not", "owns", "dice_total"}),
        (f"{TRIGGER}        if: {{se@@", {"season", "goods"}),
        (f"{STEP}@@", {"gain", "lose", "choose_one", "for_each", "draw"}),
        (f"{TRIGGER}        do:\n          @@", {"gain", "lose", "choose_one"}),
        (f"{TRIGGER}        do: [{{@@", {"gain", "lose", "choose_one"}),
        (f"{TRIGGER}        do: [{{gain: {{wood: 1, @@}}}}]", {"gold", "stone", "plus2", "vp", "good"}),
        (f"{STEP}gain:\n              @@", {"gold", "wood", "stone", "plus2", "vp", "good"}),
        (f"{STEP}for_each:\n              @@", {"players", "cards", "places", "do"}),
        (
            f"{STEP}for_each:\n              players:\n                @@",
            {"among", "if", "fewest", "ties", "as"},
        ),
        (f"{STEP}for_each:\n              players: @@", {"all", "opponents"}),
        (f"{STEP}draw_enemies: @@", {"enemy", "further"}),
        (f"{TRIGGER}        if:\n          goods:\n            @@", {"min", "max"}),
        (f"{STEP}draw:\n              deck: @@", {"destiny", "governor", "tile"}),
        (f"{HUT}    modifiers:\n      - what: @@", {"battle_strength", "build_cost", "recruit_price"}),
        (f"{HUT}    permissions:\n      - @@", {"influence_shift", "spend_as"}),
        (f"{STEP}run: @@", {"productive_season"}),
        (f"{STEP}as_player: {{player: @@", {"me", "left", "right", "owner"}),
        (f"{STEP}mark: @@", {"jester"}),
        (f"{TRIGGER}        if: {{owns: @@", {"hut", "inn", "this"}),
        ("format: 1\nbuildings:\n  - override: @@", {"base/inn", "base/statue"}),
        ("format: 1\nbuildings:\n  - override: base/st@@", {"base/statue"}),
        ("format: 1\nbuildings:\n  - override: base/statue\n    without: [@@", {"triggers", "modifiers"}),
        ("format: 1\nleave_out:\n  - @@", {"base/inn", "base/jester"}),
        (f"{HUT}    examples:\n      - @@", {"shows", "works", "at", "given"}),
        (f"{HUT}    examples:\n      - given: {{me: {{buildings: [@@", {"hut", "inn"}),
        (
            f"{HUT}    examples:\n      - at: @@",
            {"spring", "spring/season.end", "winter/battle", "year.start"},
        ),
        (f"{HUT}    examples:\n      - at: winter/@@", {"winter/battle"}),
        (f"{HUT}    text: 'open\n    @@", set()),
    ],
)
def test_what_may_stand_is_offered_in_text_that_is_half_written(
    cards: Path, text: str, wanted: set[str]
) -> None:
    found = offered(Workspace(), cards, text)
    assert wanted <= {*found}, sorted(wanted - {*found})
    assert all(item.doc for label, item in found.items() if label in wanted and item.kind == "key"), text


@pytest.mark.parametrize(
    ("text", "unwanted"),
    [
        (f"{HUT}    @@", {"id", "name", "vp", "triggers", "gain"}),
        (f"{HUT.replace('    vp: 1', '    @@')}", {"triggers"}),
        (f"{STEP}gain: {{gold: 1, @@", {"gold"}),
        (f"{STEP}gain: @@", {"lose"}),
        ("format: 1\nbuildings:\n  - override: @@", {"base/jester", "toys/hut"}),
        (f"{HUT}    text: >-\n      A hut is @@", {"gain", "id"}),
    ],
)
def test_what_may_not_stand_is_not_offered(cards: Path, text: str, unwanted: set[str]) -> None:
    found = offered(Workspace(), cards, text)
    assert unwanted.isdisjoint(found), sorted(unwanted & {*found})


OWN = f"""{HUT}
resources:
  - {{id: fame, name: Fame}}
moments:
  - {{id: market.open, text: The market opens.}}
sequences:
  - {{id: market_day, do: [{{window: market.open}}]}}
deck_cards:
  - {{id: fair, name: Fair, deck: stall}}
"""


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("rules:\n  - id: x\n    triggers: [{when: @@", {"market.open", "season.end"}),
        ("rules:\n  - id: x\n    triggers: [{when: year.start, do: [{run: @@", {"market_day"}),
        ("rules:\n  - id: x\n    triggers: [{when: year.start, do: [{gain: {@@", {"fame", "gold"}),
        ("rules:\n  - id: x\n    triggers: [{when: year.start, do: [{draw: {deck: @@", {"stall", "tile"}),
        ("rules:\n  - id: x\n    triggers: [{when: year.start, do: [{draw: {to: hand, deck: @@", {"stall"}),
        (
            "rules:\n  - id: x\n    triggers: [{when: year.start, do: [{choose: {cards: {kind: @@",
            {"stall", "governor"},
        ),
    ],
)
def test_names_of_the_pack_are_offered(cards: Path, typed: str, wanted: set[str]) -> None:
    found = offered(Workspace(), cards, OWN + typed)
    assert wanted <= {*found}, sorted(wanted - {*found})


def test_cards_of_a_required_pack_are_offered(cards: Path) -> None:
    text = f"{TRIGGER}        if: {{owns: @@"
    assert "jousting_lists" not in offered(Workspace(), cards, text)
    document = next(iter((Path(data_folder("content")) / "more-buildings").glob("[!p]*.yaml")))
    name = next(
        e.text for e in parse(document.read_text("utf-8")).entries if e.path[2:] == ("id",) and not e.is_key
    )
    assert name not in offered(Workspace(), cards, text)
    workspace = Workspace(texts={cards.with_name("pack.yaml"): f"{INFO}requires: [more-buildings]\n"})
    assert name in offered(workspace, cards, text)


def test_packs_are_offered_in_pack_yaml(cards: Path) -> None:
    found = offered(Workspace(), cards.with_name("pack.yaml"), f"{INFO}requires: [@@")
    assert {"more-buildings", "base"} <= {*found}
    assert "editions" not in found


VARIABLES = """\
format: 1
governors:
  - id: banker
    name: Banker
    memory: [{id: saved, type: number}, {id: rival, type: player}]
    triggers:
      - when: after.build
        by: opponents
        do:
          - set: {doubled: {times: [2, 2]}}
          - roll: {as: luck}
          - choose: {places: {is: all, as: spot}}
          - for_each:
              players: opponents
              do: [{gain: {gold: 1}}]
          - @@
"""


@pytest.mark.parametrize(
    ("step", "there", "not_there"),
    [
        ("gain: {gold: @@", {"$saved", "$luck", "$doubled"}, {"$rival", "$spot", "$card"}),
        ("mark: @@", {"$spot"}, {"$luck", "$rival", "$card"}),
        ("as_player: {player: @@", {"$rival", "$actor", "$player"}, {"$spot", "$saved"}),
    ],
)
def test_variables_in_scope_are_offered_where_their_type_fits(
    cards: Path, step: str, there: set[str], not_there: set[str]
) -> None:
    found = {*offered(Workspace(), cards, VARIABLES.replace(CURSOR, step))}
    assert there <= found, sorted(there - found)
    assert not_there.isdisjoint(found)


@pytest.mark.parametrize(
    ("text", "label", "after"),
    [
        (f"{HUT}    trigg@@", "text", f"{HUT}    text: "),
        (f"{HUT}    @@", "modifiers", f"{HUT}    modifiers:\n      - "),
        (f"{TRIGGER}        do:\n          @@", "gain", f"{STEP}gain:\n              "),
        (f"{TRIGGER}        do: [{{ga@@}}]", "gain", f"{TRIGGER}        do: [{{gain: }}]"),
        (f"{STEP}gain: {{go@@", "gold", f"{STEP}gain: {{gold: "),
        (f"{HUT}    fidelity: pr@@", "printed", f"{HUT}    fidelity: printed"),
    ],
)
def test_an_item_that_is_taken_gives_text_to_go_on_with(
    cards: Path, text: str, label: str, after: str
) -> None:
    found = offer(Workspace(), cards, text)
    plain, _ = placed(text)
    lines, item = Lines(plain), next(item for item in found.items if item.label == label)
    start = sum(len(line) + 1 for line in lines.lines[: found.span.start.line]) + found.span.start.character
    end = start + found.span.end.character - found.span.start.character
    assert plain[:start] + item.insert + plain[end:] == after


# Hovering


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{STEP}ga@@in: {{wood: 1}}", "Gain resources from the supply"),
        (f"{STEP}dr@@aw: {{deck: tile, to: hand}}", "Draw cards from a deck"),
        (f"{STEP}choose_@@one: []", "- *With nothing possible:* If none of the branches is possible"),
        (f"{STEP}choose_@@one: []", "*Answers:* `done`, `pay {price}`, `choose {things}`"),
        (f"{STEP}for_each: {{pla@@yers: {{}}}}", "- *On a tie:* All players who tie are found"),
        (f"{TRIGGER}        us@@es: once", "How often"),
        (f"{HUT}    fide@@lity: printed", "How certain the card is"),
        (f"{TRIGGER}        if: {{dice@@_total: 7}}", "including bonus dice"),
        (in_hut("season.end", "season@@.end"), "The end of a productive season"),
        (in_hut("id: hut", "id: h@@ut"), "At the end of each productive season, gain 1 gold."),
        (in_hut("name: Hut", "na@@me: Hut"), "At the end of each productive season, gain 1 gold."),
        (f"{HUT}  - {{override: base/sta@@tue, vp: 9}}\n", "(building, `base/statue`)"),
        (f"{HUT}    in_place_of: goblin-valley/ca@@mp\n", "**in_place_of**: The card of the same kind"),
        (VARIABLES.replace(CURSOR, "gain: {gold: $sav@@ed}"), "a number, what the card remembers"),
        (HUT + "\n@@", ""),
    ],
)
def test_a_word_is_explained(cards: Path, text: str, said: str) -> None:
    found = hovered(Workspace(), cards, text)
    assert said in found, found
    assert said or not found


def test_a_card_of_the_base_game_says_what_it_does(cards: Path) -> None:
    found = hovered(
        Workspace(), cards, f"{TRIGGER}        if: {{owns: sta@@tue}}\n        do: [{{gain: {{gold: 1}}}}]\n"
    )
    assert "(building, `base/statue`)" in found
    assert "The author's text:" in found


def test_while_there_are_mistakes_nothing_is_said_of_what_a_card_does(cards: Path) -> None:
    assert "when there are no mistakes" in hovered(
        Workspace(), cards, in_hut("id: hut", "id: h@@ut") + "    vp: 2\n"
    )


# Definitions and outlines


@pytest.mark.parametrize(
    ("typed", "file", "word"),
    [
        ("rules:\n  - id: x\n    triggers: [{when: market@@.open, do: []}]", "cards.yaml", "market.open"),
        (
            "rules:\n  - id: x\n    triggers: [{when: year.start, do: [{run: market@@_day}]}]",
            "cards.yaml",
            "market_day",
        ),
        (
            "rules:\n  - id: x\n    triggers: [{when: year.start, do: [{gain: {fa@@me: 1}}]}]",
            "cards.yaml",
            "fame",
        ),
        ("rules:\n  - id: x\n    triggers: [{when: year.start, if: {owns: h@@ut}}]", "cards.yaml", "hut"),
        (
            "rules:\n  - id: x\n    triggers: [{when: year.start, do: [{draw: st@@all}]}]",
            "cards.yaml",
            "stall",
        ),
        ("leave_out: [base/sta@@tue]", "buildings.yaml", "statue"),
        ("leave_out: [goblin-valley/ca@@mp]", None, None),
        ("rules:\n  - id: x\n    triggers: [{when: season@@.end}]", None, None),
        ("rules:\n  - id: x\n    text: the hut@@ is small", None, None),
    ],
)
def test_what_is_named_is_found(cards: Path, typed: str, file: str | None, word: str | None) -> None:
    workspace = Workspace()
    found = defined(workspace, cards, OWN + typed)
    if file is None:
        assert found is None
        return
    assert found is not None
    assert found.path.name == file
    assert cut_out(workspace.text(found.path), found.span) == word


def test_a_variable_leads_to_where_it_was_set(cards: Path) -> None:
    workspace = Workspace()
    found = defined(workspace, cards, VARIABLES.replace(CURSOR, "gain: {gold: $lu@@ck}"))
    assert found is not None
    assert cut_out(workspace.texts[cards], found.span) == "luck"
    found = defined(workspace, cards, VARIABLES.replace(CURSOR, "as_player: {player: $act@@or}"))
    assert found is not None
    assert cut_out(workspace.texts[cards], found.span) == "opponents"


def test_a_card_of_a_pack_beside_is_found(tmp_path: Path) -> None:
    written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": SHOWN})
    about = INFO.replace("toys", "more-toys") + "requires: [toys]\n"
    written(tmp_path / "more", {"pack.yaml": about, "cards.yaml": "format: 1\n"})
    workspace = Workspace((tmp_path,))
    found = defined(
        workspace, tmp_path / "more" / "cards.yaml", "format: 1\nbuildings:\n  - override: toys/h@@ut"
    )
    assert found is not None
    assert found.path == tmp_path / "toys" / "cards.yaml"


def test_the_outline_has_cards_with_their_abilities(cards: Path) -> None:
    found = language_server.outline(OpenFile(Workspace(texts={cards: OWN}), cards))
    assert [(s.name, s.detail) for s in found] == [
        *(("hut", "buildings"), ("fame", "resources"), ("market.open", "moments")),
        *(("market_day", "sequences"), ("fair", "deck_cards")),
    ]
    assert [(s.name, s.detail) for s in found[0].children or ()] == [("season.end", "triggers")]


# Quick fixes


def mended(workspace: Workspace, path: Path, code: str, title: str) -> str:
    """The file after the fix with this title for the mistake with this code."""
    found = [p for p in workspace.check(workspace.project(path)).diagnostics if p.code == code]
    assert found, workspace.check(workspace.project(path)).diagnostics
    fix = next(
        fix for problem in found for fix in quick_fixes.fixes(workspace, problem) if title in fix.title
    )
    lines = Lines(workspace.text(fix.path)).lines
    start, end = fix.span.start, fix.span.end
    assert start.line == end.line
    line = lines[start.line]
    new = line[: start.character] + fix.text + line[end.character :]
    return "\n".join((*lines[: start.line], new, *lines[start.line + 1 :]))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("{gold: 1}", "{golld: 1}", "link.resource"),
        ("gain:", "gian:", "schema.key"),
        ("season.end", "season.edn", "link.event"),
        ("vp: 1", "vp: '1'", "schema.type"),
        ("row: A", "row: a", "schema.pattern"),
        ("triggers:", "trigers:", "schema.key"),
        ("id: hut", "id: 'Hut'", "schema.pattern"),
        ("{wood: 1}", "{'wodo': 1}", "link.good"),
    ],
)
def test_a_misspelt_word_is_mended(cards: Path, old: str, new: str, code: str) -> None:
    workspace = Workspace(texts={cards: in_hut(old, new)})
    assert mended(workspace, cards, code, "Write ") == HUT


def test_a_replacement_takes_the_place_of_all_words(cards: Path) -> None:
    workspace = Workspace(texts={cards: in_hut("id: hut", "id: Small Hut  # mine")})
    assert mended(workspace, cards, "schema.pattern", "Write") == in_hut("id: hut", "id: small_hut  # mine")
    workspace = Workspace(texts={cards: in_hut("season.end", "Season End")})
    assert mended(workspace, cards, "schema.pattern", "Write") == in_hut("season.end", "season.end")


@pytest.mark.parametrize(
    ("line", "code", "title", "wanted"),
    [
        ("    text: 2020-01-01", "yaml.date", "quotes", "    text: '2020-01-01'"),
        ("    text: 1_000", "yaml.number", "quotes", "    text: '1_000'"),
        ("\ttext: A hut.", "yaml.tab", "spaces", "  text: A hut."),
        ("    fidelity:printed", "schema.key", "Write", "    fidelity: printed"),
    ],
)
def test_a_slip_of_the_hand_is_mended(cards: Path, line: str, code: str, title: str, wanted: str) -> None:
    if code == "schema.key":
        workspace = Workspace(texts={cards: in_hut("    cost: {wood: 1}", "    cost: {wood:1}")})
        assert mended(workspace, cards, code, title) == in_hut("    cost: {wood: 1}", "    cost: {wood: 1}")
        return
    workspace = Workspace(texts={cards: f"{HUT}{line}\n"})
    assert mended(workspace, cards, code, title) == f"{HUT}{wanted}\n"


def test_the_mark_of_a_translation_is_renewed(cards: Path) -> None:
    locale = cards.parent / "locale" / "nl.yaml"
    text = "format: 1\nlanguage: nl\ncards:\n  hut: {name: Hutje, of: aaaa-aaaa}\n"
    workspace = Workspace(texts={cards: SHOWN, locale: text})
    workspace.texts[locale] = mended(workspace, locale, "locale.stale", "Write")
    assert workspace.texts[locale] != text
    assert workspace.check(workspace.project(cards)).diagnostics == ()


def test_translations_are_completed_too(cards: Path) -> None:
    locale = cards.parent / "locale" / "nl.yaml"
    assert "hut" in offered(Workspace(), locale, "format: 1\nlanguage: nl\ncards:\n  @@")
    assert "inn" not in offered(Workspace(), locale, "format: 1\nlanguage: nl\ncards:\n  @@")
    assert {"name", "text", "of"} <= {
        *offered(Workspace(), locale, "format: 1\nlanguage: nl\ncards:\n  hut: {@@")
    }


@pytest.mark.parametrize(
    ("about", "wanted"),
    [
        (INFO, f"{INFO}requires: [destiny]\n"),
        (f"{INFO}requires: [governors]\n", f"{INFO}requires: [destiny, governors]\n"),
        (f"{INFO}requires:\n  - governors", f"{INFO}requires:\n  - governors\n  - destiny"),
        (f"{INFO}requires:\n  governors: '>=0'", f"{INFO}requires:\n  governors: '>=0'\n  destiny: '>=0'"),
    ],
)
def test_a_pack_is_added_to_those_required(cards: Path, about: str, wanted: str) -> None:
    text = f"{TRIGGER}        if: {{owns: destiny/x}}\n        do: [{{use: destiny/nobody}}]\n"
    workspace = Workspace(texts={cards: text, cards.with_name("pack.yaml"): about})
    assert mended(workspace, cards, "link.card", "requires") == wanted


def test_a_warning_can_be_silenced(cards: Path) -> None:
    workspace = Workspace(texts={cards: HUT})
    workspace.texts[cards] = mended(workspace, cards, "lint.no_example", "Silence")
    assert workspace.check(workspace.project(cards)).diagnostics == ()


# Examples


def play_on(workspace: Workspace, path: Path, card: str, number: int | None = None) -> outline.ExamplesRun:
    project = workspace.project(path)
    return outline.play(workspace.check(project), card, number)


def test_examples_are_run_from_the_screen(cards: Path) -> None:
    workspace = Workspace(texts={cards: PLAYED})
    found = language_server.lenses("uri", OpenFile(workspace, cards))
    commands = [(lens.range.start.line, lens.command) for lens in found if lens.command is not None]
    assert [(line, command.title, *(command.arguments or ())) for line, command in commands] == [
        (2, "Run its example", "uri", "toys/hut", None),
        (9, "Run this example", "uri", "toys/hut", 0),
    ]
    played = play_on(workspace, cards, "toys/hut")
    assert (played.message, played.passed, played.diagnostics) == (
        "toys/hut: 1 of 1 examples hold.",
        True,
        (),
    )
    workspace.texts[cards] = PLAYED.replace("expect: {me: {gold: 1}}", "expect: {me: {gold: 2}}")
    played = play_on(workspace, cards, "toys/hut", 0)
    assert not played.passed
    assert played.message.startswith("toys/hut: 0 of 1 examples hold: me should have gold 2, has 1")
    (problem,) = played.diagnostics
    assert (problem.file, problem.line, problem.code) == (cards.as_posix(), 10, "test.example")
    workspace.texts[cards] += "x: 1\n"
    assert "the pack has mistakes" in play_on(workspace, cards, "toys/hut").message


# Places, and damaged text


def test_places_are_in_utf_16_and_crlf_is_one_line_break(cards: Path) -> None:
    text = (
        in_hut("name: Hut", "name: 🏠🏠 hut")
        .replace("{wood: 1}", '{"🏠🏠": 1, Wood: 1}')
        .replace("\n", "\r\n")
    )
    workspace = Workspace(texts={cards: text})
    found = [
        problem
        for problem in workspace.check(workspace.project(cards)).diagnostics
        if "Wood" in problem.message
    ]
    assert [cut_out(text, quick_fixes.span_of(Lines(text), problem)) for problem in found] == ["Wood"]
    named = text.replace("    name: 🏠🏠 hut", "    name: {x: '🏠🏠', y: golld@@}")
    offers = offer(workspace, cards, named)
    assert offers.span.end == Point(3, len("    name: {x: '") + 4 + len("', y: golld"))


def test_the_column_of_a_place_is_found_among_emoji() -> None:
    lines = Lines("a🏠b\r\n🏠\rc")
    assert len(lines) == 3
    assert [lines.column(Point(0, k)) for k in range(6)] == [0, 1, 2, 2, 3, 3]
    assert lines.position(0, 2) == Point(0, 3)
    assert lines.column(Point(9, 9)) == 0


def ask_everything(workspace: Workspace, path: Path, line: int, column: int) -> None:
    """Ask all that an editor asks at a place."""
    position = Point(line, column)
    file = OpenFile(workspace, path)
    complete(file, position)
    hover_at(file, position)
    define_at(file, position)


def test_no_damaged_text_breaks_an_answer(tmp_path: Path) -> None:
    """Every twelfth file of the corpus, cut off every few characters, and with a piece cut out there."""
    asked = 0
    for case in mistakes()[::12]:
        for name in case.files:
            text, path = case.text(name), tmp_path / case.name / name
            workspace = Workspace(texts={path: ""})
            for end in range(0, len(text), max(9, len(text) // 4)):
                for damaged in (text[:end], text[:end] + text[end + 7 :]):
                    workspace.texts[path] = damaged
                    lines = Lines(damaged[:end])
                    ask_everything(workspace, path, len(lines) - 1, 10**6)
                    language_server.outline(OpenFile(workspace, path))
                    list(language_server.lenses("", OpenFile(workspace, path)))
                    for problem in workspace.check(workspace.project(path)).diagnostics:
                        list(quick_fixes.fixes(workspace, problem))
                    asked += 1
    assert asked > 200


ODD = (
    "{" * 500,
    "[" * 500,
    "- " * 500,
    "'",
    '"\\',
    "\t",
    "a: " * 90,
    "\x00",
    "?",
    "|",
    "&a *a",
    "- - - x: {a: [",
)


@pytest.mark.parametrize("broken", [*ODD, "\ud800"])
def test_odd_text_is_looked_at_anyway(cards: Path, broken: str) -> None:
    workspace = Workspace()
    for text in (broken, f"{TRIGGER}        do: {broken}", f"{HUT}    {broken}\n{HUT}"):
        workspace.texts[cards] = text
        ask_everything(workspace, cards, text.count("\n"), 10**6)
        language_server.outline(OpenFile(workspace, cards))
        cursor_at(text, 10**6, 10**6)
        workspace.check(workspace.project(cards))


def test_every_moment_that_is_offered_to_an_example_can_be_played() -> None:
    rules = load_rules()
    found = moments_of(rules)
    assert len(found) > 100
    for at in found:
        assert moment(rules, at).code
