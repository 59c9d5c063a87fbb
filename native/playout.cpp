#include "playout.hpp"

#include <algorithm>

namespace piquet {
namespace {

constexpr Cards all_cards = ~Cards{0};

int cards_of(int strength) { return strength >> 8; }

Cards drawn_from(const Deal& deal, int first, int end) {
    Cards drawn = 0;
    for (int i = first; i < end; ++i) drawn |= bit(deal.talon[static_cast<std::size_t>(i)]);
    return drawn;
}

}  // namespace

Deal shuffled(Random& random) {
    std::array<std::uint8_t, card_count> pack;
    for (unsigned i = 0; i < card_count; ++i) pack[i] = static_cast<std::uint8_t>(i);
    for (unsigned i = card_count - 1; i > 0; --i) std::swap(pack[i], pack[random.below(i + 1)]);
    Deal deal;
    for (std::size_t i = 0; i < hand_size; ++i) {
        deal.hands[elder_seat] |= bit(pack[i]);
        deal.hands[younger_seat] |= bit(pack[hand_size + i]);
    }
    std::copy(pack.begin() + 2 * hand_size, pack.end(), deal.talon.begin());
    return deal;
}

Opening opened(const Tables& tables, const Deal& deal, std::array<Cards, 2> thrown,
               std::array<bool, 2> blank) {
    const int taken = size_of(thrown[elder_seat]), end = taken + size_of(thrown[younger_seat]);
    const std::array<Cards, 2> drawn{drawn_from(deal, 0, taken), drawn_from(deal, taken, end)};
    Opening opening;
    for (const Seat seat : {elder_seat, younger_seat}) {
        opening.hands[seat] = (deal.hands[seat] & ~thrown[seat]) | drawn[seat];
        opening.thrown[seat] = thrown[seat];
    }
    opening.said = Said::everything(opening.hands[elder_seat], opening.hands[younger_seat]);
    for (const Seat seat : {elder_seat, younger_seat}) {
        opening.said.settled[seat][Reckoning::blanche] = blank[seat] ? tables.blank_worth : 0;
    }
    // What elder looked at was the first that younger drew.
    const Cards looked_at = drawn_from(deal, taken, tables.elder_looks);
    const bool hers = size_of(looked_at) <= size_of(thrown[younger_seat]);
    opening.shown[younger_seat] = hers ? looked_at : 0;
    opening.left = tables.younger_looks ? drawn_from(deal, end, talon_size) : 0;
    return opening;
}

Cards Playout::throws(Seat seat, Cards hand, int fewest, int most) {
    const Policy* player = players_[seat];
    ++moment_;
    if (player == nullptr) return random_.subset(hand, most);
    const Cards thrown = player->discards(seat, hand, ~hand, fewest, most);
    const std::uint64_t astray = player->slips(slip_seed_, moment_, hand);
    return astray != 0 && thrown != 0 ? Policy::another_discard(thrown, hand, astray) : thrown;
}

std::array<int, 2> Playout::deal(const Deal& deal, std::array<std::optional<Cards>, 2> thrown) {
    const Cards elder = deal.hands[elder_seat], younger = deal.hands[younger_seat];
    const std::array<bool, 2> blank{tables_.blank(elder), tables_.blank(younger)};
    if (!thrown[elder_seat]) {
        int fewest = tables_.elder_min, most = tables_.elder_max;
        if (blank[elder_seat] && tables_.blank_binds && players_[elder_seat] != nullptr) {
            const Policy& player = *players_[elder_seat];
            fewest = most = size_of(player.discards(elder_seat, elder, ~elder, fewest, most));
        }
        thrown[elder_seat] = throws(elder_seat, elder, fewest, most);
    }
    const int taken = size_of(*thrown[elder_seat]);
    if (!thrown[younger_seat]) {
        const int most = talon_size - taken;
        thrown[younger_seat] = throws(younger_seat, younger, tables_.younger_min, most);
    }
    return rest(opened(tables_, deal, {*thrown[elder_seat], *thrown[younger_seat]}, blank));
}

std::array<int, 2> Playout::rest(const Opening& opening) {
    std::array<bool, 2> blank{};
    for (const Seat seat : {elder_seat, younger_seat}) {
        sides_[seat] = {};
        sides_[seat].own = opening.hands[seat] | opening.thrown[seat];
        sides_[seat].gone = opening.gone[seat];
        sides_[seat].told.shown = opening.shown[seat];
        blank[seat] = opening.said.settled[seat][Reckoning::blanche] > 0;
    }
    left_ = opening.left;
    begin(opening.hands, opening.said, blank);
    play_on(opening.cards, opening.played, opening.concedes);
    return {reckoning_->points(elder_seat), reckoning_->points(younger_seat)};
}

void Playout::begin(std::array<Cards, 2> hands, const Said& said, std::array<bool, 2> blank) {
    for (const Seat seat : {elder_seat, younger_seat}) sides_[seat].hand = hands[seat];
    blank_ = blank;
    counted_ = false;
    said_ = said;
    reckoning_.emplace(tables_, said_, blank);
    if (players_[younger_seat] != nullptr) elder_tells();  // chance does not listen
}

// Elder calls; asked about an equal number he says what it makes.
void Playout::elder_tells() {
    const Best &mine = reckoning_->best(elder_seat), &hers = reckoning_->best(younger_seat);
    Told& told = sides_[elder_seat].told;
    const auto said = [&](int strength, int other_strength) {
        const bool whole = tables_.value_called || cards_of(strength) == cards_of(other_strength);
        return whole ? strength : strength & ~0xFF;
    };
    told.point = said(mine.point, hers.point);
    told.sequence = said(mine.sequence, hers.sequence);
    tell_sets(elder_seat, mine.set > hers.set || tables_.sets_announced);
    if (tables_.laid_down) {
        lay_down(elder_seat, mine.point >= hers.point ? mine.point : 0,
                 mine.sequence >= hers.sequence ? mine.sequence : 0, mine.sequence > hers.sequence);
    }
}

// Younger counts what is good once elder has led.
void Playout::younger_tells() {
    const Best &his = reckoning_->best(elder_seat), &mine = reckoning_->best(younger_seat);
    sides_[younger_seat].told.point = mine.point > his.point ? mine.point & ~0xFF : 0;
    if (mine.set > his.set) tell_sets(younger_seat, true);
    if (tables_.laid_down) {
        lay_down(younger_seat, mine.point >= his.point ? mine.point : 0,
                 mine.sequence >= his.sequence ? mine.sequence : 0, mine.sequence > his.sequence);
    }
}

// The best set, or all of them.
void Playout::tell_sets(Seat seat, bool all) {
    const int best = reckoning_->best(seat).set;
    if (best == 0) return;
    const Cards hand = said_.from[seat][2];
    for (std::size_t rank = 0; rank < rank_count; ++rank) {
        const int held = size_of_rank(hand, static_cast<int>(rank));
        const int strength = tables_.set_strength[rank][static_cast<std::size_t>(held)];
        if (strength > 0 && (all || strength == best)) {
            sides_[seat].told.set[rank] = static_cast<std::uint8_t>(held);
        }
    }
}

// The cards of the point and of one sequence, or of all, that are counted or equal.  Of equal
// points the first suit's is named; of equal sequences elder names the last suit's.
void Playout::lay_down(Seat seat, int point, int sequence, bool all) {
    const auto& from = said_.from[seat];
    Cards& shown = sides_[seat].told.shown;
    for (int suit = 0; suit < suit_count && point > 0; ++suit) {
        if (tables_.point_strength[holding(from[0], suit)] != point) continue;
        shown |= from[0] & whole_suit(suit);
        break;
    }
    for (int i = 0; i < suit_count && sequence > 0; ++i) {
        const int suit = seat == elder_seat ? suit_count - 1 - i : i;
        for (unsigned rest = holding(from[1], suit); rest != 0;) {  // run by run from the highest
            unsigned run = std::bit_floor(rest);
            while ((run >> 1 & rest & ~run) != 0) run |= run >> 1 & rest;
            rest &= ~run;
            const int strength = tables_.sequence_strength[run];
            if (strength == 0 || (!all && strength != sequence)) continue;
            shown |= static_cast<Cards>(run) << (8 * suit);
            if (!all) return;
        }
    }
}

// Younger counts her hand and looks at what she left, which both then know.
void Playout::after_first_lead() {
    counted_ = true;
    if (players_[elder_seat] != nullptr) younger_tells();
    for (Side& side : sides_) {
        side.gone |= left_;
        side.concluded = false;
    }
}

void Playout::play_on(const std::uint8_t* cards, int played, int concedes) {
    Seat leader = elder_seat;
    int next = 0;
    for (int left = hand_size - 1; left >= 0; --left) {
        const Seat follower = other(leader);
        Side &first = sides_[leader], &second = sides_[follower];
        if (next == played && concedes >= 0) {
            reckoning_->concede(static_cast<Seat>(concedes), next / 2);
            return;
        }
        const int led = next < played ? cards[next++] : choose(leader, -1);
        first.hand &= ~bit(led);
        first.played |= bit(led);
        reckoning_->lead(leader, led);
        if (left == hand_size - 1) after_first_lead();
        if (next == played && next % 2 == 1 && concedes >= 0) {
            reckoning_->concede(static_cast<Seat>(concedes), (next + 1) / 2);
            return;
        }
        const int reply = next < played ? cards[next++] : choose(follower, led);
        second.hand &= ~bit(reply);
        second.played |= bit(reply);
        if (suit_of(reply) != suit_of(led)) {
            second.lacks |= whole_suit(suit_of(led));
            second.concluded = false;
        }
        reckoning_->follow(leader, led, reply, left);
        if (takes(reply, led)) leader = follower;
        ++sides_[leader].tricks;
    }
}

int Playout::choose(Seat seat, int led) {
    const Cards hand = sides_[seat].hand;
    const Cards playable = led < 0 ? hand : legal_replies(hand, led);
    const Policy* player = players_[seat];
    ++moment_;
    if (player == nullptr) return random_.card_of(playable);
    if ((playable & (playable - 1)) == 0) return lowest(playable);
    const std::uint64_t astray = player->slips(slip_seed_, moment_, hand);
    if (astray != 0) return Policy::another_card(playable, astray);
    if (player->careful()) return player->card(remember(seat, led), playable);
    Memory glance;
    glance.hand = hand;
    glance.led = led;
    return player->card(glance, playable);
}

Memory Playout::remember(Seat seat, int led) {
    const Side& me = sides_[seat];
    Side& him = sides_[other(seat)];
    const Cards unseen = all_cards & ~(me.own | me.gone | him.played);
    Memory memory{me.hand, unseen & ~him.lacks, 0, hand_size - size_of(him.played), led,
                  me.tricks, him.tricks, reckoning_->points(seat),
                  reckoning_->points(other(seat)), seat == elder_seat};
    if (!counted_) memory.against = blank_[younger_seat] ? tables_.blank_worth : 0;
    if (!him.concluded) {
        him.surely = conclude(him.told, memory.maybe | him.played);
        him.concluded = true;
    }
    memory.sure = him.surely & memory.maybe;
    if (size_of(memory.sure) == memory.number) {
        memory.maybe = memory.sure;
    } else if (size_of(memory.maybe) == memory.number) {
        memory.sure = memory.maybe;
    }
    return memory;
}

// The cards that what was told leaves no doubt about.
Cards Playout::conclude(const Told& told, Cards could) const {
    Cards sure = told.shown;
    for (int rank = 0; rank < rank_count; ++rank) {
        const int count = told.set[static_cast<std::size_t>(rank)];
        const Cards held = could & (0x01010101u << rank);
        if (count > 0 && size_of(held) == count) sure |= held;
    }
    if (told.point > 0) sure |= point_cards(told.point, could);
    if ((told.sequence & 0xFF) > 0) sure |= sequence_cards(told.sequence, could);
    return sure;
}

// What all the points that it could be have in common.
Cards Playout::point_cards(int strength, Cards could) const {
    const int number = cards_of(strength);
    Cards common = all_cards;
    for (int suit = 0; suit < suit_count && common != 0; ++suit) {
        const unsigned held = holding(could, suit);
        if (size_of(held) < number) continue;
        if ((strength & 0xFF) == 0) {
            common &= size_of(held) > number ? 0 : could & whole_suit(suit);
            continue;
        }
        for (unsigned part = held; part != 0 && common != 0; part = (part - 1u) & held) {
            if (tables_.point_strength[part] == strength) {
                common &= static_cast<Cards>(part) << (8 * suit);
            }
        }
    }
    return common == all_cards ? 0 : common;
}

Cards Playout::sequence_cards(int strength, Cards could) const {
    const int number = cards_of(strength), top = strength & 0xFF;
    const unsigned run = ((1u << number) - 1u) << (top - number + 1);
    Cards common = all_cards;
    for (int suit = 0; suit < suit_count; ++suit) {
        if ((run & ~holding(could, suit)) == 0) common &= static_cast<Cards>(run) << (8 * suit);
    }
    return common == all_cards ? 0 : common;
}

}  // namespace piquet
