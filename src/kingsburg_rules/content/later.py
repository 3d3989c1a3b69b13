"""What waits until somebody asks for it: the language, and what only authors need.

This is the one place of the package where functions import. `import kingsburg_rules` stays light because the
words of the language, and the code that compiles them, come with the first `load_rules`. A game of built-in
cards never needs the rest: the parser of YAML, the judge of form, the checker, translations and digests.

Each function here does what the one of the same name does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingsburg_rules.content.catalog import Catalog
    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.locales import Locale
    from kingsburg_rules.content.packs import Pack
    from kingsburg_rules.content.rules import Rules, Wanted
    from kingsburg_rules.content.yaml_reader import Reading
    from kingsburg_rules.engine.errors import Diagnostic
    from kingsburg_rules.language.files import Edition

# The language


def load(wanted: Wanted) -> Rules:
    """Load a rule set."""
    from kingsburg_rules.content import loading

    return loading.load(wanted)


def edition_of(name: str) -> Edition:
    """Read an edition."""
    from kingsburg_rules.content import loading

    return loading.edition_of(name)


def edition_names() -> tuple[str, ...]:
    """List the editions there are."""
    from kingsburg_rules.content import loading

    return loading.edition_names()


# What somebody may ask of a rule set


def digest_rules(rules: Rules) -> str:
    """Compute the digest of a rule set."""
    from kingsburg_rules.content import digests

    return digests.digest_rules(rules)


def digest_packs(rules: Rules) -> dict[str, str]:
    """Compute a digest for every pack of a rule set."""
    from kingsburg_rules.content import digests

    return digests.digest_packs(rules)


def locale_of(rules: Rules, language: str) -> Locale:
    """Return the translations of a rule set into a language."""
    from kingsburg_rules.content import locales

    return locales.locale_of(rules, language)


def catalog_of(rules: Rules, language: str) -> Catalog:
    """Return the catalogue of a rule set."""
    from kingsburg_rules.text import catalog

    return catalog.catalog_of(rules, language)


# Packs of one's own, and YAML


def packs_of(given: object) -> tuple[str | Pack, ...]:
    """Take packs in any of the ways in which they can be given."""
    from kingsburg_rules.content import packs

    return packs.packs_of(given)


def pack_of(document: Document) -> Pack:
    """Make a pack of its document."""
    from kingsburg_rules.content import packs

    return packs.pack_of(document)


def installed() -> dict[str, str]:
    """List the packs that packages bring."""
    from kingsburg_rules.content import packs

    return packs.installed()


def installed_pack(name: str, where: str) -> Pack:
    """Read a pack that a package says it brings."""
    from kingsburg_rules.content import packs

    return packs.installed_pack(name, where)


def read_yaml(text: str, file: str) -> Reading:
    """Read a text in YAML."""
    from kingsburg_rules.content import yaml_reader

    return yaml_reader.read_yaml(text, file)


def pack_document(folder: str) -> dict[str, object]:
    """Read every YAML file of a pack, or of the editions, into one plain document."""
    from pathlib import Path

    from kingsburg_rules.content import canonical

    return canonical.pack_document(Path(folder))


def pack_locales(folder: str) -> dict[str, object]:
    """Read the translations of a pack."""
    from pathlib import Path

    from kingsburg_rules.content import canonical

    return canonical.pack_locales(Path(folder))


def check_folder(folder: str) -> tuple[Diagnostic, ...]:
    """Check a pack, or the folder of the editions."""
    from pathlib import Path

    from kingsburg_rules.content import checking

    return checking.check_folder(Path(folder))
