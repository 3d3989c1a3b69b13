"""The gaps of phrases: they are filled with the fields of words, written by what these hold.

A word of the language is said by its phrase, whose gaps are filled with its fields. What a field looks like
follows from what it holds: a number, a bag, bounds, a name, tests, another word. So a new word needs a phrase
in each language and nothing here. No value is worked out, and none is put in the place of a variable:
variables are called by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeGuard

import attrs
from attrs import evolve, frozen

from kingsburg_rules.language.cards import PermissionWord
from kingsburg_rules.language.registry import (
    Node,
    QueryWord,
    Step,
    TestWord,
    ValueWord,
    Word,
    is_tuple,
    keys_of,
)
from kingsburg_rules.language.shapes import Range
from kingsburg_rules.language.values import Bounds, FactOf, Literal, Variable
from kingsburg_rules.language.vocabulary import ACTOR, EVENTS, GOOD, PLAYER, PRICE, STATS
from kingsburg_rules.text.languages import YOU, Clause, Language, figure
from kingsburg_rules.text.names import CardNames, roman
from kingsburg_rules.text.phrases import (
    FixedTexts,
    Gap,
    GapSource,
    Noun,
    Phrase,
    PhraseTable,
    SentenceSubject,
    Unfit,
    fill,
    is_given,
    plain,
)

THEY, EACH, WHO = "they", "each", "who"
"""Players of whom a text may speak besides you: as they were named before, all of them, and "who"."""

PAYLOAD = {each.name: each.payload for each in EVENTS} | {each.name: each.payload for each in STATS}
"""The variables that moments, and changes of numbers of the rules, bring along."""

_TABLES = {
    Step: "steps",
    TestWord: "tests",
    ValueWord: "values",
    QueryWord: "queries",
    PermissionWord: "permissions",
}


@frozen
class Speech:
    """Where something is said.

    `subject` is who acts, and `pronoun` how phrases speak of them (`{you}`, `{your}`). `moment` is when it
    happens, or the number of the rules that changes; what the moment brings along is called by a phrase,
    unless the effect sets such a variable itself (`own_variables`). `owner` is the player with whom an effect
    begins, where it goes on about others. Of `unread` variables nobody needs to know.
    """

    names: CardNames
    subject: SentenceSubject
    pronoun: SentenceSubject
    moment: str = ""
    own_variables: frozenset[str] = frozenset()
    owner: SentenceSubject | None = None
    unread: frozenset[str] = frozenset()

    @property
    def language(self) -> Language:
        """The language of the text."""
        return self.names.language

    def about(self, subject: SentenceSubject, pronoun: SentenceSubject | None = None) -> Speech:
        """Go on about another player."""
        return evolve(self, subject=subject, pronoun=pronoun or subject, owner=self.owner or self.pronoun)

    def about_them(self) -> Speech:
        """Go on about a player who was just named."""
        return self.about(self.player(THEY))

    def player(self, key: str) -> SentenceSubject:
        """Return one of the players of whom texts speak."""
        return self.language.phrases.players[key]

    def telling(self, key: str, **parts: str) -> Clause:
        """Fill one of the phrases that belong to no word."""
        return self.clause("telling", key, self.texts(parts))

    def word(self, word: str) -> str:
        """Return a name that is always the same."""
        return self.clause("words", word).rest

    def texts(self, parts: Mapping[str, str]) -> FixedTexts:
        """Take texts to be filled in, besides what the player and what is theirs is called."""
        return FixedTexts({**parts, **self.pronoun.own})

    def clause(self, table: str, key: str, given: GapSource | None = None) -> Clause:
        """Fill the most special phrase of a table that fits.

        Raises:
            LookupError: There is none.
        """
        return self.tell(table, key, given or self.texts({}))[0]

    def tell(self, table: str, key: str, given: GapSource) -> tuple[Clause, Phrase]:
        """Fill the most special phrase of a table that fits; also gives the phrase itself.

        Raises:
            LookupError: There is none.
        """
        return tell(self.language.phrases[table], key, given)

    def has(self, table: str, key: str) -> bool:
        """Whether there is a phrase."""
        return key in self.language.phrases[table]

    def behind_if(self, clause: Clause) -> str:
        """Write what was filled as it stands behind "if"."""
        text = self.language.behind_if(clause, self.pronoun) if clause.verb else clause.rest
        return self.language.smooth(text)


def owner_speech(names: CardNames) -> Speech:
    """Speak to the owner of a card."""
    you = names.language.phrases.players[YOU]
    return Speech(names, you, you)


def tell(table: PhraseTable, key: str, given: GapSource) -> tuple[Clause, Phrase]:
    """Fill the most special phrase with a key that fits what is given.

    Raises:
        LookupError: There is none.
    """
    # A more special phrase may lack the words for what is given; then the next one is tried.
    for phrase in table.fitting(key, given):
        if phrase.tests and isinstance(given, WordSource) and not given.is_said_by(phrase):
            continue
        try:
            return _clause(phrase, given), phrase
        except Unfit:
            continue
    raise LookupError(f"phrases/{table.language}.toml: no '{key}' of [{table.name}] fits")


def _clause(phrase: Phrase, given: GapSource) -> Clause:
    own = fill(phrase.own, given)
    return Clause(
        phrase.verb,
        fill(phrase.rest, given).strip() if phrase.verb else fill(phrase.rest, given),
        fill(phrase.before, given),
        fill(phrase.last, given),
        SentenceSubject(own, "many" if phrase.several else "one") if own else None,
    )


def nodes(part: object) -> Iterator[Node]:
    """List all words of a part of a card, itself included, in the order written."""
    match part:
        case Node():
            yield part
            for name in field_names(part):
                yield from nodes(attribute(part, name))
        case _ if is_tuple(part):
            for item in part:
                yield from nodes(item)
        case _:
            pass


def field_names(node: Node) -> tuple[str, ...]:
    """List the fields of a word, as cards write them."""
    return tuple(written for _, written in keys_of(type(node)))


def name_of(test: Word) -> str:
    """Name a word as phrases do; a fact that is a test is called `fact`, a variable `variable`."""
    return plain(test)


def is_called(test: TestWord, name: str) -> bool:
    """Whether a phrase means this test: by its word, or by the fact that it is about."""
    return name == name_of(test) or (name_of(test) == "fact" and name == attribute(test, "name"))


def attribute(node: object, name: str) -> object:
    """Return what a field holds; None if there is no such field."""
    found: object = getattr(node, name, None)
    return getattr(node, f"{name}_", None) if found is None else found


@frozen
class WordSource:
    """A word whose fields fill the gaps of its phrase.

    Of the `tests` that go with it a phrase may say some, by the names of their words. `extra` is what else a
    phrase may speak of: values, or texts as they are.
    """

    speech: Speech
    node: Node
    tests: tuple[TestWord, ...] = ()
    extra: dict[str, object] = attrs.field(factory=dict[str, object])

    def value(self, path: str) -> object:
        """Find what the word, or a test that goes with it, has in a field."""
        if path[0] in "+-":
            return self.test(path) is not None
        first, *rest = path.split(".")
        found = self._start(first)
        for name in rest:
            found = _part(found, name)
        return found

    def _start(self, name: str) -> object:
        if name in self.extra:
            return self.extra[name]
        if name == "as":
            return variable_of(self.node)
        if name == "moment":
            return self.speech.moment
        if name == "given":
            return _given_fields(self.node)
        if name in field_names(self.node):
            return attribute(self.node, name)
        # What is no field is a test that goes with the word: {season.is} speaks of the ability's test
        # `season`.
        return self.test(f"+{name}") or negated(self.test(f"-{name}"))

    def test(self, sign: str) -> TestWord | None:
        """Find a test that must hold (`+season`), or one that must not (`-season`)."""
        for test in self.tests:
            inner = test if sign[0] == "+" else negated(test)
            if inner is not None and is_called(inner, sign[1:]):
                return test
        return None

    def is_said_by(self, phrase: Phrase) -> bool:
        """Whether a phrase says all of the tests that it takes upon itself."""
        found = ((sign[1:], self.test(sign)) for sign in phrase.tests)
        return all(
            _is_said(part, name, phrase.paths)
            for name, test in found
            if test is not None
            for part in [test if name != "" and is_called(test, name) else negated(test)]
        )

    def filled(self, gap: Gap) -> str:
        """Write what a field holds."""
        # {you} and {your} come first, so no field of a word may have the name of such a gap.
        people = self.speech.pronoun.own
        if gap.path in people:
            return people[gap.path]
        if gap.path == "it":
            return in_question(self.speech, name_of(self.node)) if isinstance(self.node, Word) else ""
        if gap.path == "noun":
            forms = (str(self.extra["of"]), *gap.forms)
            return _noun_of(self.speech, self.node, forms, str(self.extra["form"]))
        value = self.value(gap.path)
        # A name for what is never read again, as in “roll 1 die (“die”)”, would only distract.
        if "var" in gap.forms and value in self.speech.unread and gap.path == "as":
            return ""
        if gap.path in self.extra and isinstance(value, str):
            return value
        things = next((one for one in map(self.value, gap.forms) if isinstance(one, QueryWord)), None)
        if things is not None and isinstance(value, int | ValueWord):
            return how_many_found(self.speech, things, value, gap.forms)
        forms = tuple(self._counted_as(form) for form in gap.forms)
        # The phrase of a step that keeps what was found names it itself.
        forms = (*forms, "named") if isinstance(self.node, Step) and gap.path == "query" else forms
        if WHO in forms:
            forms = (*forms, str(self.extra.get("form", "")))
        if is_tuple(value):
            return _several(self.speech, value, forms, self.node)
        text = render(self.speech, value, forms)
        return f"({text})" if "bare" not in forms and _is_apart(self.node, value) else text

    def _counted_as(self, form: str) -> str:
        """Take the name of a field for what stands there: `{count:kind}` counts things of this kind.

        `asked` is the form in which a query is wanted.
        """
        if form == "asked":
            return str(self.extra["form"])
        value = attribute(self.node, form) if form in field_names(self.node) else None
        return value if isinstance(value, str) else form


def _is_said(part: object, path: str, paths: frozenset[str]) -> bool:
    """Whether all that a part of a card says is spoken of: by itself, or field by field."""
    if path in paths or any(path.startswith(f"{other}.") for other in paths):
        return True
    if not isinstance(part, Node):
        return False
    given = ((name, attribute(part, name)) for name in field_names(part))
    # The name of a fact that is a test is what the phrase calls the test by.
    fields = [(name, value) for name, value in given if is_given(value) and value != path]
    return all(
        _is_said(value, f"{path}.{name}", paths) or _is_reached(f"{path}.{name}", paths)
        for name, value in fields
    )


def _is_reached(path: str, paths: frozenset[str]) -> bool:
    """Whether a phrase speaks of the only item of a list: `card.is.0`."""
    return any(other.startswith(f"{path}.") and other[len(path) + 1].isdecimal() for other in paths)


def variable_of(node: Node) -> str:
    """Name the variable that a word sets: by its `as`; without it, it has the name of the kind of thing.

    Players that do something in turn are nobody's variable, unless they are given a name.
    """
    # Players who do something in turn are “they” in a text, and need no name.
    things = attribute(node, "query")
    if isinstance(things, QueryWord):
        is_nobodys = things.things == PLAYER and attribute(node, "do") is not None
        return things.as_ if is_nobodys else things.variable
    found = attribute(node, "as")
    return found.removeprefix("$") if isinstance(found, str) else ""


def _given_fields(node: Node) -> str:
    """Name the fields of a word that say something: `rank+open`; the name of a thing says nothing of it."""
    # A field without a default says something also when it says no.
    usual = {field.name.rstrip("_"): field.default for field in attrs.fields(type(node))}
    given = ((name, attribute(node, name)) for name in field_names(node))
    return "+".join(
        name
        for name, value in given
        if (is_given(value) or (value is False and usual[name] is None))
        and not (name == "as" and isinstance(node, QueryWord))
    )


def _part(value: object, name: str) -> object:
    if isinstance(value, Node) and name == "given":
        return _given_fields(value)
    if isinstance(value, Node | Range):
        return attribute(value, name)
    if is_tuple(value) and name == "rest":
        return value[1:]
    if is_tuple(value) and name.isdecimal():
        return value[int(name)] if int(name) < len(value) else None
    return None


def negated(test: TestWord | None) -> TestWord | None:
    """Return the one test within a `not`."""
    inner = inside(test) if test is not None and name_of(test) == "not" else ()
    return inner[0] if len(inner) == 1 else None


def inside(test: TestWord) -> tuple[TestWord, ...]:
    """Return the tests within a test."""
    found = attribute(test, "tests")
    return tuple(one for one in found if isinstance(one, TestWord)) if is_tuple(found) else ()


# ------
# What fills a gap.

Forms: TypeAlias = tuple[str, ...]
Pairs: TypeAlias = "tuple[tuple[str, object], ...]"


def render(speech: Speech, value: object, forms: Forms = ()) -> str:
    """Write whatever a field of a word holds."""
    text = ""
    match value:
        # The order matters: to Python True is an int, and tests and queries are nodes like all other words.
        case None | bool():
            pass
        case int():
            text = _integer(speech, value, forms)
        case str():
            text = _name(speech, value, forms)
        case Range() | Bounds():
            text = _range(speech, value, forms)
        case FactOf():
            text = _fact_of(speech, value)
        case TestWord():
            text = condition(speech, value)
        case Literal() if "copy" in forms and speech.names.knows(value.name):
            text = speech.names.one_of(value.name)
        case Literal():
            text = _name(speech, value.name, forms)
        case QueryWord():
            text = query(speech, value, forms)
        case Node():
            text = _word(speech, value, forms)
        case _:
            text = _several(speech, value, forms) if is_tuple(value) else str(value)
    return text


def _fact_of(speech: Speech, value: FactOf) -> str:
    """Speak of a number of somebody or something; of the owner's as theirs."""
    owner = speech.owner or speech.pronoun
    if isinstance(value.thing, Literal) and value.thing.name == "owner" and owner.form == YOU:
        return fact(evolve(speech, pronoun=owner), value.name, "number")
    thing = "" if value.thing is None else render(speech, value.thing)
    return fact(speech, value.name, "of" if thing else "number", thing)


