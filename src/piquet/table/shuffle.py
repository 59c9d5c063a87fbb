"""What two friends add to the cards, so that neither they nor the server can steer them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from piquet.base import Illegal, Unreadable
from piquet.table import seals
from piquet.table.entries import Added, Pledged

__all__ = ["Shuffle"]


@dataclass(frozen=True)
class Shuffle:
    """What two friends add to a deal (0: to the pack that is cut), so that neither can steer it.

    Both pledge a number before either tells his: ``pledges`` are SHA-256, ``numbers`` 32 bytes, in
    hexadecimal, "" where they are still due.

    >>> Shuffle(1, ("aa", "bb"), ("", "")).done
    False
    """

    deal: int = 0
    pledges: tuple[str, str] = ("", "")
    numbers: tuple[str, str] = ("", "")

    @property
    def pledging(self) -> bool:
        """Whether a pledge is still due."""
        return "" in self.pledges

    @property
    def done(self) -> bool:
        """Whether both have told their numbers."""
        return "" not in self.numbers

    def pledged(self, entry: Pledged) -> Shuffle:
        """Return the shuffle with a pledge; one made anew voids what both had pledged.

        Raises Illegal (``shuffle_told``) once a number has been told: who knew it could otherwise
        choose his own by it.
        """
        mine, theirs = entry.person, 1 - entry.person
        if self.numbers != ("", ""):
            raise Illegal("shuffle_told")
        if self.pledges[mine] == entry.pledge:
            raise Illegal("shuffle_now")
        anew = self.pledges[mine] != ""
        other = "" if anew else self.pledges[theirs]
        pledges = (entry.pledge, other) if mine == 0 else (other, entry.pledge)
        return replace(self, pledges=pledges)

    def added(self, entry: Added) -> Shuffle:
        """Return the shuffle with a number told.

        Raises Illegal (``shuffle_now``) before both have pledged or twice, Unreadable
        (``shuffle_number``) for another number than was pledged.
        """
        if self.pledging or self.numbers[entry.person]:
            raise Illegal("shuffle_now")
        if seals.commitment(entry.number) != self.pledges[entry.person]:
            raise Unreadable("shuffle_number")
        first, second = self.numbers
        numbers = (entry.number, second) if entry.person == 0 else (first, entry.number)
        return replace(self, numbers=numbers)
