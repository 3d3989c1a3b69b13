"""Write golden games, texts and choices of bots anew: `python tools/make_goldens.py`, or only some by name.

Do this when a rule or a text was changed on purpose, read the difference (`git diff tests/goldens`), and say
in the commit what changed.
"""

from __future__ import annotations

import sys

import tests_path  # noqa: F401 - for the helpers below
from kingsburg_rules.text.languages import LANGUAGES
from support import choices, texts
from support.goldens import FOLDER, GOLDENS, write

CHOICES = "choices"
TEXTS = {f"texts-{language}": language for language in LANGUAGES}


def main(names: list[str]) -> int:
    unknown = set(names) - {golden.name for golden in GOLDENS} - set(TEXTS) - {CHOICES}
    if unknown:
        print(f"There is no golden game {', '.join(sorted(unknown))}.", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for golden in GOLDENS:
        if not names or golden.name in names:
            write(golden)
            print(golden.path)
    for name, language in TEXTS.items():
        if not names or name in names:
            texts.write(language)
            print(texts.golden(language))
    if not names or CHOICES in names:
        print(choices.write())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
