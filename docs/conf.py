"""How Sphinx builds these pages: Markdown through MyST, the reference from docstrings, warnings as errors."""

from __future__ import annotations

import logging
import sys
from importlib.util import find_spec
from pathlib import Path

from kingsburg_rules import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
sys.path.append(str(Path(__file__).parents[1] / "tests"))  # the pages of the codes show the mistakes there

project = "kingsburg-rules"
author = "the kingsburg-rules authors"
copyright = "2026, the kingsburg-rules authors"
release = __version__
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "notfound.extension",
    "sphinx_copybutton",
    "sphinxcontrib.autoprogram",
    "kingsburg_docs",
]
exclude_patterns = ["_build", "_ext", "_search"]

# Every reference leads somewhere, except to what these pages do not describe: other libraries, as pages are
# built without a network, and a few classes inside of the library.
nitpicky = True
suppress_warnings = ["ref.python"]  # `Part` is a part of a picture, and a part of a card
nitpick_ignore_regex = [
    ("py:.*", r"(array|collections|concurrent\.futures|fractions|hypothesis|os|pathlib|st|typing)\..*"),
    ("py:.*", r"(gymnasium|np|numpy|pettingzoo|pyspiel|spaces)\..*"),
    ("py:class", r"kingsburg_rules\.(bots|content|engine|language|text)\.\w+\.\w+"),
    ("py:class", r"(Calendar|CompiledRules|Continue|Definition|Lines|Linker|Missing)"),
    ("py:class", r"(array|Path|ScriptedResults|Setup|Sheet|Spot)"),
    ("py:exc", "ShapeError"),
]

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "substitution"]
myst_substitutions = {"version": release}
myst_heading_anchors = 3

autodoc_mock_imports = [
    name for name in ("gymnasium", "numpy", "pettingzoo", "pyspiel") if find_spec(name) is None
]
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
smartquotes_action = "qe"  # not the two dashes of options
default_role = "code"  # docstrings write names between single backticks
maximum_signature_line_length = 72
python_use_unqualified_type_names = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_js_files = [("filter.js", {"defer": "defer"})]
notfound_urls_prefix = "/"
html_search_scorer = str(Path(__file__).parent / "_search" / "scorer.js")
html_favicon = "_static/favicon.svg"

html_show_sphinx = False
html_theme_options = {"top_of_page_buttons": [], "navigation_with_keys": True}
copybutton_selector = "div.highlight:not(.highlight-text *) pre"
html_title = f"kingsburg-rules {release}"

# A section of index.md names its pages in order, and then any that come later. Sphinx warns when there are
# none, and `suppress_warnings` cannot help: the warning has a subtype but no type.
logging.getLogger("sphinx.sphinx.directives.other").addFilter(
    lambda record: getattr(record, "subtype", "") != "empty_glob"
)
