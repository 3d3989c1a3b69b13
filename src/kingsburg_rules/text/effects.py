"""Effects in words: their steps, as sentences and as numbered lists.

Steps become items of a list. An item whose steps are plain is a sentence; every other one is a line that ends
with a colon, with the items of its own steps below it. Each step is said once, where it stands: nothing is
left out, worked out in advance, or moved. A word is said by its phrase; the few whose sentence follows from
more than their fields are in `SPECIAL`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, frozen

from kingsburg_rules.language.cards import PermissionWord
from kingsburg_rules.language.registry import Node, QueryWord, Step, TestWord, Word, is_tuple
from kingsburg_rules.language.resources import Exchange, TradeStep
from kingsburg_rules.language.values import ME_WORD, OWNER, Literal
from kingsburg_rules.language.vocabulary import RESOURCES
from kingsburg_rules.text import gaps
from kingsburg_rules.text.gaps import EACH, PAYLOAD, THEY, Pairs, Speech, WordSource, attribute, name_of
from kingsburg_rules.text.languages import YOU, Clause, Front, Language, Sentence
from kingsburg_rules.text.phrases import SentenceSubject

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


def steps(speech: Speech, several: Sequence[Step]) -> list[ListItem]:
    """Write steps, one item for each."""
    return [item for step in several for item in _step(speech, step)]


def merged(speech: Speech, items: Sequence[ListItem], *, mixed: bool = False) -> Sentence | None:
    """Make one sentence of items if it can say all of them in their order, without a variable; else None.

    What several players do is one sentence only where it may be `mixed`: as a thing to choose.
    """
    if any(item.items or len(item.sentences) != 1 for item in items) or not items:
        return None
    first, *others = found = [item.sentences[0] for item in items]
    if not others:
        return first
    # Two conditions or two purposes in one sentence would leave open what belongs to which.
    alike = all((one.subject, one.mood) == (first.subject, first.mood) for one in others)
    plain = not any(one.fronts or one.purpose or _stands_alone(speech, one) for one in found)
    if not plain or not (alike or mixed):
        return None
    clauses = (_by(one.subject, clause, first.subject) for one in found for clause in one.clauses)
    return evolve(first, clauses=tuple(clauses))


def _by(subject: SentenceSubject, clause: Clause, first: SentenceSubject) -> Clause:
    """Describe who does it, where it is not the subject of the sentence."""
    return clause if clause.subject or subject == first else evolve(clause, subject=subject)


def _stands_alone(speech: Speech, sentence: Sentence) -> bool:
    """Whether a sentence stands better alone: one that asks, or that names a variable."""
    modal = any(clause.verb == speech.language.modal for clause in sentence.clauses)
    return modal or any(sign in speech.language.written(sentence) for sign in _QUOTES)


def _step(speech: Speech, step: Step) -> list[ListItem]:
    special = SPECIAL.get(name_of(step))
    if special is not None:
        return [ListItem((Sentence(speech.subject, special(speech, step)),))]
    # Objects that have steps are things to choose from; a bare list of steps is simply done.
    options = _options(step)
    if options:
        given = WordSource(speech, step)
        others = (
            _below(speech, (Front(speech.clause("steps", f"{name_of(step)}.{name}", given).rest),), block)
            for name, block in blocks(step)
        )
        return [_choice(speech, step, options), *others]
    inner = blocks(step)
    if inner:
        return _with_blocks(speech, step, inner)
    clause = speech.clause("steps", name_of(step), WordSource(speech, step))
    return [ListItem((Sentence(speech.subject, (clause,)),))]


def blocks(node: Node) -> list[tuple[str, list[Step]]]:
    """List the fields of a word that hold steps."""
    found: list[tuple[str, list[Step]]] = []
    for name in gaps.field_names(node):
        value = attribute(node, name)
        inside = [one for one in value if isinstance(one, Step)] if is_tuple(value) else []
        if inside:
            found.append((name, inside))
    return found


def _options(step: Step) -> list[Node]:
    """List the things to choose from that a word has: objects with steps of their own."""
    for name in gaps.field_names(step):
        value = attribute(step, name)
        if is_tuple(value):
            found = [one for one in value if isinstance(one, Node) and not isinstance(one, Word)]
            if found and all(blocks(one) for one in found):
                return found
    return []


def _with_blocks(speech: Speech, step: Step, inner_blocks: list[tuple[str, list[Step]]]) -> list[ListItem]:
    """Write a word that has steps in it: what is said of it first, then its steps, block by block.

    Where the word has a phrase `word.who`, its steps are done by that player.
    """
    given = WordSource(speech, step)
    (start, first), *others = inner_blocks
    self_again = _oneself(speech, step)
    if self_again is not None:
        return [_stated(item) for item in steps(self_again, first)]
    # Where the word has others act, its steps are theirs, and no orders to the reader.
    who = _others(speech, step)
    if who is not None:
        found = [_by_others(speech, who, first)]
        inner = speech.about_them()
    else:
        found = [_head(speech, step, first, start)]
        inner = speech
    for name, block in others:
        front = Front(speech.clause("steps", f"{name_of(step)}.{name}", given).rest)
        last = _below(inner, (front,), block)
        if found[-1].items or last.items:
            found.append(last)
        else:
            found[-1] = ListItem((*found[-1].sentences, *last.sentences))
    return found


def _oneself(speech: Speech, step: Step) -> Speech | None:
    """Return the speech of steps done by the player addressed as "you"; None if others do them."""
    who = attribute(step, "player") if name_of(step) == "as_player" else None
    if not isinstance(who, Literal) or who.name not in (ME_WORD, OWNER):
        return None
    owner = speech.owner or speech.pronoun
    meant = speech.pronoun if who.name == ME_WORD else owner
    if meant.form != YOU:
        return None
    return evolve(speech, subject=speech.player(YOU), pronoun=meant)


def _stated(item: ListItem) -> ListItem:
    """Write what "you" do as a statement: in a list of what others do, an order would seem to be theirs."""
    return ListItem(
        tuple(
            evolve(each, mood="states") if each.mood == "plain" and each.subject.form == YOU else each
            for each in item.sentences
        ),
        tuple(map(_stated, item.items)),
    )


def _below(speech: Speech, fronts: tuple[Front, ...], block: Sequence[Step]) -> ListItem:
    """Write steps behind a front: in its sentence, or below it."""
    items = steps(speech, block)
    one = merged(speech, items)
    # Two conditions in a row would leave open which of them a further step depends on.
    if one is not None and not one.fronts:
        return ListItem((evolve(one, fronts=fronts),))
    return ListItem((Sentence(speech.subject, fronts=fronts),), tuple(items))


def _others(speech: Speech, step: Step, block: str = "") -> SentenceSubject | None:
    """Name the players by whom the steps in a word, or in a block of it, are done, if there is a phrase."""
    try:
        named = speech.clause("steps", f"{name_of(step)}{block}.who", WordSource(speech, step)).rest
    except LookupError:
        return None
    they = speech.player(THEY)
    return SentenceSubject(speech.language.smooth(named), "one", they.own, they.again)


def _by_others(speech: Speech, who: SentenceSubject, block: Sequence[Step]) -> ListItem:
    """Write steps of other players."""
    inner = speech.about_them()
    items = steps(inner, block)
    one = merged(inner, items)
    if one is not None and not one.fronts and one.subject == inner.subject and _is_named(one):
        return ListItem((evolve(one, subject=who),))
    if len(items) == 1 and _is_theirs(inner, items[0]):
        # One step with steps of its own: "your left neighbor chooses one:".
        return ListItem((evolve(items[0].sentences[0], subject=who),), items[0].items)
    return ListItem((Sentence(who, fronts=(Front(who.text),)),), tuple(items))


def _is_theirs(speech: Speech, item: ListItem) -> bool:
    """Whether an item is one sentence about whoever acts, so that they can be named in it."""
    first, *others = item.sentences
    return not others and not first.fronts and first.subject == speech.subject and _is_named(first)


def _is_named(sentence: Sentence) -> bool:
    """Whether a sentence names its subject: if not all that happens in it has a subject of its own."""
    return any(clause.subject is None for clause in sentence.clauses)


def _head(speech: Speech, step: Step, block: Sequence[Step], name: str) -> ListItem:
    """Write a word with its first block of steps.

    A phrase without a verb is a front ("if you have no goods"). What may be done is done for its steps ("you
    may pay 1 gold to gain 1 VP") where these are plain.
    """
    given = WordSource(speech, step)
    clause = speech.clause("steps", name_of(step), given)
    if not clause.verb:
        return _below(speech, (Front(clause.rest, whole=True),), block)
    first = Sentence(speech.subject, (clause,))
    who = _others(speech, step, f".{name}")
    if who is not None:
        inner = _by_others(speech, who, block)
        return ListItem((first, *inner.sentences), inner.items)
    return with_purpose(speech, first, steps(speech, block), _opening(speech, step, name))


def with_purpose(
    speech: Speech, first: Sentence, items: Sequence[ListItem], opening: str, *, paid: bool = False
) -> ListItem:
    """Describe what steps are for, if they are plain; else open a list of them."""
    one = merged(speech, items)
    asked = paid or first.clauses[0].verb == speech.language.modal
    if one is not None and asked and _is_purpose(speech, one):
        return ListItem((evolve(first, purpose=one.clauses),))
    clause = " " in opening  # "if you do" is one, "otherwise" is not
    front = (Front(opening, whole=clause),) if opening else ()
    if one is not None and front and not one.fronts:
        return ListItem((first, evolve(one, fronts=front)))
    then = (Sentence(speech.subject, fronts=front),) if front else ()
    return ListItem((first, *then), tuple(items))


def _is_purpose(speech: Speech, sentence: Sentence) -> bool:
    own = any(clause.subject or clause.verb == speech.language.modal for clause in sentence.clauses)
    plain = not sentence.fronts and not sentence.purpose and sentence.mood == "plain"
    return plain and not own and sentence.subject == speech.subject


def _opening(speech: Speech, step: Step, name: str) -> str:
    key = f"{name_of(step)}.{name}"
    return speech.clause("steps", key, WordSource(speech, step)).rest if speech.has("steps", key) else ""


def _choice(speech: Speech, step: Step, options: Sequence[Node]) -> ListItem:
    """Write a choice between several things: in a sentence if they are few and plain, else as a list."""
    told = [_option(speech, option) for option in options]
    # A variable that is named within a choice could be taken for one of the whole effect.
    texts = [speech.language.written(one.sentences[0]) for one in told]
    plain = len(told) <= INLINE_CHOICES and all(
        not one.items and not any(sign in text for sign in _QUOTES)
        for one, text in zip(told, texts, strict=True)
    )
    given: dict[str, object] = {"options": speech.language.choices(texts) if plain else ""}
    clause = speech.clause("steps", name_of(step), WordSource(speech, step, extra=given))
    return ListItem((Sentence(speech.subject, (clause,)),), () if plain else tuple(told))


def _option(speech: Speech, option: Node) -> ListItem:
    """Write one of the things to choose from: its price, what it does, and when it may be chosen."""
    given, key = WordSource(speech, option), gaps.key_of(option)
    price = speech.clause("objects", key, given)
    items = steps(speech, [step for _, block in blocks(option) for step in block])
    one = merged(speech, items, mixed=True)
    limit = speech.clause("objects", f"{key}.limit", given).rest
    theirs = one is not None and one.subject == speech.subject
    if one is not None and not one.fronts and not one.purpose and (theirs or not price.verb):
        *clauses, last = [*([price] if price.verb else []), *one.clauses]
        return ListItem((evolve(one, clauses=(*clauses, evolve(last, last=f"{last.last}{limit}"))),))
    label = speech.clause("objects", f"{key}.label", given).rest
    fronts = (Front(f"{label}{limit}"),)
    if price.verb:
        return ListItem((Sentence(speech.subject, (price,), fronts=fronts),), tuple(items))
    return ListItem((Sentence(speech.subject, fronts=fronts),), tuple(items))


# ------
# The text of items.


def lines(speech: Speech, items: Sequence[ListItem]) -> list[str]:
    """Write items one below the other, numbered 1, 2, 2a, 2b, 2b1 and so on."""
    return list(_lines(speech.language, items, "", deep=False))


def _lines(language: Language, items: Sequence[ListItem], home: str, *, deep: bool) -> Iterator[str]:
    for number, item in enumerate(items):
        # Numbers and letters take turns, so a label shows how deep it stands: 2, 2b, 2b1.
        label = f"{home}{_letter(number) if deep else number + 1}"
        yield f"{label}. {item_text(language, item)}"
        yield from _lines(language, item.items, label, deep=not deep)


def _letter(number: int) -> str:
    # After z comes aa, as the columns of a spreadsheet go on.
    more, last = divmod(number, 26)
    return (_letter(more - 1) if more else "") + "abcdefghijklmnopqrstuvwxyz"[last]


def item_text(language: Language, item: ListItem) -> str:
    """Write the sentences of an item; the last one opens the list below it, if there is one."""
    *before, last = item.sentences
    told = [language.say(one) for one in before]
    return " ".join([*told, language.say(last, ":" if item.items else ".")])


# ------
# The few words whose sentence follows from more than their fields.


def trade(speech: Speech, step: Step) -> tuple[Clause, ...]:
    """Write the exchanges that are offered: "1 good for 1 good of another kind" where that is all of them."""
    offers = step.offers if isinstance(step, TradeStep) else ()
    besides = _any_good_for_another(offers)
    told = [speech.clause("objects", "exchange", WordSource(speech, offer)).rest for offer in offers]
    texts: dict[str, object] = {"offers": speech.language.choices(told)}
    if besides is not None:
        key = "trade.another"
        also = [gaps.bag(speech, besides)] if besides else []
        texts["gained"] = speech.language.all_of([speech.telling("another_good").rest, *also])
    elif _all_others(offers):
        key = "trade.others"
    else:
        key = "trade" if len(offers) > 1 else "trade.one"
    return (speech.clause("steps", key, WordSource(speech, step, extra=texts)),)


def _any_good_for_another(offers: Sequence[Exchange]) -> Pairs | None:
    """Recognize that any good is exchanged for any other one, perhaps with more besides, which it gives."""
    besides = tuple(pair for pair in offers[0].gain if pair[0] not in _GOODS) if offers else ()
    pairs = [(paid, gained) for paid in _GOODS for gained in _GOODS if paid != gained]
    wanted = [(paid, frozenset(((gained, 1), *besides))) for paid, gained in pairs]
    plain = all(isinstance(number, int) for _, number in besides)
    return besides if plain and _are(offers, wanted) else None


def _all_others(offers: Sequence[Exchange]) -> bool:
    """Recognize that any good is exchanged for one of each of the other kinds."""
    return _are(offers, [(paid, frozenset((good, 1) for good in _GOODS if good != paid)) for paid in _GOODS])


def _are(offers: Sequence[Exchange], wanted: Sequence[tuple[str, frozenset[tuple[str, object]]]]) -> bool:
    """Whether these are the exchanges that are offered, each of one good for some things."""
    found = [(offer.pay, frozenset(offer.gain)) for offer in offers]
    return len(found) == len(wanted) and set(found) == {(((paid, 1),), gain) for paid, gain in wanted}


def changed(speech: Speech, node: Node, tests: tuple[TestWord, ...] = ()) -> tuple[Clause, tuple[str, ...]]:
    """Describe how a number of the rules changes; also gives the tests that are said with it."""
    what = str(attribute(node, "what"))
    each = "each" if speech.subject == speech.player(EACH) else ""
    given = WordSource(speech, node, tests, {"each": each})
    # Numbers that a pack brings have no phrase of their own, and take the one for all.
    for key in (what, "*"):
        if speech.has("changes", key):
            try:
                clause, phrase = speech.tell("changes", key, given)
            except LookupError:
                continue
            return clause, phrase.tests
    raise LookupError(f"no phrase in [changes] for '{what}'")


def lasting(speech: Speech, step: Step) -> tuple[Clause, ...]:
    """Write that a number of the rules changes, or that a card or a permission works, until a moment."""
    if not attribute(step, "what"):
        return (_lent(speech, step),)
    found = attribute(step, "if")
    tests = tuple(one for one in found if isinstance(one, TestWord)) if is_tuple(found) else ()
    everyone = attribute(step, "everyone") is True
    about = speech.about(speech.player(EACH)) if everyone else speech
    clause, said = changed(about, step, tests)
    left = left_over(tests, said)
    key = "lasting.all" if everyone and clause.subject else "lasting"
    tail = speech.clause("steps", key, WordSource(about, step)).rest
    if left:
        tail = f" {speech.telling('only_if', condition=gaps.conditions(about, left)).rest}{tail}"
    own = clause.subject or (about.subject if everyone else None)
    return (evolve(clause, last=f"{clause.last}{tail}", subject=own),)


def _lent(speech: Speech, step: Step) -> Clause:
    """Write that what a card does, or a permission, works for players until a moment."""
    everyone, permission = attribute(step, "everyone") is True, attribute(step, "permission")
    about = speech.about(speech.player(EACH)) if everyone else speech
    subject = about.subject if everyone else None
    if not isinstance(permission, PermissionWord):
        return evolve(about.clause("steps", "lasting.card", WordSource(about, step)), subject=subject)
    told = about if permission.personal else about.about_them()
    rule = told.behind_if(told.clause("permissions", permission.word, WordSource(told, permission)))
    key = "lasting.permission.all" if everyone else "lasting.permission"
    return about.clause("steps", key, WordSource(about, step, extra={"rule": rule}))


def left_over(tests: Sequence[TestWord], said: Sequence[str]) -> tuple[TestWord, ...]:
    """Return the tests that were not said; `said` names the others as phrases do: `+season`, `-season`."""
    left = list(tests)
    # A phrase says one test of a kind. A second one like it must still be said.
    for sign in said:
        for test in left:
            inner = test if sign[0] == "+" else gaps.negated(test)
            if inner is not None and gaps.is_called(inner, sign[1:]):
                left.remove(test)
                break
    return tuple(left)


def set_variables(speech: Speech, step: Step) -> tuple[Clause, ...]:
    """Describe the new values of variables: "“x” becomes 3", "the King's number becomes 0"."""
    values = attribute(step, "values")
    pairs = values if is_tuple(values) and gaps.is_bag(values) else ()
    return tuple(_becomes(speech, step, name, value) for name, value in pairs)


def _becomes(speech: Speech, step: Step, name: str, value: object) -> Clause:
    extra: dict[str, object] = {"variable": name, "name": gaps.variable(speech, name), "to": value}
    given, key = WordSource(speech, step, extra=extra), f"{speech.moment}.{name}"
    # What a moment brings along is called by what it is: “the King's number becomes 0”.
    special = name in PAYLOAD.get(speech.moment, ()) and speech.has("sets", key)
    return speech.clause("sets", key, given) if special else speech.clause("steps", "set", given)


SPECIAL: dict[str, Callable[[Speech, Step], tuple[Clause, ...]]] = {
    "trade": trade,
    "lasting": lasting,
    "set": set_variables,
}
"""The words whose clauses are made by a function."""


def own_variables(part: object) -> frozenset[str]:
    """Name the variables that an effect sets itself, besides what it sets of what is about to happen."""
    setting = (node for node in gaps.nodes(part) if isinstance(node, Step | QueryWord))
    return frozenset(filter(None, map(gaps.variable_of, setting)))
