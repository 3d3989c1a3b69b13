"""Packs and the examples on their cards, as pytest collects and runs them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kingsburg_rules.content.compiling import problem_at
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.engine.errors import KingsburgError
from kingsburg_rules.language.examples import Example
from kingsburg_rules.testing.examples import RulesWith, cards_of, play_with, read_examples


class CollectedPack(pytest.File):
    """A pack: its folder by the `pack.yaml` in it, or a zip."""

    def collect(self) -> Iterator[PackExample]:
        """Yield the examples on its cards, and on cards that it changes."""
        try:
            for ref, rules_with in cards_of(Pack.read(self.path)):
                for number, example in enumerate(read_examples(rules_with((), ()).cards[ref]), start=1):
                    name = f"{ref.partition('/')[2]}[{number}]"
                    yield PackExample.of(self, name, ref, example, rules_with)
        except KingsburgError as error:
            raise self.CollectError(str(error)) from error


class PackExample(pytest.Item):
    """An example on a card as a test."""

    card: str
    example: Example
    rules_with: RulesWith
    """Loads rules with the card."""

    @classmethod
    def of(
        cls, pack: CollectedPack, name: str, card: str, example: Example, rules_with: RulesWith
    ) -> PackExample:
        """Create the test of an example."""
        made = cls.from_parent(pack, name=name)  # pyright: ignore[reportUnknownMemberType]
        made.card, made.example, made.rules_with = card, example, rules_with
        return made

    def runtest(self) -> None:
        """Play it."""
        result = play_with(self.rules_with, self.card, self.example)
        if not result.passed:
            raise DoesNotHold(result.failures)

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: str | None = None,
    ) -> str:
        """Report what was expected and what happened, without a traceback through the library."""
        if not isinstance(excinfo.value, DoesNotHold):
            return str(excinfo.getrepr(style="short"))
        file, line = self._place()
        lines = [f"{file}:{line + 1}: {self._title()}"]
        return "\n".join([*lines, *(f"    {failure}" for failure in excinfo.value.failures)])

    def reportinfo(self) -> tuple[Path | str, int | None, str]:
        """Return where it is and what it shows."""
        return (*self._place(), self._title())

    def _title(self) -> str:
        return f"{self.card}: {self.example.shows}"

    def _place(self) -> tuple[str, int]:
        documents = {each.folder: each for each in self.rules_with((), ()).documents}
        problem = problem_at(documents, self.example.at, "", "")
        return problem.file, problem.line - 1


class DoesNotHold(Exception):
    """An example that does not hold, with what was wrong."""

    def __init__(self, failures: tuple[str, ...]) -> None:
        super().__init__("; ".join(failures))
        self.failures = failures
