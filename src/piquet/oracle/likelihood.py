"""Worlds in arrays: listed or drawn by lot, weighed by what was exchanged, said and played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from piquet import kernel
from piquet.actions import Event, EventKind
from piquet.oracle.evidence import Bounds, Cards, Evidence, Reply, Word, runs_code
from piquet.oracle.habit import SUNK, UNIFORM, habit
from piquet.oracle.memory import suit_of
from piquet.oracle.replies import likelihood
from piquet.rules import Rules
from piquet.tables import tables
from piquet.view import View

__all__ = ["Base", "Heard", "Weighed", "base", "heard", "mask", "places", "shrinking", "weigh"]

Masks = NDArray[np.uint32]
Weights = NDArray[np.float64]
Truths = NDArray[np.bool_]

SAMPLED = 500
"""How many worlds are drawn by lot where they are not listed."""

TERMS = 500_000
"""How many terms of an exchange's likelihood are summed one by one: a few milliseconds."""

_CATEGORIES = (2, 3, 4)


class Base(NamedTuple):
    """The worlds that the cards alone allow: the twelve cards, and how likely the exchange is.

    ``thrown`` are the discards of each world, where they are known with the world.  The weights
    have a mean of 1.
    """

    kept: Masks
    weights: Weights
    thrown: Masks | None
    listed: bool


class Heard(NamedTuple):
    """What the words make of the worlds: how likely each is, and whether all may be at face."""

    factors: Weights
    face: Truths


def mask(cards: int) -> np.uint32:
    """Return cards as a number that arrays of hands can be combined with."""
    return np.uint32(cards & 0xFFFFFFFF)


def total(weights: Weights) -> float:
    """Return the sum of weights, added one after the other so that it is the same everywhere."""
    return float(np.add.accumulate(weights)[-1]) if len(weights) else 0.0


def _size(hands: Masks) -> NDArray[np.uint8]:
    """Return how many cards each hand has."""
    counts = np.zeros(len(hands), dtype=np.uint8)
    for shift in (0, 8, 16, 24):
        counts += _COUNTS[hands >> np.uint32(shift) & np.uint32(0xFF)]
    return counts


_COUNTS = np.array([byte.bit_count() for byte in range(256)], dtype=np.uint8)


# --- the cards alone ----------------------------------------------------------------------------


@lru_cache(maxsize=8)
def base(cards: Cards, seed: int) -> Base:
    """Return the worlds that the cards alone allow, with the likelihood of the exchange."""
    if cards.taken is None:
        return _undealt(cards, seed)
    if cards.dealt:
        return _from_blank(cards)
    if not cards.own:
        kept, thrown, weights = kernel.sample_exchanged(
            habit(),
            cards.pool,
            thrown=cards.taken,
            fewest=cards.fewest,
            most=cards.most,
            barred=cards.barred,
            needed=cards.needed,
            seed=seed,
            count=SAMPLED,
        )
        return Base(kept, _mixed(weights), thrown, listed=False)
    size, drawn, out = 12 - cards.of_rest, cards.taken - cards.of_rest, cards.taken
    number = cards.pool.bit_count()
    terms = comb(number, size) * comb(size, drawn) * comb(number - size, out)
    hands, weights = kernel.exchanged(
        habit(),
        cards.pool,
        size,
        drawn=drawn,
        thrown=out,
        fewest=cards.fewest,
        most=cards.most,
        barred=cards.barred,
        needed=cards.needed,
        exact=terms <= TERMS,
    )
    if cards.barred:
        possible = _size(hands & mask(cards.barred)) <= drawn
        hands, weights = hands[possible], weights[possible]
    if cards.needed and not cards.taken:
        possible = hands & mask(cards.needed) != 0
        hands, weights = hands[possible], weights[possible]
    return _with_rest(cards, hands, weights)


def _undealt(cards: Cards, seed: int) -> Base:
    """Return the worlds of a side that has not exchanged, or of an exchange that is not known."""
    thrown = None
    listed = bool(cards.own or cards.talked or cards.dealt)
    if cards.dealt:
        hands = np.array([cards.dealt], dtype=np.uint32)
    elif listed:
        hands = _subsets(cards.pool & ~cards.barred, 12)
    else:
        pool = cards.pool & ~cards.barred
        hands, _, _ = kernel.sample_exchanged(
            habit(), pool, thrown=0, fewest=0, most=0, seed=seed, count=SAMPLED
        )
        thrown = np.zeros(SAMPLED, dtype=np.uint32)
    if cards.needed:
        hands = hands[hands & mask(cards.needed) != 0]
        thrown = None if thrown is None else thrown[: len(hands)]
    return Base(hands, np.ones(len(hands)), thrown, listed)