def _integer(speech: Speech, value: int, forms: Forms) -> str:
    phrases = speech.language.phrases
    value = abs(value) if "abs" in forms else value
    # The first form that means something to a number decides; a gap may also have forms for other values.
    for form in forms:
        match form:
            case "signed":
                return figure(value) if value < 0 else f"+{value}"
            case "roman":
                return roman(value)
            case "advisor":
                return advisor(speech, value)
            case _ if form in phrases.ranges:
                return _range(speech, Range(value, value), forms)
            case _ if speech.names.counted(form) is not None:
                return amount(speech, form, value, chosen="chosen" in forms)
            case _:
                pass
    return figure(value)


def advisor(speech: Speech, rank: object) -> str:
    """Name the advisor of a rank: by name if there is one such, else by the rank, perhaps worked out."""
    known = speech.names.advisor(rank) if isinstance(rank, int) else None
    if known is not None:
        return speech.names.the(known)
    key = "ranked_by" if is_worked_out(rank) else "ranked"
    return speech.telling(key, n=render(speech, rank)).rest


def is_worked_out(value: object) -> bool:
    """Whether a number is the result of a calculation, which takes more words than a name."""
    return isinstance(value, ValueWord) and not isinstance(value, Variable | Literal)


def _name(speech: Speech, value: str, forms: Forms) -> str:
    if not value:
        return ""
    for form in forms:
        found = _special_name(speech, value, form)
        if found is not None:
            return found
    if value.startswith("$"):
        return variable(speech, value[1:])
    # While others act, “you” is still the owner, and not whoever acts now.
    if value == "owner" and (speech.owner or speech.pronoun).form == YOU:
        return (speech.owner or speech.pronoun).own["me"]
    if speech.has("words", value):
        return speech.word(value)
    # A resource or a kind of card comes before a card, whose id may be the same.
    noun = speech.names.counted(value)
    if noun is not None:
        return noun.one
    if "/" in value or speech.names.knows(value):
        return speech.names.one_of(value) if "copy" in forms else speech.names.the(value)
    return speech.names.word(value)


