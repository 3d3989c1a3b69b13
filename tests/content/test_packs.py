"""Packs from elsewhere: found in every way, put together in order, changed on purpose, and remembered."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from kingsburg_rules import ContentError, Game, Pack, Record, Rules, SaveError, SetupError, load_rules
from kingsburg_rules.content.built_in import built_in
from kingsburg_rules.content.checking import check, check_folder
from kingsburg_rules.content.selection import fits
from kingsburg_rules.testing.examples import play_folder
from kingsburg_rules.testing.strategies import NAMES, advance
from support.packs import HUT, INFO, in_hut, written

CONTENT = Path(__file__).parents[2] / "content"
TOYS = {"pack.yaml": INFO, "cards.yaml": HUT}


def info(name: str, **more: Any) -> str:
    """A pack.yaml; JSON is YAML enough."""
    return json.dumps({"id": name, "version": "1.0", "format": 1, "title": name.title(), **more})


def pack(name: str, cards: str = "format: 1\n", **more: Any) -> dict[str, str]:
    return {"pack.yaml": info(name, **more), "cards.yaml": cards}


def zipped(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def order(*packs: Any, **more: Any) -> list[str]:
    """The packs in play but for the base game, in the order in which they were put together."""
    return [name for name, _ in load_rules(packs=packs, **more).packs if name != "base"]


def refused(code: str, *packs: Any, **more: Any) -> str:
    """The sentence with which packs are refused."""
    with pytest.raises(SetupError) as caught:
        load_rules(packs=packs, **more)
    assert caught.value.code == code
    return caught.value.message


# Ways to give a pack

WAYS: dict[str, Callable[[Path], Any]] = {
    "folder": lambda home: written(home / "toys", TOYS),
    "text": lambda home: str(written(home / "toys", TOYS)),
    "pack.yaml": lambda home: written(home / "toys", TOYS) / "pack.yaml",
    "zip": lambda home: zipped(home / "toys.zip", TOYS),
    "zip of a folder": lambda home: zipped(home / "t.zip", {f"my toys/{n}": t for n, t in TOYS.items()}),
    "texts": lambda home: TOYS,
    "Pack of a path": lambda home: Pack.read(written(home / "toys", TOYS)),
    "Pack of texts": lambda home: Pack.from_files(TOYS),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_pack_is_the_same_however_it_is_given(way: str, tmp_path: Path) -> None:
    rules = load_rules(packs=[WAYS[way](tmp_path)])
    assert rules.cards["toys/hut"].name == "Hut"
    assert rules.packs == (("base", "1.0"), ("toys", "1.0"))
    assert rules is load_rules(packs=[TOYS])


def test_a_folder_beside_is_given_with_a_dot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare word is an id, whatever lies here, so a program does the same in every folder."""
    monkeypatch.chdir(written(tmp_path, {f"toys/{name}": text for name, text in TOYS.items()}))
    assert order("./toys") == ["toys"]
    assert "write './toys'" in refused("setup.pack", "toys")


def test_files_in_any_layout_and_none_that_are_hidden(tmp_path: Path) -> None:
    files = {
        "pack.yaml": INFO,
        "rows/high/a.yaml": HUT,
        "rows/low.yaml": in_hut("id: hut", "id: barn").replace("row: A", "row: H"),
        ".github/work.yaml": "on: push",
        ".pre-commit-config.yaml": "repos: []",
        "README.md": "# Toys",
    }
    for way in (written(tmp_path / "toys", files), zipped(tmp_path / "toys.zip", files), files):
        assert {ref for ref in load_rules(packs=[way]).cards if ref.startswith("toys/")} == {
            "toys/hut",
            "toys/barn",
        }


def test_a_single_file_is_a_pack_called_like_it(tmp_path: Path) -> None:
    file = written(tmp_path, {"My_first cards.yaml": HUT}) / "My_first cards.yaml"
    rules = load_rules(packs=[file])
    assert rules.packs[-1] == ("my-first-cards", "0")
    assert "my-first-cards/hut" in rules.cards


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("./nothing-here", "does not exist"),
        ("nothing.zip", "does not exist"),
        (__file__, "neither a folder, a zip nor a .yaml file"),
        (7, "not as 7"),
        (None, "not as None"),
        (b"toys", "not as a value of the type 'bytes'"),
        ({"pack.yaml": b"id: toys"}, "as texts"),
        ({1: "id: toys"}, "as texts"),
    ],
)
def test_what_is_no_pack_is_refused(given: Any, why: str) -> None:
    assert why in refused("setup.pack", given)


