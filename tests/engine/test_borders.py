"""What crosses a border is declared once: every promise that follows from the roles of fields."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import attrs
import pytest
from attrs import field, frozen
from hypothesis import given
from hypothesis import strategies as st

import kingsburg_rules
from kingsburg_rules import (
    Action,
    AnyAction,
    AnyEvent,
    AnyThing,
    AuctionState,
    Build,
    Choose,
    Decision,
    Draw,
    Event,
    Game,
    GameState,
    Gift,
    IllegalAction,
    Influence,
    Mark,
    OwedDecision,
    PlacedDice,
    PlayerState,
    SaveError,
    SeatView,
    Take,
    Thing,
    Use,
    describe,
    load_rules,
    modules,
    parse,
)
from kingsburg_rules.engine import actions, events, wire
from kingsburg_rules.engine.fields import (
    ListOf,
    Nested,
    Single,
    Tagged,
    fields_of,
    known_to,
    names_in,
    only_for,
    secrets_of,
)
from kingsburg_rules.engine.roles import (
    AdvisorId,
    Bag,
    CardId,
    OnlyFor,
    OwnDice,
    PlayerName,
    Role,
    Secret,
)
from kingsburg_rules.game import json_schemas
from support.kinds import PLAYERS, in_another_order, sample, values_of
from support.schemas import definitions, fresh_validator, fresh_validator_of, validator_of

ACTIONS = [*Action.kinds.values()]
EVENTS = [*Event.kinds.values()]
TABLES = [PlayerState, PlacedDice, Gift, Mark, AuctionState, GameState, OwedDecision]
EVERY_CLASS: list[type[Any]] = [*ACTIONS, *EVENTS, *TABLES, Decision, SeatView]
CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"
SHORT = 200
"""The longest sentence of a refusal, whatever was sent."""

each_action = pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.__name__)
each_kind = pytest.mark.parametrize("kind", [*ACTIONS, *EVENTS], ids=lambda kind: kind.__name__)
each_class = pytest.mark.parametrize("cls", EVERY_CLASS, ids=lambda cls: cls.__name__)


# Every class


@each_class
def test_every_field_has_a_role(cls: type[Any]) -> None:
    """A field without a role is an error. What a view has for Python alone is left out, and a seat."""
    names = [a.name for a in attrs.fields(cls)] if attrs.has(cls) else [*cls._fields]
    local = {SeatView: {"decision", "rules"}, Decision: {"seat"}}.get(cls, set())
    assert [*fields_of(cls)] == [name for name in names if name not in local]


def test_a_field_of_plain_text_has_no_role() -> None:
    @frozen
    class Careless:
        name: str

    with pytest.raises(TypeError, match="has no role"):
        fields_of(Careless)


def test_the_public_lists_have_every_class() -> None:
    assert {*get_args(AnyAction)} == {*ACTIONS}
    assert {*get_args(AnyEvent)} == {*EVENTS}
    things = {"Thing", "AnyThing", *Thing.kinds}
    assert {*Action.kinds, "Action", "AnyAction", "DecisionKind"} | things == {*actions.__all__}
    assert {*get_args(AnyThing)} == {*Thing.kinds.values()}
    assert {kind.__name__ for kind in EVENTS} | {"Event", "AnyEvent"} == {*events.__all__}
    assert {*actions.__all__, *events.__all__} <= {*kingsburg_rules.__all__}


@each_class
def test_a_secret_belongs_to_a_player_in_a_field(cls: type[Any]) -> None:
    knows = only_for(cls)
    assert knows is not None or not secrets_of(cls)
    assert knows is None or fields_of(cls)[knows].role is Role.PLAYER


@each_kind
def test_every_kind_has_a_definition_in_the_schema(kind: type[Tagged]) -> None:
    assert [*definitions()[kind.__name__]["properties"]][-len(fields_of(kind)) or 99 :] == [*fields_of(kind)]


# Actions as text


def test_the_first_words_of_actions_are_different() -> None:
    verbs = [kind.verb() for kind in ACTIONS]
    assert all(verbs)
    assert len({*verbs}) == len(verbs)


@each_action
def test_a_pattern_has_every_field_once(kind: type[Action]) -> None:
    gaps = [name.strip(" {}") for name in _gaps(kind.notation)]
    assert gaps == [*dict.fromkeys(gaps)]
    assert {*gaps} == {*fields_of(kind)}


def _gaps(pattern: str) -> Iterator[str]:
    for part in pattern.replace("]", "[").split("["):
        inner = [piece.split("}")[0] for piece in part.split("{")[1:]]
        yield from inner or ([part] if part != pattern and f"[{part}]" in pattern else [])


@each_action
def test_every_action_answers_a_kind_of_decision(kind: type[Action]) -> None:
    assert kind.answers
    assert {*kind.answers} <= {*get_args(actions.DecisionKind)}


def test_every_kind_of_decision_has_an_answer() -> None:
    assert {kind for action in ACTIONS for kind in action.answers} == {*get_args(actions.DecisionKind)}


@given(st.one_of([values_of(kind) for kind in ACTIONS]))
def test_the_text_of_an_action_reads_back(action: Action) -> None:
    """The options say what the names in a choice stand for; all else is in the text."""
    options = (action,) if isinstance(action, Choose) else ()
    assert parse(str(action), options) == action
    assert parse(f"  {str(action).replace(' ', '   ')} ", options) == action


# JSON


@given(st.one_of([values_of(kind) for kind in (*ACTIONS, *EVENTS)]), st.randoms(use_true_random=False))
def test_json_reads_back_in_any_order(value: Action | Event, random: Any) -> None:
    """The order of keys, of dice and of resources makes no difference; the schema accepts all of it."""
    family = Action if isinstance(value, Action) else Event
    data = in_another_order(value.to_dict(PLAYERS), lambda things: random.sample(things, len(things)))
    assert family.from_json(json.dumps(data), PLAYERS) == value
    assert hash(family.from_json(json.dumps(data), PLAYERS)) == hash(value)
    assert validator_of(type(value).__name__).is_valid(data)


@given(values_of(GameState), st.randoms(use_true_random=False))
def test_the_json_of_a_table_reads_back_in_any_order(table: GameState, random: Any) -> None:
    data = in_another_order(table.to_dict(PLAYERS), lambda things: random.sample(things, len(things)))
    assert wire.from_plain(json.loads(json.dumps(data)), GameState, PLAYERS) == table
    assert validator_of("GameState").is_valid(json.loads(json.dumps(data)))


@given(values_of(Decision))
def test_the_json_of_a_decision_reads_back(decision: Decision) -> None:
    there = Decision.from_json(decision.to_json(PLAYERS), PLAYERS)
    assert there == decision._replace(seat=PLAYERS.index(decision.player))


def test_dice_and_bags_are_multisets() -> None:
    assert Influence("queen", (6, 5, 6)) == Influence("queen", (5, 6, 6)) != Influence("queen", (5, 5, 6))
    first, second = (Build("inn", bag) for bag in ((("gold", 1), ("wood", 2)), (("wood", 2), ("gold", 1))))
    assert (first, hash(first)) == (second, hash(second))
    assert parse("build inn for 2wood+gold") == first
    assert parse("take gold+gold") == Take((("gold", 2),))


def test_a_game_takes_an_action_in_any_order() -> None:
    """Record and answer are those of the option."""
    game = Game(load_rules(modules=()), ("Ann", "Brian"), seed=7)
    while game.decision is not None:
        options = [option for option in game.decision.options if isinstance(option, Influence)]
        option = next((option for option in options if len({*option.dice}) > 1), None)
        if option is not None:
            break
        game.play(game.decision.options[0])
    assert option is not None
    game.play(attrs.evolve(option, dice=option.dice[::-1]))
    assert game.record.actions[-1] == str(option)


# Refusals

HOSTILE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.just("x" * 5000),
    st.just([1] * 5000),
    st.just({"x" * 5000: 1}),
    st.lists(st.integers(-1, 7)),
    st.dictionaries(st.text(max_size=3), st.integers(-1, 2), max_size=2),
)


@given(st.sampled_from([*ACTIONS, *EVENTS]), st.data())
def test_a_refusal_is_short_and_echoes_nothing_at_length(kind: type[Tagged], data: st.DataObject) -> None:
    """Whatever stands in a field, JSON is either read or refused with a short sentence."""
    whole: dict[str, object] = {**sample(kind).to_dict(PLAYERS)}
    key = data.draw(st.sampled_from([*whole, "unheard_of", "x" * 5000]))
    whole[key] = data.draw(HOSTILE)
    family: Any = kind.family()
    try:
        family.from_json(json.dumps(whole), PLAYERS)
    except (IllegalAction, SaveError) as error:
        assert error.code in ("action.malformed", "json.event")
        assert len(error.message) < SHORT
        assert error.message.isprintable()


@given(st.sampled_from(ACTIONS), st.data())
def test_a_malformed_action_is_refused_without_its_repr(kind: type[Action], data: st.DataObject) -> None:
    """Programs can put anything into a field; the reason names the field, or another rule."""
    game = Game(load_rules(modules=()), ("Ann", "Brian"), seed=7)
    right = {name: getattr(sample(kind), name) for name in fields_of(kind)}
    fields = {name: data.draw(st.one_of(st.just(value), HOSTILE)) for name, value in right.items()}
    reason = game.why_not(kind(**fields))
    if reason is not None:
        told = describe(reason, game.rules)
        assert len(told) < 2 * SHORT
        assert f"{kind.__name__}(" not in told


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("influence quen 6", "no advisor “quen” in this game; the closest name is that of the Queen."),
        ("influence queen 6 via inns", "no card “inns” in this game; the closest name is that of the Inn."),
        ("take 2gild", "no resource “gild” in this game; the closest name is that of gold."),
        ("arrange Ann, Zoe", "no player “Zoe” in this game."),
    ],
)
def test_names_in_an_action_are_checked(text: str, what: str) -> None:
    """The message says which name does not exist, whatever the decision is."""
    action = parse(text)
    rules = load_rules(modules=())
    game = Game(rules, ("Ann", "Brian"), seed=7, chance="decision")
    while game.decision is not None and game.decision.kind not in type(action).answers:
        game.play(game.decision.options[0])
    reason = game.why_not(action)
    assert reason is not None
    assert (reason.code, what in describe(reason, rules)) == ("action.unknown", True)


# Secrets


def test_views_of_two_players_differ_only_in_what_is_secret() -> None:
    """For every moment of games with hidden hands and hidden enemies: what is public is the same for all."""
    kept = 0
    for rules in (load_rules(modules=modules()), load_rules(scenario="goblin-valley")):
        game = Game(rules, ("Ann", "Brian", "Cindy"), seed=11)
        while (decision := game.decision) is not None:
            game.play(decision.options[len(game.record.actions) % len(decision.options)], decision.player)
            views = [game.view(name) for name in (*game.players, None)]
            public = [attrs.evolve(view.known_to(), seat=None) for view in views]
            assert all(one == other for one, other in pairwise(public))
            assert public[-1] == views[-1]
            assert all(view.known_to(view.seat) is view for view in views)
            kept += any(view.hand or view.seen_enemies or view.seen_further for view in views)
    assert kept > 100


def test_a_decision_keeps_its_options_for_the_player() -> None:
    game = Game(load_rules(modules=()), ("Ann", "Brian"), seed=7)
    decision = game.decision
    assert decision is not None
    public = known_to(decision, None)
    assert public == decision._replace(options=(), weights=None)
    assert known_to(decision, decision.player) is decision


# A class that the library has never seen


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the classes that a test adds."""
    monkeypatch.setattr(Action, "kinds", Action.kinds)
    monkeypatch.setattr(Event, "kinds", Event.kinds)


