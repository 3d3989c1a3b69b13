"""Pictures by example: valid, legible in every theme, with room for long names and for what fans add."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from itertools import combinations, product
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest
from attrs import evolve

from kingsburg_rules import (
    LANGUAGES,
    Build,
    Built,
    Decision,
    DiceReturned,
    Gained,
    Game,
    Influence,
    Influenced,
    Lost,
    PhaseStarted,
    Rewarded,
    Rules,
    SetupError,
    explain,
    load_rules,
    modules,
)
from kingsburg_rules.render import PARTS, Part, svg, text
from kingsburg_rules.render.keys import Finder
from kingsburg_rules.render.look import DARK, LIGHT, LOOK, THEMES, Theme
from kingsburg_rules.render.scene import MOST_LINES, phrasebook_of, scene_of
from kingsburg_rules.render.svg_elements import fit, width, wrap
from kingsburg_rules.testing import rules_with
from kingsburg_rules.testing.strategies import advance
from kingsburg_rules.text import phrases
from kingsburg_rules.text.log import log_of
from support.layout import lines
from support.pictures import DRAWN, missing_in_picture, missing_in_text

SVG = "{http://www.w3.org/2000/svg}"
PHONE, TABLET, DESK = 360, 720, 1080
ODD_NAMES = (
    "Wilhelmina van den Broekenhuizen-Straats",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "<script>&\"'</script>",
    "王小明和他的朋友們",
    "\N{ZERO WIDTH JOINER}é\N{COMBINING CEDILLA}".strip("\N{ZERO WIDTH JOINER}"),
)
FAN_CARDS = """
advisors:
  - {id: emperor, name: The Emperor of the Seven Seas and Islands, rank: 21, reward: [{gain: {vp: 7}}]}
  - id: page
    in_place_of: base/architect
    name: Page
    rank: 3
    reward: [{gain: {gold: 1}}]
    text: You receive 1 gold.
buildings:
  - {id: windmill, name: Windmill, row: C, column: 5, cost: {gold: 3, stone: 3, wood: 3}, vp: 12}
  - {id: lighthouse, name: Constantinopolitanian Lighthouse, row: Z, column: 1, cost: {}, vp: -1}
enemies:
  - {id: giants, name: Giants, year: 1, type: giants, strength: 40, reward: {vp: 9}, penalty: {building: 3}}
