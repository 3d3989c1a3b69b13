"""A game at the keyboard: the prompt and its commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum, auto
from itertools import count
from pathlib import Path
from shlex import quote

from rich.text import Text

from kingsburg_rules import (
    Decision,
    Event,
    Game,
    IllegalAction,
    KingsburgError,
    Step,
    Violation,
    describe,
    first_steps,
)
from kingsburg_rules.bots import Sight, bot_turn, explain_choice
from kingsburg_rules.cli.commands import cards_called, write_text
from kingsburg_rules.cli.console import Terminal
from kingsburg_rules.cli.explain import numbers_on
from kingsburg_rules.cli.narration import Drawing
from kingsburg_rules.cli.output import tell
from kingsburg_rules.cli.play import Heading, Seats, log_lines
from kingsburg_rules.content import printable
from kingsburg_rules.engine import unknown
from kingsburg_rules.render import Part, text
from kingsburg_rules.text import Phrasebook

_SHOWN: tuple[Part, ...] = ("calendar", "players")
_ABOUT: dict[str, tuple[Part, ...]] = {"influence": ("court",), "build": ("province",)}
"""The parts of the table that are drawn for every decision, and those for decisions of a kind."""


class _Next(Enum):
    """The consequence of an input, if not another input: a new look at the table, or the end."""

    LOOK = auto()
    LEAVE = auto()


class Session:
    """A game between the people at one keyboard and bots, until it is over or left."""

    def __init__(self, game: Game, seats: Seats, *, record: str | None = None, language: str = "en") -> None:
        self._console, self._language = Terminal(game.players), language
        self._phrases = Phrasebook(game.rules, language, "terminal")
        self._game = game
        self._seats = seats
        self._record = record
        self._news: list[Event] = [*game.opening]
        self._played = False
        self._kept_in = self._kept_text = ""
        self._commands: dict[str, Callable[[str, Decision], _Next | None]] = {
            "?": self._help,
            "all": self._all,
            "help": self._help,
            "hint": self._hint,
            "board": self._board,
            "card": self._card,
            "why": self._why,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the game is over or everybody leaves."""
        self._say("opening", edition=self._game.rules.edition, end=" ")
        self._say("for_help")
        try:
            finished = self._play()
        except (EOFError, KeyboardInterrupt):
            self._console.print()
            finished = False
        if finished:
            self._finish()
        else:
            self._leave()

    def _play(self) -> bool:
        while True:
            decision = self._owed()
            if decision is not None:
                if self._turn(decision) is _Next.LEAVE:
                    return False
                continue
            events = bot_turn(self._game, self._seats.bots)
            if events is None:
                return self._game.decision is None
            self._news.extend(events)

    def _owed(self) -> Decision | None:
        """Find the first decision that a person owes."""
        return next((d for d in self._game.pending if d.player in self._seats.humans), None)

    def _turn(self, decision: Decision) -> _Next:
        """Show a person the table, and read input until something has changed."""
        self._tell((decision.player,))
        self._show(decision.player, *_SHOWN, *_ABOUT.get(decision.kind, ()), "decision")
        following = None
        while following is None:
            following = self._obey(self._read(f"{decision.player}> "), decision)
        return following

    def _show(self, viewer: str, *parts: Part, first: str | None = None) -> None:
        """Draw parts of the table as a player sees it."""
        width, view = max(self._console.width, 40), self._game.view(viewer)
        drawn = text(view, parts=parts, first=first, numbered=True, width=width, language=self._language)
        self._console.print(f"\n{drawn}\n")

    def _tell(self, viewers: tuple[str, ...]) -> None:
        for line in log_lines(self._news, viewers, self._game.players, self._phrases):
            self._console.print(Text(line, "bold") if isinstance(line, Heading) else line)
        self._news.clear()

    def _say(self, key: str, *, end: str = "\n", **parts: object) -> None:
        """Write a phrase of the terminal, without markup."""
        self._console.print(self._phrases.say(key, **parts), end=end)

    def _read(self, prompt: str) -> str:
        answer = input(printable(prompt))
        # What comes from a pipe was not typed on the screen, so it would be missing between the questions.
        if not sys.stdin.isatty():
            tell(answer)
        return answer.strip()

    def _obey(self, text: str, decision: Decision) -> _Next | None:
        """Run a command, or play the input as an answer."""
        word, _, rest = text.partition(" ")
        if not word:
            return None
        command = self._commands.get(word.lower())
        try:
            if command is not None:
                return command(rest.strip(), decision)
            self._news.extend(self._game.play(text, decision.player))
            self._played = True
        except KingsburgError as error:
            self._console.print(self._said(error), style="red")
            return None
        return _Next.LOOK

    def _said(self, what: KingsburgError | Violation) -> str:
        return describe(what, self._game.rules, language=self._language)

    def _help(self, _: str, decision: Decision) -> None:
        self._say("help")
        self._console.print()
        self._say("for_instance", options=", ".join(f'"{option}"' for option in decision.options[:2]))

    def _all(self, _: str, decision: Decision) -> None:
        self._list(first_steps(decision), decision)

    def _list(self, steps: Sequence[Step], decision: Decision, indent: str = "") -> None:
        """Write steps, with numbers if they are answers, and below each those that may follow."""
        for step in steps:
            said = describe(step, self._game.rules, language=self._language, decision=decision)
            number = "" if step.then else f"{decision.options.index(step.options[0]) + 1}) "
            self._console.print(f"{indent}{number}{said.rstrip('.') + ':' if step.then else said}")
            self._list(step.then, decision, indent + "   ")

    def _board(self, player: str, decision: Decision) -> None:
        if not player:
            self._show(decision.player, *_SHOWN, "court", "battle", "cards", "province")
        elif player in self._game.players:
            self._show(decision.player, "province", first=player)
        else:
            self._console.print(f"Player {unknown(player, self._game.players)}")

    def _card(self, name: str, _: Decision) -> None:
        say, nodes = self._phrases, self._phrases.nodes
        for card in cards_called(name, {card: (say.card(card), node.name) for card, node in nodes.items()}):
            facts = ", ".join(filter(None, [say.kind(nodes[card].kind), numbers_on(nodes[card], say)]))
            self._console.print(Text.assemble((say.card(card), "bold"), f" ({card}), {facts}"))
            self._console.print(f"{say.text(card)}\n")

    def _why(self, text: str, decision: Decision) -> None:
        reason = self._game.why_not(text, decision.player)
        if reason is None:
            self._say("possible")
        else:
            self._console.print(Text.assemble(self._said(reason), " ", (f"({reason.rule})", "dim")))

    def _hint(self, _: str, decision: Decision) -> None:
        """Write the answer that the bot of this game would give, and why."""
        found = explain_choice(self._seats.adviser, decision, Sight(decision.player, self._game))
        told = describe(found.action, self._game.rules, language=self._language, decision=decision)
        self._console.print(told)
        for sentence in found.sentences(self._language):
            self._console.print(Text(sentence, "dim"))

    def _undo(self, _: str, __: Decision) -> _Next:
        """Go back to the last decision that a person had; what bots did since is taken back with it."""
        self._game.undo()
        # What was taken back is no news any more, even if nobody has read it.
        self._news.clear()
        with suppress(IllegalAction):  # at the beginning of the game the bots simply play on
            while self._owed() is None:
                self._game.undo()
        self._say("taken_back")
        return _Next.LOOK

    def _save(self, path: str, _: Decision) -> None:
        if not path:
            self._say("save_where")
        else:
            self._keep(path)
            self._say("saved", path=path)

    def _quit(self, _: str, __: Decision) -> _Next:
        return _Next.LEAVE

    def _keep(self, path: str) -> None:
        text = self._game.save()
        write_text(path, text)
        self._kept_in, self._kept_text = path, text

    def _leave(self) -> None:
        """Save the game unless it is saved, and show how to resume it."""
        # Nobody wants a file of a game at which they only looked.
        if not self._played:
            return
        if self._kept_text != self._game.save():
            self._keep(free_name())
        humans = "".join(f" --human {quote(human)}" for human in self._seats.humans)
        bots = {f" --bot {bot.name}" for bot in self._seats.bots.values()}
        self._say("kept", path=self._kept_in)
        spoken = f" --language {self._language}"
        command = f"kingsburg play --resume {quote(self._kept_in)}{humans}{''.join(bots)}{spoken}"
        self._console.print(f"    {command}", soft_wrap=True)

    def _finish(self) -> None:
        """Show the result."""
        self._tell(self._seats.humans)
        if self._game.outcome is not None:
            Drawing(self._console, self._phrases).outcome(self._game.outcome)
        if self._record is not None:
            write_text(self._record, self._game.record.dumps())


def free_name() -> str:
    """Find a file name for a save that does not exist yet."""
    names = (f"kingsburg-{number}.json" for number in count(1))
    return next(name for name in names if not Path(name).exists())
