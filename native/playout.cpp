#include "playout.hpp"

#include <stdexcept>
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
    } else if (taken + size_of(*thrown[younger_seat]) > talon_size) {
        throw std::invalid_argument("elder does not leave younger so many cards");
    }
    begin(opened(tables_, deal, {*thrown[elder_seat], *thrown[younger_seat]}, blank));
    return play_on();
}

void Playout::begin(const Opening& opening) {
    std::array<bool, 2> blank{};
    for (const Seat seat : {elder_seat, younger_seat}) {
        const Cards unseen = ~(opening.hands[seat] | opening.thrown[seat] | opening.gone[seat]);
        sides_[seat] = {opening.hands[seat], suits_of(opening.hands[seat], unseen), unseen};
        blank[seat] = opening.said.settled[seat][Reckoning::blanche] > 0;
    }
    left_ = opening.left;
    leader_ = elder_seat;
    to_come_ = hand_size;
    reckoning_.emplace(tables_, opening.said, blank);
}

std::array<int, 2> Playout::rest(const Opening& opening) {
    begin(opening);
    const std::uint8_t* next = opening.cards;
    for (int i = opening.played; i > 1; i -= 2, next += 2) trick<false>(next[0], next[1]);
    const int led = opening.played % 2 != 0 ? *next : chosen_by_player;
    if (opening.concedes >= 0) {
        if (led >= 0) reckoning_->lead(leader_, led);
        reckoning_->concede(static_cast<Seat>(opening.concedes), (opening.played + 1) / 2);
        return points();
    }
    if (led >= 0) trick<false>(led);
    return play_on();
}

std::array<int, 2> Playout::play_on() {
    const auto steady = [](const Policy* player) { return player != nullptr && !player->slipping(); };
    if (steady(players_[elder_seat]) && steady(players_[younger_seat])) {
        while (to_come_ > 0) trick<true>();
    } else {
        while (to_come_ > 0) trick<false>();
    }
    return points();
}

// One trick.  Steady are two players by rule who never slip.
template <bool steady>
void Playout::trick(int led, int reply) {
    const Seat leader = leader_, follower = other(leader);
    Side &first = sides_[leader], &second = sides_[follower];
    if (led < 0) {
        const Lead chosen = lead<steady>();
        if (steady && chosen.all) return cash(leader, first.hand);
        led = chosen.card;
    }
    first.hand &= ~bit(led);
    first.suits -= own_card[static_cast<std::size_t>(led)];
    reckoning_->lead(leader, led);
    if (left_ != 0) {  // younger looks at what she left, which both then know
        for (Side& side : sides_) side.suits = suits_of(side.hand, side.unseen & ~left_);
        left_ = 0;
    }
    see<steady>(follower, led);

    if (reply < 0) reply = follow<steady>(led);
    second.hand &= ~bit(reply);
    second.suits -= own_card[static_cast<std::size_t>(reply)];
    see<steady>(leader, reply);
    const int suit = suit_of(led);
    if (suit_of(reply) != suit) first.suits = only_own(first.suits, suit, first.hand);
    reckoning_->follow(leader, led, reply, --to_come_);
    leader_ = other(leader, takes(reply, led));
}

// Every trick that is left is won by the lead.
void Playout::cash(Seat leader, Cards hand) {
    for (; hand != 0; hand &= hand - 1) {
        const int card = lowest(hand);
        reckoning_->lead(leader, card);
        reckoning_->follow(leader, card, card, --to_come_);
    }
}

// The other side plays a card.
template <bool steady>
void Playout::see(Seat seat, int card) {
    const Policy* player = players_[seat];
    if (steady || player != nullptr) sides_[seat].suits = player->seen(sides_[seat].suits, card);
}

template <bool steady>
Lead Playout::lead() {
    const Policy* player = players_[leader_];
    const Side& me = sides_[leader_];
    if constexpr (!steady) {
        ++moment_;
        if (player == nullptr) return {random_.card_of(me.hand), false};
        const std::uint64_t astray = player->slips(slip_seed_, moment_, me.hand);
        if (astray != 0) return {Policy::another_card(me.hand, astray), false};
    }
    // Younger has not counted her hand before the first lead.
    const Seat him = other(leader_);
    const int against = either(to_come_ == hand_size, reckoning_->scored(him, Reckoning::blanche),
                               reckoning_->points(him));
    return player->lead(me.suits, player->needs(leader_, to_come_, reckoning_->tricks(leader_),
                                                reckoning_->points(leader_), against));
}

template <bool steady>
int Playout::follow(int led) {
    const Seat seat = other(leader_);
    const Policy* player = players_[seat];
    const Side& me = sides_[seat];
    const Cards same = me.hand & whole_suit(suit_of(led)), playable = same != 0 ? same : me.hand;
    if constexpr (!steady) {
        ++moment_;
        if (player == nullptr) return random_.card_of(playable);
        const std::uint64_t astray = player->slips(slip_seed_, moment_, me.hand);
        if (astray != 0) return Policy::another_card(playable, astray);
    }
    return same != 0 ? player->follow(same, led) : player->lowest_of(me.suits);
}

}  // namespace piquet
