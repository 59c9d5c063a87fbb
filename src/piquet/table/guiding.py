"""The rules guide: every phase, the common questions and the history, for a published set of rules.

What a rule says comes from the rules themselves, and what an example counts from playing it; only
what explains them stands in the texts (``[guide]``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from piquet.actions import Award, Category
from piquet.base import Seat, Unreadable
from piquet.cards import CardSet
from piquet.profiles import DEFAULT_PROFILE, PROFILES
from piquet.record import Record, write
from piquet.rules import OPTIONS, Rules
from piquet.table.answers import ProfileTold
from piquet.table.courses import Example
from piquet.table.examples import EXAMPLES
from piquet.table.guidebook import CHAPTERS, CLAIMS, ORDER, QUESTIONS, SOURCES
from piquet.table.protocol import Message, Taken
from piquet.table.rooms import Rooms
from piquet.table.rulebook import profiles
from piquet.table.ruling import (
    agreements,
    arises,
    capital,
    errata,
    sentence,
    spoken,
    unspoken,
    unstated,
    written,
)
from piquet.table.service import Service
from piquet.table.sheets import rows, settlement
from piquet.table.talk import Teller
from piquet.table.web import Gate, told
from piquet.texts import text

__all__ = [
    "ChapterTold",
    "ClaimTold",
    "ContentsTold",
    "ErrataTold",
    "ExampleTold",
    "GuideTold",
    "PointTold",
    "QuestionTold",
    "ScoreTold",
    "SourceTold",
    "StepTold",
    "VariantTold",
    "chapter",
    "example",
    "routes",
]


class ContentsTold(Message):
    """A chapter in the list of contents."""

    name: str
    title: str
    about: str


class VariantTold(Message):
    """What some sets of rules say on a point, and whether the chosen one is among them."""

    sentence: str
    profiles: list[str]
    here: bool


class PointTold(Message):
    """A point on which the sets of rules part; ``differs`` if the chosen one leaves the default."""

    label: str
    differs: bool
    variants: list[VariantTold]


class StepTold(Message):
    """A step of the order in which scores reckon: its name and what it brings."""

    name: str
    title: str
    points: str


class ScoreTold(Message):
    """A line of an example's reckoning: whose it is, for what, and both scores after it."""

    seat: str
    who: str
    words: str
    points: int
    elder: int
    younger: int


class ExampleTold(Message):
    """An example: both hands after the exchange, what is said and counted, and how to take it over.

    ``taken`` is what ``POST /api/parties`` takes, with ``rules``.
    """

    name: str
    title: str
    words: str
    before: str
    elder: list[str]
    younger: list[str]
    code: str
    counted: str
    after: str
    lines: list[str]
    scores: list[ScoreTold]
    rules: str
    taken: Taken


class QuestionTold(Message):
    """A common question, its answer for these rules, the rules that it rests on, and a deal.

    The deal is told by its name: ``GET /api/guide/example?rules=NAME&name=NAME`` tells the rest.
    """

    name: str
    ask: str
    answer: str
    rules: list[str]
    example: str
    example_title: str


class SourceTold(Message):
    """Where a claim stands, and its address, if one is known."""

    words: str
    address: str


class ClaimTold(Message):
    """Something that is told of the game's history, and how far it is true."""

    name: str
    claim: str
    verdict: str
    verdict_words: str
    words: str
    sources: list[SourceTold]


class ErrataTold(Message):
    """What sources print that cannot be played, leave open or allow, under a heading."""

    heading: str
    words: list[str]


class ChapterTold(Message):
    """One chapter; what it does not have is empty."""

    name: str
    title: str
    words: list[str]
    order: list[StepTold]
    rules: list[str]
    left_out: list[str]
    points: list[PointTold]
    examples: list[ExampleTold]
    questions: list[QuestionTold]
    claims: list[ClaimTold]
    errata: list[ErrataTold]


class GuideTold(Message):
    """``GET /api/guide?rules=NAME&chapter=NAME``: the contents, and the chapter if one is named."""

    rules: str
    default: str
    profiles: list[ProfileTold]
    contents: list[ContentsTold]
    chapter: ChapterTold | None


_SEATS: Mapping[Seat, Literal["elder", "younger"]] = {Seat.ELDER: "elder", Seat.YOUNGER: "younger"}


def routes(service: Service, rooms: Rooms, closed: Gate) -> list[BaseRoute]:
    """Return what can be asked of the guide."""

    async def guide(request: Request) -> Response:
        asked = request.query_params
        rules = Rules.named(asked.get("rules", DEFAULT_PROFILE))
        name = asked.get("chapter", "")
        found = await asyncio.to_thread(chapter, name, rules.name) if name else None
        return told(GuideTold(rules.name, DEFAULT_PROFILE, profiles(), _contents(), found))

    async def deal(request: Request) -> Response:
        asked = request.query_params
        rules = Rules.named(asked.get("rules", DEFAULT_PROFILE))
        return told(await asyncio.to_thread(example, asked.get("name", ""), rules.name))

    return [Route("/api/guide", closed(guide)), Route("/api/guide/example", closed(deal))]