@pytest.mark.usefixtures("toys")
def test_a_new_event_is_one_class() -> None:
    """JSON, schema, gaps of a sentence, names and secrets follow from the declaration."""

    @frozen(eq=False, repr=False)
    class Smuggled(Event):
        """Resources that a player took past an advisor."""

        player: OnlyFor
        advisor: AdvisorId
        goods: Bag
        helpers: tuple[PlayerName, ...] = ()
        with_: CardId | None = None

    event = Smuggled("Ann", "queen", (("gold", 2), ("wood", 1)), ("Brian",))
    data = {
        "type": "Smuggled",
        "only_for": 0,
        "player": 0,
        "advisor": "queen",
        "goods": {"wood": 1, "gold": 2},
        "helpers": [1],
    }
    assert event.to_dict(PLAYERS) == data
    assert Event.from_json(json.dumps(data), PLAYERS) == event
    assert repr(event).startswith("Smuggled(player='Ann', advisor='queen'")
    assert {"$ref": "#/$defs/Smuggled"} in definitions()["AnyEvent"]["oneOf"]
    assert fresh_validator("event").is_valid(data)
    assert fresh_validator_of("Smuggled").is_valid(data)
    assert not fresh_validator_of("Smuggled").is_valid({**data, "goods": ["gold"]})
    gaps = {field.name: (field.role, field.many, field.optional) for field in fields_of(Smuggled).values()}
    assert gaps == {
        "seq": (Role.NUMBER, False, False),
        "player": (Role.PLAYER, False, False),
        "advisor": (Role.ADVISOR, False, False),
        "goods": (Role.BAG, False, False),
        "helpers": (Role.PLAYER, True, False),
        "with_": (Role.CARD, False, True),
    }
    assert set(names_in(event)) == {
        *((Role.PLAYER, name) for name in ("Ann", "Brian")),
        (Role.ADVISOR, "queen"),
        *((Role.RESOURCE, name) for name in ("gold", "wood")),
    }
    assert event.only_for == "Ann"
    assert (event.known_to("Ann"), event.known_to("Brian"), event.known_to()) == (event, None, None)


