"""Kingsburg for people in a terminal: hot seat, bots, every module and every pack, in three languages.

    python examples/terminal.py Ann --bot Brian --modules governors destiny --language fr

It uses nothing but the public names of the library, and knows no card.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from kingsburg_rules import (
    LANGUAGES,
    AnyEvent,
    Decision,
    Game,
    KingsburgError,
    describe,
    editions,
    explain,
    load_rules,
    modules,
)
from kingsburg_rules.bots import Bot, bot_turn, make_bot
from kingsburg_rules.render import text

Read = Callable[[str], str]
Write = Callable[[str], None]

HELP = """\
 a number            take that answer
 queen 6 5, goud ... type an answer yourself, as short as is clear, in any of the languages
 board               look at the table again
 odds                what winter would bring you now
 card inn            what a card does
 undo                take your last answer back, if nothing was rolled or revealed since
 save game.json      write the game into a file
 quit                stop here"""


class Terminal:
    """A table of people and bots."""

    def __init__(self, game: Game, bots: dict[str, Bot], language: str, read: Read, write: Write) -> None:
        self.game = game
        self.bots = bots
        self.people = [player for player in game.players if player not in bots]
        self.language = language
        self.read = read
        self.write = write
        self.unread: dict[str, list[AnyEvent]] = {player: [] for player in self.people}
        self.person: str | None = None
        self.answered: list[str] = []
        self.hear(game.opening)

    def play(self) -> None:
        """Play to the end, or until somebody stops."""
        while self.game.outcome is None:
            asked = {decision.player: decision for decision in self.game.pending}
            player = next((name for name in asked if name in self.bots), next(iter(asked)))
            if player not in self.bots:
                if not self.ask(asked[player]):
                    return
            elif (news := bot_turn(self.game, self.bots)) is not None:
                self.hear(news)
                self.answered.append(player)
        self.write(text(self.game.view(), language=self.language))
        self.write(str(self.game.outcome))

    def hear(self, events: Iterable[AnyEvent]) -> None:
        """Keep what happened for everybody who may know of it, except what is only for programs."""
        for event in (event for event in events if event.news):
            for player, unread in self.unread.items():
                if (known := event.known_to(player)) is not None:
                    unread.append(known)

    def ask(self, decision: Decision) -> bool:
        """Ask one question until it is answered; False to stop the game."""
        player = decision.player
        self.hand_over(player)
        self.show_options(decision)
        while True:
            line = self.read(f"{player}> ").strip()
            word, _, rest = line.partition(" ")
            try:
                if word == "quit":
                    return False
                if word == "undo":
                    self.undo(player)
                    return True
                if not self.tell(word, rest, decision):
                    self.hear(self.game.play(line, player))
                    self.answered.append(player)
                    return True
            except KingsburgError as error:
                self.write(describe(error, self.game.rules, language=self.language))
            except OSError as error:
                self.write(str(error))

    def undo(self, player: str) -> None:
        """Go back to the last question that a person answered, over what bots did since."""
        game, answered = self.game.copy(), [*self.answered]
        by = None
        while by != player:
            game.undo(fair=True)
            by = answered.pop() if answered else player
            if by != player and by in self.people:
                self.write(f"The last answer was not yours but {by}'s.")
                return
        self.game, self.answered = game, answered
        self.unread[player].clear()

    def tell(self, word: str, rest: str, decision: Decision) -> bool:
        """Do what changes nothing; False if the line was something else."""
        if word in ("", "help", "?"):
            self.write(HELP)
        elif word == "board":
            self.show_table(decision.player)
        elif word == "card":
            card = explain(rest, self.game.rules, language=self.language)
            self.write(f"{card.name}: {card.text or card.generated}")
        elif word == "odds":
            for odds in self.game.odds(decision.player):
                self.write(describe(odds, self.game.rules, language=self.language))
        elif word == "save":
            Path(rest).write_text(self.game.save(), encoding="utf-8")
            self.write(f"Saved: {rest}")
        else:
            return False
        return True

    def hand_over(self, player: str) -> None:
        """Tell a person what happened, behind a curtain if somebody else had the screen."""
        if player != self.person:
            if len(self.people) > 1:
                self.read("\n" * 40 + f"-- {player}, press Enter --")
            self.show_table(player)
        self.person = player
        news, self.unread[player] = self.unread[player], []
        for event in news:
            self.write(f"  {describe(event, self.game.rules, language=self.language)}")

    def show_table(self, player: str) -> None:
        """Draw what a person may see, and no more."""
        self.write(text(self.game.view(player), language=self.language))

    def show_options(self, decision: Decision) -> None:
        """Write the question and its answers."""
        rules = self.game.rules
        self.write(f"\n{describe(decision, rules, language=self.language)}")
        for number, option in enumerate(decision.options, start=1):
            says = describe(option, rules, language=self.language, decision=decision)
            self.write(f"{number:>3}  {says}  [{option}]")


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Kingsburg in a terminal.")
    parser.add_argument("people", nargs="*", help="the names of those who sit here")
    parser.add_argument(
        "--bot", action="append", default=[], help="the name of a bot; more than once for more"
    )
    parser.add_argument("--edition", choices=editions(), default="second")
    parser.add_argument("--modules", nargs="*", default=[], help=f"of {', '.join(modules())}")
    parser.add_argument("--scenario")
    parser.add_argument("--packs", nargs="*", default=[], help="folders or files of cards")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--load", type=Path, help="a file that `save` wrote")
    return parser.parse_args(argv)


def begin(wishes: argparse.Namespace) -> Game:
    """Begin a game, or go on with one."""
    if wishes.load:
        return Game.load(wishes.load.read_text(encoding="utf-8"), packs=wishes.packs)
    rules = load_rules(wishes.edition, modules=wishes.modules, scenario=wishes.scenario, packs=wishes.packs)
    return Game(rules, [*wishes.people, *wishes.bot], seed=wishes.seed)


def main(argv: Sequence[str] | None = None, read: Read = input, write: Write = print) -> None:
    """Play a game."""
    wishes = arguments(argv)
    bots = {name: make_bot("greedy", seed) for seed, name in enumerate(wishes.bot)}
    try:
        Terminal(begin(wishes), bots, wishes.language, read, write).play()
    except (KingsburgError, OSError) as error:
        raise SystemExit(str(error)) from error
    except (EOFError, KeyboardInterrupt):
        write("Goodbye.")


if __name__ == "__main__":
    main()
