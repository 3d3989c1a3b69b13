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

from kingsburg_rules.language.permissions import PermissionWord
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
from kingsburg_rules.language.values import Bounds, FactOf, Literal
from kingsburg_rules.language.vocabulary import ACTOR, EVENTS, GOOD, PLAYER, STATS
from kingsburg_rules.text.languages import YOU, Clause, Language
from kingsburg_rules.text.names import CardNames, roman
from kingsburg_rules.text.phrases import (
    FixedTexts,
    Gap,
    GapSource,
    Noun,
    Phrase,
    PhraseTable,
    Subject,
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
class Scope:
    """Where something is said.

    `subject` is who acts, and `pronoun` how phrases speak of them (`{you}`, `{your}`). `moment` is when it
    happens, or the number of the rules that changes; what the moment brings along is called by a phrase,
    unless the effect sets such a variable itself (`own_variables`). `owner` is the player with whom an effect
    begins, where it goes on about others. Of `unread` variables nobody needs to know.
    """

    names: CardNames
    subject: Subject
    pronoun: Subject
    moment: str = ""
    own_variables: frozenset[str] = frozenset()
    owner: Subject | None = None
    unread: frozenset[str] = frozenset()

    @property
    def language(self) -> Language:
        """The language of the text."""
        return self.names.language

    def about(self, subject: Subject, pronoun: Subject | None = None) -> Scope:
        """Go on about another player."""
        return evolve(self, subject=subject, pronoun=pronoun or subject, owner=self.owner or self.pronoun)

    def about_them(self) -> Scope:
        """Go on about a player who was just named."""
        return self.about(self.player(THEY))

    def player(self, key: str) -> Subject:
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


def owner_scope(names: CardNames) -> Scope:
    """Speak to the owner of a card."""
    you = names.language.phrases.players[YOU]
    return Scope(names, you, you)


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
        Subject(own, "many" if phrase.several else "one") if own else None,
    )


def nodes(part: object) -> Iterator[Node]:
    """List all words of a part of a card, itself included, in the order written."""
    match part:
        case Node():
            yield part
            for name in field_names(part):
                yield from nodes(attribute(part, name))
        case FactOf():
            yield from nodes(part.thing)
        case Bounds():
            yield from nodes((part.least, part.most))
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

    scope: Scope
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
            return self.scope.moment
        if name == "given":
            return _given_fields(self.node)
        if name in field_names(self.node):
            return attribute(self.node, name)
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
        people = self.scope.pronoun.own
        if gap.path in people:
            return people[gap.path]
        if gap.path == "it":
            return in_question(self.scope, name_of(self.node)) if isinstance(self.node, Word) else ""
        if gap.path == "noun":
            forms = (str(self.extra["of"]), *gap.forms)
            return _noun_of(self.scope, self.node, forms, str(self.extra["form"]))
        value = self.value(gap.path)
        if "var" in gap.forms and value in self.scope.unread and gap.path == "as":
            return ""
        if gap.path in self.extra and isinstance(value, str):
            return value
        forms = tuple(self._counted_as(form) for form in gap.forms)
        if WHO in forms:
            forms = (*forms, str(self.extra.get("form", "")))
        if is_tuple(value):
            return _several(self.scope, value, forms, self.node)
        text = render(self.scope, value, forms)
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
    things = attribute(node, "query")
    if isinstance(things, QueryWord) and things.things == PLAYER and attribute(node, "do") is not None:
        found = attribute(node, "as")
        return found if isinstance(found, str) else ""
    found = attribute(node, "as") or attribute(attribute(node, "query"), "things")
    return found.removeprefix("$") if isinstance(found, str) else ""


def _given_fields(node: Node) -> str:
    """Name the fields of a word that say something: `rank+open`."""
    usual = {field.name.rstrip("_"): field.default for field in attrs.fields(type(node))}
    given = ((name, attribute(node, name)) for name in field_names(node))
    return "+".join(
        name for name, value in given if is_given(value) or (value is False and usual[name] is None)
    )


def _part(value: object, name: str) -> object:
    if isinstance(value, Node) and name == "given":
        return _given_fields(value)
    if isinstance(value, Node | FactOf | Bounds | Range):
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