def _special_name(speech: Speech, value: str, form: str) -> str | None:
    """Write a name in the form that a phrase asks for; None if this form is none of names."""
    write = _NAMES.get(form)
    if write is not None:
        return write(speech, value)
    if form in ("number", *_COMPARED):
        return fact(speech, value, form)
    if form not in _NOUN_FORMS:
        return None
    noun = speech.names.counted(value)
    if noun is None:
        raise Unfit(value)
    return noun_form(speech, noun, form)


_COMPARED = ("more", "fewer", "most", "fewest")
_NOUN_FORMS = ("one", "several", "a", "the", "that", "each", "all", "some")


def _noun_of(speech: Speech, things: Node, forms: Forms, form: str) -> str:
    """Name the kind of thing that a query finds: by its own `kind`, or as its phrase says."""
    kinds = (attribute(things, "kind"), *forms, *(attribute(things, name) for name in ("among", "things")))
    found = (speech.names.counted(kind) for kind in kinds if isinstance(kind, str) and kind)
    return noun_form(speech, next(filter(None, found)), form)


def noun_form(speech: Speech, noun: Noun, form: str) -> str:
    """Write a noun: "a card", "that card", "each card", "card", "cards", "some cards"."""
    forms = {"one": noun.one, "some": noun.some or noun.several, **speech.language.with_articles(noun)}
    return forms.get(form, noun.several)