@pytest.mark.parametrize("given", ["./toys", Path("toys"), TOYS, Pack.from_files(TOYS), 5, None], ids=repr)
def test_packs_are_given_as_a_list(given: Any) -> None:
    with pytest.raises(SetupError) as caught:
        load_rules(packs=given)
    assert caught.value.code == "setup.pack"
    assert "as a list" in caught.value.message


def test_a_pack_that_changes_on_the_disk_is_read_anew(tmp_path: Path) -> None:
    folder = written(tmp_path / "toys", TOYS)
    before = load_rules(packs=[folder])
    assert load_rules(packs=[folder]) is before
    written(folder, {"cards.yaml": in_hut("name: Hut", "name: Cabin")})
    after = load_rules(packs=[folder])
    assert (before.name_of("hut"), after.name_of("hut")) == ("Hut", "Cabin")
    assert before is not after
    assert before.digest == after.digest, "a name is not a rule"


def test_comments_and_layout_do_not_change_a_pack(tmp_path: Path) -> None:
    remarked = {"pack.yaml": f"# mine\n{INFO}", "cards.yaml": f"\n\n# a card\n{HUT}"}
    assert Pack.from_files(TOYS) == Pack.from_files(remarked)
    moved = {"pack.yaml": INFO, "more/cards.yaml": HUT}
    assert Pack.from_files(TOYS).hash != Pack.from_files(moved).hash
    other = {"pack.yaml": INFO, "cards.yaml": in_hut("vp: 1", "vp: 2")}
    assert Pack.from_files(TOYS) != Pack.from_files(other)


def test_packs_play(tmp_path: Path) -> None:
    game = Game(load_rules(packs=[TOYS], modules=("governors",)), NAMES[:3], seed=3)
    advance(game, [k * 7919 % 65536 for k in range(2000)])
    assert game.outcome is not None