def render(scope: Scope, value: object, forms: Forms = ()) -> str:
    """Write whatever a field of a word holds."""
    text = ""
    match value:
        case None | bool():
            pass
        case int():
            text = _integer(scope, value, forms)
        case str():
            text = _name(scope, value, forms)
        case Range() | Bounds():
            text = _range(scope, value, forms)
        case FactOf():
            text = _fact_of(scope, value)
        case TestWord():
            text = condition(scope, value)
        case QueryWord():
            text = query(scope, value, forms)
        case Node():
            text = _word(scope, value, forms)
        case _:
            text = _several(scope, value, forms) if is_tuple(value) else str(value)
    return text


def _fact_of(scope: Scope, value: FactOf) -> str:
    """Speak of a number of somebody or something; of the owner's as theirs."""
    owner = scope.owner or scope.pronoun
    if isinstance(value.thing, Literal) and value.thing.name == "owner" and owner.form == YOU:
        return fact(evolve(scope, pronoun=owner), value.name, "number")
    thing = "" if value.thing is None else render(scope, value.thing)
    return fact(scope, value.name, "of" if thing else "number", thing)


def _integer(scope: Scope, value: int, forms: Forms) -> str:
    phrases = scope.language.phrases
    value = abs(value) if "abs" in forms else value
    for form in forms:
        match form:
            case "signed":
                return f"{value:+}".replace("-", "\N{MINUS SIGN}")
            case "roman":
                return roman(value)
            case "advisor":
                return advisor(scope, value)
            case _ if form in phrases.ranges:
                return _range(scope, Range(value, value), forms)
            case _ if scope.names.counted(form) is not None:
                return amount(scope, form, value, chosen="chosen" in forms)
            case _:
                pass
    return str(value).replace("-", "\N{MINUS SIGN}")


def advisor(scope: Scope, rank: int) -> str:
    """Name the advisor of a rank: by name if there is one such, else by the rank."""
    known = scope.names.advisor(rank)
    if known is not None:
        return scope.names.the(known)
    return scope.telling("ranked", n=str(rank)).rest


def _advisor_of(scope: Scope, rank: int | Node) -> str:
    """Name the advisor of a rank, which may be worked out in play."""
    if isinstance(rank, int):
        return advisor(scope, rank)
    return scope.telling("ranked", n=render(scope, rank)).rest


def _name(scope: Scope, value: str, forms: Forms) -> str:
    if not value:
        return ""
    for form in forms:
        found = _special_name(scope, value, form)
        if found is not None:
            return found
    if value.startswith("$"):
        return variable(scope, value[1:])
    if value == "owner" and (scope.owner or scope.pronoun).form == YOU:
        return (scope.owner or scope.pronoun).own["me"]
    if scope.has("words", value):
        return scope.word(value)
    noun = scope.names.counted(value)
    if noun is not None:
        return noun.one
    return scope.names.the(value) if "/" in value or scope.names.knows(value) else scope.names.word(value)


def _special_name(scope: Scope, value: str, form: str) -> str | None:
    """Write a name in the form that a phrase asks for; None if this form is none of names."""
    write = _NAMES.get(form)
    if write is not None:
        return write(scope, value)
    if form in ("number", *_COMPARED):
        return fact(scope, value, form)
    if form not in _NOUN_FORMS:
        return None
    noun = scope.names.counted(value)
    if noun is None:
        raise Unfit(value)
    return noun_form(scope, noun, form)


_COMPARED = ("more", "fewer", "most", "fewest")
_NOUN_FORMS = ("one", "several", "a", "the", "that", "each", "all", "some")


def _noun_of(scope: Scope, things: Node, forms: Forms, form: str) -> str:
    """Name the kind of thing that a query finds: by its own `kind`, or as its phrase says."""
    kinds = (attribute(things, "kind"), *forms, *(attribute(things, name) for name in ("among", "things")))
    found = (scope.names.counted(kind) for kind in kinds if isinstance(kind, str) and kind)
    return noun_form(scope, next(filter(None, found)), form)


