"""The choices that a lobby can offer before there are rules, in a language.

What goes together is what the loader says: packs are chosen as `load_rules` chooses them, alone and in pairs,
and what it refuses is a clash. Nothing of it is written down a second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, starmap

from kingsburg_rules.content.built_in import built_in, edition_names, edition_of
from kingsburg_rules.content.catalog import (
    Choices,
    Clash,
    EditionChoice,
    FidelityChoice,
    PackChoice,
    SwitchChoice,
    SwitchValue,
    VariantChoice,
)
from kingsburg_rules.content.compiling import seats_of
from kingsburg_rules.content.loading import Wanted, loaded_anew
from kingsburg_rules.content.locales import file_of, title_of
from kingsburg_rules.content.rules import DEFAULT_EDITION, EVERYTHING
from kingsburg_rules.content.selection import Member, Shelf, choose, with_needs
from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.engine.roles import Fidelity
from kingsburg_rules.engine.wire import WIRE_VERSION
from kingsburg_rules.language.cards import FIDELITIES
from kingsburg_rules.language.files import ChoiceWords, Edition
from kingsburg_rules.language.switches import SWITCHES, switch_values
from kingsburg_rules.text.languages import LANGUAGES, language_of
from kingsburg_rules.text.phrases import section

TABLE = "choices"
"""The part of the file of a language that has titles for what packs do not say."""

SCENARIO = "scenario"


def choices(language: str = "en") -> Choices:
    """Return everything that can be chosen before there are rules, and what goes together.

    It is about the editions, modules and scenarios of the library, and made once for each language: `en`,
    `nl` or `fr`.

    Raises:
        SetupError: There is no such language.
    """
    return _choices(language_of(language).code)


@cache
def _choices(language: str) -> Choices:
    return _Builder(language).choices()


class _Builder:
    """Collects what can be chosen, in a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.given = section(language, TABLE)

    def choices(self) -> Choices:
        """Collect it."""
        return Choices(
            wire=WIRE_VERSION,
            language=self.language,
            languages=LANGUAGES,
            edition=DEFAULT_EDITION,
            fidelity=FIDELITIES[-1],
            editions=tuple(self.edition(name) for name in edition_names()),
            fidelities=tuple(map(self.fidelity, FIDELITIES)),
        )

    def edition(self, name: str) -> EditionChoice:
        """Describe an edition."""
        edition = edition_of(name)
        words = self.translated(edition) or ChoiceWords(edition.title, edition.blurb)
        fewest, most = _seats(edition)
        return EditionChoice(
            id=name,
            title=words.title,
            blurb=words.blurb,
            fewest_players=fewest,
            most_players=most,
            modules=tuple(self.pack(edition, module) for module in edition.modules),
            scenarios=tuple(self.pack(edition, scenario) for scenario in edition.scenarios),
            clashes=tuple(self.clashes(edition)),
            switches=tuple(starmap(self.switch, switch_values(edition.switches).items())),
        )

    def translated(self, edition: Edition) -> ChoiceWords | None:
        """Find the translation of an edition in its packs."""
        files = filter(None, (file_of(built_in(pack), self.language) for pack in edition.packs))
        translations = (words for file in files for name, words in file.editions if name == edition.id)
        return next(translations, None)

    # Modules and scenarios

    def pack(self, edition: Edition, name: str) -> PackChoice:
        """Describe a module or a scenario."""
        document = built_in(name)
        info, file = Member(document).info, file_of(document, self.language)
        fewest, most = _seats(edition, name)
        words = {**dict(info.variants), **dict(file.variants if file else ())}
        return PackChoice(
            id=name,
            kind="scenario" if info.kind == SCENARIO else "module",
            title=title_of(document, self.language),
            blurb=(file.blurb if file else "") or info.blurb,
            fewest_players=fewest,
            most_players=most,
            fidelity=_strictest(edition.id, name),
            requires=tuple(pack for pack, _ in info.requires if pack not in edition.packs),
            variants=tuple(
                VariantChoice(
                    variant, words[variant].title, words[variant].blurb, _strictest(edition.id, name, variant)
                )
                for variant, _ in info.variants
            ),
        )

    def clashes(self, edition: Edition) -> Iterator[Clash]:
        """List what the loader refuses of each two modules, and of a module with a scenario."""
        modules, scenarios = edition.modules, edition.scenarios
        pairs = [*combinations(modules, 2), *((one, other) for one in modules for other in scenarios)]
        for one, other in pairs:
            refused = _refusal(edition, (one, other))
            if refused is not None:
                yield Clash(one, other, refused.code, self.sentence(refused, one, other))

    def sentence(self, refused: SetupError, one: str, other: str) -> str:
        """Describe why two packs do not go together; in English, if there is no translation."""
        said = self.given["clashes"].get(refused.code)
        first, second = (title_of(built_in(pack), self.language) for pack in (one, other))
        return refused.message if said is None else said.format(one=first, other=second)

    # Switches and fidelities

    def switch(self, switch: str, default: str) -> SwitchChoice:
        """Describe a rule switch."""
        titles = self.given["switches"]
        values = (SwitchValue(value, titles[f"{switch}.{value}"]) for value in SWITCHES[switch].values)
        return SwitchChoice(switch, titles[switch], tuple(values), default)

    def fidelity(self, fidelity: Fidelity) -> FidelityChoice:
        """Describe a fidelity."""
        said = self.given["fidelities"]
        return FidelityChoice(fidelity, said[fidelity], said[f"{fidelity}.blurb"])


# What the loader says, which is the same in all languages


def _wanted(
    edition: Edition, packs: Sequence[str], variants: Sequence[str] = (), fidelity: str = EVERYTHING
) -> Wanted:
    """Ask for modules and at most one scenario, with what they require."""
    needed = [each.id for each in with_needs(packs, Shelf()) if each.id not in edition.packs]
    scenario = next((pack for pack in needed if pack in edition.scenarios), None)
    modules = tuple(pack for pack in needed if pack != scenario)
    return Wanted(edition.id, modules, scenario, tuple(variants), fidelity=fidelity)


def _refusal(edition: Edition, packs: Sequence[str]) -> SetupError | None:
    """Return why the loader refuses some packs; None if they go together."""
    try:
        choose(edition, _wanted(edition, packs))
    except SetupError as error:
        return error
    return None


def _seats(edition: Edition, *packs: str) -> tuple[int, int]:
    """Return for how many players an edition with some packs is: at least and at most."""
    return seats_of(choose(edition, _wanted(edition, packs)))


@cache
def _strictest(edition: str, pack: str, *variants: str) -> Fidelity:
    """Return the strictest fidelity with which a pack can be played by any number of players it is for."""
    made_of = edition_of(edition)
    # Only trying tells: without inexact cards a deck may be too small for five players.
    for fidelity in FIDELITIES[:-1]:
        if _is_playable(_wanted(made_of, [pack], variants, fidelity)):
            return fidelity
    return FIDELITIES[-1]


def _is_playable(wanted: Wanted) -> bool:
    """Whether rules can be loaded, with enough cards for everybody."""
    try:
        compiled = loaded_anew(wanted).compiled
    except SetupError:
        return False
    fewest, most = compiled.seats
    return not any(
        need.shortage(compiled, players) for need in compiled.needs for players in range(fewest, most + 1)
    )