# Installed packs


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put a package with an entry point where Python finds it."""

    def put(name: str, value: str, files: dict[str, str]) -> None:
        written(tmp_path, files)
        home = tmp_path / "some_toys-1.dist-info"
        entry = f"[kingsburg_rules.packs]\n{name} = {value}\n"
        written(home, {"METADATA": "Name: some-toys\nVersion: 1\n", "entry_points.txt": entry})
        monkeypatch.syspath_prepend(tmp_path)

    return put


EXPLODING = "raise SystemExit('this must not run')\n"


@pytest.mark.parametrize("inner", ["", "pack"])
def test_an_installed_pack_is_found_by_its_id_and_nothing_is_run(
    inner: str, install: Callable[..., None]
) -> None:
    home = f"some_toys/{inner}".rstrip("/")
    files = {f"{home}/{name}": text for name, text in TOYS.items()}
    install("toys", f"some_toys:{inner}".rstrip(":"), {"some_toys/__init__.py": EXPLODING, **files})
    assert order("toys") == ["toys"]
    assert order(pack("more", requires=["toys"]), "toys") == ["toys", "more"]


def test_what_is_installed_may_change_while_a_program_runs(
    install: Callable[..., None], tmp_path: Path
) -> None:
    """An id means what is installed now: nothing at first, then one pack, then a newer one, nothing again."""
    assert "'toys' is not known" in refused("setup.pack", "toys")
    install("toys", "some_toys", {f"some_toys/{name}": text for name, text in TOYS.items()})
    rules = load_rules(packs=["toys"])
    assert load_rules(packs=["toys"]) is rules
    written(tmp_path / "some_toys", {"cards.yaml": in_hut("name: Hut", "name: Cabin")})
    assert load_rules(packs=["toys"]).name_of("hut") == "Cabin"
    (tmp_path / "some_toys-1.dist-info" / "entry_points.txt").write_text("")
    assert "'toys' is not known" in refused("setup.pack", "toys")


def test_an_installed_pack_may_be_a_module_and_a_save_finds_it(install: Callable[..., None]) -> None:
    files = {f"some_toys/{n}": t for n, t in pack("toys", HUT, kind="module").items()}
    install("toys", "some_toys", {"some_toys/__init__.py": "", **files})
    game = Game(load_rules(modules=("toys",)), NAMES[:2], seed=1)
    assert game.rules.modules == ("toys",)
    assert Game.load(game.save()) == game


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("no_such_package", "should be in the package"),
        ("some_toys:nowhere", "should be in the package"),
        ("some_toys", "the pack calls itself 'toys'"),
    ],
)
def test_a_package_that_does_not_bring_what_it_says_is_named(
    value: str, why: str, install: Callable[..., None]
) -> None:
    files = {f"some_toys/{name}": text for name, text in TOYS.items()}
    install("trains", value, {"some_toys/__init__.py": "", **files})
    assert why in refused("setup.pack", "trains")


# Modules and scenarios of fans


def test_a_module_of_a_fan_is_one_like_those_of_the_box() -> None:
    moon = pack("moon", HUT, kind="module", variants={"new-moon": {"title": "New moon"}})
    rules = load_rules(packs=[moon], modules=("moon", "destiny"), variants=("new-moon",))
    assert rules.modules == ("destiny", "moon")
    assert load_rules(packs=[moon], modules=("destiny",), variants=("new-moon",)) is rules


def test_a_scenario_of_a_fan_is_one_and_the_only_one() -> None:
    moon, sun = pack("moon", kind="scenario"), pack("sun", kind="scenario")
    rules = load_rules(packs=[moon], scenario="moon")
    assert rules.scenario == "moon"
    assert load_rules(packs=[moon]) is rules
    assert "both scenarios" in refused("setup.scenario", moon, sun)
    assert "both scenarios" in refused("setup.scenario", moon, scenario="goblin-valley")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"modules": ("moon",)}, "setup.module"),
        ({"scenario": "moon"}, "setup.scenario"),
        ({"modules": ("mooon",)}, "setup.module"),
    ],
)
def test_only_a_pack_of_that_kind_can_be_named(asked: dict[str, Any], code: str) -> None:
    """A pack of cards is no module, and an edition without a module does not get it by a pack's name."""
    refused(code, pack("moon"), **asked)
    refused("setup.module", pack("moon", kind="module"), edition="first-ffg", modules=("alternate-advisors",))


# Going together


def test_packs_come_after_those_they_build_on() -> None:
    a, b, c = pack("a"), pack("b", requires=["a"]), pack("c", after=["b", "unheard-of"])
    assert {tuple(order(*some)) for some in permutations((a, b, c))} == {("a", "b", "c")}
    assert order(c, a) == ["c", "a"]


def test_packs_that_do_not_care_stay_as_they_were_given() -> None:
    packs = [pack(name) for name in "cab"]
    assert order(*packs) == ["c", "a", "b"]
    assert order(*packs, pack("z", after=["c"]), modules=("destiny",)) == ["destiny", "c", "a", "b", "z"]


def test_a_circle_of_packs_is_named_with_the_place() -> None:
    a, b, c = pack("a", requires=["b"]), pack("b", after=["c"]), pack("c", requires={"a": ">=1"})
    said = refused("setup.order", pack("first"), a, b, c)
    assert "'a' after 'b' after 'c' after 'a'" in said
    assert "(a/pack.yaml:1)" in said


def test_a_pack_that_is_not_there_is_missed_by_name_and_place() -> None:
    files = {"pack.yaml": f"{INFO}requires:\n  - base\n  - governors\n", "cards.yaml": HUT}
    assert refused("setup.requires", files) == "'toys' needs 'governors' (toys/pack.yaml:7)."
    assert order(files, modules=("governors",)) == ["governors", "toys"]


