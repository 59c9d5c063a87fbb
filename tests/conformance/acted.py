"""Cases in words that the engine can act out; all others are skipped, each with its reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from conformance import form, parties
from conformance.deals import (
    CATEGORIES,
    Calls,
    count,
    declared,
    everything,
    reckoned,
    started,
    talk,
)
from conformance.form import Fault, Skip
from conformance.hands import first_cards, plain_deal
from piquet.actions import Action, Category, Event, EventKind, Kind
from piquet.base import Person, Seat
from piquet.cards import CARDS, Card, CardSet, Rank
from piquet.combinations import best_key, blank
from piquet.dealing import Deal
from piquet.partie import Partie
from piquet.position import Position
from piquet.rules import Rules

Acted = Callable[[re.Match[str], Rules, Mapping[str, Any]], dict[str, Any]]
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_PACKETS = {"twos": 2, "threes": 3}


# --- facts ----------------------------------------------------------------------------------------


def _two_blanks(match: re.Match[str], rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """Two blanks need twenty-four cards that are no king, queen or knave."""
    plain = [card for card in CARDS if blank(card.mask)]
    return {"possible": len(plain) >= 24}


def _equal_sets(match: re.Match[str], rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """Try every two sets without a card in common."""
    found = [
        CardSet.of(*cards)
        for rank in Rank
        for number in (3, 4)
        for cards in combinations([card for card in CARDS if card.rank is rank], number)
        if best_key(Category.SETS, CardSet.of(*cards).mask)
    ]
    if len(found) != 25:
        raise Fault(f"there are five ranks of five sets each, and the engine knows {len(found)}")
    keys = [best_key(Category.SETS, each.mask) for each in found]
    return {
        "possible": any(
            keys[first] == keys[second] and not found[first] & found[second]
            for first, second in combinations(range(len(found)), 2)
        )
    }


# --- carte blanche and the exchange ---------------------------------------------------------------

_BLANK = CardSet.parse("AS TS 9S 8S AH TH 9H AD TD 8D AC 9C")
_SAID = {
    (EventKind.SET_ASIDE, Seat.YOUNGER): ["younger sets her discards aside face down"],
    (EventKind.BLANCHE_SHOWN, Seat.ELDER): ["elder shows the twelve cards"],
    (EventKind.BLANCHE_SHOWN, Seat.YOUNGER): ["younger shows the twelve cards"],
    (EventKind.DISCARDED, Seat.ELDER): ["elder discards"],
    (EventKind.DISCARDED, Seat.YOUNGER): ["younger discards"],
    (EventKind.DREW, Seat.ELDER): ["elder draws"],
    (EventKind.DREW, Seat.YOUNGER): ["younger draws"],
}


def _blank_held(match: re.Match[str], rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """Play a blank from the deal through the exchange and tell what happened, in order."""
    holder = form.SEATS[match[1]]
    rest = list(CardSet.ALL - _BLANK)
    # The courts go round, so that the other hand is no blank.
    other, left = CardSet.of(*rest[:12]), rest[12:]
    hands = (_BLANK, other) if holder is Seat.ELDER else (other, _BLANK)
    position = Position(Deal(*hands, left), rules)
    while position.phase.value in ("exchange", "set aside"):
        legal = position.legal_actions
        claims = legal.of(Kind.CARTE_BLANCHE)
        position = position.after(claims[len(claims) - 1] if claims else legal[0])
    said: list[str] = []
    for event in position.events:
        said += _in_words(event, rules)
    order = _joined(said)
    if holder is Seat.YOUNGER:
        wanted = case["expect"].get("order", [])
        foreign = [each for each in wanted if isinstance(wanted, list) and each not in order]
        if foreign:
            raise Skip(f"the runner knows no step {form.shown(foreign[0])}")
    return {"order": order}


def _in_words(event: Event, rules: Rules) -> list[str]:
    if event.kind is EventKind.CLAIMED:
        said = [f"{event.seat} announces carte blanche"]
        if event.number:
            said.append("elder states how many he will exchange")
        return said
    return _SAID.get((event.kind, event.seat), [])


def _joined(said: list[str]) -> list[str]:
    """Return the steps with "discards" and "draws" in one where nothing comes between them.

    What younger set aside before is not discarded a second time.
    """
    aside = any("aside" in step for step in said)
    found: list[str] = []
    for step in said:
        if step == "younger discards" and aside:
            continue
        if step.endswith(" draws") and found and found[-1] == step.replace("draws", "discards"):
            found[-1] += " and draws"
        else:
            found.append(step)
    return found


def _short(match: re.Match[str], rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """Let elder discard a number and look at what younger hears and may do."""
    number = _NUMBERS[match[1]]
    start = Position(plain_deal(), rules)
    then = start.after(Action.exchange(first_cards(start.hands[0], number)))
    heard = [
        event.kind
        for event in then.view(Seat.YOUNGER).events
        if event.seat is Seat.ELDER
        and event.number == number
        and event.kind in (EventKind.DISCARDED, EventKind.DREW)
    ]
    hand = then.hands[Seat.YOUNGER]
    may = [
        taken
        for taken in range(len(hand) + 1)
        if Action.exchange(first_cards(hand, taken)) in then.legal_actions
    ]
    return {
        "must_announce_before_drawing": heard == [EventKind.DISCARDED, EventKind.DREW],
        "younger_maximum_after": max(may),
    }


def _packets(match: re.Match[str], rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """Let a player choose his packet in the first deal, and look what he may do in the third."""
    first, wished = _PACKETS[match[1]], _PACKETS[match[2]]
    partie = Partie.dealt_by(Person.FIRST, rules)
    choice = Action(Kind.PACKET, first)
    if choice not in partie.legal_actions:
        raise Fault(f"the rules let nobody choose to deal by {match[1]}")
    partie = partie.after(choice)
    for points in ((20, 10), (15, 12)):
        partie = parties.brought(parties.ready(partie), points)
    if partie.dealer is not Person.FIRST:
        raise Fault("somebody else deals the third deal")
    allowed = Action(Kind.PACKET, wished) in partie.legal_actions or partie.packet == wished
    return {"allowed": allowed}


# --- declaring and proof --------------------------------------------------------------------------


def _calling(**called: str) -> Calls:
    """Return calls of nothing but the cards named for a category."""
    return {
        category: declared(category, CardSet.parse(called.get(name, "")))
        for name, category in CATEGORIES.items()
    }


def _knaves(match: re.Match[str], rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """Let younger play without counting, and look for a chance to count at every later step."""
    rules = reckoned(rules)
    elder = CardSet.parse("AS KS 9S 8S AH KH 9H 8H AD QD 9D TC")
    younger = CardSet.parse("JS JH JD TS QS TH QH TD 8D KC QC 7C")
    knaves = Action.call(Category.SETS, CardSet.parse("JS JH JD"))
    position = talk(Position.from_hands(elder, younger, rules), _calling(), _calling())
    position = position.after(position.legal_actions.of(Kind.PLAY)[0])
    if knaves not in position.legal_actions:
        raise Fault("her three knaves do not count although they are good")
    later = False
    while position.outcome is None:
        position = position.after(position.legal_actions.of(Kind.PLAY)[0])
        later = later or bool(position.legal_actions.of(Kind.SET))
    return {"may_count_later": later}


def _king(match: re.Match[str], rules: Rules, case: Mapping[str, Any]) -> dict[str, Any]:
    """Let younger see the trio, once with the fourth king in elder's hand and once without."""
    rules = reckoned(rules)
    held = CardSet.parse("KS KH KD KC AS 9S AH 8H 9D 8D AC 9C")
    without = held - CardSet.parse("KH") | CardSet.parse("7H")
    younger = CardSet.parse("QS JS 8S QH JH 9H QD JD TD QC TC 8C")
    kings = CardSet.parse("KS KD KC")
    worlds = []
    for elder in (held, without):
        position = Position.from_hands(elder, younger, rules)
        calls = _calling(sets=str(kings)), _calling()
        position = started(position, *calls, Card.parse("AS"))
        ask = Action(Kind.ASK_TO_SEE, Category.SETS)
        worlds.append(position.after(ask) if ask in position.legal_actions else position)
    told = worlds[0].events[-2:]
    must = [event.kind for event in told] == [EventKind.ASKED_TO_SEE, EventKind.SHOWN]
    shown = CardSet(told[-1].cards or 0) if must else CardSet()
    kept_back = CardSet.of(*(card for card in CARDS if card.rank is Rank.KING)) - shown
    views = [bytes(position.view(Seat.YOUNGER)) for position in worlds]
    return {
        "must_answer": must,
        "truthful_answer": str(kept_back) if must else None,
        "reveals_that_it_is_held": views[0] != views[1],
    }


