"""The rules in plain sentences, option by option, in the order in which a page speaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from piquet.profiles import PROFILES
from piquet.rules import OPTIONS, Rules, Value
from piquet.texts import text

__all__ = [
    "GROUPS",
    "agreements",
    "arises",
    "capital",
    "differing",
    "errata",
    "left_out",
    "paragraphs",
    "sentence",
    "spoken",
    "unspoken",
    "unstated",
    "written",
]

# The order in which a page speaks: group, paragraphs, and in a paragraph the options, between
# sentences ("frame.") that hold for every set of rules.
GROUPS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "deal": (
        ("frame.pack", "frame.seats"),
        ("cut_rule", "frame.cut", "packet", "packet_fixed", "frame.talon"),
        ("deals", "game_end", "target", "target_check", "double_first_last", "tie_rule"),
    ),
    "exchange": (
        ("elder_min", "elder_max", "shortfall_announced", "elder_peek"),
        ("younger_min", "younger_max", "younger_left"),
        ("own_discards_seen",),
    ),
    "carte_blanche": (
        ("cb_points", "cb_in_order"),
        ("cb_claim", "cb_proof_elder", "cb_proof_younger"),
        ("cb_again", "carte_rouge"),
    ),
    "declaring": (
        ("frame.hand", "declare_by"),
        ("frame.point", "point_min", "point_call", "point_score"),
        ("frame.sequences", "seq_scores", "seq_counts"),
        ("frame.sets", "set_counts"),
        ("frame.again", "tie_effect", "tie_blocks"),
        ("sinking", "omitted_by_elder", "elder_raise_after_answer", "good_against_cards_waiver"),
        ("younger_shows", "show_to_score", "proof_request"),
    ),
    "bonuses": (
        ("frame.order", "repique_for"),
        ("pique_for", "pique_order", "cards_to_pique", "capot_to_pique"),
    ),
    "play": (
        ("frame.tricks",),
        ("lead_point", "capture_point", "last_trick_extra"),
        ("cards_points", "capot_points"),
        ("tricks_open", "score_announced", "irregularities"),
    ),
    "settlement": (
        ("settlement", "rubicon_at", "double_below"),
        ("match", "double_counts"),
        ("concede_last_deal",),
    ),
}


# The values that switch something off, or that only stand in the text of the rules: what they say
# belongs under "What is left out".
_LEFT_OUT: Mapping[str, Value] = {
    "shortfall_announced": False,
    "elder_peek": "none",
    "younger_left": "none",
    "own_discards_seen": False,
    "cb_proof_elder": "none",
    "cb_proof_younger": "none",
    "sinking": False,
    "good_against_cards_waiver": False,
    "proof_request": "none",
    "last_trick_extra": 0,
    "tricks_open": False,
    "score_announced": False,
    "concede_last_deal": "none",
    "irregularities": "laws",
}


def sentence(option: str, rules: Rules) -> str:
    """Return what a set of rules says on one point.

    >>> sentence("deals", Rules.named("rubicon"))
    'A partie has six deals.'
    """
    entry, value = OPTIONS[option], rules.options[option]
    values = written(rules)
    key = entry.write(value)
    if not entry.numbers:
        return text(f"rules.say.{option}.{key}", **values)
    found = _known(f"rules.say.{option}.{key}", values)
    if found is None:
        words = _known(f"rules.number.{key}", {}) or key
        found = text(f"rules.say.{option}.n", **values, n=value, words=words)
    return found


def written(rules: Rules) -> dict[str, str]:
    """Return what may be put into a text on a set of rules: every option, as it is written.

    ``s3`` to ``s8`` are what sequences of these lengths score.

    >>> written(Rules.named("rubicon"))["rubicon_at"], written(Rules.named("rubicon"))["s5"]
    ('100', '15')
    """
    values = {name: OPTIONS[name].write(value) for name, value in rules.options.items()}
    scores = {f"s{length}": str(score) for length, score in enumerate(rules.seq_scores, 3)}
    return values | scores


def arises(option: str, rules: Rules) -> bool:
    """Tell whether a point can make any difference beside the other points of these rules."""
    match option:
        case "packet_fixed":
            return len(rules.packet) > 1
        case "deals" | "double_first_last" | "tie_rule":
            return rules.game_end == "deals"
        case "concede_last_deal":
            return rules.game_end == "deals" and rules.settlement == "rubicon"
        case "target" | "target_check":
            return rules.game_end == "target"
        case "rubicon_at":
            return rules.settlement == "rubicon"
        case "double_below":
            return rules.settlement == "game_double"
        case "double_counts":
            return rules.settlement == "game_double" and rules.match == "best_of_five"
        case "point_call" | "elder_raise_after_answer" | "show_to_score" | "omitted_by_elder":
            return rules.declare_by == "player"
        case "sinking":
            return rules.declare_by == "player" or not rules.sinking
        case "good_against_cards_waiver":
            return rules.declare_by == "player" and rules.sinking
    return True


def _in_text(item: str, rules: Rules) -> bool:
    if item not in OPTIONS:
        return True
    return arises(item, rules) and _LEFT_OUT.get(item) != rules.options[item]


def _said(item: str, rules: Rules) -> str:
    return sentence(item, rules) if item in OPTIONS else text(f"rules.{item}")


def paragraphs(group: str, rules: Rules) -> list[str]:
    """Return what a set of rules says under one heading, paragraph by paragraph.

    >>> paragraphs("exchange", Rules.named("digital"))[-1]
    "Each player may look at his own discard at any time, and never at the other's."
    """
    said = (spoken(paragraph, rules) for paragraph in GROUPS[group])
    return [paragraph for paragraph in said if paragraph]


def spoken(items: Iterable[str], rules: Rules) -> str:
    """Return what a set of rules says on some points, by their names, as one paragraph.

    >>> spoken(["deals", "target"], Rules.named("rubicon"))
    'A partie has six deals.'
    """
    return " ".join(_said(item, rules) for item in items if _in_text(item, rules))


def unspoken(items: Iterable[str], rules: Rules) -> Iterator[str]:
    """Yield what a set of rules leaves out of some points, by their names, a sentence each.

    >>> next(unspoken(["sinking"], Rules.named("digital")))
    'There is no sinking: whatever a hand holds is declared.'
    """
    for option in (item for item in items if item in OPTIONS):
        if arises(option, rules) and not _in_text(option, rules):
            yield sentence(option, rules)


def differing(first: Rules, second: Rules) -> Iterator[tuple[str, str]]:
    """Yield the points on which two sets of rules part, with the group of each, in their order.

    A point that differs and arises in neither is among them; one that arises in only one is as
    well, whatever its value.

    >>> next(differing(Rules.named("rubicon"), Rules.named("table")))
    ('deal', 'packet')
    """
    for group, options in GROUPS.items():
        for option in (item for paragraph in options for item in paragraph if item in OPTIONS):
            counts = [arises(option, rules) for rules in (first, second)]
            if first.options[option] != second.options[option] or counts[0] != counts[1]:
                yield group, option


def errata(name: str) -> list[str]:
    """Return what the source of a profile gets wrong."""
    inherits = PROFILES[name].inherits  # the club article errs in both of its readings
    return [*_split(f"rules.errata.{name}"), *(errata(inherits) if inherits else ())]


def unstated(rules: Rules) -> Iterator[str]:
    """Yield what the source leaves open, and how it is played here."""
    usual = Rules.named(rules.name).options
    for subject in rules.unstated:
        if subject not in OPTIONS:
            label = text(f"rules.topic.{subject}")
            plays = text(f"rules.topic_plays.{subject}", **written(rules))
        elif rules.options[subject] == usual[subject] and arises(subject, rules):
            label, plays = capital(text(f"rules.label.{subject}")), sentence(subject, rules)
        else:
            continue
        yield text("rules.page.subject", label=label, sentence=plays)
    yield from _split(f"rules.open.{rules.name}")


def left_out(rules: Rules) -> Iterator[str]:
    """Yield what other rules have and these leave out."""
    for group in GROUPS.values():
        yield from unspoken((item for paragraph in group for item in paragraph), rules)
    if rules.sinking and not arises("sinking", rules):
        yield text("rules.sunk_by_nobody.auto")


def agreements(rules: Rules) -> Iterator[str]:
    """Yield what may be agreed on, and how it is written."""
    for option, value in rules.by_agreement.items():
        if rules.options[option] != value:
            agreed = rules.but(**{option: value})
            form = text("rules.page.agreed", written=agreed)
            yield f"{sentence(option, agreed)} {form}"


def _known(key: str, values: Mapping[str, object]) -> str | None:
    """Return a text, None where the catalogue has none."""
    try:
        return text(key, **values)
    except KeyError:
        return None


def _split(key: str) -> list[str]:
    """Return the paragraphs of a text, none where there is no such text."""
    return [item for item in (_known(key, {}) or "").split("\n\n") if item]


def capital(words: str) -> str:
    """Return words that begin a sentence."""
    return words[:1].upper() + words[1:]