def moment_name(speech: Speech, moment: str) -> str:
    """Name a moment; one that a pack brings has a name of its own."""
    if not moment:
        return ""
    if speech.has("until", moment):
        return speech.clause("until", moment).rest
    return speech.names.quoted(moment)


def _extra(speech: Speech, name: str) -> str:
    """Name what a card can forbid: a resource, or a kind of permission."""
    noun = speech.names.counted(name)
    return speech.word(name) if noun is None else noun_form(speech, noun, "some")


_NAMES: dict[str, Callable[[Speech, str], str]] = {
    "var": lambda speech, name: variable(speech, name.removeprefix("$")),
    "memory": lambda speech, name: speech.names.quoted(name),
    "card": lambda speech, name: speech.names.the(name),
    "extra": _extra,
    "enemies": lambda speech, name: speech.names.enemies(name),
    "phase": lambda speech, name: speech.names.source(name),
    "moment": moment_name,
    "stat": lambda speech, name: speech.clause("stats", name).rest,
}
"""How names are written in the forms that are for names alone."""


def variable(speech: Speech, name: str) -> str:
    """Name a variable: what the moment brings along as people say it, all others by their names."""
    # An effect that sets a variable means its own, not one of the same name that the moment brings.
    brought = name == ACTOR or name in PAYLOAD.get(speech.moment, ())
    if brought and name not in speech.own_variables:
        for key in (f"{speech.moment}.{name}", name):
            if speech.has("payload", key):
                return speech.clause("payload", key).rest
    return speech.names.quoted(name)


