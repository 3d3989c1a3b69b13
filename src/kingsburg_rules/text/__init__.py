"""Text for people: what cards do and what happens in a game, in English, Dutch and French.

The text of a card is generated from its effect. `grammar` says how phrases become sentences; each language is
a module with its order of words and its templates (`english`, `dutch`, `french`). `scope`, `amounts`,
`conditions`, `steps` and `abilities` tell the tree of a card's words with them, whatever the language;
`plainly` makes that tree simpler first. `describe` does the same for decisions, actions and events.

Nothing here decides a rule, and playing a game imports none of it.
"""
