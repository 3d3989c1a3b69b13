"""How large a pack may be: the one place with all limits on what strangers send."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen
class PackLimits:
    """How large a pack may be, in whichever way it is given. Whatever is beyond a limit is refused unread.

    `file_bytes` and `pack_bytes` limit one file and all files together; the parser needs about three seconds
    for a million bytes. `files` is the number of YAML files, `entries` that of files of any kind. `folders`
    is how deep folders may be in each other, and `name_length` how long the path of a file may be. Of a zip,
    `zip_bytes` limits the whole, and `compression` how many times larger than in the zip a file may become
    if it has more than `compression_from` bytes; short files of one letter are harmless.
    """

    file_bytes: int = 2_000_000
    pack_bytes: int = 5_000_000
    files: int = 500
    entries: int = 20_000
    folders: int = 8
    name_length: int = 200
    zip_bytes: int = 8_000_000
    compression: int = 200
    compression_from: int = 500_000


LIMITS: Final = PackLimits()
"""The limits by default: far above what people write by hand."""
