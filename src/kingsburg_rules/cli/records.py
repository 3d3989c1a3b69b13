"""`kingsburg replay`, `show` and `trace`: narrate, draw and trace recorded games."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

from attrs import asdict

from kingsburg_rules.cli.commands import add_language_option, add_pack_option, read_text, write_text
from kingsburg_rules.engine.errors import SetupError, unknown

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.game.game import Game
    from kingsburg_rules.game.saves import Record
    from kingsburg_rules.testing.tracing import TracedAnswer, TracedStep


# `kingsburg replay`


def add_replay_command(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "replay",
        help="retell a recorded game",
        description="Tell a recorded game season by season, or every answer with --every.",
    )
    parser.add_argument("file", metavar="FILE", help="the record; - reads the standard input")
    parser.add_argument("--every", action="store_true", help="report every answer and its consequences")
    parser.add_argument("--until", type=int, metavar="N", help="stop after N answers and show the table")
    add_language_option(parser)
    add_pack_option(parser)
    parser.set_defaults(run=run_replay)


def run_replay(options: Namespace) -> int:
    """Replay the record."""
    from kingsburg_rules.game.saves import Record

    record = Record.loads(read_text(options.file))
    if options.until is not None and options.until < 0:
        raise SetupError("replay.until", f"--until counts answers; {options.until} is none.")
    game = next(record.replay(packs=options.pack))
    _retell(record, game, options.until, every=options.every, language=options.language)
    return 0


def _retell(record: Record, game: Game, until: int | None, *, every: bool, language: str) -> None:
    from kingsburg_rules.cli.narration import Narrator
    from kingsburg_rules.cli.screen import Screen

    narrator = Narrator(game, language)
    narrator.begin()
    for number, text in enumerate(record.actions[:until], start=1):
        events = _played(game, text)
        if every:
            narrator.answer(number, text, events)
        else:
            narrator.add(events)
    narrator.end()
    if game.outcome is None:
        Screen(narrator.console, game, narrator.formatter).board(None)


def _played(game: Game, text: str) -> tuple[AnyEvent, ...]:
    """Play an answer of a record; where several could answer, the player stands before."""
    player, _, action = text.rpartition(": ")
    return game.play(action, player or None)


# `kingsburg show`


_LOG = 8
"""How many answers are told beside the board."""


def add_show_command(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "show",
        help="draw a recorded or saved game",
        description="Draw a moment of a recorded or saved game: as text, or as a picture with --svg.",
    )
    parser.add_argument("file", metavar="FILE", help="the record or the save; - reads the standard input")
    parser.add_argument("--at", type=int, metavar="N", help="after N answers; by default, at the end")
    parser.add_argument(
        "--seat", metavar="NAME", help="as this player sees it; by default, as a spectator does"
    )
    parser.add_argument("--svg", metavar="FILE", help="write a picture to this file")
    parser.add_argument("--theme", default="auto", help="auto, light or dark (auto)")
    parser.add_argument("--language", default="en", help="en, nl or fr (en)")
    parser.add_argument("--width", type=int, metavar="N", help="how wide the picture is (1080)")
    parser.set_defaults(run=run_show)


def run_show(options: Namespace) -> int:
    """Draw the moment."""
    from kingsburg_rules.cli.console import Terminal
    from kingsburg_rules.render import svg, text

    game = _moment(_record(read_text(options.file)), options.at)
    seat = options.seat
    if seat is not None and seat not in game.players:
        raise SetupError("show.seat", f"The player {unknown(seat, game.players)}")
    view, log, language = game.view(seat), game.recent(_LOG, seat), options.language
    if options.svg is None:
        print(text(view, log=log, width=options.width or Terminal().width, language=language))
    else:
        picture = svg(view, log=log, theme=options.theme, width=options.width or 1080, language=language)
        write_text(options.svg, picture)
    return 0


def _record(text: str) -> Record:
    """Read a record, or take the one of a saved game."""
    from kingsburg_rules.game.game import Game
    from kingsburg_rules.game.saves import Record

    return Game.load(text).record if _is_save(text) else Record.loads(text)


def _is_save(text: str) -> bool:
    try:
        data: object = json.loads(text)
    except ValueError:
        return False
    return isinstance(data, dict) and "kingsburg" in data


def _moment(record: Record, answers: int | None) -> Game:
    """Replay a record up to a moment."""
    last = len(record.actions)
    if answers is not None and not 0 <= answers <= last:
        raise SetupError("show.at", f"The game has {last} answers; there is no moment after {answers}.")
    return next(islice(record.replay(), last if answers is None else answers, None))


# `kingsburg trace`


_PLACE = 34
_WORD = 20
_DEEPEST = 4


def add_trace_command(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "trace",
        help="report what every step of a recorded game did",
        description="Play a recorded game again and tell for every answer which words were at work: where "
        "each stands, what it changed, and what happened. Changes are those of what players hold, of "
        "variables, and of what cards remember.",
    )
    parser.add_argument("file", metavar="RECORD", help="the record; - reads the standard input")
    parser.add_argument(
        "--at", type=int, metavar="N", help="only the answer with this number; 0 is the start of the game"
    )
    parser.add_argument("--card", metavar="ID", help="only the steps of this card")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="the output format (text)")
    add_pack_option(parser)
    parser.set_defaults(run=run_trace)


def run_trace(options: Namespace) -> int:
    """Trace the record."""
    from kingsburg_rules.game.saves import Record
    from kingsburg_rules.testing.tracing import trace

    record = Record.loads(read_text(options.file))
    if options.at is not None and not 0 <= options.at <= len(record.actions):
        message = (
            f"This record has the answers 1 to {len(record.actions)}; --at {options.at} is none of them."
        )
        raise SetupError("trace.at", message)
    rules = next(record.replay(packs=options.pack)).rules
    answers = _wanted(trace(record, rules), options.at, _home(rules, options.card))
    write: Callable[[Iterable[TracedAnswer], Rules], None] = (
        _write_json if options.format == "json" else _write_text
    )
    write(answers, rules)
    return 0


def _home(rules: Rules, card: str | None) -> str | None:
    """Return the pointer to a card, which the pointers to its words begin with."""
    if card is None:
        return None
    from kingsburg_rules.engine.errors import unknown

    if card not in rules.table.card:
        raise SetupError("trace.card", f"Card {unknown(card, rules.table.card)}")
    return f"{rules.cards[rules.table.cards[rules.table.card[card]].ref].at}/"


def _wanted(answers: Iterable[TracedAnswer], number: int | None, home: str | None) -> Iterator[TracedAnswer]:
    """Leave out what nobody wants to see, and go no further than needed."""
    from attrs import evolve

    for answer in answers:
        if number in (None, answer.number):
            steps = tuple(step for step in answer.steps if home is None or step.at.startswith(home))
            if steps or home is None:
                yield evolve(answer, steps=steps)
        if number == answer.number:
            return


def _write_text(answers: Iterable[TracedAnswer], rules: Rules) -> None:
    from kingsburg_rules.text.sentences import describe

    for answer in answers:
        print(f"{answer.number:>4} {_title(answer)}")
        for step in answer.steps:
            print(_line(step))
            for event in step.events:
                print(f"{'':{_PLACE + _WORD + 9}}{describe(event, rules)}")
        if answer.error is not None:
            print(f"     {answer.error}")


def _title(answer: TracedAnswer) -> str:
    return "the beginning" if answer.action is None else f"{answer.player}: {answer.action}"


def _line(step: TracedStep) -> str:
    """Write a step: where, what, and the numbers that changed, or whom it was for if there are none."""
    word = "  " * min(step.depth - 1, _DEEPEST) + step.word
    changes = ", ".join(map(str, step.changes)) or step.player or ""
    return f"     {step.place:{_PLACE}} {word:{_WORD}} {changes}".rstrip()


def _write_json(answers: Iterable[TracedAnswer], rules: Rules) -> None:
    told = [
        {
            "number": answer.number,
            "player": answer.player,
            "action": answer.action,
            "error": answer.error,
            "steps": [_as_data(step, rules) for step in answer.steps],
        }
        for answer in answers
    ]
    print(json.dumps(told, indent=2, ensure_ascii=False))


def _as_data(step: TracedStep, rules: Rules) -> dict[str, object]:
    from kingsburg_rules.text.sentences import describe

    facts = {name: getattr(step, name) for name in ("word", "program", "place", "at", "depth", "player")}
    return {
        **facts,
        "changes": [asdict(change) for change in step.changes],
        "events": [{"event": type(event).__name__, "text": describe(event, rules)} for event in step.events],
    }
