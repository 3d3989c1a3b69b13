"""Where a phrase stands: in which language, on which card, for whom, and what was spoken of before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from kingsburg_rules.text.phrases import Noun

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingsburg_rules.text.grammar import Clause, Language, Subject
    from kingsburg_rules.text.names import CardNames
    from kingsburg_rules.text.phrases import Fact

YOU, EACH, EACH_OTHER, OTHERS = "you", "each", "each_other", "others"
THAT, CHOSEN = "that", "chosen"
"""Who somebody in a text may be; further ones are neighbours, by their side."""

WHO, ANY, ANOTHER = "who", "any", "another"
"""Players of whom something is only asked."""

_LASTING = frozenset({YOU, WHO, ANY, ANOTHER})
"""Those whom no pronoun replaces."""

LETTERS = "XYZABC"


@define
class Scope:
    """What is known where something is told.

    `role` is who it is told about, `named` what he is called if that is no fixed phrase, `said` that he was
    named already, so that a pronoun does. `owner` is the role to which steps of another player go back.
    `event` is the moment; `vars` are the variables with what a text calls them, `people` those that stand for
    a player, with his role, and `letters` those that are called by a letter.
    """

    language: Language
    names: CardNames
    role: str = YOU
    said: bool = False
    named: Subject | None = None
    owner: str = YOU
    event: str = ""
    vars: dict[str, str] = field(factory=dict[str, str])
    people: dict[str, str] = field(factory=dict[str, str])
    letters: list[str] = field(factory=list[str])

    @property
    def subject(self) -> Subject:
        """Who does it, as the language calls him here."""
        if self.said:
            return self.pronoun
        return self.named or self.language.phrases.players[self.role]

    @property
    def pronoun(self) -> Subject:
        """Who does it, when he has just been named."""
        return self.language.phrases.players[self.role if self.role in _LASTING else THAT]

    def about(self, role: str, *, said: bool = False, named: Subject | None = None) -> Scope:
        """Go on about another player; what was spoken of stays known."""
        return evolve(self, role=role, said=said, named=named)

    def parts(self, **parts: str) -> dict[str, str]:
        """Give what every phrase may be filled with, and these parts."""
        pronoun = self.pronoun
        return {"you": pronoun.text, "to_you": pronoun.object_ or pronoun.text, **pronoun.own, **parts}

    def clause(self, template: str, /, **parts: str) -> Clause:
        """Fill a clause about whom this is about."""
        return self.language.clause(template, self.parts(**parts))

    def phrase(self, template: str, /, **parts: str) -> str:
        """Fill a phrase; a clause as it stands behind "if"."""
        return self.language.either(template, self.parts(**parts), self.pronoun)

    def small(self, key: str, /, **parts: str) -> str:
        """Fill one of the phrases that belong to the telling."""
        return self.phrase(self.language.phrases.small[key], **parts)

    def kind(self, kind: str) -> Noun:
        """Give the words for a kind of card; those of a deck are called as the pack says, or by its name."""
        found = self.language.phrases.kinds.get(kind)
        if found is not None:
            return found
        word = self.names.noun(kind)
        if word.one != word.several:
            return self.language.phrases.kind(word.one, word.several, word.article)
        one, several = (self.small(f"deck.{number}", deck=word.one) for number in ("one", "several"))
        return self.language.phrases.kind(one, several, self.language.phrases.small["deck.article"])

    def fact(self, name: str) -> Fact:
        """Give the phrases for a number of a player; a resource of a pack is called as the pack says."""
        phrases = self.language.phrases
        if name in phrases.facts:
            return phrases.facts[name]
        word = self.names.noun(name)
        return phrases.counted(word.one, word.several, word.article)

    def quoted(self, word: str) -> str:
        """Write a word that the card itself brings."""
        return self.small("quoted", word=self.names.word(word))

    def letter(self, var: str) -> str:
        """Call a number by a letter from now on."""
        if var not in self.letters:
            self.letters.append(var)
        name = LETTERS[self.letters.index(var) % len(LETTERS)]
        self.vars[var] = name
        return name


def first(table: Mapping[str, str], *keys: str) -> str:
    """Give the first phrase that there is, the most special one first."""
    return next(table[key] for key in keys if key in table)