def _contents() -> list[ContentsTold]:
    return [
        ContentsTold(name, text(f"guide.chapter.{name}.title"), text(f"guide.chapter.{name}.about"))
        for name in CHAPTERS
    ]


@lru_cache(maxsize=len(PROFILES) * len(CHAPTERS))
def chapter(name: str, profile: str) -> ChapterTold:
    """Return a chapter of the guide for a published set of rules.

    >>> told = chapter("sequences", "rubicon")
    >>> told.title, [example.name for example in told.examples]
    ('Sequences', ['lesser'])

    Raises Unreadable (``guide_chapter``, ``unknown_profile``).
    """
    if name not in CHAPTERS:
        raise Unreadable("guide_chapter", name=name[:40], known=", ".join(CHAPTERS))
    rules, made = Rules.named(profile), CHAPTERS[name]
    items = [item for paragraph in made.points for item in paragraph]
    said = (spoken(paragraph, rules) for paragraph in made.points)
    values = written(rules)
    key = values[made.by] if made.by else "said"
    return ChapterTold(
        name=name,
        title=text(f"guide.chapter.{name}.title"),
        words=text(f"guide.chapter.{name}.{key}", **values).strip().split("\n\n"),
        order=_order(rules) if name == "repique" else [],
        rules=[paragraph for paragraph in said if paragraph],
        left_out=list(unspoken(items, rules)),
        points=[point for item in items if item in OPTIONS for point in _point(item, rules)],
        examples=[example(one, rules.name) for one in made.examples],
        questions=[_question(one, rules) for one in QUESTIONS] if name == "questions" else [],
        claims=[_claim(one) for one in CLAIMS] if name == "history" else [],
        errata=list(_errata(rules)) if name == "sources" else [],
    )


def _point(option: str, rules: Rules) -> Iterator[PointTold]:
    """Yield a point with all that is said of it, unless every set of rules says the same."""
    said: dict[str, list[str]] = {}
    for name in PROFILES:
        other = Rules.named(name)
        if arises(option, other):
            said.setdefault(sentence(option, other), []).append(name)
    if len(said) < 2:
        return
    variants = [VariantTold(words, names, rules.name in names) for words, names in said.items()]
    differs = any(one.here != (DEFAULT_PROFILE in one.profiles) for one in variants)
    yield PointTold(capital(text(f"rules.label.{option}")), differs, variants)


def _order(rules: Rules) -> list[StepTold]:
    values = written(rules)
    return [
        StepTold(name, text(f"guide.order.{name}"), text(f"guide.order.{name}_points", **values))
        for name in ORDER
    ]


def _question(name: str, rules: Rules) -> QuestionTold:
    question = QUESTIONS[name]
    values = written(rules)
    key = values[question.by] if question.by else "answer"
    cited = [
        spoken([item], rules) or " ".join(unspoken([item], rules))
        for item in dict.fromkeys((*question.cites, *filter(None, (question.by,))))
    ]
    return QuestionTold(
        name=name,
        ask=text(f"guide.question.{name}.ask"),
        answer=text(f"guide.question.{name}.{key}", **values),
        rules=[said for said in cited if said],
        example=question.example,
        example_title=text(f"guide.example.{question.example}.title"),
    )


def _claim(name: str) -> ClaimTold:
    claim = CLAIMS[name]
    return ClaimTold(
        name=name,
        claim=text(f"guide.claim.{name}.claim"),
        verdict=claim.verdict,
        verdict_words=text(f"guide.verdict.{claim.verdict}"),
        words=text(f"guide.claim.{name}.said"),
        sources=[SourceTold(text(f"guide.source.{one}"), SOURCES[one]) for one in claim.sources],
    )


def _errata(rules: Rules) -> Iterator[ErrataTold]:
    """Yield what the sources of all sets of rules err in, and what that of these leaves open."""
    for key, words in (("unstated", unstated(rules)), ("by_agreement", agreements(rules))):
        said = list(words)
        if said:
            heading = text(f"rules.heading.{key}")
            yield ErrataTold(text("guide.of_rules", name=rules.name, heading=heading), said)
    for name, profile in PROFILES.items():
        # What a profile inherits is told where it belongs.
        inherited = errata(profile.inherits) if profile.inherits else []
        own = [said for said in errata(name) if said not in inherited]
        if own:
            yield ErrataTold(name, own)
    others = text("guide.chapter.sources.others").strip().split("\n\n")
    yield ErrataTold(text("guide.other_books"), others)


