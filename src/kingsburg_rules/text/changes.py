"""Changes of the numbers of the rules: "+1 battle strength", "your buildings cost 1 gold less"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.text import amounts, bounds
from kingsburg_rules.text.conditions import conditions
from kingsburg_rules.text.grammar import Clause, Front, Sentence
from kingsburg_rules.text.quantities import number
from kingsburg_rules.text.scope import EACH, YOU
from kingsburg_rules.words.memory import LastingStep, given_changes
from kingsburg_rules.words.players import ThisCard
from kingsburg_rules.words.shapes import Range
from kingsburg_rules.words.tests import BuildingColumn, BuildingRow, EnemyTypeIs, Not, Nth, YearIs
from kingsburg_rules.words.vocabulary import STATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.text.scope import Scope
    from kingsburg_rules.words.abilities import ModifierCard
    from kingsburg_rules.words.registry import TestWord
    from kingsburg_rules.words.values import Value

_OPERATIONS = ("set", "add", "times", "at_least", "at_most")
_KEYED = {stat.name: stat.all_keys for stat in STATS if stat.keys}


def standing(scope: Scope, change: ModifierCard, tests: Sequence[TestWord]) -> Sentence:
    """Tell a change that holds as long as a card is in play."""
    ((rank, value),) = change.changes
    left, parts = _absorbed(scope, change.what, tests)
    years = next((test for test in tests if isinstance(test, YearIs)), None)
    template = _template(scope, change.what, change.of_, rank, value)
    parts |= _parts(scope, change.what, change.of_, value)
    condition = conditions(scope, left)
    front = Front(bounds.years(scope, years.bounds)) if years else None
    return Sentence(scope.subject, (scope.clause(template, **parts),), "states", front, condition=condition)


def bare(scope: Scope, change: ModifierCard, tests: Sequence[TestWord]) -> str:
    """Tell a change of the owner's numbers without a verb, where there is such a phrase: "+1 strength"."""
    ((rank, value),) = change.changes
    key = f"{change.what}.{_OPERATIONS[rank]}.bare"
    table = scope.language.phrases.changes
    left, parts = _absorbed(scope, change.what, tests)
    if key not in table or scope.role != YOU or left or any(isinstance(test, YearIs) for test in tests):
        return ""
    return scope.phrase(table[key], **parts, **_parts(scope, change.what, change.of_, value))


def lasting(scope: Scope, step: LastingStep) -> Clause:
    """Tell a change that holds until a moment."""
    ((rank, value),) = given_changes(step.set, step.add, step.times, step.at_least, step.at_most)
    about = scope.about(EACH) if step.everyone else scope
    left, parts = _absorbed(about, step.what, step.if_)
    template = _template(about, step.what, step.of_, rank, value)
    parts |= _parts(about, step.what, step.of_, value)
    tail = until(scope, step.until)
    if left:
        tail = f" {scope.small('if', condition=conditions(about, left))}{tail}"
    clause = about.clause(template, **parts)
    subject = clause.subject or (about.subject if step.everyone else None)
    return Clause(clause.verb, f"{clause.rest}{tail}", clause.before, clause.last, subject)


def until(scope: Scope, event: str) -> str:
    """Say until when."""
    table = scope.language.phrases.until
    return " " + scope.small("until", moment=scope.phrase(table[event]) if event in table else event)


def _template(scope: Scope, what: str, of: str | None, rank: int, value: Value) -> str:
    """Find the phrase for a change, the most special one first."""
    table, operation = scope.language.phrases.changes, _OPERATIONS[rank]
    whole = ".all" if of is None and what in _KEYED else ""
    sign = "" if not isinstance(value, int) else ".less" if value < 0 else ".more"
    keys = (
        f"{what}.{operation}.{value}{whole}",
        f"{what}.{operation}{sign}{whole}",
        f"{what}.{operation}{whole}",
    )
    return next((table[key] for key in keys if key in table), table[f"{operation}{sign}"])


def _parts(scope: Scope, what: str, of: str | None, value: Value) -> dict[str, str]:
    """Give what the phrase of a change is filled with."""
    size = abs(value) if isinstance(value, int) else value
    stat = scope.phrase(scope.language.phrases.stats[what])
    parts = {
        "stat": stat,
        "n": number(scope, size),
        "dice": amounts.dice(scope, size),
        "signed": amounts.signed(value, scope),
        "things": "",
        "amount": "",
        "goods": amounts.amount(scope, "good", size, chosen=False),
        "any_goods": amounts.amount(scope, "good", size),
        "points": amounts.amount(scope, "vp", size),
    }
    if of is not None:
        parts["things"] = amounts.noun_of(scope, of).several
        parts["amount"] = amounts.amount(scope, of, size, chosen=False)
    return parts


def _absorbed(scope: Scope, what: str, tests: Iterable[TestWord]) -> tuple[list[TestWord], dict[str, str]]:
    """Say tests within the phrase of a change where that is shorter; gives those that are left."""
    small = scope.language.phrases.small
    owned = "" if scope.role == YOU else "every_"
    parts = {
        "against": "",
        "enemies": scope.small("enemy_cards"),
        "buildings": scope.small(f"{owned}buildings"),
        "building": scope.small("a_building"),
        "soldiers": scope.small("soldiers"),
    }
    left: list[TestWord] = []
    for test in tests:
        match test:
            case EnemyTypeIs() if what == "battle_strength":
                parts["against"] = f" {scope.small('against', types=_types(scope, test))}"
            case Not(test=EnemyTypeIs() as inner) if what == "battle_strength":
                parts["against"] = f" {scope.small('not_against', types=_types(scope, inner))}"
            case EnemyTypeIs() if what == "enemy_card_strength":
                parts["enemies"] = scope.small("enemy_cards_of", types=_bare_types(scope, test))
            case BuildingColumn() if what == "build_cost":
                columns = bounds.columns(scope, test.bounds, several=True)
                parts["buildings"] = scope.small(f"{owned}buildings_in", columns=columns)
            case BuildingRow() if what == "build_cost":
                key = "in_row" if len(test.rows) == 1 else "in_rows"
                rows = scope.small(key, rows=scope.language.all_of(list(test.rows)))
                parts["buildings"] = scope.small(f"{owned}buildings_in", columns=rows)
            case ThisCard(is_it=True):
                parts["building"] = small["this_building"]
            case Nth(bounds=Range(least=1, most=1)) if what == "recruit_price":
                parts["soldiers"] = small["first_soldier"]
            case YearIs():
                pass
            case _:
                left.append(test)
    return left, parts


def _types(scope: Scope, test: EnemyTypeIs) -> str:
    return scope.language.all_of(
        [scope.small("enemies", types=scope.names.enemies(name)) for name in test.among]
    )


def _bare_types(scope: Scope, test: EnemyTypeIs) -> str:
    return scope.language.one_of([scope.names.enemies(name) for name in test.among])