def _from_blank(cards: Cards) -> Base:
    """Return the worlds after the exchange of a hand that was shown as a carte blanche."""
    assert cards.taken is not None
    held = _subsets(cards.dealt, 12 - cards.taken)
    drawn = _subsets(cards.pool & ~cards.dealt, cards.taken - cards.of_rest)
    worth = np.array([habit().worth(int(hand)) for hand in held], dtype=np.int64)
    likely = _FADE[np.minimum(worth.max() - worth, len(_FADE) - 1)]
    hands = (held[:, None] | drawn[None, :]).ravel()
    return _with_rest(cards, hands, np.repeat(likely, len(drawn)))


_FADE = np.multiply.accumulate(np.full(4096, 64.0 / 65.0))


def _subsets(cards: int, size: int) -> Masks:
    """Return all parts of so many of some cards, in rising order."""
    hands, _, _ = kernel.worlds(kernel.compiled(Rules()), cards, size)
    return hands


def _with_rest(cards: Cards, hands: Masks, weights: Weights) -> Base:
    """Add the cards that elder looked at and younger has drawn."""
    if cards.rest:
        parts = _subsets(cards.rest, cards.of_rest)
        hands = (parts[:, None] | hands[None, :]).ravel()
        weights = np.tile(weights, len(parts))
    return Base(hands, _mixed(weights), None, listed=True)


def _mixed(weights: Weights) -> Weights:
    """Return weights of mean 1, a part of each uniform."""
    mean = total(weights) / len(weights)
    if mean <= 0:
        return np.ones(len(weights))
    return weights / mean * (1 - UNIFORM) + UNIFORM


# --- words --------------------------------------------------------------------------------------


class _Looks(NamedTuple):
    """Tables by the eight cards of a suit: strengths and runs."""

    point: NDArray[np.int32]
    sequence: NDArray[np.int32]
    runs: NDArray[np.int32]


@lru_cache(maxsize=16)
def _looks(rules: Rules) -> _Looks:
    made = tables(rules)
    return _Looks(
        np.array(made.point_strength, dtype=np.int32),
        np.array(made.sequence_strength, dtype=np.int32),
        np.array([_runs(held) for held in range(256)], dtype=np.int32),
    )


def _runs(held: int) -> int:
    """Return the code of the runs of a suit."""
    lengths = [len(run) for run in format(held, "08b").split("0") if len(run) > 2]
    return runs_code(lengths)


class _Features:
    """What is asked of the twelve cards of each world, worked out when it is first asked."""

    def __init__(self, kept: Masks, rules: Rules) -> None:
        self._kept = kept
        self._rules = rules
        self._known: dict[str, NDArray[np.int32]] = {}

    def __getitem__(self, name: str) -> NDArray[np.int32]:
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str) -> NDArray[np.int32]:
        kept, looks = self._kept, _looks(self._rules)
        if name.startswith("of"):
            ranked = kept >> np.uint32(int(name[2:])) & mask(0x01010101)
            return (ranked * mask(0x01010101) >> np.uint32(24)).astype(np.int32)
        if name in ("sets", "set"):
            return self._sets(best=name == "set")
        suits = [kept >> np.uint32(shift) & np.uint32(255) for shift in (0, 8, 16, 24)]
        found = np.zeros(len(kept), dtype=np.int32)
        for suit in suits:
            if name == "runs":
                found += looks.runs[suit]
            else:
                strength = looks.point if name == "point" else looks.sequence
                np.maximum(found, strength[suit], out=found)
        return found

    def _sets(self, *, best: bool) -> NDArray[np.int32]:
        found = np.zeros(len(self._kept), dtype=np.int32)
        for rank in range(3, 8):
            held = self[f"of{rank}"]
            made = held >= 3
            if best:
                found = np.maximum(found, np.where(made, held << 8 | rank, 0))
            else:
                found += np.where(made, held - 2 << 2 * (rank - 3), 0)
        return found.astype(np.int32)


def _all_true(tests: tuple[Bounds, ...], features: _Features, number: int) -> Truths:
    truth = np.ones(number, dtype=np.bool_)
    for test in tests:
        value = features[test.feature]
        truth &= (value >= test.low) & (value <= test.high)
    return truth


@lru_cache(maxsize=8)
def _features(cards: Cards, rules: Rules, seed: int) -> _Features:
    return _Features(base(cards, seed).kept, rules)


@lru_cache(maxsize=16)
def heard(cards: Cards, words: tuple[Word, ...], rules: Rules, seed: int) -> Heard:
    """Return what the words make of the worlds that the cards allow.

    A category in which something said or unsaid is not the whole truth was sunk in: that happens
    with a chance of SUNK.  What could not be said at all weighs nothing.
    """
    features = _features(cards, rules, seed)
    number = len(base(cards, seed).kept)
    factors = np.ones(number)
    every = np.ones(number, dtype=np.bool_)
    for category in _CATEGORIES:
        face = np.ones(number, dtype=np.bool_)
        spoken = [word for word in words if word.category == category]
        for word in spoken:
            face &= _all_true(word.face, features, number)
            if word.bound:
                factors *= _all_true(word.bound, features, number)
        if spoken:
            factors *= np.where(face, 1 - SUNK, SUNK)
            every &= face
    return Heard(factors, every)


