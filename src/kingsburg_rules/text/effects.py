"""Effects in words: their steps, as sentences and as numbered lists.

Steps become items of a list. An item whose steps are plain is a sentence; every other one is a line that ends
with a colon, with the items of its own steps below it. Each step is said once, where it stands: nothing is
left out, worked out in advance, or moved. A word is said by its phrase; the few whose sentence follows from
more than their fields are in `SPECIAL`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, frozen

from kingsburg_rules.language.registry import Node, Step, TestWord, Word, is_tuple
from kingsburg_rules.language.resources import Exchange, TradeStep
from kingsburg_rules.language.values import ME_WORD, OWNER, Literal
from kingsburg_rules.language.vocabulary import RESOURCES
from kingsburg_rules.text.gaps import (
    EACH,
    PAYLOAD,
    THEY,
    Pairs,
    Scope,
    WordSource,
    attribute,
    bag,
    conditions,
    field_names,
    is_bag,
    is_called,
    key_of,
    name_of,
    negated,
    nodes,
    variable,
    variable_of,
)
from kingsburg_rules.text.languages import YOU, Clause, Front, Language, Sentence
from kingsburg_rules.text.phrases import Subject

_GOODS = tuple(resource.name for resource in RESOURCES if resource.good)
_QUOTES = ("“", "«")
"""How the name of a variable begins."""

INLINE_CHOICES = 3
"""So many short things to choose from stand in one sentence."""


@frozen
class ListItem:
    """An item of a numbered list: its sentences, and the items below the last of them."""

    sentences: tuple[Sentence, ...]
    items: tuple[ListItem, ...] = ()


def steps(scope: Scope, several: Sequence[Step]) -> list[ListItem]:
    """Write steps, one item for each."""
    return [item for step in several for item in _step(scope, step)]


def merged(scope: Scope, items: Sequence[ListItem], *, mixed: bool = False) -> Sentence | None:
    """Make one sentence of items if it can say all of them in their order, without a variable; else None.

    What several players do is one sentence only where it may be `mixed`: as a thing to choose.
    """
    if any(item.items or len(item.sentences) != 1 for item in items) or not items:
        return None
    first, *others = found = [item.sentences[0] for item in items]
    if not others:
        return first
    alike = all((one.subject, one.mood) == (first.subject, first.mood) for one in others)
    plain = not any(one.fronts or one.purpose or _stands_alone(scope, one) for one in found)
    if not plain or not (alike or mixed):
        return None
    clauses = (_by(one.subject, clause, first.subject) for one in found for clause in one.clauses)
    return evolve(first, clauses=tuple(clauses))


def _by(subject: Subject, clause: Clause, first: Subject) -> Clause:
    """Describe who does it, where it is not the subject of the sentence."""
    return clause if clause.subject or subject == first else evolve(clause, subject=subject)


def _stands_alone(scope: Scope, sentence: Sentence) -> bool:
    """Whether a sentence stands better alone: one that asks, or that names a variable."""
    modal = any(clause.verb == scope.language.modal for clause in sentence.clauses)
    return modal or any(sign in scope.language.written(sentence) for sign in _QUOTES)


def _step(scope: Scope, step: Step) -> list[ListItem]:
    special = SPECIAL.get(name_of(step))
    if special is not None:
        return [ListItem((Sentence(scope.subject, special(scope, step)),))]
    options = _options(step)
    if options:
        given = WordSource(scope, step)
        others = (
            _below(scope, (Front(scope.clause("steps", f"{name_of(step)}.{name}", given).rest),), block)
            for name, block in blocks(step)
        )
        return [_choice(scope, step, options), *others]
    inner = blocks(step)
    if inner:
        return _with_blocks(scope, step, inner)
    clause = scope.clause("steps", name_of(step), WordSource(scope, step))
    return [ListItem((Sentence(scope.subject, (clause,)),))]


def blocks(node: Node) -> list[tuple[str, list[Step]]]:
    """List the fields of a word that hold steps."""
    found: list[tuple[str, list[Step]]] = []
    for name in field_names(node):
        value = attribute(node, name)
        inside = [one for one in value if isinstance(one, Step)] if is_tuple(value) else []
        if inside:
            found.append((name, inside))
    return found


def _options(step: Step) -> list[Node]:
    """List the things to choose from that a word has: objects with steps of their own."""
    for name in field_names(step):
        value = attribute(step, name)
        if is_tuple(value):
            found = [one for one in value if isinstance(one, Node) and not isinstance(one, Word)]
            if found and all(blocks(one) for one in found):
                return found
    return []


def _with_blocks(scope: Scope, step: Step, inner_blocks: list[tuple[str, list[Step]]]) -> list[ListItem]:
    """Write a word that has steps in it: what is said of it first, then its steps, block by block.

    Where the word has a phrase `word.who`, its steps are done by that player.
    """
    given = WordSource(scope, step)
    (start, first), *others = inner_blocks
    self_again = _oneself(scope, step)
    if self_again is not None:
        return [_stated(item) for item in steps(self_again, first)]
    who = _others(scope, step)
    if who is not None:
        found = [_by_others(scope, who, first)]
        inner = scope.about_them()
    else:
        found = [_head(scope, step, first, start)]
        inner = scope
    for name, block in others:
        front = Front(scope.clause("steps", f"{name_of(step)}.{name}", given).rest)
        last = _below(inner, (front,), block)
        if found[-1].items or last.items:
            found.append(last)
        else:
            found[-1] = ListItem((*found[-1].sentences, *last.sentences))
    return found


def _oneself(scope: Scope, step: Step) -> Scope | None:
    """Return the scope of steps done by the player addressed as "you"; None if others do them."""
    who = attribute(step, "player") if name_of(step) == "as_player" else None
    if not isinstance(who, Literal) or who.name not in (ME_WORD, OWNER):
        return None
    owner = scope.owner or scope.pronoun
    meant = scope.pronoun if who.name == ME_WORD else owner
    if meant.form != YOU:
        return None
    return evolve(scope, subject=scope.player(YOU), pronoun=meant)


def _stated(item: ListItem) -> ListItem:
    """Write what "you" do as a statement: in a list of what others do, an order would seem to be theirs."""
    return ListItem(
        tuple(
            evolve(each, mood="states") if each.mood == "plain" and each.subject.form == YOU else each
            for each in item.sentences
        ),
        tuple(map(_stated, item.items)),
    )


def _below(scope: Scope, fronts: tuple[Front, ...], block: Sequence[Step]) -> ListItem:
    """Write steps behind a front: in its sentence, or below it."""
    items = steps(scope, block)
    one = merged(scope, items)
    if one is not None and not one.fronts:
        return ListItem((evolve(one, fronts=fronts),))
    return ListItem((Sentence(scope.subject, fronts=fronts),), tuple(items))


def _others(scope: Scope, step: Step, block: str = "") -> Subject | None:
    """Name the players by whom the steps in a word, or in a block of it, are done, if there is a phrase."""
    try:
        named = scope.clause("steps", f"{name_of(step)}{block}.who", WordSource(scope, step)).rest
    except LookupError:
        return None
    they = scope.player(THEY)
    return Subject(scope.language.smooth(named), "one", they.own, they.again)


def _by_others(scope: Scope, who: Subject, block: Sequence[Step]) -> ListItem:
    """Write steps of other players."""
    inner = scope.about_them()
    items = steps(inner, block)
    one = merged(inner, items)
    if one is not None and not one.fronts and one.subject == inner.subject and _is_named(one):
        return ListItem((evolve(one, subject=who),))
    if len(items) == 1 and _is_theirs(inner, items[0]):
        # One step with steps of its own: "your left neighbor chooses one:".
        return ListItem((evolve(items[0].sentences[0], subject=who),), items[0].items)
    return ListItem((Sentence(who, fronts=(Front(who.text),)),), tuple(items))


def _is_theirs(scope: Scope, item: ListItem) -> bool:
    """Whether an item is one sentence about whoever acts, so that they can be named in it."""
    first, *others = item.sentences
    return not others and not first.fronts and first.subject == scope.subject and _is_named(first)


def _is_named(sentence: Sentence) -> bool:
    """Whether a sentence names its subject: if not all that happens in it has a subject of its own."""
    return any(clause.subject is None for clause in sentence.clauses)


def _head(scope: Scope, step: Step, block: Sequence[Step], name: str) -> ListItem:
    """Write a word with its first block of steps.

    A phrase without a verb is a front ("if you have no goods"). What may be done is done for its steps ("you
    may pay 1 gold to gain 1 VP") where these are plain.
    """
    given = WordSource(scope, step)
    clause = scope.clause("steps", name_of(step), given)
    if not clause.verb:
        return _below(scope, (Front(clause.rest, whole=True),), block)
    first = Sentence(scope.subject, (clause,))
    who = _others(scope, step, f".{name}")
    if who is not None:
        inner = _by_others(scope, who, block)
        return ListItem((first, *inner.sentences), inner.items)
    return with_purpose(scope, first, steps(scope, block), _opening(scope, step, name))


def with_purpose(
    scope: Scope, first: Sentence, items: Sequence[ListItem], opening: str, *, paid: bool = False
) -> ListItem:
    """Describe what steps are for, if they are plain; else open a list of them."""
    one = merged(scope, items)
    asked = paid or first.clauses[0].verb == scope.language.modal
    if one is not None and asked and _is_purpose(scope, one):
        return ListItem((evolve(first, purpose=one.clauses),))
    clause = " " in opening  # "if you do" is one, "otherwise" is not
    front = (Front(opening, whole=clause),) if opening else ()
    if one is not None and front and not one.fronts:
        return ListItem((first, evolve(one, fronts=front)))
    then = (Sentence(scope.subject, fronts=front),) if front else ()
    return ListItem((first, *then), tuple(items))


def _is_purpose(scope: Scope, sentence: Sentence) -> bool:
    own = any(clause.subject or clause.verb == scope.language.modal for clause in sentence.clauses)
    plain = not sentence.fronts and not sentence.purpose and sentence.mood == "plain"
    return plain and not own and sentence.subject == scope.subject


def _opening(scope: Scope, step: Step, name: str) -> str:
    key = f"{name_of(step)}.{name}"
    return scope.clause("steps", key, WordSource(scope, step)).rest if scope.has("steps", key) else ""


def _choice(scope: Scope, step: Step, options: Sequence[Node]) -> ListItem:
    """Write a choice between several things: in a sentence if they are few and plain, else as a list."""
    told = [_option(scope, option) for option in options]
    texts = [scope.language.written(one.sentences[0]) for one in told]
    plain = len(told) <= INLINE_CHOICES and all(
        not one.items and not any(sign in text for sign in _QUOTES)
        for one, text in zip(told, texts, strict=True)
    )
    given: dict[str, object] = {"options": scope.language.choices(texts) if plain else ""}
    clause = scope.clause("steps", name_of(step), WordSource(scope, step, extra=given))
    return ListItem((Sentence(scope.subject, (clause,)),), () if plain else tuple(told))


def _option(scope: Scope, option: Node) -> ListItem:
    """Write one of the things to choose from: its price, what it does, and when it may be chosen."""
    given, key = WordSource(scope, option), key_of(option)
    price = scope.clause("objects", key, given)
    items = steps(scope, [step for _, block in blocks(option) for step in block])
    one = merged(scope, items, mixed=True)
    limit = scope.clause("objects", f"{key}.limit", given).rest
    theirs = one is not None and one.subject == scope.subject
    if one is not None and not one.fronts and not one.purpose and (theirs or not price.verb):
        *clauses, last = [*([price] if price.verb else []), *one.clauses]
        return ListItem((evolve(one, clauses=(*clauses, evolve(last, last=f"{last.last}{limit}"))),))
    label = scope.clause("objects", f"{key}.label", given).rest
    fronts = (Front(f"{label}{limit}"),)
    if price.verb:
        return ListItem((Sentence(scope.subject, (price,), fronts=fronts),), tuple(items))
    return ListItem((Sentence(scope.subject, fronts=fronts),), tuple(items))


# ------
# The text of items.


def lines(scope: Scope, items: Sequence[ListItem]) -> list[str]:
    """Write items one below the other, numbered 1, 2, 2a, 2b, 2b1 and so on."""
    return list(_lines(scope.language, items, "", deep=False))


def _lines(language: Language, items: Sequence[ListItem], home: str, *, deep: bool) -> Iterator[str]:
    for number, item in enumerate(items):
        label = f"{home}{_letter(number) if deep else number + 1}"
        yield f"{label}. {item_text(language, item)}"
        yield from _lines(language, item.items, label, deep=not deep)


def _letter(number: int) -> str:
    more, last = divmod(number, 26)
    return (_letter(more - 1) if more else "") + "abcdefghijklmnopqrstuvwxyz"[last]


def item_text(language: Language, item: ListItem) -> str:
    """Write the sentences of an item; the last one opens the list below it, if there is one."""
    *before, last = item.sentences
    told = [language.say(one) for one in before]
    return " ".join([*told, language.say(last, ":" if item.items else ".")])


# ------
# The few words whose sentence follows from more than their fields.


def trade(scope: Scope, step: Step) -> tuple[Clause, ...]:
    """Write the exchanges that are offered: "1 good for 1 good of another kind" where that is all of them."""
    offers = step.offers if isinstance(step, TradeStep) else ()
    besides = _any_good_for_another(offers)
    told = [scope.clause("objects", "exchange", WordSource(scope, offer)).rest for offer in offers]
    texts: dict[str, object] = {"offers": scope.language.choices(told)}
    if besides is not None:
        key = "trade.another"
        also = [bag(scope, besides)] if besides else []
        texts["gained"] = scope.language.all_of([scope.telling("another_good").rest, *also])
    elif all_others(offers):
        key = "trade.others"
    else:
        key = "trade" if len(offers) > 1 else "trade.one"
    return (scope.clause("steps", key, WordSource(scope, step, extra=texts)),)


def _any_good_for_another(offers: Sequence[Exchange]) -> Pairs | None:
    """Recognize that any good is exchanged for any other one, perhaps with more besides, which it gives."""
    pairs: list[tuple[str, str]] = []
    besides: list[Pairs] = []
    for offer in offers:
        match offer:
            case Exchange(pay=((str() as paid, 1),), gain=gain):
                goods = [name for name, value in gain if name in _GOODS and value == 1]
                if len(goods) != 1:
                    return None
                pairs.append((paid, goods[0]))
                besides.append(tuple(entry for entry in gain if entry[0] not in goods))
            case _:
                return None
    wanted = [(paid, gained) for paid in _GOODS for gained in _GOODS if paid != gained]
    alike = all(more == besides[0] and all(isinstance(n, int) for _, n in more) for more in besides)
    return besides[0] if sorted(pairs) == sorted(wanted) and alike else None


def all_others(offers: Sequence[Exchange]) -> bool:
    """Recognize that any good is exchanged for one of each of the other kinds."""
    paid: list[str] = []
    for offer in offers:
        match offer:
            case Exchange(pay=((str() as good, 1),), gain=gain) if dict(gain) == {
                other: 1 for other in _GOODS if other != good
            }:
                paid.append(good)
            case _:
                return False
    return sorted(paid) == sorted(_GOODS)


def changed(scope: Scope, node: Node, tests: tuple[TestWord, ...] = ()) -> tuple[Clause, tuple[str, ...]]:
    """Describe how a number of the rules changes; also gives the tests that are said with it."""
    what = str(attribute(node, "what"))
    each = "each" if scope.subject == scope.player(EACH) else ""
    given = WordSource(scope, node, tests, {"each": each})
    for key in (what, "*"):
        if scope.has("changes", key):
            try:
                clause, phrase = scope.tell("changes", key, given)
            except LookupError:
                continue
            return clause, phrase.tests
    raise LookupError(f"no phrase in [changes] for '{what}'")


def lasting(scope: Scope, step: Step) -> tuple[Clause, ...]:
    """Write that a number of the rules changes until a moment."""
    found = attribute(step, "if")
    tests = tuple(one for one in found if isinstance(one, TestWord)) if is_tuple(found) else ()
    everyone = attribute(step, "everyone") is True
    about = scope.about(scope.player(EACH)) if everyone else scope
    clause, said = changed(about, step, tests)
    left = left_over(tests, said)
    key = "lasting.all" if everyone and clause.subject else "lasting"
    tail = scope.clause("steps", key, WordSource(about, step)).rest
    if left:
        tail = f" {scope.telling('only_if', condition=conditions(about, left)).rest}{tail}"
    own = clause.subject or (about.subject if everyone else None)
    return (evolve(clause, last=f"{clause.last}{tail}", subject=own),)


def left_over(tests: Sequence[TestWord], said: Sequence[str]) -> tuple[TestWord, ...]:
    """Return the tests that were not said; `said` names the others as phrases do: `+season`, `-season`."""
    left = list(tests)
    for sign in said:
        for test in left:
            inner = test if sign[0] == "+" else negated(test)
            if inner is not None and is_called(inner, sign[1:]):
                left.remove(test)
                break
    return tuple(left)


def set_variables(scope: Scope, step: Step) -> tuple[Clause, ...]:
    """Describe the new values of variables: "“x” becomes 3", "the King's number becomes 0"."""
    values = attribute(step, "values")
    pairs = values if is_tuple(values) and is_bag(values) else ()
    return tuple(_becomes(scope, step, name, value) for name, value in pairs)


def _becomes(scope: Scope, step: Step, name: str, value: object) -> Clause:
    extra: dict[str, object] = {"variable": name, "name": variable(scope, name), "to": value}
    given, key = WordSource(scope, step, extra=extra), f"{scope.moment}.{name}"
    special = name in PAYLOAD.get(scope.moment, ()) and scope.has("sets", key)
    return scope.clause("sets", key, given) if special else scope.clause("steps", "set", given)


SPECIAL: dict[str, Callable[[Scope, Step], tuple[Clause, ...]]] = {
    "trade": trade,
    "lasting": lasting,
    "set": set_variables,
}
"""The words whose clauses are made by a function."""


def own_variables(part: object) -> frozenset[str]:
    """Name the variables that an effect sets itself, besides what it sets of what is about to happen."""
    setting = (node for node in nodes(part) if isinstance(node, Step) and "as" in field_names(node))
    return frozenset(filter(None, map(variable_of, setting)))
