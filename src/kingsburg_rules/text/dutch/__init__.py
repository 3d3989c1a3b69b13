"""Dutch: its order of words, and its phrases."""

from __future__ import annotations

from typing import ClassVar

from kingsburg_rules.text.dutch import moments, play, things, words
from kingsburg_rules.text.dutch.verbs import VERBS
from kingsburg_rules.text.grammar import Clause, Language, Sentence, Subject, groups
from kingsburg_rules.text.phrases import Phrases

_BOTH = 2
"""The clauses that may stand in front: when, and on what condition."""

_MODALS = {"may": ("mag", "mogen"), "must": ("moet", "moeten")}


PHRASES = Phrases(
    resources=things.RESOURCES,
    kinds=things.KINDS,
    kind=things.kind,
    counted=things.counted,
    players=things.PLAYERS,
    facts=things.FACTS,
    small=things.SMALL,
    seasons=moments.SEASONS,
    when=moments.WHEN,
    until=moments.UNTIL,
    stats=moments.STATS,
    changes=moments.CHANGES,
    sets=moments.SETS,
    steps=words.STEPS,
    tests=words.TESTS,
    refusals=words.REFUSALS,
    values=words.VALUES,
    options=words.OPTIONS,
    decisions=play.DECISIONS,
    actions=play.ACTIONS,
    events=play.EVENTS,
)


class Dutch(Language):
    """Dutch: the verb comes second, infinitives and the verbs of clauses come last."""

    code: ClassVar[str] = "nl"
    name: ClassVar[str] = "Nederlands"
    phrases: ClassVar[Phrases] = PHRASES

    def written(self, sentence: Sentence) -> str:
        """Put one thing in front of the verb; what else says when stands behind the subject."""
        front = sentence.front
        phrases = [sentence.link, sentence.once, "" if front is None or front.whole else front.text]
        clauses = [
            front.text if front is not None and front.whole else "",
            f"als {sentence.condition}" if sentence.condition else "",
        ]
        if self._ends_with_condition(sentence):
            clauses.pop()
        behind = [phrase for phrase in phrases if phrase]
        lead = "".join(f"{clause}, " for clause in clauses if clause)
        if not lead and behind:
            lead = f"{behind.pop(0)} "
        told: list[str] = []
        for run in groups(sentence.clauses):
            told.append(self._run(run, sentence, inverted=bool(lead), middle=" ".join(behind)))
            behind = []
        text = f"{lead}{self.all_of(told)}"
        if sentence.purpose:
            text += f" om {self.all_of([_with_te(clause) for clause in sentence.purpose])}"
        return text if len(clauses) == _BOTH else f"{text} als {sentence.condition}"

    def _ends_with_condition(self, sentence: Sentence) -> bool:
        """Whether a condition stands best behind a single thing that is done at a moment."""
        front = sentence.front
        at_moment = front is not None and not front.whole and not sentence.link
        return bool(sentence.condition) and at_moment and len(sentence.clauses) == 1 and not sentence.more

    def capital(self, text: str) -> str:
        """Begin a text with a capital, which bears no accent, and takes the j of an ij along."""
        if text.startswith("é"):
            return f"E{text[1:]}"
        return f"IJ{text[2:]}" if text.startswith("ij") else super().capital(text)

    def after_if(self, clause: Clause, subject: Subject) -> str:
        """Write a clause with its verb last."""
        who = clause.subject or subject
        verb = f"{_particle(clause.verb)}{_finite(clause.verb, who)}"
        return f"{who.text} {clause.rest} {verb} {clause.last}"

    def _run(self, run: tuple[Clause, ...], sentence: Sentence, *, inverted: bool, middle: str) -> str:
        subject = run[0].subject or sentence.subject
        if run[0].subject is None and sentence.mood in _MODALS:
            modal = _MODALS[sentence.mood][subject.form == "many"]
            acts = self.all_of([f"{clause.rest} {clause.verb} {clause.last}" for clause in run])
            return f"{_turned(modal, subject.text, inverted=inverted)} {middle} {acts}"
        if run[0].subject is None and sentence.mood == "order":
            return self.all_of([f"{VERBS[c.verb][0]} {c.rest} {_particle(c.verb)} {c.last}" for c in run])
        told: list[str] = []
        for number, clause in enumerate(run):
            verb = _finite(clause.verb, subject, inverted=inverted)
            who = subject.text if number == 0 else subject.again or subject.text
            start = verb if number and not inverted else _turned(verb, who, inverted=inverted)
            told.append(f"{start} {middle} {clause.rest} {_particle(clause.verb)} {clause.last}")
            middle = ""
        return self.all_of([self.smooth(text) for text in told])


def _turned(verb: str, subject: str, *, inverted: bool) -> str:
    return f"{verb} {subject}" if inverted else f"{subject} {verb}"


def _finite(verb: str, subject: Subject, *, inverted: bool = False) -> str:
    forms = VERBS[verb]
    if subject.form == "many":
        return verb.removeprefix(_particle(verb))
    if subject.form == "you":
        return forms[0] if inverted else forms[1]
    return forms[2]


def _particle(verb: str) -> str:
    return VERBS[verb][3]


def _with_te(clause: Clause) -> str:
    particle = _particle(clause.verb)
    return f"{clause.rest} {particle} te {clause.verb.removeprefix(particle)} {clause.last}"
