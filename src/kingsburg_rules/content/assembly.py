"""Puts the cards of packs together: each once, and changed where another pack says so.

A card is known by its pack and its id. Another pack may change it, with `override: pack/id`, and then gives
the keys that differ. The same id twice is a mistake, unless the packs know nothing of each other: then the
cards go by their full names.

Besides cards, packs add resources, moments, and phases and sequences of the calendar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from attrs import Factory, define, evolve, field, frozen

from kingsburg_rules.engine.compiled_rules import MOST_SEATS
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.language.calendar import Phase
from kingsburg_rules.language.cards import CardNode, EnemyCard
from kingsburg_rules.language.emitter import LinkError
from kingsburg_rules.language.files import Calendar, PackAdditions, PackFile, PhaseCard
from kingsburg_rules.language.registry import check_keys, fields_of, read_fields, shapes_of
from kingsburg_rules.language.shapes import Listing, Several, as_list, as_object, is_object
from kingsburg_rules.language.values import PLAYER_WORDS
from kingsburg_rules.language.vocabulary import EVENTS, RESOURCES, SEASONS, EventName, ResourceName

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.selection import Knows
    from kingsburg_rules.language.files import DeckNode, MomentCard, ResourceCard, SeatCard
    from kingsburg_rules.language.registry import Step
    from kingsburg_rules.language.shapes import Shape

PARTS = shapes_of(PackFile)
"""What may stand in a file of a pack, in the order in which it is read."""

OVERRIDE, WITHOUT = CardNode.partial, "without"
IN_PLACE_OF = "in_place_of"
SHORTAGES = frozenset({"link.deck", "link.enemies"})
"""The codes of mistakes that say that there are too few cards."""


@define(eq=False)
class Entry:
    """A card: its pack, the list it stands in, and what is written on it.

    `home` is where it stands in its own pack, `at` where it was changed last, `elsewhere` where keys stand
    that do not stand there; `changed` says which packs gave which keys.
    """

    pack: str
    kind: str
    data: dict[str, object]
    home: str
    node: CardNode
    at: str = field(default=Factory(lambda entry: entry.home, takes_self=True))
    elsewhere: dict[str, str] = field(factory=dict[str, str])
    changed: dict[str, str] = field(factory=dict[str, str])


@frozen(eq=False)
class Override:
    """The changes that a pack makes to a card of another pack: the `target`, as `pack/id`."""

    pack: str
    kind: str
    data: dict[str, object]
    at: str

    @property
    def target(self) -> str:
        """The card that is meant."""
        return str(self.data[OVERRIDE])

    @property
    def keys(self) -> dict[str, object]:
        """The keys that are given anew."""
        return {key: value for key, value in self.data.items() if key not in (OVERRIDE, WITHOUT)}

    @property
    def without(self) -> list[str]:
        """The keys that go."""
        return [str(key) for key in as_list(self.data.get(WITHOUT, []), self.at)]


class Assembly:
    """The cards of packs, put together; `errors` are the mistakes.

    `blame` tells for the home of a changed card which change was the last. `gone` are the cards that are in
    no game, because a pack leaves them out or another card has their place; `gone_at` points to where.
    """

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.gone: dict[str, Entry] = {}
        self.gone_at: dict[str, str] = {}
        self.unwanted: list[tuple[str, str]] = []
        self.changes: list[Override] = []
        self.calendars: list[Calendar] = []
        self.further = PackAdditions()
        self.errors: list[LinkError] = []
        self.blame: dict[str, Override] = {}

    @property
    def cards(self) -> list[tuple[str, CardNode]]:
        """All cards, each with its pack."""
        return [(entry.pack, entry.node) for entry in self.entries.values()]

    def add(self, document: Document) -> None:
        """Read the files of a pack."""
        for name, data in sorted(document.files.items()):
            at = f"{document.folder}/{name}#"
            found = as_object(data, at)
            check_keys(PackFile, found, at)
            for part, shape in PARTS.items():
                if part not in found:
                    continue
                if isinstance(shape, Listing):
                    for k, card in enumerate(as_list(found[part], f"{at}/{part}")):
                        self.take(document.folder, part, card, f"{at}/{part}/{k}")
                else:
                    self.take(document.folder, part, found[part], f"{at}/{part}")

    def take(self, pack: str, part: str, data: object, at: str) -> None:
        """Take a card, or what else may stand in a file, with where it stands."""
        shape = PARTS[part]
        if is_object(data) and OVERRIDE in data and isinstance(shape, Listing):
            self.changes.append(Override(pack, part, data, at))
            return
        node = item_shape(shape).read(data, at)
        if isinstance(node, str):
            self.unwanted.append((node, at))
        elif isinstance(node, Calendar):
            self.calendars.append(node)
        elif isinstance(node, CardNode) and is_object(data):
            self._enter(Entry(pack, part, data, at, node))
        else:
            self.further = self.further.plus(node)

    def _enter(self, entry: Entry) -> None:
        ref = f"{entry.pack}/{entry.node.id}"
        if ref in self.entries:
            file = self.entries[ref].home.partition("#")[0].partition("/")[2]
            message = f"there is already a card '{entry.node.id}' in this pack, in {file}"
            self._complain(f"{entry.at}/id", "link.duplicate", message)
        # The first of two stays, so that what speaks of it is not called wrong, too.
        self.entries.setdefault(ref, entry)

    def absorb(self, other: Assembly) -> None:
        """Take what was read apart."""
        self.entries.update(other.entries)
        self.changes += other.changes
        self.unwanted += other.unwanted
        self.calendars += other.calendars
        self.further = self.further.plus(*other.further.parts)
        self.errors += other.errors

    def finish(self, known: Collection[str], knows: Knows) -> None:
        """Make the changes that packs make of each other's cards, and see that no id is there by accident.

        Args:
            known: The packs that there are, in play or not.
            knows: Gives the packs that a pack builds on or comes after.
        """
        first: dict[str, Entry] = {}
        for entry in self.entries.values():
            other = first.setdefault(entry.node.id, entry)
            if other.pack in knows(entry.pack):
                message = (
                    f"there is already a card '{other.node.id}' in '{other.pack}': "
                    f"give this one another id, or write 'override: {other.pack}/{other.node.id}' to "
                    "change that one"
                )
                self._complain(f"{entry.at}/id", "link.duplicate", message)
        for change in self.changes:
            meant = self.entries.get(change.target)
            if meant is None:
                self._miss(change, known)
            elif self._is_possible(change, meant, knows):
                self._make(change, meant)
        # Only now: a card that is changed and left out is no mistake of whoever changes it.
        for ref, at in self.unwanted:
            self._remove(ref, at, known)
        self._replace(known)
        self._agree_on_the_year(knows)
        for calendar in self.calendars[1:]:
            pack, _, file = self.calendars[0].at.partition("#")[0].partition("/")
            whose = f"in {file}" if calendar.at.startswith(f"{pack}/") else f"of '{pack}'"
            message = f"the calendar {whose} is already in force; remove one of them"
            self._complain(calendar.at, "link.calendar", message)

    def _agree_on_the_year(self, knows: Knows) -> None:
        """Complain where two packs change one phase, or the number of years, and none comes after the other.

        In one pack, what follows a change that is always made would never be played.
        """
        phases = (phase for phase in self.further.phases if not phase.is_new)
        changes = [(f"phase '{phase.id}'", phase.at, bool(phase.if_)) for phase in phases]
        changes += [("number of years", years.at, False) for years in self.further.years]
        before: dict[str, tuple[str, bool]] = {}
        for what, at, sometimes in changes:
            other, goes_on = before.get(what, (at, True))
            before[what] = at, sometimes
            pack, theirs = pack_of(at), pack_of(other)
            if pack != theirs and theirs not in knows(pack):
                why = f"'{theirs}' changes the {what}, too; write 'after: [{theirs}]' in pack.yaml if this"
                self._complain(at, "link.override", f"{why} one should win")
            elif pack == theirs and not goes_on:
                message = f"the {what} is changed above already, so this never counts; leave it out"
                self._complain(at, "link.override", message)

    def _remove(self, ref: str, at: str, known: Collection[str]) -> Entry | None:
        """Take a card out of the game; what is not in play, or gone already, is not missed."""
        pack, entry = ref.partition("/")[0], self.entries.pop(ref, None)
        if pack not in known:
            self._complain(at, "link.pack", unknown(pack, known))
        elif entry is not None:
            self.gone[ref] = entry
            self.gone_at[ref] = at
        # A pack that is known and not in play has no cards here, so nothing can be said about them.
        elif ref not in self.gone and any(other.pack == pack for other in self.entries.values()):
            cards = [other for other, entry in self.entries.items() if entry.pack == pack]
            self._complain(at, "link.card", unknown(ref, cards))
        return entry

    def _replace(self, known: Collection[str]) -> None:
        """Take those cards out of the game whose place others have; two for one place are a mistake."""
        heirs: dict[str, Entry] = {}
        for entry in [*self.entries.values()]:
            ref, at = entry.node.in_place_of, f"{entry.at}/{IN_PLACE_OF}"
            if not ref:
                continue
            other = heirs.setdefault(ref, entry)
            if other is not entry:
                taken = f"'{other.pack}/{other.node.id}' already takes the place of '{ref}'"
                message = f"{taken}; remove one of them"
                self._complain(at, "link.taken", message)
                continue
            meant = self.entries.get(ref) or self.gone.get(ref)
            if meant is not None and meant.node.kind != entry.node.kind:
                kind = meant.kind
                message = (
                    f"'{ref}' is listed under '{kind}', and only another card listed there can replace it"
                )
                self._complain(at, "link.taken", message)
            self._remove(ref, at, known)

    def _miss(self, change: Override, known: Collection[str]) -> None:
        """Complain about a card that there is not; a card of a pack that is not in play is not missed."""
        pack = change.target.partition("/")[0]
        at = f"{change.at}/{OVERRIDE}"
        if pack not in known:
            self._complain(at, "link.pack", unknown(pack, known))
        elif any(entry.pack == pack for entry in self.entries.values()):
            cards = [
                ref for ref, entry in self.entries.items() if (entry.pack, entry.kind) == (pack, change.kind)
            ]
            self._complain(at, "link.card", unknown(change.target, cards or self.entries))

    def _is_possible(self, change: Override, entry: Entry, knows: Knows) -> bool:
        """Return whether a change can be made; complains if not."""
        before = len(self.errors)
        at = f"{change.at}/{OVERRIDE}"
        if entry.pack == change.pack:
            self._complain(at, "link.override", "this card is in the same pack; change it there")
        if entry.kind != change.kind:
            message = f"'{change.target}' is listed under '{entry.kind}'; put this there, too"
            self._complain(at, "link.override", message)
        if "id" in change.data:
            message = "the changed card keeps its id; leave this out"
            self._complain(f"{change.at}/id", "link.override", message)
        if not change.keys and not change.without:
            message = "this changes nothing; give the keys that differ"
            self._complain(at, "link.override", message)
        for key in change.without:
            reason = self._why_kept(key, change, entry)
            if reason:
                self._complain(f"{change.at}/{WITHOUT}", "link.override", reason)
        for key in (*change.keys, *change.without):
            other = entry.changed.get(key, change.pack)
            if other != change.pack and other not in knows(change.pack):
                message = (
                    f"'{other}' changes '{key}' of this card, too; write 'after: [{other}]' "
                    "in pack.yaml if this one should win"
                )
                self._complain(
                    f"{change.at}/{key if key in change.keys else WITHOUT}", "link.override", message
                )
        return len(self.errors) == before

    def _why_kept(self, key: str, change: Override, entry: Entry) -> str:
        """Return why a key cannot be left out; '' if it can."""
        if key in change.data:
            return f"'{key}' is given here"
        if key not in entry.data:
            return f"the card has no '{key}'"
        needed = {name for name, *_, is_needed in fields_of(type(entry.node)) if is_needed}
        return f"'{key}' must stay: every card of this kind needs it" if key in needed else ""

    def _make(self, change: Override, entry: Entry) -> None:
        """Put the changes on the card: what is given takes the place of what was there, the rest stays."""
        gone = {*change.without, *change.keys}
        kept = {key: value for key, value in entry.data.items() if key not in gone}
        # A key that nobody changed is still wrong where it was written, perhaps in another pack.
        elsewhere = {key: entry.elsewhere.get(key) or f"{entry.at}/{key}" for key in kept}
        entry.node = read_fields(type(entry.node), {**kept, **change.keys}, change.at, elsewhere)
        self.blame[entry.home] = change
        entry.data, entry.at, entry.elsewhere = {**kept, **change.keys}, change.at, elsewhere
        entry.changed.update(dict.fromkeys(gone, change.pack))

    def blamed(self, error: LinkError) -> LinkError:
        """Put a mistake where it is to be mended: what is left of a changed card is its changer's."""
        for home, change in self.blame.items():
            if error.at.startswith(f"{home}/"):
                message = f"what is left of '{change.target}' no longer works: {error.message}"
                return LinkError(change.at, error.code, message)
        at = self._taken_from(error)
        if not at:
            return error
        return LinkError(at, error.code, f"too few cards are left: {error.message}")

    def _taken_from(self, error: LinkError) -> str:
        """Point to where the last card of those was removed of which too few are left; '' if none was."""
        if error.code not in SHORTAGES:
            return ""
        enemies = error.code == "link.enemies"
        gone = [
            at for ref, at in self.gone_at.items() if enemies == isinstance(self.gone[ref].node, EnemyCard)
        ]
        home = error.at.partition("/")[0]
        return gone[-1] if gone and gone[-1].partition("/")[0] != home else ""

    def _complain(self, at: str, code: str, message: str) -> None:
        self.errors.append(LinkError(at, code, message))


