"""The pictures of docs/friends.md: one moment of a deal between friends, from both seats.

    PYTHONPATH=src:tests python -m browser.pictures docs/img

The cards are always the same ones; both pages are open at once, as two friends have them.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from table.test_sharing import between_friends

from browser.conftest import _ARGUMENTS, _CHROMIUM
from browser.driving import Seat
from browser.screens import until
from browser.serving import Server
from piquet.table.entries import Seated
from piquet.table.friends import digest
from piquet.table.ledger import Ledger

_TOKEN = "B" * 43
_WEBP = """async (picture) => {
  const shown = new Image();
  shown.src = `data:image/png;base64,${picture}`;
  await shown.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [shown.width, shown.height];
  canvas.getContext("2d").drawImage(shown, 0, 0);
  return canvas.toDataURL("image/webp", 0.9);
}"""


def _moment(ledger: Ledger) -> bool:
    """Whether elder, in the second deal, has led to the fifth trick."""
    moment = ledger.partie.position
    return (
        ledger.number == 2
        and moment is not None
        and sum(moment.tricks) == 4
        and ledger.view(ledger.person("you")).led is not None
    )


def main(folder: Path) -> None:
    """Write both pictures."""
    _, entries = between_friends(deals=2)
    entries = [
        Seated(1, "B", digest(_TOKEN)) if isinstance(entry, Seated) and entry.person else entry
        for entry in until(entries, _moment)
    ]
    with tempfile.TemporaryDirectory() as data, sync_playwright() as play:
        server = Server(Path(data) / "data", Path(data) / "cache")
        server.settle()
        partie = server.keep(entries)
        chromium = play.chromium.launch(executable_path=_CHROMIUM, args=list(_ARGUMENTS))
        host, guest = Seat(chromium, server), Seat(chromium, server, enter=False)
        host.page.goto(f"{server.origin}/#/table/{partie}")
        guest.page.goto(f"{server.origin}/join/{partie}#seat.{_TOKEN}")
        for seat in (host, guest):
            seat.page.wait_for_selector("piquet-hand .card")
            seat.page.wait_for_selector(".friend-words:empty", state="attached")
            seat.page.wait_for_selector(".core-words:empty", state="attached", timeout=120_000)
            seat.js("document.activeElement.blur()")
        blank = chromium.new_page()
        for name, seat in (("a", host), ("b", guest)):
            shot = base64.b64encode(seat.page.screenshot()).decode()
            written = blank.evaluate(_WEBP, shot).partition(",")[2]
            (folder / f"friends-{name}.webp").write_bytes(base64.b64decode(written))
        for seat in (host, guest):
            seat.leave()
        chromium.close()
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
