"""``piquet rules``: the profiles, one of them in plain sentences, or two of them side by side."""

import argparse
import json
import textwrap
from collections.abc import Iterable
from itertools import zip_longest

from piquet.cli.term import WIDTH
from piquet.rules import DEFAULT_PROFILE, OPTIONS, PROFILES, Rules, Value
from piquet.table.ruling import (
    GROUPS,
    agreements,
    arises,
    capital,
    differing,
    errata,
    left_out,
    paragraphs,
    sentence,
    unstated,
)
from piquet.texts import text

__all__ = ["compare", "explain", "page", "profiles", "run"]


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
    for group in GROUPS:
        lines += _heading(text(f"rules.heading.{group}"))
        lines += _paragraphs(paragraphs(group, rules))
    lines += _items("errata", errata(rules.name))
    lines += _items("unstated", unstated(rules))
    lines += _items("left_out", left_out(rules))
    lines += _items("by_agreement", agreements(rules))
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
    found: dict[str, list[str]] = {}
    for group, option in differing(first, second):
        named = text("rules.page.option", **_named(option))
        if arises(option, first) or arises(option, second):
            found.setdefault(group, []).extend(("", *_wrapped(named)))
            found[group] += _side_by_side(option, first, second)
        else:
            silent.append(named)
    for group, told in found.items():
        lines += [*_heading(text(f"rules.heading.{group}"))[:-1], *told]
    if silent:
        lines += ["", *_wrapped(text("rules.page.no_effect", options="; ".join(silent)))]
    return "\n".join(lines)


def _by_name(rules: Rules) -> list[str]:
    lines = _heading(text("rules.heading.by_name"))
    lines += _wrapped(text("rules.page.by_name_intro"))
    for options in GROUPS.values():
        lines.append("")
        for option in (item for paragraph in options for item in paragraph if item in OPTIONS):
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
    if not arises(option, rules):
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
        matters = arises(option, rules)
        name = text("rules.page.column", name=rules.name, value=value) if matters else rules.name
        said = [*textwrap.wrap(name, width - 2), *textwrap.wrap(_column(option, rules), width - 2)]
        columns.append(said)
    pairs = zip_longest(*columns, fillvalue="")
    return [f"  {left:<{width}}{right}".rstrip() for left, right in pairs]


def _loose(rules: Rules) -> str:
    """Write rules so that a long text finds room to wrap; they still read back."""
    return str(rules).replace(",", ", ")


def _named(option: str) -> dict[str, str]:
    return {"label": capital(text(f"rules.label.{option}")), "option": option}


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
