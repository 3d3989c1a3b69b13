"""Text for people: what cards do and what happens in a game, in English, Dutch and French.

All phrases are data, in `phrases/`, one file per language; `languages` has the few rules by which a language
makes sentences of them. `effects` says what the words of a card do, `cards` what a whole card does, and
`sentences` what is asked and what happened in a game; `names` knows what cards are called, and `phrasebook`
serves pictures and terminals. Start reading at `cards`.

A text never says something false: nothing is left out, worked out in advance, or moved to another place. An
effect that is too much for a sentence becomes a numbered list. Nothing here decides a rule, and playing a
game imports none of it.
"""
