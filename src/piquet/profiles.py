"""The profiles as data: what each published set of rules changes in the base, and leaves open.

The base is Cavendish, *The Laws of Piquet*; its values are the defaults of :class:`piquet.Rules`
and stand nowhere else.  A profile names only its own changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

__all__ = ["DEFAULT_PROFILE", "PROFILES", "Profile"]


@dataclass(frozen=True, slots=True)
class Profile:
    """What one source changes, leaves open, and allows by agreement.

    ``changes`` are applied to the base, after those of the profile that ``inherits`` names;
    ``unstated`` lists options (and two subjects that are no option) on which the source is silent;
    ``by_agreement`` holds values that the source allows where both players want them.
    """

    changes: Mapping[str, object] = field(default_factory=dict)
    inherits: str | None = None
    unstated: tuple[str, ...] = ()
    by_agreement: Mapping[str, object] = field(default_factory=dict)


DEFAULT_PROFILE = "rubicon"

PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        "rubicon": Profile(
            {
                "packet": (3,),
                "concede_last_deal": "none",
                "younger_left": "expose_or_hide",
                "cb_claim": "optional",
                "good_against_cards_waiver": False,
                "pique_order": "actual",
                "irregularities": "prevented",
            },
        ),
        "table": Profile(
            {
                "packet": (2,),
                "concede_last_deal": "none",
                "younger_left": "expose_or_hide",
                "cb_claim": "optional",
                "seq_counts": "announced_only",
                "set_counts": "announced_only",
                "good_against_cards_waiver": False,
                "proof_request": "scored",
                "irregularities": "prevented",
            },
            unstated=(
                "cut_rule",
                "shortfall_announced",
                "own_discards_seen",
                "cb_in_order",
                "pique_order",
                "cards_to_pique",
                "tricks_open",
            ),
        ),
        "club": Profile(
            {
                "packet_fixed": True,
                "tie_rule": "two_more_then_draw",
                "repique_for": "either",
                "last_trick_extra": 1,
            },
            inherits="club_as_printed",
        ),
        "club_as_printed": Profile(
            {
                "cut_rule": "high_deals",
                "packet_fixed": False,
                "tie_rule": "two_more",
                "concede_last_deal": "none",
                "younger_min": 0,
                "younger_left": "expose_or_hide",
                "cb_proof_elder": "at_once",
                "cb_proof_younger": "after_elder_exchanges",
                "seq_counts": "announced_only",
                "sinking": True,
                "good_against_cards_waiver": False,
                "proof_request": "none",
                "repique_for": "elder",
                "last_trick_extra": 0,
                "irregularities": "prevented",
            },
            unstated=(
                "sinking",
                "shortfall_announced",
                "proof_request",
                "cards_to_pique",
                "pique_order",
            ),
        ),
        "digital": Profile(
            {
                "tie_rule": "unstated",
                "concede_last_deal": "none",
                "younger_min": 0,
                "elder_peek": "none",
                "younger_left": "none",
                "cb_claim": "automatic",
                "cb_proof_elder": "none",
                "cb_proof_younger": "none",
                "declare_by": "auto",
                "sinking": False,
                "good_against_cards_waiver": False,
                "proof_request": "none",
                "lead_point": "won_only",
                "irregularities": "prevented",
            },
            unstated=(
                "cut_rule",
                "packet",
                "tie_rule",
                "shortfall_announced",
                "own_discards_seen",
                "pique_order",
                "cards_to_pique",
                "capot_instead_of_cards",
            ),
        ),
        "cavendish": Profile(),
        "pagat": Profile(
            {
                "concede_last_deal": "none",
                "younger_left": "expose_or_hide",
                "cb_claim": "optional",
                "good_against_cards_waiver": False,
                "cards_to_pique": "seventh_trick",
            },
        ),
        "parlett": Profile(
            {
                "cut_rule": "low_deals",
                "concede_last_deal": "none",
                "younger_min": 0,
                "younger_left": "expose_or_hide",
                "cb_proof_elder": "at_once",
                "cb_proof_younger": "after_elder_exchanges",
            },
        ),
        "wikipedia": Profile(
            {"cut_rule": "high_deals", "concede_last_deal": "none", "point_min": 4},
        ),
        "foster": Profile({"lead_point": "ten_up"}, unstated=("most_points",)),
        "hoyle": Profile(
            {
                "cut_rule": "low_deals",
                "packet": (2,),
                "game_end": "target",
                "target": 101,
                "tie_rule": "unstated",
                "settlement": "game_double",
                "double_below": 50,
                "concede_last_deal": "none",
                "point_call": "value",
                "show_to_score": True,
                "lead_point": "ten_up",
            },
        ),
        "au_cent": Profile(
            {
                "cut_rule": "low_deals",
                "packet": (2,),
                "game_end": "target",
                "target": 100,
                "settlement": "game_double",
                "double_below": 50,
                "match": "best_of_five",
                "concede_last_deal": "none",
                "younger_min": 0,
                "point_call": "value",
                "good_against_cards_waiver": False,
                "show_to_score": True,
            },
            by_agreement=MappingProxyType(
                {"point_score": "tens", "lead_point": "ten_up", "capture_point": "ten_up"}
            ),
        ),
    }
)
