"""Making the tree of an effect plain before it is told: what is fixed is worked out, what is said is kept.

A card may be written with variables, and with tests of what is fixed when the rules are loaded. A text has
no use for either: "set gold to 1 if the neighbour says gold, then gain that much gold" is "the neighbour
chooses: you gain 1 gold". What comes out does the same as what went in.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import attrs
from attrs import define, field, frozen

from kingsburg_rules.text.trees import is_tuple, nodes, rewritten, same
from kingsburg_rules.words.flow import Branch, ChooseOne, EachPlayer, ForEach, If, Set
from kingsburg_rules.words.hands import CardIs, Owns
from kingsburg_rules.words.memory import MemoryValue, Remember
from kingsburg_rules.words.players import AsPlayer
from kingsburg_rules.words.registry import Node, Step, TestWord, ValueWord
from kingsburg_rules.words.resources import Gain, Lose, PayStep
from kingsburg_rules.words.shapes import Range
from kingsburg_rules.words.tests import AllOf, AnyOf, Comparison, DiceTotalIs, ModuleIs, Not, SwitchIs
from kingsburg_rules.words.values import Arithmetic, Fact, Sum, Var

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.words.values import Value


@frozen(eq=False, repr=False)
class IfValue(ValueWord):
    """A value that depends on tests; no word of the language, but what some of its words amount to."""

    tests: tuple[TestWord, ...]
    then: Value
    else_: Value


@frozen(eq=False, repr=False)
class ForOwner(Step):
    """Steps for the owner of the card, amid those of another player."""

    do: tuple[Step, ...]


def plain_tests(tests: Iterable[TestWord], rules: Rules) -> tuple[TestWord, ...] | None:
    """Leave out tests that always hold under these rules; None if one of them never does."""
    kept: list[TestWord] = []
    for test in tests:
        found = _settled(test, rules)
        if found is False:
            return None
        if isinstance(found, TestWord):
            kept.append(found)
    return tuple(kept)


def _settled(test: TestWord, rules: Rules) -> TestWord | bool:
    """Decide a test that is fixed when the rules are loaded."""
    match test:
        case ModuleIs():
            return any(pack in rules.names.packs for pack in test.among)
        case SwitchIs():
            return all(rules.switches[name] == value for name, value in test.values)
        case Owns() | CardIs():
            cards = tuple(card for card in test.cards if _may_come(card, rules))
            return attrs.evolve(test, cards=cards) if cards else False
        case Not() | AllOf() | AnyOf():
            return _settled_together(test, rules)
        case DiceTotalIs(bounds=Range(least=int() as least, most=most)) if least <= 1:
            return True if most is None else DiceTotalIs(Range(None, most), at=test.at)
        case Comparison(sides=(int() as left, int() as right)):
            return test.compare(left, right)
        case _:
            return test


def _settled_together(test: Not | AllOf | AnyOf, rules: Rules) -> TestWord | bool:
    """Decide a test made of tests, as far as these are fixed."""
    match test:
        case Not():
            inner = _settled(test.test, rules)
            return not inner if isinstance(inner, bool) else Not(inner, at=test.at)
        case AllOf():
            tests = plain_tests(test.tests, rules)
            return False if tests is None else _joined(AllOf, tests)
        case AnyOf():
            found = [_settled(one, rules) for one in test.tests]
            kept = tuple(one for one in found if isinstance(one, TestWord))
            return True if True in found else _joined(AnyOf, kept) if kept else False


def _may_come(card: str, rules: Rules) -> bool:
    """Whether a card that a test names is among these rules: its pack may not be, or they do without it."""
    pack, _, _ = card.rpartition("/")
    return card not in rules.names.left_out and (not pack or pack in rules.names.packs)


def _joined(cls: Callable[[tuple[TestWord, ...]], TestWord], tests: tuple[TestWord, ...]) -> TestWord | bool:
    return cls(tests) if len(tests) > 1 else tests[0] if tests else True


def plain_steps(steps: Sequence[Step], rules: Rules, payload: Iterable[str] = ()) -> tuple[Step, ...]:
    """Make steps plain; the variables in `payload` are what is about to happen, and stay."""
    return _Plain(rules, frozenset(payload), _moving(steps)).steps(steps, {})


def implied(tests: tuple[TestWord, ...], steps: Sequence[Step]) -> bool:
    """Whether the tests only say that one of the steps has something to do."""
    if len(tests) != 1 or not isinstance(tests[0], AnyOf):
        return False
    alternatives = tests[0].tests
    return bool(steps) and all(
        isinstance(step, If)
        and not step.else_
        and len(step.test) == 1
        and any(same(step.test[0], one) for one in alternatives)
        for step in steps
    )


def unread(steps: Sequence[Step], read: frozenset[str]) -> tuple[Step, ...]:
    """Leave out what a card remembers without ever looking at it."""

    def drop(node: Node) -> Node | None:
        return Gain(()) if isinstance(node, Remember) and node.name not in read else None

    found = rewritten(tuple(steps), drop)
    kept = found if is_tuple(found) else ()
    return tuple(_without_nothing(step for step in kept if isinstance(step, Step)))


def memories_read(part: object) -> frozenset[str]:
    """Name the numbers that a part of a card looks at."""
    return frozenset(node.name for node in nodes(part) if isinstance(node, MemoryValue))


def _moving(steps: Sequence[Step]) -> frozenset[str]:
    """Name the variables that are set in a place from where what follows cannot know their value."""
    inside = {
        node.name
        for outer in nodes(tuple(steps))
        if isinstance(outer, PayStep | ForEach)
        for node in nodes(outer)
        if isinstance(node, Set)
    }
    paid = {
        node.name
        for outer in nodes(tuple(steps))
        if isinstance(outer, PayStep)
        for node in nodes(outer)
        if isinstance(node, Set)
    }
    outside = {step.name for step in _outside_loops(steps) if isinstance(step, Set)}
    return frozenset(paid | (inside & outside))


def _outside_loops(steps: Sequence[Step]) -> Iterable[Node]:
    for step in steps:
        if isinstance(step, EachPlayer | AsPlayer):
            yield from _outside_loops(step.do)
        elif not isinstance(step, PayStep | ForEach):
            yield from nodes(step)


Env = dict[str, "Value"]


@define
class _Plain:
    """Makes steps plain, with what is known of the variables on the way."""

    rules: Rules
    payload: frozenset[str]
    moving: frozenset[str]
    result: list[Step] = field(factory=list[Step])

    def steps(self, steps: Sequence[Step], env: Env) -> tuple[Step, ...]:
        """Go through steps in order; `env` learns what they set."""
        outer, self.result = self.result, []
        rest = list(steps)
        while rest:
            step = _substituted(rest.pop(0), env)
            rest = self._step(step, rest, env)
        done, self.result = self.result, outer
        return tuple(_merged(_without_nothing(done)))

    def _step(self, step: Step, rest: list[Step], env: Env) -> list[Step]:
        """Do one step; gives what is left to do."""
        match step:
            case Set():
                return self._set(step, rest, env)
            case If():
                self._if(step, env)
            case ChooseOne() | AsPlayer(do=(ChooseOne(),)):
                return self._choose(step, rest, env)
            case Gain():
                self.result += _spread(step)
            case ForEach():
                self.result.append(attrs.evolve(step, do=self.steps(step.do, {**env})))
            case EachPlayer() | AsPlayer():
                self.result.append(attrs.evolve(step, do=self.steps(step.do, {**env})))
            case PayStep():
                then, else_ = self.steps(step.then, {**env}), self.steps(step.else_, {**env})
                self.result.append(attrs.evolve(step, then=then, else_=else_))
            case _:
                self.result.append(step)
        return rest

    def _set(self, step: Set, rest: list[Step], env: Env) -> list[Step]:
        if step.name in self.payload:
            self.result.append(step)
        elif step.name in self.moving:
            if not (isinstance(step.to, Var) and step.to.name == step.name):
                self.result.append(step)
        elif _lasts(step.to):
            env[step.name] = step.to
        else:
            return self._set_once(step, rest, env)
        return rest

    def _set_once(self, step: Set, rest: list[Step], env: Env) -> list[Step]:
        """Take the one step that uses a passing value to the place where it is known; else keep it."""
        users = [other for other in rest if _uses(other, step.name)]
        between = rest[: rest.index(users[0])] if users else []
        if len(users) == 1 and all(isinstance(other, Gain | Lose) for other in (*between, users[0])):
            env[step.name] = step.to
            return [users[0], *(other for other in rest if other is not users[0])]
        self.result.append(step)
        return rest

    def _if(self, step: If, env: Env) -> None:
        tests = plain_tests(step.test, self.rules)
        if tests is None or not tests:
            chosen = step.else_ if tests is None else step.then
            self.result += self.steps(chosen, env)
            return
        sets = (*step.then, *step.else_)
        if all(isinstance(one, Set) and one.name not in {*self.payload, *self.moving} for one in sets):
            _set_if(tests, step, env)
            return
        then, else_ = self.steps(step.then, {**env}), self.steps(step.else_, {**env})
        if then or else_:
            self.result.append(attrs.evolve(step, test=tests, then=then, else_=else_))

    def _choose(self, step: Step, rest: list[Step], env: Env) -> list[Step]:
        """Let each branch go on with what depends on the variables that it sets."""
        choice = step.do[0] if isinstance(step, AsPlayer) else step
        if not isinstance(choice, ChooseOne):
            return rest
        names = {one.name for branch in choice.branches for one in branch.do if isinstance(one, Set)}
        names -= {*self.payload, *self.moving}
        length = _reach(rest, names)
        following, rest = rest[:length], rest[length:]
        branches = tuple(self._branch(branch, step, following, env) for branch in choice.branches)
        plain = attrs.evolve(choice, branches=branches)
        self.result.append(attrs.evolve(step, do=(plain,)) if isinstance(step, AsPlayer) else plain)
        return rest

    def _branch(self, branch: Branch, step: Step, following: list[Step], env: Env) -> Branch:
        known = {**env}
        tests = plain_tests(branch.if_, self.rules)
        do = self.steps(branch.do, known)
        after = self.steps(following, known)
        if isinstance(step, AsPlayer) and after:
            after = (ForOwner(after),)
        return attrs.evolve(branch, do=(*do, *after), if_=branch.if_ if tests is None else tests)


def _set_if(tests: tuple[TestWord, ...], step: If, env: Env) -> None:
    """Learn of variables that are set under a condition; one that was not set before is 0."""
    then = {one.name: one.to for one in step.then if isinstance(one, Set)}
    else_ = {one.name: one.to for one in step.else_ if isinstance(one, Set)}
    for name in {**then, **else_}:
        before = env.get(name, 0)
        env[name] = IfValue(tests, then.get(name, before), else_.get(name, before))


def _reach(rest: Sequence[Step], names: set[str]) -> int:
    """Tell how many of the following steps depend on variables before these are set anew."""
    length = 0
    for number, step in enumerate(rest, start=1):
        if isinstance(step, Set) and step.name in names:
            break
        if any(_uses(step, name) for name in names):
            length = number
    return length


def _uses(part: object, name: str) -> bool:
    return any(isinstance(node, Var) and node.name == name for node in nodes(part))


def _lasts(value: Value) -> bool:
    """Whether a value stays what it is while other things happen."""
    return not any(isinstance(node, Fact) for node in nodes(value))


def _substituted(step: Step, env: Env) -> Step:
    def exchange(node: Node) -> Node | int | None:
        if isinstance(node, Var):
            return env.get(node.name)
        if isinstance(node, Arithmetic):
            inner = (rewritten(part, exchange) for part in node.parts)
            parts = tuple(part for part in inner if isinstance(part, int | ValueWord))
            return _worked_out(attrs.evolve(node, parts=parts))
        return None

    found = rewritten(step, exchange) if env else step
    return found if isinstance(found, Step) else step


def _worked_out(node: Arithmetic) -> Value:
    """Work out what consists of plain numbers, and leave out what adds nothing."""
    parts = node.parts
    numbers = [part for part in parts if isinstance(part, int)]
    if len(numbers) == len(parts):
        return reduce(node.combine, numbers)
    kept = tuple(part for part in parts if part != 0) if isinstance(node, Sum) else parts
    return kept[0] if len(kept) == 1 else attrs.evolve(node, parts=kept)


def _spread(step: Gain) -> list[Step]:
    """Tell gains that depend on tests one by one."""
    certain: list[tuple[str, Value]] = []
    perhaps: list[Step] = []
    for name, value in step.bag:
        terms = value.parts if isinstance(value, Sum) else (value,)
        for term in terms:
            if isinstance(term, IfValue) and term.else_ == 0:
                perhaps.append(If(term.tests, (Gain(((name, term.then),)),)))
            elif isinstance(value, Sum) and not any(isinstance(one, IfValue) for one in terms):
                certain.append((name, value))
                break
            else:
                certain.append((name, term))
    return [attrs.evolve(step, bag=tuple(certain)), *perhaps]


def _without_nothing(steps: Iterable[Step]) -> Iterable[Step]:
    """Leave out gains and losses of nothing, and what holds no steps any more."""
    for step in steps:
        if isinstance(step, Gain | Lose):
            bag = tuple((name, value) for name, value in step.bag if value != 0)
            if bag:
                yield attrs.evolve(step, bag=bag)
        elif isinstance(step, If):
            if step.then or step.else_:
                yield step
        elif not isinstance(step, EachPlayer | AsPlayer | ForEach) or step.do:
            yield step


def _merged(steps: Iterable[Step]) -> Iterable[Step]:
    """Put gains together that follow each other."""
    last: Gain | None = None
    for step in steps:
        if isinstance(step, Gain) and last is not None and not _share(step, last):
            last = attrs.evolve(last, bag=(*last.bag, *step.bag))
            continue
        if last is not None:
            yield last
        last = step if isinstance(step, Gain) else None
        if last is None:
            yield step
    if last is not None:
        yield last


def _share(one: Gain, other: Gain) -> bool:
    return bool({name for name, _ in one.bag} & {name for name, _ in other.bag})
