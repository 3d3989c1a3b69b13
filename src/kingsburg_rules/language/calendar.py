"""The course of the game, and what packs add to it besides cards: resources, moments, phases, years."""

from __future__ import annotations

from attrs import evolve, field, frozen

from kingsburg_rules.language.abilities import DO, ID
from kingsburg_rules.language.registry import Node, Step, object_shape, of
from kingsburg_rules.language.shapes import (
    EVENT_PATTERN,
    Flag,
    Integer,
    Listing,
    Name,
    Text,
)
from kingsburg_rules.language.vocabulary import (
    EventName,
    ResourceName,
)


@frozen(eq=False, repr=False)
class SequenceCard(Node):
    """Steps under a name, to be used in several phases."""

    id: str = field(metadata=of(ID, "The name."))
    do: tuple[Step, ...] = field(metadata=of(DO, "The steps."))


SEQUENCE = object_shape("sequence", SequenceCard)


@frozen(eq=False, repr=False)
class ResourceCard(Node):
    """A resource that the pack brings: something that every player can hold a number of."""

    id: str = field(metadata=of(ID, "Its name in texts and programs."))
    name: str = field(metadata=of(Text(), "Its name for people."))
    text: str = field(default="", metadata=of(Text(), "What it is, in one sentence."))
    good: bool = field(
        default=False, metadata=of(Flag(), "Whether it is a good: to be chosen, counted and paid like gold.")
    )
    below_zero: bool = field(default=False, metadata=of(Flag(), "Whether a player may have less than none."))
    limit: int | None = field(default=None, metadata=of(Integer(1), "How much a player can hold at most."))
    lasts: str = field(
        default="game",
        metadata=of(Text(among=("game", "season")), "Whether it goes back at the end of each season."),
    )

    @property
    def facts(self) -> ResourceName:
        """What the machine needs of it."""
        minimum = None if self.below_zero else 0
        return ResourceName(self.id, self.text or self.name, self.good, minimum, self.limit, self.lasts)


@frozen(eq=False, repr=False)
class MomentCard(Node):
    """A moment that the pack brings: `window` opens it, and any card can react to it."""

    id: str = field(metadata=of(Name(pattern=EVENT_PATTERN), "Its name, such as market.open."))
    text: str = field(metadata=of(Text(), "When it is, in one sentence."))
    name: str = field(
        default="", metadata=of(Text(), "What texts call it, such as: the opening of the market.")
    )
    each: bool = field(default=False, metadata=of(Flag(), "Whether it happens to one player."))

    @property
    def facts(self) -> EventName:
        """What the machine needs of it."""
        return EventName(self.id, self.text, each=self.each)


@frozen(eq=False, repr=False)
class PhaseCard(Node):
    """A phase that the pack puts into the year: before or after another one, or instead of it."""

    id: str = field(metadata=of(ID, "Its name in texts and programs."))
    name: str = field(metadata=of(Text(), "Its name for people."))
    do: tuple[Step, ...] = field(metadata=of(DO, "What is done in it."))
    before: str = field(default="", metadata=of(ID, "The phase before which it comes."))
    after: str = field(default="", metadata=of(ID, "The phase after which it comes."))
    instead_of: str = field(default="", metadata=of(ID, "The phase whose place it takes."))


@frozen(eq=False, repr=False)
class YearsCard(Node):
    """Another number of years."""

    count: int = field(metadata=of(Integer(1, 20), "How many years are played."))


YEARS_CARD = object_shape("years", YearsCard)
RESOURCE_CARD = object_shape("resource", ResourceCard)
MOMENT_CARD = object_shape("moment", MomentCard)
PHASE_CARD = object_shape("phase_card", PhaseCard)


@frozen(eq=False, repr=False)
class Further:
    """What packs add to the game besides cards."""

    resources: tuple[ResourceCard, ...] = ()
    moments: tuple[MomentCard, ...] = ()
    phases: tuple[PhaseCard, ...] = ()
    sequences: tuple[SequenceCard, ...] = ()
    years: YearsCard | None = None

    @property
    def parts(self) -> tuple[object, ...]:
        """All of it in a row."""
        years = () if self.years is None else (self.years,)
        return (*self.resources, *self.moments, *self.phases, *self.sequences, *years)

    def plus(self, *parts: object) -> Further:
        """Add what a pack adds; of several numbers of years the last one counts."""
        found = self
        for part in parts:
            match part:
                case ResourceCard():
                    found = evolve(found, resources=(*found.resources, part))
                case MomentCard():
                    found = evolve(found, moments=(*found.moments, part))
                case PhaseCard():
                    found = evolve(found, phases=(*found.phases, part))
                case SequenceCard():
                    found = evolve(found, sequences=(*found.sequences, part))
                case YearsCard():
                    found = evolve(found, years=part)
                case _:
                    pass
        return found


@frozen(eq=False, repr=False)
class Calendar(Node):
    """The course of the game: set-up, the years, the end."""

    years: int = field(metadata=of(Integer(1), "How many years are played."))
    setup: tuple[Step, ...] = field(metadata=of(DO, "What is done before the first year."))
    year: tuple[Step, ...] = field(metadata=of(DO, "What is done each year."))
    end: tuple[Step, ...] = field(metadata=of(DO, "What is done after the last year."))
    sequences: tuple[SequenceCard, ...] = field(
        default=(), metadata=of(Listing(SEQUENCE), "Steps under a name, used by `run`.")
    )


CALENDAR = object_shape("calendar", Calendar)
