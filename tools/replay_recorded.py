"""More than two thousand recorded games, replayed by the version at hand, every decision compared.

    python tools/replay_recorded.py --jobs 2              all games; exit 1 if one goes another way
    python tools/replay_recorded.py --games 0-99,512      some of them
    python tools/replay_recorded.py --show 17             a game, a line for each decision
    python tools/replay_recorded.py --show 17 --at 93     a moment of it, with all that is offered
    python tools/replay_recorded.py --record              play the games again, and keep them
    python tools/replay_recorded.py --record --games 17   only some, after a rule was mended on purpose

It asks little of the library, so that it runs with other versions too, for a comparison side by side:

    PYTHONPATH=/path/of/another/src python tools/replay_recorded.py --show 17 --at 93

Kept are, for each game, its set-up, the results of chance, and for each decision whose it was, which option
was chosen, and two checksums: of what was offered to everybody who owed a decision, and of what lay on the
table. Both are taken of sorted lines of text, and the choice is a place among sorted options, so the order
of options does not matter, nor who is asked first of those who answer together. What cards remember, the
names of phases and the cards in force are shown, but not compared: they are the language's own affair, and
what they do shows in what is offered.
"""

from __future__ import annotations

import argparse
import json
import lzma
import multiprocessing
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from zlib import crc32

import kingsburg_rules
from kingsburg_rules import Game, editions, load_rules, modules, scenarios

if TYPE_CHECKING:
    from kingsburg_rules import Decision, Event, GameState, Outcome, PlayerState

FILE = Path(__file__).parents[1] / "tests" / "goldens" / "recorded.json.xz"
FORMAT = 1
EVENLY, SINGLE_MINDED = range(2000), range(2000, 2400)
"""The numbers of the games; in the last ones all play for one row of their sheet, for even choices hardly
ever lead to its end, and some buildings would never be built."""

SELDOM = 6
VARIANTS = {
    "alternate-buildings": "draft-strips",
    "governors": "bid-governors",
    "alternate-advisors": "inverted-order",
}
MOST_SHOWN = 40
"""How many lines of what is offered a report shows; a roll of five dice alone would be 252."""

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


def normalize(text: str) -> str:
    """Say a line as the recorded version would have said it.

    Every line passes through here before it is compared: an option, such as `build inn for gold+stone`, what
    is asked (`Ann build`), and lines about the table and the outcome. When a notation or a name changes on
    purpose, this is the place to lead it back to what it was.
    """
    return text


def normal(lines: Iterable[str]) -> list[str]:
    return [normalize(line) for line in lines]


# What is kept


