"""A pytest plugin: each example on the cards of packs is a test.

It collects nothing by default. Run `pytest goblin-moon/pack.yaml` for one pack, or list packs in the settings
of a test suite, with paths relative to the settings file:

    [tool.pytest.ini_options]
    kingsburg_packs = ["goblin-moon"]

Then a run without file names also plays the examples of these packs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from kingsburg_rules.engine.errors import KingsburgError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.testing.examples import RulesWith
    from kingsburg_rules.words.examples import Example

SETTING = "kingsburg_packs"
PACK_FILE = "pack.yaml"
ZIP = ".zip"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting."""
    parser.addini(
        SETTING,
        "packs for kingsburg-rules (folders or zips) whose examples are tests",
        type="paths",
        default=[],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the packs of the settings to a run without file names."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args += [str(path) for path in _wanted(config) if not _is_within(path, config)]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PackFile | None:
    """Collect a pack that was asked for."""
    if file_path.name != PACK_FILE and file_path.suffix != ZIP:
        return None
    if parent.session.isinitpath(file_path) or file_path in _wanted(parent.config):
        return PackFile.from_parent(parent, path=file_path)  # pyright: ignore[reportUnknownMemberType]
    return None


def _wanted(config: pytest.Config) -> list[Path]:
    """List the packs of the settings: a zip itself, or what is in a folder."""
    paths: list[Path] = config.getini(SETTING)
    return [path if path.suffix == ZIP or path.name == PACK_FILE else path / PACK_FILE for path in paths]


def _is_within(path: Path, config: pytest.Config) -> bool:
    """Whether a run finds a file anyway, because it collects a folder above it."""
    folders = (config.invocation_params.dir / argument for argument in config.args)
    return any(folder in path.parents for folder in folders)


class PackFile(pytest.File):
    """A pack: its folder by the `pack.yaml` in it, or a zip."""

    def collect(self) -> Iterator[PackExample]:
        """Yield the examples on its cards, and on cards that it changes."""
        from kingsburg_rules.content.packs import Pack
        from kingsburg_rules.testing.examples import cards_of, read_examples

        try:
            for ref, rules_with in cards_of(Pack.read(self.path)):
                for number, example in enumerate(read_examples(rules_with((), ()).cards[ref]), start=1):
                    name = f"{ref.partition('/')[2]}[{number}]"
                    yield PackExample.of(self, name, ExampleOnCard(ref, example, rules_with))
        except KingsburgError as error:
            raise self.CollectError(str(error)) from error


class ExampleOnCard(NamedTuple):
    """An example, its card, and a function that loads rules with the card."""

    ref: str
    example: Example
    rules_with: RulesWith


class PackExample(pytest.Item):
    """An example on a card as a test."""

    example_on_card: ExampleOnCard

    @classmethod
    def of(cls, pack: PackFile, name: str, example_on_card: ExampleOnCard) -> PackExample:
        """Create the test of an example."""
        made = cls.from_parent(pack, name=name)  # pyright: ignore[reportUnknownMemberType]
        made.example_on_card = example_on_card
        return made

    def runtest(self) -> None:
        """Play it."""
        from kingsburg_rules.testing.examples import play_example, rules_of

        ref, example, rules_with = self.example_on_card
        result = play_example(rules_of(example, rules_with), ref, example)
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
        return f"{self.example_on_card.ref}: {self.example_on_card.example.shows}"

    def _place(self) -> tuple[str, int]:
        from kingsburg_rules.content.loading import problem_at

        documents = {each.folder: each for each in self.example_on_card.rules_with((), ()).documents}
        problem = problem_at(documents, self.example_on_card.example.at, "", "")
        return problem.file, problem.line - 1


class DoesNotHold(Exception):
    """An example that does not hold, with what was wrong."""

    def __init__(self, failures: tuple[str, ...]) -> None:
        super().__init__("; ".join(failures))
        self.failures = failures
