"""From files to a rule set.

`load_rules` (in `loading`) is the way in for playing: `documents` has packs as plain data, `selection` says
which of them are in play, `assembly` puts their cards together, `linking` makes the rules that the engine
runs on, and `compiling` makes `Rules` of that.

Authors' files come from outside: `yaml_reader` and `reading` read them, `schema_check` compares them
with their JSON Schema, `packs` hands the sound ones on, `checking` reports what is wrong, `lint` what is
likely not meant, and `codes` explains each report. None of these is imported by a game without such files.

The names in this module are imported on first use: playing needs neither the parser nor the checker.
"""

from typing import TYPE_CHECKING

from kingsburg_rules.engine.lazy import lazy_names

if TYPE_CHECKING:
    from kingsburg_rules.content.assembly import CARD_LISTS, PARTS, Assembly, overridden
    from kingsburg_rules.content.built_in import built_in_folders, built_in_packs, data_folder, edition_of
    from kingsburg_rules.content.checking import (
        Report,
        check,
        check_edition,
        kind_of_lone_file,
        linked,
        packs_in,
    )
    from kingsburg_rules.content.codes import DOCS, CodeText, codes_of, find_code, looks_like_code, page_of
    from kingsburg_rules.content.compiling import compile_again, problem_at
    from kingsburg_rules.content.documents import EDITIONS, LOCALES, PACK_FILE, Document
    from kingsburg_rules.content.installed import installed_packs
    from kingsburg_rules.content.locales import ENGLISH, mark_of
    from kingsburg_rules.content.packs import PackLike, pack_of
    from kingsburg_rules.content.reading import (
        PackSheets,
        ReadSheet,
        file_kind,
        missing_info,
        read_sheet,
        read_sheets,
        to_document,
        write_json,
        write_locales,
    )
    from kingsburg_rules.content.rules import EVERYTHING
    from kingsburg_rules.content.schema_check import definition, required_keys
    from kingsburg_rules.content.selection import Member, Shelf, with_needs
    from kingsburg_rules.content.signs import printable, printable_json
    from kingsburg_rules.content.sources import Source, folder_sources, is_content, is_hidden, lone_id
    from kingsburg_rules.content.yaml_reader import LINE_BREAK, KeyPath, read_yaml

__all__ = [
    "CARD_LISTS",
    "DOCS",
    "EDITIONS",
    "ENGLISH",
    "EVERYTHING",
    "LINE_BREAK",
    "LOCALES",
    "PACK_FILE",
    "PARTS",
    "Assembly",
    "CodeText",
    "Document",
    "KeyPath",
    "Member",
    "PackLike",
    "PackSheets",
    "ReadSheet",
    "Report",
    "Shelf",
    "Source",
    "built_in_folders",
    "built_in_packs",
    "check",
    "check_edition",
    "codes_of",
    "compile_again",
    "data_folder",
    "definition",
    "edition_of",
    "file_kind",
    "find_code",
    "folder_sources",
    "installed_packs",
    "is_content",
    "is_hidden",
    "kind_of_lone_file",
    "linked",
    "lone_id",
    "looks_like_code",
    "mark_of",
    "missing_info",
    "overridden",
    "pack_of",
    "packs_in",
    "page_of",
    "printable",
    "printable_json",
    "problem_at",
    "read_sheet",
    "read_sheets",
    "read_yaml",
    "required_keys",
    "to_document",
    "with_needs",
    "write_json",
    "write_locales",
]

_HOMES = {
    "assembly": "Assembly CARD_LISTS PARTS overridden",
    "built_in": "built_in_folders built_in_packs data_folder edition_of",
    "checking": "Report check check_edition kind_of_lone_file linked packs_in",
    "compiling": "compile_again problem_at",
    "codes": "CodeText DOCS codes_of find_code looks_like_code page_of",
    "documents": "Document EDITIONS LOCALES PACK_FILE",
    "installed": "installed_packs",
    "locales": "ENGLISH mark_of",
    "packs": "PackLike pack_of",
    "reading": (
        "PackSheets ReadSheet file_kind missing_info "
        "read_sheet read_sheets to_document write_json write_locales"
    ),
    "rules": "EVERYTHING",
    "schema_check": "definition required_keys",
    "selection": "Member Shelf with_needs",
    "signs": "printable printable_json",
    "sources": "Source folder_sources is_content is_hidden lone_id",
    "yaml_reader": "KeyPath LINE_BREAK read_yaml",
}

if not TYPE_CHECKING:  # type checkers see the imports above
    __getattr__ = lazy_names(__name__, _HOMES)