def test_a_pack_that_nobody_knows_is_a_mistake_of_the_pack() -> None:
    files = {"pack.yaml": f"{INFO}requires:\n  - base\n  - goverors\n", "cards.yaml": HUT}
    with pytest.raises(ContentError) as caught:
        load_rules(packs=[files])
    assert [str(problem) for problem in caught.value.diagnostics] == [
        "toys/pack.yaml:7:5: 'goverors' is not known here; did you mean 'governors'? [link.pack]"
    ]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("requires", "a pack cannot require itself; leave this out"),
        ("after", "a pack cannot come after itself; leave this out"),
    ],
)
def test_a_pack_that_builds_on_itself_is_refused_as_check_refuses_it(
    key: str, said: str, tmp_path: Path
) -> None:
    files = {"pack.yaml": f"{INFO}{key}:\n  - base\n  - toys\n", "cards.yaml": HUT}
    with pytest.raises(ContentError) as caught:
        load_rules(packs=[files])
    assert [str(problem) for problem in caught.value.diagnostics] == [
        f"toys/pack.yaml:7:5: {said} [link.pack]"
    ]
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert [problem.message for problem in check(tmp_path).errors] == [said]


def test_a_pack_that_leaves_out_too_many_cards_is_refused_where_it_says_so(tmp_path: Path) -> None:
    enemies = ("barbarians_i_2", "goblins_i_2", "goblins_i_3", "orcs_i_3", "zombies_i_4")
    lines = "".join(f"  - base/{enemy}\n" for enemy in enemies)
    path = tmp_path / "calm.yaml"
    path.write_text(f"format: 1\nleave_out:\n{lines}")
    told = "too few cards are left: an enemy card is needed for year 1, but there is none"
    (problem,) = check(path).errors
    assert (problem.line, problem.code, problem.message) == (7, "link.enemies", told)
    with pytest.raises(ContentError) as caught:
        load_rules(packs=[path])
    assert [(each.line, each.message) for each in caught.value.diagnostics] == [(7, told)]
    path.write_text(f"format: 1\nleave_out:\n{lines.replace('  - base/orcs_i_3', '')}")
    assert not check(path).errors


def test_packs_that_are_in_each_others_way_are_refused() -> None:
    a, b = pack("a", conflicts=["b"]), pack("b")
    assert refused("setup.conflict", b, a).startswith("'a' and 'b' cannot be played together (a/pack.yaml:1)")
    assert order(a) == ["a"]


VERSIONS = [
    ("1.0", ">=1", True),
    ("1", ">=1.0.0", True),
    ("1.0", ">=1.0.1", False),
    ("1.10", ">1.9", True),
    ("1.9", "<1.10", True),
    ("2", "<2", False),
    ("2", "<=2.0", True),
    ("2.0", "==2", True),
    ("2.0.1", "==2", False),
    ("1.5", ">=1.2, <2", True),
    ("2.0", ">=1.2,<2", False),
    ("1.1", ">= 1.2 , < 2", False),
]


@pytest.mark.parametrize(("version", "requirement", "fine"), VERSIONS)
def test_versions_are_compared_number_by_number(version: str, requirement: str, fine: bool) -> None:
    assert fits(version, requirement) == fine
    a = {"pack.yaml": info("a").replace('"1.0"', f'"{version}"'), "cards.yaml": "format: 1\n"}
    b = pack("b", requires={"a": requirement})
    if fine:
        assert order(b, a) == ["a", "b"]
    else:
        said = refused("setup.version", b, a)
        assert (
            f"'b' needs 'a' in version {requirement}, but version {version} is here (b/pack.yaml:1)" in said
        )


@pytest.mark.parametrize("requirement", ["1.0", "~1", ">=", ">=1,", ">=1 <2", "=>1", ">=1.x", ""])
def test_a_requirement_has_one_form(requirement: str) -> None:
    with pytest.raises(ContentError) as caught:
        Pack.from_files(pack("b", requires={"a": requirement}))
    assert [problem.code for problem in caught.value.diagnostics] == ["schema.pattern"]


def test_two_packs_of_one_name_are_not_mixed_up() -> None:
    assert order(TOYS, Pack.from_files(TOYS)) == ["toys"]
    other = {"pack.yaml": INFO, "cards.yaml": in_hut("vp: 1", "vp: 2")}
    assert "Two different packs" in refused("setup.pack", TOYS, other)
    assert "comes with the library" in refused("setup.pack", pack("governors"))


