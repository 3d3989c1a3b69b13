"""From files to a rule set.

`load_rules` (in `rules`) is the way in for playing: `documents` gives packs as plain data, `selection` says
which of them are in play, `assembly` puts their cards together, `linking` makes the table that the engine
runs on, and `loading` does all that in order.

Authors' files come from outside: `yaml_reader` and `reading` read them, `form` judges them by JSON Schema,
`packs` hands the sound ones on, `checking` reports what is wrong, `lint` what is likely not meant, and
`codes` explains each report. None of these is imported by a game without such files.
"""