def read_variables(part: object) -> Iterator[str]:
    """Name the variables that a part of a card reads."""
    for node in nodes(part):
        word = name_of(node) if isinstance(node, Word) else ""
        if word == "variable":
            yield str(attribute(node, "name"))
        yield from _IN_QUESTION.get(word, ())
        for name in field_names(node):
            yield from (key[1:] for key in _keys(attribute(node, name)) if key.startswith("$"))


def _keys(value: object) -> Iterator[str]:
    """List the keys of a bag, or of several ones."""
    if is_tuple(value) and is_bag(value):
        yield from (key for key, _ in value)
    elif is_tuple(value):
        for item in value:
            yield from _keys(item)


_IN_QUESTION = {"card": ("card", "building", "enemy"), "enemy": ("enemy",), "place": ("place",)}
"""The variables that a test without a thing of its own looks at, by its word."""


def in_question(speech: Speech, word: str) -> str:
    """Name the thing that a test is about: the variable that it looks at, or what is there."""
    known = (*PAYLOAD.get(speech.moment, ()), *speech.own_variables)
    found = next((name for name in _IN_QUESTION.get(word, ()) if name in known), None)
    return speech.telling(f"it_{word}").rest if found is None else variable(speech, found)


def fact(speech: Speech, name: str, form: str, thing: str = "") -> str:
    """Speak of a number: "the number of your goods", "more goods", "the rank of that advisor"."""
    key = name if form == "number" else f"{name}.{form}"
    if not speech.has("facts", key):
        key = "*" if form == "number" else f"*.{form}"
    noun = speech.names.noun(name)
    texts = {"one": noun.one, "several": noun.several, "mass": "mass" if noun.mass else "", "thing": thing}
    return speech.clause("facts", key, speech.texts(texts)).rest


def query(speech: Speech, things: QueryWord, forms: Forms) -> str:
    """Name the things that a query finds, in the form that is asked for: `a`, `each`, `one`, `several`.

    What is said `apart` are its tests.
    """
    form = next((form for form in forms if form in _NOUN_FORMS), "several")
    noun = next((form for form in forms if speech.names.counted(form) is not None), "")
    apart = "apart" if "apart" in forms else ""
    many = "many" if form in ("several", "all") else ""
    given = WordSource(speech, things, extra={"form": form, "of": noun, "apart": apart, "many": many})
    text = speech.behind_if(speech.clause("queries", name_of(things), given))
    if "named" in forms or not things.as_ or things.as_ in speech.unread:
        return text
    return f"{text} ({variable(speech, things.as_)})"


