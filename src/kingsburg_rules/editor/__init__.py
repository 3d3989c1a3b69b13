"""The language server: what an editor asks while somebody writes cards.

It answers from the text as it is on the screen, saved or not, and also while that text is not YAML yet. The
mistakes are those of `content.checking`, word for word; the documentation is that of the language, from its
schemas; what a card does is said by `text`, and its examples are played by `testing`. The package decides
nothing about the language by itself, and nothing in a pack is written by it: it proposes edits, and the
editor makes them.

It does not know which editor asks. `server` alone knows the protocol and pygls, which comes with the extra
`editor`; the other modules work without.

Start reading in `sketch`, which sees what a text says without parsing it, then `grammar`, which finds what
may stand at a place, and `desk`, which holds the open files and checks their packs. `completion`, `hovering`,
`finding`, `mending` and `playing` answer one question each.
"""
