"""Messages for people who write packs, which can be said in other languages.

`said("'{name}' is not a test", name="glod")` is plain English text that also knows the template and the parts
it was made of. So code that passes messages on treats them as text, and a reader in another language gets the
same template in that language, with the same parts. A part may be a message itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

ENGLISH = "en"
"""The language in which messages are written."""

_NO_PARTS: Mapping[str, object] = {}


class Message(str):
    """An English text with the template and the parts it was made of.

    A message without a template is known in other languages as a whole: its parts are the texts by language.
    If it advises to write something else at the place it is about, `replacement` is that.
    """

    template: str
    parts: Mapping[str, object]
    replacement: str

    def __new__(cls, text: str, template: str = "", parts: Mapping[str, object] = _NO_PARTS) -> Message:
        """Take the finished text, too: copies and pickles are made of it."""
        made = super().__new__(cls, text)
        made.template = template
        made.parts = parts
        made.replacement = ""
        return made

    def advising(self, replacement: str) -> Message:
        """Return the message with what it advises to write instead."""
        made = Message(str(self), self.template, self.parts)
        made.replacement = replacement
        return made

    @property
    def instead(self) -> str:
        """What to write instead, if this message or a part of it advises something; else ''."""
        parts = (part.instead for part in self.parts.values() if isinstance(part, Message))
        return self.replacement or next(filter(None, parts), "")


def said(template: str, /, **parts: object) -> Message:
    """Fill the gaps of a template.

    It must be written out where this is called: that is where its translations are looked for.
    """
    return Message(template.format(**parts), template, parts)


def unbroken(text: str) -> str:
    """Keep the signs before which French has a space on the line of the word before them."""
    for sign in ";:?!":
        text = text.replace(f" {sign}", f"\u00a0{sign}")
    return text


def conjoined(items: Sequence[str]) -> Message:
    """List texts: one, two, or three."""
    if len(items) < 2:
        return said("{item}", item=items[0] if items else "")
    return said("{items} and {last}", items=joined(items[:-1], ", "), last=items[-1])


def joined(items: Sequence[str], sign: str) -> Message:
    """Join texts by a sign, so that each stays a message if it is one."""
    made = said("{item}", item=items[0] if items else "")
    for item in items[1:]:
        made = said("{items}{sign}{item}", items=made, sign=sign, item=item)
    return made
