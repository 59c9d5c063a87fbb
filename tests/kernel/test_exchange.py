"""Discards weighed in common worlds: what a plain count of the same worlds gives."""

import numpy as np
import pytest

from piquet.base import Seat
from piquet.cards import CardSet
from piquet.kernel import (
    compare_discards,
    compiled,
    count_discards,
    deal_unseen,
    legal_discards,
    play_deals,
    player,
    solved,
    weigh_discards,
)
from piquet.oracle.weights import CLUB, SOUND
from piquet.rules import Rules

RUBICON = Rules.named("rubicon")
HAND = CardSet.parse("SAKQJ9 HA87 DQ9 C87")


@pytest.mark.parametrize(
    ("seat", "taken", "rules", "number"),
    [
        (Seat.ELDER, 0, "rubicon", 1585),
        (Seat.YOUNGER, 5, "rubicon", 298),
        (Seat.YOUNGER, 5, "digital", 299),
        (Seat.YOUNGER, 1, "rubicon", 3301),
        (Seat.YOUNGER, 1, "digital", 3302),
    ],
)
def test_all_discards_are_listed(seat: Seat, taken: int, rules: str, number: int) -> None:
    masks = legal_discards(Rules.named(rules), seat, HAND, taken)
    assert len(masks) == len(set(masks.tolist())) == number


def test_a_discard_is_weighed_as_it_is_counted() -> None:
    """Where no pique is at stake the difference is the same with one best line played out."""
    tables, table = compiled(RUBICON), solved(1)
    some = legal_discards(RUBICON, Seat.ELDER, HAND)[::40].copy()
    given = (tables, table, Seat.ELDER, HAND.mask, some)
    asked = {"opponent": player(CLUB), "seed": 5, "worlds": 60}
    net = weigh_discards(*given, **asked, search_pique=True)  # type: ignore[arg-type]
    both = count_discards(*given, **asked)  # type: ignore[arg-type]
    counted = both[..., 0] - both[..., 1]
    assert (net == counted).mean() > 0.9
    # A pique that is searched for is never worth less than the line that does not look for it.
    assert (net >= counted - 60).all()


def test_worlds_are_common_and_keyed_by_seed_and_index() -> None:
    tables, table, club = compiled(RUBICON), solved(1), player(CLUB)
    all_of_them = legal_discards(RUBICON, Seat.YOUNGER, HAND, 5)
    given = (tables, table, Seat.YOUNGER, HAND.mask)
    whole = weigh_discards(*given, all_of_them, taken=5, opponent=club, seed=3, worlds=50)
    for threads in (2, 8):
        again = weigh_discards(
            *given, all_of_them, taken=5, opponent=club, seed=3, worlds=50, threads=threads
        )
        assert (again == whole).all()
    part = weigh_discards(
        *given, all_of_them[7:9], taken=5, opponent=club, seed=3, first=20, worlds=10
    )
    assert (part == whole[20:30, 7:9]).all()


def test_the_ranking_is_paired_with_the_best() -> None:
    ranked = compare_discards(RUBICON, Seat.ELDER, HAND, opponent=player(CLUB), worlds=200, seed=1)
    means = [weighed.mean.value for weighed in ranked]
    assert means == sorted(means, reverse=True)
    assert (ranked[0].behind.value, ranked[0].tied) == (0.0, True)
    assert not ranked[-1].tied
    assert all(weighed.behind.value <= 0 for weighed in ranked)
    assert 0 <= ranked[0].wins <= 1
    # Nobody throws the suit of his point away.
    assert not ranked[0].cards & CardSet.parse("SAKQJ")


def test_a_utility_takes_the_place_of_the_difference() -> None:
    own = np.arange(300, dtype=np.float64)[:, None]
    some = legal_discards(RUBICON, Seat.ELDER, HAND)[-40:]
    asked = {"opponent": player(CLUB), "worlds": 40, "seed": 2, "discards": some}
    points = compare_discards(
        RUBICON,
        Seat.ELDER,
        HAND,
        utility=np.broadcast_to(own, (300, 300)),
        **asked,  # type: ignore[arg-type]
    )
    assert all(weighed.mean.value > 0 for weighed in points)


@pytest.mark.parametrize(("seat", "taken"), [(Seat.ELDER, 0), (Seat.YOUNGER, 4)])
def test_a_player_may_play_the_worlds_out_instead_of_the_table(seat: Seat, taken: int) -> None:
    """In the same worlds: what is declared there is the same, and the play is that player's."""
    rules, table, sound = compiled(RUBICON), solved(1), player(SOUND)
    some = legal_discards(RUBICON, seat, HAND, taken)[::50].copy()
    given = (rules, table, seat, HAND.mask, some)
    best = count_discards(*given, taken=taken, opponent=sound, seed=4, worlds=80)
    asked = {"taken": taken, "opponent": sound, "play": sound, "seed": 4}
    played = count_discards(*given, worlds=80, **asked)  # type: ignore[arg-type]
    assert (played[..., 0] != best[..., 0]).mean() > 0.3
    # Both sides see less than the table does, and on the whole neither gains by it.
    assert abs((played - best).mean(axis=(0, 1))).max() < 6
    again = count_discards(*given, worlds=80, threads=3, **asked)  # type: ignore[arg-type]
    assert (again == played).all()
    ranked = compare_discards(RUBICON, seat, HAND, discards=some, worlds=80, **asked)  # type: ignore[arg-type]
    net = (played[..., 0] - played[..., 1]).mean(axis=0)
    assert ranked[0].mean.value == pytest.approx(net.max())
    assert ranked[0].cards.mask == some[net.argmax()]


def test_elder_s_worlds_played_out_are_those_that_are_dealt() -> None:
    rules, sound = compiled(RUBICON), player(SOUND)
    some = legal_discards(RUBICON, Seat.ELDER, HAND)[::80].copy()
    asked = {"opponent": sound, "play": sound, "seed": 4, "worlds": 60}
    played = count_discards(rules, solved(1), 0, HAND.mask, some, **asked)  # type: ignore[arg-type]
    others, talons = deal_unseen(HAND.mask, 0xFFFFFFFF, seed=4, count=60)
    for place, thrown in enumerate(some.tolist()):
        dealt = play_deals(
            rules, (sound, sound), HAND.mask, others, talons, elder_throws=int(thrown)
        )
        assert (dealt == played[:, place]).all()


@pytest.mark.parametrize(
    ("discards", "changes", "reason"),
    [
        (np.array([1 << 3], dtype=np.uint32), {}, "not in the hand"),
        (np.array([0x3F4], dtype=np.uint32), {}, "exchanged"),
        (np.array([1 << 7], dtype=np.int64), {}, "uint32"),
        (np.array([1 << 7], dtype=np.uint32), {"taken": 9}, "taken"),
        (np.array([1 << 7], dtype=np.uint32), {"threads": -2}, "threads"),
    ],
)
def test_what_cannot_be_is_refused(
    discards: np.ndarray, changes: dict[str, int], reason: str
) -> None:
    given = {"worlds": 3, "seed": 0, **changes}
    with pytest.raises(ValueError, match=reason):
        weigh_discards(
            compiled(RUBICON),
            solved(1),
            Seat.ELDER,
            HAND.mask,
            discards,
            **given,  # type: ignore[arg-type]
        )
