"""``piquet rules``: the profiles, one of them in plain sentences, or two of them side by side."""

import argparse
import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from piquet.cli.term import WIDTH
from piquet.rules import DEFAULT_PROFILE, OPTIONS, PROFILES, Rules, Value
from piquet.texts import text

__all__ = ["GROUPS", "compare", "explain", "profiles", "run", "sentence"]

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

_NAMES = 38  # the column beside which the points are explained by name


def run(options: argparse.Namespace) -> int:
    """Print the profiles, one set of rules, or the differences of two.

    >>> from piquet.cli import main
    >>> main(["rules", "digitel"])
    1

    Raises Unreadable and Illegal as :meth:`piquet.Rules.parse` does.
    """
    print(page(options.profile, options.against, as_json=options.json))
    return 0


def page(profile: str | None, against: str | None, *, as_json: bool = False) -> str:
    """Return what the command prints.

    >>> print(page("rubicon", "rubicon"))
    rubicon and rubicon play alike: they do not differ on any point.
    """
    if profile is None and against is None:
        return _json(_profiles_data()) if as_json else profiles()
    rules = Rules.parse(DEFAULT_PROFILE if profile is None else profile)
    if against is None:
        return _json(_rules_data(rules)) if as_json else explain(rules)
    other = Rules.parse(against)
    return _json(_difference_data(rules, other)) if as_json else compare(rules, other)


def profiles() -> str:
    """Return the list of the profiles, a sentence each."""
    lines = [*_wrapped(text("rules.page.list_intro")), ""]
    for name in PROFILES:
        shown = text("rules.page.default", name=name) if name == DEFAULT_PROFILE else name
        lines += [f"  {shown}", *_wrapped(text(f"rules.profile.{name}"), "      "), ""]
    return "\n".join([*lines, *_wrapped(text("rules.page.how_to_ask"))])


def sentence(option: str, rules: Rules) -> str:
    """Return what a set of rules says on one point.

    >>> sentence("deals", Rules.named("rubicon"))
    'A partie has six deals.'
    """
    entry, value = OPTIONS[option], rules.options[option]
    written = {name: OPTIONS[name].write(every) for name, every in rules.options.items()}
    key = entry.write(value)
    if not entry.numbers:
        return text(f"rules.say.{option}.{key}", **written)
    if isinstance(value, tuple):
        scores = {f"s{length}": score for length, score in enumerate(value, 3)}
        return text(f"rules.say.{option}.n", **written, **scores)
    said = _known(f"rules.say.{option}.{key}", written)
    if said is None:
        words = _known(f"rules.number.{key}", {}) or key
        said = text(f"rules.say.{option}.n", **written, n=value, words=words)
    return said


def explain(rules: Rules) -> str:
    """Return a whole set of rules in plain sentences, with what its source gets wrong or leaves."""
    usual = Rules.named(rules.name)
    title = _loose(rules)
    lines = [*_wrapped(title), "=" * min(len(title), WIDTH), ""]
    lines += _wrapped(text(f"rules.profile.{rules.name}"))
    changed = rules.difference(usual)
    if changed:
        changes = "; ".join(
            text(
                "rules.page.change",
                label=text(f"rules.label.{option}"),
                option=option,
                value=OPTIONS[option].write(here),
                usual=OPTIONS[option].write(there),
            )
            for option, (here, there) in changed.items()
        )
        lines += ["", *_wrapped(text("rules.page.changed", changes=changes))]
    for group, paragraphs in GROUPS.items():
        lines += _heading(text(f"rules.heading.{group}"))
        said = (
            " ".join(_said(item, rules) for item in paragraph if _in_text(item, rules))
            for paragraph in paragraphs
        )
        lines += _paragraphs(said)
    lines += _items("errata", _errata(rules.name))
    lines += _items("unstated", _unstated(rules))
    lines += _items("left_out", _left_out(rules))
    lines += _items("by_agreement", _agreements(rules))
    return "\n".join([*lines, *_by_name(rules)])


def compare(first: Rules, second: Rules) -> str:
    """Return what two sets of rules say differently, side by side."""
    names = {"first": _loose(first), "second": _loose(second)}
    if not first.difference(second):
        return "\n".join(_wrapped(text("rules.page.same", **names)))
    title = text("rules.page.against", **names)
    lines = [*_wrapped(title), "=" * min(len(title), WIDTH), ""]
    lines += _wrapped(text("rules.page.against_intro"))
    silent = []
    for group, paragraphs in GROUPS.items():
        found: list[str] = []
        for option in (item for paragraph in paragraphs for item in paragraph if item in OPTIONS):
            arises = [_arises(option, rules) for rules in (first, second)]
            differs = first.options[option] != second.options[option]
            if differs and not any(arises):
                silent.append(text("rules.page.option", **_named(option)))
            elif any(arises) and (differs or not all(arises)):
                found += ["", *_wrapped(text("rules.page.option", **_named(option)))]
                found += _side_by_side(option, first, second)
        if found:
            lines += [*_heading(text(f"rules.heading.{group}"))[:-1], *found]
    if silent:
        lines += ["", *_wrapped(text("rules.page.no_effect", options="; ".join(silent)))]
    return "\n".join(lines)


def _arises(option: str, rules: Rules) -> bool:
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
    return _arises(item, rules) and _LEFT_OUT.get(item) != rules.options[item]


def _said(item: str, rules: Rules) -> str:
    return sentence(item, rules) if item in OPTIONS else text(f"rules.{item}")


def _errata(name: str) -> list[str]:
    inherits = PROFILES[name].inherits  # the club article errs in both of its readings
    return [*_split(f"rules.errata.{name}"), *(_errata(inherits) if inherits else ())]


