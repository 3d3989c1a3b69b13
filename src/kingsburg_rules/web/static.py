"""Writes the site that needs no server: the client, the library and Pyodide, which runs it in the browser.

site/index.html, app.js, ...   the client
site/choices/                  what can be played, in each language, so that the lobby is there before Python
site/workshop.html, workshop/  the workshop of cards
site/schemas/                  the JSON Schemas
site/wheels/                   this library and what it needs, as wheels
site/pyodide/                  Pyodide, if it was copied from a folder
site/site.json                 what of it is where; `worker.js` of the client reads it
site/service-worker.js         keeps the site for when there is no network
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Final

from kingsburg_rules import LANGUAGES, SetupError, __version__
from kingsburg_rules.content import DOCS, data_folder, write_json, write_locales
from kingsburg_rules.web.worker import Worker

PYODIDE_VERSION: Final = "314.0.7"
PYODIDE: Final = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE_VERSION}/full/"
"""Where the site gets Pyodide from, unless it is copied."""

PYODIDE_FILES: Final = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"),
)
"""The files of Pyodide that are copied: its core."""

PYODIDE_BYTES: Final = 12_262_932
"""How many bytes of these are fetched; the others are imported."""

NEEDED: Final = ("attrs", "cattrs", "typing_extensions")
"""The libraries that playing needs."""

FOR_PACKS: Final = {"ruamel.yaml": "", "jsonschema": "4.17.3", "pyrsistent": "0.20.0"}
"""The libraries that reading packs needs besides, with the version if only that will do.

The jsonschema after that one is not Python alone. What is not installed here comes from PyPI.
"""

SOURCE: Final = Path(__file__).parents[1]
CLIENT: Final = Path(__file__).parent / "client"

WORKSHOP: Final = "workshop"
"""The name of the page of the workshop, and of its folder. It needs Pyodide, so a server lacks it."""

_FIXED = (2020, 1, 1, 0, 0, 0)
"""The time of files in wheels, so that the same library gives the same wheel."""


def write_site(folder: Path, pyodide: str, docs: str = DOCS) -> Iterator[Path]:
    """Write the site, and report each file.

    Args:
        folder: Where to write it; files of before are replaced.
        pyodide: An address, or a folder to copy Pyodide from.
        docs: The address of the documentation, which may be relative to the site.

    Raises:
        SetupError: A library is missing, or the folder cannot be used.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError("setup.folder", f"Cannot write to {folder}: {error.strerror}.") from error
    address, written = pyodide, list[Path]()
    if "://" not in pyodide:
        written += _pyodide(Path(pyodide), folder / "pyodide")
        address = "pyodide/"
    written += _client(folder)
    written += _copied(Path(data_folder("schemas")), folder / "schemas", ".schema.json")
    written += _choices(folder / "choices")
    wheels = [*_wheels(folder / "wheels")]
    written += wheels
    site = {
        "version": __version__,
        "pyodide": address if address.endswith("/") else f"{address}/",
        "docs": docs,
        "wheels": [wheel.relative_to(folder).as_posix() for wheel in wheels],
        "bytes": PYODIDE_BYTES + sum(wheel.stat().st_size for wheel in wheels),
    }
    written.append(_text(folder / "site.json", json.dumps(site, indent=2) + "\n"))
    yield from written
    yield _text(folder / "service-worker.js", _service_worker(folder, written, site["pyodide"]))


def _client(folder: Path) -> Iterator[Path]:
    """Copy the client, whose page then talks to a worker instead of a server."""
    for path in sorted(CLIENT.rglob("*")):
        name = path.relative_to(CLIENT)
        if path.is_file() and not is_for_developers(path):
            yield _put(folder / name, as_sent(name, path.read_bytes()))
    page = folder / "index.html"
    if page.is_file():
        text = page.read_text(encoding="utf-8")
        _text(page, re.sub("<html([^>]*)>", r"<html\1 data-local>", text, count=1))