def overridden(document: Document) -> list[str]:
    """List the cards of other packs that a pack changes."""
    assembly = Assembly()
    assembly.add(document)
    return [change.target for change in assembly.changes]


def item_shape(shape: Shape[object]) -> Shape[object]:
    """Return the shape of the items of a list; any other shape is returned as it is."""
    return cast("Listing[object]", shape).item if isinstance(shape, Listing | Several) else shape


def _card_lists() -> dict[str, str]:
    """Return the lists of cards with the kind of their cards."""
    found: dict[str, str] = {}
    for name, shape in PARTS.items():
        cls: type[object] = getattr(item_shape(shape), "cls", object)
        if issubclass(cls, CardNode):
            found[name] = cls.kind
    return found


CARD_LISTS = _card_lists()
"""The lists of a file that hold cards, each with the kind of its cards."""


# What packs add besides cards


def all_resources(further: PackAdditions) -> tuple[ResourceName, ...]:
    """List all resources: further goods stand with the goods, the rest behind all others."""
    known = {resource.name for resource in RESOURCES}
    added = {node.id: node.facts for node in further.resources if node.id not in known}.values()
    # The engine expects the numbers of all goods in a row.
    last = max(i for i, resource in enumerate(RESOURCES) if resource.good) + 1
    goods = (resource for resource in added if resource.good)
    others = (resource for resource in added if not resource.good)
    return (*RESOURCES[:last], *goods, *RESOURCES[last:], *others)