class Recorded(NamedTuple):
    """A game as it was played; the columns have an entry for each decision."""

    number: int
    setup: Mapping[str, Any]
    luck: str
    seats: tuple[int, ...]
    choices: tuple[int, ...]
    offers: tuple[int, ...]
    tables: tuple[int, ...]
    end: int
    scores: str

    def to_dict(self) -> dict[str, Any]:
        """Write the columns as texts, which are short and pack well."""
        return self._asdict() | {
            "seats": "".join(map(str, self.seats)),
            "choices": " ".join(map(str, self.choices)),
            "offers": packed(self.offers),
            "tables": packed(self.tables),
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Recorded:
        """Read what `to_dict` wrote."""
        columns = {
            "seats": tuple(map(int, data["seats"])),
            "choices": tuple(map(int, data["choices"].split())),
            "offers": unpacked(data["offers"]),
            "tables": unpacked(data["tables"]),
        }
        return cls(**{**data, **columns})


def packed(sums: Sequence[int]) -> str:
    """Write sums in hexadecimal: of all ways, the one that is smallest once it is compressed."""
    return "".join(f"{number:04x}" for number in sums)


def unpacked(text: str) -> tuple[int, ...]:
    return tuple(int(text[at : at + 4], 16) for at in range(0, len(text), 4))


def read(path: Path = FILE) -> dict[int, Recorded]:
    """Read the recorded games, by number."""
    document = json.loads(lzma.decompress(path.read_bytes()))
    if document["format"] != FORMAT:
        raise ValueError(f"{path} is of format {document['format']}, not {FORMAT}")
    return {game["number"]: Recorded.of(game) for game in document["games"]}


def write(games: Mapping[int, Recorded], path: Path = FILE) -> None:
    """Keep recorded games in the order of their numbers."""
    document = {"format": FORMAT, "games": [games[number].to_dict() for number in sorted(games)]}
    text = json.dumps(document, separators=(",", ":"), sort_keys=True)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def described(setup: Mapping[str, Any]) -> str:
    """Say a set-up in one line."""
    given = setup["automation"]
    automation = given if isinstance(given, Mapping) else {"all": given}
    parts = {
        "modules": ", ".join(setup["modules"]),
        "variants": ", ".join(setup["variants"]),
        "scenario": setup["scenario"],
        "switches": ", ".join(f"{name}={value}" for name, value in setup["switches"].items()),
        "fidelity": setup["fidelity"],
        "automation": ", ".join(f"{name}: {'+'.join(kinds) or '-'}" for name, kinds in automation.items()),
    }
    told = "; ".join(f"{name} {text}" for name, text in parts.items() if text)
    return f"{setup['edition']}, {len(setup['players'])} players; {told}; seed {setup['seed']}"


# What is compared


class Moment(NamedTuple):
    """A moment of a game in sorted lines: who owes what with all options, and what lies on the table."""

    pending: tuple[Decision, ...]
    offer: list[str]
    table: list[str]

    @classmethod
    def of(cls, game: Game) -> Moment:
        """Look at a game now."""
        pending = tuple(sorted(game.pending, key=lambda decision: decision.seat))
        offer = [line for decision in pending for line in offer_lines(decision)]
        return cls(pending, offer, table_lines(game.state))

    @property
    def sums(self) -> tuple[int, int]:
        """The checksums of the offer and of the table."""
        return checksum(self.offer) & 0xFFFF, checksum(self.table) & 0xFFFF

    def owed_by(self, seat: int) -> Decision | None:
        return next((decision for decision in self.pending if decision.seat == seat), None)


def checksum(lines: Iterable[str]) -> int:
    return crc32("\n".join(lines).encode())


def sorted_options(decision: Decision) -> list[Any]:
    return sorted(decision.options, key=lambda option: normalize(str(option)))


def offer_lines(decision: Decision) -> list[str]:
    """Who is asked for what, and the options in their order by text."""
    options = sorted(normal(map(str, decision.options)))
    return [normalize(f"{decision.player} {decision.kind}"), *(f"    {option}" for option in options)]


def table_lines(state: GameState) -> list[str]:
    """What lies open, as far as it is compared."""
    enemies = " ".join(filter(None, (state.enemy, *sorted(state.joined))))
    lines = [
        f"year {state.year}, order {' '.join(state.turn_order)}",
        f"enemies {enemies or '-'}, past {' '.join(sorted(state.past_enemies)) or '-'}",
        *(player_line(player) for player in sorted(state.players, key=lambda player: player.name)),
        *sorted(
            f"{at.advisor}: {at.player} {digits(at.dice)} bonus {digits(at.bonus)} plus{at.plus2}"
            f"{' envoy' if at.envoy else ''}"
            for at in state.advisors
        ),
        *sorted(f"{at}: tile {tile}" for at, tile in state.tiles.items()),
        *sorted(f"{gift.advisor}: gift of {gift.amount} {gift.resource}" for gift in state.gifts),
        *sorted(
            f"{mark.advisor}: {mark.count} marks of {mark.card} for {mark.player}" for mark in state.marks
        ),
    ]
    auction = state.auction
    if auction is not None:
        lines.append(
            f"auction for {auction.resource}: {' '.join(sorted(auction.cards))}; {auction.card} "
            f"{auction.amount} by {auction.bidder}, passed {' '.join(sorted(auction.passed)) or '-'}"
        )
    return normal(lines)


def player_line(player: PlayerState) -> str:
    """What a player has: what there is none of is left out, so that a new kind of thing changes nothing."""
    stock = {
        "vp": player.vp,
        **dict(sorted({**player.goods, **player.others}.items())),
        "plus2": player.plus2,
        "soldiers": player.soldiers,
        "bonus dice": player.bonus_dice,
        "envoy": int(player.envoy),
        "cards in hand": player.cards_in_hand,
    }
    things = {
        "buildings": " ".join(sorted(player.buildings)),
        "cards": " ".join(sorted(player.cards)),
        "strips": " ".join(sorted(player.strips)),
        "hand": " ".join(sorted(player.hand)),
        "dice": digits(player.dice),
        "bonus": digits(player.bonus),
        "battle": " ".join(str(part) for part in (player.strength, player.outcome) if part is not None),
    }
    counted = ", ".join(f"{count} {name}" for name, count in stock.items() if count)
    return f"{player.name}: {counted or 'nothing'}" + "".join(f"; {k} {v}" for k, v in things.items() if v)


def digits(dice: Iterable[int]) -> str:
    return "".join(map(str, sorted(dice)))


def end_lines(game: Game) -> list[str]:
    """How a game ended: the ranking, where the points came from, and the table."""
    outcome = game.outcome
    if outcome is None:
        return ["it is not over"]
    places = [
        f"{place.rank}. {place.player}: {place.vp} vp, {place.goods} goods, {place.buildings} buildings; "
        + ", ".join(f"{name} {vp}" for name, vp in sorted(place.by_source.items()))
        for place in sorted(outcome.ranking, key=lambda place: (place.rank, place.player))
    ]
    winners = f"{' '.join(sorted(outcome.winners))} by {outcome.decided_by}"
    return [*normal([*places, winners]), *table_lines(game.state)]


def scores_of(outcome: Outcome | None) -> str:
    return ", ".join(f"{place.player} {place.vp}" for place in outcome.ranking) if outcome else "none"


# Recording


class Chooser:
    """Chooses as that of `support.goldens` does, which other versions of the library cannot import."""

    def __init__(self, seed: int) -> None:
        self._at = seed

    def choose(self, count: int) -> int:
        """Choose a number from 0 to count-1."""
        self._at = (self._at * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._at >> 33) % count


def begin(setup: Mapping[str, Any], **more: Any) -> Game:
    """Begin a game of a set-up."""
    rules = load_rules(
        setup["edition"],
        modules=setup["modules"],
        variants=setup["variants"],
        scenario=setup["scenario"],
        switches=setup["switches"],
        fidelity=setup["fidelity"],
    )
    return Game(rules, setup["players"], automation=setup["automation"], **more)


def drawn_setup(number: int) -> dict[str, Any]:
    """Draw the set-up with a number. It is kept in full, since the drawing may change."""
    from support.setups import drawn

    setup = drawn(number)._asdict()
    return json.loads(json.dumps(setup | {"switches": dict(setup["switches"])}))  # lists, as they are kept


def record(number: int, setup: Mapping[str, Any]) -> Recorded:
    """Play a game of a set-up by chance, and keep it."""
    chooser = Chooser(number)
    game = begin(setup, seed=setup["seed"])
    rows: list[tuple[int, int, int, int]] = []
    while game.pending:
        moment = Moment.of(game)
        decision = moment.pending[chooser.choose(len(moment.pending))]
        options = sorted_options(decision)
        aim = aim_of(game, decision, number) if number in SINGLE_MINDED else None
        choice = choose([normalize(str(option)) for option in options], aim, chooser)
        rows.append((decision.seat, choice, *moment.sums))
        game.play(options[choice], decision.player)
    luck, end = " ".join(game.record.chance_results), checksum(end_lines(game))
    return Recorded(number, setup, luck, *zip(*rows, strict=True), end, scores_of(game.outcome))


def aim_of(game: Game, decision: Decision, number: int) -> tuple[str, ...]:
    """The row of a player's sheet that all is kept for: one on a strip, if there is any."""
    rows = game.rules.sheet(game.state.player(decision.player).strips)
    usual = game.rules.sheet()
    rows = tuple(row for row in rows if row not in usual) or rows
    return rows[(number // 2 + decision.seat) % len(rows)]


def choose(options: Sequence[str], aim: Sequence[str] | None, chooser: Chooser) -> int:
    """Choose evenly; with an aim, among the options that lead there, or at least not astray."""
    fitting = options if aim is None else leading_to(aim, options, chooser)
    return options.index(fitting[chooser.choose(len(fitting))])


def leading_to(aim: Sequence[str], options: Sequence[str], chooser: Chooser) -> Sequence[str]:
    """Build the row, mostly spend nothing on anything else, and mostly take what is offered."""
    wanted = [option for option in options if option.startswith("build ") and option.split()[1] in aim]
    if wanted or not chooser.choose(SELDOM):
        return wanted or options
    if any(option.startswith(("build ", "recruit ")) for option in options):
        return ["pass"] if "pass" in options else options
    return [option for option in options if option not in ("pass", "done")] or options


def record_with(setups: Mapping[int, Mapping[str, Any]], number: int) -> Recorded:
    return record(number, setups.get(number) or drawn_setup(number))


def counts(games: Iterable[Recorded]) -> dict[str, Counter[str]]:
    """Count of every part of a set-up how many games have it."""
    found: dict[str, Counter[str]] = {}
    for game in games:
        for kind, names in parts_of(game.setup).items():
            found.setdefault(kind, Counter()).update(names)
    return found


def parts_of(setup: Mapping[str, Any]) -> dict[str, list[str]]:
    automation, edition = setup["automation"], setup["edition"]
    every = automation.values() if isinstance(automation, Mapping) else [automation]
    asked = set(map(tuple, every))
    return {
        "edition": [edition],
        "module": [f"{edition}/{module}" for module in setup["modules"]],
        "variant": [f"{edition}/{variant}" for variant in setup["variants"]],
        "scenario": [setup["scenario"] or "none"],
        "switch": [f"{name}={value}" for name, value in setup["switches"].items()],
        "fidelity": [setup["fidelity"]],
        "players": [f"{edition}/{len(setup['players'])}"],
        "automation": ["by player"] if isinstance(automation, Mapping) else ["for all"],
        "done unasked": ["+".join(kinds) or "nothing" for kinds in sorted(asked)],
    }


def missing(found: Mapping[str, Counter[str]]) -> list[str]:
    """What no game has, of all that the version at hand can be played with."""
    wanted = {
        "edition": editions(),
        "module": [f"{edition}/{module}" for edition in editions() for module in modules(edition)],
        "variant": [f"{edition}/{variant}" for edition in editions() for variant in variants(edition)],
        "scenario": ["none", *(scenario for edition in editions() for scenario in scenarios(edition))],
        "players": [f"{edition}/{players}" for edition in editions() for players in (2, 3, 4, 5)],
        "automation": ["by player", "for all"],
        "done unasked": ["nothing", "forced+gains+peeks", "forced", "gains", "peeks"],
    }
    return [f"{kind} {name}" for kind, names in wanted.items() for name in names if not found[kind][name]]


def variants(edition: str) -> list[str]:
    return [variant for module, variant in VARIANTS.items() if module in modules(edition)]


# Replaying


class Difference(NamedTuple):
    """Where a game goes another way: the number of the decision, what is wrong, and what is there instead."""

    at: int
    what: str
    found: list[str]


class Result(NamedTuple):
    """What became of a game: how many decisions agreed, and where it parted from the recording."""

    number: int
    compared: int
    difference: Difference | None


class Replay:
    """A recorded game under way again; chance is fed, and past what is kept the player `chance` is asked."""

    def __init__(self, recorded: Recorded) -> None:
        self.recorded = recorded
        self.game = begin(recorded.setup, seed=0, chance="decision", script=recorded.luck.split())
        self.moment = Moment.of(self.game)
        self.told: Sequence[Event] = self.game.opening
        self.at = 0

    @property
    def is_done(self) -> bool:
        """Whether all recorded decisions have been taken."""
        return self.at == len(self.recorded.choices)

    def difference(self) -> str | None:
        """Say in what this moment is not as it was recorded."""
        if self.is_done:
            return self._difference_of_end()
        if not self.moment.pending:
            return f"the game is over, and should go on for {len(self.recorded.choices) - self.at} decisions"
        expected = self.recorded.offers[self.at], self.recorded.tables[self.at]
        parts = zip(("offer", "table"), expected, self.moment.sums, strict=True)
        wrong = [f"{part}: expected {was:04x}, found {now:04x}" for part, was, now in parts if was != now]
        return "; ".join(wrong) or None

    def _difference_of_end(self) -> str | None:
        if self.moment.pending:
            return "the game goes on, and should be over"
        found, scores = checksum(end_lines(self.game)), scores_of(self.game.outcome)
        if (found, scores) != (self.recorded.end, self.recorded.scores):
            was = f"{self.recorded.end:08x} ({self.recorded.scores})"
            return f"end: expected {was}, found {found:08x} ({scores})"
        left = len(self.recorded.luck.split()) - len(self.game.record.chance_results)
        return f"{left} results of chance were not asked for" if left else None

    def chosen(self) -> tuple[Decision, Any]:
        """Find the decision and the option that were recorded, which they are only if the offer agrees."""
        decision = self.moment.owed_by(self.recorded.seats[self.at])
        if decision is None:
            raise LookupError(f"seat {self.recorded.seats[self.at]} is not asked")
        return decision, sorted_options(decision)[self.recorded.choices[self.at]]

    def step(self) -> str:
        """Choose what was chosen, and say it."""
        decision, option = self.chosen()
        self.told = self.game.play(option, decision.player)
        self.moment = Moment.of(self.game)
        self.at += 1
        said = normalize(f"{decision.player} {decision.kind}")
        return f"{said}: {normalize(str(option))} (of {len(decision.options)})"

    def lines(self, most: int | None = MOST_SHOWN) -> list[str]:
        """Say where the game stands: what is compared, and what only helps to find one's way."""
        if not self.moment.pending:
            return end_lines(self.game)
        offer = self.moment.offer[:most]
        more = len(self.moment.offer) - len(offer)
        return [
            *where(self.game),
            *self.moment.table,
            *(f"{decision.player} is asked by {decision.source}" for decision in self.moment.pending),
            *offer,
            *([f"    ... and {more} more lines"] if more else []),
        ]


def where(game: Game) -> list[str]:
    """What is not compared: the phase, the cards in force and what cards remember."""
    state = game.state
    memories = {player.name: player.memory for player in state.players} | {"all": state.memory}
    return [
        f"year {state.year}, {state.season or 'no season'}, {state.phase}",
        f"in force: {' '.join(state.in_force) or '-'}",
        *(
            f"{card} remembers for {name}: {dict(sorted(numbers.items()))}"
            for name, memory in memories.items()
            for card, numbers in sorted(memory.items())
        ),
    ]


def replay(recorded: Recorded) -> Result:
    """Play a recorded game again, up to its end or to the first difference; a crash is one too."""
    again: Replay | None = None
    try:
        again = Replay(recorded)
        while (difference := again.difference()) is None and not again.is_done:
            again.step()
    except Exception as error:
        difference = failure(error, again)
    done = again.at if again else 0
    if difference is None:
        return Result(recorded.number, done, None)
    return Result(recorded.number, done, Difference(done + 1, difference, again.lines() if again else []))


def failure(error: Exception, again: Replay | None) -> str:
    """Say what went wrong, where in the code, and by which choice."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    said = " / ".join(str(error).splitlines())
    told = f"{type(error).__name__} in {Path(at.filename).name}:{at.lineno}: {said}"
    if again is None:
        return f"{told}, when the game began"
    return f"{told}, after choice {again.recorded.choices[again.at]} of seat {again.recorded.seats[again.at]}"


# Telling


def report(recorded: Recorded, difference: Difference, *, brief: bool) -> Iterator[str]:
    """Tell of a game that goes another way."""
    yield f"{recorded.number}: decision {difference.at} of {len(recorded.choices)}: {difference.what}"
    if not brief:
        yield f"    {described(recorded.setup)}"
        yield from (f"    {line}" for line in difference.found)
        yield ""


def show(recorded: Recorded, at: int | None) -> Iterator[str]:
    """Tell a game as this version plays it, a line for each decision; or one moment of it in full."""
    yield f"game {recorded.number}: {described(recorded.setup)}"
    again = Replay(recorded)
    while again.at + 1 != at and not again.is_done and again.difference() is None:
        number, step = again.at + 1, again.step()
        if at is None:
            yield f"{number} {step}"
    difference = again.difference()
    if at is not None:
        yield from (f"before: {event}" for event in again.told)
    if at is not None or again.is_done or difference:
        yield f"decision {again.at + 1} of {len(recorded.choices)}: {difference or 'as recorded'}"
        yield from again.lines(most=None)
    if difference is None and not again.is_done:
        decision, option = again.chosen()
        yield f"recorded choice: {decision.player} {normalize(str(option))}"
    elif not again.is_done:
        seat, choice = recorded.seats[again.at], recorded.choices[again.at]
        yield f"recorded choice: number {choice + 1} of the options of {recorded.setup['players'][seat]}"


# The program


def numbers(text: str) -> list[int]:
    """Read numbers of games: `0-99,512`."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def each(work: Callable[[Asked], Answer], items: Sequence[Asked], jobs: int) -> Iterator[Answer]:
    """Do some work for each item, in several processes if they are asked for; answers come in order."""
    if jobs < 2:
        yield from map(work, items)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap(work, items, chunksize=5)


def record_games(args: argparse.Namespace) -> int:
    """Record games and keep them among those there are; their set-ups stay, unless new ones are drawn."""
    kept = read(args.file) if args.file.exists() else {}
    wanted = args.games or sorted({*EVENLY, *SINGLE_MINDED, *kept})
    setups = {} if args.draw else {number: game.setup for number, game in kept.items()}
    found = {game.number: game for game in each(partial(record_with, setups), wanted, args.jobs)}
    games = kept | found
    changed = sum(kept.get(number) != game for number, game in found.items())
    write(games, args.file)
    print(f"{len(found)} games recorded, {changed} of them new or changed; {len(games)} are kept:")
    print(f"{args.file}, {args.file.stat().st_size} bytes")
    return tell_counts(games.values())


def tell_counts(games: Iterable[Recorded]) -> int:
    """Tell what the games are played with; 1 if something is never played with."""
    found = counts(games)
    for kind, names in found.items():
        print(f"{kind}: {', '.join(f'{name} {count}' for name, count in sorted(names.items()))}")
    lacking = missing(found)
    if lacking:
        print(f"no game has {', '.join(lacking)}")
    return 1 if lacking else 0


def replay_games(args: argparse.Namespace) -> int:
    """Replay games, tell of those that go another way, and count; 1 if there are any."""
    kept = read(args.file)
    wanted = [kept[number] for number in args.games or sorted(kept)]
    compared, divergent = 0, list[int]()
    for result in each(replay, wanted, args.jobs):
        compared += result.compared
        if result.difference is not None:
            divergent.append(result.number)
            for line in report(kept[result.number], result.difference, brief=args.brief):
                print(line, flush=True)
    if args.json:
        args.json.write_text(json.dumps(divergent) + "\n", encoding="utf-8")
    print(f"{Path(kingsburg_rules.__file__).parent} {kingsburg_rules.__version__}")
    print(f"{len(wanted)} games, {compared} decisions agree, {len(divergent)} divergences")
    return 1 if divergent else 0


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=numbers, help="numbers of games: 0-99,512; without it, all of them")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes work at it")
    parser.add_argument("--json", type=Path, help="write the numbers of the divergent games to this file")
    parser.add_argument("--brief", action="store_true", help="one line for each divergent game")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="tell how this version plays a game")
    parser.add_argument("--at", type=int, metavar="DECISION", help="with --show: one moment, in full")
    parser.add_argument("--record", action="store_true", help="play with this version, and keep it")
    parser.add_argument("--draw", action="store_true", help="with --record: draw the set-ups anew")
    parser.add_argument("--counts", action="store_true", help="tell what the kept games are played with")
    parser.add_argument("--file", type=Path, default=FILE, help="the recording")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    args = arguments(given)
    if args.record:
        return record_games(args)
    if args.counts:
        return tell_counts(read(args.file).values())
    if args.show is None:
        return replay_games(args)
    with suppress(BrokenPipeError):  # as when only the head of it is wanted
        for line in show(read(args.file)[args.show], args.at):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