def _range(speech: Speech, bounds: Range | Bounds, forms: Forms) -> str:
    """Write bounds: in one of the families of [ranges], or as a number of things."""
    if bounds.least is None and bounds.most is None:
        return ""
    if "advisor" in forms and bounds.least is not None and bounds.least == bounds.most:
        return advisor(speech, bounds.least)
    ranges = speech.language.phrases.ranges
    family = next((form for form in forms if form in ranges), "")
    if not family:
        noun = next(filter(None, map(speech.names.counted, forms)), None)
        if noun is not None:
            return how_many(speech, noun, bounds)
        # The gap wants a form that bounds do not have; a plainer phrase may do without it.
        if forms and forms != ("roman",):
            raise Unfit(" ".join(forms))
    style: Forms = ("roman",) if "roman" in forms else ()
    least, most = render(speech, bounds.least, style), render(speech, bounds.most, style)
    found = "found" if is_worked_out(bounds.least) or is_worked_out(bounds.most) else ""
    return _bounds(speech, family or "size", least, most, found)


def _bounds(speech: Speech, family: str, least: str, most: str, found: str = "") -> str:
    key = "one" if least == most else "from" if not most else "to" if not least else "from_to"
    texts = {"least": least, "most": most, "found": found}
    try:
        return tell(speech.language.phrases.ranges[family], key, speech.texts(texts))[0].rest
    except LookupError:
        # A family may have no words for numbers that are worked out; a plainer phrase does without it.
        raise Unfit(family) from None


def how_many(speech: Speech, noun: Noun, bounds: Range | Bounds) -> str:
    """Write the number of things counted: "at least 3 goods", "exactly 1 soldier", "exactly “x” goods"."""
    # Two bounds share a noun, “2 to 3 goods”; one bound takes it along, “at least 1 good”.
    alone = bounds.least == bounds.most or bounds.least is None or bounds.most is None
    least = _number_of(speech, noun, bounds.least) if alone else render(speech, bounds.least)
    return _bounds(speech, "count", least, _number_of(speech, noun, bounds.most))


def _number_of(speech: Speech, noun: Noun, value: int | ValueWord | None) -> str:
    if isinstance(value, int):
        return speech.language.count(evolve(noun, single=""), value)
    if value is None:
        return ""
    if is_worked_out(value):
        return _as_many(speech, noun, noun.several, value)
    return f"{render(speech, value)} {noun.several}"


def _as_many(speech: Speech, noun: Noun | None, things: str, value: ValueWord) -> str:
    key = "as_much" if noun is not None and noun.mass else "as_many"
    return speech.telling(key, things=things, value=render(speech, value)).rest


def how_many_found(speech: Speech, things: QueryWord, number: object, forms: Forms) -> str:
    """Write a number of what a query finds: "1 building in column I", "2 buildings in column I"."""
    one = isinstance(number, int) and speech.language.is_one(number)
    found = query(speech, things, ("one" if one else "several", *forms))
    if isinstance(number, ValueWord) and is_worked_out(number):
        return _as_many(speech, None, found, number)
    return f"{render(speech, number)} {found}"


def _word(speech: Speech, node: Node, forms: Forms) -> str:
    """Write a word, or a closed object, inside a phrase."""
    if "advisor" in forms:
        return advisor(speech, node)
    # “+3 strength” is a number; what is worked out needs a sentence: “your strength rises by ...”.
    if "signed" in forms:
        raise Unfit("signed")
    noun = next((form for form in forms if speech.names.counted(form) is not None), None)
    if isinstance(node, ValueWord) and noun is not None:
        return amount(speech, noun, node, chosen="chosen" in forms)
    text = speech.behind_if(speech.clause(table_of(node), key_of(node), WordSource(speech, node)))
    compared = next((form for form in forms if form in _COMPARED), None)
    if compared is not None:
        return speech.telling(f"{compared}_of", value=text).rest
    return text


def table_of(node: Node) -> str:
    """Name the table with the phrase for a word or a closed object."""
    return next((table for base, table in _TABLES.items() if isinstance(node, base)), "objects")


def key_of(thing: object) -> str:
    """Name the phrase for a word; for an object, an action or an event: `DiceRolled` is `dice_rolled`."""
    if isinstance(thing, Word):
        return name_of(thing)
    name = type(thing).__name__
    return "".join(f"_{c.lower()}" if c.isupper() and n else c.lower() for n, c in enumerate(name))