def all_moments(further: PackAdditions) -> tuple[EventName, ...]:
    """List all moments, those of packs last."""
    known = {moment.name for moment in EVENTS}
    added = {node.id: node.facts for node in further.moments if node.id not in known}
    return (*EVENTS, *added.values())


def namesakes(further: PackAdditions) -> Iterator[LinkError]:
    """Find resources and moments whose name is taken already."""
    for at, name in _taken(further.resources, {resource.name for resource in RESOURCES}):
        yield LinkError(at, "link.duplicate", f"there is already a resource '{name}'")
    for at, name in _taken(further.moments, {moment.name for moment in EVENTS}):
        yield LinkError(at, "link.duplicate", f"there is already a moment '{name}'")
    for at, name in _taken(further.decks, set()):
        yield LinkError(at, "link.duplicate", f"there is already a deck '{name}'")
    for at, name in _taken(further.seats, {*PLAYER_WORDS}):
        yield LinkError(at, "link.duplicate", f"there is already a player '{name}'")
    for seat in further.seats[MOST_SEATS - 1 :][:1]:
        yield LinkError(seat.at, "link.size", "with this there is no seat left for a player")
    goods = [resource for resource in further.resources if resource.good]
    for node in goods[MOST_GOODS : MOST_GOODS + 1]:
        message = f"packs may add {MOST_GOODS} kinds of goods; this is one too many"
        yield LinkError(node.at, "link.size", message)
    for node in further.resources[MOST_RESOURCES : MOST_RESOURCES + 1]:
        message = f"packs may add {MOST_RESOURCES} kinds of resources; this is one too many"
        yield LinkError(node.at, "link.size", message)


