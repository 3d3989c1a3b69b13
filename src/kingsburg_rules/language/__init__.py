"""The words that YAML may say.

One word is one attrs class: its fields, their documentation, their schema, and what it compiles to. Nothing
else defines the vocabulary. Read `shapes` (what an argument may be), `registry` (how a word is known), then
`steps`, `tests` and `values`; `emitter` is what they compile into.
"""
