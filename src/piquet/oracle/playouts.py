"""The classic method: the same random worlds for every option, each played out by a simple rule.

A world is dealt only from cards that the seat has not seen, and kept only where it bears out the
cards, the calls and the answers; all that are kept weigh the same.  After the option under advice
both sides play by one rule, that of the level sitting opposite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from time import perf_counter
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from piquet import kernel
from piquet.actions import Action, EventKind, Kind
from piquet.base import Estimate, Seat
from piquet.combinations import courts
from piquet.oracle import weights
from piquet.oracle.advice import PARTS, Advice, Option, Parts
from piquet.oracle.belief import believe
from piquet.oracle.lots import drawn, some
from piquet.oracle.moments import Moment, after, moment
from piquet.oracle.options import discard_of, exchange_bounds, shortlist
from piquet.oracle.policies import decide, mix
from piquet.oracle.weights import CLUB, Weights
from piquet.texts import text
from piquet.view import Phase, View

__all__ = ["PLAYOUTS", "choose", "thinking"]

PLAYOUTS = 50_000
"""How many playouts each option gets."""

_Z = 1.96
_LEAST, _SHARE = 500, 2_000  # playouts between two looks at the clock: the first, the others
_TOLD = (2_000, 10_000, 25_000)  # after so many playouts a first answer is told
_SOON = (1_000, 4_000, 12_000, 25_000)  # after so many the player drops what is far behind
_FAR = 4.0  # standard errors that are far
_SPOKEN = (
    Kind.POINT,
    Kind.SEQUENCE,
    Kind.SET,
    Kind.SAY,
    Kind.GOOD,
    Kind.ASK_VALUE,
    Kind.EQUAL,
    Kind.NOT_GOOD,
)
_COURTS = courts(0xFFFFFFFF)
_ALL = 0xFFFFFFFF

Counts = NDArray[np.int16]
Masks = NDArray[np.uint32]


def thinking(
    view: View,
    *,
    playouts: int = PLAYOUTS,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 0,
    selection: Action | None = None,
    opponent: str = "club",
) -> Iterator[Advice]:
    """Yield what the playouts say, better and better, the last one finished; without reasons.

    With ``seconds`` it ends before they are over, best so far.  ``opponent`` is the level that sits
    opposite; where it is no rule player, ``club`` plays for it.

    >>> from piquet.dealing import Deal
    >>> from piquet.position import Position
    >>> from piquet.rules import Rules
    >>> view = Position(Deal.random("letter"), Rules.named("rubicon")).view(Seat.ELDER)
    >>> *_, advice = thinking(view, playouts=2000)
    >>> print(advice.best.action, advice.count, advice.opponent)
    exchange KH JH 7H QD TD 2000 club

    Raises CoreMissing where the native core is not there.
    """
    begun = perf_counter()
    table = _table(view, shortlist(view, selection), opponent, seed, threads)
    done, pace = 0, 0.0
    closing = 0.0  # seconds of summing up, for each playout
    for stop in (*(n for n in _TOLD if n < playouts), playouts):
        while done < stop:
            share = min(_SHARE if done else _LEAST, stop - done)
            if seconds is not None and done:
                # Half of what fits in the time left, so that a slower turn does not overrun it.
                left = seconds - (perf_counter() - begun) - closing * done
                fits = int(left / (pace + closing) / 2)
                if fits < min(_LEAST, share):
                    yield table.advice(done)
                    return
                share = min(share, fits)
            since = perf_counter()
            table.play(done, share)
            done += share
            pace = max(pace * 0.5, (perf_counter() - since) / share, 1e-9)
        since = perf_counter()
        advice = table.advice(done)
        closing = (perf_counter() - since) / done
        yield replace(advice, finished=done == playouts)


def choose(
    view: View, *, seed: int = 0, playouts: int = PLAYOUTS, opponent: str = "club"
) -> Action:
    """Return what the playouts rank first, for a player; what it says is the truth.

    After 1,000, 4,000, 12,000 and 25,000 playouts options are dropped that are behind the best by
    four standard errors of the paired difference; where one is left, it is chosen.
    """
    options = _honest(view)
    if len(options) == 1:
        return options[0]
    table = _table(view, options, opponent, seed, 1)
    done = 0
    for stop in (*(n for n in _SOON if n < playouts), playouts):
        table.play(done, stop - done)
        done = stop
        if len(table.keep_near(done)) == 1:
            break
    return table.advice(done).best.action


def _honest(view: View) -> tuple[Action, ...]:
    """Return what a player tries who speaks the truth: all of it, and cards only after it."""
    kinds = view.legal_actions.kinds
    if kinds[0] in _SPOKEN:
        return (decide(view, CLUB),)
    return tuple(
        action
        for action in shortlist(view)
        if action.kind is not Kind.CONCEDE or decide(view, CLUB) == action
    )


# --- playing out ----------------------------------------------------------------------------------


class _Table(Protocol):
    """Options played out in the same worlds."""

    def play(self, first: int, count: int) -> None:
        """Play so many more worlds, from the first on."""

    def advice(self, done: int) -> Advice:
        """Return what so many playouts say."""

    def keep_near(self, done: int) -> list[int]:
        """Drop the options that are far behind and return the places of the others."""


def _table(
    view: View, options: tuple[Action, ...], opponent: str, seed: int, threads: int
) -> _Table:
    missing = kernel.why_not()
    if missing:
        raise kernel.CoreMissing(missing)
    kind = _Exchange if view.phase in (Phase.EXCHANGE, Phase.SET_ASIDE) else _Rest
    return kind(view, options, opponent, seed, threads)


def _rule(name: str) -> tuple[str, Weights | None]:
    """Return the rule of a level and its name; club's for a level that is no rule player."""
    if name == "random":
        return name, None
    rule = vars(weights).get(name.upper())
    return (name, rule) if isinstance(rule, Weights) else ("club", CLUB)