# --- examples -----------------------------------------------------------------------------------


@lru_cache(maxsize=len(PROFILES) * len(EXAMPLES))
def example(name: str, profile: str) -> ExampleTold:
    """Return an example, played as far as it goes under a published set of rules.

    >>> example("repique", "rubicon").counted
    '6 + 16 + 14 = 36 in hand; the repique adds 60: 96 before a card is played.'

    Raises Unreadable (``guide_example``, ``unknown_profile``).
    """
    if name not in EXAMPLES:
        raise Unreadable("guide_example", name=name[:40])
    rules, made = Rules.named(profile), EXAMPLES[name]
    title = text(f"guide.example.{name}.title")
    record = made.record(rules, title)
    position = record.position
    assert position is not None  # a deal was begun
    return ExampleTold(
        name=name,
        title=title,
        words=text(f"guide.example.{name}.said", **written(rules)),
        before=_before(record),
        elder=_cards(made.elder),
        younger=_cards(made.younger),
        code=made.deal.code,
        counted=_counted(position.awards),
        after=_after(record),
        lines=Teller(rules).lines(position.events),
        scores=_scores(position.awards),
        rules=rules.name,
        taken=_taken(made, record),
    )


def _cards(hand: str) -> list[str]:
    return [str(card) for card in CardSet.parse(hand)]


def _taken(made: Example, record: Record) -> Taken:
    return Taken(record=write(record), deal=1, moves=made.moves(record), seat=_SEATS[made.seat])


def _before(record: Record) -> str:
    if record.before is None:
        return ""
    first, second, deals = record.before  # the first person is elder, see Example
    key = "target" if record.rules.game_end == "target" else "deals"
    return text(f"guide.before.{key}", elder=first, younger=second, deals=deals)


def _after(record: Record) -> str:
    """Return how a deal ends that is played to its end, and the partie with it."""
    position, partie = record.position, record.partie
    if position is None or position.outcome is None:
        return ""
    made = position.outcome
    said = [text("guide.after.deal", elder=made.elder, younger=made.younger)]
    if record.before is not None and record.rules.game_end == "deals":
        elder, younger = partie.scores
        said.append(text("guide.after.partie", elder=elder, younger=younger))
    said += map(capital, settlement(partie, [text(f"talk.names.{seat}") for seat in Seat]))
    return " ".join(said)


def _scores(awards: tuple[Award, ...]) -> list[ScoreTold]:
    totals = [0, 0]
    told = []
    for seat, words, points in rows(awards, each=False):
        totals[seat] += points
        told.append(
            ScoreTold(
                seat=str(seat),
                who=text(f"talk.names.{seat}"),
                words=capital(words),
                points=points,
                elder=totals[0],
                younger=totals[1],
            )
        )
    return told


def _counted(awards: tuple[Award, ...]) -> str:
    """Return what the hands bring, added up in words, and a bonus that comes of it.

    >>> hand = [(Category.POINT, 6), (Category.SEQUENCES, 16), (Category.SETS, 14)]
    >>> awards = [Award(Seat.ELDER, points, kind, str(kind)) for kind, points in hand]
    >>> _counted((*awards, Award(Seat.ELDER, 60, Category.SETS, "repique")))
    '6 + 16 + 14 = 36 in hand; the repique adds 60: 96 before a card is played.'
    """
    bonus = next((award for award in awards if award.reason in ("pique", "repique")), None)
    hand = [award for award in awards if award.category <= Category.SETS and award != bonus]
    if bonus is not None and bonus.reason == "repique":
        terms = [award.points for award in hand if award.seat is bonus.seat]
        return text(
            "guide.counted.repique",
            terms=" + ".join(map(str, terms)),
            hand=sum(terms),
            bonus=bonus.points,
            total=sum(terms) + bonus.points,
        )
    told = [_in_hand(seat, [one.points for one in hand if one.seat is seat]) for seat in Seat]
    if bonus is not None:
        earlier = takewhile(lambda award: award is not bonus, awards)
        before = sum(award.points for award in earlier if award.seat is bonus.seat)
        told.append(text("guide.counted.pique", before=before, bonus=bonus.points))
    return " ".join(filter(None, told)) or text("guide.counted.nothing")


def _in_hand(seat: Seat, terms: list[int]) -> str:
    if not terms:
        return ""
    key = "in_hand" if len(terms) > 1 else "one"
    who = text(f"talk.names.{seat}")
    return text(
        f"guide.counted.{key}", seat=who, terms=" + ".join(map(str, terms)), hand=sum(terms)
    )
