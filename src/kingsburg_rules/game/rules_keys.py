"""Which rules a save or a record was made with, and how they are found again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.content.rules import EVERYTHING, load_rules
from kingsburg_rules.engine.errors import ContentError, SaveError, SetupError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kingsburg_rules.content.packs import Pack, PackLike
    from kingsburg_rules.content.rules import Rules


@frozen
class RulesKey:
    """Which rules a game is played by, so that they can be loaded again.

    `packs` are all packs with their versions, in order; `content` has short sums over what they say.
    """

    edition: str
    switches: dict[str, str]
    packs: list[tuple[str, str]]
    digest: str
    modules: list[str] = field(factory=list[str])
    scenario: str = ""
    variants: list[str] = field(factory=list[str])
    fidelity: str = EVERYTHING
    content: dict[str, str] = field(factory=dict[str, str])


def rules_key(rules: Rules) -> RulesKey:
    """Say by which rules a game is played."""
    return RulesKey(
        rules.edition,
        dict(rules.changed),
        [*rules.packs],
        rules.digest,
        [*rules.modules],
        rules.scenario or "",
        [*rules.variants],
        rules.fidelity,
        rules.hashes,
    )


def rules_of(key: RulesKey, given: Rules | None, packs: Iterable[PackLike], what: str) -> Rules:
    """Load the rules that a save or a record names, and see that they are the same.

    Args:
        key: What the save or the record says of its rules.
        given: The rules, if they are at hand.
        packs: Packs from elsewhere; those that the game was not played with are left aside.
        what: A save or a record.

    Raises:
        SaveError: They are not to be had, or have changed since.
        ContentError: A pack that was handed over has mistakes.
    """
    here = {pack.id: pack for pack in _read(packs)}
    try:
        rules = given or load_rules(
            key.edition,
            variants=key.variants,
            packs=_packs_of(key, here),
            switches=key.switches,
            fidelity=key.fidelity,
        )
    except (SetupError, ContentError, TypeError) as error:
        raise SaveError(f"{what}.rules", f"The rules of this {what} are not to be had: {error}") from error
    if rules.digest != key.digest:
        raise SaveError(
            f"{what}.content",
            f"This {what} was made with other content ({key.digest}) than is here ({rules.digest})"
            f"{_differences(key, rules)}.",
        )
    return rules


def _read(packs: Iterable[PackLike]) -> list[Pack]:
    """Read the packs that were handed over; those given by their ids are found anyway."""
    if packs == ():
        return []
    from kingsburg_rules.content.packs import packs_of

    return [pack for pack in packs_of(packs) if not isinstance(pack, str)]


def _packs_of(key: RulesKey, here: Mapping[str, Pack]) -> list[PackLike]:
    """Give the packs of a game, in order: those handed over, the others by their ids.

    Raises:
        SetupError: One of them is neither handed over nor known.
    """
    from kingsburg_rules.content.resolving import Shelf

    shelf = Shelf()
    missing = [
        f"'{pack}' {version}" for pack, version in key.packs if pack not in here and shelf.find(pack) is None
    ]
    if missing:
        raise SetupError("setup.pack", f"these packs are not here: {', '.join(missing)}. Give them as packs=")
    return [here.get(pack, pack) for pack, _ in key.packs]


def _differences(key: RulesKey, rules: Rules) -> str:
    """Say which packs have changed since."""
    then, now = dict(key.packs), dict(rules.packs)
    changed = [
        f"'{pack}' (version {version} then, {now.get(pack, 'none')} now)"
        for pack, version in then.items()
        if key.content.get(pack) not in (None, rules.hashes.get(pack))
    ]
    return f"; what has changed: {', '.join(changed)}" if changed else ""