@lru_cache(maxsize=16)
def _policy(rule: Weights | None) -> kernel.Policy | None:
    return None if rule is None else kernel.player(rule)


class _Options:
    """What is common to both tables: the options, who plays, and how the numbers are put."""

    def __init__(
        self, view: View, options: tuple[Action, ...], opponent: str, seed: int, threads: int
    ) -> None:
        self.view = view
        self.options = options
        self.live = list(range(len(options)))
        self.opponent, self.rule = _rule(opponent)
        self.seed = mix(seed, len(view.events), view.hand.mask)
        self.threads = threads
        self.tables = kernel.compiled(view.rules)
        policy = _policy(self.rule)
        self.players = (policy, policy)
        self.notes: tuple[str, ...] = ()

    def counted(self, done: int) -> tuple[list[Counts], NDArray[np.int64]]:
        """Return for each live option the points of its worlds, and how often each was dealt."""
        raise NotImplementedError

    def keep_near(self, done: int) -> list[int]:
        nets, times = self._nets(done)
        means = [float(net @ times) for net in nets]
        best = nets[int(np.argmax(means))]
        kept = []
        for place, net in zip(self.live, nets, strict=True):
            behind, error = _mean(net - best, times)
            if behind + _FAR * error >= 0:
                kept.append(place)
        self.live = kept
        return kept

    def _nets(self, done: int) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
        found, times = self.counted(done)
        return [_net(points, self.view.seat) for points in found], times

    def advice(self, done: int) -> Advice:
        found, times = self.counted(done)
        seat = self.view.seat
        nets = [_net(points, seat) for points in found]
        means = [_mean(net, times) for net in nets]
        order = sorted(range(len(nets)), key=lambda i: -means[i][0])
        best = nets[order[0]]
        options = []
        for i in order:
            behind, error = _mean(nets[i] - best, times)
            sums = np.tensordot(times, found[i].astype(np.int64), axes=1) / done
            options.append(
                Option(
                    action=self.options[self.live[i]],
                    net=Estimate(means[i][0], _Z * means[i][1], done),
                    value=None,
                    wins=float((nets[i] > 0) @ times) / done,
                    behind=Estimate(behind, _Z * error, done),
                    tied=i != order[0] and behind + _Z * error >= 0,
                    parts=Parts(tuple(sums[seat].tolist()), tuple(sums[seat.other].tolist())),
                )
            )
        return Advice(
            seat=seat,
            method="playouts",
            goal="points",
            options=tuple(options),
            count=done,
            listed=False,
            opponent=self.opponent,
            compared=len(options),
            notes=self.notes,
        )


def _net(points: Counts, seat: Seat) -> NDArray[np.int64]:
    sums: NDArray[np.int64] = points.sum(axis=2, dtype=np.int64)
    net: NDArray[np.int64] = sums[:, seat] - sums[:, seat.other]
    return net


