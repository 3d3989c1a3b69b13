"""The machine: state, frames, the loop, trigger windows, stats, chance and decisions.

It knows no card and no word of the language. Read in this order: `table` (what a compiled rule set is),
`state` (what a position is), `loop` (how it moves), `windows` (how cards react), `chance` (where dice come
from).
"""