MOST_GOODS = 12
"""So many kinds of goods may packs add: whoever chooses goods chooses among all mixtures of them."""

MOST_RESOURCES = 40
"""So many kinds of resources, goods among them, may packs add."""


def _taken(
    added: Sequence[ResourceCard | MomentCard | DeckNode | SeatCard], there: set[str]
) -> Iterator[tuple[str, str]]:
    """List the names that are there already, with where they are given once more."""
    for node in added:
        if node.id in there:
            yield f"{node.at}/id", node.id
        there.add(node.id)


def with_additions(calendar: Calendar, further: PackAdditions, errors: list[LinkError]) -> Calendar:
    """Put what packs add into the calendar; what cannot be put there is noted as a mistake."""
    year = _changed(_with_new(calendar.year, further.phases, errors), further.phases, errors)
    years = further.years[-1].count if further.years else calendar.years
    turns = (turn for seat in further.seats for turn in seat.turns.values())
    sequences = (*calendar.sequences, *further.sequences, *turns)
    return Calendar(years, calendar.setup, year, calendar.end, sequences, at=calendar.at)


def _phase_numbers(year: Sequence[Step]) -> dict[str, int]:
    """Return where the phases are in a year."""
    return {step.id: k for k, step in enumerate(year) if isinstance(step, Phase)}


