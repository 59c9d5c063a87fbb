"""What the rules guide is made of: its chapters, its questions, and the claims of its history.

Only names stand here: of points of the rules, of the examples, of the texts.  A test sees to it
that every point of the rules is spoken of in one chapter and no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["CHAPTERS", "CLAIMS", "ORDER", "QUESTIONS", "SOURCES", "Chapter", "Claim", "Question"]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: the points of the rules that it speaks of, paragraph by paragraph, and deals.

    ``by`` names the option on which the words of explanation hang, if they do.
    """

    points: tuple[tuple[str, ...], ...] = ()
    examples: tuple[str, ...] = ()
    by: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question: a deal, the points cited, and the option that the answer hangs on, if any.

    That option is cited last, unless it stands among the others.
    """

    example: str
    cites: tuple[str, ...]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is told of the game's history: how far it is true, and where that stands."""

    verdict: str
    sources: tuple[str, ...]


CHAPTERS: Mapping[str, Chapter] = MappingProxyType(
    {
        "cards": Chapter(
            (
                ("frame.pack", "frame.seats"),
                ("cut_rule", "frame.cut", "packet", "packet_fixed", "frame.talon"),
            ),
            ("plain",),
        ),
        "blanche": Chapter(
            (
                ("cb_points", "cb_in_order"),
                ("cb_claim", "cb_proof_elder", "cb_proof_younger"),
                ("cb_again", "carte_rouge"),
            ),
            ("blank", "blank_bars"),
        ),
        "exchange": Chapter(
            (
                ("elder_min", "elder_max", "shortfall_announced", "elder_peek"),
                ("younger_min", "younger_max", "younger_left"),
                ("own_discards_seen",),
            ),
            ("leaves",),
        ),
        "point": Chapter(
            (
                ("frame.hand",),
                ("frame.point", "point_min", "point_call", "point_score"),
            ),
            ("five_low", "forty_seven"),
        ),
        "sequences": Chapter((("frame.sequences", "seq_scores", "seq_counts"),), ("lesser",)),
        "sets": Chapter((("frame.sets", "set_counts"),), ("aces",)),
        "saying": Chapter(
            (
                ("declare_by", "frame.again", "tie_effect"),
                (
                    "sinking",
                    "omitted_by_elder",
                    "elder_raise_after_answer",
                    "good_against_cards_waiver",
                ),
                ("younger_shows", "show_to_score", "proof_request"),
            ),
            ("kept_back",),
            by="declare_by",
        ),
        "repique": Chapter(
            (("frame.order", "repique_for", "tie_blocks"),), ("repique", "barred", "younger")
        ),
        "pique": Chapter(
            (("pique_for", "pique_order", "cards_to_pique", "capot_to_pique"),),
            ("on_the_lead", "three_tens"),
        ),
        "play": Chapter(
            (
                ("frame.tricks",),
                ("lead_point", "capture_point", "last_trick_extra"),
                ("tricks_open", "score_announced", "irregularities"),
            ),
            ("tricks",),
        ),
        "capot": Chapter((("cards_points", "capot_points"),), ("capot", "divided")),
        "partie": Chapter(
            (("deals", "game_end", "target", "target_check", "double_first_last", "tie_rule"),),
            ("level",),
            by="game_end",
        ),
        "settlement": Chapter(
            (
                ("settlement", "rubicon_at", "double_below"),
                ("match", "double_counts"),
                ("concede_last_deal",),
            ),
            ("exactly", "both_short"),
            by="settlement",
        ),
        "sources": Chapter(),
        "questions": Chapter(),
        "history": Chapter(),
    }
)
"""The chapters in their order, by the name that the address of the page has."""

ORDER = ("blanche", "point", "sequences", "sets", "play", "cards")
"""The order in which scores reckon, as the diagram draws it."""

QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "must_exchange": Question("pat", ("elder_min", "younger_min"), by="younger_min"),
        "look": Question("leaves", ("own_discards_seen",), by="elder_peek"),
        "elder_leaves": Question("pat", ("younger_max", "shortfall_announced")),
        "younger_leaves": Question("leaves", (), by="younger_left"),
        "blank_aces": Question("blank", ("cb_points",)),
        "point_tie": Question("forty_seven", ("tie_effect",)),
        "short_point": Question("all_majors", ("frame.point",), by="point_min"),
        "quart": Question("quart", ("frame.sequences",)),
        "tierces": Question("tierces", ("tie_effect",)),
        "lesser": Question("lesser", (), by="seq_counts"),
        "tens_aces": Question("four_tens", ("frame.sets",)),
        "nines": Question("nines", ("frame.sets",)),
        "same_card": Question("repique", ("frame.again",)),
        "thrown": Question("thrown", ("frame.again",)),
        "hold_back": Question("four_kings", ("sinking",), by="sinking"),
        "good_slip": Question("let_pass", ("declare_by",), by="sinking"),
        "see": Question("forty_seven", ("show_to_score",), by="proof_request"),
        "order": Question("barred", ("frame.order", "repique_for"), by="pique_order"),
        "younger_pique": Question("younger", ("repique_for", "pique_for"), by="repique_for"),
        "blank_help": Question("blank", ("cb_in_order",)),
        "blank_repique": Question("blank_bars", ("cb_in_order",)),
        "before_thirty": Question("first_trick", ("pique_for",)),
        "why_sixty": Question("twenty_nine", ("lead_point",), by="lead_point"),
        "three_tens": Question("three_tens", ("pique_order",), by="pique_order"),
        "tie_bonus": Question("equal_points", ("tie_blocks",)),
        "cards_pique": Question("seventh", ("cards_to_pique",), by="cards_to_pique"),
        "both_bonuses": Question("no_second", ("pique_for",)),
        "losing_lead": Question("first_trick", ("lead_point",), by="lead_point"),
        "follow": Question("tricks", ("frame.tricks",)),
        "capot_ten": Question("capot", ("capot_points", "capot_to_pique"), by="cards_to_pique"),
        "divided": Question("divided", ("cards_points",)),
        "tie_partie": Question("level", ("tie_rule", "target_check"), by="game_end"),
        "exactly": Question("exactly", ("rubicon_at", "double_below"), by="settlement"),
        "both_short": Question("both_short", ("settlement",), by="settlement"),
    }
)
"""The common questions in their order: through a deal, from the exchange to the settlement."""

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "britannica": (
            "https://bfjaawards.com/it/pages/57216-piquet--britannica-online-encyclopedia"
        ),
        "britannica_1911": "http://encyclopedia.jrank.org/PIG_POL/PIQUET.html",
        "cady": "",  # found without an address of its own
        "cavendish": "https://mmai.github.io/piquetBook/historical",
        "cotton": "http://jducoeur.org/game-hist/cotton.picket.html",
        "gargantua": "https://les4enseignes.wordpress.com/2013/06/23/gargantua/",
        "gargantua_1542": (
            "https://renom.univ-tours.fr/fr/index/corpus/francois-rabelais/"
            "gargantua-1542-version-modernisee/les-jeux-de-gargantua-chapitre-22"
        ),
        "german": "https://sagapedia.com/de/Piquet",
        "hall": "https://docslib.org/doc/3666621/piquet-the-game-and-its-artifacts",
        "hoyle": "http://edmondhoyle.blogspot.com.au/2012_08_01_archive.html",
        "laws": (
            "https://archive.org/stream/lawsofpiquetadop00cave/lawsofpiquetadop00cave_djvu.txt"
        ),
        "page_1873": "https://richkosh.blogspot.com/2019/04/piquet.html",
        "royal": "http://cord.distantreader.org/stacks/earlyprint/txt/A92043.txt",
        "wikipedia": "https://wiki.niidae.com/index.php?title=Piquet",
        "wits": "http://jducoeur.org/game-hist/cotgrave.ed2.picket.html",
    }
)
"""Where the sources of the history can be read, by name; nothing where no address is known."""

CLAIMS: Mapping[str, Claim] = MappingProxyType(
    {
        "fifteenth": Claim("legend", ("britannica",)),
        "inventor": Claim("legend", ("cavendish", "wikipedia")),
        "rabelais": Claim("likely", ("gargantua", "gargantua_1542", "britannica")),
        "perrache": Claim("unconfirmed", ("wikipedia",)),
        "henrietta": Claim("likely", ("britannica_1911", "britannica")),
        "first_rules": Claim("wrong", ("royal", "wits", "hoyle")),
        "cotton": Claim("certain", ("cotton",)),
        "hoyle": Claim("certain", ("hoyle",)),
        "older": Claim("certain", ("royal", "cotton", "laws", "hall")),
        "dated": Claim("wrong", ("page_1873", "hall", "laws")),
        "vienna": Claim("unconfirmed", ("britannica",)),
        "amber": Claim("likely", ("britannica", "german")),
        "decline": Claim("likely", ("britannica", "cady")),
    }
)
"""The claims of the history, from the oldest time to the latest."""
