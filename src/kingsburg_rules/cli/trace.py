"""`kingsburg trace`: report what every step of a recorded game did."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from attrs import asdict, evolve

from kingsburg_rules import Record, Rules, SetupError, describe
from kingsburg_rules.cli.commands import add_format_option, add_pack_option, read_text
from kingsburg_rules.cli.output import tell, tell_json
from kingsburg_rules.engine import unknown
from kingsburg_rules.testing import TracedAnswer, TracedStep, trace

_PLACE = 34
_WORD = 20
_DEEPEST = 4


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Replay a recorded game, and report for each answer which words of the cards ran: where they are in "
        "the files, what they changed, and what happened. Reported changes are those to what players have, "
        "to variables, and to the memory of cards."
    )
    parser.add_argument("file", metavar="RECORD", help="the record; - reads standard input")
    parser.add_argument(
        "--at", type=int, metavar="N", help="only the answer with this number; 0 is the start of the game"
    )
    parser.add_argument("--card", metavar="ID", help="only the steps of this card, by id or pack/id")
    add_format_option(parser, _WRITERS)
    add_pack_option(parser)


def run(options: Namespace) -> int:
    """Trace the record."""
    record = Record.loads(read_text(options.file))
    if options.at is not None and not 0 <= options.at <= len(record.actions):
        last = len(record.actions)
        message = f"This record has {last} answers, so --at must be from 0 to {last}, not {options.at}."
        raise SetupError("trace.at", message)
    rules = next(record.replay(packs=options.pack)).rules
    answers = _wanted(trace(record, rules), options.at, _home(rules, options.card))
    _WRITERS[options.format](answers, rules)
    return 0


def _home(rules: Rules, card: str | None) -> str | None:
    """Return the pointer to a card, which the pointers to its words begin with."""
    if card is None:
        return None
    if card not in rules.compiled.card:
        raise SetupError("trace.card", f"Card {unknown(card, rules.compiled.card)}")
    return f"{rules.cards[rules.compiled.cards[rules.compiled.card[card]].ref].at}/"


def _wanted(answers: Iterable[TracedAnswer], number: int | None, home: str | None) -> Iterator[TracedAnswer]:
    """Leave out what nobody wants to see, and go no further than needed."""
    for answer in answers:
        if number in (None, answer.number):
            steps = tuple(step for step in answer.steps if home is None or step.at.startswith(home))
            if steps or home is None:
                yield evolve(answer, steps=steps)
        # The rest of the game would have to be played for nothing.
        if number == answer.number:
            return


def _write_text(answers: Iterable[TracedAnswer], rules: Rules) -> None:
    for answer in answers:
        tell(f"{answer.number:>4} {_title(answer)}")
        for step in answer.steps:
            tell(_line(step))
            for event in step.events:
                tell(f"{'':{_PLACE + _WORD + 9}}{describe(event, rules)}")
        if answer.error is not None:
            tell(f"     {answer.error}")


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
    tell_json(told)


def _as_data(step: TracedStep, rules: Rules) -> dict[str, object]:
    facts = {name: getattr(step, name) for name in ("word", "program", "place", "at", "depth", "player")}
    return {
        **facts,
        "changes": [asdict(change) for change in step.changes],
        "events": [{"event": type(event).__name__, "text": describe(event, rules)} for event in step.events],
    }


_WRITERS = {"text": _write_text, "json": _write_json}
