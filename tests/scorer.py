"""A second scorer: one deal kept on paper, from the cards dealt and the words spoken alone.

It is written from the rules in words and from nothing else: cards are two letters (``TS``), a
hand is a set of them, options are a plain dictionary, actions are what is said at the table
(``point AS KS QS``).  It knows three things that the engine knows too, and knows them separately:
what may be said or done (:meth:`Table.objection`), what follows, and what it scores
(:func:`reckon`).
"""

from collections import namedtuple

RANKS = "789TJQKA"
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
HIGH = {card: RANKS.index(card[0]) for card in PACK}
PIPS = dict(zip(RANKS, (7, 8, 9, 10, 10, 10, 10, 11), strict=True))
SUIT_NAMES = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
OTHER = {"elder": "younger", "younger": "elder"}
TALK = ("point", "sequences", "sets")
CALLS = {"point": "point", "sequence": "sequences", "set": "sets"}

# Where each kind of score stands in the order of reckoning.
_PLACES = "carte_blanche=1 point=2 sequences=3 sets=4 lead=5 capture=5 last_trick=5 conceded_play=5"
PLACE = {
    what: int(place)
    for what, place in (
        each.split("=") for each in (_PLACES + " cards=6 capot=6 conceded_cards=6").split()
    )
}

Row = namedtuple("Row", "seat points what place")
Out = namedtuple("Out", "seat what scores")


# --- what cards make ------------------------------------------------------------------------------


def best_first(makings):
    return sorted(makings, reverse=True)


def runs(cards):
    """All maximal runs of three and more, each as (length, height of the top card, suit)."""
    found = []
    for suit in SUITS:
        row = "".join(rank if rank + suit in cards else " " for rank in RANKS)
        for piece in row.split():
            if len(piece) >= 3:
                found.append((len(piece), RANKS.index(piece[-1]), suit))
    return best_first(found)


def groups(cards):
    """All trios and quatorzes, each as (number, height)."""
    found = []
    for rank in "TJQKA":
        number = sum(1 for suit in SUITS if rank + suit in cards)
        if number > 2:
            found.append((number, RANKS.index(rank)))
    return best_first(found)


def value(cards):
    return sum(PIPS[card[0]] for card in cards)


def of_suit(cards, suit):
    return {card for card in cards if card[1] == suit}


def makings(category, cards):
    """Every combination of a category in these cards as (number, height or value), best first."""
    if category == "sets":
        return groups(cards)
    if category == "sequences":
        return [run[:2] for run in runs(cards)]
    suits = [of_suit(cards, suit) for suit in SUITS]
    return best_first((len(suit), value(suit)) for suit in suits if suit)


def best(category, cards):
    return next(iter(makings(category, cards)), None)


def parts(category, cards):
    """Every combination that a player who sinks may make of these cards, as (number, height)."""
    if category == "point":
        found = set()
        for suit in SUITS:
            sums = {(0, 0)}
            for card in of_suit(cards, suit):
                sums |= {(number + 1, total + PIPS[card[0]]) for number, total in sums}
            found |= sums
        return found - {(0, 0)}
    if category == "sequences":
        return {
            (number, top - down)
            for length, top, _ in runs(cards)
            for down in range(length - 2)
            for number in range(3, length - down + 1)
        }
    return {(part, height) for number, height in groups(cards) for part in range(3, number + 1)}


def made_of(category, cards):
    """Of how many combinations these cards consist, when nothing is left over; otherwise 0."""
    if category == "point":
        return 1 if len({card[1] for card in cards}) == 1 else 0
    found = makings(category, cards)
    return len(found) if sum(number for number, _ in found) == len(cards) else 0


def worth(category, making, options):
    number, height = making
    if category == "point":
        return number - (options["point_score"] == "tens" and str(height).endswith("4"))
    if category == "sequences":
        return options["seq_scores"][number - 3]
    return {3: 3, 4: 14}[number]


def is_blank(hand):
    return not any(card[0] in "KQJ" for card in hand)


# --- what the scores add up to --------------------------------------------------------------------


def reckon(rows, options):
    """Put rows in the order of reckoning, the repique or pique behind the row that makes it."""
    order = sorted(range(len(rows)), key=lambda time: (min(rows[time].place, 5), time))
    due = repique(rows, order, options) or pique(rows, order, options)
    told = []
    for time in order:
        told.append(rows[time])
        if due and due[0] == time:
            told.append(due[1])
    return told