"""


@cache
def everything() -> Rules:
    return load_rules(modules=modules())


@cache
def fan_rules() -> Rules:
    return rules_with(FAN_CARDS)


def played(rules: Rules, names: tuple[str, ...], answers: int, seed: int = 3) -> Game:
    """A game after so many answers, none of them a refusal if there is something else."""
    game = Game(rules, names, seed=seed)
    for turn in range(answers):
        if game.decision is not None:
            options = len(game.decision.options)
            advance(game, [turn * 7 % max(1, options - 1)])
    return game


GAMES = {
    "set-up": lambda: played(everything(), ODD_NAMES, 0),
    "odd names": lambda: played(everything(), ODD_NAMES, 150),
    "late": lambda: played(everything(), ("Ann", "Brian", "Cindy", "Dan", "Eve"), 330),
    "two": lambda: played(load_rules(modules=()), ("Ann", "Brian"), 40),
    "fan cards": lambda: played(fan_rules(), ("Ann", "Brian", "Cindy"), 60),
    "marks": lambda: played(load_rules(scenario="shifting-alliances"), ODD_NAMES, 100),
    "bids": lambda: played(load_rules(modules=("governors",), variants=("bid-governors",)), ODD_NAMES, 4),
    "over": lambda: played(load_rules(modules=()), ("Ann", "Brian", "Cindy"), 999),
}
each_game = pytest.mark.parametrize("name", GAMES)
each_width = pytest.mark.parametrize("wide", [320, PHONE, TABLET, DESK, 1600])


def drawn(game: Game, wide: int = DESK) -> str:
    player = None if game.decision is None else game.decision.player
    return svg(game.view(player), log=game.recent(12, player), width=wide)


# Legible


@each_game
@each_width
def test_text_keeps_to_its_box(name: str, wide: int) -> None:
    out = [
        words
        for words, frame in lines(drawn(GAMES[name](), wide))
        if words.left < frame.left - 0.5 or words.right > frame.right + 0.5
    ]
    assert not out


@each_game
@each_width
def test_no_text_covers_another(name: str, wide: int) -> None:
    found = sorted((words for words, _ in lines(drawn(GAMES[name](), wide))), key=lambda w: w.top)
    for one, other in combinations(found, 2):
        across = min(one.right, other.right) - max(one.left, other.left)
        down = min(one.bottom, other.bottom) - max(one.top, other.top)
        assert across < 1.5 or down < 1.5, (one, other)


@each_game
def test_no_letter_is_smaller_than_ten_pixels_on_a_telephone(name: str) -> None:
    """Measured where it ends up: parts of a picture are drawn smaller than they are."""
    small = [words for words, _ in lines(drawn(GAMES[name](), PHONE)) if words.bottom - words.top < 6.99]
    assert not small


def luminance(color: str) -> float:
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


each_theme = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


@each_theme
def test_text_stands_out_from_what_is_behind_it(theme: Theme) -> None:
    """At least 4.5 to 1, as the guidelines for the web ask for small text."""
    colors = theme.colors
    pairs = [
        *product(("ink", "soft", "accent"), ("panel", "raised")),
        *(("ink", "paper"), ("paper", "ink"), ("ink", "line"), ("on_accent", "accent")),
        *(("black", "neutral"), ("black", "white")),
    ]
    assert all(contrast(colors["ink"], land) >= 4.5 for land in theme.seasons.values())
    low = {(a, b): contrast(colors[a], colors[b]) for a, b in pairs if contrast(colors[a], colors[b]) < 4.5}
    assert not low
    assert all(contrast(*seat) >= 4.5 for seat in theme.seats)


@each_theme
def test_shapes_stand_out_from_what_is_behind_them(theme: Theme) -> None:
    """At least 3 to 1: by their color, or by the edge around them."""
    colors = theme.colors
    for behind in ("panel", "raised"):
        assert contrast(colors["ink"], colors[behind]) >= 3
        assert contrast(colors["accent"], colors[behind]) >= 3
        assert contrast(colors["soft"], colors[behind]) >= 3


SEEN_WITHOUT = {
    "red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How colors look to people without one kind of cone (Machado, Oliveira and Fernandes 2009)."""