@pytest.mark.parametrize("folder", sorted(CONTENT.glob("*/pack.yaml")), ids=lambda p: p.parent.name)
def test_a_pack_of_the_library_says_the_same_wherever_it_is_read(folder: Path) -> None:
    """The two ways of reading agree, so a pack of a checkout is the library's own."""
    found = Pack.read(folder.parent)
    assert found.hash == built_in(found.id).hash
    assert found.id in order(found) or found.id == "base"


# The same id twice


def test_a_card_of_the_game_is_not_replaced_by_accident() -> None:
    files = {"pack.yaml": INFO, "cards.yaml": in_hut("id: hut", "id: inn")}
    with pytest.raises(ContentError) as caught:
        load_rules(packs=[files])
    (problem,) = caught.value.diagnostics
    assert (problem.file, problem.line, problem.code) == ("toys/cards.yaml", 3, "link.duplicate")
    assert "override: base/inn" in problem.message


def test_nor_is_a_card_of_a_pack_that_one_builds_on() -> None:
    for key in ("requires", "after"):
        with pytest.raises(ContentError, match="'override: toys/hut'"):
            load_rules(packs=[TOYS, pack("more", HUT, **{key: ["toys"]})])
    indirect = pack("most", HUT, requires=["more"])
    with pytest.raises(ContentError, match="'override: toys/hut'"):
        load_rules(packs=[TOYS, pack("more", requires=["toys"]), indirect])


SPEAKING = f"""\
{HUT}rules:
  - id: rule_of_PACK
    name: Rule
    triggers:
      - when: year.end
        do: [{{for_each: {{players: {{if: {{owns: hut}}}}, do: [{{gain: {{gold: 1}}}}]}}}}]
"""


def test_packs_that_know_nothing_of_each_other_may_use_the_same_id() -> None:
    """Both cards go by their full names, and each pack's `hut` is its own."""
    one = pack("one", SPEAKING.replace("PACK", "one"))
    two = pack("two", SPEAKING.replace("PACK", "two").replace("row: A", "row: H"))
    rules = load_rules(packs=[one, two])
    names = {card.ref: card.name for card in rules.compiled.cards}
    assert (names["one/hut"], names["two/hut"]) == ("one/hut", "two/hut")
    assert rules.name_of("one/hut") == rules.name_of("two/hut") == "Hut"
    game = Game(rules, NAMES[:2], seed=5)
    advance(game, [k * 7919 % 65536 for k in range(2000)])
    assert game.outcome is not None
    assert Game.load(game.save(), packs=[one, two]) == game


# Changing a card on purpose

FIX = """\
format: 1
buildings:
  - override: base/inn
    cost: {wood: 1, stone: 2}
    vp: 3
"""


def fixed(cards: str = FIX, **more: Any) -> Rules:
    return load_rules(packs=[pack("fix", cards)], **more)


def test_a_card_is_corrected_in_five_lines() -> None:
    """What is given takes the place of what was there; all else stays, also the name by which it is known."""
    before, after = load_rules().cards["base/inn"], fixed().cards["base/inn"]
    assert FIX.count("\n") == 5
    assert (dict(after.cost), after.vp) == ({"wood": 1, "stone": 2}, 3)  # type: ignore[attr-defined]
    assert (after.name, after.text, after.fidelity) == (before.name, before.text, before.fidelity)
    assert len(after.triggers) == len(before.triggers) == 1
    assert [*fixed().cards] == [*load_rules().cards]
    assert fixed().digest != load_rules().digest


def test_a_file_alone_corrects_a_card_too(tmp_path: Path) -> None:
    rules = load_rules(packs=[written(tmp_path, {"fix-inn.yaml": FIX}) / "fix-inn.yaml"])
    assert rules.cards["base/inn"].vp == 3  # type: ignore[attr-defined]


def test_an_ability_can_be_given_anew_or_go() -> None:
    new = "    triggers: [{when: season.end, do: [{gain: {vp: 2}}]}]\n"
    assert fixed(FIX + new).compiled.abilities != load_rules().compiled.abilities
    gone = fixed(FIX + "    without: [triggers, examples]\n")
    assert gone.cards["base/inn"].triggers == gone.cards["base/inn"].examples == ()
    assert len(gone.compiled.abilities) == len(load_rules().compiled.abilities) - 1