def _mean(values: NDArray[np.int64], times: NDArray[np.int64]) -> tuple[float, float]:
    """Return the mean of whole numbers and its standard error; the sums are exact."""
    count = int(times.sum())
    total, squares = int(values @ times), int((values * values) @ times)
    if count < 2:
        return total / count, float("inf")
    variance = (squares - total * total / count) / (count - 1)
    return total / count, float(np.sqrt(max(variance, 0.0) / count))


class _Exchange(_Options):
    """Options of the exchange, in deals of the unseen cards."""

    def __init__(
        self, view: View, options: tuple[Action, ...], opponent: str, seed: int, threads: int
    ) -> None:
        super().__init__(view, options, opponent, seed, threads)
        self.found: list[list[Counts]] = [[] for _ in options]
        self.claimed = {event.seat for event in view.events if event.kind is EventKind.CLAIMED}
        self.proved = 0
        for event in view.events:
            if event.kind is EventKind.BLANCHE_SHOWN and event.seat is not view.seat:
                self.proved = event.cards or 0

    def play(self, first: int, count: int) -> None:
        others, talons = self._deals(first, count)
        throws: dict[tuple[int, int], Masks] = {}
        for place in self.live:
            thrown, blanks = self._option(self.options[place])
            self.found[place].append(self._played(others, talons, thrown, blanks, throws, first))

    def counted(self, done: int) -> tuple[list[Counts], NDArray[np.int64]]:
        found = []
        for place in self.live:
            if len(self.found[place]) > 1:
                self.found[place] = [np.concatenate(self.found[place])]
            found.append(self.found[place][0])
        return found, np.ones(done, dtype=np.int64)

    def _deals(self, first: int, count: int) -> tuple[Masks, NDArray[np.uint8]]:
        """Return hands dealt to the other side, and talons; blanks as far as they were claimed."""
        view = self.view
        other = view.seat.other
        within = _ALL
        if self.proved:
            within = self.proved
        elif other in self.claimed:
            within = _ALL & ~_COURTS
        others, talons = kernel.deal_unseen(
            view.hand.mask,
            within,
            seed=self.seed,
            first=first,
            count=count,
            threads=self.threads,
        )
        if view.rules.cb_claim != "optional" and other not in self.claimed:
            self._deal_courts(others, talons, first)
        return others, talons

    def _deal_courts(self, others: Masks, talons: NDArray[np.uint8], first: int) -> None:
        """Deal again where the other side would have had to claim a carte blanche."""
        for i in np.flatnonzero((others & np.uint32(_COURTS)) == 0).tolist():
            again = 1
            while not int(others[i]) & _COURTS:
                one, talon = kernel.deal_unseen(
                    self.view.hand.mask,
                    _ALL,
                    seed=mix(self.seed, first + i, again),
                    count=1,
                )
                others[i], talons[8 * i : 8 * i + 8] = one[0], talon
                again += 1

    def _option(self, action: Action) -> tuple[int, bool]:
        """Return what is thrown, and whether the blank held counts."""
        if action.kind is not Kind.CARTE_BLANCHE:
            return action.payload, self.view.seat in self.claimed
        if action.number:
            return discard_of(self.view, action.number, action.number), True
        return discard_of(self.view, *exchange_bounds(self.view)), True

    def _played(
        self,
        others: Masks,
        talons: NDArray[np.uint8],
        thrown: int,
        claims: bool,
        throws: dict[tuple[int, int], Masks],
        first: int,
    ) -> Counts:
        view = self.view
        me, other = view.seat, view.seat.other
        fewest, most = self._limits(thrown.bit_count())
        if (fewest, most) not in throws:
            throws[fewest, most] = kernel.throws_of(
                self.players[other],
                other,
                others,
                fewest,
                most,
                seed=mix(self.seed, 1, first),
                threads=self.threads,
            )
        mine, theirs = np.uint32(thrown), throws[fewest, most]
        blanks = [False, False]
        blanks[me] = claims
        blanks[other] = other in self.claimed or (
            view.rules.cb_claim == "optional" and other is Seat.YOUNGER
        )
        elder = me is Seat.ELDER
        return kernel.roll_deals(
            self.tables,
            self.players,
            view.hand.mask if elder else others,
            others if elder else view.hand.mask,
            talons,
            int(mine) if elder else theirs,
            theirs if elder else int(mine),
            blanks=(blanks[0], blanks[1]),
            seed=mix(self.seed, 2, first),
            threads=self.threads,
        )

    def _limits(self, mine: int) -> tuple[int, int]:
        """Return how many cards the other side exchanges: as many as it did, or as it likes."""
        view = self.view
        for event in view.events:
            if event.seat is not view.seat and event.kind in (
                EventKind.DISCARDED,
                EventKind.SET_ASIDE,
            ):
                return event.number, event.number
            if event.kind is EventKind.CLAIMED and event.seat is not view.seat and event.number:
                return event.number, event.number
        return view.rules.younger_min, 8 - mine


