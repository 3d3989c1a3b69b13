"""English: its order of words, and its phrases."""

from __future__ import annotations

from typing import ClassVar

from kingsburg_rules.text.english import moments, play, things, words
from kingsburg_rules.text.grammar import Clause, Language, Sentence, Subject, groups
from kingsburg_rules.text.phrases import Phrases

_IRREGULAR = {
    "be": ("are", "is"),
    "do": ("do", "does"),
    "go": ("go", "goes"),
    "have": ("have", "has"),
    "may": ("may", "may"),
    "pass": ("pass", "passes"),
}
"""Verbs whose forms do not follow from the infinitive: those of "you", and of "he"."""


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


class English(Language):
    """English: orders are given by the bare verb, and nothing changes places."""

    code: ClassVar[str] = "en"
    name: ClassVar[str] = "English"
    phrases: ClassVar[Phrases] = PHRASES

    def written(self, sentence: Sentence) -> str:
        """Write what comes in front, separated by commas, then the clauses."""
        front = sentence.front.text if sentence.front else ""
        condition = f"if {sentence.condition}" if sentence.condition else ""
        lead = [part for part in (sentence.link, sentence.once, front, condition) if part]
        body = self.all_of([self._run(run, sentence) for run in groups(sentence.clauses)])
        if sentence.purpose:
            body += f" to {self._bare(sentence.purpose)}"
        return ", ".join([*lead, body])

    def after_if(self, clause: Clause, subject: Subject) -> str:
        """Write a clause as it stands behind "if"."""
        who = clause.subject or subject
        return f"{who.text} {clause.before}{_finite(clause.verb, who)} {clause.rest} {clause.last}"

    def _run(self, run: tuple[Clause, ...], sentence: Sentence) -> str:
        own, subject = run[0].subject, sentence.subject
        if own is not None:
            return self.after_if(run[0], own)
        if sentence.mood in ("may", "must"):
            return f"{subject.text} {sentence.mood} {self._bare(run)}"
        if subject.form == "you" and sentence.mood in ("plain", "order"):
            return self._bare(run)
        told = self.all_of([f"{_finite(c.verb, subject)} {c.rest}{c.last}" for c in run])
        return f"{subject.text} {told}"

    def _bare(self, run: tuple[Clause, ...]) -> str:
        return self.all_of([f"{clause.verb} {clause.rest}{clause.last}" for clause in run])


def _finite(verb: str, subject: Subject) -> str:
    plural, singular = _IRREGULAR.get(verb, (verb, f"{verb}s"))
    return singular if subject.form == "one" else plural