_PROOF = re.compile(r"(scored|exactly tied|losing) (\w+)( that was answered not good)?")
_KINDS = {
    "point": Category.POINT,
    **dict.fromkeys(("sequence", "tierce", "quart", "quint", "sixieme"), Category.SEQUENCES),
    **dict.fromkeys(("set", "trio", "quatorze"), Category.SETS),
}
_BEST = "AH KH QH JH TH 9H AS 7S AD 7D AC 7C", "KS QS JS 9S KD QD JD 9D KC QC JC 9C"
_TIED = "AS KS QS 8S 9D 8D 7D JH 9H 7H TC 8C", "AH KH QH 8H JS 9S 7S KD JD AC JC 9C"
_STAGES = {
    "scored": (_BEST, "good"),
    "losing": (_BEST[::-1], "not good"),
    "exactly tied": (_TIED, "equal"),
}


def _demanded(case: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Look whether younger may ask to see what elder called, before or after his lead."""
    given = case["input"]
    form.known(given, "combinations", "time")
    named = form.need(given, "combinations", list, "a list of combinations")
    moment = given.get("time")
    if moment not in ("after the first lead", "before the first lead"):
        raise Skip(f"the runner cannot act out the time {form.shown(moment)}")
    found = []
    for phrase in named:
        match = _PROOF.fullmatch(phrase) if isinstance(phrase, str) else None
        if not match or match[2] not in _KINDS:
            raise Skip(f"the runner cannot act out {form.shown(phrase)}")
        found.append(_may_ask(match[1], _KINDS[match[2]], moment, reckoned(rules)))
    return {"may_be_demanded": found}


def _may_ask(state: str, category: Category, moment: str, rules: Rules) -> bool:
    texts, answer = _STAGES[state]
    hands = [CardSet.parse(cards) for cards in texts]
    calls = [everything(hand, rules) for hand in hands]
    position = talk(Position.from_hands(*hands, rules), *calls)
    said = position.view(Seat.YOUNGER).calls[category]
    if said.answer != answer:
        raise Skip(f"no deal is known in which the {category} are {state}")
    ask = Action(Kind.ASK_TO_SEE, category)
    if moment == "before the first lead":
        return ask in position.legal_actions
    position = position.after(position.legal_actions.of(Kind.PLAY)[0])
    return ask in count(position, calls[1]).legal_actions


# --- which case is which --------------------------------------------------------------------------

_SITUATIONS: list[tuple[str, str, Acted]] = [
    ("fact", r"can both players be dealt carte blanche in one deal\?", _two_blanks),
    ("fact", r"can two players hold sets that compare exactly equal\?", _equal_sets),
    ("procedure", r"(elder|younger) holds carte blanche", _blank_held),
    ("procedure", r"elder discards (one|two|three|four|five) cards?", _short),
    (
        "procedure",
        r"a player dealt the first deal by (twos|threes) and wishes to deal the third by"
        r" (twos|threes)",
        _packets,
    ),
    (
        "procedure",
        r"younger has played to the first trick without counting three knaves that were good",
        _knaves,
    ),
    (
        "proof",
        r"elder scored three kings while holding all four \(king of hearts sunk\); younger asks"
        r" which king he does not reckon",
        _king,
    ),
]
_WHY = [
    (
        "procedure",
        r"elder calls five cards; younger, who holds six .* notices her six .*",
        "a slip owned up to (Case I) needs a referee: the engine bars the six after the inquiry,"
        " and then lets younger say nothing but good, so that elder's five scores",
    )
]


def textual(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Act out a procedure, fact or proof.

    Raises Skip for what the engine cannot act out.
    """
    given, kind = case["input"], case["kind"]
    if kind == "proof" and "combinations" in given:
        return _demanded(case, rules)
    words = given.get("situation", given.get("question"))
    if not isinstance(words, str) or len(given) != 1:
        raise Skip("the runner cannot act out a case of these fields: " + form.listed(given))
    for known_kind, pattern, why in _WHY:
        if kind == known_kind and re.fullmatch(pattern, words):
            raise Skip(why)
    for known_kind, pattern, act in _SITUATIONS:
        match = re.fullmatch(pattern, words)
        if match and kind == known_kind:
            return act(match, rules, case)
    raise Skip("the runner knows no way to act this situation out")


def irregularity(case: Mapping[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    """Irregularities need a referee; the engine lets nothing but legal acts be done."""
    raise Skip("an irregularity: there is no referee, nothing but legal acts can be done")
