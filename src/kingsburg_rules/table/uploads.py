"""Uploads: packs of strangers, data only and within limits.

One that hangs whoever reads or plays it must not hang others, so a server checks and plays them in a process
of their own, as `kingsburg serve` does.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Final

from kingsburg_rules import Pack, PackLimits, SetupError
from kingsburg_rules.engine import is_list, is_map

MOST_UPLOADS: Final = 4
"""How many packs a table may have."""

LONGEST_UPLOAD: Final = 3_000_000
"""How many characters all packs of a table may have, as they are sent."""

UPLOAD_LIMITS: Final = PackLimits(
    zip_bytes=500_000, file_bytes=300_000, pack_bytes=1_000_000, files=60, entries=500, compression=50
)

_MALFORMED = SetupError("table.upload", "This is not an upload of packs.")


def read_uploads(given: object) -> dict[str, str]:
    """Take uploads as a client sends them: each as the text that is stored of it, by its hash.

    Nothing of them is parsed here.

    Raises:
        SetupError: They are not uploads, or too many or too large.
    """
    if given is None:
        return {}
    if not is_list(given) or len(given) > MOST_UPLOADS:
        raise _MALFORMED
    texts = [_stored(each) for each in given]
    if sum(map(len, texts)) > LONGEST_UPLOAD:
        raise SetupError("table.size", "This upload is too large.")
    return {hashlib.sha256(text.encode()).hexdigest(): text for text in texts}


def _stored(upload: object) -> str:
    """Keep of an upload what is needed."""
    if not is_map(upload):
        raise _MALFORMED
    name = upload.get("name")
    content = [key for key in ("text", "zip", "files") if key in upload]
    if not isinstance(name, str) or len(name) > 200 or len(content) != 1:
        raise _MALFORMED
    found = upload[content[0]]
    texts = [*found.keys(), *found.values()] if is_map(found) else [found]
    if is_map(found) is not (content[0] == "files") or not all(isinstance(each, str) for each in texts):
        raise _MALFORMED
    try:
        text = json.dumps({"name": name, content[0]: found}, sort_keys=True, ensure_ascii=False)
        text.encode()
    except UnicodeEncodeError:
        raise _MALFORMED from None
    return text


def pack_of(stored: str) -> Pack:
    """Read a pack from what was stored of its upload.

    Raises:
        SetupError: It is not an upload.
        ContentError: The pack has mistakes; all of them are listed.
    """
    upload: object = json.loads(stored)
    if not is_map(upload):
        raise _MALFORMED
    found = upload.get("zip", upload.get("text", upload.get("files")))
    if "zip" in upload and isinstance(found, str):
        return Pack.from_zip(_decoded(found), limits=UPLOAD_LIMITS)
    if isinstance(found, str):
        found = {"pack.yaml": _info(str(upload.get("name"))), "cards.yaml": found}
    if not is_map(found):
        raise _MALFORMED
    return Pack.from_files({name: str(text) for name, text in found.items()}, limits=UPLOAD_LIMITS)


def _decoded(text: str) -> bytes:
    """Decode base64."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:  # a `binascii.Error`, or a plain one if there are other characters than those of ASCII
        raise _MALFORMED from None


def _info(name: str) -> str:
    """Write the `pack.yaml` of a single file; the pack is called like it. JSON is YAML."""
    stem = re.sub("[^a-z0-9]+", "-", name.rpartition("/")[2].removesuffix(".yaml").lower()).strip("-")
    called = stem if re.match("[a-z]", stem) else f"pack-{stem}".strip("-")
    return json.dumps({"format": 1, "id": called[:40], "version": "0", "title": called[:40]})
