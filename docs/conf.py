"""How Sphinx builds these pages: Markdown through MyST, the reference from docstrings, warnings as errors."""

import logging
from importlib.metadata import version as installed_version

project = "kingsburg-rules"
author = "the kingsburg-rules authors"
copyright = "2026, the kingsburg-rules authors"
release = installed_version("kingsburg-rules")
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = True
napoleon_numpy_docstring = False

html_theme = "furo"
html_title = f"kingsburg-rules {release}"

# A section of index.md may be empty, or hold only the page it names first. Sphinx warns of that, and
# `suppress_warnings` cannot help: the warning has a subtype but no type.
logging.getLogger("sphinx.sphinx.directives.other").addFilter(
    lambda record: getattr(record, "subtype", "") != "empty_glob"
)
