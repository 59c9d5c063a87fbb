"""The written partie (``.pqn``): a text to read and write by hand, replayed and checked.

>>> from piquet import record
>>> told = record.read("Rules: rubicon\\nDealer: first\\nDeal: 1\\nCode: 083SG1066GEEX\\n"
...                    "elder exchange HJ7\\nResult: unfinished\\n")
>>> print(told.position.phase.value, told.position.to_move)
exchange younger
>>> record.read(record.write(told)) == told
True

:class:`Record` is the data, and grows by ``after`` and ``begin`` as a partie does; :func:`write`
gives its one canonical text; :func:`read` and :func:`read_file` refuse the first fault,
:func:`examine` and :func:`examine_file` list all of them; a file may be one of the
:func:`examples` by name.  ``docs/record.md`` explains the format.
"""

from piquet.record.books import example, examples
from piquet.record.diagnostics import Diagnostic
from piquet.record.model import Before, Cards, Hands, Part, Record, Scored, Step
from piquet.record.reader import Reading, examine, examine_file, read, read_file
from piquet.record.writer import totals, write

__all__ = [
    "Before",
    "Cards",
    "Diagnostic",
    "Hands",
    "Part",
    "Reading",
    "Record",
    "Scored",
    "Step",
    "examine",
    "examine_file",
    "example",
    "examples",
    "read",
    "read_file",
    "totals",
    "write",
]