@pytest.mark.usefixtures("toys")
def test_a_field_of_an_event_can_be_secret() -> None:
    @frozen(eq=False, repr=False)
    class CardDealt(Event):
        """A player got a card; only they know which."""

        player: OnlyFor
        card: Secret[CardId | None]

    event = CardDealt("Ann", "inn")
    assert event.only_for is None
    assert event.known_to("Ann") == event
    assert event.known_to("Brian") == event.known_to() == CardDealt("Ann", None)
    assert event.known_to("Brian", "Ann") == event
    assert CardDealt("Ann", None).to_dict(PLAYERS) == {"type": "CardDealt", "player": 0, "card": None}


@pytest.mark.usefixtures("toys")
def test_a_new_action_is_one_class() -> None:
    """Its text and its JSON read back, and a malformed one is refused by its field."""

    @frozen(eq=False, repr=False)
    class Barter(Action):
        """Exchange dice with a player."""

        notation = "barter {dice} with {player}[ for {pay}][ openly]"
        answers = ("trade",)

        dice: OwnDice
        player: PlayerName
        pay: Bag = ()
        openly: bool = False

    action = Barter((3, 5), "Brian", (("gold", 1),), openly=True)
    assert str(action) == "barter 5+3 with Brian for gold openly"
    assert str(Barter((3,), "Brian")) == "barter 3 with Brian"
    assert Action.from_text("barter 3+5 with Brian for gold openly") == action
    assert Action.from_json(action.to_json(PLAYERS), PLAYERS) == action
    game = Game(load_rules(modules=()), ("Ann", "Brian"), seed=7)
    wrong: Any = Barter("3", "Brian")  # type: ignore[arg-type]
    assert str(wire.flaw(wrong)) == "`dice` must be a list"
    reason = game.why_not(wrong)
    assert reason is not None
    assert (reason.code, reason.message) == (
        "action.malformed",
        "This is not an action: `dice` must be a list.",
    )


