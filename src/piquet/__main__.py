"""Run the program: ``python -m piquet`` and the command ``piquet``.

Nothing here is newer than Python 2 and nothing is imported before the check, so that an old Python
reads this file and says in one sentence what is missing.
"""

import sys

# The catalogue of texts needs the newer Python as well: this one sentence stands here.
if sys.version_info < (3, 11):
    sys.exit(
        "piquet needs Python 3.11 or newer, and this is Python %d.%d: see README.md."
        % tuple(sys.version_info[:2])
    )

from piquet.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
