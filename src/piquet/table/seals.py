"""Secrets of deals: drawn from the system, committed to, and made into cards."""

from __future__ import annotations

import hashlib
import secrets
from datetime import date

from piquet.cards import CARDS, Card
from piquet.dealing import Deal

__all__ = ["commitment", "daily", "deal_of", "fresh", "mixed", "spread"]


def fresh() -> str:
    """Return a new secret: 32 bytes from the operating system, in hexadecimal."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Return what is told of a secret before the first card: its SHA-256, in hexadecimal.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def mixed(secret: str, first: str, second: str) -> str:
    """Return the seed of a deal between friends, in hexadecimal: nobody has it by himself.

    It is the SHA-256 of the server's secret and of the numbers of the first and the second person,
    32 bytes each, one after the other.

    >>> mixed("00" * 32, "01" * 32, "02" * 32)[:16]
    '934d1dbfb88c30da'
    """
    return hashlib.sha256(bytes.fromhex(secret + first + second)).hexdigest()


def deal_of(secret: str, number: int) -> Deal:
    """Return the cards of a deal, by its secret and its number in the partie."""
    return Deal.numbered(bytes.fromhex(secret), number)


def spread(secret: str, cut: int) -> tuple[Card, ...]:
    """Return the pack as it lies spread for a cut (from 0), first place first.

    >>> len(set(spread("00" * 32, 0)))
    32
    """
    key = bytes.fromhex(secret)

    def place(card: Card) -> bytes:
        return hashlib.sha256(key + bytes((cut, card.index))).digest()

    return tuple(sorted(CARDS, key=place))


def daily(day: date) -> Deal:
    """Return the deal of a day, the same for everybody: that of the seed "2026-01-31".

    >>> daily(date(2026, 1, 31)) == Deal.random("2026-01-31")
    True
    """
    return Deal.random(day.isoformat())
