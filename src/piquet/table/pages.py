"""The files of the page: read once, compressed once, found again by what is in them."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from piquet.texts import text

__all__ = ["Pages", "nowhere"]

_TYPES = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_NOWHERE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/style/base.css">
<link rel="stylesheet" href="/static/style/pages.css">
</head>
<body>
<main class="closed">
<h1>{title}</h1>
<p class="lead">{words}</p>
<a class="button" href="/">{back}</a>
</main>
</body>
</html>
"""
_SMALL = 500  # bytes below which compressing is not worth it


@dataclass(frozen=True)
class _File:
    stamp: tuple[int, int]
    body: bytes
    packed: bytes
    tag: str
    kind: str


class Pages:
    """The folder of the page's files; nothing outside of it is ever served."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._files: dict[Path, _File] = {}

    def _read(self, name: str) -> _File | None:
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder) or not path.is_file():
            return None
        state = path.stat()
        stamp = (state.st_mtime_ns, state.st_size)
        known = self._files.get(path)
        if known is None or known.stamp != stamp:
            body = path.read_bytes()
            guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            known = _File(
                stamp,
                body,
                gzip.compress(body, 9, mtime=0) if len(body) > _SMALL else b"",
                f'"{hashlib.sha256(body).hexdigest()[:32]}"',
                _TYPES.get(path.suffix, guessed),
            )
            self._files[path] = known
        return known

    def answer(self, request: Request, name: str) -> Response | None:
        """Return a file as it is asked for, None where there is none.

        The browser keeps it and asks each time whether it is still the same.
        """
        try:
            file = self._read(name)
        except (OSError, ValueError):
            return None
        if file is None:
            return None
        headers = {
            "etag": file.tag,
            "cache-control": "no-cache",
            "vary": "accept-encoding",
            "content-type": file.kind,
        }
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        packs = "gzip" in request.headers.get("accept-encoding", "")
        if file.packed and packs:
            return Response(file.packed, headers={**headers, "content-encoding": "gzip"})
        return Response(file.body, headers=headers)


def nowhere() -> Response:
    """Return the page for an address at which there is nothing: it says so, and leads back.

    >>> nowhere().status_code
    404
    """
    said = {key: escape(text(f"table.nowhere.{key}")) for key in ("title", "words", "back")}
    return HTMLResponse(_NOWHERE.format(**said), 404)
