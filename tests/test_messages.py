"""Messages are English text that can be said in other languages."""

from __future__ import annotations

import pickle
from copy import deepcopy

from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.engine.messages import Message, conjoined, said


def test_a_message_is_the_text_of_its_template() -> None:
    message = said("'{name}' is not a test", name="glod")
    assert message == "'glod' is not a test"
    assert (message.template, message.parts) == ("'{name}' is not a test", {"name": "glod"})


def test_a_part_that_looks_like_a_gap_stays_as_it_is() -> None:
    assert said("'{name}' is wrong", name="{other}") == "'{other}' is wrong"


def test_parts_may_be_messages_themselves() -> None:
    message = unknown("glod", ())
    assert message == "'glod' is not known here; allowed: nothing"
    assert isinstance(message.parts["there"], Message)


def test_items_are_joined_as_in_a_sentence() -> None:
    assert conjoined(["a"]) == "a"
    assert conjoined(["a", "b"]) == "a and b"
    assert conjoined(["a", "b", "c"]) == "a, b and c"


def test_copies_keep_what_a_message_was_made_of() -> None:
    message = unknown("glod", ("gold",))
    for copied in (pickle.loads(pickle.dumps(message)), deepcopy(message)):
        assert copied == message
        assert copied.template == message.template
        assert copied.parts == message.parts
