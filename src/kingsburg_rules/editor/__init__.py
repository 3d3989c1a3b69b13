"""The language server: diagnostics, completion, hovers and quick fixes while somebody writes cards.

It answers from the text as it is on the screen, saved or not, and also while that text is not YAML yet. The
diagnostics are those of `content.checking`, word for word; the documentation is that of the language, from
its schemas; `text` describes what a card does, and `testing` plays its examples. The package decides nothing
about the language, and writes nothing into a pack: it proposes edits, and the editor makes them.

It does not know which editor asks. `language_server` alone knows the protocol and pygls, which comes with the
extra `editor`; the other modules work without.

Start reading in `parser`, which reads damaged text, then `grammar`, which finds what may be written at a
place, `symbols`, which knows all names, and `workspace`, which holds the open files and checks their packs.
`completion`, `hover`, `outline` and `quick_fixes` answer questions about a file.
"""