def _with_new(year: Sequence[Step], phases: Iterable[PhaseCard], errors: list[LinkError]) -> tuple[Step, ...]:
    """Put new phases into the year, each next to the one that it names, which may be new itself."""
    steps, waiting, followed = [*year], [phase for phase in phases if phase.is_new], dict[str, str]()
    while waiting:
        ready = [phase for phase in waiting if (phase.before or phase.after) in _phase_numbers(steps)]
        for phase in ready or waiting:
            at, there = phase.before or phase.after, _phase_numbers(steps)
            where = f"{phase.at}/{'before' if phase.before else 'after'}"
            if phase.before and phase.after:
                errors.append(LinkError(where, "link.phase", "give either 'before' or 'after'"))
            elif at not in there:
                errors.append(LinkError(where, "link.phase", unknown(at, there), at))
            elif phase.id in there:
                message = f"there is already a phase '{phase.id}'; give this one another id"
                errors.append(LinkError(f"{phase.at}/id", "link.duplicate", message))
            elif phase.before:
                steps.insert(there[at], _new_phase(phase, None))
            else:
                # Of several phases after the same one, the first comes first.
                last = at
                while last in followed:
                    last = followed[last]
                followed[last] = phase.id
                steps.insert(there[last] + 1, _new_phase(phase, None))
        waiting = [phase for phase in waiting if phase not in ready] if ready else []
    return tuple(steps)


def _changed(year: Sequence[Step], phases: Sequence[PhaseCard], errors: list[LinkError]) -> tuple[Step, ...]:
    """Change the phases that packs change; the change of the last pack counts, if it takes place."""
    steps = [*year]
    # Of one pack, the first change that takes place counts: so it lies around those that follow it.
    packs = dict.fromkeys(pack_of(phase.at) for phase in phases)
    for phase in [each for pack in packs for each in reversed(phases) if pack_of(each.at) == pack]:
        there = _phase_numbers(steps)
        if phase.is_new:
            continue
        if phase.id not in there:
            message = f"{unknown(phase.id, there)}; a new phase needs 'before' or 'after'"
            errors.append(LinkError(f"{phase.at}/id", "link.phase", message, phase.id))
            continue
        old = steps[there[phase.id]]
        steps[there[phase.id]] = _new_phase(phase, old if isinstance(old, Phase) else None)
    return tuple(steps)


def _new_phase(phase: PhaseCard, old: Phase | None) -> Phase:
    """Make a step of the year; a phase in the place of another one keeps what is not given."""
    season = phase.season or (old.season if old else None)
    if season == SEASONS[0]:
        season = None
    number, name = phase.number or (old.number if old else None), phase.name or (old.name if old else None)
    rest = (evolve(old, name=name),) if old and phase.if_ and not old.is_left_out else ()
    return Phase(phase.id, phase.do, number, season, name, phase.if_, rest, at=phase.at)


def pack_of(at: str) -> str:
    """Return the pack to which a pointer leads."""
    return at.partition("/")[0]