def test_a_guess_that_is_corrected_is_no_guess() -> None:
    fix = "format: 1\ngovernors:\n  - {override: governors/steward, fidelity: printed, note: Seen.}\n"
    rules = load_rules(packs=[pack("fix", fix)], modules=("governors",), fidelity="inferred")
    assert "governors/steward" in rules.cards
    assert "governors/steward" not in load_rules(modules=("governors",), fidelity="inferred").cards


def test_what_somebody_changed_is_not_worded_by_the_edition() -> None:
    fix = "format: 1\nbuildings:\n  - {override: base/farm, name: Orchard}\n"
    assert fixed(fix, edition="first-ffg").name_of("farm") == "Orchard"
    assert fixed(fix.replace("name: Orchard", "vp: 4"), edition="first-ffg").name_of("farm") == "Farms"


def test_cards_of_packs_that_are_not_in_play_are_left_alone() -> None:
    """One pack corrects many modules, whichever are played."""
    fix = FIX + "governors:\n  - {override: governors/steward, name: Stewart}\n"
    assert fixed(fix).cards["base/inn"].vp == 3  # type: ignore[attr-defined]
    rules = fixed(fix, modules=("governors",))
    assert rules.name_of("steward") == "Stewart"


def test_several_packs_may_change_different_keys_of_a_card() -> None:
    one, two = pack("one", FIX), pack("two", "format: 1\nbuildings: [{override: base/inn, name: Tavern}]\n")
    card = load_rules(packs=[one, two]).cards["base/inn"]
    assert (card.name, card.vp) == ("Tavern", 3)  # type: ignore[attr-defined]


def test_two_packs_that_change_the_same_must_say_who_wins() -> None:
    one, two = pack("one", FIX), pack("two", FIX.replace("vp: 3", "vp: 4"))
    with pytest.raises(ContentError) as caught:
        load_rules(packs=[one, two])
    assert [(p.file, p.line, p.code) for p in caught.value.diagnostics] == [
        ("two/cards.yaml", 4, "link.override"),
        ("two/cards.yaml", 5, "link.override"),
    ]
    assert "'one' changes 'cost' of this card, too; write 'after: [one]'" in str(caught.value)
    last = pack("two", FIX.replace("vp: 3", "vp: 4"), after=["one"])
    for packs in permutations((one, last)):
        assert load_rules(packs=packs).cards["base/inn"].vp == 4  # type: ignore[attr-defined]


