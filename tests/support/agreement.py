"""Rules of grammar that texts in English, Dutch and French must not break: numbers, verbs and articles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.phrases import TABLES, Noun

SEVERAL = r"(?<![\w.“,])(?:[2-9]|\d\d+)"
"""A number of more than one thing; a rank or a list of numbers has other signs before it."""


_CLAUSE = r"(?:^|[.,;:] |\b[Ii]f |\bwhen |\bwhenever )"
"""How an English clause begins."""


@cache
def flaws_of(code: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return what no text in a language may have, by names for people."""
    nouns = tuple(noun for noun in language_of(code).phrases.nouns.values() if not noun.mass)
    counted = tuple(noun for noun in nouns if noun.one != noun.several)
    ones, several = _any(noun.one for noun in counted), _any(noun.several for noun in counted)
    shared = {
        "one of several things": rf"(?<![\w.“,+\u2212])1 {several}",
        "several of one thing": rf"{SEVERAL} {ones}",
        "a sign before words": r"(?<!\w)[+\u2212](?!\d)",
        "a hyphen for a minus": r"(?<![\w.-])-\d",
        "the same word twice": r"\b(?!je )(\w+) \1\b",  # “wanneer je je beurt begint” is good Dutch
    }
    own = {"en": _english, "nl": _dutch, "fr": _french}[code](counted, nouns)
    return tuple((name, re.compile(pattern)) for name, pattern in {**shared, **own}.items())


def disagreements(code: str, text: str) -> list[str]:
    """List what is wrong with a text."""
    return [
        f"{name}: {found[0]!r} in {text}"
        for name, pattern in flaws_of(code)
        for found in [pattern.search(text)]
        if found
    ]


def verbs(code: str) -> set[str]:
    """Return the verbs of all phrases of a language."""
    phrases = language_of(code).phrases
    found = {one.verb for table in TABLES for some in phrases[table].phrases.values() for one in some}
    return {*found, language_of(code).modal} - {""}


def _any(words: Iterable[str]) -> str:
    found = sorted({*words}, key=len, reverse=True)
    return rf"(?:{'|'.join(map(re.escape, found))})(?!\w)"


def _conjugated(code: str) -> tuple[list[str], list[str]]:
    """Return the forms of "you" and those of "a player", where the two differ."""
    language = language_of(code)
    you, one = language.phrases.players["you"], language.phrases.players["a_player"]
    pairs = [(language.finite(verb, you), language.finite(verb, one)) for verb in verbs(code)]
    return [a for a, b in pairs if a != b], [b for a, b in pairs if a != b]


def _english(counted: tuple[Noun, ...], nouns: tuple[Noun, ...]) -> dict[str, str]:
    ones, several = _any(noun.one for noun in counted), _any(noun.several for noun in counted)
    any_one = _any(noun.one for noun in nouns)
    you, one = map(_any, _conjugated("en"))
    return {
        "nothing of one thing": rf"(?<![\w.“,])0 {ones}",
        "one word for several": rf"\b(?:a|an|each|every|this|that|another) {several}",
        "several words for one": rf"\b(?:all|several|these|both) {ones}",
        "two articles": r"\b(?:the|a|an) (?:the|a|an)\b(?! +player)",
        "a verb that is spelled wrongly": r"\b\w+(?:sh|ch|x|z|ss)s\b|[^\Waeiou_]ys\b",
        "a verb of you for a player": rf"\b(?:[Ee]ach|every|an?|this|another) (?:player|opponent) {you}",
        "a verb of a player for you": rf"{_CLAUSE}(?:[Yy]ou|[Tt]hey) {one}|(?<!of )\bplayers {one}",
        "things that cost": rf"\b(?:a|an|this|that|each) {ones} that (?:cost|are)\b",
        "a thing that costs": rf"{several} that (?:costs|is)\b",
        "there are one": r"\bare (?:exactly |at least |at most )?1 ",
        "a place that is a sentence": r"\b(?:rank|column|row|place|year) the number\b",
        "two numbers in a row": rf"\b(?:your|their|each player's) buildings (?:{any_one}|{several})",
        "a or an": r"\ba [aeioAEIO]|\ban [^aeiouAEIOUh“]",
    }


def _dutch(counted: tuple[Noun, ...], nouns: tuple[Noun, ...]) -> dict[str, str]:
    ones, several = _any(noun.one for noun in counted), _any(noun.several for noun in counted)
    het = _any(noun.one for noun in nouns if noun.article == "het" and not noun.counted)
    de = _any(noun.one for noun in nouns if noun.article == "de")
    you, one = map(_any, _conjugated("nl"))
    return {
        "nothing of one thing": rf"(?<![\w.“,])0 {ones}",
        "one word for several": rf"\b(?:een|elke?|dit|dat) {several}",
        "several words for one": rf"\balle {ones}",
        "de for het": rf"\b(?:de|die|deze|elke) {het}",
        "het for de": rf"\b(?:het|dat|dit|elk) {de}",
        "a verb of you for a player": rf"\b(?:[Ee]lke speler|een speler|hij) {you}",
        "a verb of a player for you": rf"\b[Jj]e {one}",
        "a place that is a sentence": r"(?<!als )\b(?:rang|kolom|rij|plaats|jaar) (?:je|zijn) aantal\b",
        "two numbers in a row": rf"\baantal gebouwen (?:{_any(n.one for n in nouns)}|{several})",
    }


def _french(counted: tuple[Noun, ...], nouns: tuple[Noun, ...]) -> dict[str, str]:
    ones, several = _any(noun.one for noun in counted), _any(noun.several for noun in counted)
    la = _any(noun.one for noun in nouns if noun.article == "la")
    le = _any(noun.one for noun in nouns if noun.article == "le")
    elided = "(?:[Ll][ea]|[Dd]e|[Qq]ue|[Nn]e|[Jj]e|[Ss]e) [aeiouàâéèêëîïôûœ]"
    you, one = map(_any, _conjugated("fr"))
    return {
        "nothing of several things": rf"(?<![\w.“,])0 {several}",
        "one word for several": rf"\b(?:une?|chaque|cet?|cette|[Ll][ea]) {several}",
        "several words for one": rf"\b(?:tou(?:te)?s les|[Ll]es|[Dd]es|ces) {ones}",
        "le for la": rf"\b(?:[Ll]e|[Uu]n|cet?|aucun|tous les) {la}",
        "la for le": rf"\b(?:[Ll]a|[Uu]ne|cette|aucune|toutes les) {le}",
        "words that melt together": rf"\b(?:[Dd]e les?|à les?|si ils?|{elided})",
        "a verb of you for a player": rf"\b(?:[Cc]haque joueur|un joueur|il) {you}",
        "a verb of a player for you": rf"(?:^|[.,;] |\b[Ss]i |\bque )[Vv]ous {one}",
        "a word for le with la": r"\b(?:perte|récompense|force|valeur|priorité) [^.,]*\best \w+é\b",
        "a place that is a sentence": r"\b(?:rang|colonne|rangée|place|année) (?:votre|son|le) nombre\b",
        "two numbers in a row": rf"\bnombre de bâtiments (?:{_any(n.one for n in nouns)}|{several})",
    }