def counted_in_hand(row, options):
    return row.place < 5 and (row.what != "carte_blanche" or options["cb_in_order"])


def repique(rows, order, options):
    has = {"elder": 0, "younger": 0}
    for time in order:
        row = rows[time]
        if not counted_in_hand(row, options):
            continue
        has[row.seat] += row.points
        if has[row.seat] >= 30 and has[OTHER[row.seat]] == 0:
            if row.seat == "younger" and options["repique_for"] == "elder":
                return None
            return time, Row(row.seat, 60, "repique", row.place)
    return None


def pique(rows, order, options):
    helps = {"lead", "capture", "last_trick"}
    if options["cards_to_pique"] == "seventh_trick":
        helps.add("cards")
    has = 0
    for time in range(len(rows)) if options["pique_order"] == "actual" else order:
        row = rows[time]
        if not counted_in_hand(row, options) and row.what not in helps:
            continue
        if row.seat == "younger":
            return None
        has += row.points
        if has >= 30:
            return time, Row("elder", 30, "pique", 5)
    return None


def first_out(told, before, options):
    """Who reaches the target first as the rows are told, by what, and both scores then."""
    scores = dict(before)
    for row in told:
        scores[row.seat] += row.points
        if scores[row.seat] >= options["target"]:
            return Out(row.seat, row.what, (scores["elder"], scores["younger"]))
    return None


def settle(scores, options):
    """What final scores are worth to the winner: (who, points, short, double)."""
    if scores[0] == scores[1]:
        return None, 0, False, False
    winner = 0 if scores[0] > scores[1] else 1
    loser_has = min(scores)
    if options["settlement"] == "game_double":
        if loser_has < options["double_below"]:
            return winner, options["double_counts"], False, True
        return winner, 1, False, False
    if loser_has < options["rubicon_at"]:
        return winner, sum(scores) + 100, True, False
    return winner, abs(scores[0] - scores[1]) + 100, False, False


# --- one deal at the table ------------------------------------------------------------------------


class Talked:
    """What was said of one category."""

    def __init__(self):
        self.called = set()  # elder's cards
        self.makes = None  # the best combination in them
        self.asked = False
        self.verdict = None  # good, equal, not good, declined
        self.elder = set()  # cards counted, or called and equal
        self.younger = set()


