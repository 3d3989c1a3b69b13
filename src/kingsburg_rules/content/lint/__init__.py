"""The lint: what is allowed in a pack, but likely not meant.

Each *pass* looks for one thing. It is a function from a pack to remarks, in a small module of its own, and
registered under a name (`lint_pass`). Python packages can bring further passes through the entry-point group
`kingsburg_rules.lint`. Passes see a pack in which there are no mistakes any more.
"""

from kingsburg_rules.content.lint.linted import Ability, LintedPack, words
from kingsburg_rules.content.lint.passes import Remark, lint_pass

__all__ = ["Ability", "LintedPack", "Remark", "lint_pass", "words"]