# --- the whole ----------------------------------------------------------------------------------


def _fitting(kept: Masks, evidence: Evidence) -> Truths:
    """Tell which worlds the cards shown and played since the exchange allow."""
    certain = mask(evidence.certain | evidence.played)
    fits: Truths = kept & certain == certain
    if evidence.void:
        fits &= kept & mask(evidence.void & ~evidence.played) == 0
    if evidence.named:
        fits &= kept & mask(evidence.named & ~evidence.played) != 0
    return fits


class Weighed(NamedTuple):
    """The worlds left, their weights, and what these are made of; see ``Belief``."""

    chosen: NDArray[np.intp]
    weights: Weights
    parts: tuple[Weights, Weights, Weights]
    possible: int
    fits: bool


def weigh(made: Base, told: Heard, evidence: Evidence, soft: bool, seed: int) -> Weighed:
    """Return the worlds that fit, or else all that the cards allow, with weights of sum 1."""
    allowed = _fitting(made.kept, evidence)
    fits = allowed & (told.factors > 0 if soft else told.face)
    some = bool(fits.any())
    chosen = np.flatnonzero(fits if some else allowed)
    even = np.ones(len(chosen))
    parts = even, even, even
    if soft:
        played = _replied(evidence.cards, evidence.replies, seed)
        said = told.factors[chosen] if some else even
        parts = made.weights[chosen], said, played[chosen]
    weights = parts[0] * parts[1] * parts[2]
    return Weighed(chosen, weights / total(weights), parts, int(allowed.sum()), some)


@lru_cache(maxsize=32)
def _replied(cards: Cards, replies: tuple[Reply, ...], seed: int) -> Weights:
    """Return how likely each world is to have played so; 1 for those that could not have."""
    kept = base(cards, seed).kept
    if not replies:
        return np.ones(len(kept))
    *before, last = replies
    factors = _replied(cards, tuple(before), seed).copy()
    held = mask(last.card)
    able = np.flatnonzero(kept & held == held)
    factors[able] *= likelihood(last, kept[able] & ~mask(last.gone))
    return factors


def shrinking(kept: Masks, evidence: Evidence, view: View) -> Iterator[tuple[Event | None, int]]:
    """Yield what was heard or seen, and how many worlds fit all of it so far."""
    features = _Features(kept, view.rules)
    number = len(kept)
    left = np.ones(number, dtype=np.bool_)
    yield None, number
    other = view.seat.other
    led = played = 0
    for place, event in enumerate(view.events):
        words = [word for word in evidence.words if word.place == place]
        facts = np.ones(number, dtype=np.bool_)
        cards = event.cards or 0
        if event.kind is EventKind.PLAYED:
            if event.seat is other:
                played |= cards
                facts = _fitting(kept, _seen(evidence, cards, led, played))
            led = 0 if led else cards
        elif event.kind is EventKind.SHOWN and event.seat is other:
            facts = _fitting(kept, _seen(evidence, cards, 0, played))
        elif not words:
            continue
        face = left & facts
        bound = left & facts
        for word in words:
            face &= _all_true(word.face, features, number)
            bound &= _all_true(word.bound, features, number)
        for better in (face, bound, left & facts):
            if better.any():
                left = better
                break
        yield event, int(left.sum())


def _seen(evidence: Evidence, certain: int, led: int, played: int) -> Evidence:
    void = suit_of(led) if led and not certain & suit_of(led) else 0
    return evidence._replace(certain=certain, played=played, void=void, named=0)


def places(
    cards: Cards, hands: Masks, kept: Masks, thrown: Masks | None, weights: Weights
) -> Weights:
    """Return the chance of each card in hand, discards or talon."""
    found = np.zeros((32, 3))
    left = cards.pool.bit_count() - (12 - cards.of_rest)
    share = (cards.taken or 0) / left if left else 0.0
    for card in range(32):
        bit = mask(1 << card)
        if cards.left & 1 << card:
            found[card] = 0, 0, 1
        if not (cards.pool | cards.rest) & 1 << card:
            continue
        held = total(weights * (hands & bit != 0))
        away = total(weights * (kept & bit == 0))
        if thrown is not None:
            out = total(weights * (thrown & bit != 0))
        else:
            out = away * share if cards.pool & 1 << card else 0.0
        found[card] = held, out, away - out
    return found
