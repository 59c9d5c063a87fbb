#include "playout.hpp"

#include <utility>

namespace piquet {
namespace {

constexpr std::array<std::uint8_t, card_count> make_pack() {
    std::array<std::uint8_t, card_count> pack{};
    for (std::size_t i = 0; i < card_count; ++i) pack[i] = static_cast<std::uint8_t>(i);
    return pack;
}

constexpr std::array<std::uint8_t, card_count> whole_pack = make_pack();

Cards drawn_from(const Deal& deal, int first, int end) {
    Cards drawn = 0;
    for (int i = first; i < end; ++i) drawn |= bit(deal.talon[static_cast<std::size_t>(i)]);
    return drawn;
}

}  // namespace

// The talon and one hand are drawn; what is left is the other.
Deal shuffled(Random& random) {
    std::array<std::uint8_t, card_count> pack = whole_pack;
    const auto draw = [&](unsigned left, std::uint64_t chance) {
        return std::exchange(pack[chance * left >> 32], pack[left - 1]);
    };
    Deal deal;
    Cards drawn = 0, elder = 0;
    for (unsigned i = 0; i < talon_size; i += 2) {
        const auto [one, two] = random.pair();
        deal.talon[i] = draw(card_count - i, one);
        deal.talon[i + 1] = draw(card_count - i - 1, two);
        drawn |= bit(deal.talon[i]) | bit(deal.talon[i + 1]);
    }
    for (unsigned i = talon_size; i < talon_size + hand_size; i += 2) {
        const auto [one, two] = random.pair();
        elder |= bit(draw(card_count - i, one));
        elder |= bit(draw(card_count - i - 1, two));
    }
    deal.hands = {elder, ~(elder | drawn)};
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
    opening.left = tables.younger_looks ? drawn_from(deal, end, talon_size) : 0;
    return opening;
}

Cards Playout::throws(Seat seat, Cards hand, int fewest, int most) {
    const Policy* player = players_[seat];
    ++moment_;
    if (player == nullptr) return random_.subset(hand, most);
    const Cards thrown = player->discards(seat, hand, fewest, most);
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
            fewest = most = size_of(player.discards(elder_seat, elder, fewest, most));
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
        sides_[seat] = {opening.hands[seat], 0, 0};
        blank[seat] = opening.said.settled[seat][Reckoning::blanche] > 0;
    }
    reckoning_.emplace(tables_, opening.said, blank);
    play_on(opening);
    return {reckoning_->points(elder_seat), reckoning_->points(younger_seat)};
}

// The play, the cards that are given first.
void Playout::play_on(const Opening& opening) {
    const std::uint8_t *next = opening.cards, *const end = next + opening.played;
    const bool concedes = opening.concedes >= 0;
    const auto unseen = [&](Seat seat) {
        return ~(opening.hands[seat] | opening.thrown[seat] | opening.gone[seat]);
    };
    Seat leader = elder_seat;
    sides_[leader].suits = suits_of(sides_[leader].hand, unseen(leader));
    for (int left = hand_size - 1; left >= 0; --left) {
        const Seat follower = other(leader);
        Side &first = sides_[leader], &second = sides_[follower];
        const bool begins = left == hand_size - 1;
        if (concedes && next == end) {
            return reckoning_->concede(static_cast<Seat>(opening.concedes), hand_size - 1 - left);
        }
        const int led = next != end ? *next++ : lead(leader, begins);
        first.hand &= ~bit(led);
        reckoning_->lead(leader, led);
        if (begins) {  // younger looks at what she left, which both then know
            first.suits = suits_of(first.hand, unseen(leader) & ~opening.left);
            second.suits = suits_of(second.hand, unseen(follower) & ~opening.left);
        } else {
            first.suits -= own_card[static_cast<std::size_t>(led)];
        }
        see(follower, led);
        if (concedes && next == end) {
            return reckoning_->concede(static_cast<Seat>(opening.concedes), hand_size - left);
        }
        const int reply = next != end ? *next++ : follow(follower, led);
        second.hand &= ~bit(reply);
        second.suits -= own_card[static_cast<std::size_t>(reply)];
        see(leader, reply);
        const int suit = suit_of(led);
        if (suit_of(reply) != suit) first.suits = only_own(first.suits, suit, first.hand);
        reckoning_->follow(leader, led, reply, left);
        if (takes(reply, led)) leader = follower;
        ++sides_[leader].tricks;
    }
}

// The other side plays a card.
void Playout::see(Seat seat, int card) {
    if (players_[seat] == nullptr) return;
    sides_[seat].suits = players_[seat]->seen(sides_[seat].suits, card);
}

int Playout::lead(Seat seat, bool begins) {
    const Policy* player = players_[seat];
    const Side& me = sides_[seat];
    ++moment_;
    if (player == nullptr) return random_.card_of(me.hand);
    const std::uint64_t astray = player->slips(slip_seed_, moment_, me.hand);
    if (astray != 0) return Policy::another_card(me.hand, astray);
    // Younger has not counted her hand before the first lead.
    const int against = begins ? reckoning_->scored(other(seat), Reckoning::blanche)
                               : reckoning_->points(other(seat));
    return player->lead(me.suits,
                        player->needs(seat, me.tricks, reckoning_->points(seat), against));
}

int Playout::follow(Seat seat, int led) {
    const Policy* player = players_[seat];
    const Side& me = sides_[seat];
    const Cards same = me.hand & whole_suit(suit_of(led)), playable = same != 0 ? same : me.hand;
    ++moment_;
    if (player == nullptr) return random_.card_of(playable);
    const std::uint64_t astray = player->slips(slip_seed_, moment_, me.hand);
    if (astray != 0) return Policy::another_card(playable, astray);
    return same != 0 ? player->follow(same, led) : player->lowest_of(me.suits);
}

}  // namespace piquet