JUST_HUT = HUT.partition("buildings:\n")[2]
CHANGES = {
    "unknown card": ("  - {override: base/in, vp: 1}", "link.card", "did you mean 'base/inn'"),
    "unknown pack": ("  - {override: bse/inn, vp: 1}", "link.pack", "did you mean 'base'"),
    "another kind": ("  - {override: base/queen, vp: 1}", "link.override", "is listed under 'advisors'"),
    "nothing": ("  - {override: base/inn}", "link.override", "this changes nothing"),
    "another id": ("  - {override: base/inn, id: tavern, vp: 1}", "link.override", "keeps its id"),
    "nothing to leave out": (
        "  - {override: base/inn, without: [modifiers]}",
        "link.override",
        "has no 'mod",
    ),
    "left out and given": (
        "  - {override: base/inn, vp: 1, triggers: [{when: season.end, do: [{gain: {vp: 1}}]}], "
        "without: [triggers]}",
        "link.override",
        "'triggers' is given here",
    ),
    "its own card": (
        f"{JUST_HUT}  - {{override: fix/hut, vp: 2}}",
        "link.override",
        "same pack",
    ),
    "no full name": ("  - {override: inn, vp: 1}", "schema.pattern", "'inn' is not"),
    "a wrong value": ("  - {override: base/inn, vp: one}", "schema.type", "whole number"),
    "an unknown key": ("  - {override: base/inn, vpp: 1}", "schema.key", "did you mean 'vp'"),
    "without without override": (
        f"{JUST_HUT}    without: [modifiers]",
        "schema.key",
        "'without'",
    ),
    "what is left does not work": (
        "  - {override: base/inn, triggers: [{when: season.end, do: [{gain: {vp: $x}}]}]}",
        "link.variable",
        "'x' is not known here; declare it",
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_a_change_that_cannot_be_made_is_told_alike_by_check_and_by_loading(
    case: str, tmp_path: Path
) -> None:
    text, code, said = CHANGES[case]
    files = pack("fix", f"format: 1\nbuildings:\n{text}\n")
    with pytest.raises(ContentError) as caught:
        load_rules(packs=[files])
    (problem,) = caught.value.diagnostics
    assert (problem.file, problem.code) == ("fix/cards.yaml", code)
    assert said in problem.message
    assert problem.line == text.count("\n") + 3
    (told,) = check_folder(written(tmp_path / "fix", files))
    assert (told.line, told.column, told.code, told.message) == (
        problem.line,
        problem.column,
        code,
        problem.message,
    )


def test_what_a_change_breaks_is_its_own_mistake() -> None:
    """The rest of the card is the author's who changed it: the place is in his file."""
    files = pack("fix", "format: 1\ngovernors:\n  - {override: governors/philosopher, without: [memory]}\n")
    with pytest.raises(ContentError) as caught:
        load_rules(packs=[files], modules=("governors",))
    assert {(p.file, p.line, p.code) for p in caught.value.diagnostics} == {
        ("fix/cards.yaml", 3, "link.variable")
    }


def test_a_change_needs_a_known_pack_and_may_name_one_that_few_have() -> None:
    cards = "format: 1\nbuildings: [{override: towers/keep, vp: 1}]\n"
    with pytest.raises(ContentError, match="'towers' is not known here"):
        load_rules(packs=[pack("fix", cards)])
    assert order(pack("fix", cards, after=["towers"])) == ["fix"]


def test_the_examples_of_a_changed_card_are_played_again(tmp_path: Path) -> None:
    """Its examples tell what it did; a change that makes them wrong gives new ones."""
    fix = FIX + "    triggers: [{when: season.end, if: {season: summer}, do: [{gain: {vp: 1}}]}]\n"
    results = [*play_folder(written(tmp_path / "fix", pack("fix", fix)))]
    assert {result.card for result in results} == {"base/inn"}
    assert not all(result.passed for result in results)
    assert all(result.passed for result in play_folder(written(tmp_path / "good", pack("fix", FIX))))


# Saves and records

GOLD = f"""\
{HUT}rules:
  - id: law
    name: Law
    triggers: [{{when: year.end, do: [{{for_each: {{players: all, do: [{{gain: {{gold: 1}}}}]}}}}]}}]
"""


def some_game(**more: Any) -> Game:
    toys, moon = pack("toys", GOLD), pack("moon", kind="scenario", requires=["toys"])
    game = Game(load_rules(packs=[moon, toys], modules=("destiny",)), NAMES[:3], seed=2, **more)
    advance(game, range(50))
    return game


def test_a_save_and_a_record_name_the_packs_with_versions_and_digests() -> None:
    game = some_game()
    for text in (game.save(), game.record.dumps()):
        rules = json.loads(text)["rules"]
        assert rules["packs"] == [["base", "1.0"], ["destiny", "1.0"], ["toys", "1.0"], ["moon", "1.0"]]
        assert rules["pack_digests"] == dict(game.rules.pack_digests)
        assert list(rules["pack_digests"]) == ["base", "destiny", "toys", "moon"]


def test_a_game_is_loaded_with_its_packs_and_others_do_no_harm() -> None:
    game = some_game()
    packs = [pack("toys", GOLD), pack("moon", kind="scenario", requires=["toys"]), pack("stars")]
    for given in permutations(packs):
        assert Game.load(game.save(), packs=given) == game
        assert Game.load(game.save(), packs=given).rules is game.rules
    assert Game.load(game.save(), game.rules) == game
    *_, last = Record.loads(game.record.dumps()).replay(packs=packs)
    assert last.record == game.record


def test_what_is_missing_is_named() -> None:
    game = some_game()
    with pytest.raises(SaveError, match=r"the packs 'toys' 1\.0, 'moon' 1\.0 are not installed\.") as caught:
        Game.load(game.save())
    assert caught.value.code == "save.pack"
    with pytest.raises(
        SaveError, match=r"Cannot load this record: the pack 'moon' 1\.0 is not installed\."
    ) as caught:
        [*Record.loads(game.record.dumps()).replay(packs=[pack("toys", GOLD)])]
    assert caught.value.code == "record.pack"


def test_what_has_changed_is_named() -> None:
    game = some_game()
    newer = pack("toys", GOLD.replace("vp: 1", "vp: 2"))
    newer["pack.yaml"] = newer["pack.yaml"].replace('"1.0"', '"1.3"')
    moon = pack("moon", kind="scenario", requires=["toys"])
    for load in (
        lambda: Game.load(game.save(), packs=[newer, moon]),
        lambda: [*Record.loads(game.record.dumps()).replay(packs=[newer, moon])],
    ):
        with pytest.raises(
            SaveError, match=r"rules have changed since \('toys' 1\.0 is now 1\.3\)\."
        ) as caught:
            load()
        assert caught.value.code.endswith(".content")


def test_a_broken_pack_does_not_load_a_game() -> None:
    game = some_game()
    with pytest.raises(ContentError):
        Game.load(game.save(), packs=[pack("toys", "format: 2\n")])


# The checker goes the same way


def test_packs_that_are_checked_together_know_each_other(tmp_path: Path) -> None:
    a = written(tmp_path / "a", pack("a", HUT))
    cards = "format: 1\nbuildings:\n  - {override: a/hut, vp: 2}\nrules:\n  - id: law\n    name: Law\n"
    b = written(tmp_path / "b", pack("b", cards, requires={"a": ">=1.0"}))
    assert [problem.code for problem in check_folder(b)] == ["link.pack"]
    assert check(a, b).errors == check(b, a).errors == check(tmp_path).errors == ()
    assert check(a, b).cards == 3


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"requires": {"base": ">=2"}}, "link.version"),
        ({"conflicts": ["base"]}, "link.conflict"),
        ({"requires": ["b"]}, "link.order"),
    ],
)
def test_the_checker_sees_what_pack_yaml_says_of_others(
    more: dict[str, Any], code: str, tmp_path: Path
) -> None:
    a = written(tmp_path / "a", pack("a", HUT, **more))
    b = written(tmp_path / "b", pack("b", after=["a"]))
    (problem,) = (p for p in check(a, b).errors if p.file.endswith("a/pack.yaml"))
    assert (problem.line, problem.code) == (1, code)


