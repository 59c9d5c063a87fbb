"""What stands beside the tables: to learn, to look back, to count for real cards, to set up."""

from __future__ import annotations

from starlette.routing import BaseRoute

from piquet.table import (
    boarding,
    drilling,
    guiding,
    learning,
    library,
    luck,
    pad,
    reviewing,
    shares,
)
from piquet.table.rooms import Rooms
from piquet.table.service import Service
from piquet.table.web import Gate

__all__ = ["routes"]


def routes(service: Service, rooms: Rooms, closed: Gate) -> list[BaseRoute]:
    """Return what can be asked for beside the tables; ``closed`` guards each."""
    return [
        *boarding.routes(service, rooms, closed),
        *drilling.routes(service, rooms, closed),
        *guiding.routes(service, rooms, closed),
        *learning.routes(service, rooms, closed),
        *library.routes(service, rooms, closed),
        *luck.routes(service, rooms, closed),
        *pad.routes(service, rooms, closed),
        *reviewing.routes(service, rooms, closed),
        *shares.routes(service, rooms, closed),
    ]
