"""Abilities: triggers, replacements, changes of numbers and permissions as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from kingsburg_rules.text import bounds
from kingsburg_rules.text.amounts import noun_of, some
from kingsburg_rules.text.conditions import conditions, gained
from kingsburg_rules.text.grammar import Front, Sentence
from kingsburg_rules.text.plainly import implied, plain_steps, plain_tests
from kingsburg_rules.text.quantities import rank_list
from kingsburg_rules.text.scope import CHOSEN, EACH, THAT, YOU
from kingsburg_rules.text.steps import Lead, tell, tell_paid
from kingsburg_rules.words.flow import EachPlayer, If, Set
from kingsburg_rules.words.hands import CardIs
from kingsburg_rules.words.permissions import (
    AnySeason,
    CloseRanks,
    InfluenceShift,
    InfluenceWild,
    PermissionWord,
    Skip,
    SpendAs,
    TokenValues,
)
from kingsburg_rules.words.players import ThisCard
from kingsburg_rules.words.tests import BuildingColumn, BuildingRow, Gained, SeasonIs, YearIs
from kingsburg_rules.words.vocabulary import ACTOR, EVENTS, GOOD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.text.scope import Scope
    from kingsburg_rules.words.abilities import Replacement, Trigger
    from kingsburg_rules.words.registry import Step, TestWord

_EACH = {event.name for event in EVENTS if event.each}
_PAYLOAD = {event.name: event.payload for event in EVENTS}
_REPEATED = frozenset(
    {"advisor.influenced", "advisor.rewarded", "dice.assigned", "building.constructed", "ability.used"}
)
"""What may happen to a player several times in a season."""

_YEARLY = (
    "year.",
    "phase_",
    "kings_",
    "winter.",
    "enemy.",
    "battle.",
    "reinforcements.",
    "soldiers.",
    "game.",
)
"""What happens once a year or less: to say "once per year" there would be idle."""


def trigger_text(scope: Scope, trigger: Trigger, *, optional: bool, owned: bool) -> list[Sentence]:
    """Tell what a card does at a moment; nothing if it never can under these rules."""
    tests = plain_tests(trigger.if_, scope.names.rules)
    steps = plain_steps(trigger.do, scope.names.rules)
    if tests is None or not steps:
        return []
    if implied(tests, steps):
        tests = ()
    once = _once(scope, trigger, tests)
    scope, front, tests = _moment(scope, trigger, tests, owned=owned)
    lead = Lead(front, once, _condition(scope, tests))
    if front.whole and lead.condition:
        joined = scope.language.when_and(front.text, lead.condition)
        lead = evolve(lead, front=Front(joined, whole=True), condition="")
    may = optional if trigger.optional is None else trigger.optional
    if trigger.cost:
        return tell_paid(scope, trigger.cost, steps, lead, must=not may)
    asked = trigger.optional is True or not all(_is_wanted(step) for step in steps)
    return tell(scope, steps, evolve(lead, may=may and asked))


def _condition(scope: Scope, tests: Sequence[TestWord]) -> str:
    return conditions(scope, [test for test in tests if not isinstance(test, SeasonIs | YearIs)])


def _is_wanted(step: Step) -> bool:
    """Whether nobody would decline a step, so that a text need not say "you may"."""
    match step:
        case If():
            return all(_is_wanted(one) for one in (*step.then, *step.else_))
        case EachPlayer():
            return False
        case _:
            return step.wanted


def _once(scope: Scope, trigger: Trigger, tests: Sequence[TestWord]) -> str:
    """Say how often, where the moment itself does not."""
    small = scope.language.phrases.small
    single = any(isinstance(test, YearIs) and test.bounds.least == test.bounds.most for test in tests)
    yearly = trigger.when.startswith(_YEARLY)
    match trigger.uses:
        case "once_per_game" if not (single and yearly):
            return small["once_per_game"]
        case "once_per_year" if not yearly:
            return small["once_per_year"]
        case "once" if _may_repeat(trigger) and not _about_itself(tests):
            return small["once_per_season"]
        case _:
            return ""


def _may_repeat(trigger: Trigger) -> bool:
    """Whether it may happen several times in a season: to one player, or to several others."""
    return trigger.when in _REPEATED or (trigger.by != "me" and trigger.when in _EACH)


def _about_itself(tests: Sequence[TestWord]) -> bool:
    return any(isinstance(test, ThisCard) and test.is_it for test in tests)


def _moment(
    scope: Scope, trigger: Trigger, tests: Sequence[TestWord], *, owned: bool
) -> tuple[Scope, Front, tuple[TestWord, ...]]:
    """Say when; what tests say of the moment itself is said with it, and they are taken away."""
    event = trigger.when
    phrases = scope.language.phrases
    template = phrases.when.get(event) or _at_further(scope, event)
    left = tuple(tests)
    scope = evolve(scope, event=event, vars={**scope.vars, **_payload(scope, event)})
    if event not in _EACH:
        template, left, parts = _in_season(scope, template, event, left, trigger.uses)
        text = _on_the_whole(scope, template, event, left, parts)
        if trigger.order == "last":
            text = scope.small("after_all", when=text)
        return scope, Front(text), left
    who = {"me": YOU if owned else "a_player", "opponents": "opponent", "anyone": "a_player"}[trigger.by]
    about = scope.about(who)
    if trigger.by != "me":
        scope = _with_actor(scope, trigger.by)
    doer = scope if owned else scope.about(THAT, said=True)
    template, left, parts = _happening(about, template, event, left)
    if "[" not in template:
        return doer, Front(_in_years(scope, about.phrase(template, **parts), left)), left
    text = scope.language.after_if(about.clause(template, **parts), about.subject)
    often = trigger.uses == "unlimited" and not _about_itself(tests)
    text = scope.small("whenever" if often else "when", happens=text)
    text = _in_years(scope, text, left)
    return doer, Front(scope.language.smooth(text), whole=True), left


def _at_further(scope: Scope, event: str) -> str:
    """Say when a moment is that a pack brings, by the name that it has there."""
    name = scope.names.word(event)
    return scope.small("at_moment" if name == event else "at_named", name=name)


def _in_season(
    scope: Scope, template: str, event: str, tests: tuple[TestWord, ...], uses: str
) -> tuple[str, tuple[TestWord, ...], dict[str, str]]:
    """Say in which seasons something happens."""
    when, seasons = scope.language.phrases.when, scope.language.phrases.seasons
    found = next((test for test in tests if isinstance(test, SeasonIs)), None)
    if found is None or len(found.among) == 3:
        key = f"{event}.some" if uses in ("once_per_year", "once_per_game") else event
        return when.get(key, template), tests, {}
    told = scope.language.all_of([seasons[name] for name in found.among])
    if f"{event}.in" in when:
        return when[f"{event}.in"], tests, {"season": told}
    return f"{template}, {scope.language.phrases.small['in_season']}", tests, {"season": told}


def _on_the_whole(
    scope: Scope, template: str, event: str, tests: Sequence[TestWord], parts: dict[str, str]
) -> str:
    """Fill the phrase of a moment, and say in which years it comes."""
    when = scope.language.phrases.when
    for test in tests:
        match test:
            case YearIs(bounds=years) if years.least is not None and years.least == years.most:
                if f"{event}.one" in when:
                    return scope.phrase(when[f"{event}.one"], n=bounds.roman(years.least))
            case _:
                pass
    return _in_years(scope, scope.phrase(template, **parts), tests)


def _in_years(scope: Scope, text: str, tests: Sequence[TestWord]) -> str:
    found = next((test for test in tests if isinstance(test, YearIs)), None)
    return f"{text} {bounds.years(scope, found.bounds)}" if found else text


def _with_actor(scope: Scope, by: str) -> Scope:
    """Learn what they are called to whom it happened, where that may be others."""
    role = CHOSEN if by == "opponents" else THAT
    phrases = scope.language.phrases
    called = phrases.players[CHOSEN].text if role == CHOSEN else phrases.small["payload.actor"]
    return evolve(scope, vars={**scope.vars, ACTOR: called}, people={**scope.people, ACTOR: role})


def _payload(scope: Scope, event: str) -> dict[str, str]:
    """Name what a moment brings along."""
    small = scope.language.phrases.small
    named = {name: f"payload.{name}" for name in _PAYLOAD.get(event, ())}
    return {name: scope.phrase(small[key]) for name, key in named.items() if key in small}


def _happening(
    scope: Scope, template: str, event: str, tests: tuple[TestWord, ...]
) -> tuple[str, tuple[TestWord, ...], dict[str, str]]:
    """Find the phrase for what happens to a player, with what the tests say of it."""
    small = scope.language.phrases.small
    parts = {
        "building": scope.small("a_building"),
        "card": scope.small("a_card"),
        "bag": "",
    }
    when = scope.language.phrases.when
    left: list[TestWord] = []
    for test in tests:
        match test:
            case ThisCard(is_it=is_it) if event == "building.constructed":
                parts["building"] = small["this_building" if is_it else "another_building"]
            case ThisCard(is_it=True) if event == "card.entered":
                parts["card"] = small["this_card"]
            case BuildingColumn() if event == "building.constructed":
                columns = bounds.columns(scope, test.bounds)
                parts["building"] = scope.small("a_building_in", columns=columns)
            case BuildingRow() if event == "building.constructed":
                rows = scope.small("in_row", rows=scope.language.one_of(list(test.rows)))
                parts["building"] = scope.small("a_building_in", columns=rows)
            case CardIs() if event in ("building.constructed", "ability.used"):
                cards = scope.language.one_of([scope.names.the(card) for card in test.cards])
                parts["building"] = parts["card"] = cards
            case Gained() if f"{event}.gained" in when:
                template, parts["bag"] = when[f"{event}.gained"], gained(scope, test)
            case _:
                left.append(test)
    return template, tuple(left), parts


def replacement_text(
    scope: Scope, replacement: Replacement, *, optional: bool, owned: bool
) -> list[Sentence]:
    """Tell what becomes of something that is about to happen."""
    tests = plain_tests(replacement.if_, scope.names.rules)
    event = replacement.event
    steps = plain_steps(replacement.do, scope.names.rules, _PAYLOAD.get(event, ()))
    if tests is None or not steps:
        return []
    role = YOU if owned else EACH if event in _EACH else YOU
    scope = evolve(scope.about(role), event=event, vars={**scope.vars, **_payload(scope, event)})
    only_sets = all(isinstance(step, Set) for step in steps)
    years = next((test for test in tests if isinstance(test, YearIs)), None)
    front = Front(bounds.years(scope, years.bounds)) if years else None
    if not only_sets and front is None:
        front = _replaced_moment(scope, event)
    lead = Lead(front, condition=_condition(scope, tests))
    may = bool(replacement.optional) or (optional and not all(step.automatic for step in steps))
    return tell(scope, steps, evolve(lead, may=may, states=True))


def _replaced_moment(scope: Scope, event: str) -> Front:
    template = scope.language.phrases.when.get(event) or _at_further(scope, event)
    if event in _EACH and "[" in template:
        clause = scope.clause(template)
        return Front(scope.small("when", happens=scope.language.after_if(clause, scope.subject)), whole=True)
    return Front(scope.phrase(template))


def permission_text(scope: Scope, option: PermissionWord) -> Sentence | None:
    """Tell what a card permits, or forbids."""
    phrases = scope.language.phrases
    template, parts, once = phrases.options[option.word], dict[str, str](), ""
    may = False
    match option:
        case InfluenceShift():
            once, may = phrases.small["once_per_season"], True
            parts["by"] = scope.language.one_of([_difference(scope, by) for by in option.by])
        case InfluenceWild():
            once, may = phrases.small["once_per_season"], True
            parts["advisors"] = rank_list(scope, option.ranks)
        case TokenValues():
            parts["values"] = scope.language.one_of([str(value) for value in option.values])
        case AnySeason():
            parts["rows"] = scope.language.all_of(option.rows)
        case Skip():
            return _skipped(scope, option)
        case CloseRanks():
            parts["advisors"] = rank_list(scope, option.ranks)
        case SpendAs():
            may = True
            parts["pay"] = some(scope, option.pay)
            noun = noun_of(scope, option.as_)
            parts["instead"] = phrases.small["any_goods"] if option.as_ == GOOD else noun.several
            parts["in"] = phrases.small[f"when.{option.in_}"]
        case _:
            pass
    clause = scope.clause(template, **parts)
    return Sentence(scope.subject, (clause,), "may" if may else "states", once=once)


def _difference(scope: Scope, by: int) -> str:
    return scope.small("lower" if by < 0 else "higher", n=str(abs(by)))


def _skipped(scope: Scope, option: Skip) -> Sentence:
    """Tell what does not happen."""
    phrases = scope.language.phrases
    clauses = [scope.clause(phrases.options[f"skip.{what}"]) for what in option.what]
    return Sentence(scope.subject, tuple(clauses), "states")
