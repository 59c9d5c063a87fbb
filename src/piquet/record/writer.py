"""Writing a record down: one canonical form, so that equal records are equal texts."""

from __future__ import annotations

from collections.abc import Iterator

from piquet.actions import Kind
from piquet.base import Person, Seat, Unreadable
from piquet.dealing import Deal
from piquet.partie import Partie
from piquet.position import Position
from piquet.record.forms import VERSION, can_be_header
from piquet.record.model import Cards, Hands, Part, Record, Scored, Step
from piquet.record.source import check

__all__ = ["result", "totals", "write"]


def write(record: Record) -> str:
    """Return a record in its canonical form; reading it back and writing it gives the same text.

    >>> from piquet.actions import Action
    >>> from piquet.rules import Rules
    >>> record = Record(Rules.named("rubicon"), (("Event", "A letter"),))
    >>> print(write(record.after(Action.parse("cut KH"))), end="")
    Piquet: 1
    Event: A letter
    Rules: rubicon
    <BLANKLINE>
    first cut KH
    <BLANKLINE>
    Result: unfinished

    Raises Illegal where the record holds an action that is not legal, and Unreadable
    (``record_header``, ``record_control``, ``record_long_line``) for words that could not be read
    back.
    """
    for name, words in record.headers:
        if not can_be_header(name, words):
            raise Unreadable("record_header", text=f"{name}: {words}"[:60])
    lines = [f"Piquet: {VERSION}"]
    lines += [f"{name}: {words}" for name, words in record.headers]
    lines.append(f"Rules: {record.rules}")
    if record.dealer is not None:
        lines.append(f"Dealer: {record.dealer}")
    if record.packet is not None:
        lines.append(f"Packet: {record.packet}")
    if record.before is not None:
        first, second, deals = record.before
        lines.append(f"Before: first {first}, second {second}, after {deals} deals")
    lines += [f"; {words}" for words in record.comments]
    partie = record.start()
    steps: list[list[Step]] = [[] for _ in record.parts]
    for number, step in enumerate(record.steps()):
        if number:  # the start belongs to no part
            steps[step.part].append(step)
    for part, told in zip(record.parts, steps, strict=True):
        lines.append("")
        lines += _part(part, partie, told)
        partie = told[-1].partie
    lines += ["", f"Result: {result(partie)}"]
    for line in lines:
        check(line)
    return "\n".join(lines) + "\n"


def _part(part: Part, partie: Partie, steps: list[Step]) -> Iterator[str]:
    """Yield the lines of a part: ``partie`` is how it stood before, ``steps`` what happened."""
    begun = partie
    if part.cards is not None:
        yield f"Deal: {partie.deal_number}, dealt by {partie.dealer}"
        yield from _cards(part.cards)
        partie = steps[0].partie
    acts = [step for step in steps if step.action is not None]
    plays = 0
    line = ""
    position: Position | None = steps[0].position if steps else None
    for place in range(len(part.actions) + 1):
        notes = [f"; {words}" for at, words in part.comments if at == place]
        if place in part.counts and position is not None:
            elder, younger = position.scores
            notes.append(f"Count: elder {elder}, younger {younger}")
        if notes and line:
            yield line
            line = ""
        yield from notes
        if place == len(part.actions):
            break
        action = part.actions[place]
        if action.kind is Kind.PLAY:
            follows = plays % 2
            number = plays // 2 + 1
            plays += 1
            if follows and line:
                yield f"{line} {action.card}"
                line = ""
            elif follows:
                yield f"{number}... {action.card}"
            else:
                line = f"{number}. {action.card}"
        else:
            if line:
                yield line
                line = ""
            yield f"{_actor(partie)} {action}"
        partie, position = acts[place].partie, acts[place].position
    if line:
        yield line
    if part.cards is not None and partie.position is None:
        yield from _score(part.cards, begun, partie, position)


def _actor(partie: Partie) -> Seat | Person | None:
    """Return who acts now: a seat in a deal, a person before it."""
    return partie.to_move if partie.position is None else partie.position.to_move


def _cards(cards: Cards) -> Iterator[str]:
    if isinstance(cards, Deal):
        yield f"Elder: {cards.elder}"
        yield f"Younger: {cards.younger}"
        yield f"Talon: {' '.join(map(str, cards.talon))}"
    elif isinstance(cards, Hands):
        yield f"Elder holds: {cards.elder}"
        yield f"Younger holds: {cards.younger}"
        if cards.carte_blanche is not None:
            yield f"Carte blanche: {cards.carte_blanche}"


def _score(cards: Cards, begun: Partie, partie: Partie, position: Position | None) -> Iterator[str]:
    """Yield the score of a finished deal and the totals after it."""
    if isinstance(cards, Scored):
        yield f"Score: elder {cards.elder}, younger {cards.younger}"
    elif position is not None and position.outcome is not None:
        outcome = position.outcome
        yield f"Score: elder {outcome.elder}, younger {outcome.younger}"
    first, second = totals(begun, partie)
    yield f"Total: first {first}, second {second}"


def totals(begun: Partie, ended: Partie) -> tuple[int, int]:
    """Return the scores of both persons after a deal, given the partie before and after it."""
    before, made = begun.scores, ended.finished[-1].points
    return before[0] + made[0], before[1] + made[1]


def result(partie: Partie) -> str:
    """Return what stands behind ``Result:``."""
    outcome = partie.outcome
    if outcome is None:
        return "unfinished"
    if outcome.winner is None:
        return "drawn"
    return f"{outcome.winner} {outcome.points}"
