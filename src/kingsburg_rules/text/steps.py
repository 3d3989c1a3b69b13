"""What is done: the steps of an effect as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from kingsburg_rules.text import amounts, choices
from kingsburg_rules.text.clauses import clause_of
from kingsburg_rules.text.conditions import condition, conditions, qualities
from kingsburg_rules.text.grammar import Clause, Front, Mood, Sentence
from kingsburg_rules.text.plainly import ForOwner
from kingsburg_rules.text.quantities import number, player
from kingsburg_rules.text.scope import EACH, EACH_OTHER, OTHERS, THAT, YOU
from kingsburg_rules.words.flow import ChooseOne, EachPlayer, ForEach, If, Who
from kingsburg_rules.words.memory import LastingStep
from kingsburg_rules.words.players import AsPlayer, Neighbor
from kingsburg_rules.words.registry import Step
from kingsburg_rules.words.resources import Gain, PayStep, TakeOne, TradeStep
from kingsburg_rules.words.values import Var

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.text.scope import Scope
    from kingsburg_rules.words.resources import Amounts
    from kingsburg_rules.words.values import Value


@frozen
class Lead:
    """What stands before the first sentence of some steps: when, on what condition, and whether they must.

    `states` says "you gain" where an order would not tell who is meant.
    """

    front: Front | None = None
    once: str = ""
    condition: str = ""
    link: str = ""
    may: bool = False
    states: bool = False


NO_LEAD = Lead()


def tell(scope: Scope, steps: Sequence[Step], lead: Lead = NO_LEAD) -> list[Sentence]:
    """Tell steps, in sentences."""
    block = _Block(scope, lead)
    block.all(steps)
    return block.sentences


def tell_shortly(scope: Scope, steps: Sequence[Step]) -> str:
    """Tell steps in a part of a sentence."""
    told = [scope.language.part(sentence) for sentence in tell(scope, steps)]
    if told:
        return scope.language.all_of(told)
    nothing = scope.clause(scope.language.phrases.small["nothing"])
    return scope.language.part(Sentence(scope.subject, (nothing,)))


def tell_paid(
    scope: Scope, price: Sequence[Amounts], steps: Sequence[Step], lead: Lead, *, must: bool = False
) -> list[Sentence]:
    """Tell that a price is paid for steps."""
    cost = scope.language.one_of([amounts.bag(scope, bag, chosen=False) for bag in price])
    if must:
        cost = scope.small("if_possible", what=cost)
    paying = scope.clause(scope.language.phrases.steps["pay"], price=cost)
    block = _Block(scope.about(scope.role, said=True, named=scope.named))
    block.all(steps)
    plain = len(block.sentences) == 1 and _is_plain(block.sentences[0], scope)
    first_ = _sentence(scope, (paying,), evolve(lead, may=not must), must=must)
    if plain:
        return [evolve(first_, purpose=block.sentences[0].clauses)]
    condition_ = scope.phrase(scope.language.phrases.small["do_so"])
    then = tell(scope.about(scope.role, said=True), steps, Lead(condition=condition_))
    return [first_, *then]


def _is_plain(sentence: Sentence, scope: Scope) -> bool:
    """Whether a sentence only says what the same player does, so that it can become a purpose."""
    return (
        not sentence.condition
        and not sentence.purpose
        and sentence.mood in ("plain", "states")
        and all(clause.subject is None for clause in sentence.clauses)
        and sentence.subject == scope.pronoun
    )


def _sentence(scope: Scope, clauses: tuple[Clause, ...], lead: Lead, *, must: bool = False) -> Sentence:
    mood: Mood = "must" if must else "may" if lead.may else "states" if lead.states else "plain"
    return Sentence(scope.subject, clauses, mood, lead.front, lead.once, lead.condition, lead.link)


@define
class _Block:
    """Steps being told: the sentences that are done, and the clauses of the next one."""

    scope: Scope
    lead: Lead = NO_LEAD
    sentences: list[Sentence] = field(factory=list[Sentence])
    clauses: list[Clause] = field(factory=list[Clause])

    def all(self, steps: Sequence[Step]) -> None:
        """Tell all steps."""
        rest = list(steps)
        while rest:
            match rest:
                case [Gain() as gain, TakeOne() as take, *_]:
                    self._gain_with_choice(gain, take)
                    rest = rest[2:]
                case _:
                    self._step(rest[0], rest[1:])
                    rest = rest[1:]
        self._flush()

    def _gain_with_choice(self, gain: Gain, take: TakeOne) -> None:
        """Tell a gain together with the choice that follows it: "1 wood and either 1 gold or 1 stone"."""
        scope = self.scope
        things = [amounts.amount(scope, name, value) for name, value in amounts.ordered(gain.bag)]
        either = scope.small("either", bags=amounts.bags(scope, take.bags))
        self._clause(scope.language.phrases.steps["gain"], bag=scope.language.all_of([*things, either]))

    def _flush(self) -> None:
        """End the sentence with the clauses that are there."""
        clauses, self.clauses = tuple(self.clauses), []
        if clauses and self.lead.may and clauses[0].subject is not None:
            self._may_use()
        if clauses:
            self._add([_sentence(self.scope, clauses, self.lead)])

    def _may_use(self) -> None:
        """Tell that all this may be done, where what is done does not say who does it."""
        use = self.scope.clause(self.scope.language.phrases.small["use_this"])
        self._add([_sentence(self.scope, (use,), self.lead)])

    def _add(self, sentences: Sequence[Sentence]) -> None:
        """Add sentences that have taken the lead into account; simple ones go on behind a semicolon."""
        if not sentences:
            return
        small = self.scope.language.phrases.small
        for sentence in sentences:
            plain = evolve(sentence, link="") if sentence.link == small["in_that_case"] else sentence
            if self.sentences and plain.is_simple and not self.sentences[-1].is_simple:
                last = self.sentences[-1]
                self.sentences[-1] = evolve(last, more=(*last.more, evolve(plain, more=()), *plain.more))
            else:
                self.sentences.append(sentence)
            if any(clause.subject is None for clause in sentence.clauses):
                self.scope.said = self.scope.role != YOU
        if self.lead.may:
            self.lead = Lead(condition=self.scope.phrase(small["do_so"]), states=self.lead.states)
        elif self.lead.condition or self.lead.link:
            self.lead = Lead(link=small["in_that_case"], states=self.lead.states)
        else:
            self.lead = Lead(states=self.lead.states)

    def _clause(self, template: str, /, **parts: str) -> None:
        self._put(self.scope.clause(template, **parts))

    def _put(self, clause: Clause) -> None:
        """Add a clause; one with a subject of its own makes a sentence of its own."""
        if self.clauses and (clause.subject or self.clauses[-1].subject):
            self._flush()
        self.clauses.append(clause)

    def _step(self, step: Step, following: Sequence[Step]) -> None:
        match step:
            case If():
                self._if(step)
            case EachPlayer():
                self._each_player(step)
            case AsPlayer():
                self._as_player(step)
            case ForOwner():
                self._flush()
                owner = self.scope.about(self.scope.owner, said=self.scope.owner != YOU)
                self._add(tell(owner, step.do, evolve(self.lead, states=True)))
            case ForEach():
                self._for_each(step)
            case PayStep():
                self._pay(step)
            case TradeStep():
                self._trade(step)
            case ChooseOne():
                self._choose_one(step)
            case _:
                self._simple(step, following)

    def _if(self, step: If) -> None:
        self._flush()
        lead, scope = self.lead, self.scope
        holds = conditions(scope, step.test)
        both = scope.language.if_all([lead.condition, holds]) if lead.condition else holds
        found = tell(evolve(scope), step.then, evolve(lead, condition=both))
        if step.else_:
            if lead.condition:
                fails = scope.language.if_any([condition(scope, test, holds=False) for test in step.test])
                otherwise = Lead(condition=scope.language.if_all([lead.condition, fails]))
            else:
                otherwise = Lead(link=scope.language.phrases.small["otherwise"])
            found += tell(scope.about(scope.role, said=scope.role != YOU), step.else_, otherwise)
        self.sentences += found
        if found:
            self.lead = NO_LEAD
            self.scope.said = scope.role != YOU

    def _each_player(self, step: EachPlayer) -> None:
        """Tell what each player does; those who differ by a test are told one after the other."""
        self._flush()
        steps, role = step.do, EACH
        if step.who is None:
            while len(steps) == 1 and isinstance(steps[0], If):
                branch = steps[0]
                self._with(_whoever(self.scope, Who(if_=branch.test), role), branch.then)
                steps, role = branch.else_, EACH_OTHER
            role = OTHERS if role == EACH_OTHER else role
        if steps:
            self._with(_whoever(self.scope, step.who, role), steps, together=step.together)

    def _with(self, scope: Scope, steps: Sequence[Step], *, together: bool = False) -> None:
        """Tell steps of others, with the lead of this block; what may be done is whether they are done."""
        if self.lead.may:
            self._may_use()
        lead = self.lead
        if together:
            at_once = scope.small("together", who=scope.subject.text)
            scope = scope.about(scope.role, named=evolve(scope.subject, text=at_once))
        self._add(tell(scope, steps, lead))

    def _as_player(self, step: AsPlayer) -> None:
        short = choices.for_owner(self.scope, step)
        if short is not None:
            self._put(short)
            return
        role = _role(self.scope, step.player)
        named = player(self.scope, step.player) if isinstance(step.player, Neighbor) else None
        scope = evolve(self.scope.about(role, named=named), owner=self.scope.role)
        self._flush()
        self._with(scope, step.do)

    def _for_each(self, step: ForEach) -> None:
        """Tell what is done for each value: first which, then what."""
        self._flush()
        scope = self.scope
        values = scope.language.all_of([number(scope, value) for value in step.in_])
        inner = evolve(
            scope, vars={**scope.vars, step.name: scope.phrase(scope.language.phrases.small["it"])}
        )
        told = [scope.language.part(sentence) for sentence in tell(inner, step.do)]
        opening = _sentence(scope, (), self.lead)
        each = scope.small("for_each", values=values)
        if told:
            self._add([evolve(opening, once=each, listed="; ".join(told))])

    def _pay(self, step: PayStep) -> None:
        self._flush()
        found = tell_paid(self.scope, step.price, step.then, self.lead)
        if step.else_:
            otherwise = Lead(link=self.scope.language.phrases.small["otherwise"])
            found += tell(self.scope.about(self.scope.role, said=True), step.else_, otherwise)
        self._add(found)

    def _trade(self, step: TradeStep) -> None:
        self._flush()
        clause = choices.trade(self.scope, step.offers)
        self._add([_sentence(self.scope, (clause,), evolve(self.lead, may=True))])
        self.lead = NO_LEAD

    def _choose_one(self, step: ChooseOne) -> None:
        clauses = choices.choose_one(self.scope, step)
        if clauses is None:
            self._flush()
            self._add([_sentence(self.scope, (choices.listed(self.scope, step, tell_shortly),), self.lead)])
        else:
            for clause in clauses:
                self.clauses.append(clause)

    def _simple(self, step: Step, following: Sequence[Step]) -> None:
        """Tell a step that is one clause."""
        clause = clause_of(self.scope, step, following)
        if clause is not None:
            self._put(clause)
        if isinstance(step, LastingStep):
            self.lead = evolve(self.lead, states=True)


def _whoever(scope: Scope, who: Who | None, role: str) -> Scope:
    """Say which players: "each other player who has no goods"."""
    if who is None:
        return scope.about(role)
    small, players = scope.language.phrases.small, scope.language.phrases.players
    role = EACH_OTHER if who.opponents or who.neighbors else role
    everybody = players[role]
    told = qualities(scope, who)
    text = scope.small("each_neighbor") if who.neighbors else everybody.text
    if told:
        text = scope.small("whoever", players=text, relative=told)
    if who.tied is not None:
        text += f" {small['tied' if who.tied else 'alone']}"
    named = evolve(everybody, text=scope.language.smooth(text))
    return scope.about(role, named=named)


def _role(scope: Scope, player: Value) -> str:
    match player:
        case Neighbor():
            return player.side
        case Var() if player.name in scope.people:
            return scope.people[player.name]
        case _:
            return THAT
