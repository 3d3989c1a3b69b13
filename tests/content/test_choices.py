"""What a lobby offers: what it says goes together is what `load_rules` accepts, and nothing else is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from kingsburg_rules import (
    LANGUAGES,
    WIRE_VERSION,
    Choices,
    EditionChoice,
    Game,
    PackChoice,
    Rules,
    SetupError,
    check_name,
    check_names,
    choices,
    describe,
    editions,
    free_name,
    load_rules,
    modules,
    scenarios,
)
from kingsburg_rules.engine import wire
from kingsburg_rules.language.cards import FIDELITIES
from kingsburg_rules.text import choices as offered
from support.schemas import messages

MANY = 300
"""How many combinations are drawn besides those with one or two parts."""

each_language = pytest.mark.parametrize("language", LANGUAGES)


class SetUp(NamedTuple):
    """What somebody may choose in a lobby."""

    edition: str
    modules: tuple[str, ...] = ()
    scenario: str | None = None
    variants: tuple[str, ...] = ()
    fidelity: str = FIDELITIES[-1]


def is_offered(setup: SetUp) -> bool:
    """Whether the parts go together, as a client finds out from the data."""
    edition = next((one for one in choices().editions if one.id == setup.edition), None)
    if edition is None:
        return False
    offered = {pack.id: pack for pack in (*edition.modules, *edition.scenarios)}
    chosen = {*setup.modules, *([setup.scenario] if setup.scenario else [])}
    return (
        {*setup.modules} <= {pack.id for pack in edition.modules}
        and setup.scenario in {None, *(pack.id for pack in edition.scenarios)}
        and not any({clash.one, clash.other} <= chosen for clash in edition.clashes)
        and all({*offered[pack].requires} <= chosen for pack in chosen)
        and {*setup.variants} <= {one.id for pack in chosen for one in offered[pack].variants}
        and all(is_sure_enough(offered[pack], setup) for pack in chosen)
    )


def is_sure_enough(pack: PackChoice, setup: SetUp) -> bool:
    """Whether a pack can be played with a fidelity; another way to play it may need other cards."""
    strictest = [variant.fidelity for variant in pack.variants if variant.id in setup.variants]
    return FIDELITIES.index((strictest or [pack.fidelity])[0]) <= FIDELITIES.index(setup.fidelity)


def is_accepted(setup: SetUp) -> bool:
    """Whether the rules load, and every number of players that they are for can play by them."""
    rules = loaded(setup)
    if rules is None:
        return False
    fewest, most = rules.compiled.seats
    return not any(check_names(names_of(count), rules) for count in range(fewest, most + 1))


def names_of(count: int) -> list[str]:
    return [f"P{number}" for number in range(count)]


def loaded(setup: SetUp) -> Rules | None:
    try:
        return load_rules(
            setup.edition,
            modules=setup.modules,
            scenario=setup.scenario,
            variants=setup.variants,
            fidelity=setup.fidelity,
        )
    except SetupError:
        return None


def small_setups() -> Iterator[SetUp]:
    """Every part alone and every two parts, whether or not an edition has them."""
    every = modules()
    for edition in (*editions(), "third"):
        for count in (0, 1, 2):
            for some in combinations(every, count):
                yield SetUp(edition, some)
        for scenario in (*scenarios(), "governors"):
            yield SetUp(edition, (), scenario)
            yield from (SetUp(edition, (module,), scenario) for module in every)
        yield SetUp(edition, ("goblin-valley",))


def drawn_setups() -> Iterator[SetUp]:
    """Any modules with any scenario, variants and fidelity."""
    chance = Random(1)
    variants = [one.id for pack in choices().editions[-1].modules for one in pack.variants]
    assert len(variants) == 3
    for _ in range(MANY):
        share = chance.choice((0.15, 0.4))
        yield SetUp(
            chance.choice((*editions(), "second")),
            tuple(module for module in modules() if chance.random() < share),
            chance.choice((None, None, *scenarios())),
            tuple(variant for variant in variants if chance.random() < share / 2),
            chance.choice((*FIDELITIES, FIDELITIES[-1])),
        )


def test_what_is_offered_is_what_is_accepted() -> None:
    """Alone, in pairs, and in hundreds of larger combinations; both sides of it come up often."""
    tried = Counter[tuple[str, bool]]()
    for setup in (*small_setups(), *drawn_setups()):
        assert is_offered(setup) == is_accepted(setup), setup
        tried[setup.fidelity, is_accepted(setup)] += 1
    assert tried.total() > MANY + 200
    assert all(tried[fidelity, accepted] > 5 for fidelity in FIDELITIES for accepted in (True, False)), tried


def test_games_are_for_the_numbers_of_players_that_are_said() -> None:
    """Each number starts, and one player more or less is refused."""
    tried = 0
    for edition in choices().editions:
        for pack in (*edition.modules, *edition.scenarios):
            for fidelity in FIDELITIES[FIDELITIES.index(pack.fidelity) :]:
                scenario = pack.id if pack.kind == "scenario" else None
                chosen = () if scenario else (pack.id,)
                rules = loaded(SetUp(edition.id, chosen, scenario, (), fidelity))
                assert rules is not None
                fewest = max(edition.fewest_players, pack.fewest_players)
                most = min(edition.most_players, pack.most_players)
                for count in range(1, 9):
                    wrong = check_names(names_of(count), rules)
                    assert (wrong is None) == (fewest <= count <= most)
                    tried += 1
                    if wrong is None:
                        Game(rules, names_of(count), seed=1)
    assert tried > 300


def test_it_has_what_the_library_has() -> None:
    found = choices()
    assert [edition.id for edition in found.editions] == [*editions()]
    for edition in found.editions:
        assert [pack.id for pack in edition.modules] == [*modules(edition.id)]
        assert [pack.id for pack in edition.scenarios] == [*scenarios(edition.id)]
        rules = load_rules(edition.id)
        assert {one.id: one.default for one in edition.switches} == dict(rules.switches)
    default = load_rules()
    assert (found.edition, found.fidelity) == (default.edition, default.fidelity)
    assert (found.wire, found.languages) == (WIRE_VERSION, LANGUAGES)


def test_every_value_of_a_switch_loads() -> None:
    tried = 0
    for edition in choices().editions:
        for switch in edition.switches:
            for value in switch.values:
                rules = load_rules(edition.id, switches={switch.id: value.id})
                assert (switch.id in rules.changed) == (value.id != switch.default)
                tried += 1
    assert tried == 48


def second(language: str = "en") -> EditionChoice:
    return next(edition for edition in choices(language).editions if edition.id == "second")


def test_a_clash_says_why() -> None:
    clashes = {(clash.one, clash.other): clash for clash in second().clashes}
    assert {*clashes} == {("soldier-tokens", "demanding-capital"), ("soldier-tokens", "wheel-and-deal")}
    clash = clashes["soldier-tokens", "wheel-and-deal"]
    with pytest.raises(SetupError) as refused:
        load_rules(modules=(clash.one,), scenario=clash.other)
    assert clash.code == refused.value.code == "setup.conflict"
    assert clash.message == (
        "Module 5: soldier tokens and Scenario: Wheel and Deal cannot be played together."
    )


@each_language
def test_everything_has_a_title_and_a_sentence(language: str) -> None:
    found, sentences = choices(language), 0
    for edition in found.editions:
        packs = (*edition.modules, *edition.scenarios)
        variants = [variant for pack in packs for variant in pack.variants]
        for one in (edition, *packs, *variants, *found.fidelities):
            assert one.title
            assert one.blurb.endswith(".")
            assert one.blurb.count(". ") < 2
            sentences += 1
        assert all(switch.title.endswith("?") for switch in edition.switches)
        assert all(value.title for switch in edition.switches for value in switch.values)
    assert sentences > 30


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_every_text_is_translated(language: str) -> None:
    english, other = [*texts_in(choices().to_dict())], [*texts_in(choices(language).to_dict())]
    assert len(english) == len(other) > 130
    assert not [text for text, translated in zip(english, other, strict=True) if text == translated]


def texts_in(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from [value] if key in ("title", "blurb", "message") else texts_in(value)
    elif isinstance(data, list):
        for one in data:
            yield from texts_in(one)


@each_language
def test_its_json_keeps_to_the_schema_and_comes_back(language: str) -> None:
    found = choices(language)
    data = json.loads(found.to_json())
    assert messages("choices", data) == []
    assert wire.from_plain(data, Choices) == found
    assert choices(language) is found
    assert messages("choices", {**data, "wire": "1"})


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(SetupError) as refused:
        choices("xx")
    assert refused.value.code == "text.language"


def test_loading_keeps_the_rule_sets_that_somebody_asked_for() -> None:
    """Looking at all combinations does not push them out."""
    rules = load_rules(modules=("governors",))
    offered._choices.cache_clear()
    choices()
    assert load_rules(modules=("governors",)) is rules


@pytest.mark.parametrize(
    "names",
    [
        (),
        ("Ann",),
        ("Ann", "Ann"),
        ("Ann", ""),
        ("Ann", " Brian"),
        ("Ann", "chance"),
        ("Ann", "B, C"),
        ("Ann", "x" * 41),
        ("Ann", "B\x00"),
        ("Ann", 5),
        "AB",
        None,
        names_of(9),
    ],
    ids=repr,
)
def test_names_are_refused_as_a_game_refuses_them(names: list[str]) -> None:
    """With the same code and the same words, but without an exception."""
    with pytest.raises(SetupError) as refused:
        Game(load_rules(), names)
    wrong = check_names(names)
    assert wrong is not None
    assert wrong.code == refused.value.code
    strict = check_names(names, load_rules())
    assert strict is not None
    assert strict.message == refused.value.message


@pytest.mark.parametrize(
    "name",
    [
        "Ann\ufe0f",
        "A\u200dnn",
        "\u0410nn",
        "Ann\u1160",
        "Ann\u034f",
        "A\u0301nn",
        "\uff21nn",
        "\u2800",
        "\u1160",
        "\ufe0f",
    ],
    ids=ascii,
)
def test_nobody_looks_like_somebody_else(name: str) -> None:
    """Nor like nobody: a name is written in one way, and can be seen and told apart."""
    wrong = check_name(name, ["Ann", "\u00c1nn"])
    assert wrong is not None
    assert wrong.code in ("setup.name", "setup.same_name")
    assert check_names(["Ann", "\u00c1nn", name]) is not None


@pytest.mark.parametrize(
    ("nick", "name"),
    [
        ("Ann", "Ann 3"),
        ("\u0410nn", "\u0410nn 3"),
        ("the: one,  and only ", "the one and only"),
        ("\u1160", "Player"),
        ("chance", "Player"),
        ("", "Player"),
        ("B" * 500, "B" * 36),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\U0001f469\u200d\U0001f680: me", "\U0001f469 \U0001f680 me"),
        ("A\u0301nn", "\u00c1nn"),
    ],
    ids=ascii,
)
def test_any_nickname_becomes_a_name(nick: str, name: str) -> None:
    taken = ["Ann", "Ann 2"]
    assert free_name(nick, taken) == name
    assert check_names([*taken, name]) is None


def test_names_are_written_in_one_form() -> None:
    game = Game(load_rules(), ("A\u0301nn", "\U0001f469\u200d\U0001f680"), seed=1)
    assert game.players == ("\u00c1nn", "\U0001f469\u200d\U0001f680")
    assert Game.load(game.save()).players == game.players


def test_names_are_checked_against_the_rules() -> None:
    six = names_of(6)
    assert check_names(("Ann", "Ø. Å")) is None
    assert check_names(six) is None
    wrong = check_names(six, load_rules())
    assert wrong is not None
    assert (wrong.code, wrong.message) == ("setup.players", "2 to 5 players are needed, not 6.")
    assert describe(wrong, language="nl") == "Er zijn 2 tot 5 spelers nodig, niet 6."