def _several(speech: Speech, items: tuple[object, ...], forms: Forms, owner: Node | None = None) -> str:
    if not items:
        return ""
    # Tests, amounts and names are all tuples; only what is in them tells how they are joined.
    tests = tuple(item for item in items if isinstance(item, TestWord))
    if len(tests) == len(items):
        if WHO in forms:
            return relative(speech, tests, many="several" in forms or "all" in forms)
        return conditions(speech.about_them() if "them" in forms else speech, tests)
    if is_bag(items):
        return _given(speech, items) if "given" in forms else bag(speech, items, chosen="plain" not in forms)
    if "among" in forms:
        return _among(speech, items, forms)
    if "or" in forms and any(is_tuple(item) and len(item) > 1 for item in items):
        return speech.language.choices([render(speech, item, forms) for item in items])
    told = [
        f"({text})" if (owner and _is_apart(owner, item)) else text
        for item in items
        for text in [render(speech, item, forms)]
    ]
    if "of" in forms:
        told = speech.language.each_with_of(told)
    if "then" in forms:
        return speech.language.in_turn(told)
    return speech.language.one_of(told) if "or" in forms else speech.language.all_of(told)


def _given(speech: Speech, values: Pairs) -> str:
    """Write variables with the values that they are given."""
    told = [f"{speech.names.quoted(name)} {render(speech, value)}" for name, value in values]
    return speech.language.all_of(told)


def is_bag(items: tuple[object, ...]) -> TypeGuard[Pairs]:
    """Whether a list is made of names with values: amounts by resource, or variables."""
    return all(is_tuple(item) and len(item) == 2 and isinstance(item[0], str) for item in items)


def _among(speech: Speech, items: tuple[object, ...], forms: Forms) -> str:
    """Write some of many numbers: one after the other, or as bounds if they follow each other."""
    numbers = sorted(item for item in items if isinstance(item, int))
    # From three on, numbers in a row are shorter as bounds; two of them are still a list.
    if len(numbers) == len(items) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return _range(speech, Range(numbers[0], numbers[-1]), forms)
    found = [item for item in items if isinstance(item, Node)]
    return speech.language.one_of([advisor(speech, one) for one in (*numbers, *found)])


def _is_apart(outer: Node, value: object) -> bool:
    """Whether a value made of others needs brackets inside another one."""
    if not (isinstance(value, ValueWord) and isinstance(outer, ValueWord)):
        return False
    inner = attribute(value, "parts")
    if not (is_tuple(inner) and is_tuple(attribute(outer, "parts"))):
        return False
    factor = name_of(value) == "times" and any(isinstance(part, int) for part in inner)
    return len(inner) > 1 and not (factor and name_of(outer) in _OF_TERMS)


_OF_TERMS = ("sum", "max", "min", "nth")


# ------
# Amounts.


def bag(speech: Speech, amounts: Pairs, *, chosen: bool = True) -> str:
    """Write several amounts, in the order in which people say them: "2 gold, 1 wood and 1 soldier"."""
    if not amounts:
        return ""
    order = list(speech.language.phrases.nouns)
    # Cards list goods in any order; people name gold before wood before stone.
    known = sorted(amounts, key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order))
    return speech.language.all_of([_pair(speech, name, value, chosen=chosen) for name, value in known])


def _pair(speech: Speech, name: str, value: object, *, chosen: bool) -> str:
    if name.startswith("$"):
        key = "of_kind_by" if is_worked_out(value) else "of_kind"
        return speech.telling(key, n=render(speech, value), kind=variable(speech, name[1:])).rest
    if isinstance(value, int | ValueWord):
        return amount(speech, name, value, chosen=chosen)
    if name == PRICE:
        return speech.telling("price_number", n=render(speech, value)).rest
    if isinstance(value, Range | Bounds):
        counted = how_many(speech, speech.names.noun(name), value)
        return _chosen(speech, name, counted, chosen=chosen)
    return f"{speech.names.word(name)} = {render(speech, value)}"


