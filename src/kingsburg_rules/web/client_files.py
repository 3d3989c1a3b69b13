"""The files of the client as browsers get them: compressed, and under names that never mean anything else.

/                         the page, which is asked for each time; it names all other files of its version
/c/<digest>/board/...     a file of this version of the client, which browsers keep
/board/...                the same file, asked for each time

A page that is older than the server finds its files under the old digest: they are then those of now, and not
kept.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Final

from attrs import define, field, frozen
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kingsburg_rules import LANGUAGES
from kingsburg_rules.web.static import as_sent, is_for_developers, is_of_workshop

PAGE: Final = "index.html"
VERSIONS: Final = "c"
"""The folder of the versions of the client."""

AT_FIRST: Final = "app.js"
"""The module that a browser loads at once, with all that it imports; in a release it is all of these."""

FOREVER: Final = "public, max-age=31536000, immutable"
EACH_TIME: Final = "no-cache"

KINDS: Final[Mapping[str, str]] = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Media types, which would otherwise depend on the machine."""

OTHER: Final = "text/plain"

_IMPORT: Final = re.compile(r'^(?:import|\}|export)[^;"]*"(\.{1,2}/[^"]+)";$', re.MULTILINE)
_NAMED: Final = re.compile(r'(href|src)="(?![a-z]+:|/|manifest)([^"#]+)"')
_STYLES: Final = re.compile(r'( *<link rel="stylesheet" href="(styles/[^"/]+)">\n)+')
_STYLE: Final = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
ALL_STYLES: Final = "styles/all.css"


@frozen
class ClientFile:
    """A file: as it is, and compressed if that is smaller."""

    content: bytes
    packed: bytes | None
    kind: str
    tag: str


@define(eq=False)
class ClientFiles:
    """The files of the client, read once."""

    folder: Path
    digest: str = field(init=False)
    _files: dict[str, ClientFile] = field(init=False)
    _pages: dict[str, ClientFile] = field(init=False)

    def __attrs_post_init__(self) -> None:
        paths = sorted(path for path in self.folder.rglob("*") if path.is_file())
        named = ((path.relative_to(self.folder), path) for path in paths)
        contents = {
            name.as_posix(): as_sent(name, path.read_bytes())
            for name, path in named
            if not is_for_developers(name) and not is_of_workshop(name)
        }
        page, styles = _one_style(contents.pop(PAGE, b"").decode())
        contents[ALL_STYLES] = b"".join(contents[name] for name in styles if name in contents)
        whole = hashlib.sha256()
        for name, content in sorted(contents.items()):
            whole.update(name.encode() + content)
        self.digest = whole.hexdigest()[:16]
        self._files = {name: _file(name, content) for name, content in contents.items()}
        pages = {language: self._page(page, contents, language) for language in LANGUAGES}
        self._pages = {language: _file(PAGE, text.encode()) for language, text in pages.items()}

    async def answer(self, request: Request) -> Response:
        """Answer a request for a file."""
        path: str = request.path_params["path"]
        if path in ("", PAGE):
            return _reply(request, self._pages[_language(request)], EACH_TIME)
        folder, _, rest = path.partition("/")
        digest, _, inside = rest.partition("/")
        if folder != VERSIONS:
            return _reply(request, self.file(path), EACH_TIME)
        return _reply(request, self.file(inside), FOREVER if digest == self.digest else EACH_TIME)

    def file(self, name: str) -> ClientFile | None:
        """Return a file by its name in the folder."""
        return self._files.get(name)

    def _page(self, page: str, contents: Mapping[str, bytes], language: str) -> str:
        """Write the page for a language: with the names of this version, and with all modules."""
        modules = sorted(imported(contents, (AT_FIRST, f"words/{language}.js")))
        links = [f'<link rel="modulepreload" href="{each}">' for each in modules]
        page = page.replace("</head>", "\n".join([*links, "</head>"]), 1)
        return _NAMED.sub(rf'\1="{VERSIONS}/{self.digest}/\2"', page)


def _reply(request: Request, found: ClientFile | None, kept: str) -> Response:
    if found is None:
        return PlainTextResponse("Not Found", 404)
    headers = {"Cache-Control": kept, "ETag": found.tag, "Vary": "Accept-Encoding, Accept-Language"}
    if found.tag in request.headers.get("If-None-Match", ""):
        return Response(None, 304, headers)
    content = found.content
    if found.packed is not None and takes_gzip(request):
        headers["Content-Encoding"], content = "gzip", found.packed
    return Response(content, 200, headers, media_type=found.kind)


def imported(contents: Mapping[str, bytes], names: Iterable[str]) -> set[str]:
    """Return some modules with all modules that they import from the start."""
    found, waiting = set[str](), [name for name in names if name in contents]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imports(name, contents)
    return found


def _imports(name: str, contents: Mapping[str, bytes]) -> Iterator[str]:
    for path in _IMPORT.findall(contents[name].decode()):
        other = normpath(PurePosixPath(name).parent / path)
        if other in contents:
            yield other


def _one_style(page: str) -> tuple[str, list[str]]:
    """Let a page load the styles of the client as one file. Returns the page, and what is in that file."""
    found = _STYLES.search(page)
    if found is None:
        return page, []
    link = f'<link rel="stylesheet" href="{ALL_STYLES}">\n'
    return page.replace(found[0], link, 1), _STYLE.findall(found[0])


def _file(name: str, content: bytes) -> ClientFile:
    kind = KINDS.get(PurePosixPath(name).suffix, OTHER)
    packed = compressed(content)
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'
    return ClientFile(content, packed if len(packed) < len(content) else None, kind, tag)


def compressed(content: bytes) -> bytes:
    """Compress what is sent; the same content gives the same bytes."""
    return gzip.compress(content, 9, mtime=0)


def takes_gzip(request: Request) -> bool:
    """Whether a browser reads compressed files."""
    wanted = request.headers.get("Accept-Encoding", "").replace(" ", "").lower().split(",")
    return "gzip" in {each.partition(";")[0] for each in wanted if not re.search(r";q=0(\.0*)?$", each)}


def _language(request: Request) -> str:
    """Return the language in which a browser most likely reads; the client has the last word."""
    for wanted in request.headers.get("Accept-Language", "").split(","):
        if (language := wanted.strip()[:2].lower()) in LANGUAGES:
            return language
    return "en"