def noun_form(scope: Scope, noun: Noun, form: str) -> str:
    """Write a noun: "a card", "that card", "each card", "card", "cards", "some cards"."""
    forms = {"one": noun.one, "some": noun.some or noun.several, **scope.language.with_articles(noun)}
    return forms.get(form, noun.several)


def moment_name(scope: Scope, moment: str) -> str:
    """Name a moment; one that a pack brings has a name of its own."""
    if not moment:
        return ""
    if scope.has("until", moment):
        return scope.clause("until", moment).rest
    return scope.names.quoted(moment)


_NAMES: dict[str, Callable[[Scope, str], str]] = {
    "var": lambda scope, name: variable(scope, name.removeprefix("$")),
    "memory": lambda scope, name: scope.names.quoted(name),
    "card": lambda scope, name: scope.names.the(name),
    "enemies": lambda scope, name: scope.names.enemies(name),
    "moment": moment_name,
    "stat": lambda scope, name: scope.clause("stats", name).rest,
}
"""How names are written in the forms that are for names alone."""


def variable(scope: Scope, name: str) -> str:
    """Name a variable: what the moment brings along as people say it, all others by their names."""
    brought = name == ACTOR or name in PAYLOAD.get(scope.moment, ())
    if brought and name not in scope.own_variables:
        for key in (f"{scope.moment}.{name}", name):
            if scope.has("payload", key):
                return scope.clause("payload", key).rest
    return scope.names.quoted(name)


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


def in_question(scope: Scope, word: str) -> str:
    """Name the thing that a test is about: the variable that it looks at, or what is there."""
    known = (*PAYLOAD.get(scope.moment, ()), *scope.own_variables)
    found = next((name for name in _IN_QUESTION.get(word, ()) if name in known), None)
    return scope.telling(f"it_{word}").rest if found is None else variable(scope, found)


def fact(scope: Scope, name: str, form: str, thing: str = "") -> str:
    """Speak of a number: "the number of your goods", "more goods", "the rank of that advisor"."""
    key = name if form == "number" else f"{name}.{form}"
    if not scope.has("facts", key):
        key = "*" if form == "number" else f"*.{form}"
    noun = scope.names.noun(name)
    texts = {"one": noun.one, "several": noun.several, "mass": "mass" if noun.mass else "", "thing": thing}
    return scope.clause("facts", key, scope.texts(texts)).rest


def query(scope: Scope, things: QueryWord, forms: Forms) -> str:
    """Name the things that a query finds, in the form that is asked for: `a`, `each`, `one`, `several`.

    What is said `apart` are its tests.
    """
    form = next((form for form in forms if form in _NOUN_FORMS), "several")
    noun = next((form for form in forms if scope.names.counted(form) is not None), "")
    apart = "apart" if "apart" in forms else ""
    given = WordSource(scope, things, extra={"form": form, "of": noun, "apart": apart})
    return scope.behind_if(scope.clause("queries", name_of(things), given))


def _range(scope: Scope, bounds: Range | Bounds, forms: Forms) -> str:
    """Write bounds: in one of the families of [ranges], or as a number of things."""
    if bounds.least is None and bounds.most is None:
        return ""
    if "advisor" in forms and bounds.least is not None and bounds.least == bounds.most:
        return _advisor_of(scope, bounds.least)
    ranges = scope.language.phrases.ranges
    family = next((form for form in forms if form in ranges), "")
    if not family:
        noun = next(filter(None, map(scope.names.counted, forms)), None)
        if noun is not None:
            return how_many(scope, noun, bounds)
        if forms and forms != ("roman",):
            raise Unfit(" ".join(forms))
    style: Forms = ("roman",) if "roman" in forms else ()
    least, most = render(scope, bounds.least, style), render(scope, bounds.most, style)
    return _bounds(scope, family or "size", bounds, least, most)


def _bounds(scope: Scope, family: str, bounds: Range | Bounds, least: str, most: str) -> str:
    key = "one" if least == most else "from" if not most else "to" if not least else "from_to"
    if bounds.least is None or bounds.most is None:
        key = "from" if bounds.most is None else "to"
    texts = {"least": least, "most": most}
    return tell(scope.language.phrases.ranges[family], key, scope.texts(texts))[0].rest


