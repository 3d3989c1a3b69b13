"""From phrases to sentences: clauses, who does what, and the few rules that a language has of its own.

A template is a phrase with `{parts}` to be filled in. A template with a verb in square brackets, such as
`[gain] {bag}`, is a clause: the verb stands there as dictionaries list it, and the language puts it into the
form and the place that the sentence needs ("gain 1 wood", "each player gains 1 wood", "to gain 1 wood"). What
stands in angle brackets before the verb is a subject of its own: `<the enemy> [have] {n} more strength`
(`<>*` where there are several). What stands behind `|` comes last, also behind a Dutch infinitive.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Literal

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kingsburg_rules.text.phrases import Noun, Phrases

Form = Literal["you", "one", "many"]
Mood = Literal["plain", "states", "order", "may", "must"]
"""What is to be done or happens; what holds; an order without "you"; what may or must be done."""

_CLAUSE = re.compile(
    r"(?:<(?P<own>[^>]*)>(?P<several>\*)? )?"
    r"(?P<before>[^\[<|]*)\[(?P<verb>[^\]]+)\] ?(?P<rest>[^|]*?)(?:\|(?P<last>.*))?"
)


@frozen
class Subject:
    """Who does something: as the sentence calls him, and the form that verbs take.

    `own` are the words for what is his (`your`, `yours` for several things, and what else a language needs);
    `again` is how he is called when he was named before, `object_` when something is done to him.
    """

    text: str
    form: Form
    own: Mapping[str, str] = field(factory=dict[str, str])
    again: str = ""
    object_: str = ""


@frozen
class Clause:
    """A verb with what belongs to it; `subject` is the subject that the clause brings along, if it does."""

    verb: str
    rest: str
    before: str = ""
    last: str = ""
    subject: Subject | None = None


@frozen
class Front:
    """When something happens; `whole` if it is a clause ("when you ..."), not a phrase ("in summer")."""

    text: str
    whole: bool = False


@frozen
class Sentence:
    """What is to be said in one sentence.

    `once` limits it ("once per year"), `front` says when, `condition` on what condition, `link` how it
    follows ("otherwise"). The `clauses` are done in order by `subject`, and `purpose` is what they are done
    for ("pay 1 gold to gain 1 VP"). `more` goes on behind semicolons, `listed` is a text in the place of
    clauses.
    """

    subject: Subject
    clauses: tuple[Clause, ...]
    mood: Mood = "plain"
    front: Front | None = None
    once: str = ""
    condition: str = ""
    link: str = ""
    purpose: tuple[Clause, ...] = ()
    listed: str = ""
    more: tuple[Sentence, ...] = ()

    @property
    def is_simple(self) -> bool:
        """Whether nothing stands before what is done."""
        return not (self.front or self.once or self.condition or self.link or self.listed)


class Language(ABC):
    """A language: its phrases, and the rules by which they become sentences."""

    code: ClassVar[str]
    name: ClassVar[str]
    phrases: ClassVar[Phrases]

    def fill(self, template: str, parts: Mapping[str, str]) -> str:
        """Fill a phrase without a verb."""
        return self.smooth(template.format_map(parts))

    def clause(self, template: str, parts: Mapping[str, str]) -> Clause:
        """Fill a clause."""
        found = _CLAUSE.fullmatch(template)
        if found is None:
            raise LookupError(f"'{template}' is no clause")
        filled = {name: (part or "").format_map(parts) for name, part in found.groupdict().items()}
        own = found["own"]
        subject = Subject(filled["own"], "many" if found["several"] else "one") if own else None
        return Clause(found["verb"], filled["rest"].strip(), filled["before"], filled["last"], subject)

    def if_all(self, conditions: Sequence[str]) -> str:
        """Join conditions that must all hold; each stands behind "if"."""
        return self.all_of(conditions)

    def if_any(self, conditions: Sequence[str], *, apart: bool = False) -> str:
        """Join conditions of which one must hold; `apart` if one of them has an "and" in it."""
        return f", {self.phrases.small['or']} ".join(conditions) if apart else self.one_of(conditions)

    def when_and(self, when: str, condition: str) -> str:
        """Join a moment and a condition."""
        return self.fill(self.phrases.small["and_that"], {"when": when, "condition": condition})

    def either(self, template: str, parts: Mapping[str, str], subject: Subject) -> str:
        """Fill a phrase or a clause; a clause as it stands behind "if"."""
        if "[" in template:
            return self.smooth(self.after_if(self.clause(template, parts), subject))
        return self.fill(template, parts)

    def all_of(self, items: Sequence[str]) -> str:
        """Join by "and"."""
        return self._joined(items, f" {self.phrases.small['and']} ")

    def one_of(self, items: Sequence[str]) -> str:
        """Join by "or"."""
        return self._joined(items, f" {self.phrases.small['or']} ")

    def choices(self, items: Sequence[str]) -> str:
        """Join longer things to choose from by semicolons and "or"."""
        *first, last = items
        return self.smooth("; ".join([*first, f"{self.phrases.small['or']} {last}"]))

    def _joined(self, items: Sequence[str], word: str) -> str:
        *first, last = items
        comma = "," if any(word in item for item in first) else ""
        return f"{', '.join(first)}{comma}{word}{last}" if first else last

    def say(self, sentence: Sentence) -> str:
        """Write a sentence, with a capital and a full stop."""
        return self.ended(self.part(sentence))

    def ended(self, text: str, *, name: str = "") -> str:
        """Make a text a sentence: with a capital, unless a `name` begins it, and a full stop."""
        text = self.smooth(text)
        if not (name and text.startswith(name)):
            text = self.capital(text)
        return text if text.endswith(".") else f"{text}."

    def capital(self, text: str) -> str:
        """Begin a text with a capital."""
        return f"{text[:1].upper()}{text[1:]}"

    def part(self, sentence: Sentence) -> str:
        """Write a sentence that stands inside another one."""
        first = f"{self._opening(sentence)}: {sentence.listed}" if sentence.listed else self.written(sentence)
        return self.smooth("; ".join([first, *(self.written(one) for one in sentence.more)]))

    def _opening(self, sentence: Sentence) -> str:
        """Write what stands before a list."""
        front = sentence.front.text if sentence.front else ""
        condition = f"{self.phrases.small['si']} {sentence.condition}" if sentence.condition else ""
        return ", ".join(part for part in (sentence.link, sentence.once, front, condition) if part)

    def smooth(self, text: str) -> str:
        """Join words as the language does where they meet."""
        text = " ".join(text.split())
        for sign in ",:;.)":
            text = text.replace(f" {sign}", sign)
        return text

    @abstractmethod
    def written(self, sentence: Sentence) -> str:
        """Write a sentence, small, without its full stop."""

    @abstractmethod
    def after_if(self, clause: Clause, subject: Subject) -> str:
        """Write a clause as it stands behind "if" or "who"."""

    def count(self, noun: Noun, number: int) -> str:
        """Write how many there are of something."""
        return f"{number} {noun.one if self.is_one(number) else noun.several}"

    def is_one(self, number: int) -> bool:
        """Whether a number goes with the singular."""
        return abs(number) == 1


def groups(clauses: Sequence[Clause]) -> list[tuple[Clause, ...]]:
    """Put clauses together that follow each other and have the same subject."""
    found: list[tuple[Clause, ...]] = []
    for clause in clauses:
        if found and clause.subject is None and found[-1][-1].subject is None:
            found[-1] = (*found[-1], clause)
        else:
            found.append((clause,))
    return found
