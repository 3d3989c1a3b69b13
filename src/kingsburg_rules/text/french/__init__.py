"""French: its order of words, its contractions, and its phrases."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from kingsburg_rules.text.french import moments, play, things, words
from kingsburg_rules.text.french.verbs import VERBS
from kingsburg_rules.text.grammar import Clause, Language, Sentence, Subject, groups
from kingsburg_rules.text.phrases import Phrases

if TYPE_CHECKING:
    from collections.abc import Sequence


_MODALS = {"may": ("pouvez", "peut", "peuvent"), "must": ("devez", "doit", "doivent")}
_FORMS = {"you": 0, "one": 1, "many": 2}

_VOWEL = things.VOWELS + things.VOWELS.upper()
_ELISION = re.compile(
    rf"\b([DdJjLlMmNnSsTt]|[Qq]u|[Jj]usqu|[Ll]orsqu)e (?=[{_VOWEL}])|\b([Ll])a (?=[{_VOWEL}])"
)
_IF = re.compile(r"\b([Ss])i (?=ils?\b)")
_AND_IF = re.compile(r"(,| et) si ")
_CONTRACTIONS = (
    (re.compile(r"\b([Dd])e le "), r"\1u "),
    (re.compile(r"\b([Dd])e les "), r"\1es "),
    (re.compile(r"\bà le "), "au "),
    (re.compile(r"\bà les "), "aux "),
)
_DOUBLE = re.compile(r" ?([:;?!»])")
"""Signs of two parts, before which French has a space."""

_NO_BREAK = "\u00a0"


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


class French(Language):
    """French: orders are given by the verb of "vous", and little words melt together."""

    code: ClassVar[str] = "fr"
    name: ClassVar[str] = "Français"
    phrases: ClassVar[Phrases] = PHRASES

    def written(self, sentence: Sentence) -> str:
        """Write what comes in front, separated by commas, then the clauses."""
        front = sentence.front.text if sentence.front else ""
        condition = f"si {sentence.condition}" if sentence.condition else ""
        lead = [part for part in (sentence.link, sentence.once, front, condition) if part]
        body = self.all_of([self._run(run, sentence) for run in groups(sentence.clauses)])
        if sentence.purpose:
            body += f" pour {self._bare(sentence.purpose)}"
        return ", ".join([*lead, body])

    def if_all(self, conditions: Sequence[str]) -> str:
        """Say "si" again for each condition."""
        *first, last = conditions
        return f"{', si '.join(first)} et si {last}" if first else last

    def if_any(self, conditions: Sequence[str], *, apart: bool = False) -> str:
        """Say "si" again for each condition."""
        return (", ou si " if apart else " ou si ").join(conditions)

    def when_and(self, when: str, condition: str) -> str:
        """Say "que" in the place of each "si", as it stands behind "quand"."""
        return super().when_and(when, _AND_IF.sub(r"\1 que ", condition))

    def after_if(self, clause: Clause, subject: Subject) -> str:
        """Write a clause as it stands behind "si"."""
        who = clause.subject or subject
        return f"{who.text} {clause.before}{_finite(clause.verb, who)} {clause.rest} {clause.last}"

    def is_one(self, number: int) -> bool:
        """Nothing goes with the singular, too."""
        return abs(number) < 2

    def _run(self, run: tuple[Clause, ...], sentence: Sentence) -> str:
        own, subject = run[0].subject, sentence.subject
        if own is not None:
            return self.after_if(run[0], own)
        if sentence.mood in _MODALS:
            return f"{subject.text} {_MODALS[sentence.mood][_FORMS[subject.form]]} {self._bare(run)}"
        told = self.all_of(
            [f"{c.before}{_finite(c.verb, subject)} {c.rest}{c.last}" for c in run],
        )
        ordered = subject.form == "you" and sentence.mood in ("plain", "order")
        return told if ordered else f"{subject.text} {told}"

    def _bare(self, run: tuple[Clause, ...]) -> str:
        return self.all_of([f"{clause.verb} {clause.rest}{clause.last}" for clause in run])

    def smooth(self, text: str) -> str:
        """Let little words melt together, and keep signs from standing alone at the start of a line."""
        text = super().smooth(text)
        for pattern, instead in _CONTRACTIONS:
            text = pattern.sub(instead, text)
        text = _IF.sub(r"\1'", _ELISION.sub(r"\1\2'", text))
        text = _DOUBLE.sub(rf"{_NO_BREAK}\1", text)
        return text.replace("« ", f"«{_NO_BREAK}")


def _finite(verb: str, subject: Subject) -> str:
    return VERBS[verb][_FORMS[subject.form]]
