"""Deals that can be checked: made again by a verifier that knows nothing of piquet."""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
import os
import random
import secrets
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from table.served import Hand, choose, service, sit
from table.test_friends import Player, at_a_table, play

import piquet
from piquet.base import Illegal, Seat, Unreadable
from piquet.cards import CardSet
from piquet.dealing import Deal
from piquet.table import seals
from piquet.table.decoding import encode
from piquet.table.entries import Added, Begun, Ended, Pledged, Sealed, Seated
from piquet.table.fairness import transcript
from piquet.table.ledger import Ledger
from piquet.table.luck import figures
from piquet.table.rooms import Rooms
from piquet.table.shuffle import Shuffle
from piquet.table.static import verify_deals

VERIFIER = Path(piquet.__file__).parent / "table" / "static" / "verify_deals.py"
DEALS = 1000
FULL = os.environ.get("PIQUET_FULL") == "1"


def told(deals: int, friends: bool, seed: str) -> dict[str, Any]:
    """Return what would be told of the cut and some deals, made as the server makes them."""
    lots = random.Random(seed)
    made = []
    for number in range(deals + 1):
        secret, *numbers = (lots.randbytes(32).hex() for _ in range(3 if friends else 1))
        mine = {
            "deal": number,
            "commitment": seals.commitment(secret),
            "secret": secret,
            "pledges": [seals.commitment(one) for one in numbers],
            "numbers": numbers,
        }
        made.append(mine | _dealt(number, seals.mixed(secret, *numbers) if friends else secret))
    return {"partie": "test", "friends": friends, "deals": made}


def seen(made: dict[str, Any], lots: random.Random) -> dict[str, Any]:
    """Return what the browser of one of the two has seen of a deal before it was over."""
    saw: dict[str, Any] = {"commitment": made["commitment"]}
    if made["numbers"]:
        saw |= {"pledges": made["pledges"], "numbers": [lots.choice(made["numbers"])]}
    return saw | ({"cards": lots.choice([made["elder"], made["younger"]])} if made["deal"] else {})


def rigged(made: dict[str, Any], lots: random.Random) -> tuple[dict[str, Any], str]:
    """Return a deal that is sound in itself, but not the one of which a browser has seen something.

    And what the page calls that: another secret or number, one pledged twice, or no friend at all.
    """
    (other,) = told(made["deal"], bool(made["numbers"]), f"{lots.random()}")["deals"][-1:]
    swapped = {**other, "commitment": made["commitment"], "secret": made["secret"]}
    way = lots.choice(["changed", "other", "number"] if made["numbers"] else ["changed"])
    if way == "changed":
        return other, "changed"
    if way == "number":
        return {
            **swapped,
            "numbers": [],
            "pledges": [],
            **_dealt(made["deal"], made["secret"]),
        }, "number"
    numbers = swapped["numbers"]
    return swapped | _dealt(made["deal"], seals.mixed(made["secret"], *numbers)), "other"


def _dealt(number: int, seed: str) -> dict[str, list[str]]:
    """Return the cards of a deal as they are told; 0 is the pack that is cut."""
    deal = seals.deal_of(seed, number) if number else None
    hands = (
        ((), (), seals.spread(seed, 0)) if deal is None else (deal.elder, deal.younger, deal.talon)
    )
    named = zip(("elder", "younger", "talon"), hands, strict=True)
    return {name: [str(card) for card in cards] for name, cards in named}


def altered(made: dict[str, Any], lots: random.Random) -> dict[str, Any]:
    """Return a deal in which one thing is another one."""
    other = copy.deepcopy(made)
    between = ["pledges", "numbers", "pledge gone", "short"] if made["numbers"] else []
    cards = ["cards"] if made["deal"] else []
    field = lots.choice(["commitment", "secret", *between, *cards, "talon", "deal", "pledge more"])
    if field == "deal":
        other["deal"] += 1
    elif field == "pledge more":
        other["pledges"].append(seals.commitment("00" * 32))
    elif field == "pledge gone":
        del other["pledges"][lots.randrange(2)]
    elif field == "short":  # all else is as it would be with this number, which can be guessed
        number = lots.randbytes(1).hex()
        other["numbers"][1], other["pledges"][1] = number, seals.commitment(number)
        other |= _dealt(other["deal"], seals.mixed(other["secret"], *other["numbers"]))
    elif field == "cards":
        a, b = lots.randrange(12), lots.randrange(12)
        other["elder"][a], other["younger"][b] = other["younger"][b], other["elder"][a]
    elif field == "talon":
        a, b = lots.sample(range(8), 2)
        other["talon"][a], other["talon"][b] = other["talon"][b], other["talon"][a]
    else:
        holder, key = (other, field) if field in ("commitment", "secret") else (other[field], 1)
        at = lots.randrange(64)
        digit = lots.choice([one for one in "0123456789abcdef" if one != holder[key][at]])
        holder[key] = holder[key][:at] + digit + holder[key][at + 1 :]
    return other


