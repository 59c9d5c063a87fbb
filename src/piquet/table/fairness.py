"""How the deals of a partie came about, told when it is over: so that anybody can make them again.

A deal's cards follow from a seed of 32 bytes (``piquet.dealing``).  Against the computer the seed
is the server's secret, between friends the SHA-256 of that secret and of a number of each of them.
Secrets and numbers were committed to by their SHA-256 before any was told.
"""

from __future__ import annotations

from piquet.base import Illegal
from piquet.table import seals
from piquet.table.ledger import Ledger
from piquet.table.protocol import Message

__all__ = ["DealMade", "Transcript", "transcript"]


class DealMade(Message):
    """A deal, and what it was made of: digests and numbers in hexadecimal, cards as texts.

    ``commitment`` is the SHA-256 of ``secret``, each of ``pledges`` that of the number at its place
    in ``numbers`` (both empty where a computer played).  ``talon`` is in order.
    """

    deal: int
    commitment: str
    secret: str
    pledges: list[str]
    numbers: list[str]
    elder: list[str]
    younger: list[str]
    talon: list[str]


class Transcript(Message):
    """``GET /api/parties/NAME/deals``: how all deals of a partie that is over were made."""

    partie: str
    deals: list[DealMade]


def transcript(name: str, ledger: Ledger) -> Transcript:
    """Return how the deals of a partie were made.

    Raises Illegal (``deals_over``) while it is played, (``deals_given``) where its deals do not
    come from secrets of the server.
    """
    if not ledger.over:
        raise Illegal("deals_over")
    if ledger.begun.source != "secret":
        raise Illegal("deals_given")
    shuffles = {shuffle.deal: shuffle for shuffle in (*ledger.shuffles, ledger.shuffle)}
    made = []
    for number in range(1, ledger.number + 1):
        deal = seals.deal_of(ledger.seed(number), number)
        shuffle = shuffles.get(number)
        made.append(
            DealMade(
                deal=number,
                commitment=seals.commitment(ledger.secret(number)),
                secret=ledger.secret(number),
                pledges=[] if shuffle is None else list(shuffle.pledges),
                numbers=[] if shuffle is None else list(shuffle.numbers),
                elder=[str(card) for card in deal.elder],
                younger=[str(card) for card in deal.younger],
                talon=[str(card) for card in deal.talon],
            )
        )
    return Transcript(name, made)
