"""Languages: how phrases become sentences, and what English, Dutch and French do differently.

What is said is decided elsewhere; the phrases are in `phrases/`. Here are the order of words, the forms of
verbs, and the ways in which words change where they meet.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar, Literal

from attrs import frozen

from kingsburg_rules.engine.errors import SetupError, is_known, unknown
from kingsburg_rules.text.phrases import Noun, SentenceSubject, read_phrases

Mood = Literal["plain", "states", "order", "may"]
"""An act or event; a condition; an order without "you"; a permission."""

YOU = "you"


def figure(number: int) -> str:
    """Write a number; below 0 with the sign for minus, which is no hyphen."""
    return str(number).replace("-", "\N{MINUS SIGN}")


@frozen
class Clause:
    """A verb with what belongs to it; `subject` is the subject that the clause brings along, if it does."""

    verb: str
    rest: str
    before: str = ""
    last: str = ""
    subject: SentenceSubject | None = None


@frozen
class Front:
    """The beginning of a sentence; `whole` if it is a clause ("when you ..."), not a phrase ("in summer").

    A `condition` is a clause that may also come last.
    """

    text: str
    whole: bool = False
    condition: bool = False


@frozen
class Sentence:
    """The content of one sentence.

    `fronts` come first: when something happens, how often, on what condition. The `clauses` are done in order
    by `subject`, and `purpose` is what they are done for ("pay 1 gold to gain 1 VP").
    """

    subject: SentenceSubject
    clauses: tuple[Clause, ...] = ()
    mood: Mood = "plain"
    fronts: tuple[Front, ...] = ()
    purpose: tuple[Clause, ...] = ()


class Language(ABC):
    """A language: its phrases, and the rules by which they become sentences."""

    code: ClassVar[str]
    name: ClassVar[str]
    modal: ClassVar[str]
    """The verb by which something is allowed: "may"."""
    to: ClassVar[str]
    """The word before a purpose: "to"."""

    def __init__(self) -> None:
        """Read the phrases."""
        self.phrases = read_phrases(self.code)

    def say(self, sentence: Sentence, end: str = ".") -> str:
        """Write a sentence, with a capital and a full stop, or the sign that ends it."""
        return self.ended(self.written(sentence), end)

    def ended(self, text: str, end: str = ".", *, name: str = "") -> str:
        """Make a text a sentence: with a capital, unless a `name` begins it, and a full stop."""
        text = self.smooth(text)
        if not (name and text.startswith(name)):
            text = self.capital(text)
        return text if text.endswith(end) else self.smooth(f"{text}{end}")

    def capital(self, text: str) -> str:
        """Begin a text with a capital."""
        return f"{text[:1].upper()}{text[1:]}"

    def smooth(self, text: str) -> str:
        """Join words as the language does where they meet."""
        text = " ".join(text.split())
        for sign in ",:;.)":
            text = text.replace(f" {sign}", sign)
        return text.replace("( ", "(").replace(",,", ",").replace(",:", ":")

    def all_of(self, items: Sequence[str]) -> str:
        """Join by "and"."""
        return self._joined(items, self._word("and"))

    def one_of(self, items: Sequence[str]) -> str:
        """Join by "or"."""
        return self._joined(items, self._word("or"))

    def each_with_of(self, items: Sequence[str]) -> list[str]:
        """Put "of" before each of several; French cannot say it once for all."""
        return [f"{self._word('of')} {item}" for item in items]

    def choices(self, items: Sequence[str]) -> str:
        """Join longer things to choose from by semicolons and "or"."""
        *first, last = items
        return "; ".join([*first, f"{self._word('or')} {last}"]) if first else last

    def in_turn(self, items: Sequence[str]) -> str:
        """Join by "then"."""
        return f", {self._word('then')} ".join(items)

    def _joined(self, items: Sequence[str], word: str) -> str:
        *first, last = items or ("",)
        # A comma keeps a list apart from a list within it: “1 gold and 1 wood, and 1 VP”.
        comma = "," if any(f" {word} " in item for item in items) else ""
        return f"{', '.join(first)}{comma} {word} {last}" if first else last

    def if_all(self, conditions: Sequence[str]) -> str:
        """Join conditions that must all hold; each stands behind "if"."""
        return self.all_of(conditions)

    def if_any(self, conditions: Sequence[str]) -> str:
        """Join conditions of which one must hold."""
        return self.one_of(conditions)

    def count(self, noun: Noun, number: int) -> str:
        """Write how many there are of something."""
        if number == 1 and noun.single:
            return noun.single
        return f"{figure(number)} {noun.one if self.is_one(number) else noun.several}"

    def is_one(self, number: int) -> bool:
        """Whether a number goes with the singular."""
        return abs(number) == 1

    def _word(self, key: str) -> str:
        """Return a word of the language by which others are joined."""
        (found,) = self.phrases["telling"].phrases[key]
        return "".join(part for part in found.rest if isinstance(part, str))

    def _fronts(self, sentence: Sentence) -> str:
        return ", ".join(front.text for front in sentence.fronts if front.text)

    def written(self, sentence: Sentence) -> str:
        """Write a sentence, small, without its full stop: what comes in front, then the clauses."""
        body = self.all_of([self._run(run, sentence) for run in _runs(sentence.clauses)] or [""])
        if sentence.purpose:
            body += f" {self.to} {self._bare(sentence.purpose)}"
        return ", ".join(filter(None, (self._fronts(sentence), body)))

    def behind_if(self, clause: Clause, subject: SentenceSubject) -> str:
        """Write a clause as it stands behind "if", "when" or "who"."""
        who = clause.subject or subject
        return f"{who.text} {clause.before}{self.finite(clause.verb, who)} {clause.rest} {clause.last}"

    def _run(self, run: tuple[Clause, ...], sentence: Sentence) -> str:
        """Write clauses with one subject."""
        first, subject = run[0], sentence.subject
        if first.subject is not None:
            return self.behind_if(first, first.subject)
        modal = first.verb == self.modal
        if sentence.mood == "may" and not modal:
            return f"{subject.text} {self.finite(self.modal, subject)} {self._bare(run)}"
        if subject.form == YOU and sentence.mood in ("plain", "order") and not modal:
            return self._ordered(run, subject)
        return f"{subject.text} {self._told(run, subject)}"

    def _ordered(self, run: tuple[Clause, ...], subject: SentenceSubject) -> str:
        """Write clauses as an order."""
        del subject
        return self._bare(run)

    def _told(self, run: tuple[Clause, ...], subject: SentenceSubject) -> str:
        return self.all_of([f"{c.before}{self.finite(c.verb, subject)} {c.rest}{c.last}" for c in run])

    def _bare(self, run: tuple[Clause, ...]) -> str:
        """Write clauses with infinitives."""
        return self.all_of([f"{clause.before}{clause.verb} {clause.rest}{clause.last}" for clause in run])

    @abstractmethod
    def finite(self, verb: str, subject: SentenceSubject) -> str:
        """Return the form of a verb that goes with a subject."""

    @abstractmethod
    def with_articles(self, noun: Noun) -> Mapping[str, str]:
        """Write a noun as phrases may want it: "a card", "the card", "that card" and so on."""


def _runs(clauses: Sequence[Clause]) -> list[tuple[Clause, ...]]:
    """Put clauses together that follow each other and have the same subject."""
    found: list[tuple[Clause, ...]] = []
    for clause in clauses:
        if found and clause.subject is None and found[-1][-1].subject is None:
            found[-1] = (*found[-1], clause)
        else:
            found.append((clause,))
    return found


class English(Language):
    """English: orders are given by the bare verb, and nothing changes places."""

    code: ClassVar[str] = "en"
    name: ClassVar[str] = "English"
    modal: ClassVar[str] = "may"
    to: ClassVar[str] = "to"

    def finite(self, verb: str, subject: SentenceSubject) -> str:
        """Return a form: [verbs] has those that are irregular."""
        plural, singular = self.phrases.verbs.get(verb, (verb, _with_s(verb)))
        return singular if subject.form == "one" else plural

    def with_articles(self, noun: Noun) -> Mapping[str, str]:
        """Write a noun; articles and the like never change, but for "an"."""
        one = noun.one
        return {
            "a": f"{'an' if _AN.match(one) else 'a'} {one}",
            "the": f"the {one}",
            "that": f"that {one}",
            "each": f"each {one}",
            "all": f"all {noun.several}",
        }


_AN = re.compile(r"(?!uni|use|usu|eu|one\b|once)(?:[aeiou]|hour|heir|honou?r|honest)", re.IGNORECASE)
"""Words that begin with the sound of a vowel."""


def _with_s(verb: str) -> str:
    """Return the form of "a player": finishes, carries, gains."""
    if re.search(r"(?:s|x|z|ch|sh|o)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


class Dutch(Language):
    """Dutch: the verb comes second, infinitives and the verbs of clauses come last."""

    code: ClassVar[str] = "nl"
    name: ClassVar[str] = "Nederlands"
    modal: ClassVar[str] = "mogen"
    to: ClassVar[str] = "om"

    def written(self, sentence: Sentence) -> str:
        """Put one thing in front of the verb; the rest comes behind the subject, and a condition last."""
        if not sentence.clauses:
            return self._fronts(sentence)
        # Dutch has room for one thing before the verb; all others move behind the subject.
        behind = [front.text for front in sentence.fronts if not front.whole and front.text]
        last = [front.text for front in sentence.fronts if front.condition]
        last = last if len(last) == 1 == len(sentence.clauses) and behind else []
        whole = [
            front.text for front in sentence.fronts if front.whole and front.text and front.text not in last
        ]
        lead = "".join(f"{text}, " for text in whole)
        if not lead and behind:
            lead = f"{behind.pop(0)} "
        told: list[str] = []
        for run in _runs(sentence.clauses):
            told.append(self._clauses(run, sentence, inverted=bool(lead), middle=" ".join(behind)))
            behind = []
        text = f"{lead}{self.all_of(told)}"
        if sentence.purpose:
            text += f" {self.to} {self.all_of([self._with_te(clause) for clause in sentence.purpose])}"
        return " ".join([text, *last])

    def capital(self, text: str) -> str:
        """Begin a text with a capital, which bears no accent, and takes the j of an ij along."""
        if text.startswith("é"):
            return f"E{text[1:]}"
        return f"IJ{text[2:]}" if text.startswith("ij") else super().capital(text)

    def behind_if(self, clause: Clause, subject: SentenceSubject) -> str:
        """Write a clause with its verb last."""
        who = clause.subject or subject
        # A separable verb is whole again at the end of a clause: “legt af”, but “als je aflegt”.
        verb = f"{self._particle(clause.verb)}{self.finite(clause.verb, who)}"
        return f"{who.text} {clause.before}{clause.rest} {verb} {clause.last}"

    def _clauses(self, run: tuple[Clause, ...], sentence: Sentence, *, inverted: bool, middle: str) -> str:
        subject = run[0].subject or sentence.subject
        if run[0].subject is None and sentence.mood == "may" and run[0].verb != self.modal:
            modal = "mogen" if subject.form == "many" else "mag"
            acts = self.all_of([f"{clause.rest} {clause.verb} {clause.last}" for clause in run])
            return f"{_turned(modal, subject.text, inverted=inverted)} {middle} {acts}"
        if run[0].subject is None and sentence.mood == "order" and run[0].verb != self.modal:
            return self.all_of(
                [f"{self.phrases.verbs[c.verb][0]} {c.rest} {self._particle(c.verb)} {c.last}" for c in run]
            )
        told: list[str] = []
        for number, clause in enumerate(run):
            verb = self.finite(clause.verb, subject, inverted=inverted)
            who = subject.text if number == 0 else subject.again or subject.text
            start = verb if number and not inverted else _turned(verb, who, inverted=inverted)
            told.append(f"{start} {middle} {clause.rest} {self._particle(clause.verb)} {clause.last}")
            middle = ""
        return self.all_of([self.smooth(text) for text in told])

    def finite(self, verb: str, subject: SentenceSubject, *, inverted: bool = False) -> str:
        """Return a form of a verb as [verbs] has it."""
        if subject.form == "many":
            return verb.removeprefix(self._particle(verb))
        # Behind its verb, “je” takes the t away: “je krijgt”, but “krijg je”.
        stem, *others = (form for form in self.phrases.verbs[verb] if not form.startswith("+"))
        regular = stem if stem.endswith("t") else f"{stem}t"
        you, one = others or (regular, regular)
        return one if subject.form == "one" else stem if inverted else you

    def _particle(self, verb: str) -> str:
        last = self.phrases.verbs[verb][-1]
        return last[1:] if last.startswith("+") else ""

    def _with_te(self, clause: Clause) -> str:
        particle = self._particle(clause.verb)
        return f"{clause.rest} {particle} te {clause.verb.removeprefix(particle)} {clause.last}"

    def with_articles(self, noun: Noun) -> Mapping[str, str]:
        """Write a noun; it has "de" or "het"."""
        one, het = noun.one, noun.article == "het"
        return {
            "a": f"een {one}",
            "the": f"{noun.article or 'de'} {one}",
            "that": f"{'dat' if het else 'die'} {one}",
            "each": f"{'elk' if het else 'elke'} {one}",
            "all": f"alle {noun.several}",
        }


def _turned(verb: str, subject: str, *, inverted: bool) -> str:
    return f"{verb} {subject}" if inverted else f"{subject} {verb}"


_VOWEL = "aeiouàâéèêëîïôûœAEIOUÀÂÉÈÊËÎÏÔÛŒ"
_ELISION = re.compile(
    rf"\b([DdJjLlMmNnSsTt]|[Qq]u|[Jj]usqu|[Ll]orsqu)e (?=[{_VOWEL}])|\b([Ll])a (?=[{_VOWEL}])"
)
_IF = re.compile(r"\b([Ss])i (?=ils?\b)")
_CONTRACTIONS = (
    (re.compile(r"\b([Dd])e le "), r"\1u "),
    (re.compile(r"\b([Dd])e les "), r"\1es "),
    (re.compile(r"\bà le "), "au "),
    (re.compile(r"\bà les "), "aux "),
)
_DOUBLE = re.compile(r" ?([:;?!»])")
"""Signs of two parts, before which French has a space."""

_NO_BREAK = "\u00a0"


class French(Language):
    """French: orders are given by the verb of "vous", and little words melt together."""

    code: ClassVar[str] = "fr"
    name: ClassVar[str] = "Français"
    modal: ClassVar[str] = "pouvoir"
    to: ClassVar[str] = "pour"

    def if_all(self, conditions: Sequence[str]) -> str:
        """Repeat "si" for each condition."""
        *first, last = conditions
        return f"{', si '.join(first)} et si {last}" if first else last

    def if_any(self, conditions: Sequence[str]) -> str:
        """Repeat "si" for each condition."""
        return " ou si ".join(conditions)

    def is_one(self, number: int) -> bool:
        """Nothing goes with the singular, too."""
        return abs(number) < 2

    def _ordered(self, run: tuple[Clause, ...], subject: SentenceSubject) -> str:
        """Return orders with the verb of "vous"."""
        return self._told(run, subject)

    def finite(self, verb: str, subject: SentenceSubject) -> str:
        """Return a form: [verbs] has those of "vous", "il" and "ils" where they are not those of -er."""
        stem = verb[:-2]
        forms = self.phrases.verbs.get(verb, (f"{stem}ez", f"{stem}e", f"{stem}ent"))
        return forms[("you", "one", "many").index(subject.form)]

    def smooth(self, text: str) -> str:
        """Join short words, and keep punctuation from the start of a line."""
        text = super().smooth(text)
        for pattern, instead in _CONTRACTIONS:
            text = pattern.sub(instead, text)
        text = _IF.sub(r"\1'", _ELISION.sub(r"\1\2'", text))
        text = _DOUBLE.sub(rf"{_NO_BREAK}\1", text)
        return text.replace("« ", f"«{_NO_BREAK}")

    def with_articles(self, noun: Noun) -> Mapping[str, str]:
        """Write a noun; it has "le" or "la"."""
        one, la = noun.one, noun.article == "la"
        return {
            "a": f"{'une' if la else 'un'} {one}",
            "the": f"{noun.article or 'le'} {one}",
            "that": f"{'cette' if la else 'cet' if one[:1] in _VOWEL else 'ce'} {one}",
            "each": f"chaque {one}",
            "all": f"{'toutes' if la else 'tous'} les {noun.several}",
        }


_LANGUAGES: dict[str, type[Language]] = {one.code: one for one in (English, Dutch, French)}

LANGUAGES = tuple(_LANGUAGES)
"""The codes of the languages: English, Dutch, French."""


def language_of(code: str) -> Language:
    """Find a language by its code.

    Raises:
        SetupError: There is no such language.
    """
    if not is_known(code, _LANGUAGES):
        raise SetupError("text.language", f"Language {unknown(code, LANGUAGES)}")
    return _language(code)


@cache
def _language(code: str) -> Language:
    return _LANGUAGES[code]()
