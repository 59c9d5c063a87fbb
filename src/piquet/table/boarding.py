"""The board editor's part of the server: a position read and judged, and the Oracle asked of it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet.base import Illegal, PiquetError, Seat, Unreadable
from piquet.cards import CardSet
from piquet.oracle.typed import turns, view_of
from piquet.table import advising
from piquet.table.guard import Rate
from piquet.table.laying import (
    PLACES,
    Board,
    Fault,
    filled,
    link_fields,
    read_fields,
    wanting,
)
from piquet.table.protocol import Message
from piquet.table.rooms import Rooms
from piquet.table.service import Service
from piquet.table.told import AdviceTold
from piquet.table.web import Gate, body, peer, told
from piquet.table.workers import Question, bare, oracle_missing
from piquet.texts import text
from piquet.view import View

__all__ = ["BoardAsked", "BoardTold", "board_told", "routes"]

_LEVEL = "club"  # who plays both sides where the Oracle counts by playing out
# Faults that the typed words of a terminal name by its options, told for the board.
_OWN_WORDS = (
    "typed_hand",
    "typed_thrown",
    "typed_looked",
    "typed_looked_number",
    "typed_played_thrown",
    "typed_not_yours",
    "typed_taken_missing",
    "typed_taken_early",
    "typed_blank",
)

Line = Annotated[str, Meta(max_length=400)]


class BoardAsked(Message):
    """``POST /api/board``: a position as it is typed, or by its link, which then says all.

    Cards are written as everywhere; ``scores`` are "ELDER-YOUNGER", ``took`` "ELDER-YOUNGER" in
    numbers of cards, each may be empty.  ``fill`` lays out the rest of the pack at random.
    """

    link: Annotated[str, Meta(max_length=2000)] = ""
    elder: Line = ""
    younger: Line = ""
    talon: Line = ""
    elder_thrown: Line = ""
    younger_thrown: Line = ""
    seat: Line = "elder"
    stage: Line = "exchange"
    rules: Annotated[str, Meta(max_length=3000)] = "rubicon"
    scores: Line = "-"
    left: Line = ""
    took: Line = "-"
    looked: Line = ""
    said: Annotated[str, Meta(max_length=500)] = ""
    played: Line = ""
    hide: Line = ""
    fill: bool = False


class OracleAsked(BoardAsked):
    """``POST /api/board/ask``: the same, and how the Oracle is to count."""

    id: Annotated[str, Meta(min_length=1, max_length=64)] = "board"
    method: Literal["exact", "playouts"] = "exact"
    goal: Literal["partie", "points"] = "partie"


class FaultTold(Message):
    """What is wrong with a place or another field."""

    place: str
    words: str


class PlaceTold(Message):
    """A place of the board: its cards in order, as one types them; whether they lie face down."""

    name: str
    words: str
    cards: list[str]
    text: str
    most: int
    hidden: bool


class PlayTold(Message):
    """A card that has been played, and by which seat."""

    seat: str
    card: str


class BoardTold(Message):
    """A position read: where every card lies, what is wrong, and what can be done with it.

    ``link`` follows ``#/board/``; ``code`` is there where it is a whole deal; ``why`` says why the
    Oracle cannot be asked, ``moment`` what it would decide.
    """

    places: list[PlaceTold]
    pack: list[str]
    seat: str
    stage: str
    rules: str
    name: str
    scores: str
    left: str
    took: str
    looked: str
    said: str
    played: str
    plays: list[PlayTold]
    hide: str
    faults: list[FaultTold]
    wanting: str
    link: str
    quote: str
    code: str
    ready: bool
    why: str
    moment: str
    methods: list[str]


def _read(asked: BoardAsked) -> tuple[Board, list[Fault], dict[str, str]]:
    """Return the position, what is wrong with it, and the fields as they were typed."""
    if asked.link:
        fields = link_fields(asked.link)
    else:
        fields = {name: getattr(asked, name) for name in (*PLACES, *_OTHERS)}
    board, faults = read_fields(fields)
    return board, faults, fields


_OTHERS = (
    "seat",
    "stage",
    "rules",
    "scores",
    "left",
    "took",
    "looked",
    "said",
    "played",
    "hide",
)


def board_told(asked: BoardAsked, bars: str = "") -> BoardTold:
    """Return what a position holds, with what is wrong; ``bars`` is why no Oracle can be asked.

    >>> board_told(BoardAsked(elder="SAK HQ", talon="HQ")).faults[0].place
    'talon'

    Raises Unreadable for a link that is none, Illegal where what lies there cannot be filled up.
    """
    board, faults, typed = _read(asked)
    if asked.fill:
        if faults:
            raise Illegal("board_fault", why=faults[0].words)
        board, typed = filled(board), {}
    why, moment = bars, ""
    if faults:
        why = faults[0].words
    else:
        try:
            view = _view(board)
            moment = _moment(view, board.seat)
        except PiquetError as error:
            why = str(error)
    wrong = {fault.place for fault in faults}
    deal = None if faults else board.deal
    return BoardTold(
        places=[
            _place(board, place, typed.get(place, "") if place in wrong else "") for place in PLACES
        ],
        pack=[str(card) for card in board.pack],
        seat=str(board.seat),
        stage=board.stage,
        rules=str(board.rules),
        name=board.rules.name,
        scores="-" if board.scores is None else "-".join(map(str, board.scores)),
        left="" if board.left is None else str(board.left),
        took="-".join("" if number is None else str(number) for number in board.took),
        looked=_shown("looked", board, typed, wrong),
        said=typed.get("said", "") if "said" in wrong else ", ".join(board.said),
        played=_shown("played", board, typed, wrong),
        plays=[PlayTold(str(seat), str(card)) for seat, card, _ in turns(board.played)],
        hide="" if board.hide is None else str(board.hide),
        faults=[FaultTold(*fault) for fault in faults],
        wanting=wanting(board),
        link=board.link,
        quote=board.quoted(),
        code="" if deal is None or board.hidden else deal.code,
        ready=not why,
        why=why,
        moment=moment,
        methods=["exact", "playouts"],
    )


def _shown(name: str, board: Board, typed: dict[str, str], wrong: set[str]) -> str:
    if name in wrong:
        return typed.get(name, "")
    return " ".join(map(str, board.cards(name)))


def _place(board: Board, place: str, typed: str) -> PlaceTold:
    cards = board.cards(place)
    ordered = place == "talon"
    plain = " ".join(map(str, cards)) if ordered else str(CardSet.of(*cards)) if cards else ""
    most = {"elder": 12, "younger": 12, "elder_thrown": board.rules.elder_max}.get(place, 8)
    return PlaceTold(
        name=place,
        words=text(f"table.board.place.{place}"),
        cards=[str(card) for card in (cards if ordered else CardSet.of(*cards))],
        text=typed or plain,
        most=most,
        hidden=place in board.hidden,
    )


def _view(board: Board) -> View:
    """Return what the seat that is looked at knows, with a decision of its own.

    Raises Illegal or Unreadable with what stands against it.
    """
    try:
        view = view_of(board.typed())
    except PiquetError as error:
        if error.code in _OWN_WORDS:
            raise Illegal(f"board_{error.code}", **error.values) from None
        raise
    if view.to_move is not board.seat:
        who = text(f"seats.{board.seat}")
        phase = text(f"oracle.phase.{view.phase}")
        raise Illegal("board_not_due", who=who, phase=phase)
    if len(view.legal_actions) < 2:
        raise Illegal("board_no_choice", who=text(f"seats.{board.seat}"))
    return view


def _moment(view: View, seat: Seat) -> str:
    phase = text(f"oracle.phase.{view.phase}")
    return text("table.board.moment", who=text(f"seats.{seat}"), phase=phase)


def routes(service: Service, rooms: Rooms, closed: Gate) -> list[BaseRoute]:
    """Return the addresses of the board editor."""
    asking = Rate(60, 60.0)

    def bars() -> str:
        if oracle_missing():
            return text("table.oracle.missing")
        if service.solved.core.state in ("missing", "failed"):
            return text("table.oracle.no_core")
        return text("table.oracle.waits") if service.solved.core.state == "building" else ""

    async def board(request: Request) -> Response:
        asked = await body(request, BoardAsked)
        return told(await asyncio.to_thread(board_told, asked, bars()))

    async def ask(request: Request) -> Response:
        asked = await body(request, OracleAsked)
        if bars():
            raise Illegal("board_fault", why=bars())
        if not asking.take(peer(request)):
            raise Unreadable("too_often")
        laid, faults, _ = _read(asked)
        if faults:
            raise Illegal("board_fault", why=faults[0].words)
        view = await asyncio.to_thread(_view, laid)
        return told(await _advice(asked, view))

    async def _advice(asked: OracleAsked, view: View) -> AdviceTold:
        question = Question(bare(view), asked.method, asked.goal, None, _LEVEL)
        last = None
        try:
            async for advice, chances in service.thinkers.ask(question):
                last = advising.told(advice, view, asked.id, 0, None, chances)
        except TimeoutError:
            raise Unreadable("oracle_late") from None
        except RuntimeError as error:
            raise Unreadable("oracle_failed", why=error) from None
        if last is None:
            raise Unreadable("oracle_late")
        return last

    return [
        Route("/api/board", closed(board), methods=["POST"]),
        Route("/api/board/ask", closed(ask), methods=["POST"]),
    ]