@pytest.mark.parametrize("friends", [False, True])
def test_true_deals_are_accepted_and_altered_ones_refused(friends: bool) -> None:
    """R9: 1,000 of 1,000 accepted, 1,000 of 1,000 altered ones refused, half with two friends.

    And as many that are sound in themselves, but not what a browser has seen before.
    """
    lots = random.Random("altered")
    for made in told(DEALS // 2 - 1, friends, "fair")["deals"]:
        saw = seen(made, lots)
        assert not list(verify_deals.faults(made, friends, {}))
        assert not list(verify_deals.faults(made, friends, saw))
        assert list(verify_deals.faults(made, not friends, {}))
        assert list(verify_deals.faults(altered(made, lots), friends, {}))
        other, _ = rigged(made, lots)
        assert not list(verify_deals.faults(other, bool(other["numbers"]), {}))
        assert list(verify_deals.faults(other, friends, saw))


def test_the_verifier_is_short_and_needs_nothing_but_the_standard_library(tmp_path: Path) -> None:
    words = VERIFIER.read_text(encoding="utf-8")
    assert len(words.splitlines()) <= 80
    assert "import piquet" not in words
    assert "from piquet" not in words
    file = tmp_path / "deals.json"
    whole = told(3, True, "run")
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(file)]
    file.write_text(json.dumps(whole), encoding="utf-8")
    good = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (good.returncode, good.stdout.count("as it was committed to")) == (0, 4)
    assert "shuffled by the server and both friends" in good.stdout
    for left in (whole["deals"][:3], whole["deals"][1:], []):
        saw = {"3": {"cards": whole["deals"][3]["elder"]}}
        file.write_text(json.dumps({**whole, "deals": left, "seen": saw}), encoding="utf-8")
        less = subprocess.run(command, capture_output=True, text=True, check=False)
        assert less.returncode == 1
        assert "missing" in less.stdout + less.stderr
    whole["deals"][1]["talon"].reverse()
    file.write_text(json.dumps(whole), encoding="utf-8")
    bad = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stdout.count("do not come from these numbers")) == (1, 1)
    whole["deals"][1]["secret"] = "no digits"
    for written in (json.dumps(whole), "no deals", "{}", '{"deals": [7]}'):
        file.write_text(written, encoding="utf-8")
        none = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (none.returncode, "Traceback" in none.stderr) == (1, False)
        assert "does not tell of deals" in none.stderr


def test_nothing_is_told_before_the_partie_is_over() -> None:
    """And what is told then is what was dealt."""
    numbers = [secrets.token_hex(32) for _ in range(2)]
    ledger = Ledger.of(
        [
            Begun("rubicon", "club", ("you", "friend")),
            *(Sealed(deal, seals.fresh()) for deal in (0, 1)),
            Seated(0, "A", "aa"),
            Seated(1, "B", "bb"),
            *(Pledged(side, 0, seals.commitment(numbers[side])) for side in (0, 1)),
        ]
    )
    with pytest.raises(Illegal) as refused:
        transcript("name", ledger)
    assert refused.value.code == "deals_over"
    for side in (0, 1):
        ledger = ledger.after(Added(side, 0, numbers[side]))
    over = ledger.after(Ended(0))
    (pack,) = json.loads(encode(transcript("name", over)))["deals"]
    assert (pack["deal"], pack["numbers"], len(pack["talon"])) == (0, numbers, 32)
    assert not list(verify_deals.faults(pack, True, {}))


def test_the_seed_hangs_on_everybody() -> None:
    """Another secret, another number of either: other cards; neither knows them by himself."""
    secret, first, second = (secrets.token_hex(32) for _ in range(3))
    seeds = {
        seals.mixed(secret, first, second),
        seals.mixed(secret, second, first),
        seals.mixed(seals.fresh(), first, second),
        seals.mixed(secret, seals.fresh(), second),
        seals.mixed(secret, first, seals.fresh()),
    }
    assert len({seals.deal_of(seed, 1) for seed in seeds}) == 5