def test_a_new_field_of_a_view_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    @frozen(eq=False, repr=False)
    class FullerView(SeatView):
        rumours: Secret[Mapping[PlayerName, tuple[CardId, ...]]] = field(factory=dict, kw_only=True)

    game = Game(load_rules(modules=()), ("Ann", "Brian"), seed=7)
    view = FullerView("Ann", game.state, rumours={"Brian": ("inn",)}, rules=game.rules)
    assert view.to_dict()["rumours"] == {"1": ["inn"]}
    data = json.loads(view.to_json())
    assert wire.from_plain(data, FullerView, game.players, rules=game.rules) == view
    monkeypatch.setitem(json_schemas.CLASSES, "view", (FullerView, "A view."))
    rumours = definitions()["FullerView"]["properties"]["rumours"]
    assert rumours["additionalProperties"]["items"] == {"$ref": "#/$defs/CardId"}
    assert fresh_validator("view").is_valid(json.loads(view.to_json()))
    public = view.known_to("Brian")
    assert public is not None
    assert public.rumours == {}


@pytest.mark.usefixtures("toys")
def test_the_action_of_the_guide_works() -> None:
    """It needs no imports but those of its module; `test_contributing.py` tries the other examples."""
    (block,) = re.findall(
        r"```python\n(@frozen[^`]*class SwapDice[^`]*)```", CONTRIBUTING.read_text(encoding="utf-8")
    )
    added = ModuleType("added", actions.__doc__)
    vars(added).update({**vars(actions), "__name__": "added"})
    sys.modules["added"] = added
    try:
        exec(f"from __future__ import annotations\n{block}", vars(added))
        made: Any = sample(Action.kinds["SwapDice"])
        assert Action.from_json(made.to_json(PLAYERS), PLAYERS) == made
        assert Action.from_text(str(made)) == made
    finally:
        del sys.modules["added"]


def test_forms_are_told_apart() -> None:
    """A list of cards has no default, so nothing is left out, and the form says so."""
    assert fields_of(Draw)["card"].form == Single(Role.CARD)
    assert fields_of(Choose)["things"].form == ListOf(Nested(Thing))
    assert fields_of(Use)["pay"].in_any_order
    assert fields_of(SeatView)["hand"].form == ListOf(Single(Role.CARD))
    assert fields_of(SeatView)["hand"].form != Single(Role.CARD)