def _choices(folder: Path) -> Iterator[Path]:
    """Write what the lobby offers: what the worker would answer, once it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        answers = list[str]()
        asked = {"http": 1, "method": "GET", "path": f"/api/choices?language={language}"}
        Worker(answers.append, lambda _seconds, _call: None).hear(json.dumps(asked))
        yield _text(folder / f"{language}.json", json.dumps(json.loads(answers[-1])["body"]) + "\n")


_COMMENT: Final = re.compile(rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
"""A comment that has its lines for itself, as the formatter leaves ours."""


def as_sent(name: PurePath, content: bytes) -> bytes:
    """Return a file of the client as browsers get it: our own code without its comments."""
    is_ours = name.suffix in (".css", ".js") and "vendor" not in name.parts
    return _COMMENT.sub(b"", content) if is_ours else content


def is_for_developers(path: Path) -> bool:
    """Whether a file of the client is of no use to browsers."""
    return path.name.endswith((".d.ts", "jsconfig.json"))


def is_of_workshop(path: Path) -> bool:
    """Whether a file of the client, named by its path within it, belongs to the workshop alone."""
    return bool(path.parts) and path.parts[0].removesuffix(".html") == WORKSHOP


def _copied(source: Path, folder: Path, ending: str) -> Iterator[Path]:
    for path in sorted(source.iterdir()):
        if path.name.endswith(ending):
            yield _copy(path, folder / path.name)


def _put(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def _copy(path: Path, to: Path) -> Path:
    return _put(to, path.read_bytes())


def _text(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def _pyodide(source: Path, folder: Path) -> Iterator[Path]:
    """Copy Pyodide.

    Raises:
        SetupError: It is not there.
    """
    missing = [name for name in PYODIDE_FILES if not (source / name).is_file()]
    if missing:
        raise SetupError("setup.pyodide", f"There is no Pyodide in {source}: {missing[0]} is missing.")
    for name in PYODIDE_FILES:
        yield _copy(source / name, folder / name)


# Wheels


def _wheels(folder: Path) -> Iterator[Path]:
    """Write the library and what it needs as wheels, from what is installed here."""
    folder.mkdir(parents=True, exist_ok=True)
    # Wheels of an older version would otherwise stay in the site.
    for old in folder.glob("*.whl"):
        old.unlink()
    yield _own_wheel(folder)
    for name, version in {**dict.fromkeys(NEEDED, ""), **FOR_PACKS}.items():
        yield _wheel_for(name, version, folder)


def _wheel_for(name: str, version: str, folder: Path) -> Path:
    """Write a library as it is installed, or as PyPI has it.

    Raises:
        SetupError: It is neither here nor there.
    """
    with suppress(PackageNotFoundError):
        found = distribution(name)
        if version in ("", found.version):
            return _wheel_of(found, folder)
    wanted = f"{name}=={version}" if version else name
    options = ("--no-deps", "--only-binary=:all:", "--platform=any", "--quiet", "--dest", str(folder))
    command = [sys.executable, "-m", "pip", "download", *options, wanted]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wheels = [*folder.glob(f"{name}-*.whl")]
    if done.returncode or not wheels:
        raise SetupError("setup.wheel", f"The site needs {wanted}, which pip cannot download.")
    return wheels[0]


def _wheel_of(found: Distribution, folder: Path) -> Path:
    """Pack an installed library, as far as it is Python, back into a wheel."""
    files = [
        (file.as_posix(), Path(str(found.locate_file(file))))
        for file in found.files or ()
        if file.suffix in (".py", ".json", ".typed") or file.name == "METADATA"
        if ".." not in file.parts and "__pycache__" not in file.parts
    ]
    name = re.sub("[-_.]+", "_", found.metadata["Name"])
    content = [(name, path.read_bytes()) for name, path in files if path.is_file()]
    return _written(folder, name, found.version, content)


def _own_wheel(folder: Path) -> Path:
    """Pack this library, with its cards as JSON, as its own wheels have them."""
    files = [
        (f"kingsburg_rules/{path.relative_to(SOURCE).as_posix()}", path.read_bytes())
        for path in sorted(SOURCE.rglob("*"))
        if path.is_file() and path.suffix in (".py", ".toml", ".yaml", ".typed", ".json")
        # The client lies in the site already, and `_data` is written below.
        if not {"__pycache__", "client", "_data"} & set(path.relative_to(SOURCE).parts)
    ]
    with TemporaryDirectory() as made:
        content = Path(data_folder("content"))
        json_files = write_json(content, Path(made) / "json")
        locales = write_locales(content, Path(made) / "locale")
        data = [
            *((f"json/{path.name}", path) for path in json_files),
            *((f"locale/{path.name}", path) for path in locales),
            *((f"schemas/{path.name}", path) for path in Path(data_folder("schemas")).iterdir()),
            *(
                (f"content/{path.relative_to(content).as_posix()}", path)
                for path in sorted(content.rglob("*.yaml"))
            ),
        ]
        files += [(f"kingsburg_rules/_data/{name}", path.read_bytes()) for name, path in sorted(data)]
    metadata = f"Metadata-Version: 2.1\nName: kingsburg-rules\nVersion: {__version__}\n"
    files.append((f"kingsburg_rules-{__version__}.dist-info/METADATA", metadata.encode()))
    return _written(folder, "kingsburg_rules", __version__, files)


def _written(folder: Path, name: str, version: str, files: Iterable[tuple[str, bytes]]) -> Path:
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for inside, content in files:
            wheel.writestr(zipfile.ZipInfo(inside, _FIXED), content, zipfile.ZIP_DEFLATED)
    return path


# Offline


_SERVICE_WORKER = """\
// Keeps the site for when there is no network. Written by `kingsburg serve --static`.
const NAME = %(name)s
const FILES = %(files)s
const PYODIDE = %(pyodide)s

self.addEventListener("install", event => {
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting()))
})

self.addEventListener("activate", event => {
  const old = names => names.filter(name => name.startsWith("kingsburg-") && name !== NAME)
  event.waitUntil(
    caches.keys()
      .then(names => Promise.all(old(names).map(name => caches.delete(name))))
      .then(() => self.clients.claim()))
})

self.addEventListener("fetch", event => {
  const here = new URL(self.registration.scope).origin
  const ours = event.request.url.startsWith(here) || event.request.url.startsWith(PYODIDE)
  if (event.request.method === "GET" && ours) event.respondWith(answered(event.request))
})

async function answered(request) {
  const cache = await caches.open(NAME)
  const kept = await cache.match(request, {ignoreSearch: true})
  if (kept) return kept
  const found = await fetch(request)
  if (found.ok) await cache.put(request, found.clone())
  return found
}
"""


def _service_worker(folder: Path, files: Sequence[Path], pyodide: object) -> str:
    """Write the service worker. Its name has a hash of all files, so that a new site replaces the old one."""
    names = ["./", *(path.relative_to(folder).as_posix() for path in files)]
    found = hashlib.sha256()
    for path in files:
        found.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return _SERVICE_WORKER % {
        "name": json.dumps(f"kingsburg-{found.hexdigest()[:16]}"),
        "files": json.dumps(names),
        "pyodide": json.dumps(pyodide),
    }