class _Rest(_Options):
    """Options after the exchange, in the hands that the other side may hold."""

    def __init__(
        self, view: View, options: tuple[Action, ...], opponent: str, seed: int, threads: int
    ) -> None:
        super().__init__(view, options, opponent, seed, threads)
        belief = believe(view, soft=False, seed=seed)
        if not belief.fits:
            self.notes = (text("oracle.note.no_fit"),)
        self.worlds = np.ascontiguousarray(belief.kept)
        self.thrown, self.left = self._places(self.worlds)
        # Where the players never slip a world dealt again is played the same again.
        self.sure = self.rule is not None and not self.rule.slip
        stands = moment(view)
        self.moments = [after(view, stands, action) for action in options]
        size = len(self.worlds)
        self.times = np.zeros(size, dtype=np.int64)
        self.known = np.zeros(size, dtype=bool)
        self.points: list[Counts] = [
            np.zeros((size, 2, len(PARTS)), dtype=np.int16) if self.sure else _NOTHING
            for _ in options
        ]

    def _places(self, kept: Masks) -> tuple[Masks, Masks]:
        """Return what the other side threw and what was left of the talon, in each world."""
        view = self.view
        taken = view.taken[view.seat.other] or 0
        if not taken and view.taken[view.seat] is None:
            return np.zeros_like(kept), np.zeros_like(kept)
        known = view.seen.mask & ~view.rest.mask
        rest = np.uint32(_ALL & ~known & ~view.left.mask) & ~kept
        for event in view.events:
            if event.kind is EventKind.BLANCHE_SHOWN and event.seat is not view.seat:
                thrown = np.uint32(event.cards or 0) & ~kept
                return thrown, rest & ~thrown
        free = rest & ~np.uint32(view.rest.mask)
        thrown = some(free, taken, mix(self.seed, 5))
        return thrown, rest & ~thrown

    def play(self, first: int, count: int) -> None:
        worlds = drawn(self.seed, first, count, len(self.worlds))
        if not self.sure:
            for place in self.live:
                new = self._played(self.moments[place], worlds, first)
                self.points[place] = np.concatenate((self.points[place], new))
            return
        self.times += np.bincount(worlds, minlength=len(self.worlds))
        fresh = np.flatnonzero((self.times > 0) & ~self.known)
        self.known[fresh] = True
        if len(fresh):
            for place in self.live:
                self.points[place][fresh] = self._played(self.moments[place], fresh, 0)

    def counted(self, done: int) -> tuple[list[Counts], NDArray[np.int64]]:
        if not self.sure:
            return [self.points[place] for place in self.live], np.ones(done, dtype=np.int64)
        dealt = np.flatnonzero(self.times)
        return [self.points[place][dealt] for place in self.live], self.times[dealt]

    def _played(self, stands: Moment, which: NDArray[np.intp], first: int) -> Counts:
        view = self.view
        kept, thrown, left = self.worlds[which], self.thrown[which], self.left[which]
        mine, gone = view.kept.mask, view.discards.mask
        elder = view.seat is Seat.ELDER
        return kernel.roll_rest(
            self.tables,
            self.players,
            mine if elder else kept,
            kept if elder else mine,
            gone if elder else thrown,
            thrown if elder else gone,
            left if stands.looks else 0,
            np.array(stands.played, dtype=np.uint8),
            says=stands.says,
            settled=stands.settled,
            gone=stands.gone,
            concedes=stands.concedes,
            seed=mix(self.seed, 3, first),
            threads=self.threads,
        )


_NOTHING: Counts = np.zeros((0, 2, len(PARTS)), dtype=np.int16)