def how_many(scope: Scope, noun: Noun, bounds: Range | Bounds) -> str:
    """Write the number of things counted: "at least 3 goods", "exactly 1 soldier", "exactly “x” goods"."""
    alone = bounds.least == bounds.most or bounds.least is None or bounds.most is None
    least = _number_of(scope, noun, bounds.least) if alone else render(scope, bounds.least)
    return _bounds(scope, "count", bounds, least, _number_of(scope, noun, bounds.most))


def _number_of(scope: Scope, noun: Noun, value: int | ValueWord | None) -> str:
    if isinstance(value, int):
        return scope.language.count(evolve(noun, single=""), value)
    return "" if value is None else f"{render(scope, value)} {noun.several}"


def _word(scope: Scope, node: Node, forms: Forms) -> str:
    """Write a word, or a closed object, inside a phrase."""
    if "advisor" in forms:
        return _advisor_of(scope, node)
    noun = next((form for form in forms if scope.names.counted(form) is not None), None)
    if isinstance(node, ValueWord) and noun is not None:
        return amount(scope, noun, node, chosen="chosen" in forms)
    text = scope.behind_if(scope.clause(table_of(node), key_of(node), WordSource(scope, node)))
    compared = next((form for form in forms if form in _COMPARED), None)
    if compared is not None:
        return scope.telling(f"{compared}_of", value=text).rest
    return f"+{text}" if "signed" in forms else text


def table_of(node: Node) -> str:
    """Name the table with the phrase for a word or a closed object."""
    return next((table for base, table in _TABLES.items() if isinstance(node, base)), "objects")


def key_of(node: Node) -> str:
    """Name the phrase for a word or a closed object."""
    if isinstance(node, Word):
        return name_of(node)
    name = type(node).__name__
    return "".join(f"_{c.lower()}" if c.isupper() and n else c.lower() for n, c in enumerate(name))


def _several(scope: Scope, items: tuple[object, ...], forms: Forms, owner: Node | None = None) -> str:
    if not items:
        return ""
    tests = tuple(item for item in items if isinstance(item, TestWord))
    if len(tests) == len(items):
        if WHO in forms:
            return relative(scope, tests, many="several" in forms)
        return conditions(scope.about_them() if "them" in forms else scope, tests)
    if is_bag(items):
        return bag(scope, items, chosen="plain" not in forms)
    if "among" in forms:
        return _among(scope, items, forms)
    if "or" in forms and any(is_tuple(item) and len(item) > 1 for item in items):
        return scope.language.choices([render(scope, item, forms) for item in items])
    told = [
        f"({text})" if (owner and _is_apart(owner, item)) else text
        for item in items
        for text in [render(scope, item, forms)]
    ]
    if "of" in forms:
        told = scope.language.each_with_of(told)
    if "then" in forms:
        return scope.language.in_turn(told)
    return scope.language.one_of(told) if "or" in forms else scope.language.all_of(told)


def is_bag(items: tuple[object, ...]) -> TypeGuard[Pairs]:
    """Whether a list is made of names with values: amounts by resource, or variables."""
    return all(is_tuple(item) and len(item) == 2 and isinstance(item[0], str) for item in items)


def _among(scope: Scope, items: tuple[object, ...], forms: Forms) -> str:
    """Write some of many numbers: one after the other, or as bounds if they follow each other."""
    numbers = sorted(item for item in items if isinstance(item, int))
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return _range(scope, Range(numbers[0], numbers[-1]), forms)
    return scope.language.one_of([advisor(scope, number) for number in numbers])


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


def bag(scope: Scope, amounts: Pairs, *, chosen: bool = True) -> str:
    """Write several amounts, in the order in which people say them: "2 gold, 1 wood and 1 soldier"."""
    if not amounts:
        return ""
    order = list(scope.language.phrases.nouns)
    # Cards list goods in any order; people name gold before wood before stone.
    known = sorted(amounts, key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order))
    return scope.language.all_of([_pair(scope, name, value, chosen=chosen) for name, value in known])


