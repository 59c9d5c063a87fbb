"""Card play by the book: short, slow and plain, to be set against the core's solved table.

Nothing is merged, ordered or numbered here; only positions met twice are remembered.
"""

from functools import cache

Hand = frozenset[int]  # card numbers, 8 x suit + rank


def hand(mask: int) -> Hand:
    """Return the cards of a mask."""
    return frozenset(card for card in range(32) if mask >> card & 1)


def replies(to: int, cards: Hand) -> Hand:
    """Return what may be played to a lead: its suit, or anything where the suit is not held."""
    return frozenset(card for card in cards if card // 8 == to // 8) or cards


def takes(reply: int, lead: int) -> bool:
    """Tell whether a reply wins the trick."""
    return reply // 8 == lead // 8 and reply > lead


@cache
def value(leader: Hand, follower: Hand, z: int = 1) -> int:
    """Return 2 T + z L of the player who leads, both playing their best."""
    if not leader:
        return z
    return max(of_lead(leader - {lead}, follower, lead, z) for lead in leader)


def of_lead(leader: Hand, follower: Hand, lead: int, z: int = 1) -> int:
    """Return the same when this card is led, which the leader holds no more."""
    return min(
        of_reply(leader, follower - {reply}, lead, reply, z) for reply in replies(lead, follower)
    )


def of_reply(leader: Hand, follower: Hand, lead: int, reply: int, z: int = 1) -> int:
    """Return the same when both cards of the trick are known."""
    if takes(reply, lead):
        return 2 * len(leader) + z - value(follower, leader, z)
    return 2 + value(leader, follower, z)
