"""Linking: from the cards of files to the table that the machine runs on.

First every card gets its number, so that cards may speak of each other in any order; then what they do is
compiled (`compiling`), and the course of the game (`course_linking`). All mistakes are collected, so that an
author sees them at once.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from attrs import define, field

from kingsburg_rules.content.additions import namesakes, with_additions
from kingsburg_rules.content.compiling import Compiler, is_of_the_game
from kingsburg_rules.content.course_linking import compile_course
from kingsburg_rules.content.first_table import first_names
from kingsburg_rules.engine.actions import Build
from kingsburg_rules.engine.decks import FEWEST_PLAYERS
from kingsburg_rules.engine.table import (
    BY_ME,
    NOBODY,
    Ability,
    Building,
    Card,
    Enemy,
    Memory,
    Modifier,
    Permission,
    Place,
    Table,
)
from kingsburg_rules.language.calendar import Calendar, Further
from kingsburg_rules.language.cards import (
    AdvisorCard,
    BuildingCard,
    CardNode,
    DeckCard,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    RuleCard,
    StripCard,
    TileCard,
)
from kingsburg_rules.language.emitter import Emitter, LinkError, Names, never
from kingsburg_rules.language.vocabulary import STATS
from kingsburg_rules.procedures.words import BASIC

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


T = TypeVar("T")

MAX_ERRORS = 1000
"""After so many mistakes the rest of the cards is not looked at."""

KNOWN_WORDS = BASIC
"""The modules whose words the linker can compile; importing them is what makes the words known."""


@define(eq=False, repr=False)
class Linker:
    """A rule set in the making; `calendar` is the whole one, with what packs add.

    Who only wants to know of mistakes leaves `keeps` away; then what a card compiles to is forgotten at once.
    """

    switches: dict[str, str]
    packs: frozenset[str] = frozenset()
    further: Further = field(factory=Further)
    names: Names = field(init=False)
    compiler: Compiler = field(init=False)
    calendar: Calendar = field(init=False)
    errors: list[LinkError] = field(factory=list[LinkError])
    nodes: list[CardNode] = field(factory=list[CardNode])
    keeps: bool = True
    forgotten: int = 0

    def __attrs_post_init__(self) -> None:
        """Begin with the names that are known before any card."""
        self.errors += namesakes(self.further)
        self.names = first_names(self.further, self.switches)
        self.compiler = Compiler(self.names)

    @property
    def table(self) -> Table:
        """The table being made."""
        return self.names.table

    def link(
        self,
        cards: Sequence[tuple[str, CardNode]],
        calendar: Calendar,
        without: Sequence[tuple[str, CardNode]] = (),
    ) -> Table:
        """Compile cards (each with its pack) and the calendar; others may speak of cards left out."""
        cards = self._distinct(cards)
        self.names.left_out = frozenset(ref for pack, n in without for ref in (n.id, f"{pack}/{n.id}"))
        enemies = (n for _, n in (*cards, *without) if isinstance(n, EnemyCard))
        self.table.enemy_types = tuple(sorted({enemy.type for enemy in enemies}))
        self.calendar = calendar = with_additions(calendar, self.further, self.errors)
        self.table.years = calendar.years
        self.names.packs = frozenset(pack for pack, _ in cards) | self.packs
        self.names.sequences = {sequence.id: sequence.do for sequence in calendar.sequences}
        self._number(cards, {sequence.id for sequence in calendar.sequences})
        for card, (pack, node) in enumerate(cards):
            self._attempt(partial(self._card, card, pack, node))
        for card, (pack, node) in enumerate(cards):
            self._abilities(card, pack, node)
            if not self.keeps:
                self._forget(card)
        self._attempt(self._sheet)
        self._attempt(lambda: compile_course(self.names, calendar))
        self._sequences(calendar)
        self._decks()
        return self.table

    def _attempt(self, compile_: Callable[[], T]) -> list[T]:
        """Compile one thing: give it in a list, or note the mistake and give an empty one.

        After very many mistakes nothing more is looked at.
        """
        if len(self.errors) >= MAX_ERRORS:
            return []
        try:
            return [compile_()]
        except LinkError as error:
            self.errors.append(error)
            return []

    def _forget(self, index: int) -> None:
        """Give back the memory of what a card compiled to; its name and number stay."""
        table = self.table
        card = table.cards[index]
        table.cards[index] = Card(index, card.ref, card.name, card.kind, copies=card.copies)
        for program in table.programs[self.forgotten :]:
            program.code = program.origins = table.codes[program.index] = ()
        self.forgotten = len(table.programs)
        table.abilities.clear()
        table.permissions.clear()

    def _distinct(self, cards: Sequence[tuple[str, CardNode]]) -> Sequence[tuple[str, CardNode]]:
        """Leave out cards whose id another card of their pack has already."""
        kept = dict[tuple[str, str], tuple[str, CardNode]]()
        for pack, node in cards:
            if (pack, node.id) in kept:
                message = f"there is already a card '{node.id}' in this pack"
                self.errors.append(LinkError(f"{node.at}/id", "link.duplicate", message))
            kept.setdefault((pack, node.id), (pack, node))
        return tuple(kept.values())

    def _number(self, cards: Sequence[tuple[str, CardNode]], taken: set[str]) -> None:
        table = self.table
        namesakes = Counter(node.id for _, node in cards)
        for index, (pack, node) in enumerate(cards):
            ref = f"{pack}/{node.id}"
            name = node.id if namesakes[node.id] == 1 and node.id not in taken else ref
            table.card[ref] = table.card[name] = index
            table.cards.append(Card(index, ref, name, kind_of(node)))
            table.card_source[index] = self.names.source(name)
            table.memories += [Memory(index, m.id, m.start, m.lasts, m.shared) for m in node.memory]
            if isinstance(node, RuleCard):
                table.in_force |= 1 << index
            self.nodes.append(node)

    def _card(self, index: int, pack: str, node: CardNode) -> None:
        table = self.table
        if isinstance(node, AdvisorCard):
            reward = self.compiler.program(index, f"{pack}/{node.id}/reward", node.reward)
            place = len(table.places)
            table.places.append(Place(place, index, table.cards[index].name, node.rank, reward))
            table.ranks[node.rank] = (*table.ranks.get(node.rank, ()), place)
        elif isinstance(node, BuildingCard):
            price = tuple((self._good(name, f"{node.at}/cost/{name}/"), n) for name, n in node.cost)
            name = table.cards[index].name
            table.buildings[index] = Building(
                index, name, node.row, node.column, price, node.vp, Build(name, table.bag(price))
            )
            table.building_set |= 1 << index
        elif isinstance(node, EnemyCard):
            table.enemies[index] = self._enemy(index, node)
        elif isinstance(node, TileCard):
            table.tiles[index] = (
                node.rank,
                self.compiler.program(index, f"{pack}/{node.id}/reward", node.reward),
            )

    def _good(self, name: str, at: str) -> int:
        goods = {self.table.resources[good].name: good for good in self.table.goods}
        return self.names.find("good", goods, name, at)

    def _spoils(self, bag: Sequence[tuple[str, int]], what: str, at: str) -> None:
        """See that there is all that an enemy brings or takes."""
        facts = next(stat for stat in STATS if stat.name == what)
        known = dict.fromkeys(self.names.keys_of(facts), 0)
        for name, _ in bag:
            self.names.find("resource", known, name, f"{at}/{name}/")

    def _enemy(self, index: int, node: EnemyCard) -> Enemy:
        self._spoils(node.reward, "battle_reward", f"{node.at}/reward")
        self._spoils(node.penalty, "battle_penalty", f"{node.at}/penalty")
        return Enemy(
            index,
            self.table.cards[index].name,
            node.year,
            self.names.enemy_type(node.type, node.at),
            node.strength,
            dict(node.reward),
            dict(node.penalty),
        )

    def _abilities(self, index: int, pack: str, node: CardNode) -> None:
        abilities: list[Ability] = []
        for k, trigger in enumerate(node.triggers):
            name = f"{pack}/{node.id}/triggers/{k}"
            abilities += self._attempt(partial(self.compiler.trigger, index, name, node, trigger, abilities))
        for k, replacement in enumerate(node.replacements):
            name = f"{pack}/{node.id}/replacements/{k}"
            abilities += self._attempt(partial(self.compiler.replacement, index, name, node, replacement))
        abilities = [ability for ability in abilities if ability.test is not never]
        modifiers: list[Modifier] = []
        for modifier in node.modifiers:
            for made in self._attempt(partial(self.compiler.modifier, index, modifier)):
                modifiers += made
        places = 0
        if isinstance(node, GovernorCard):
            places = sum(self._attempt(partial(self.compiler.places, index, pack, node.places)))
        permissions: list[Permission] = []
        for word in node.options:
            permissions += self._attempt(partial(self.compiler.permission, index, word))
        self.table.permissions.update((permission.index, permission) for permission in permissions)
        self.table.abilities.extend(abilities)
        self.table.overheard.update(ability.event for ability in abilities if ability.by != BY_ME)
        card = self.table.cards[index]
        self.table.cards[index] = Card(
            card.index,
            card.ref,
            card.name,
            card.kind,
            tuple(abilities),
            tuple(modifiers),
            tuple(permissions),
            frozenset(ability.event for ability in abilities),
            isinstance(node, DestinyCard | DeckCard) and node.held_by == "everyone",
            is_of_the_game(node),
            node.copies if isinstance(node, StripCard) else 1,
            places,
        )

    def _sheet(self) -> None:
        """Lay out the province sheet and the strips: each row from left to right."""
        table = self.table
        columns = sorted(table.buildings.values(), key=lambda building: building.column)
        for building in columns:
            node = self.nodes[building.card]
            if isinstance(node, BuildingCard) and node.strip is None:
                table.rows[building.row] = (*table.rows.get(building.row, ()), building.card)
        for card, node in enumerate(self.nodes):
            if isinstance(node, StripCard):
                members = tuple(b.card for b in columns if self._strip_of(b.card) == card)
                table.strips[card] = (node.row, members)
                if node.row not in table.rows:
                    table.unfit.add(card)

    def _strip_of(self, card: int) -> int:
        node = self.nodes[card]
        if not isinstance(node, BuildingCard) or node.strip is None:
            return NOBODY
        own = f"{self.table.cards[card].ref.partition('/')[0]}/{node.strip}"
        known = self.table.card
        return known[own] if own in known else self.names.find("card", known, node.strip, node.at)

    def _sequences(self, calendar: Calendar) -> None:
        """Compile the sequences that nothing runs, so that no mistake in them stays hidden."""
        emitter, seen = Emitter(self.names, 0), set[str]()
        for sequence in calendar.sequences:
            if sequence.id in seen:
                message = f"there is already a sequence '{sequence.id}'"
                self.errors.append(LinkError(f"{sequence.at}/id", "link.duplicate", message))
            seen.add(sequence.id)
            self._attempt(partial(emitter.sequence, sequence.id, sequence.at))
        alike = ("link.circle", "link.deep")
        once = {error.code if error.code in alike else error.at: error for error in self.errors[::-1]}
        self.errors = list(once.values())[::-1]

    def _decks(self) -> None:
        """See that the smallest game has the cards that are dealt and drawn."""
        for need in self.table.needs:
            shortage = need.shortage(self.table, FEWEST_PLAYERS)
            if shortage is not None:
                self.errors.append(LinkError(need.at, "link.deck", shortage))


def kind_of(node: CardNode) -> str:
    """Tell what kind of card it is, which is also the name of its deck."""
    return node.deck if isinstance(node, DeckCard) else node.kind
