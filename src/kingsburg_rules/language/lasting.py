"""Effects that last until a moment: changes of numbers, permissions, and cards that work for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.compiled_rules import ME, NOBODY, ZONES, Card, Modifier, Permission
from kingsburg_rules.engine.events import CardLent
from kingsburg_rules.engine.state import Lasting, await_end, lend, let_last
from kingsburg_rules.engine.zones import called
from kingsburg_rules.language.bags import compile_ways, constant_ways
from kingsburg_rules.language.cards import PERMISSIONS, USES, PermissionWord
from kingsburg_rules.language.emitter import Emitter, Subject, Who
from kingsburg_rules.language.memory import given_changes, stat_names, wrong_key
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import constant
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, TestWord, compiles
from kingsburg_rules.language.shapes import EVENT_PATTERN, Flag, Text
from kingsburg_rules.language.tests import IF
from kingsburg_rules.language.values import A_CARD, STAT_KEY, VALUE, Value
from kingsburg_rules.language.vocabulary import CARD, STATS, STATS_BY_NAME, types_of

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import Frame
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Names


def compile_permission(names: Names, card: int, word: PermissionWord) -> Permission:
    """Compile a permission, for whoever uses it, or for whoever it closes or forbids something to."""
    e = Emitter(names, names.compiled.card_source[card], card)
    e.declare(types_of(word.payload))
    if not word.personal:
        e.changing = word.word
        e.subject = Subject(Who.OWNER, e.hidden())
    known, look = constant_ways(e, word.cost, f"{word.at}/cost"), word.look(e)
    return Permission(
        names.number_ability(),
        card,
        word.kind,
        tuple(word.numbers(names)),
        USES[word.uses],
        e.condition(word.if_),
        () if known is None else tuple(known),
        look,
        compile_ways(e, word.cost, f"{word.at}/cost") if known is None else None,
    )


@STEPS.add("lasting")
@node
class LastingStep(Step):
    """Change a number of the rules until a moment comes, or let a card or a permission work for this player.

    The value of a change is fixed when the effect starts. With `card`, this player has what that card does,
    as if it were in play for them, while the card stays where it is; each player has their own uses and
    memory of it. With `permission`, they have a permission that this card gives.
    """

    edges = EdgeCases(
        no_player="Where the card works for nobody in particular, the change applies to all players.",
        nothing="Without a card to work, nothing happens.",
    )

    until: str = key(
        Text(EVENT_PATTERN), "The moment that ends it, whoever it happens to, before cards react."
    )
    what: str = key(Text(among=tuple(s.name for s in STATS)), "Which number changes.", default="")
    card: Value | None = key(
        A_CARD, "Instead of a number: the card that works for this player, too.", default=None
    )
    permission: PermissionWord | None = key(
        PERMISSIONS, "Instead of a number: a permission that this player has.", default=None
    )
    of_: str | None = key(STAT_KEY, "The resource, if there is one such number for each.", default=None)
    if_: tuple[TestWord, ...] = key(IF, "When it applies; all tests must hold.", default=())
    everyone: bool = key(Flag(), "Whether it applies to all players, not only to this one.", default=False)
    set: Value | None = key(VALUE, "The number becomes this.", default=None)
    add: Value | None = key(VALUE, "The amount to add.", default=None)
    times: Value | None = key(VALUE, "The number to multiply by.", default=None)
    at_least: Value | None = key(VALUE, "The lowest value: a lower number is raised to this.", default=None)
    at_most: Value | None = key(VALUE, "The highest value: a higher number is lowered to this.", default=None)


@compiles(LastingStep)
def _emit_lasting_step(word: LastingStep, e: Emitter) -> None:
    """Compile: the effect becomes known to the rule set, and the step starts it."""
    if sum((bool(word.what), word.card is not None, word.permission is not None)) != 1:
        raise e.error(word, "link.either", "give one of: what, card, permission")
    if word.what:
        _emit_change(word, e)
    else:
        _emit_loan(word, e)


def _emit_change(word: LastingStep, e: Emitter) -> None:
    changes = given_changes(word.set, word.add, word.times, word.at_least, word.at_most)
    if len(changes) != 1:
        raise e.error(word, "link.change", "give one of: set, add, times, at_least, at_most")
    ((rank, change),) = changes
    changed = STATS_BY_NAME[word.what]
    keys = e.names.keys_of(changed)
    if word.of_ and word.of_ not in keys:
        message = wrong_key(word.what, word.of_, keys)
        raise e.mistake(f"{word.at}/of", "link.stat", message, word.of_)
    names = [f"{word.what}:{word.of_}"] if word.of_ else stat_names(e.compiled, word.what)
    value, until = e.number(change), e.names.listen(word.until, f"{word.at}/until")
    scope = e.for_stat(changed)
    test = scope.test(word.if_) if word.if_ else None
    # Each change has a number in the rule set, since a position can hold numbers only.
    first, all_ = len(e.compiled.lasting), word.everyone
    for name in names:
        e.compiled.lasting.append(Modifier(e.card, e.names.change(name, word.at), test, rank, value))
    last = len(e.compiled.lasting)

    def begin(state: State, frame: Frame) -> None:
        seat, amount = NOBODY if all_ else frame[ME], value(state, frame)
        # A position is made of numbers: the change itself is in the rule set, its value is fixed now.
        begun = tuple(Lasting(number, seat, amount, until) for number in range(first, last))
        let_last(state, (*state.lasting, *begun))
        await_end(state, until)

    e.op(begin)


def _emit_loan(word: LastingStep, e: Emitter) -> None:
    """Compile what lets a card, or a permission, work for players until a moment."""
    changes = given_changes(word.set, word.add, word.times, word.at_least, word.at_most)
    if changes or word.of_ or word.if_:
        raise e.error(word, "link.either", "'of', 'if' and changes belong to 'what'")
    if word.permission is None:
        number = e.thing(word.card or 0, CARD, f"{word.at}/card")
        e.names.lends = True
    else:
        number = constant(_permitting(word.permission, e))
    until, everyone = e.names.listen(word.until, f"{word.at}/until"), word.everyone

    def begin(state: State, frame: Frame) -> None:
        card, me = number(state, frame), frame[ME]
        for seat in () if card < 0 else state.order if everyone or me < 0 else (me,):
            lend(state, until, seat, card)
            if state.event_log is not None:
                name, moment = called(state, state.compiled.lent_card(card)), state.compiled.events[until]
                state.event_log.append(CardLent(state.setup.players[seat], name, moment))

    e.op(begin)


def _permitting(word: PermissionWord, e: Emitter) -> int:
    """Make a permission that works for a time known under a number of its own, and return the number."""
    if e.card == NOBODY:
        raise e.error(word, "link.holder", "only a card can give a permission; put this step on a card")
    compiled = e.compiled
    permission = compile_permission(e.names, e.card, word)
    compiled.permissions[permission.index] = permission
    card = compiled.cards[e.card]
    # Beyond the numbers of all cards, and of what they do in hands and in the display.
    number = len(ZONES) * (len(compiled.cards) + 1) + permission.index
    compiled.away[number] = Card(number, card.ref, card.name, card.kind, permissions=(permission,))
    return number
