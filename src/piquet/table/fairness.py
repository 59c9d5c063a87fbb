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
    in ``numbers`` (both empty where a computer played).  ``talon`` is in order.  Deal 0 is the pack
    as it was first spread to be cut, all of it in ``talon``.
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
    friends: bool
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
    # A partie that ended before its pack was shuffled has not even that.
    last = -1 if ledger.friendly and not ledger.shuffles else ledger.number
    made = [_made(ledger, number) for number in range(last + 1)]
    return Transcript(name, ledger.friendly, made)


def _made(ledger: Ledger, number: int) -> DealMade:
    """Return how a deal was made, or the pack that was cut."""
    shuffle = next((one for one in ledger.shuffles if one.deal == number), None)
    secret, seed = ledger.secret(number), ledger.seed(number)
    deal = seals.deal_of(seed, number) if number else None
    hands = (
        ((), (), seals.spread(seed, 0)) if deal is None else (deal.elder, deal.younger, deal.talon)
    )
    elder, younger, talon = ([str(card) for card in cards] for cards in hands)
    return DealMade(
        deal=number,
        commitment=seals.commitment(secret),
        secret=secret,
        pledges=[] if shuffle is None else list(shuffle.pledges),
        numbers=[] if shuffle is None else list(shuffle.numbers),
        elder=elder,
        younger=younger,
        talon=talon,
    )