@each_theme
@pytest.mark.parametrize("cone", SEEN_WITHOUT)
def test_players_of_one_game_can_be_told_apart(theme: Theme, cone: str) -> None:
    """The colors of the first six stay apart; and every player has a mark of his own."""
    looks = [seen_without(cone, fill) for fill, _ in theme.seats[:6]]
    for one, other in combinations(looks, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 30
    assert len(set(LOOK.marks)) == len(LOOK.marks) > len(theme.seats)


def seen_without(cone: str, color: str) -> tuple[float, ...]:
    channels = [int(color[at : at + 2], 16) for at in (1, 3, 5)]
    return tuple(
        sum(share * channel for share, channel in zip(row, channels, strict=True))
        for row in SEEN_WITHOUT[cone]
    )


# Complete, also with what is rare


def until(rules: Rules, there: Callable[[Game], object]) -> Game:
    """A game for three, played until something rare has come up."""
    for seed in range(200):
        game = Game(rules, ("Ann", "Brian", "Cindy"), seed=seed)
        while game.decision is not None:
            if there(game):
                return game
            advance(game, [seed % max(1, len(game.decision.options) - 1)])
    raise AssertionError("it never came up")


def seen_by_somebody(game: Game) -> bool:
    return any(game.view(player).seen_further for player in game.players)


RARE: dict[str, tuple[Rules, Callable[[Game], object]]] = {
    "gifts": (load_rules(modules=("destiny",)), lambda game: game.state.gifts),
    "second deck": (load_rules(scenario="goblin-valley"), seen_by_somebody),
    "joined": (load_rules(scenario="goblin-valley"), lambda game: game.state.joined),
    "envoy": (load_rules(modules=()), lambda game: any(placed.envoy for placed in game.state.advisors)),
    "token": (load_rules(modules=()), lambda game: any(placed.plus2 for placed in game.state.advisors)),
}


@pytest.mark.parametrize("name", RARE)
def test_what_is_rare_is_drawn(name: str) -> None:
    game = until(*RARE[name])
    for player in (None, *game.players):
        assert not missing_in_picture(game.view(player))
        assert not missing_in_text(game.view(player))


@pytest.mark.parametrize("cls", DRAWN, ids=lambda cls: cls.__name__)
def test_every_field_of_a_view_is_drawn(cls: type[attrs.AttrsInstance]) -> None:
    """Where it fails, draw the new field, let the helpers look for it, and name it in `DRAWN`."""
    assert {field.name for field in attrs.fields(cls)} == DRAWN[cls]


def test_advisors_buildings_and_enemies_have_the_emblems_of_their_cards() -> None:
    """Each drawing is defined once, and only if something uses it."""
    rules = load_rules(modules=())
    game = until(rules, lambda game: game.state.enemy and all(p.buildings for p in game.state.players))
    picture = svg(game.view(), theme="light")
    shown = set(re.findall(r'href="#k-emblem-(\w+)"', picture))
    defined = re.findall(r'id="k-emblem-(\w+)"', picture)
    built = {building for player in game.state.players for building in player.buildings}
    wanted = {*built, game.state.enemy, *(place.name for place in rules.compiled.places)}
    emblems = {node.emblem for ref, node in rules.cards.items() if ref.partition("/")[2] in wanted}
    assert len(emblems) > 18
    assert sorted(defined) == sorted(shown) == sorted(emblems)


def test_a_picture_of_very_many_buildings_has_no_emblems() -> None:
    players = ("Ann", "Brian", "Cindy", "Dan")
    assert "k-emblem" not in svg(Game(everything(), players, seed=3).view(), parts=("court", "provinces"))
    assert "k-emblem" in svg(Game(everything(), players[:3], seed=3).view(), parts=("court", "provinces"))


# Themes, sizes, and what cannot be drawn


def test_each_theme_has_its_colors_and_its_own_style() -> None:
    view = played(everything(), ("Ann", "Brian"), 30).view()
    light, dark, auto = (svg(view, theme=theme) for theme in ("light", "dark", "auto"))
    assert LIGHT.colors["panel"] in light
    assert DARK.colors["panel"] not in light
    assert DARK.colors["panel"] in dark
    assert LIGHT.colors["panel"] not in dark
    assert auto.index(LIGHT.colors["panel"]) < auto.index("@media screen and (prefers-color-scheme:dark)")
    for theme in THEMES:
        sheet = re.search("<style>(.*?)</style>", svg(view, theme=theme))
        assert sheet is not None
        rules = re.sub(r"@media[^{]*", "", sheet[1])
        selectors = [one for many in re.findall(r"([^{}]+)\{[^{}]", rules) for one in many.split(",")]
        assert len(selectors) > 40
        for selector in selectors:
            assert selector.split()[0] == f".kb-{theme}", "it would change the page around it"


def test_every_class_has_a_style() -> None:
    """A shape of an unknown class would be black on black."""
    pictures = [drawn(make()) for make in GAMES.values()]
    used = {
        name
        for picture in pictures
        for names in re.findall(r' class="([^"]*)"', picture)
        for name in names.split()
    }
    styled = set(re.findall(r"\.([a-z]+\d?)(?=[ {,])", pictures[0]))
    assert len(used) > 30
    assert used - styled - {"kb-auto", "ink"} == set()


@each_width
def test_the_picture_is_as_wide_as_asked(wide: int) -> None:
    root = ElementTree.fromstring(drawn(GAMES["late"](), wide))
    assert root.get("width") == str(wide)
    assert root.get("viewBox") == f"0 0 {wide} {root.get('height')}"


def test_the_size_is_reasonable() -> None:
    """Four play with all modules in less than 82 kB, whatever happens; with the base game in 70."""
    players = ("Ann", "Brian", "Cindy", "Dora")
    for rules, most in ((everything(), 82_000), (load_rules(modules=()), 70_000)):
        sizes = [
            len(svg(game.view(asked)).encode())
            for game in moments(rules, players, 4, every=11)
            for asked in {None, game.decision.player if game.decision else None}
        ]
        assert len(sizes) > 100
        assert max(sizes) < most


@each_game
def test_lines_of_text_are_as_long_as_asked(name: str) -> None:
    view = GAMES[name]().view()
    for wide in (40, 80, 132):
        assert max(map(len, text(view, width=wide).split("\n"))) <= wide


def test_text_can_be_a_part_of_the_table_with_numbered_options() -> None:
    view = GAMES["two"]().view()
    whole, court = text(view), text(view, parts="court")
    assert court in whole
    assert court.startswith("── The court")
    assert text(view, parts="province", first=view.table.players[1].name).startswith(
        f"── The province of {view.table.players[1].name}"
    )
    assert not text(view, parts="log")
    for wrong in ({"parts": ["throne"]}, {"width": 39}):
        with pytest.raises(SetupError):
            text(view, **wrong)  # type: ignore[arg-type]


def test_numbers_are_those_of_the_options_without_wasteful_ways() -> None:
    game = until(load_rules(), lambda game: game.decision and game.decision.kind == "influence")
    decision = game.decision
    assert decision is not None
    told = text(game.view(decision.player), parts=("court", "decision"), numbered=True, width=100)
    numbers = [int(number) for number in re.findall(r"\b(\d+)\) ", told)]
    assert len(numbers) == len({*numbers}) > 2
    assert all(1 <= number <= len(decision.options) for number in numbers)
    left_out = [option for k, option in enumerate(decision.options, 1) if k not in numbers]
    assert all(isinstance(option, Influence) for option in left_out)
    assert not re.search(r"\d\) ", text(game.view(decision.player)))


# Notebooks, screen readers, programs


def test_a_notebook_shows_pictures_by_themselves() -> None:
    picture = svg(GAMES["two"]().view("Ann"))
    assert picture._repr_svg_() == picture


def test_a_screen_reader_hears_what_the_picture_shows() -> None:
    root = ElementTree.fromstring(drawn(GAMES["two"]()))
    title, told, *_ = root
    assert (title.tag, told.tag) == (f"{SVG}title", f"{SVG}desc")
    assert (title.text or "").startswith("Kingsburg. Year ")
    assert re.match("Turn order: (Ann, Brian|Brian, Ann)", told.text or "")
    things = [part for part in root.iter(f"{SVG}g") if part.get("data-key")]
    assert len(things) > 80
    for part in things:
        assert part[0].tag == f"{SVG}title" or "".join(part.itertext()), "it must be heard"


def keyed(picture: str) -> dict[str, ElementTree.Element]:
    """The things of a picture by their keys, each of which must be there once."""
    found = [part for part in ElementTree.fromstring(picture).iter() if part.get("data-key")]
    things = {part.get("data-key", ""): part for part in found}
    assert len(things) == len(found), [
        key for key, n in Counter(p.get("data-key") for p in found).items() if n > 1
    ]
    return things


def test_programs_find_what_can_be_pointed_at() -> None:
    found = set(keyed(drawn(GAMES["fan cards"]())))
    assert {"advisor:king", "advisor:emperor", "advisor:page", "player:2", "province:1"} <= found
    assert {"building:0:windmill", "building:2:inn", "stock:1:gold", "strength:0", "enemy:year:5"} <= found


def test_what_a_player_is_offered_stands_where_it_belongs() -> None:
    game = GAMES["two"]()
    while game.decision is not None and (game.decision.kind != "build" or len(game.decision.options) < 3):
        advance(game, [0])
    decision = game.decision
    assert decision is not None
    seat = game.players.index(decision.player)
    things = keyed(drawn(game))
    offers = {number: option for number, option in enumerate(decision.options) if isinstance(option, Build)}
    assert len(offers) >= 2
    for number, option in offers.items():
        cell = things[f"building:{seat}:{option.building}"]
        assert str(number) in cell.get("data-options", "").split()
        assert "Can be built now for" in (cell[0].text or "")
    for key, thing in things.items():
        if thing.get("data-options") and not key.startswith(f"building:{seat}:"):
            assert key.startswith("option:")


# Keys


def moments_of(rules: Rules, players: tuple[str, ...], seed: int, every: int) -> Iterator[Game]:
    """A random game, stopped now and then."""
    game, rng, answers = Game(rules, players, seed=seed), random.Random(seed), 0
    while game.decision is not None:
        game.play(rng.choice(game.decision.options), game.decision.player)
        answers += 1
        if answers % every == 0:
            yield game
    yield game


def moments(rules: Rules, players: tuple[str, ...], seeds: int, every: int = 9) -> Iterator[Game]:
    """Random games, stopped now and then."""
    for seed in range(seeds):
        yield from moments_of(rules, players, seed, every)


def test_keys_are_unique_and_do_not_depend_on_who_comes_first() -> None:
    pictures = 0
    for game in moments(everything(), ("Ann", "Brian", "Cindy"), 4):
        asked = None if game.decision is None else game.decision.player
        one, *others = (set(keyed(svg(game.view(asked), first=first))) for first in game.players)
        assert all(other == one for other in others)
        assert {key.split(":")[0] for key in one} <= {*ALWAYS, *SOMETIMES}
        pictures += len(game.players)
    assert pictures > 250


@pytest.mark.parametrize("seed", range(3))
def test_what_stays_on_the_table_keeps_its_key(seed: int) -> None:
    """Only the ranking takes the place of the battle, and the Politician brings advisors."""
    before, pictures = set[str](), 0
    for game in moments_of(everything(), ("Ann", "Brian", "Cindy"), seed, 9):
        if game.decision is not None:
            found = {key for key in keyed(svg(game.view())) if key.startswith(ALWAYS)}
            assert not {key for key in before - found if not key.endswith((*GOING, ":card_in_hand"))}
            before, pictures = found, pictures + 1
    assert pictures > 20
    assert len(before) >= 18 + 3 * 28


ALWAYS = ("advisor", "building", "player", "province", "stock", "strength", "standing")
GOING = ("politician_5", "politician_10", ":envoy", ":bonus_die")
SOMETIMES = ("die", "group", "gift", "mark", "token", "card", "enemy", "option")


def test_a_die_keeps_its_key_from_the_hand_to_an_advisor() -> None:
    placed = 0
    for game in moments(load_rules(modules=()), ("Ann", "Brian", "Cindy"), 3, every=1):
        decision = game.decision
        if decision is None or decision.kind != "influence":
            continue
        option = next((option for option in decision.options if isinstance(option, Influence)), None)
        if option is None:
            continue
        before = {key for key in keyed(svg(game.view())) if key.startswith("die:")}
        later = game.copy()
        later.play(option, decision.player)
        seat = game.players.index(decision.player)
        things = keyed(svg(later.view()))
        group = things[f"group:{option.advisor}:{seat}"] if not option.envoy else None
        if group is not None:
            dice = [
                part.get("data-key", "") for part in group.iter() if part.get("data-key", "")[:4] == "die:"
            ]
            assert len(dice) == len(option.dice) + len(option.bonus)
            assert set(dice) <= before
            placed += 1
    assert placed > 60


# Nothing moves


def targets(picture: str) -> dict[str, tuple[str, ...]]:
    """Where advisors and buildings are: the moves that lead to them from the corner of the picture."""
    places: dict[str, tuple[str, ...]] = {}

    def walk(part: ElementTree.Element, path: tuple[str, ...]) -> None:
        key, here = part.get("data-key", ""), path + tuple(filter(None, [part.get("transform")]))
        if key.startswith(("advisor:", "building:", "player:", "province:")) and "politician" not in key:
            places[key] = here
        for child in part:
            walk(child, here)

    walk(ElementTree.fromstring(picture), ())
    return places


@pytest.mark.parametrize("wide", [360, 768, 1080, 1920])
def test_nothing_that_is_clicked_moves_during_a_game(wide: int) -> None:
    pictures = 0
    for seed in range(2):
        known: dict[str, tuple[str, ...]] = {}
        for game in moments_of(everything(), ("Ann", "Brian", "Cindy", "Dora"), seed, 12):
            if game.decision is not None:
                asked = game.decision.player
                now = targets(svg(game.view(asked), first="Ann", width=wide, log=game.recent(3, asked)))
                moved = [key for key, place in now.items() if known.get(key, place) != place]
                assert not moved
                known |= now
                pictures += 1
        assert len(known) >= 18 + 4 * 28
    assert pictures > 40


# Parts, seats, highlights


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("wide", [320, 640, 1200])
def test_each_part_can_be_drawn_alone(part: Part, wide: int) -> None:
    game = GAMES["late"]()
    player = None if game.decision is None else game.decision.player
    picture = svg(game.view(player), parts=part, width=wide, log=game.recent(9, player))
    whole = set(keyed(svg(game.view(player), log=game.recent(9, player))))
    assert {key for key in keyed(picture) if not key.startswith("option:")} <= whole
    assert len(picture) < len(svg(game.view(player)))
    for words, frame in lines(picture):
        assert words.left >= frame.left - 0.5
        assert words.right <= frame.right + 0.5, words


def test_parts_are_drawn_in_the_order_given() -> None:
    view = GAMES["two"]().view()
    picture = svg(view, parts=("battle", "court"))
    assert 0 < picture.index('"enemy:year:5"') < picture.index('"advisor:jester"')
    assert "building:" not in picture
    assert svg(view, parts=["court"]) == svg(view, parts="court")


def test_all_parts_together_show_what_the_whole_table_shows() -> None:
    game = GAMES["fan cards"]()
    each = [part for part in PARTS if part != "province"]
    together, whole = (keyed(svg(game.view(), parts=parts)) for parts in (each, None))
    assert set(together) == set(whole)


def test_the_first_seat_is_the_viewers_or_the_one_asked_for() -> None:
    game = GAMES["late"]()
    for first, view in ((4, game.view("Eve")), (0, game.view()), (2, game.view())):
        player = game.players[first] if view.seat is None else None
        picture = svg(view, first=player)
        seats = [key for key in keyed(picture) if key.startswith("province:")]
        assert seats == [f"province:{(first + k) % 5}" for k in range(5)]
        alone = svg(view, parts="province", first=player)
        assert [key for key in keyed(alone) if key.startswith("province:")] == [f"province:{first}"]


def rings(picture: str, kind: str) -> set[str]:
    return {
        key
        for key, part in keyed(picture).items()
        if any(kind in (c.get("class") or "").split() for c in part)
    }


def influencing() -> tuple[Game, Decision]:
    """A game in which somebody may influence."""
    game = GAMES["two"]()
    while game.decision is not None and game.decision.kind != "influence":
        advance(game, [0])
    assert game.decision is not None
    return game, game.decision


def test_the_options_of_the_decision_are_highlighted() -> None:
    game, decision = influencing()
    picture = svg(game.view(decision.player))
    reached = {f"advisor:{option.advisor}" for option in decision.options if isinstance(option, Influence)}
    assert reached
    assert reached <= rings(picture, "can")
    assert all(key.startswith(("advisor:", "option:")) for key in rings(picture, "can"))
    without = svg(game.view(decision.player), highlight=())
    assert not rings(without, "can")
    assert {key for key, part in keyed(without).items() if part.get("data-options")} >= reached


def test_what_has_just_happened_can_be_highlighted() -> None:
    game, decision = influencing()
    option = decision.options[0]
    assert isinstance(option, Influence)
    seat = game.players.index(decision.player)
    events = game.play(option, decision.player)
    shown = rings(svg(game.view(), highlight=events), "new")
    assert {f"advisor:{option.advisor}", f"group:{option.advisor}:{seat}"} <= shown
    view = game.view(game.decision.player if game.decision else None)
    both = svg(view, highlight=[*events, *(view.decision.options if view.decision else ()), "stock:0:gold"])
    assert {f"advisor:{option.advisor}", "stock:0:gold"} <= rings(both, "new")
    chips = {f"option:{option}" for option in view.decision.options} if view.decision else set[str]()
    assert rings(both, "can") & chips


def test_every_event_of_a_game_can_be_highlighted() -> None:
    found, events = Counter[str](), 0
    for game in moments(everything(), ("Ann", "Brian", "Cindy"), 2, every=5):
        finder = Finder(game.rules, {name: seat for seat, name in enumerate(game.players)})
        for event in game.recent(5):
            events += 1
            found.update(key.split(":")[0] for key in finder.touched(event))
    assert events > 1000
    assert {"advisor", "group", "building", "stock", "enemy", "card", "player"} <= set(found)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"parts": "board"}, "picture.parts"),
        ({"parts": ("court", "court")}, "picture.parts"),
        ({"parts": ("province", "provinces")}, "picture.parts"),
        ({"first": "Zoe"}, "picture.first"),
        ({"highlight": (3,)}, "picture.highlight"),
        ({"theme": "drak"}, "picture.theme"),
        ({"language": "de"}, "text.language"),
        *(({"width": wide}, "picture.width") for wide in (0, 319, 4001)),
    ],
)
def test_what_cannot_be_drawn_is_refused(wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(SetupError) as refused:
        svg(GAMES["two"]().view(), **wrong)
    assert refused.value.code == code
    if wrong == {"parts": "board"}:
        assert all(part in str(refused.value) for part in PARTS)


# Now, not as printed


def test_tokens_of_cards_are_drawn_as_tokens() -> None:
    game = Game(load_rules(modules=("soldier-tokens",)), ("Ann", "Brian"), seed=1)
    things = keyed(svg(game.view()))
    shown = {key: len(list(things[key].iter(f"{SVG}use"))) for key in things if key.startswith("token:0:")}
    assert list(shown.values()) == [1, 2, 1, 1, 1], "0, 1, 1, 2, 3, 4"
    assert "1-tokens: 2" in (things["token:0:soldier_tokens:ones"][0].text or "")


def test_very_many_tokens_are_a_number() -> None:
    """Views can come from elsewhere: an absurd number must not make an absurd picture."""
    view = Game(load_rules(modules=("soldier-tokens",)), ("Ann", "Brian"), seed=1).view()
    ann, brian = view.table.players
    ann = evolve(ann, memory={"soldier_tokens": {"ones": 1_000_000_000}})
    picture = svg(evolve(view, table=evolve(view.table, players=(ann, brian))))
    assert len(picture) < 60_000
    token = keyed(picture)["token:0:soldier_tokens:ones"]
    assert "1000000000" in "".join(token.itertext())


def test_the_battle_shows_who_is_how_strong_against_whom() -> None:
    """The strength of the enemy is that of the cards that fight, and not of a second one that went away."""
    battles = Counter[bool]()
    rules = load_rules(scenario="goblin-valley")
    for game in moments(rules, ("Ann", "Brian"), 80, every=1):
        state = game.state
        if state.enemy is None or state.over:
            continue
        against = sum(
            rules.compiled.enemies[rules.compiled.card[card]].strength
            for card in (state.enemy, *state.joined)
        )
        picture = svg(game.view(), parts="battle")
        assert f"<title>Strength against {against}</title>" in picture
        for seat, player in enumerate(state.players):
            bar = keyed(picture)[f"strength:{seat}"]
            shown = player.soldiers if player.strength is None else player.strength
            assert str(shown) in [part.text for part in bar.iter(f"{SVG}text")]
        battles[bool(state.joined)] += 1
    assert min(battles[True], battles[False]) > 3, battles


def test_the_end_shows_a_ranking() -> None:
    game = GAMES["over"]()
    things = keyed(drawn(game))
    places = [things[f"standing:{seat}"][0].text or "" for seat in range(3)]
    best = max(player.vp for player in game.state.players)
    for place, player in zip(places, game.state.players, strict=True):
        assert f"{player.name}: {player.vp} VP (buildings: " in place
        assert place.startswith("1. ") == (player.name in game.state.winners)
    assert any(f"{best} VP" in place for place in places)
    assert not [key for key in things if key.startswith("strength:")]


# No notation for people


def test_no_picture_and_no_text_has_notation_in_it() -> None:
    """Options are words in three languages; only keys have the notation."""
    options = 0
    for game in moments(everything(), ("Ann", "Brian", "Cindy"), 3, every=8):
        decision = game.decision
        if decision is None:
            continue
        view = game.view(decision.player)
        notation = [str(option) for option in decision.options if " " in str(option)]
        for language in LANGUAGES:
            root = ElementTree.fromstring(svg(view, language=language))
            words = " ".join(root.itertext()) + text(view, language=language)
            assert not [one for one in notation if f" {one}" in words and not one.startswith("recruit")]
            options += len(notation)
    assert options > 1000


# Measuring


def test_what_is_too_long_is_cut_and_says_so() -> None:
    assert fit("Wizards' Guild", 200, 11) == "Wizards' Guild"
    short = fit("Wizards' Guild", 50, 11)
    assert short.endswith("…")
    assert width(short, 11) <= 50
    assert fit("W", 1, 11) == "…"


def test_lines_break_between_words_and_lose_none() -> None:
    words = "You may give one good and receive one of each of the two other kinds."
    broken = wrap(words, 120, 11)
    assert " ".join(broken) == words
    assert all(width(piece, 11) <= 120 for piece in broken)
    assert len(wrap(words, 120, 11, 2)) == 2
    assert wrap("", 120, 11) == ()


def test_what_belongs_together_stays_in_a_line() -> None:
    assert wrap("Ann\N{NO-BREAK SPACE}: oui", 45, 11) == ("Ann\N{NO-BREAK SPACE}:", "oui")
    assert wrap(" one\ntwo  three ", 999, 11) == ("one two three",)


def test_wide_signs_are_wide_and_accents_take_no_room() -> None:
    assert width("王", 10) > width("W", 10)
    assert width("é", 10) == width("e\N{COMBINING ACUTE ACCENT}", 10) == width("e", 10)


# Languages


@pytest.mark.parametrize("table", ["pictures", "terminal"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_words_with_the_same_parts(language: str, table: str) -> None:
    def parts(language: str) -> dict[str, list[str]]:
        texts = phrases.words(language, table)
        return {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in texts.items()}

    assert parts("en")
    assert parts(language) == parts("en")


@each_game
@pytest.mark.parametrize("language", ["nl", "fr"])
def test_other_languages_keep_to_their_boxes_and_show_the_same(name: str, language: str) -> None:
    game = GAMES[name]()
    player = None if game.decision is None else game.decision.player
    view, log = game.view(player), game.recent(12, player)
    english, other = svg(view, log=log, width=PHONE), svg(view, log=log, width=PHONE, language=language)
    pointed = re.findall(r'data-\w+="[^"]*"', english)
    assert re.findall(r'data-\w+="[^"]*"', other) == pointed
    for words, frame in lines(other):
        assert words.left >= frame.left - 0.5
        assert words.right <= frame.right + 0.5, words
    told = text(view, log=log, language=language)
    assert told != text(view, log=log)
    for word in ("soldier", "You ", "The court", "builds", "Enemies"):
        assert word not in told, f"{word} is English"


def test_cards_speak_the_language_of_the_picture() -> None:
    view = GAMES["two"]().view("Ann")
    assert "You receive 2 gold." in svg(view)
    for language in ("nl", "fr"):
        picture = svg(view, language=language)
        for card in ("treasurer", "inn"):
            told = explain(card, view.rules, language=language)
            assert escape(told.name, quote=False) in picture
            assert escape(told.text or told.generated, quote=False) in picture


def test_the_log_tells_what_was_done_and_what_it_brought_in_a_line() -> None:
    events = [
        PhaseStarted(2, "fall", "fall"),
        Lost("Ann", "plus2", 1, "productive_season"),
        Influenced("Ann", "sergeant", (3,), (), 2, (), envoy=False),
        Rewarded("Ann", "sergeant"),
        Gained("Ann", "soldier", 1, "sergeant"),
        Lost("Ann", "gold", 1, "inn"),
        Lost("Ann", "wood", 1, "inn"),
        Built("Ann", "inn"),
        Gained("Ann", "vp", 0, "inn"),
        DiceReturned(),
        Gained("Brian", "vp", 1, "kings_reward"),
    ]
    view = GAMES["two"]().view()
    say = phrasebook_of(view.rules, "en")
    assert log_of(events, ("Ann", "Brian"), say) == (
        ("Year II, Fall", ""),
        ("Ann", 'puts 3 on the Sergeant with a "+2" token'),
        ("", "The Sergeant rewards Ann: +1 soldier"),
        ("Ann", "constructs the Inn: \N{MINUS SIGN}1 gold, \N{MINUS SIGN}1 wood, +0 VP"),
        ("Brian", "(King's Reward): +1 VP"),
    )
    assert len(scene_of(view, events * 9, "en").log) == MOST_LINES


def test_a_picture_can_be_png() -> None:
    pytest.importorskip("resvg_py")
    game = Game(load_rules(), ("Ann", "Brian"), seed=1)
    small, large = (svg(game.view(), width=360).png(scale) for scale in (0.5, 1.5))
    # The size stands behind the signature and the name of the first part.
    sizes = [tuple(int.from_bytes(image[at : at + 4], "big") for at in (16, 20)) for image in (small, large)]
    assert small.startswith(b"\x89PNG")
    assert [width for width, _ in sizes] == [180, 540]
    for wrong in (0, -1, float("nan"), "2"):
        with pytest.raises(SetupError):
            svg(game.view()).png(wrong)  # type: ignore[arg-type]


MESSAGES: tuple[Part | tuple[Part, ...], ...] = (
    ("calendar", "players", "decision"),
    "battle",
    "province",
    "cards",
)
"""What fits into a message of a chat, as the page about pictures says."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_of_the_table_fit_into_a_message(language: str) -> None:
    """Of a chat, which takes 2,000 letters, and on a telephone."""
    players, rng, written = ("Ann", "Brian", "Cindy", "David", "Eve"), random.Random(3), 0
    for chosen in ((), modules()):
        game, answers = Game(load_rules(modules=chosen), players, seed=3), 0
        while game.decision is not None:
            if answers % 25 == 0:
                for parts in MESSAGES:
                    message = text(game.view(game.decision.player), parts=parts, width=40, language=language)
                    assert len(message) <= 2000, message
                    assert max(map(len, message.splitlines()), default=0) <= 40
                    written += 1
            game.play(rng.choice(game.decision.options), game.decision.player)
            answers += 1
    assert written > 60
