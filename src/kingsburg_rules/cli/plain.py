"""A game reported in plain lines, where rich is not installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.cli.phrases import PHRASES
from kingsburg_rules.text.phrasebook import Phrasebook
from kingsburg_rules.text.sentences import MINUS, log_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.engine.events import Event
    from kingsburg_rules.game.game import Game


class PlainNarrator:
    """Writes the log of a game while it is played, and the scores."""

    def __init__(self, game: Game, language: str = "en") -> None:
        self._game = game
        self._phrasebook = Phrasebook(game.rules, language, PHRASES)

    def begin(self) -> None:
        """Write the edition and what happened before the first decision."""
        print(self._phrasebook.say("opening", edition=self._game.rules.edition))
        self.add(self._game.opening)

    def add(self, events: Iterable[Event]) -> None:
        """Write what everybody may know of these events."""
        public = [told for event in events if (told := event.known_to()) is not None]
        for line in log_of(public, self._game.players, self._phrasebook):
            print(f"{line.bold} {line.rest}".strip().replace(MINUS, "-"))

    def end(self) -> None:
        """Write the scores when the game is over; the log has said who won."""
        if self._game.outcome is not None:
            for place in self._game.outcome.ranking:
                print(f"{place.rank}. {place.player}: {self._phrasebook.counted('vp', place.vp)}")

    def recorded(self, path: str) -> None:
        """Say where the record is."""
        print(f"\n{self._phrasebook.say('recorded', path=path)}")
