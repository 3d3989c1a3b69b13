"""Steps that are one clause: "gain 1 wood", "choose an opponent", "reroll 1 of your dice"."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from kingsburg_rules.text import amounts, changes
from kingsburg_rules.text.conditions import qualities
from kingsburg_rules.text.fields import parts_of
from kingsburg_rules.text.quantities import number
from kingsburg_rules.text.scope import CHOSEN, first
from kingsburg_rules.text.trees import nodes
from kingsburg_rules.words.auctions import AuctionStep
from kingsburg_rules.words.battle import RevealFurtherEnemy
from kingsburg_rules.words.calendar import EndGame
from kingsburg_rules.words.dice import ChooseDieStep, Reroll, RollStep, SetDice, TurnDie
from kingsburg_rules.words.flow import Set
from kingsburg_rules.words.hands import ChooseCard, DrawStep, Grant, PlayCard
from kingsburg_rules.words.memory import LastingStep, MemoryValue, Remember
from kingsburg_rules.words.places import ChoosePlace
from kingsburg_rules.words.players import ChoosePlayer, HandOver
from kingsburg_rules.words.resources import Gain, Lose, TakeOne
from kingsburg_rules.words.turn_order import LineUp
from kingsburg_rules.words.values import Fact, Max, Min, Sum, Var

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.text.grammar import Clause
    from kingsburg_rules.text.scope import Scope
    from kingsburg_rules.words.registry import Step
    from kingsburg_rules.words.values import Value

Finding: TypeAlias = RollStep | ChoosePlayer | ChoosePlace | ChooseDieStep | DrawStep | ChooseCard
"""Steps that give a variable a meaning."""


def clause_of(scope: Scope, step: Step, following: Sequence[Step]) -> Clause | None:
    """Tell a step; None for a choice that is told with the step that needs it."""
    steps = scope.language.phrases.steps
    match step:
        case RollStep() | ChoosePlayer() | ChoosePlace() | ChooseDieStep() | DrawStep() | ChooseCard():
            return _finding(scope, step, following)
        case Gain() | Lose():
            return scope.clause(steps[step.word], bag=amounts.bag(scope, step.bag))
        case TakeOne():
            return scope.clause(steps["take_one"], bags=amounts.bags(scope, step.bags))
        case Set():
            return _set(scope, step)
        case Remember():
            return _becomes(scope, scope.quoted(step.name), step.to, step.name)
        case LastingStep():
            return changes.lasting(scope, step)
        case _:
            return _worded(scope, step)


def _worded(scope: Scope, step: Step) -> Clause:
    """Tell a step by the phrase of its word."""
    steps = scope.language.phrases.steps
    key, parts = step.word, parts_of(scope, step)
    match step:
        case Grant() | PlayCard():
            parts["until"] = changes.until(scope, step.until) if step.until else ""
            key = f"{key}.may" if isinstance(step, PlayCard) and not step.must else key
        case Reroll(dice="all"):
            key = "reroll.all"
        case Reroll():
            parts["dice"] = number(scope, Var(step.dice))
        case TurnDie():
            parts["die"] = number(scope, Var(step.die))
        case SetDice():
            parts["values"] = scope.language.all_of([str(value) for value in step.values])
        case AuctionStep():
            key = "auction.secret" if step.secret else "auction"
            parts["bid"] = amounts.some(scope, step.bid)
            parts["extra"] = scope.small("auction_extra", n=str(step.more)) if step.more else ""
        case EndGame(now=True):
            key = "end_game.now"
        case HandOver(from_=giver, to=receiver) if giver is not None:
            key = "hand_over.from" if receiver is None else "hand_over.both"
        case LineUp():
            parts["how"] = _order(scope, step)
        case RevealFurtherEnemy():
            scope.vars[step.as_] = scope.language.phrases.kinds["enemy"].that
        case _:
            pass
    return scope.clause(steps[key], **parts)


def _order(scope: Scope, step: LineUp) -> str:
    """Tell how the turn order changes."""
    for way, names in (("fewest", step.fewest), ("most", step.most)):
        if names:
            facts = [scope.fact(name) for name in names]
            told = [fact.fewest if way == "fewest" else fact.most for fact in facts]
            return scope.small(f"order.{way}", facts=scope.language.all_of(told))
    way = "reversed" if step.reversed else "rotated" if step.rotated else "me_first"
    return scope.small(f"order.{way}")


def _finding(scope: Scope, step: Finding, following: Sequence[Step]) -> Clause | None:
    """Tell a choice or a roll, and learn what its variable is called from now on."""
    phrases, small = scope.language.phrases, scope.language.phrases.small
    key, parts = step.word, parts_of(scope, step)
    if isinstance(step, ChoosePlace) and (step.mine or step.board):
        key = f"{step.word}.{'mine' if step.mine else 'board'}"
    match step:
        case RollStep():
            earlier = [name for name in scope.vars if scope.vars[name] == small["result"]]
            scope.vars.update(dict.fromkeys(earlier, small["earlier_result"]))
            scope.vars[step.as_] = small["result"]
            parts["dice"] = amounts.dice(scope, step.dice)
        case ChoosePlayer():
            told = qualities(scope, step.who) if step.who else ""
            key = f"{key}.neighbors" if step.who and step.who.neighbors else key
            parts["which"] = f" {told}" if told else ""
            scope.people[step.as_] = CHOSEN
            scope.vars[step.as_] = phrases.players[CHOSEN].text
        case DrawStep() | ChooseCard():
            scope.vars[step.as_] = scope.kind(step.kind).that
        case _:
            if _only_next_uses(step.as_, following):
                scope.vars[step.as_] = scope.phrase(small[f"any.{key}"])
                return None
            scope.vars[step.as_] = small[f"that.{step.word}"]
    return scope.clause(phrases.steps[key], **parts)


def _only_next_uses(name: str, following: Sequence[Step]) -> bool:
    """Whether a variable is used by the next step, once, and by no other."""
    uses = [
        number
        for number, step in enumerate(following)
        for node in nodes(step)
        if (isinstance(node, Var) and node.name == name) or (isinstance(node, Reroll) and node.dice == name)
    ]
    return uses == [0]


def _set(scope: Scope, step: Set) -> Clause:
    """Tell what becomes of a number: of what is about to happen, or one that the card works with."""
    sets = scope.language.phrases.sets
    key = f"{scope.event}.{step.name}"
    if key not in sets:
        if step.name in scope.vars:
            return _becomes(scope, scope.vars[step.name], step.to, step.name)
        moving = any(isinstance(node, Var) and node.name == step.name for node in nodes(step.to))
        name = scope.quoted(step.name) if moving else scope.letter(step.name)
        return _becomes(scope, name, step.to, step.name)
    value, special = step.to, ""
    match value:
        case Max(parts=(Var(name=same), other)) if same == step.name:
            value, special = other, ".at_least"
        case _:
            pass
    template = first(sets, f"{key}{special}", key)
    soldiers = amounts.amount(scope, "soldier", _as_far(value))
    return scope.clause(template, n=number(scope, value), soldiers=soldiers)


def _as_far(value: Value) -> Value:
    """Take "the lesser of the soldiers and 1" for 1: nobody keeps more than he has."""
    match value:
        case Min(parts=(Fact(name="soldier"), int() as most)):
            return most
        case _:
            return value


def _becomes(scope: Scope, name: str, value: Value, var: str) -> Clause:
    """Tell what becomes of a number that has a name."""
    small = scope.language.phrases.small
    match value:
        case Sum(parts=(Var(name=same) | MemoryValue(name=same), int() as by)) if same == var:
            return scope.clause(small["rises" if by > 0 else "falls"], name=name, n=str(abs(by)))
        case _:
            return scope.clause(small["becomes"], name=name, value=number(scope, value))