class Table:
    """One deal: ``hear`` one action after the other, then read ``told`` and ``outcome``."""

    def __init__(self, elder, younger, talon, options, before=(0, 0), deals_left=6):
        self.options = options
        self.dealt = {"elder": set(elder), "younger": set(younger)}
        self.hands = {"elder": set(elder), "younger": set(younger)}
        self.known_to_elder = set(elder)
        self.talon = list(talon)
        self.discards = {"elder": set(), "younger": set()}
        self.played = []
        self.before = {"elder": before[0], "younger": before[1]}
        self.deals_left = deals_left
        self.weight = 2 if options["double_first_last"] else 1
        self.stage, self.turn = "exchange", "elder"
        self.aside = None
        self.blank = self.announced = None  # who has claimed a carte blanche, and elder's number
        self.proof_owed = False
        self.talk = {category: Talked() for category in TALK}
        self.about = None
        self.suit_named = None
        self.left_settled = False
        self.on_table = None
        self.leader = "elder"
        self.tricks = {"elder": 0, "younger": 0}
        self.shown = set()
        self.conceded = None
        self.rows = []
        self.out = None
        for seat, hand in self.hands.items():
            if is_blank(hand):
                if options["cb_claim"] == "automatic":
                    self.claim_blank(seat, scores=True)
                    if options["cb_proof_elder"] == "at_once" and seat == "elder":
                        self.show_blank(seat)
                elif options["cb_claim"] == "bound_to_tell" and seat == "younger":
                    self.claim_blank(seat, scores=options["cb_proof_younger"] == "none")

    @property
    def over(self):
        return self.stage == "over"

    @property
    def told(self):
        """Every row and bonus in the order of reckoning."""
        return reckon(self.rows, self.options)

    @property
    def outcome(self):
        """Points of elder and younger, and who was out in a target game."""
        if self.out:
            elder, younger = self.out.scores
            return elder - self.before["elder"], younger - self.before["younger"], self.out.seat
        sums = [sum(row.points for row in self.told if row.seat == seat) for seat in OTHER]
        return sums[0], sums[1], None

    # -- scoring --

    def write(self, seat, points, what):
        if points and not self.over:
            self.rows.append(Row(seat, points, what, PLACE[what]))

    def places_open(self):
        """The categories of the hands in which somebody may still score."""
        if self.stage in ("exchange", "aside"):
            return [2, 3, 4] if self.rows else [1, 2, 3, 4]
        if self.stage in ("play", "over"):
            return []
        return [
            place
            for place, (_, said) in enumerate(self.talk.items(), 2)
            if said.verdict not in ("good", "equal") and not said.younger
        ]

    def look_who_is_out(self):
        options = self.options
        if options["game_end"] != "target" or options["target_check"] != "reckoning_order":
            return
        first_open = min(self.places_open(), default=9)
        told = reckon([row for row in self.rows if row.place < first_open], options)
        if first_open < 9:
            told = [row for row in told if row.what != "pique"]
        if not self.over:
            self.out = first_out(told, self.before, options)
            if self.out:
                self.stage = "over"

    # -- what follows --

    def hear(self, words):
        verb, cards = split(words)
        getattr(self, "hear_" + verb)(cards)
        self.look_who_is_out()
        if self.over:
            self.turn = None

    def claim_blank(self, seat, *, scores):
        self.blank = seat
        self.proof_owed = self.options[f"cb_proof_{seat}"] != "none"
        if scores:
            self.write(seat, self.options["cb_points"], "carte_blanche")
            self.look_who_is_out()

    def show_blank(self, seat):
        if self.blank == seat and self.proof_owed:
            self.proof_owed = False
            if not self.rows:
                self.write(seat, self.options["cb_points"], "carte_blanche")
                self.look_who_is_out()

    def hear_blanche(self, number):
        seat = self.turn
        proof = self.options[f"cb_proof_{seat}"]
        self.announced = number or None
        self.claim_blank(seat, scores=proof == "none")
        if proof == "after_younger_discards":
            self.stage, self.turn = "aside", "younger"
        elif proof != "none":
            self.show_blank(seat)

    def hear_aside(self, cards):
        self.aside = cards
        self.stage, self.turn = "exchange", "elder"
        self.show_blank("elder")

    def hear_exchange(self, cards):
        if self.turn == "elder":
            if self.options["cb_proof_younger"] == "after_elder_discards":
                self.show_blank("younger")
            if self.over:
                self.put_out("elder", cards)
                return
            self.swap("elder", cards)
            self.known_to_elder |= self.hands["elder"]
            if self.options["elder_peek"] == "rest_of_five":
                self.known_to_elder |= set(self.talon[: 5 - len(cards)])
            self.show_blank("younger")
            self.turn = "younger"
            if self.aside is None:
                return
            cards = self.aside
        self.swap("younger", cards)
        self.show_blank("elder")
        if not self.over:
            self.stage, self.turn = "talk", "elder"
            if self.options["declare_by"] == "auto":
                self.declare("elder")

    def swap(self, seat, cards):
        self.put_out(seat, cards)
        drawn, self.talon = self.talon[: len(cards)], self.talon[len(cards) :]
        self.hands[seat] |= set(drawn)

    def put_out(self, seat, cards):
        self.discards[seat] |= cards
        self.hands[seat] = self.hands[seat] - cards

    def declare(self, seat):
        """Everything declares itself: the better combination scores with all its owner holds."""
        least = {"point": self.options["point_min"], "sequences": 3, "sets": 3}
        # Elder may have led already when younger is heard.
        elder = self.hands["elder"] | set(self.played)
        for category in TALK:
            if self.over:
                return
            said = self.talk[category]
            mine, hers = (best(category, hand) for hand in (elder, self.hands["younger"]))
            mine = mine if mine and mine[0] >= least[category] else None
            hers = hers if hers and hers[0] >= least[category] else None
            if seat == "elder" and mine:
                said.verdict = "good" if not hers or mine > hers else "equal"
                if hers and hers > mine:
                    said.verdict = "not good"
                if said.verdict == "good":
                    self.count(category, "elder", self.all_of(category, elder, mine))
            elif seat == "younger" and hers and (not mine or hers > mine):
                said.younger = self.all_of(category, self.hands["younger"], hers)
                self.count(category, "younger", said.younger)
            if self.declared(category, seat):
                self.lay_down(category, seat)
            self.look_who_is_out()

    @staticmethod
    def all_of(category, hand, making):
        if category != "point":
            return set(hand)
        suits = (of_suit(hand, suit) for suit in SUITS)
        return next(suit for suit in suits if (len(suit), value(suit)) == making)

    def count(self, category, seat, cards):
        found = makings(category, cards)
        self.write(seat, sum(worth(category, each, self.options) for each in found), category)

    def hear_point(self, cards):
        self.call("point", cards)

    def hear_sequence(self, cards):
        self.call("sequences", cards)

    def hear_set(self, cards):
        self.call("sets", cards)

    def call(self, category, cards):
        said = self.talk[category]
        if self.turn == "younger":
            said.younger = cards
            if said.verdict != "equal":
                self.count(category, "younger", cards)
            self.lay_down(category, "younger")
        elif said.verdict == "good":
            said.elder = said.elder | cards
            self.count(category, "elder", cards)
            self.lay_down(category, "elder")
        else:
            said.called, said.makes, self.about = cards, best(category, cards), category
            self.stage, self.turn = "answer", "younger"

    def lay_down(self, category, seat):
        if self.options["show_to_score"] and category != "sets":
            self.shown.add((seat, category))

    def hear_good(self, _):
        said = self.verdict("good")
        said.elder = said.called
        self.count(self.about, "elder", said.called)
        self.lay_down(self.about, "elder")

    def hear_equal(self, _):
        said = self.verdict("equal")
        said.elder = said.called
        self.lay_down(self.about, "elder")

    def hear_notgood(self, _):
        self.verdict("not good")

    def verdict(self, verdict):
        self.stage, self.turn = "talk", "elder"
        self.talk[self.about].verdict = verdict
        return self.talk[self.about]

    def hear_ask(self, _):
        self.talk[self.about].asked = True
        self.stage, self.turn = "say", "elder"

    def hear_say(self, cards):
        said = self.talk[self.about]
        if not cards:
            self.verdict("declined")
            return
        said.called, said.makes = cards, best(self.about, cards)
        self.stage, self.turn = "answer", "younger"

    def hear_suit(self, suit):
        self.suit_named = suit
        self.stage, self.turn = "left", "younger"

    def hear_look(self, _):
        self.left_settled = True
        self.back_from_left()

    hear_show = hear_look

    def back_from_left(self):
        if self.stage == "left":
            self.stage, self.turn = "talk", "elder"

    def hear_pass(self, _):
        if self.stage == "left":
            self.left_settled = True
            self.back_from_left()
        else:
            self.stage = "play"
            self.end_conceded()

    def hear_see(self, category):
        self.shown.add((OTHER[self.turn], category))

    def hear_concede(self, _):
        self.conceded = self.turn
        if self.turn == "younger":
            self.stage = "play"
            self.end_conceded()
            return
        self.stage, self.turn = "count", "younger"
        if self.options["declare_by"] == "auto":
            self.declare("younger")

    def end_conceded(self):
        # The hands are settled now, and may have put somebody out in a game to a target.
        self.look_who_is_out()
        winner = OTHER[self.conceded]
        self.write(winner, 13 - sum(1 for row in self.rows if row.what == "lead"), "conceded_play")
        self.write(winner, self.options["cards_points"], "conceded_cards")
        self.look_who_is_out()
        self.stage = "over"

    def hear_play(self, cards):
        (card,) = cards
        if self.stage == "count":
            self.stage = "play"
        self.hands[self.turn].discard(card)
        self.played.append(card)
        if self.on_table is None:
            self.on_table, self.suit_named = card, None
            if self.counts(card, self.options["lead_point"]):
                self.write(self.leader, 1, "lead")
            self.turn = OTHER[self.leader]
            if self.stage == "talk":
                self.stage = "count"
                self.look_who_is_out()
                if self.options["declare_by"] == "auto":
                    self.declare("younger")
            return
        self.end_trick(card)

    @staticmethod
    def counts(card, rule):
        return rule == "any" or (rule == "ten_up" and card[0] in "TJQKA")

    def end_trick(self, card):
        lead, options, follower = self.on_table, self.options, OTHER[self.leader]
        captured = card[1] == lead[1] and HIGH[card] > HIGH[lead]
        winner = follower if captured else self.leader
        if captured and self.counts(card, options["capture_point"]):
            self.write(winner, 1, "capture")
        if not captured and options["lead_point"] == "won_only":
            self.write(winner, 1, "lead")
        self.tricks[winner] += 1
        last = sum(self.tricks.values()) == 12
        if last:
            self.write(winner, options["last_trick_extra"], "last_trick")
        self.count_cards(winner, last)
        self.on_table, self.leader, self.turn = None, winner, winner
        if last:
            self.look_who_is_out()
            self.stage = "over"

    def count_cards(self, winner, last):
        ten, forty = self.options["cards_points"], self.options["capot_points"]
        if self.options["cards_to_pique"] == "seventh_trick":
            if self.tricks[winner] == 7:
                self.write(winner, ten, "cards")
            if self.tricks[winner] == 12:
                self.write(winner, forty - ten, "capot")
        elif last:
            for seat, number in self.tricks.items():
                if number == 12:
                    self.write(seat, forty, "capot")
                elif number > 6:
                    self.write(seat, ten, "cards")

    # -- what may be said or done --

    def objection(self, words):
        """Say why the side to move may not say or do this; None where it may."""
        if self.over:
            return "the deal is over"
        verb, cards = split(words)
        check = getattr(self, f"object_to_{verb}", None)
        if check is None:
            return "no such thing in a deal"
        return check(cards)

    def lacks(self, cards):
        return "not held" if cards - self.hands[self.turn] else None

    def may_claim_blank(self):
        rule = self.options["cb_claim"]
        hand = self.hands[self.turn]
        return (
            self.stage == "exchange" and rule != "automatic" and not self.blank and is_blank(hand)
        )

    def object_to_blanche(self, number):
        if not self.may_claim_blank():
            return "no carte blanche"
        if self.turn == "elder" and self.options["cb_proof_elder"] == "after_younger_discards":
            low, high = self.options["elder_min"], self.options["elder_max"]
            return None if low <= number <= high else "wrong number"
        return "no number is told" if number else None

    def object_to_aside(self, cards):
        if self.stage != "aside":
            return "not now"
        low, high = self.options["younger_min"], 8 - self.announced
        return self.lacks(cards) or (None if low <= len(cards) <= high else "wrong number")

    def object_to_exchange(self, cards):
        if self.stage != "exchange":
            return "not now"
        if self.options["cb_claim"] == "bound_to_tell" and self.may_claim_blank():
            return "the blank must be told"
        if self.turn == "younger":
            low, high = self.options["younger_min"], len(self.talon)
        elif self.announced and self.blank == "elder":
            low = high = self.announced
        else:
            low, high = self.options["elder_min"], self.options["elder_max"]
        return self.lacks(cards) or (None if low <= len(cards) <= high else "wrong number")

    def object_to_point(self, cards):
        return self.object_to_call("point", cards)

    def object_to_sequence(self, cards):
        return self.object_to_call("sequences", cards)

    def object_to_set(self, cards):
        return self.object_to_call("sets", cards)

    def object_to_call(self, category, cards):
        if self.stage == "talk" and not self.suit_named:
            return self.lacks(cards) or self.elder_calls(category, cards)
        if self.stage == "count":
            return self.lacks(cards) or self.younger_counts(category, cards)
        return "not now"

    def is_callable(self, category, cards):
        """Tell whether cards of a hand may be counted for a category, all at once."""
        hand = self.hands[self.turn]
        if not made_of(category, cards):
            return False
        if category == "point" and len(cards) < self.options["point_min"]:
            return False
        if self.options["sinking"]:
            return True
        if category == "point":
            return (len(cards), value(cards)) == best("point", hand)
        return makings(category, cards) == makings(category, hand) and len(cards) == sum(
            number for number, _ in makings(category, hand)
        )

    def says_all_at_once(self, category):
        if category == "point" or not self.options["sinking"]:
            return True
        return self.options[{"sequences": "seq_counts", "sets": "set_counts"}[category]] != (
            "all_of_winner"
        )

    def elder_calls(self, category, cards):
        if self.options["declare_by"] == "auto":
            return "everything has been declared"
        said = self.talk[category]
        if category == "point" and any(other.verdict for other in self.talk.values()):
            return "the point comes first"
        if not self.is_callable(category, cards):
            return "no such combination"
        if said.verdict == "good":
            return self.counts_further(category, cards)
        if said.verdict:
            return "called already"
        if category != "point" and self.point_must_come_first():
            return "the point comes first"
        if not self.says_all_at_once(category) and made_of(category, cards) != 1:
            return "one at a time"
        return None

    def point_must_come_first(self):
        """Where nothing may be sunk a point that is held is not passed over."""
        if self.options["sinking"] or any(said.verdict for said in self.talk.values()):
            return False
        return best("point", self.hands["elder"])[0] >= self.least("point")

    def counts_further(self, category, cards):
        said = self.talk[category]
        if self.says_all_at_once(category):
            return "all was said at once"
        apart = best_first(makings(category, cards) + makings(category, said.elder))
        if cards & said.elder or makings(category, cards | said.elder) != apart:
            return "it hangs together with what was counted"
        if best(category, cards) <= said.makes:
            return None
        if self.options["good_against_cards_waiver"]:
            # What he left and she has drawn is hers, though he has seen it.
            hers = self.known_to_elder & self.hands["younger"]
            unseen = best(category, set(PACK) - self.known_to_elder | hers)
            if unseen is None or unseen < said.makes:
                return None
        return "better than what was called"

    def least(self, category):
        return self.options["point_min"] if category == "point" else 3

    def holdings(self, category):
        """What younger can honestly name in answer to a call."""
        hand = self.hands["younger"]
        found = parts(category, hand)
        if not self.options["sinking"]:
            found &= {best(category, hand)}
        return {each for each in found if each[0] >= self.least(category)}

    def heard(self, category):
        said = self.talk[category]
        return category == "sets" or said.asked or self.options["point_call"] == "value"

    def true_answers(self):
        """Every answer but "good" that younger's cards bear out."""
        category = self.about
        said, held = self.talk[category], self.holdings(category)
        number = said.makes[0]
        if not self.heard(category):
            return {"ask": any(each[0] == number for each in held)} | {
                "notgood": any(each[0] > number for each in held)
            }
        better = {each for each in held if each > said.makes}
        if said.asked:
            better = {each for each in better if each[0] == number}
        return {"equal": said.makes in held, "notgood": bool(better)}

    def object_to_good(self, _):
        if self.stage != "answer":
            return "not now"
        if not self.options["sinking"] and any(self.true_answers().values()):
            return "it is not good"
        return None

    def object_to_answer(self, word):
        if self.stage != "answer":
            return "not now"
        return None if self.true_answers().get(word) else "not borne out"

    def object_to_equal(self, _):
        return self.object_to_answer("equal")

    def object_to_notgood(self, _):
        return self.object_to_answer("notgood")

    def object_to_ask(self, _):
        return self.object_to_answer("ask")

    def object_to_say(self, cards):
        if self.stage != "say":
            return "not now"
        said = self.talk[self.about]
        if not cards:
            return None if self.options["sinking"] else "it must be said"
        if cards == said.called:
            return None
        if not self.options["sinking"]:
            return "it is not what was called"
        if self.about != "point" and self.says_all_at_once(self.about):
            return "it is not what was called"
        one = made_of(self.about, cards) == 1 and len(cards) == said.makes[0]
        return self.lacks(cards) or (None if one else "another number")

    def left_to_settle(self):
        return bool(self.talon) and not self.left_settled

    def still_to_call(self):
        """Tell whether elder, who may not sink, has something left to call."""
        if self.options["sinking"] or self.options["declare_by"] == "auto":
            return False
        spoken = any(said.verdict for said in self.talk.values())
        for category, said in self.talk.items():
            making = best(category, self.hands["elder"])
            late = said.verdict or (category == "point" and spoken)
            if making and making[0] >= self.least(category) and not late:
                return True
        return False

    def object_to_suit(self, suit):
        if self.stage != "talk" or self.suit_named or not self.left_to_settle():
            return "not now"
        if self.options["younger_left"] != "look_then_both" or self.still_to_call():
            return "not now"
        return None if of_suit(self.hands["elder"], suit) else "no card of it"

    def object_to_look(self, _):
        rule = self.options["younger_left"] == "look_then_both"
        ripe = rule and self.left_to_settle() and self.stage in ("left", "count")
        return None if ripe else "not now"

    def object_to_show(self, _):
        rule = self.options["younger_left"] == "expose_or_hide"
        ripe = rule and self.left_to_settle() and self.stage == "count"
        return None if ripe else "not now"

    def object_to_pass(self, _):
        if self.stage == "left":
            return None
        if self.stage == "count" and self.conceded:
            return "owed" if self.owes() else None
        return "not now"

    def object_to_see(self, category):
        if self.stage not in ("count", "play") or self.options["proof_request"] == "none":
            return "not now"
        said, other = self.talk[category], OTHER[self.turn]
        if said.verdict == "equal" and self.options["proof_request"] == "scored":
            return "it did not score"
        cards = said.elder if other == "elder" else said.younger
        if self.options["declare_by"] == "auto":
            cards = self.declared(category, other)
        return None if cards and (other, category) not in self.shown else "nothing to see"

    def declared(self, category, seat):
        """Tell whether a seat has counted, or named as equal, in a deal that declares itself."""
        said = self.talk[category]
        if seat == "elder":
            return said.verdict in ("good", "equal")
        return said.verdict == "equal" or said.younger

    def object_to_concede(self, _):
        options = self.options
        ripe = self.stage == "talk" and not self.suit_named and not self.still_to_call()
        ripe |= self.stage == "count" and not self.conceded and not self.owes()
        if not ripe or options["concede_last_deal"] == "none" or self.deals_left != 1:
            return "not now"
        has = self.before[self.turn]
        # What this deal brings counts as often as the deal itself does.
        has += self.weight * sum(row.points for row in self.sure_rows() if row.seat == self.turn)
        short = options["settlement"] == "rubicon" and has < options["rubicon_at"]
        return None if short else "the rubicon is saved"

    def sure_rows(self):
        """What has been scored up to now, a bonus among it only once nothing open can undo it."""
        told = reckon(self.rows, self.options)
        bonuses = [row for row in told if row.what in ("pique", "repique")]
        if bonuses and any(place <= bonuses[0].place for place in self.places_open()):
            told = [row for row in told if row not in bonuses]
        return told

    def younger_counts(self, category, cards):
        said = self.talk[category]
        if said.verdict == "good":
            return "it was good"
        if said.younger or self.options["declare_by"] == "auto":
            return "counted already"
        if said.verdict == "equal":
            one = made_of(category, cards) == 1
            return None if one and best(category, cards) == said.makes else "it is not equal"
        if not self.is_callable(category, cards):
            return "no such combination"
        makes = best(category, cards)
        if said.asked and makes[0] > said.makes[0]:
            return "the question bars a greater number"
        if said.verdict == "not good":
            good = makes > said.makes if self.heard(category) else makes[0] > said.makes[0]
            return None if good else "it is not better"
        return None

    def owes(self):
        """Tell whether younger must still count something before she may go on."""
        if self.options["declare_by"] == "auto":
            return False
        for category, said in self.talk.items():
            if said.younger or said.verdict == "good":
                continue
            if said.verdict in ("equal", "not good"):
                return True
            if not self.options["sinking"]:
                making = best(category, self.hands["younger"])
                barred = making and said.asked and making[0] > said.makes[0]
                if making and making[0] >= self.least(category) and not barred:
                    return True
        return False

    def object_to_play(self, cards):
        if len(cards) != 1:
            return "one card"
        (card,) = cards
        if self.lacks(cards):
            return "not held"
        if self.stage == "talk":
            if self.suit_named:
                return None if card[1] == self.suit_named else "another suit was named"
            return "calls come first" if self.still_to_call() else None
        if self.stage == "count":
            if self.conceded or self.owes():
                return "owed"
        elif self.stage != "play":
            return "not now"
        if self.on_table and card[1] != self.on_table[1]:
            return "revoke" if of_suit(self.hands[self.turn], self.on_table[1]) else None
        return None


def split(words):
    """Part an action into a verb and its cards, suit, category or number."""
    fixed = {"making?": "ask", "not good": "notgood"}
    if words in fixed:
        return fixed[words], None
    first, _, rest = words.partition(" ")
    if first == "carte":
        return "blanche", int(rest.removeprefix("blanche") or 0)
    if first == "set" and rest.startswith("aside"):
        first, rest = "aside", rest.removeprefix("aside")
    if first in ("deal", "do", "packet", "cut"):
        return "partie", None
    if first == "suit":
        return first, SUIT_NAMES[rest]
    if first == "see":
        return first, rest
    verb = "say" if first == "making" else first
    cards = set() if rest.strip() == "nothing" else set(rest.split())
    return verb, cards
