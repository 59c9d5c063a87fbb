"""The classic card game of piquet for two: rules, records, players and a table in the terminal.

The dozen names below are what people use; each is imported when it is first asked for, so that
``import piquet`` costs next to nothing:

>>> from piquet import Seat
>>> Seat.ELDER.other is Seat.YOUNGER
True

The parts with more to them stand on their own: ``piquet.dealing``, ``piquet.rules``,
``piquet.record``, ``piquet.players``, ``piquet.arena``.
"""

# An older Python reads this file before it can be refused in a sentence (see __main__.py), so not
# even an annotation stands here; type checkers take this name for true.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from piquet.actions import Action, Award
    from piquet.base import Estimate, Person, PiquetError, Seat
    from piquet.cards import Card, CardSet
    from piquet.dealing import Deal
    from piquet.partie import Partie
    from piquet.position import Position
    from piquet.rules import Rules
    from piquet.view import View

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Award",
    "Card",
    "CardSet",
    "Deal",
    "Estimate",
    "Partie",
    "Person",
    "PiquetError",
    "Position",
    "Rules",
    "Seat",
    "View",
]

_HOMES = {
    "Action": "actions",
    "Award": "actions",
    "Card": "cards",
    "CardSet": "cards",
    "Deal": "dealing",
    "Estimate": "base",
    "Partie": "partie",
    "Person": "base",
    "PiquetError": "base",
    "Position": "position",
    "Rules": "rules",
    "Seat": "base",
    "View": "view",
}


if not TYPE_CHECKING:

    def __getattr__(name):
        """Import one of the names above from its home the first time that it is asked for."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError("module 'piquet' has no attribute '" + name + "'")
        from importlib import import_module

        value = getattr(import_module("piquet." + home), name)
        globals()[name] = value
        return value

    def __dir__():
        return sorted(set(globals()) | set(__all__))
