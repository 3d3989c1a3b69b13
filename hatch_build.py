"""Puts the cards into the wheel: the YAML for people, and the same as canonical JSON for playing.

The browser client comes as one module if that has been made, and otherwise as the modules of the checkout.

It also makes the page for PyPI: the README, whose links lead to files of the repository.

A checkout reads `content/` and `schemas/` where they are, so an editable install gets neither copy nor JSON:
the next game is played with what a card author has just edited.

With `KINGSBURG_COMPILE=1` in the environment, mypyc compiles the modules that are listed in `pyproject.toml`.
The sources stay in the wheel: tracebacks show them, and the schemas take their descriptions from them.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

DATA = "kingsburg_rules/_data"
"""Where the package looks for its content once it is installed."""

APP = "kingsburg_rules/web/client/app.js"
"""The first module of the browser client."""

BUNDLE = "build/client/app.js"
"""The same with all that it imports, if `npm run client` in `tools/bundles` has made it."""

SOURCE = "src"
"""Where the package is while its wheel is being built; its own reader of YAML makes the JSON."""


COMPILE = "KINGSBURG_COMPILE"
"""The variable that asks for a compiled build."""

COMPILER = ("mypy==2.4.1", "setuptools>=70")
"""What a compiled build needs besides a C compiler; another mypy may compile to other code."""

WITHOUT = f"To install without compiling, unset {COMPILE}; the rules are the same, only slower."


REPOSITORY = "github.com/kingsburg-rules/kingsburg-rules"
"""Where links and pictures of the README lead, seen from elsewhere."""


class ReadmeHook(MetadataHookInterface):
    """Takes the README as the description; hatchling finds this class by itself."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": with_addresses(text)}


def with_addresses(text: str) -> str:
    """Turn links and pictures of a README, which lead to files beside it, into addresses."""
    text = re.sub(r"\]\((?![a-z]+:|#)", f"](https://{REPOSITORY}/blob/main/", text)
    raw = REPOSITORY.replace("github.com", "raw.githubusercontent.com")
    return re.sub(r'(src|srcset)="(?![a-z]+:)', rf'\1="https://{raw}/main/', text)


class ContentHook(BuildHookInterface[BuilderConfig]):
    """Adds content, schemas and the JSON to a wheel; hatchling finds this class by itself."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """List what a build needs besides what `pyproject.toml` requires."""
        return [*COMPILER] if wants_compiled() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the JSON in a temporary folder and tell hatchling what goes where."""
        if version == "editable":
            if wants_compiled():
                raise RuntimeError(f"an editable install cannot be compiled. {WITHOUT}")
            return
        root = Path(self.root)
        self._made = tempfile.TemporaryDirectory(prefix="kingsburg-json-")
        made = Path(self._made.name)
        sys.path.insert(0, str(root / SOURCE))
        from kingsburg_rules.content.reading import write_json, write_locales

        json_files = write_json(root / "content", made / "json")
        locales = write_locales(root / "content", made / "locale")
        if not json_files:
            message = f"no pack under {root / 'content'}: refusing to build a wheel without cards"
            raise FileNotFoundError(message)
        build_data["force_include"] |= {
            str(root / "content"): f"{DATA}/content",
            str(root / "schemas"): f"{DATA}/schemas",
            str(next(filter(Path.is_file, (root / BUNDLE, root / SOURCE / APP)))): APP,
            **{str(path): f"{DATA}/json/{path.name}" for path in json_files},
            **{str(path): f"{DATA}/locale/{path.name}" for path in locales},
        }
        if wants_compiled():
            build_data["pure_python"], build_data["infer_tag"] = False, True
            build_data["force_include"] |= compiled(root / SOURCE, self.config["compile"], made / "compiled")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder; the wheel has been written."""
        if version != "editable":
            self._made.cleanup()


def wants_compiled() -> bool:
    """Whether a compiled build was asked for."""
    return os.environ.get(COMPILE, "") not in ("", "0")


def compiled(source: Path, modules: list[str], made: Path) -> dict[str, str]:
    """Compile modules; returns the files and where each goes in the wheel.

    Raises:
        RuntimeError: They cannot be compiled here; the output above the message has the reason.
    """
    shutil.copytree(source, made / "source", ignore=shutil.ignore_patterns("__pycache__"))
    library = made / "library"
    try:
        with contextlib.chdir(made / "source"):
            _build(modules, library, made / "objects")
    except (Exception, SystemExit) as reason:
        message = f"the rules could not be compiled ({type(reason).__name__}: {reason}). {WITHOUT}"
        raise RuntimeError(message) from reason
    return {str(path): str(path.relative_to(library)) for path in library.rglob("*") if path.is_file()}


def _build(modules: list[str], library: Path, objects: Path) -> None:
    """Let mypyc write C, and setuptools call the C compiler; both are there only for a compiled build."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    paths = [f"kingsburg_rules/{module}.py" for module in modules]
    flags = ("--config-file=", "--disable-error-code=import")  # what only authors need may be missing here
    extensions = mypycify([*flags, *paths], group_name="kingsburg_rules")
    if os.name == "posix":
        # Nobody else calls these functions, so the C compiler may put one into the other.
        for extension in extensions:
            extension.extra_compile_args.append("-fvisibility=hidden")
    command = build_ext(Distribution({"name": "kingsburg-rules", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(library), str(objects)
    command.ensure_finalized()
    command.run()
