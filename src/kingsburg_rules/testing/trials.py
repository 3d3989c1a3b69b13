"""Trying out a pack: its examples, then random games with its cards forced in, and a report on everything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from attrs import define, evolve, field

from kingsburg_rules.content.built_in import edition_of
from kingsburg_rules.content.compiling import problem_at
from kingsburg_rules.content.documents import Document
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.content.rules import Rules
from kingsburg_rules.content.silences import is_silenced
from kingsburg_rules.engine.compiled_rules import FEWEST_SEATS, MOST_SEATS, PC, PROGRAM
from kingsburg_rules.engine.errors import (
    WARNING,
    ContentError,
    Diagnostic,
    KingsburgError,
    Runaway,
    SetupError,
    is_whole,
    shown,
)
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.random_numbers import checked_seed
from kingsburg_rules.engine.state import State
from kingsburg_rules.game.game import Game
from kingsburg_rules.game.setup import make_setup, new_state
from kingsburg_rules.language.cards import EnemyCard, GovernorCard
from kingsburg_rules.language.examples import Example
from kingsburg_rules.testing.coverage import AUTOMATION, SEATS, WHOLE, Coverage, PartCoverage
from kingsburg_rules.testing.examples import (
    DOES_NOT_HOLD,
    EDITION,
    ExampleResult,
    RulesWith,
    cards_of,
    is_noticed,
    missed_parts,
    play_with,
    read_examples,
    rules_of,
)
from kingsburg_rules.testing.mutations import mutants
from kingsburg_rules.testing.promises import broken_promises
from kingsburg_rules.testing.random_games import starting_with, with_smaller_decks

GAMES = 20
"""The default number of games."""

LONGEST = 3_000
"""The most answers in a game: five times what the longest published games need."""

_SAMPLES = 4
_LEAST_IN_PLAY = 10
"""In fewer games with a card in play it says nothing that something on it was never offered."""

_PATIENCE = 3
"""How often the games are repeated while something has not been offered."""


@define(eq=False)
class Trial:
    """The result of a trial: the examples, the failures with their places, and what the cards did.

    `problems` are sorted by place; without any, the pack passes. `coverage` counts what all cards in the
    games did; `parts` is what the cards of the pack did. `missed` are warnings of parts that no example would
    miss, if they were looked for. `texts` are the files of the pack as they were read.
    """

    pack: str
    cards: tuple[str, ...] = ()
    examples: list[ExampleResult] = field(factory=list["ExampleResult"])
    diagnostics: list[Diagnostic] = field(factory=list["Diagnostic"])
    missed: list[Diagnostic] = field(factory=list["Diagnostic"])
    coverage: Coverage = field(factory=Coverage)
    texts: Mapping[str, str] = field(factory=dict[str, str], repr=False)
    documents: dict[str, Document] = field(factory=dict[str, "Document"], repr=False)
    sound: dict[str, list[tuple[Rules, Example]]] = field(
        factory=dict[str, "list[tuple[Rules, Example]]"], repr=False
    )

    @property
    def passed(self) -> bool:
        """Return whether the pack passes."""
        return not self.diagnostics

    @property
    def parts(self) -> tuple[PartCoverage, ...]:
        """Return how often the cards of the pack, and those that it changes, did what they can do."""
        return tuple(part for part in self.coverage.parts if part.card in self.cards)

    @property
    def never_offered(self) -> tuple[PartCoverage, ...]:
        """Return the parts that nobody was ever offered, and the cards that never came into play."""
        return tuple(part for part in self.parts if not part.offered)

    @property
    def untested(self) -> tuple[str, ...]:
        """The cards without an example."""
        shown = {result.card for result in self.examples}
        return tuple(card for card in self.cards if card not in shown)

    def problem(self, rules: Rules, at: str, code: str, message: str) -> Diagnostic:
        """Make a diagnostic at the place of a pointer, in the pack as it was just read."""
        return problem_at(
            {**{each.folder: each for each in rules.documents}, **self.documents}, at, code, message
        )

    def is_silenced(self, problem: Diagnostic) -> bool:
        """Return whether a comment in the pack, with a reason, accepts a failure."""
        return problem.file in self.texts and is_silenced(self.texts[problem.file], problem)


def try_pack(
    pack: str | Pack,
    *,
    games: int | None = None,
    seed: int = 0,
    players: int | None = None,
    mutants: bool = False,
) -> Trial:
    """Play the examples of a pack, then random games in which its cards come up.

    Args:
        pack: A pack, or one of the library by its id.
        games: The number of games; by default 20, and a few more while something has not been offered.
        seed: The seed of the first game; the next ones follow.
        players: How many play; otherwise all numbers in turn that the rules are for.
        mutants: Whether to look for the parts of cards that no example would miss, by changing each in turn.

    Raises:
        SetupError: There is no such pack, it cannot be played with the packs it requires, or a number is not
            possible.
        ContentError: It has mistakes that only the linker finds.
        TypeError: `pack` is neither a pack nor an id.
    """
    _check_numbers(games, seed, players)
    cards = dict(cards_of(pack))
    trial = Trial(pack if isinstance(pack, str) else pack.id, tuple(cards))
    if not isinstance(pack, str):
        trial.documents[pack.id] = pack.document
        trial.texts = {pack.document.names[name]: text for name, text in pack.document.texts.items()}
    for ref, rules_with in cards.items():
        _play_examples(trial, ref, rules_with, mutants=mutants)
    if games != 0 and cards:
        _Games(trial, _rule_sets(trial, cards), players).play(games, seed)
    for found in (trial.diagnostics, trial.missed):
        found.sort(key=lambda problem: (problem.file, problem.line, problem.column, problem.code))
    return trial


def _check_numbers(games: object, seed: int, players: object) -> None:
    """Check how many games are to be played, by how many."""
    checked_seed(seed)
    if games is not None and not (is_whole(games) and games >= 0):
        raise SetupError("setup.number", f"`games` must be a whole number from 0, not {shown(games)}.")
    if players is not None and not (is_whole(players) and FEWEST_SEATS <= players <= MOST_SEATS):
        least, most = FEWEST_SEATS, MOST_SEATS
        message = f"`players` must be a whole number from {least} to {most}, not {shown(players)}."
        raise SetupError("setup.players", message)


def _play_examples(trial: Trial, ref: str, rules_with: RulesWith, *, mutants: bool) -> None:
    rules = rules_with((), ())
    sound = trial.sound.setdefault(ref, [])
    for example in read_examples(rules.cards[ref]):
        result = play_with(rules_with, ref, example)
        trial.examples.append(result)
        if result.passed:
            sound.append((rules_of(example, rules_with), example))
        if not result.passed:
            why = "; ".join(result.failures)
            is_wrong = "does not hold" if result.code == DOES_NOT_HOLD else "proves nothing"
            message = f"{ref}: the example '{example.shows}' {is_wrong}: {why}"
            trial.diagnostics.append(trial.problem(rules, result.at, result.code, message))
    for mutant in missed_parts(ref, sound) if mutants else ():
        message = f"{ref}: {mutant.told}, and every example would hold as before"
        problem = trial.problem(rules, mutant.at, "test.missed", message)
        if not trial.is_silenced(problem):
            trial.missed.append(evolve(problem, severity=WARNING))


def _rule_sets(trial: Trial, cards: dict[str, RulesWith]) -> list[Rules]:
    """Return rules in which the cards may come up: with the modules of the examples and of the decks."""
    found: dict[str, Rules] = {}
    for ref, rules_with in cards.items():
        mine = (result.example for result in trial.examples if result.card == ref)
        module = _module_for(rules_with((), ()), ref, rules_with)
        for rules in (rules_with(module, ()), *_rules_of_all(mine, rules_with)):
            found[rules.digest] = rules
    return [*found.values()]


def _rules_of_all(examples: Iterable[Example], rules_with: RulesWith) -> Iterator[Rules]:
    """Yield the rules of examples, without those that name no modules or variants."""
    for example in examples:
        with suppress(SetupError, ContentError):  # it is a failure of the example
            yield rules_of(example, rules_with)


def _module_for(rules: Rules, ref: str, rules_with: RulesWith) -> tuple[str, ...]:
    """Find the module that deals or draws cards of this kind, if the rules alone do not."""
    node, kind = rules.cards[ref], rules.compiled.cards[rules.compiled.card[ref]].kind
    if not node.drawn or isinstance(node, EnemyCard) or _takes(rules, kind):
        return ()
    for module in edition_of(EDITION).modules:
        try:
            if _takes(rules_with((module,), ()), kind):
                return (module,)
        except (SetupError, ContentError):  # it cannot be combined with the pack
            continue
    return ()


def _takes(rules: Rules, kind: str) -> bool:
    return any(need.kind == kind for need in rules.compiled.needs)


@define(eq=False)
class _Games:
    """The games of a trial."""

    trial: Trial
    rule_sets: list[Rules]
    players: int | None
    _played: int = 0
    _shown: dict[PartCoverage, bool] = field(factory=dict[PartCoverage, bool])
    _narrow: dict[tuple[str, int], Rules] = field(factory=dict[tuple[str, int], "Rules"])

    def play(self, wanted: int | None, seed: int) -> None:
        """Play: first with smaller decks, then with everything that was never offered in play from the start.

        Unless it is said how many games are wanted, there are more while something was never offered.
        """
        games = GAMES if wanted is None else wanted
        self._round((games + 1) // 2, seed, begin=False)
        self._round(games // 2, seed, begin=True)
        for _ in range(_PATIENCE if wanted is None else 0):
            if self.trial.diagnostics or not self._missed():
                break
            self._round(games, seed, begin=True)
        if self._played >= GAMES:
            self.trial.diagnostics += self._missed()

    def _round(self, games: int, seed: int, *, begin: bool) -> None:
        starting = dict.fromkeys(part.card for part in self.trial.never_offered) if begin else ()
        for _ in range(games):
            rules = self.rule_sets[self._played % len(self.rule_sets)]
            turn = self._played // len(self.rule_sets)
            numbers = numbers_of_players(rules)
            players = self.players or numbers[turn % len(numbers)]
            there = [card for card in starting if card in rules.compiled.card]
            self._game(self._narrowed(rules, players), players, seed + self._played, there)
            self._played += 1

    def _narrowed(self, rules: Rules, players: int) -> Rules:
        key = rules.digest, players
        if key not in self._narrow:
            self._narrow[key] = with_smaller_decks(rules, self.trial.cards, players)
        return self._narrow[key]

    def _game(self, rules: Rules, players: int, seed: int, starting: Sequence[str]) -> None:
        coverage = self.trial.coverage
        plain = starting_with(rules, starting)
        try:
            # The players of the coverage choose; the same answers are replayed below with the plain rules.
            coverage.play(rules, players, seed, starting=starting, longest=LONGEST)
        except SetupError:
            raise
        except Exception:
            if not self._tell_crash(plain, players, seed):
                raise
            return
        self._watch(plain, players, seed)

    def _tell_crash(self, rules: Rules, players: int, seed: int) -> bool:
        """Replay the game until it breaks, to report the place; False if it does not break."""
        state = new_state(
            rules, make_setup(SEATS[:players], AUTOMATION, "random", seed, rules=rules.compiled), ()
        )
        try:
            run(state)
            for which, option in self.trial.coverage.turns:
                answer(state, which, option)
        except Runaway as error:
            self._add(rules, state, "test.runaway", f"a game cannot continue: {error.message}")
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            self._add(rules, state, "test.crash", f"this crashes the engine: {why}")
        else:
            return False
        return True

    def _watch(self, rules: Rules, players: int, seed: int) -> None:
        """Replay the game with the plain rules, and check at some decisions that all promises hold."""
        turns = self.trial.coverage.turns
        names = SEATS[:players]
        game = Game(rules, names, seed=seed, automation=AUTOMATION)
        state = new_state(rules, make_setup(names, AUTOMATION, "random", seed, rules=rules.compiled), ())
        run(state)
        every = max(1, len(turns) // _SAMPLES)
        for number, (which, option) in enumerate(turns):
            # Promises take much longer to check than answers to play; other seeds look at other decisions.
            if number % every == seed % every:
                self._judge(rules, game, state)
            ask = state.asks[which]
            game.play(ask.options[option], names[ask.seat])
            answer(state, which, option)
        self._judge(rules, game, state)
        if game.pending:
            message = f"a game of {players} is not over after {len(turns):,} answers; this keeps asking"
            self._add(rules, state, "test.endless", message)

    def _judge(self, rules: Rules, game: Game, state: State) -> None:
        try:
            broken = [*broken_promises(game)]
        except KingsburgError as error:
            self._add(rules, state, "test.crash", f"the game breaks when it is examined: {error}")
            return
        for code, message in broken:
            self._add(rules, state, code, message)

    def _add(self, rules: Rules, state: State, code: str, message: str) -> None:
        """Add a failure, unless it is the same to the author as another: of a kind and at a place."""
        found = self.trial.problem(rules, _at_work(state, self.trial.pack), code, message)
        known = {(each.code, each.file, each.line) for each in self.trial.diagnostics}
        if (found.code, found.file, found.line) not in known:
            self.trial.diagnostics.append(found)

    def _missed(self) -> list[Diagnostic]:
        """Report what was never offered, except what a comment explains."""
        played = self.trial.coverage.games_with
        telling = (
            part
            for part in self.trial.never_offered
            if part.part == WHOLE or (played(part.card) >= _LEAST_IN_PLAY and not self._is_shown(part))
        )
        problems = map(self._complaint, telling)
        return [problem for problem in problems if not self.trial.is_silenced(problem)]

    def _is_shown(self, part: PartCoverage) -> bool:
        """Return whether an example would miss a part: then it is only rare, and not impossible."""
        if part not in self._shown:
            examples = self.trial.sound.get(part.card, [])
            rules = next(r for r in self.rule_sets if part.card in r.cards)
            at = _pointer(rules, part)
            without = (
                mutant
                for mutant in mutants(rules.cards[part.card])
                if mutant.is_gone and f"{mutant.at}/".startswith(f"{at}/")
            )
            mutant = next(without, None)
            self._shown[part] = mutant is not None and is_noticed(part.card, mutant, examples)
        return self._shown[part]

    def _complaint(self, part: PartCoverage) -> Diagnostic:
        rules = next(r for r in self.rule_sets if part.card in r.cards)
        coverage = self.trial.coverage
        message = f"{part.card}: in {coverage.games} games it never comes into play"
        if part.part != WHOLE:
            played = f"{part.card}: in {coverage.games_with(part.card)} games with this card in play"
            message = f"{played} {part.part} ({part.about}) is never offered, and no example shows it"
        return self.trial.problem(rules, _pointer(rules, part), "test.never_offered", message)


def numbers_of_players(rules: Rules) -> list[int]:
    """List the numbers of players for which the rules are, and have enough cards."""
    compiled = rules.compiled
    least, most = compiled.seats
    every = [*range(least, most + 1)]
    seats = len(compiled.automata)
    return [
        n for n in every if not any(need.shortage(compiled, n + seats) for need in compiled.needs)
    ] or every


def _pointer(rules: Rules, part: PartCoverage) -> str:
    """Point to a part of a card in its file."""
    node = rules.cards[part.card]
    if part.part == WHOLE:
        return node.at
    name = part.part.removeprefix("places/")
    if name != part.part and isinstance(node, GovernorCard):
        index = next((i for i, place in enumerate(node.places) if place.id == name), 0)
        return f"{node.at}/places/{index}"
    return f"{node.at}/{part.part}"


def _at_work(state: State, pack: str) -> str:
    """Point to the current word of a position: one in the pack, if one of its programs is running."""
    trail = [*_origins(state)]
    mine = [at for at in trail if at.startswith(f"{pack}/")]
    first = next(iter(state.compiled.programs[state.compiled.calendar].origins), "")
    return next(iter(mine or trail), first)


def _origins(state: State) -> Iterator[str]:
    """Yield the words that the running programs are at, the innermost first."""
    for frame in reversed(state.stack):
        origins = state.compiled.programs[frame[PROGRAM]].origins
        at = origins[min(max(frame[PC] - 1, 0), len(origins) - 1)] if origins else ""
        if "#" in at:
            yield at
