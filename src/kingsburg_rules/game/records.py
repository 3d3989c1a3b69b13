"""Records: a game as the answers given and the results met, replayed without a generator."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine.errors import KingsburgError, SaveError, SetupError
from kingsburg_rules.engine.state import AUTOMATION
from kingsburg_rules.game.rules_keys import RulesKey, rules_of
from kingsburg_rules.game.saves import FORMAT, fits_automation, from_text, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kingsburg_rules.content.packs import PackLike
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.game.game import Game


@frozen
class _Written:
    kingsburg_record: int
    rules: RulesKey
    players: list[str]
    automation: list[int]
    luck: str
    actions: list[str]


@frozen
class Record:
    """A game from its first answer to its last.

    `luck` holds the results of chance in the order of the requests: dice as digits, cards by name.
    `actions` are the answers of the players as text; where several could answer, the player stands before.
    """

    rules: RulesKey
    players: tuple[str, ...]
    automation: tuple[int, ...]
    luck: tuple[str, ...]
    actions: tuple[str, ...]

    def dumps(self) -> str:
        """Write the record as JSON."""
        data = {
            "kingsburg_record": FORMAT,
            "rules": plain(self.rules),
            "players": self.players,
            "automation": self.automation,
            "luck": " ".join(self.luck),
            "actions": self.actions,
        }
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def loads(cls, text: str) -> Record:
        """Read a record.

        Raises:
            SaveError: The text is no record, or of another format.
        """
        found = from_text(text, _Written, "record")
        return cls(
            found.rules,
            tuple(found.players),
            tuple(found.automation),
            tuple(found.luck.split()),
            tuple(found.actions),
        )

    def replay(self, rules: Rules | None = None, *, packs: Iterable[PackLike] = ()) -> Iterator[Game]:
        """Play the record again: yields the game at its start and after every action.

        Args:
            rules: The rules of the game, if they are not to be loaded by the record's own account.
            packs: The packs of the game that are neither the library's nor installed, as for `load_rules`.

        Raises:
            SaveError: The record does not fit its rules.
        """
        game = _begin(self, rules, packs)
        yield game
        for number, text in enumerate(self.actions, start=1):
            player, _, rest = text.rpartition(": ")
            try:
                game.play(rest, player or None)
            except KingsburgError as error:
                raise SaveError(
                    "record.action", f"Action {number} of the record ('{text}'): {error}"
                ) from error
            yield game
        if len(game.record.luck) != len(self.luck):
            raise SaveError("record.damaged", "This record tells of more results of chance than were met.")


def _begin(record: Record, given: Rules | None, packs: Iterable[PackLike]) -> Game:
    """Begin the game of a record; past the results of chance that it met, the player `chance` is asked."""
    from kingsburg_rules.game.game import Game

    rules = rules_of(record.rules, given, packs, "record")
    if not fits_automation(record.automation, record.players):
        raise SaveError("record.damaged", "The automation of this record does not fit its players.")
    automation = {
        player: [name for name, flag in AUTOMATION.items() if kinds & flag]
        for player, kinds in zip(record.players, record.automation, strict=True)
    }
    try:
        return Game(
            rules, record.players, seed=0, automation=automation, chance="decision", script=record.luck
        )
    except (SetupError, ValueError) as error:
        raise SaveError("record.damaged", f"This record cannot be replayed: {error}") from error