def amount(speech: Speech, name: str, value: int | ValueWord, *, chosen: bool = False) -> str:
    """Write an amount of something, fixed or worked out in play; `chosen` goods say whose choice it is."""
    noun = speech.names.noun(name)
    if isinstance(value, int):
        return _chosen(speech, name, speech.language.count(noun, value), chosen=chosen)
    times, unit = _factor(value)
    # “1 gold per building” is shorter than “as much gold as your buildings”, where there is a phrase for it.
    try:
        per = speech.clause("per", name_of(unit), WordSource(speech, unit)).rest
    except LookupError:
        return _as_many(speech, noun, _chosen(speech, name, noun.several, chosen=chosen), value)
    return f"{_chosen(speech, name, speech.language.count(noun, times), chosen=chosen)} {per}"


def _chosen(speech: Speech, name: str, counted: str, *, chosen: bool) -> str:
    return speech.telling("chosen", things=counted).rest if chosen and name == GOOD else counted


def _factor(value: ValueWord) -> tuple[int, ValueWord]:
    """Split a product of a number and a value."""
    parts = attribute(value, "parts")
    if name_of(value) == "times" and is_tuple(parts):
        match parts:
            case (int() as number, ValueWord() as unit) | (ValueWord() as unit, int() as number):
                return number, unit
            case _:
                pass
    return 1, value


# ------
# Tests.


def conditions(speech: Speech, tests: Sequence[TestWord], *, hold: bool = True) -> str:
    """Write that all tests hold, or that not all of them do, as it stands behind "if"."""
    told = [_within(one, condition(speech, one, hold=hold), several=len(tests) > 1) for one in tests]
    return speech.language.if_all(told) if hold else speech.language.if_any(told)


def condition(speech: Speech, test: TestWord, *, hold: bool = True) -> str:
    """Write that a test holds, or that it does not, as it stands behind "if"."""
    match name_of(test):
        case "not":
            return conditions(speech, inside(test), hold=not hold)
        case "all" | "any" as word:
            groups = _groups(test)
            told = [
                f"({text})" if len(groups) > 1 and _is_compound(group) else text
                for group in groups
                for text in [conditions(speech, group, hold=hold)]
            ]
            together = hold == (word == "all")
            return speech.language.if_all(told) if together else speech.language.if_any(told)
        case _:
            return speech.behind_if(_test(speech, test, hold=hold))


def _groups(test: TestWord) -> list[tuple[TestWord, ...]]:
    found = attribute(test, "groups")
    groups = [group for group in found if is_tuple(group)] if is_tuple(found) else []
    return [tuple(one for one in group if isinstance(one, TestWord)) for group in groups]


def _is_compound(tests: Sequence[TestWord]) -> bool:
    """Whether tests are said by several conditions."""
    if len(tests) != 1:
        return True
    (test,) = tests
    if name_of(test) == "not":
        return _is_compound(inside(test))
    groups = _groups(test)
    return len(groups) > 1 or any(map(_is_compound, groups))


def _within(test: TestWord, text: str, *, several: bool) -> str:
    """Put a test made of several ones into brackets, where it stands among others."""
    return f"({text})" if several and _is_compound((test,)) else text


def _test(speech: Speech, test: TestWord, *, hold: bool) -> Clause:
    """Fill the phrase of a test, or of its opposite; a test that wants `false` is the opposite."""
    if test.inline and attribute(test, test.inline) is False:
        hold = not hold
    given, name = WordSource(speech, test), name_of(test)
    # “You have no goods” is better than “it is not true that you have goods”, where somebody wrote it.
    if not hold and speech.has("refusals", name):
        try:
            return speech.clause("refusals", name, given)
        except LookupError:
            pass  # the phrases that there are do not fit this case
    told = speech.clause("tests", name, given)
    return told if hold else speech.telling("untrue", condition=speech.behind_if(told))


def relative(speech: Speech, tests: Sequence[TestWord], *, many: bool = False) -> str:
    """Write of players that they pass tests: "who have no goods and who own the Inn"."""
    they, who = speech.about_them(), speech.player(f"{WHO}_many" if many else WHO)
    return speech.language.all_of([_of_whom(they, who, test) for test in tests])


def _of_whom(speech: Speech, who: SentenceSubject, test: TestWord) -> str:
    inner, hold = test, True
    # A `not` within a `not` goes away: “who do not not have” is no sentence.
    while (found := negated(inner)) is not None:
        inner, hold = found, not hold
    if not _is_compound((inner,)):
        clause = _test(speech, inner, hold=hold)
        if clause.verb and clause.subject is None:
            return speech.language.smooth(speech.language.behind_if(clause, who))
    return speech.telling("for_whom", condition=condition(speech, test)).rest
