"""What one seat may believe: every hand that the other may hold, each with a weight.

The weight of a world is the likelihood of what the other side did in it: exchanged so many cards
and kept those (``likelihood``), and said what it said (``evidence``), under the assumption that
people call the best they hold, answer truly, and seldom sink.  No possible world weighs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from piquet import kernel
from piquet.actions import Event
from piquet.oracle.evidence import Evidence, read
from piquet.view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


__all__ = ["Belief", "Step", "believe"]


class Step(NamedTuple):
    """What was heard or seen, and how many worlds fit it, taken at its word, with all before it.

    ``event`` is None for the cards alone.  Of a card led or played the step tells also what was
    left unsaid before it.  Where no world fits a word at its face, something was sunk, and those
    are counted in which it may be said at all.
    """

    event: Event | None
    worlds: int


@dataclass(frozen=True, eq=False)
class Belief:
    """The worlds of the other side: ``hands`` now, one mask a world, and ``weights`` of sum 1.

    ``kept`` are its twelve cards before play (its hand, where it has not exchanged).  ``listed``
    tells that all worlds are there: always once this seat has exchanged; before that they are drawn
    by lot.  ``fits`` is False where no world bears out what was said; then the words are left out.
    ``possible`` is how many worlds the cards alone allow now.  ``parts`` are the likelihoods of the
    exchange, of the words and of the replies in play, of which the weights are made.

    >>> from piquet.actions import Action
    >>> from piquet.base import Seat
    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> position = Position(Deal.random("letter"), Rules.named("rubicon"))
    >>> for said in ("exchange KH JH 7H QD TD", "exchange 9H 8D 7C", "point SKQJT98", "good"):
    ...     position = position.after(Action.parse(said))
    >>> belief = believe(position.view(Seat.ELDER))
    >>> [step.worlds for step in belief.steps], belief.listed, belief.fits
    ([455, 455], True, True)
    """

    hands: NDArray[np.uint32]
    kept: NDArray[np.uint32]
    weights: NDArray[np.float64]
    listed: bool
    fits: bool
    possible: int
    parts: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
    _evidence: Evidence
    _view: View
    _all: NDArray[np.uint32]
    _thrown: NDArray[np.uint32] | None

    def __len__(self) -> int:
        return len(self.hands)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """How the number of worlds shrank, from the cards alone to now."""
        from piquet.oracle.likelihood import shrinking

        counts = shrinking(self._all, self._evidence, self._view)
        return tuple(Step(event, number) for event, number in counts)

    def chances(self) -> NDArray[np.float64]:
        """Return the chance of each card (rows, by index) in hand, discards or talon (columns).

        The columns are the other side's hand now, its discards, and the talon or what was left of
        it.  A card that lies elsewhere has a row of zeros.
        """
        from piquet.oracle.likelihood import places

        return places(self._evidence.cards, self.hands, self.kept, self._thrown, self.weights)


def believe(view: View, *, soft: bool = True, seed: int = 0) -> Belief:
    """Return what the seat of a view may believe of the other side's cards.

    ``soft`` weighs worlds by how people exchange and how seldom they sink; else every word is taken
    at its face and all worlds that fit weigh the same.  ``seed`` draws worlds where they are not
    listed.

    Raises CoreMissing where the native core is not there.
    """
    missing = kernel.why_not()
    if missing:
        raise kernel.CoreMissing(missing)
    from piquet.oracle import likelihood

    evidence = read(view)
    base = likelihood.base(evidence.cards, seed)
    heard = likelihood.heard(evidence.cards, evidence.words, view.rules, seed)
    found = likelihood.weigh(base, heard, evidence, soft, seed)
    kept = base.kept[found.chosen]
    return Belief(
        hands=kept & ~likelihood.mask(evidence.played),
        kept=kept,
        weights=found.weights,
        listed=base.listed,
        fits=found.fits,
        possible=found.possible,
        parts=found.parts,
        _evidence=evidence,
        _view=view,
        _all=base.kept,
        _thrown=None if base.thrown is None else base.thrown[found.chosen],
    )
