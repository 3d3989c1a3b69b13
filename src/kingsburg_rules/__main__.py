"""Running the package runs the terminal: `python -m kingsburg_rules`."""

import sys

from kingsburg_rules.cli import main

sys.exit(main())