def test_a_zip_is_checked_like_a_folder(tmp_path: Path) -> None:
    files = {"toys/pack.yaml": INFO, "toys/cards.yaml": in_hut("vp: 1", "vp: one")}
    (problem,) = check_folder(zipped(tmp_path / "toys.zip", files))
    assert problem.file == f"{(tmp_path / 'toys.zip').as_posix()}/toys/cards.yaml"
    assert (problem.line, problem.code) == (8, "schema.type")
    assert check(zipped(tmp_path / "good.zip", TOYS)).cards == 1


def test_a_built_in_pack_that_is_not_there_is_refused() -> None:
    with pytest.raises(SetupError, match="Pack 'bose' is not known here; did you mean 'base'"):
        built_in("bose")


def test_a_pointer_that_leads_nowhere_is_on_the_first_line() -> None:
    base = built_in("base")
    assert base.place("base/buildings.yaml#/nowhere/3") == ("base/buildings.yaml", 1)
    assert base.place("base/buildings.yaml#/buildings/0/nowhere") == base.place(
        "base/buildings.yaml#/buildings/0"
    )


def test_a_file_of_a_pack_is_not_loaded_without_the_others(tmp_path: Path) -> None:
    folder = written(tmp_path, {"pack.yaml": INFO, "cards.yaml": HUT})
    with pytest.raises(
        SetupError, match=r"cards\.yaml' is a file of the pack in its folder; give the folder\."
    ):
        load_rules(packs=[folder / "cards.yaml"])
