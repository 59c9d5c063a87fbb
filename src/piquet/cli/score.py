"""``piquet score``: a typed pair of hands counted line by line, with the reasons."""

import argparse
import json
from collections.abc import Iterator, Sequence

from piquet.actions import Award
from piquet.base import Seat
from piquet.cards import CardSet, parse_cards
from piquet.cli.sheet import reckoning
from piquet.cli.term import Style, fold
from piquet.lessons.drills.counting import HAND, InTrick, bonuses, count, in_hand, reason
from piquet.position import Position
from piquet.reckoning import totals
from piquet.rules import DEFAULT_PROFILE, Rules
from piquet.texts import text

__all__ = ["run"]


def run(options: argparse.Namespace) -> int:
    """Print what two hands count, and what the play brings as far as it is given.

    Raises PiquetError for hands, rules or plays that are not possible.
    """
    rules = Rules.parse(options.rules or DEFAULT_PROFILE)
    hands = CardSet.parse(options.elder), CardSet.parse(options.younger)
    blank = None if options.carte_blanche is None else Seat[options.carte_blanche.upper()]
    cards = parse_cards(options.play) if options.play else ()
    try:
        position = count(hands, rules, cards, blank)
    except InTrick as error:
        raise error.refusal from None
    awards = list(position.awards) if cards else in_hand(position.awards)
    lines = list(_reasons(hands, awards, rules, blank))
    if options.json:
        print(json.dumps(_document(options, rules, hands, position, awards, lines), indent=2))
        return 0
    style = Style.of(ascii_only=options.ascii)
    page = [f"{text(f'seats.{seat}'):<8} {style.cards(hands[seat])}" for seat in Seat]
    page += [f"{text('score.rules'):<8} {rules}", "", *lines, ""]
    page += [*reckoning(awards), "", *_end(position, awards, len(cards))]
    for line in page:
        print(*fold(line, style.width), sep="\n")
    return 0


def _reasons(
    hands: tuple[CardSet, CardSet], awards: Sequence[Award], rules: Rules, blank: Seat | None
) -> Iterator[str]:
    if blank is not None:
        yield text("score.blanche", seat=text(f"seats.{blank}"))
    for category in HAND:
        yield reason(category, hands, rules)
    yield from bonuses(awards, rules)


def _end(position: Position, awards: Sequence[Award], cards: int) -> Iterator[str]:
    elder, younger = totals(awards)
    what = text("score.hand")
    if cards:
        done = sum(position.tricks)
        what = text("score.over") if position.outcome else text("score.partial", n=done)
        won, lost = position.tricks
        yield text("score.tricks", elder=won, younger=lost)
    yield text("score.result", what=what, elder=elder, younger=younger)


def _document(
    options: argparse.Namespace,
    rules: Rules,
    hands: tuple[CardSet, CardSet],
    position: Position,
    awards: Sequence[Award],
    lines: Sequence[str],
) -> dict[str, object]:
    played = bool(options.play)
    return {
        "rules": str(rules),
        "elder": str(hands[0]),
        "younger": str(hands[1]),
        "reasons": list(lines),
        "awards": [
            {"seat": str(award.seat), "points": award.points, "reason": award.reason}
            for award in awards
        ],
        "tricks": dict(zip(map(str, Seat), position.tricks, strict=True)),
        "score": dict(zip(map(str, Seat), totals(awards), strict=True)),
        "over": played and position.outcome is not None,
    }
