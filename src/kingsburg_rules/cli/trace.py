"""`kingsburg trace`: what every step of a recorded game did, with the file and line it came from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from attrs import asdict

from kingsburg_rules.cli.commands import add_packs, read_text
from kingsburg_rules.engine.errors import SetupError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.testing.tracing import TracedAnswer, TracedStep

_PLACE = 34
_WORD = 20
_DEEPEST = 4


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "trace",
        help="tell what every step of a recorded game did",
        description="Play a recorded game again and tell for every answer which words were at work: where "
        "each stands, what it changed, and what happened. Changes are those of what players hold, of "
        "variables, and of what cards remember.",
    )
    parser.add_argument("file", metavar="RECORD", help="the record; - reads the standard input")
    parser.add_argument(
        "--at", type=int, metavar="N", help="only the answer of this number; 0 is the beginning of the game"
    )
    parser.add_argument("--card", metavar="ID", help="only the steps of this card")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to tell it (text)")
    add_packs(parser)
    parser.set_defaults(run=run)


def run(wishes: Namespace) -> int:
    """Trace the record."""
    from kingsburg_rules.game.records import Record
    from kingsburg_rules.testing.tracing import trace

    record = Record.loads(read_text(wishes.file))
    if wishes.at is not None and not 0 <= wishes.at <= len(record.actions):
        message = f"This record has the answers 1 to {len(record.actions)}; --at {wishes.at} is none of them."
        raise SetupError("trace.at", message)
    rules = next(record.replay(packs=wishes.pack)).rules
    answers = _wanted(trace(record, rules), wishes.at, _home(rules, wishes.card))
    write: Callable[[Iterable[TracedAnswer], Rules], None] = (
        _write_json if wishes.format == "json" else _write_text
    )
    write(answers, rules)
    return 0


def _home(rules: Rules, card: str | None) -> str | None:
    """Give the pointer under which the words of a card stand."""
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
    from kingsburg_rules.text.describe import describe

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
    from kingsburg_rules.text.describe import describe

    facts = {name: getattr(step, name) for name in ("word", "program", "place", "at", "depth", "player")}
    return {
        **facts,
        "changes": [asdict(change) for change in step.changes],
        "events": [{"event": type(event).__name__, "text": describe(event, rules)} for event in step.events],
    }