def _unstated(rules: Rules) -> Iterator[str]:
    usual = Rules.named(rules.name).options
    for subject in rules.unstated:
        if subject not in OPTIONS:
            written = {name: OPTIONS[name].write(value) for name, value in rules.options.items()}
            label = text(f"rules.topic.{subject}")
            plays = text(f"rules.topic_plays.{subject}", **written)
        elif rules.options[subject] == usual[subject] and _arises(subject, rules):
            label, plays = _capital(text(f"rules.label.{subject}")), sentence(subject, rules)
        else:
            continue
        yield text("rules.page.subject", label=label, sentence=plays)
    yield from _split(f"rules.open.{rules.name}")


def _left_out(rules: Rules) -> Iterator[str]:
    for paragraphs in GROUPS.values():
        for option in (item for paragraph in paragraphs for item in paragraph if item in OPTIONS):
            if _arises(option, rules) and not _in_text(option, rules):
                yield sentence(option, rules)
    if rules.sinking and not _arises("sinking", rules):
        yield text("rules.sunk_by_nobody.auto")


def _agreements(rules: Rules) -> Iterator[str]:
    for option, value in rules.by_agreement.items():
        if rules.options[option] != value:
            agreed = rules.but(**{option: value})
            written = text("rules.page.agreed", written=agreed)
            yield f"{sentence(option, agreed)} {written}"


def _by_name(rules: Rules) -> list[str]:
    lines = _heading(text("rules.heading.by_name"))
    lines += _wrapped(text("rules.page.by_name_intro"))
    for paragraphs in GROUPS.values():
        lines.append("")
        for option in (item for paragraph in paragraphs for item in paragraph if item in OPTIONS):
            written = OPTIONS[option].write(rules.options[option])
            label = text(f"rules.label.{option}")
            others = _others(option, written)
            if others:
                label = text("rules.page.by_name_label", label=label, others=others)
            lead = f"  {option}={written}"
            fits = len(lead) <= _NAMES - 2
            beside = _wrapped(label, f"{lead:<{_NAMES}}" if fits else " " * _NAMES, " " * _NAMES)
            lines += beside if fits else [lead, *beside]
    return lines


def _others(option: str, written: str) -> str:
    entry = OPTIONS[option]
    if entry.numbers:
        key = "numbers_each" if entry.kind is tuple else "numbers"
        return text(f"rules.page.{key}", low=entry.numbers.low, high=entry.numbers.high)
    choices = (entry.write(value) for value in entry.choices)
    return ", ".join(choice for choice in choices if choice != written)


def _column(option: str, rules: Rules) -> str:
    if not _arises(option, rules):
        return text("rules.page.does_not_arise")
    usual = Rules.named(rules.name).options[option]
    said = sentence(option, rules)
    if option in rules.unstated and rules.options[option] == usual:
        return f"{said} {text('rules.page.not_stated')}"
    return said


def _side_by_side(option: str, first: Rules, second: Rules) -> list[str]:
    width = (WIDTH - 4) // 2
    columns = []
    for rules in (first, second):
        value = OPTIONS[option].write(rules.options[option])
        arises = _arises(option, rules)
        name = text("rules.page.column", name=rules.name, value=value) if arises else rules.name
        said = [*textwrap.wrap(name, width - 2), *textwrap.wrap(_column(option, rules), width - 2)]
        columns.append(said)
    pairs = zip_longest(*columns, fillvalue="")
    return [f"  {left:<{width}}{right}".rstrip() for left, right in pairs]


def _loose(rules: Rules) -> str:
    """Write rules so that a long text finds room to wrap; they still read back."""
    return str(rules).replace(",", ", ")


def _named(option: str) -> dict[str, str]:
    return {"label": _capital(text(f"rules.label.{option}")), "option": option}


def _known(key: str, values: Mapping[str, object]) -> str | None:
    try:
        return text(key, **values)
    except KeyError:
        return None


def _split(key: str) -> list[str]:
    """Return the paragraphs of a text, none where there is no such text."""
    return [item for item in (_known(key, {}) or "").split("\n\n") if item]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _heading(words: str) -> list[str]:
    return ["", "", words, "-" * len(words), ""]


def _paragraphs(said: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for paragraph in filter(None, said):
        lines += ["", *_wrapped(paragraph)] if lines else _wrapped(paragraph)
    return lines


def _items(heading: str, said: Iterable[str]) -> list[str]:
    items = [line for item in said for line in _wrapped(item, "* ", "  ")]
    return [*_heading(text(f"rules.heading.{heading}")), *items] if items else []


def _wrapped(words: str, first: str = "", rest: str | None = None) -> list[str]:
    return textwrap.wrap(
        words,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_on_hyphens=False,
    )


def _json(data: object) -> str:
    return json.dumps(data, indent=2)


def _profiles_data() -> dict[str, object]:
    return {
        "default": DEFAULT_PROFILE,
        "profiles": {name: text(f"rules.profile.{name}") for name in PROFILES},
    }


def _plain(option: str, value: Value) -> object:
    if isinstance(value, tuple) and OPTIONS[option].numbers:
        return {str(length): score for length, score in enumerate(value, 3)}
    return list(value) if isinstance(value, tuple) else value


def _rules_data(rules: Rules) -> dict[str, object]:
    return {
        "profile": rules.name,
        "rules": str(rules),
        "options": {option: _plain(option, value) for option, value in rules.options.items()},
        "unstated": list(rules.unstated),
        "by_agreement": {
            option: _plain(option, value) for option, value in rules.by_agreement.items()
        },
    }


def _difference_data(first: Rules, second: Rules) -> dict[str, object]:
    return {
        "rules": str(first),
        "against": str(second),
        "differences": {
            option: [_plain(option, value) for value in values]
            for option, values in first.difference(second).items()
        },
    }
