"""Choices: exchanges, one of several things, and what somebody else chooses for the owner of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from kingsburg_rules.text import amounts
from kingsburg_rules.text.conditions import conditions
from kingsburg_rules.text.grammar import Sentence
from kingsburg_rules.text.plainly import ForOwner
from kingsburg_rules.text.quantities import number
from kingsburg_rules.text.trees import rewritten, same
from kingsburg_rules.words.flow import Branch, ChooseOne
from kingsburg_rules.words.players import AsPlayer
from kingsburg_rules.words.registry import Node
from kingsburg_rules.words.resources import Exchange, Gain
from kingsburg_rules.words.vocabulary import GOOD, RESOURCES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from kingsburg_rules.text.grammar import Clause
    from kingsburg_rules.text.scope import Scope
    from kingsburg_rules.words.registry import Step
    from kingsburg_rules.words.resources import Amounts

    Teller: TypeAlias = Callable[[Scope, Sequence[Step]], str]

_GOODS = tuple(resource.name for resource in RESOURCES if resource.good)


def trade(scope: Scope, offers: Sequence[Exchange]) -> Clause:
    """Tell the exchanges that a trade offers."""
    steps = scope.language.phrases.steps
    short = _any_good_for_another(scope, offers) or _any_good_for_the_others(scope, offers)
    if short is not None:
        return scope.clause(steps["trade"], paid=short[0], gained=short[1])
    if len(offers) == 1:
        return scope.clause(steps["trade"], paid=_paid(scope, offers[0]), gained=_gained(scope, offers[0]))
    small = scope.language.phrases.small
    told = [
        scope.phrase(small["for"], paid=_paid(scope, offer), gained=_gained(scope, offer)) for offer in offers
    ]
    return scope.clause(steps["trade.several"], offers=scope.language.choices(told))


def _paid(scope: Scope, offer: Exchange) -> str:
    return amounts.bag(scope, offer.pay, chosen=False)


def _gained(scope: Scope, offer: Exchange) -> str:
    return amounts.bag(scope, offer.gain)


def _any_good_for_another(scope: Scope, offers: Sequence[Exchange]) -> tuple[str, str] | None:
    """Recognize that any good is exchanged for any other one, perhaps with more besides."""
    pairs: set[tuple[str, str]] = set()
    besides: list[Amounts] = []
    for offer in offers:
        match offer:
            case Exchange(pay=((paid, 1),), gain=gain):
                goods = [name for name, value in gain if name in _GOODS and value == 1]
                if paid not in _GOODS or len(goods) != 1:
                    return None
                pairs.add((paid, goods[0]))
                besides.append(tuple(entry for entry in gain if entry[0] not in goods))
            case _:
                return None
    wanted = {(paid, gained) for paid in _GOODS for gained in _GOODS if paid != gained}
    if pairs != wanted or not all(same(more, besides[0]) for more in besides):
        return None
    told = [scope.small("another_good"), *(amounts.amount(scope, name, n) for name, n in besides[0])]
    return amounts.counted(scope, GOOD, 1, chosen=False), scope.language.all_of(told)


def _any_good_for_the_others(scope: Scope, offers: Sequence[Exchange]) -> tuple[str, str] | None:
    """Recognize that any good is exchanged for one of each of the other kinds."""
    for offer in offers:
        match offer:
            case Exchange(pay=((paid, 1),), gain=gain) if dict(gain) == {g: 1 for g in _GOODS if g != paid}:
                pass
            case _:
                return None
    if {name for offer in offers for name, _ in offer.pay} != set(_GOODS):
        return None
    return amounts.counted(scope, GOOD, 1, chosen=False), scope.small("each_other_good")


def choose_one(scope: Scope, step: ChooseOne) -> list[Clause] | None:
    """Tell a choice in a clause or two if it is a simple one; None if its branches must be listed."""
    steps, small = scope.language.phrases.steps, scope.language.phrases.small
    gains = _simple_gains(step.branches)
    if gains is not None:
        return [scope.clause(steps["take_one"], bags=amounts.bags(scope, gains))]
    rest = _one_and_the_rest(step.branches)
    if rest is not None:
        owner = scope.about(scope.owner)
        others = attrs.evolve(owner.clause(small["owner_gains_rest"]), subject=owner.subject)
        return [scope.clause(steps["take_one"], bags=amounts.bags(scope, rest)), others]
    return None


def _simple_gains(branches: Sequence[Branch]) -> list[Amounts] | None:
    """Give what is gained if each branch is one gain, and nothing else."""
    found: list[Amounts] = []
    for branch in branches:
        match branch:
            case Branch(do=(Gain() as gain,), if_=(), cost=()):
                found.append(gain.bag)
            case _:
                return None
    return found


def _one_and_the_rest(branches: Sequence[Branch]) -> list[Amounts] | None:
    """Give what is chosen from, if the owner of the card gains all that is not chosen."""
    chosen: list[Amounts] = []
    totals: list[Amounts] = []
    for branch in branches:
        match branch:
            case Branch(do=(Gain() as gain, ForOwner(do=(Gain() as rest,))), if_=(), cost=()):
                chosen.append(gain.bag)
                totals.append((*gain.bag, *rest.bag))
            case _:
                return None
    alike = all(set(total) == set(totals[0]) and len(total) == len(branches) for total in totals)
    return chosen if alike else None


def listed(scope: Scope, step: ChooseOne, tell: Teller) -> Clause:
    """Tell a choice branch by branch; branches that differ by the kind of good alone are told once."""
    any_good = _alike(step.branches)
    said = scope.about(scope.role, said=True, named=scope.named)
    if any_good is not None:
        return scope.clause(scope.language.phrases.small["choose_good"], then=_branch(said, any_good, tell))
    told_all = scope.language.choices([_branch(said, branch, tell) for branch in step.branches])
    return scope.clause(scope.language.phrases.steps["choose_one"], branches=told_all)


def _branch(scope: Scope, branch: Branch, tell: Teller) -> str:
    text = tell(scope, branch.do)
    if branch.cost:
        cost = amounts.bag(scope, branch.cost, chosen=False)
        price = scope.clause(scope.language.phrases.steps["pay"], price=cost)
        text = scope.language.all_of([scope.language.part(Sentence(scope.subject, (price,))), text])
    if branch.if_:
        text = scope.small("only_if", what=text, condition=conditions(scope, branch.if_))
    return text


def _alike(branches: Sequence[Branch]) -> Branch | None:
    """Give one branch for all of them if there is one for each good, and they differ in nothing else."""
    found: dict[str, Branch] = {}
    for branch in branches:
        goods = {name for name in _GOODS if not same(_with_any_good(branch, name), branch)}
        if len(goods) != 1:
            return None
        (good,) = goods
        plain = _with_any_good(branch, good)
        if isinstance(plain, Branch):
            found[good] = attrs.evolve(plain, label="")
    kinds = list(found.values())
    alike = set(found) == set(_GOODS) and all(same(kind, kinds[0]) for kind in kinds)
    return kinds[0] if alike else None


def _with_any_good(branch: Branch, good: str) -> object:
    def exchange(node: Node) -> Node | None:
        if isinstance(node, Gain) and any(name == good for name, _ in node.bag):
            bag = tuple((amounts.SAME_GOOD if name == good else name, value) for name, value in node.bag)
            return attrs.evolve(node, bag=bag)
        return None

    cost = tuple((amounts.SAME_GOOD if name == good else name, value) for name, value in branch.cost)
    changed = rewritten(branch, exchange)
    if isinstance(changed, Branch) and not same(cost, branch.cost):
        return attrs.evolve(changed, cost=cost)
    return changed


def for_owner(scope: Scope, step: AsPlayer) -> Clause | None:
    """Tell what the owner gains as somebody else chooses, if that is all; else None."""
    match step:
        case AsPlayer(do=(ChooseOne() as choice,)):
            pass
        case _:
            return None
    found: list[Amounts] = []
    for branch in choice.branches:
        match branch:
            case Branch(do=(ForOwner(do=(Gain() as gain,)),), if_=(), cost=()):
                found.append(gain.bag)
            case _:
                return None
    who = number(scope, step.player)
    things = amounts.bags(scope, found, chosen=False)
    which = scope.small("chooses_which", what=things, who=who)
    return scope.clause(scope.language.phrases.steps["gain"], bag=which)
