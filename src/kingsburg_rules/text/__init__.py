"""Text for people: what cards do and what happens in a game, in English, Dutch and French.

The text of a card is generated from its effect. `grammar` says how phrases become sentences; each language
has a folder with its order of words and its phrases (`english`, `dutch`, `french`). What is told, whatever
the language, is decided by `cards`, `abilities`, `steps`, `clauses`, `choices`, `changes` and `conditions`,
and for their parts by `amounts`, `quantities`, `bounds` and `fields`; `scope` is what they know of the place
where they tell. `plainly` makes the tree of an effect simpler before it is told.

Nothing here decides a rule, and playing a game imports none of it.
"""
