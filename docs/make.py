"""Write docs/guide.md and docs/history.md from the guide that the page shows.

python docs/make.py           writes them
python docs/make.py --check   says which of them are old, and writes nothing
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from piquet.cards import CardSet
from piquet.rules import DEFAULT_PROFILE
from piquet.table.guidebook import CHAPTERS
from piquet.table.guiding import ChapterTold, ExampleTold, PointTold, chapter, example
from piquet.table.naming import Writing

HERE = Path(__file__).parent
OWN_PAGE = ("history",)


def documents() -> dict[Path, str]:
    """Return what each document should hold."""
    guide = [name for name in CHAPTERS if name not in OWN_PAGE]
    return {
        HERE / "guide.md": _page(_guide(guide)),
        HERE / "history.md": _page(_history(chapter("history", DEFAULT_PROFILE))),
    }


def stale(wanted: Mapping[Path, str]) -> list[Path]:
    """Return the documents that do not hold what they should."""
    return [
        path
        for path, words in wanted.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != words
    ]


def _page(lines: Iterator[str]) -> str:
    return "\n\n".join(lines) + "\n"


def _guide(names: list[str]) -> Iterator[str]:
    yield "# The rules guide"
    yield (
        f"This is the guide of the page (`#/guide`) for the rules called {DEFAULT_PROFILE}, with "
        "what other sets of rules say differently. `docs/make.py` writes it: what a rule says "
        "comes from the rules themselves, and what a deal counts from playing it. In the page "
        "every deal here can be played; `piquet deal` and the first page know them by their "
        "codes, and `piquet rules --help` says how any two sets are compared."
    )
    chapters = [chapter(name, DEFAULT_PROFILE) for name in names]
    yield "\n".join(f"- [{told.title}](#{_anchor(told.title)})" for told in chapters)
    for told in chapters:
        yield from _chapter(told)


def _anchor(title: str) -> str:
    kept = "".join(sign for sign in title.lower() if sign.isalnum() or sign in " -")
    return kept.replace(" ", "-")


def _chapter(told: ChapterTold) -> Iterator[str]:
    yield f"## {told.title}"
    yield from told.words
    if told.order:
        yield "\n".join(
            f"{number}. {step.title}: {step.points}" for number, step in enumerate(told.order, 1)
        )
    yield from told.rules
    if told.left_out:
        yield "Left out: " + " ".join(told.left_out)
    for made in told.examples:
        yield f"### {made.title}"
        yield from _example(made)
    for question in told.questions:
        yield f"### {question.ask}"
        yield question.answer
        made = example(question.example, DEFAULT_PROFILE)
        yield from _example(made, words=False)
    for errata in told.errata:
        yield f"### {errata.heading}"
        yield from errata.words
    if told.points:
        yield "### Where the sets of rules part" + f": {told.title.lower()}"
        yield from map(_point, told.points)


def _example(made: ExampleTold, *, words: bool = True) -> Iterator[str]:
    if words:
        yield made.words
    style = Writing()
    lines = [
        f"    Elder    {style.cards(CardSet.parse(' '.join(made.elder)))}",
        f"    Younger  {style.cards(CardSet.parse(' '.join(made.younger)))}",
        f"    Deal     {made.code}",
    ]
    yield "\n".join(lines)
    yield " ".join(filter(None, (made.before, made.counted, made.after)))


def _point(point: PointTold) -> str:
    said = [f"{point.label}:"]
    for variant in point.variants:
        names = ", ".join(variant.profiles)
        said.append(f"- {variant.sentence} ({names})")
    return f"{said[0]}\n\n" + "\n".join(said[1:])


def _history(told: ChapterTold) -> Iterator[str]:
    yield f"# {told.title}"
    yield from told.words
    for claim in told.claims:
        yield f"## {claim.claim}"
        yield f"**{claim.verdict_words}.** {claim.words}"
        cited = [
            f"[{source.words}]({source.address})" if source.address else source.words
            for source in claim.sources
        ]
        yield "Sources: " + "; ".join(cited) + "."


def main() -> int:
    """Write the documents, or say which are old."""
    wanted = documents()
    old = stale(wanted)
    if "--check" in sys.argv[1:]:
        for path in old:
            print(f"{path} is not up to date: python docs/make.py writes it")
        return 1 if old else 0
    for path in old:
        path.write_text(wanted[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