@pytest.mark.parametrize("friends", [False, True])
def test_the_seeds_of_deals_1_to_5_give_nothing_on_deal_6(
    friends: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R9: each secret is a draw of its own, told to nobody, and a deal hangs on no other one."""
    drawn: list[str] = []

    def draws(size: int) -> str:
        drawn.append(os.urandom(size).hex())
        return drawn[-1]

    monkeypatch.setattr(secrets, "token_hex", draws)
    ledgers: list[Ledger] = []

    def sixth(hand: Hand) -> bool:
        if hand.room.ledger.number < 6:
            return False
        for secret in drawn:
            assert secret.encode() not in hand.bytes
        ledgers.append(hand.room.ledger)
        return True

    async def between(rooms: Rooms, name: str, one: Player, other: Player) -> None:
        await play(one, other, sixth)

    async def alone() -> None:
        made = service(tmp_path)
        hand = await sit(made)
        while not sixth(hand):
            await hand.step(choose)
        await made.close()

    if friends:
        at_a_table(tmp_path, between)
    else:
        asyncio.run(alone())
    ledger = ledgers[0]
    kept = dict(ledger.secrets)
    assert sorted(kept) == [*range(8)]
    assert len(set(kept.values())) == 8
    assert set(kept.values()) <= set(drawn)

    def deals(secret: Callable[[int], str]) -> list[Deal]:
        made = replace(ledger, secrets=tuple((deal, secret(deal)) for deal in kept))
        return [seals.deal_of(made.seed(deal), deal) for deal in range(1, 7)]

    true = deals(lambda deal: kept[deal])
    assert true[:5] == [one.position.deal for one in ledger.partie.finished]
    others = deals(lambda deal: kept[deal] if deal == 6 else seals.fresh())
    assert [one == other for one, other in zip(true, others, strict=True)] == [False] * 5 + [True]
    sixth_anew = deals(lambda deal: seals.fresh() if deal == 6 else kept[deal])
    assert [one == other for one, other in zip(true, sixth_anew, strict=True)] == [True] * 5 + [
        False
    ]


def test_a_secret_is_256_bits_of_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """R7, and that nobody finds a secret by trying what its commitment may stand for."""
    made = {seals.fresh() for _ in range(1_000)}
    assert len(made) == 1_000
    assert {len(bytes.fromhex(one)) for one in made} == {32}
    asked: list[int] = []

    def token_hex(size: int) -> str:
        asked.append(size)
        return "5a" * size

    monkeypatch.setattr(secrets, "token_hex", token_hex)
    assert seals.fresh() == "5a" * 32
    assert asked == [32]


def test_no_number_is_told_before_both_are_pledged() -> None:
    """Whoever knew the other's number before he was bound to his own could choose the cards."""
    numbers = [secrets.token_hex(32) for _ in range(2)]
    for first in (0, 1):
        shuffle = Shuffle(1).pledged(Pledged(first, 1, seals.commitment(numbers[first])))
        with pytest.raises(Illegal) as refused:
            shuffle.added(Added(first, 1, numbers[first]))
        assert refused.value.code == "shuffle_now"
        with pytest.raises(Illegal):
            shuffle.added(Added(1 - first, 1, numbers[1 - first]))
        both = shuffle.pledged(Pledged(1 - first, 1, seals.commitment(numbers[1 - first])))
        told = both.added(Added(first, 1, numbers[first]))
        with pytest.raises(Unreadable) as other:
            told.added(Added(1 - first, 1, secrets.token_hex(32)))
        assert other.value.code == "shuffle_number"
        # Whoever pledges anew makes the other pledge anew as well; once he could know the other's
        # number he may not, or else he could go on until the cards please him.
        again = Pledged(1 - first, 1, seals.commitment(secrets.token_hex(32)))
        assert both.pledged(again).pledges[first] == ""
        with pytest.raises(Illegal) as late:
            told.pledged(again)
        assert late.value.code == "shuffle_told"
        assert told.added(Added(1 - first, 1, numbers[1 - first])).done


def test_the_cut_favours_nobody() -> None:
    """R8: whatever places are cut, one card outranks the other in 14 of 31, as the other it."""
    cuts = 100_000 if FULL else 4_000
    higher = lower = 0
    for number in range(cuts):
        pack = seals.spread(hashlib.sha256(b"cut %d" % number).hexdigest(), number % 3)
        one, other = pack[number % 32], pack[(number + 1 + number // 32 % 31) % 32]
        higher += one.rank > other.rank
        lower += one.rank < other.rank
    deviation = (cuts * 14 / 31 * 17 / 31) ** 0.5
    off = [(seen - cuts * 14 / 31) / deviation for seen in (higher, lower)]
    print(f"{cuts} cuts: {off[0]:+.2f} and {off[1]:+.2f} standard deviations")
    assert max(map(abs, off)) < 4


def test_luck_is_compared_with_what_chance_gives() -> None:
    """Figures of many deals stay within their margins, 95 times of 100 each; R36."""
    hands = []
    for number in range(2_000):
        deal = Deal.random(f"luck {number}")
        seat = Seat(number * 7 % 2)
        hands.append((seat, (deal.elder, deal.younger)[seat]))
    for figure in figures(hands):
        assert abs(figure.seen - figure.expected) < 2 * figure.margin, figure
    lucky = [(Seat.ELDER, CardSet.parse("SAKQJT9 HAKQ DAKQ"))] * 20
    assert all(
        figure.seen > figure.expected + figure.margin
        for figure in figures(lucky)
        if figure.name != "blanks"
    )
