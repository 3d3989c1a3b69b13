"""Messages are English text that can be said in other languages."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest

from kingsburg_rules.content.checking import check_folder
from kingsburg_rules.content.form import Fault, explain
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.engine.messages import Message, conjoined, said
from kingsburg_rules.language.schema import FILES, schema
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.language.tests import HELD
from support.mistakes import Mistake, mistakes


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


def test_a_message_says_where_a_word_of_ones_own_is_declared() -> None:
    assert unknown("paid", (), declared="set it") == "'paid' is not known here; set it"
    assert unknown("paid", ("x",), declared="set it") == "'paid' is not known here; allowed: x; set it"
    assert unknown("glod", ("gold",), declared="set it") == "'glod' is not known here; did you mean 'gold'?"


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


OURS = ("yaml.", "schema.", "pack.", "link.pack", "link.calendar", "link.choices", "link.size")
"""What the codes begin with of problems that are found while files are read and put together."""

CORPUS = [case for case in mistakes() if case.code.startswith(OURS)]


@pytest.mark.parametrize("case", CORPUS, ids=lambda case: case.name)
def test_a_problem_of_form_can_be_said_in_other_languages(case: Mistake, tmp_path: Path) -> None:
    """Every sentence is a template; what fills its gaps is a message itself, or from the file."""
    path = case.written(tmp_path)
    texts = "".join(case.text(file) for file in case.files)
    found = [problem for problem in check_folder(path) if problem.code.startswith(OURS)]
    assert found
    for problem in found:
        assert isinstance(problem.message, Message), problem
        assert problem.message.template
        for part in plain_parts(problem.message):
            is_sign = part.isupper() or ": " in part  # the name of a character, or some YAML
            assert " " not in part or part in texts or is_sign, (problem.message.template, part)


def plain_parts(message: Message) -> Iterator[str]:
    """The texts in a message that are no messages; of lists of words the words."""
    assert message.template.format(**message.parts) == message
    for part in message.parts.values():
        if isinstance(part, Message):
            yield from plain_parts(part)
        elif isinstance(part, str):
            yield from part.strip(" ").split(", ")


def test_many_problems_were_taken_apart() -> None:
    assert len(CORPUS) >= 110


def test_what_schemas_call_their_values_can_be_said_in_other_languages() -> None:
    """Otherwise the title of a schema would stand in a message as it is."""
    found = {title for kind in FILES for title in titles(schema(kind))} - {HELD}
    assert len(found) >= 8
    for title in found:
        (problem,) = explain([Fault((), "type", ["integer", "string"], 1.5, {"title": title})], {})
        assert isinstance(problem.message, Message)
        assert isinstance(problem.message.parts["what"], Message), title


def titles(part: object) -> Iterator[str]:
    """The titles of all values that may be written in several ways."""
    if is_object(part):
        title = part.get("title")
        if isinstance(title, str) and is_list(part.get("type")):
            yield title
        for within in part.values():
            yield from titles(within)
    elif is_list(part):
        for within in part:
            yield from titles(within)