def _pair(scope: Scope, name: str, value: object, *, chosen: bool) -> str:
    if name.startswith("$"):
        return scope.telling("of_kind", n=render(scope, value), kind=variable(scope, name[1:])).rest
    if isinstance(value, int | ValueWord):
        return amount(scope, name, value, chosen=chosen)
    if isinstance(value, Range):
        return how_many(scope, scope.names.noun(name), value)
    return f"{scope.names.word(name)} = {render(scope, value)}"


def amount(scope: Scope, name: str, value: int | ValueWord, *, chosen: bool = False) -> str:
    """Write an amount of something, fixed or worked out in play; `chosen` goods say whose choice it is."""
    noun = scope.names.noun(name)
    if isinstance(value, int):
        return _chosen(scope, name, scope.language.count(noun, value), chosen=chosen)
    times, unit = _factor(value)
    for phrase in scope.language.phrases["per"].phrases.get(name_of(unit), ()):
        given = WordSource(scope, unit)
        try:
            if phrase in list(scope.language.phrases["per"].fitting(name_of(unit), given)):
                counted = _chosen(scope, name, scope.language.count(noun, times), chosen=chosen)
                return f"{counted} {fill(phrase.rest, given)}"
        except Unfit:
            continue
    key = "as_much" if noun.mass else "as_many"
    things = _chosen(scope, name, noun.several, chosen=chosen)
    return scope.telling(key, things=things, value=render(scope, value)).rest


def _chosen(scope: Scope, name: str, counted: str, *, chosen: bool) -> str:
    return scope.telling("chosen", things=counted).rest if chosen and name == GOOD else counted


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


def conditions(scope: Scope, tests: Sequence[TestWord], *, hold: bool = True) -> str:
    """Write that all tests hold, or that not all of them do, as it stands behind "if"."""
    told = [_within(one, condition(scope, one, hold=hold), several=len(tests) > 1) for one in tests]
    return scope.language.if_all(told) if hold else scope.language.if_any(told)


def condition(scope: Scope, test: TestWord, *, hold: bool = True) -> str:
    """Write that a test holds, or that it does not, as it stands behind "if"."""
    match name_of(test):
        case "not":
            return conditions(scope, inside(test), hold=not hold)
        case "all" | "any" as word:
            groups = _groups(test)
            told = [
                f"({text})" if len(groups) > 1 and _is_compound(group) else text
                for group in groups
                for text in [conditions(scope, group, hold=hold)]
            ]
            together = hold == (word == "all")
            return scope.language.if_all(told) if together else scope.language.if_any(told)
        case _:
            return scope.behind_if(_test(scope, test, hold=hold))


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


def _test(scope: Scope, test: TestWord, *, hold: bool) -> Clause:
    """Fill the phrase of a test, or of its opposite; a test that wants `false` is the opposite."""
    if test.inline and attribute(test, test.inline) is False:
        hold = not hold
    given, name = WordSource(scope, test), name_of(test)
    if not hold and scope.has("refusals", name):
        try:
            return scope.clause("refusals", name, given)
        except LookupError:
            pass  # the phrases that there are do not fit this case
    told = scope.clause("tests", name, given)
    return told if hold else scope.telling("untrue", condition=scope.behind_if(told))


def relative(scope: Scope, tests: Sequence[TestWord], *, many: bool = False) -> str:
    """Write of players that they pass tests: "who have no goods and who own the Inn"."""
    they, who = scope.about_them(), scope.player(f"{WHO}_many" if many else WHO)
    return scope.language.all_of([_of_whom(they, who, test) for test in tests])


def _of_whom(scope: Scope, who: Subject, test: TestWord) -> str:
    inner, hold = test, True
    while (found := negated(inner)) is not None:
        inner, hold = found, not hold
    if not _is_compound((inner,)):
        clause = _test(scope, inner, hold=hold)
        if clause.verb and clause.subject is None:
            return scope.language.smooth(scope.language.behind_if(clause, who))
    return scope.telling("for_whom", condition=condition(scope, test)).rest
