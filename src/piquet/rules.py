"""Rules as data: every option of the game with its values, and the published profiles by name.

The annotation of a field is the table that its values are checked, read and printed by, so that
no option is described twice.  The sentences that explain an option stand in the catalogue of texts.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from operator import attrgetter
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from piquet.base import Illegal, Unreadable
from piquet.profiles import DEFAULT_PROFILE, PROFILES
from piquet.texts import text

__all__ = ["DEFAULT_PROFILE", "OPTIONS", "PROFILES", "Option", "Rules", "Value"]

Value = str | int | bool | tuple[int, ...]

_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
_LENGTHS = range(3, 9)
# Every option at once makes a text of about 2,000 characters; longer ones are not worth reading.
_LONGEST_TEXT = 5000


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from ``low`` to ``high``, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class RecordOnly:
    """Values that a source knows and that are named here to be refused with a reason."""

    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, its default, and the values it may take.

    >>> OPTIONS["packet"].allowed
    '2, 3 or 2+3'
    >>> OPTIONS["deals"].read("4")
    4
    """

    name: str
    default: Value
    kind: type
    choices: tuple[Value, ...]
    numbers: Range | None = None
    record_only: tuple[Value, ...] = ()

    @property
    def allowed(self) -> str:
        """Return the values as a person writes them: ``1 to 12``, or ``true or false``."""
        if self.numbers and self.kind is tuple:
            return text("rules.values.scores", low=self.numbers.low, high=self.numbers.high)
        if self.numbers:
            return text("rules.values.range", low=self.numbers.low, high=self.numbers.high)
        words = [self.write(choice) for choice in self.choices]
        if len(words) == 1:
            return text("rules.values.only", value=words[0])
        return text("rules.values.choice", first=", ".join(words[:-1]), last=words[-1])

    def admit(self, value: object) -> Value:
        """Return the value as it is kept (lists become tuples), or refuse it.

        Raises Illegal (``option_record_only``, ``option_value``).
        """
        kept = self._kept(value)
        for known in self.record_only:
            if type(known) is type(kept) and known == kept:
                reason = text(f"rules.record_only.{self.name}")
                raise Illegal(
                    "option_record_only", option=self.name, value=self.write(known), reason=reason
                )
        if self._admits(kept):
            return kept  # type: ignore[no-any-return]
        raise self._refusal(value)

    def read(self, written: str) -> Value:
        """Return the value that a text stands for.

        Raises Illegal (``option_record_only``, ``option_value``).
        """
        value: object = written
        if self.kind is bool:
            value = {"true": True, "false": False}.get(written, written)
        elif self.kind is int and _NUMBER.fullmatch(written):
            value = int(written)
        elif self.kind is tuple and self.numbers:
            pairs = [part.split(":") for part in written.split()]
            if [pair[0] for pair in pairs] == [str(length) for length in _LENGTHS]:
                value = [_number(":".join(pair[1:])) for pair in pairs]
        elif self.kind is tuple:
            value = [_number(part.strip()) for part in written.split("+")]
        if value is not written or self.kind is str:
            try:
                return self.admit(value)
            except Illegal as error:
                if error.code != "option_value":
                    raise
        raise self._refusal(written) from None

    def write(self, value: Value) -> str:
        """Return the value as :meth:`read` takes it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, tuple):
            if self.numbers:
                return " ".join(f"{n}:{score}" for n, score in zip(_LENGTHS, value, strict=True))
            return "+".join(map(str, value))
        return str(value)

    def _kept(self, value: object) -> Any:
        if self.kind is not tuple:
            return value
        if isinstance(value, Mapping) and self.numbers:
            # The form of JSON files: {"3": 3, "4": 4, ...}.
            by_length = {str(length): score for length, score in value.items()}
            if by_length.keys() == {str(length) for length in _LENGTHS}:
                return tuple(by_length[str(length)] for length in _LENGTHS)
        if isinstance(value, Sequence) and not isinstance(value, str):
            whole = all(type(number) is int for number in value)
            return tuple(value if self.numbers or not whole else sorted(value))
        return value

    def _admits(self, kept: Any) -> bool:
        # Types are compared as well, because True == 1 and 2.0 == 2.
        if type(kept) is not self.kind:
            return False
        numbers: Any = kept
        if self.kind is not tuple:
            numbers = (kept,) if self.kind is int else ()
        if not all(type(number) is int for number in numbers):
            return False
        if self.numbers is None:
            return kept in self.choices
        wanted = len(_LENGTHS) if self.kind is tuple else 1
        low, high = self.numbers.low, self.numbers.high
        return len(numbers) == wanted and all(low <= number <= high for number in numbers)

    def _refusal(self, value: object) -> Illegal:
        shown = value if isinstance(value, str) else repr(value)
        return Illegal(
            "option_value", option=self.name, value=_clipped(shown), allowed=self.allowed
        )


_Packets = Annotated[tuple[int, ...], ((2,), (3,), (2, 3))]
_Scores = Annotated[tuple[int, ...], Range(0, 99)]


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Rules:
    """One set of rules: the profile it comes from, and the value of every option.

    >>> rules = Rules.parse("rubicon(packet=2,pique_order=category)")
    >>> rules.packet, rules.deals
    ((2,), 6)
    >>> print(rules.but(pique_order="actual"))
    rubicon(packet=2)

    The defaults are Cavendish, *The Laws of Piquet*.  Raises Illegal for a value that an option
    does not take (``option_value``, ``option_record_only``) and for options that contradict each
    other (``options_contradict``), Unreadable for a profile that does not exist
    (``unknown_profile``).
    """

    name: str = "cavendish"

    # The deal and the partie: Laws 4, 9, 16 and 71 to 73; au cent for games and matches.
    cut_rule: Literal["high_chooses", "high_deals", "low_deals"] = "high_chooses"
    packet: _Packets = (2, 3)
    packet_fixed: bool = True
    game_end: Literal["deals", "target"] = "deals"
    deals: Annotated[int, Range(1, 12)] = 6
    double_first_last: bool = False
    target: Annotated[int, Range(50, 1000)] = 100
    target_check: Literal["reckoning_order", "end_of_deal"] = "reckoning_order"
    tie_rule: Literal["two_more_then_draw", "two_more", "unstated"] = "two_more_then_draw"
    settlement: Literal["rubicon", "game_double"] = "rubicon"
    rubicon_at: Annotated[int, Range(0, 500)] = 100
    double_below: Annotated[int, Range(0, 1000)] = 50
    match: Literal["single", "best_of_five"] = "single"
    double_counts: Annotated[int, Range(1, 3)] = 2
    concede_last_deal: Literal["thirteen_and_ten", "none"] = "thirteen_and_ten"

    # The exchange: Laws 21 to 37 and 45.
    elder_min: Annotated[int, Range(1, 5)] = 1
    elder_max: Annotated[int, Range(1, 5)] = 5
    younger_min: Literal[0, 1] = 1
    younger_max: Literal["all_left"] = "all_left"
    elder_peek: Literal["rest_of_five", "none"] = "rest_of_five"
    younger_left: Literal["look_then_both", "expose_or_hide", "none"] = "look_then_both"
    shortfall_announced: bool = True
    own_discards_seen: bool = True

    # Carte blanche: Laws 18 to 20 and 61.
    cb_points: Annotated[int, Range(0, 100)] = 10
    cb_claim: Literal["bound_to_tell", "optional", "automatic"] = "bound_to_tell"
    cb_proof_elder: Literal["after_younger_discards", "at_once", "none"] = "after_younger_discards"
    cb_proof_younger: Literal["after_elder_discards", "after_elder_exchanges", "none"] = (
        "after_elder_discards"
    )
    cb_in_order: bool = True
    cb_again: Annotated[bool, RecordOnly((True,))] = False
    carte_rouge: Annotated[int, (0,), RecordOnly(tuple(range(10, 51)))] = 0

    # Declaring: Laws 46 to 56 and 62 to 64.
    point_call: Literal["length_then_value", "value"] = "length_then_value"
    point_min: Literal[1, 4] = 1
    point_score: Literal["cards", "tens"] = "cards"
    seq_scores: _Scores = (3, 4, 15, 16, 17, 18)
    seq_counts: Literal["all_of_winner", "announced_only"] = "all_of_winner"
    set_counts: Literal["all_of_winner", "announced_only"] = "all_of_winner"
    tie_effect: Literal["none_scores"] = "none_scores"
    tie_blocks: Annotated[bool, RecordOnly((True,))] = False
    declare_by: Literal["player", "auto"] = "player"
    sinking: bool = True
    elder_raise_after_answer: Annotated[bool, RecordOnly((True,))] = False
    good_against_cards_waiver: bool = True
    younger_shows: Literal["after_first_lead"] = "after_first_lead"
    omitted_by_elder: Literal["younger_may_score"] = "younger_may_score"
    show_to_score: bool = False
    proof_request: Literal["scored_and_equal", "scored", "none"] = "scored_and_equal"

    # Repique and pique: Laws 67 to 69.
    repique_for: Literal["either", "elder"] = "either"
    pique_for: Literal["elder"] = "elder"
    pique_order: Literal["category", "actual"] = "category"
    cards_to_pique: Literal["never", "seventh_trick"] = "never"
    capot_to_pique: Literal["never"] = "never"

    # The play: Laws 57 to 60, 65 and 66.
    lead_point: Literal["any", "ten_up", "won_only"] = "any"
    capture_point: Literal["any", "ten_up"] = "any"
    last_trick_extra: Literal[0, 1] = 1
    cards_points: Annotated[int, Range(0, 100)] = 10
    capot_points: Annotated[int, Range(0, 100)] = 40
    tricks_open: bool = True
    score_announced: bool = True
    irregularities: Literal["laws", "prevented"] = "laws"

    # A position carries its rules and positions are compared often, so the hash is kept.
    _hash: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        if self.name not in PROFILES:
            raise _unknown("unknown_profile", self.name, PROFILES)
        for option in OPTIONS.values():
            given = getattr(self, option.name)
            kept = option.admit(given)
            if kept is not given:
                object.__setattr__(self, option.name, kept)
        for first, second, wrong in (
            ("elder_min", "elder_max", self.elder_min > self.elder_max),
            (
                "double_first_last",
                "game_end",
                self.double_first_last and self.game_end == "target",
            ),
            ("match", "game_end", self.match == "best_of_five" and self.game_end == "deals"),
            (
                "capot_points",
                "cards_to_pique",
                self.capot_points < self.cards_points and self.cards_to_pique != "never",
            ),
            (
                "double_below",
                "target",
                self.game_end == "target" and self.double_below > self.target,
            ),
        ):
            if wrong:
                raise Illegal(
                    "options_contradict",
                    first=f"{first}={OPTIONS[first].write(getattr(self, first))}",
                    second=f"{second}={OPTIONS[second].write(getattr(self, second))}",
                    reason=text(f"rules.contradictions.{first}"),
                )
        object.__setattr__(self, "_hash", hash((self.name, _values(self))))

    @classmethod
    def named(cls, name: str) -> Rules:
        """Return the rules of a profile.

        >>> Rules.named("au_cent").target
        100

        Raises Unreadable (``unknown_profile``) with the nearest name.
        """
        if name not in PROFILES:
            raise _unknown("unknown_profile", name, PROFILES)
        return _named(name)

    @classmethod
    def parse(cls, written: str) -> Rules:
        """Return the rules that a text stands for: a profile, then the options that differ.

        >>> Rules.parse("digital(packet=2+3, sinking=true)").sinking
        True

        Raises Unreadable (``rules_text``, ``unknown_profile``, ``unknown_option``,
        ``option_twice``) and what :class:`Rules` raises for a value.
        """
        return _parse(written)

    def but(self, **changes: object) -> Rules:
        """Return the same rules with some options changed.

        >>> print(Rules.named("table").but(sinking=False))
        table(sinking=false)

        Raises Unreadable (``unknown_option``) and what :class:`Rules` raises for a value.
        """
        for option in changes:
            if option not in OPTIONS:
                raise _unknown("unknown_option", option, OPTIONS)
        given: dict[str, Any] = {**self.options, **changes}
        return Rules(name=self.name, **given)

    def difference(self, other: Rules) -> dict[str, tuple[Value, Value]]:
        """Return the options on which two sets of rules differ, with both values.

        >>> Rules.named("parlett").difference(Rules.named("wikipedia"))["point_min"]
        (1, 4)
        """
        mine, theirs = self.options, other.options
        return {
            option: (mine[option], theirs[option])
            for option in OPTIONS
            if mine[option] != theirs[option]
        }

    @property
    def options(self) -> dict[str, Value]:
        """Every option with its value, in the order of the fields."""
        return dict(zip(OPTIONS, _values(self), strict=True))

    @property
    def unstated(self) -> tuple[str, ...]:
        """What the source of the profile leaves open, by name; it plays as the base does.

        >>> Rules.named("foster").unstated
        ('most_points',)
        """
        profile = PROFILES[self.name]
        inherited = Rules.named(profile.inherits).unstated if profile.inherits else ()
        return inherited + profile.unstated

    @property
    def by_agreement(self) -> dict[str, Value]:
        """Values that the source allows where both players agree; off unless chosen.

        >>> Rules.named("au_cent").by_agreement["point_score"]
        'tens'
        """
        return {
            option: OPTIONS[option].admit(value)
            for option, value in PROFILES[self.name].by_agreement.items()
        }

    def __str__(self) -> str:
        changed = self.difference(_named(self.name))
        if not changed:
            return self.name
        written = (f"{option}={OPTIONS[option].write(v)}" for option, (v, _) in changed.items())
        return f"{self.name}({','.join(written)})"

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Rules):
            return NotImplemented
        return (
            self._hash == other._hash
            and self.name == other.name
            and bool(_values(self) == _values(other))
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # The text, not the fields: the kept hash holds only in the process that computed it.
        return Rules.parse, (str(self),)


def _options() -> dict[str, Option]:
    """Compile the annotations of the fields of Rules into the table of options."""
    hints = get_type_hints(Rules, include_extras=True)
    table = {}
    for item in fields(Rules):
        if item.name in ("name", "_hash"):
            continue
        hint = hints[item.name]
        extras: tuple[Any, ...] = ()
        if get_origin(hint) is Annotated:
            hint, extras = get_args(hint)[0], get_args(hint)[1:]
        choices: tuple[Value, ...] = (True, False) if hint is bool else ()
        if get_origin(hint) is Literal:
            choices = get_args(hint)
        numbers: Range | None = None
        record_only: tuple[Value, ...] = ()
        for extra in extras:
            if isinstance(extra, Range):
                numbers = extra
            elif isinstance(extra, RecordOnly):
                record_only = extra.values
            else:
                choices = extra
        choices = tuple(value for value in choices if value not in record_only)
        default: Any = item.default
        table[item.name] = Option(item.name, default, type(default), choices, numbers, record_only)
    return table


#: Every option by name, in the order in which rules are written.
OPTIONS: Mapping[str, Option] = _options()
_values = attrgetter(*OPTIONS)


@cache
def _named(name: str) -> Rules:
    profile = PROFILES[name]
    base = _named(profile.inherits).options if profile.inherits else {}
    given: dict[str, Any] = {**base, **profile.changes}
    return Rules(name=name, **given)


@lru_cache(maxsize=256)
def _parse(written: str) -> Rules:
    name, opened, rest = written.strip().partition("(")
    name = name.strip()
    body, closed, after = rest.partition(")")
    whole = bool(opened) == bool(closed) and not after.strip() and ")" not in name
    if len(written) > _LONGEST_TEXT or not name or not whole:
        raise Unreadable("rules_text", text=_clipped(written))
    rules = Rules.named(name)
    changes: dict[str, Value] = {}
    for part in body.split(",") if body.strip() else ():
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not option:
            raise Unreadable("rules_text", text=_clipped(written))
        if option not in OPTIONS:
            raise _unknown("unknown_option", option, OPTIONS)
        if option in changes:
            raise Unreadable("option_twice", option=option)
        changes[option] = OPTIONS[option].read(value)
    return rules.but(**changes) if changes else rules


def _number(written: str) -> int | str:
    return int(written) if _NUMBER.fullmatch(written) else written


def _unknown(code: str, name: object, names: Iterable[str]) -> Unreadable:
    shown = _clipped(str(name))
    nearest = difflib.get_close_matches(shown, list(names), n=1, cutoff=0.0)[0]
    return Unreadable(code, name=shown, nearest=nearest, names=", ".join(names))


def _clipped(written: str) -> str:
    """Keep a refusal short, whatever was typed; its sentence escapes what cannot be printed."""
    return written[:60] + ("..." if len(written) > 60 else "")
