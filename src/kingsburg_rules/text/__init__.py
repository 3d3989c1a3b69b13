"""Text for people: what cards do, and what is asked, happens, is refused and may come in a game.

It is written in English, Dutch and French.

All phrases are data, in `phrases/`, one file per language; `languages` has the few rules by which a language
makes sentences of them. `effects` says what the words of a card do, and `cards` what a whole card does;
`names` knows what cards are called. About a game, `sentences` says what is asked, done and happens,
`reasons` why something is not possible, and `estimates` what may come; `describing` is the one function for
all of them, and `phrasebook` serves pictures and terminals. Start reading at `cards` or at `sentences`.

A text never says something false: nothing is left out, worked out in advance, or moved to another place. An
effect that is too much for a sentence becomes a numbered list. Nothing here decides a rule, and playing a
game imports none of it until an action is refused.
"""
