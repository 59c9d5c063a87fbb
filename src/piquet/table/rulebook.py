"""The rules as the page gets them: in plain sentences, and every option with what it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from piquet.profiles import DEFAULT_PROFILE, PROFILES
from piquet.rules import OPTIONS, Option, Rules
from piquet.table.answers import OptionOfRules, ProfileTold, RuleGroup, RulesTold
from piquet.table.ruling import (
    GROUPS,
    agreements,
    arises,
    capital,
    errata,
    left_out,
    paragraphs,
    sentence,
    unstated,
)
from piquet.texts import text

__all__ = ["profiles", "rules_told"]

_ENDING: Mapping[str, Callable[[Rules], Iterable[str]]] = {
    "errata": lambda rules: errata(rules.name),
    "unstated": unstated,
    "left_out": left_out,
    "by_agreement": agreements,
}


def profiles() -> list[ProfileTold]:
    """Return the published sets of rules by name."""
    return [
        ProfileTold(name, text(f"rules.profile.{name}"), name == DEFAULT_PROFILE)
        for name in PROFILES
    ]


@lru_cache(64)
def rules_told(rules: Rules) -> RulesTold:
    """Return a set of rules in plain sentences, ending with what it leaves out.

    >>> told = rules_told(Rules.named("rubicon"))
    >>> told.groups[0].heading, [option.value for option in told.options if option.name == "deals"]
    ('The deal and the partie', ['6'])
    """
    groups = [RuleGroup(text(f"rules.heading.{name}"), paragraphs(name, rules)) for name in GROUPS]
    for name, ending in _ENDING.items():
        said = list(ending(rules))
        if said:
            groups.append(RuleGroup(text(f"rules.heading.{name}"), said))
    usual = Rules.named(rules.name)
    return RulesTold(
        rules=str(rules),
        name=rules.name,
        words=text(f"rules.profile.{rules.name}"),
        groups=groups,
        options=[
            _option(OPTIONS[name], group, rules, usual)
            for group, said in GROUPS.items()
            for names in said
            for name in names
            if name in OPTIONS
        ],
    )


def _option(option: Option, group: str, rules: Rules, usual: Rules) -> OptionOfRules:
    numbers = option.numbers
    return OptionOfRules(
        name=option.name,
        group=group,
        label=capital(text(f"rules.label.{option.name}")),
        value=option.write(rules.options[option.name]),
        usual=option.write(usual.options[option.name]),
        choices=[] if numbers else [option.write(choice) for choice in option.choices],
        low=numbers.low if numbers else 0,
        high=numbers.high if numbers else 0,
        sentence=sentence(option.name, rules),
        arises=arises(option.name, rules),
    )
