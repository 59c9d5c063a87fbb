"""The review: what it leaves out, what it blames nobody for, and that all of it adds up."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import numpy as np
import pytest
from slow_solver import hand, of_lead
from test_players import other_worlds

from piquet.actions import Action, Kind
from piquet.base import Illegal, Person, Seat
from piquet.cards import CardSet
from piquet.dealing import Deal, seed_bytes
from piquet.oracle import advise
from piquet.oracle.stakes import Stakes
from piquet.partie import Partie
from piquet.players import make
from piquet.position import Position
from piquet.profiles import PROFILES
from piquet.record import Before, Record, Scored, read, read_file, write
from piquet.review import GRADES, KINDS, Review, Terms, Worth, document, review
from piquet.review.accounts import ended
from piquet.review.grading import BAD, DOUBTFUL, VERY_BAD, grade, price
from piquet.review.judging import judged
from piquet.review.luck import Hand
from piquet.rules import Rules

FULL = os.environ.get("PIQUET_FULL") == "1"
SEED = seed_bytes("review")
RUBICON = Rules.named("rubicon")
BOOKS = Path(__file__).resolve().parents[2] / "src/piquet/record/books"
WORKED = "cavendish-1892-worked-deal.pqn"
TERMS = ("deal", "draw", "opponent", "given", "unread")


def played(rules: Rules, number: int, level: str = "club", deals: int = 99) -> Record:
    """Return a partie of a level against itself, of no more than so many deals."""
    record = Record(rules, dealer=Person.FIRST, packet=rules.packet[-1])
    player = make(level, number)
    for place in range(1, deals + 1):
        while record.partie.legal_actions and record.partie.position is None:
            record = record.after(record.partie.legal_actions[0])
        if not record.partie.needs_deal:
            break
        record = record.begin(Deal.numbered(SEED, 100 * number + place))
        while (position := record.partie.position) is not None and position.to_move is not None:
            record = record.after(player.act(position.view(position.to_move)))
    return record


def summed(terms: Terms) -> float:
    """Return what the terms of luck and skill come to."""
    return terms.start - terms.lost + sum(getattr(terms, name) for name in TERMS)


def check_sums(record: Record, found: Review) -> None:
    """Check that losses, luck and results add up to what is printed."""
    for deal in found.deals:
        assert (deal.accounts is None) == (not deal.over)
        for account in deal.accounts or ():
            assert summed(account.points) == pytest.approx(account.points.result, abs=0.1)
            lost = sum(each.loss.points for each in deal.decisions if each.person is account.person)
            assert account.points.lost == pytest.approx(lost, abs=1e-6)
            if account.partie is not None:
                assert summed(account.partie) == pytest.approx(account.partie.result, abs=0.1)
    if found.accounts is None:
        return
    first, second = found.accounts
    assert first.points.result == -second.points.result
    assert first.points.lost == pytest.approx(second.points.given)
    for account in found.accounts:
        tally = next(one for one in found.tallies if one.person is account.person)
        assert tally.lost.points == pytest.approx(account.points.lost)
        assert summed(account.points) == pytest.approx(account.points.result, abs=0.1)
        if account.partie is None:
            continue
        assert summed(account.partie) == pytest.approx(account.partie.result, abs=0.1)
        outcome = record.partie.outcome
        if outcome is not None and record.rules.game_end == "deals":
            won = outcome.points if outcome.winner is account.person else -outcome.points
            assert account.partie.result == won


def test_losses_luck_and_results_add_up_to_the_totals(rough: None) -> None:
    rules = Rules.parse("rubicon") if FULL else Rules.parse("rubicon(deals=2)")
    for number in range(1000 if FULL else 20):
        record = played(rules, number)
        found = review(record, worlds=30)
        check_sums(record, found)
        first, second = record.partie.scores
        assert found.accounts is not None
        assert found.accounts[0].points.result == first - second
        assert found.scores[-1] == (first, second)
        assert found.settlement == record.partie.outcome


def test_the_oracle_itself_loses_nothing(rough: None) -> None:
    record = Record(RUBICON, dealer=Person.FIRST).begin(Deal.numbered(SEED, 1))
    while (position := record.partie.position) is not None and position.to_move is not None:
        view = position.view(position.to_move)
        best = advise(view, worlds=60, threads=1).best.action
        record = record.after(best if len(view.legal_actions) > 1 else view.legal_actions[0])
    found = review(record, worlds=60)
    assert len(found.decisions) > 20
    assert {each.loss for each in found.decisions} == {Worth(0.0, 0.0)}
    assert not any(each.grade or each.tied for each in found.decisions)
    assert found.worst == ((), ())


def test_who_plays_at_random_loses_and_is_told_so(rough: None) -> None:
    found = review(played(RUBICON, 3, "random", deals=2), worlds=60)
    lost = [tally.lost.points for tally in found.tallies if tally.kind is None]
    assert min(lost) > 20
    assert {each.grade for each in found.decisions} >= set(GRADES)
    assert {each.kind for each in found.decisions} == set(KINDS)
    for each in found.decisions:
        assert each.loss.partie is not None
        assert each.loss.partie >= 0
        assert not (each.tied and each.grade)
        assert each.done in each.options
        assert each.best == each.options[0]
        assert each.grade is None or each.loss.partie >= DOUBTFUL * found.price
    for worst in found.worst:
        losses = [each.loss.partie or 0 for each in worst]
        assert losses == sorted(losses, reverse=True)
        assert len(worst) == 3


def test_what_is_forced_or_costs_nothing_is_left_out(rough: None) -> None:
    record = played(RUBICON, 4, deals=1)
    found = review(record, worlds=30)
    judged_at = {each.step for each in found.decisions}
    forced = step = 0
    before = None
    for each in record.steps():
        if each.action is None:
            before = each.position
            continue
        assert before is not None
        legal = before.legal_actions
        choices = len(legal) - len(legal.of(Kind.ASK_TO_SEE))
        if choices == 1:
            assert step not in judged_at
            forced += 1
        elif each.action.kind is not Kind.ASK_TO_SEE and Kind.LOOK not in legal.kinds:
            assert step in judged_at
        before, step = each.position, step + 1
    assert forced > 3


def test_only_what_the_seat_knew_counts() -> None:
    chance = random.Random("hidden")
    deal = Deal.numbered(SEED, 7)
    position, actions, tried = Position(deal, RUBICON), [], 0
    player = make("club")
    while position.to_move is not None:
        seat = position.to_move
        action = player.act(position.view(seat))
        if len(position.legal_actions) > 1 and chance.random() < 0.5:
            here = judged(position, action, goal="partie", worlds=30)
            for world, _ in zip(other_worlds(deal, actions, seat, chance), range(2), strict=False):
                there = judged(world, action, goal="partie", worlds=30)
                assert here._replace(sight=None) == there._replace(sight=None)
                tried += 1
        actions.append(action)
        position = position.after(action)
    assert tried > 15


def test_perfect_sight_is_what_slow_play_finds(rough: None) -> None:
    record = played(RUBICON, 5, deals=1)
    sights = {each.step: each.sight for each in review(record, worlds=30).decisions}
    compared = step = 0
    before: Position | None = None
    for each in record.steps():
        if each.action is None:
            before = each.position
            continue
        assert before is not None
        sight = sights.get(step)
        seat = before.to_move
        if sight is not None and seat is not None and before.view(seat).led is None:
            mine, his = hand(before.hands[seat].mask), hand(before.hands[seat.other].mask)
            if len(mine) <= 6:
                found = {card: of_lead(mine - {card}, his, card) for card in mine}
                best = {card for card in mine if found[card] == max(found.values())}
                assert {card.index for card in sight.best} == best
                worst = max(seen.points for seen in sight.cards) - sight.loss
                assert worst == next(
                    seen.points for seen in sight.cards if seen.card == each.action.card
                )
                compared += 1
        before, step = each.position, step + 1
    assert compared >= 3


def test_luck_in_the_draw_is_nothing_on_average() -> None:
    chance = random.Random("draws")
    start = Position(Deal.numbered(SEED, 11), RUBICON)
    late = start.after(make("club").act(start.view(Seat.ELDER)))
    for position, seat, number in ((start, Seat.ELDER, 3), (late, Seat.YOUNGER, 2)):
        view = position.view(seat)
        hand_of = Hand(view, Stakes(RUBICON, seat), seed=1)
        thrown = CardSet.of(*list(view.dealt)[-number:])
        unseen = list(CardSet.ALL - view.dealt)
        after = [
            hand_of.after(thrown, CardSet.of(*chance.sample(unseen, number))).points
            for _ in range(4000 if FULL else 400)
        ]
        before = hand_of.before(thrown).points
        margin = 3.3 * (np.std(after) / len(after) ** 0.5 + 0.5)
        assert abs(np.mean(after) - before) < margin


def test_luck_is_nothing_on_average_in_self_play() -> None:
    """Of 5,000 deals in full: within its interval; of the few here within twice that."""
    rows: dict[tuple[Seat, str], list[float]] = {}
    for number in range(5000 if FULL else 40):
        found = review(played(RUBICON, 5000 + number, "master", deals=1))
        deal = found.deals[0]
        assert deal.accounts is not None
        for account in deal.accounts:
            seat = Seat.YOUNGER if deal.dealer is account.person else Seat.ELDER
            for name in TERMS[:3]:
                rows.setdefault((seat, name), []).append(getattr(account.points, name))
    for values in rows.values():
        error = np.std(values) / len(values) ** 0.5
        assert abs(np.mean(values)) < (1.96 if FULL else 3.9) * error


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_is_reviewed(name: str, rough: None) -> None:
    rules = Rules.named(name)
    record = played(rules, 6, deals=2)
    found = review(record, worlds=20)
    check_sums(record, found)
    assert found.unit == {"hoyle": "games", "au_cent": "matches"}.get(name, "points")
    assert found.accounts is not None
    assert found.accounts[0].partie is not None
    assert all(each.loss.partie is not None for each in found.decisions)
    guide = name in ("hoyle", "foster")
    assert guide == any("guide" in note for note in found.notes)
    assert price(rules) > 0


def test_the_published_deals_are_reviewed_as_far_as_they_are_known(rough: None) -> None:
    cards = 0
    # Where the exchange is not known there are very many worlds.
    for path in [*sorted(BOOKS.glob("*.pqn" if FULL else "*-1.pqn")), BOOKS / WORKED]:
        record = read_file(str(path))
        if all(isinstance(part.cards, Scored) for part in record.parts if part.cards):
            with pytest.raises(Illegal) as refusal:
                review(record)
            assert refusal.value.code == "review_nothing"
            continue
        found = review(record, worlds=20)
        check_sums(record, found)
        cards += 1
        for deal in found.deals:
            assert deal.known in ("dealt", "hands", "scored")
    assert cards > (5 if FULL else 0)


def test_a_deal_cut_in_the_middle_is_reviewed_and_added_up_nowhere(rough: None) -> None:
    whole = played(RUBICON, 8, deals=2)
    lines = write(whole).splitlines()
    text = "\n".join(lines[: lines.index("Result: unfinished") - 8]) + "\nResult: unfinished\n"
    record = read(text)
    found = review(record, worlds=20)
    assert [deal.over for deal in found.deals] == [True, False]
    assert found.deals[1].accounts is None
    assert found.deals[1].decisions
    assert any("deal 2" in note for note in found.notes)
    first = found.deals[0].accounts
    assert first is not None
    assert found.accounts is not None
    assert found.accounts[0].points == first[0].points


def test_one_deal_alone_is_judged_as_in_the_whole(rough: None) -> None:
    record = played(Rules.parse("rubicon(deals=2)"), 9)
    whole = review(record, worlds=20)
    alone = review(record, only=2, worlds=20)
    assert alone.deals == (whole.deals[1],)
    with pytest.raises(Illegal) as refusal:
        review(record, only=7, worlds=20)
    assert refusal.value.code == "review_no_deal"


def test_where_the_partie_has_no_value_points_rank(rough: None) -> None:
    record = Record(RUBICON, dealer=Person.FIRST, before=Before(4000, 10, 5))
    record = record.begin(Deal.numbered(SEED, 3))
    while (position := record.partie.position) is not None and position.to_move is not None:
        record = record.after(make("club").act(position.view(position.to_move)))
    found = review(record, worlds=20)
    check_sums(record, found)
    assert found.accounts is not None
    assert found.accounts[0].partie is None
    assert all(each.loss.partie is None and each.loss.points >= 0 for each in found.decisions)


def test_grades_follow_the_price_of_a_point() -> None:
    at = price(RUBICON)
    for least, name, below in (
        (DOUBTFUL, "doubtful", None),
        (BAD, "bad", "doubtful"),
        (VERY_BAD, "very_bad", "bad"),
    ):
        assert grade(Worth(0.0, (least + 0.01) * at), RUBICON) == name
        assert grade(Worth(99.0, (least - 0.01) * at), RUBICON) == below
        assert grade(Worth(least + 0.01, None), RUBICON) == name


def test_the_document_holds_all_of_it_and_nothing_but_plain_data(rough: None) -> None:
    record = played(RUBICON, 10, deals=1)
    found = review(record, worlds=20)
    told = json.loads(json.dumps(document(found)))
    deal = told["deals"][0]
    assert [each["step"] for each in deal["decisions"]] == [each.step for each in found.decisions]
    for each, decision in zip(deal["decisions"], found.decisions, strict=True):
        assert Action.parse(each["done"]["action"]) == decision.done.action
        assert each["loss"] == {"points": decision.loss.points, "partie": decision.loss.partie}
        shares = each["believed"]["chances"].values()
        assert all(abs(sum(chance.values()) - 1) < 1e-6 for chance in shares)
    terms = told["accounts"]["first"]["points"]
    assert terms["luck"] == pytest.approx(terms["deal"] + terms["draw"] + terms["opponent"])
    assert told["grades"] == {"doubtful": DOUBTFUL, "bad": BAD, "very_bad": VERY_BAD}


def test_a_partie_that_is_over_is_worth_what_was_won() -> None:
    partie = Partie.dealt_by(Person.FIRST, Rules.parse("rubicon(deals=1)"))
    over = partie.begin_known(Position.scored(40, 60, partie.rules, partie.standing))
    assert over.outcome is not None
    assert ended(over, Person.FIRST) == over.outcome.points == -ended(over, Person.SECOND)
