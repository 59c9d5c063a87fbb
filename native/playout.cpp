#include "playout.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace piquet {
namespace {

using Pack = std::array<Cards, card_count>;

constexpr Pack make_pack() {
    Pack pack{};
    for (std::size_t i = 0; i < card_count; ++i) pack[i] = Cards{1} << i;
    return pack;
}

constexpr Pack whole_pack = make_pack();

}  // namespace

// The talon and one hand are drawn; what is left is the other.
Deal shuffled(Random& random) {
    constexpr std::size_t at_once = 4;
    Pack pack = whole_pack;
    Deal deal;
    Cards drawn = 0;
    for (std::size_t first = 0; first < talon_size + hand_size; first += at_once) {
        Lots lots(random);
        for (std::size_t i = first; i < first + at_once; ++i) {
            const std::size_t left = card_count - i;
            drawn |= std::exchange(pack[lots.below(left)], pack[left - 1]);
            if (i < talon_size) deal.talon[i + 1] = drawn;
        }
    }
    deal.hands = {drawn & ~deal.talon[talon_size], ~drawn};
    return deal;
}

Cards Playout::throws(Seat seat, Cards hand, int fewest, int most) {
    const Policy* player = players_[seat];
    ++moment_;
    if (player == nullptr) return random_.subset(hand, most);
    const Cards thrown = player->discards(seat, hand, fewest, most);
    const std::uint64_t astray = player->slips(slip_seed_, moment_, hand);
    return astray != 0 && thrown != 0 ? Policy::another_discard(thrown, hand, astray) : thrown;
}

void Playout::deal(const Deal& deal, std::array<std::optional<Cards>, 2> thrown) {
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
    exchange(deal, {*thrown[elder_seat], *thrown[younger_seat]}, blank);
}

void Playout::exchange(const Deal& deal, std::array<Cards, 2> thrown, std::array<bool, 2> blank) {
    const int taken = size_of(thrown[elder_seat]), end = taken + size_of(thrown[younger_seat]);
    const Cards elder = (deal.hands[elder_seat] & ~thrown[elder_seat]) | deal.drawn(0, taken);
    const Cards younger = (deal.hands[younger_seat] & ~thrown[younger_seat]) | deal.drawn(taken, end);
    begin({elder, younger}, thrown, tables_.younger_looks ? deal.drawn(end, talon_size) : 0);
    reckoning_.emplace(tables_, elder, younger, blank);
}

void Playout::begin(const std::array<Cards, 2>& hands, const std::array<Cards, 2>& out,
                    Cards left) {
    for (const Seat seat : {elder_seat, younger_seat}) {
        unseen_[seat] = ~(hands[seat] | out[seat]);
        sides_[seat] = {suits_of(hands[seat], unseen_[seat]), hands[seat]};
    }
    left_ = left;
    leader_ = elder_seat;
    to_come_ = hand_size;
}

void Playout::take_up(const Opening& opening, const Said& said) {
    begin(opening.hands, opening.out, opening.left);
    reckoning_.emplace(tables_, said);
    const std::uint8_t* next = opening.cards;
    for (int i = opening.played; i > 1; i -= 2, next += 2) {
        put_lead<false, true>(next[0]);
        put_reply<false, true>(next[1]);
    }
    if (opening.played % 2 != 0) put_lead<false, true>(*next);
    if (opening.concedes >= 0) {
        reckoning_->concede(static_cast<Seat>(opening.concedes), (opening.played + 1) / 2);
        to_come_ = 0;
    } else if (opening.played % 2 != 0) {
        put_reply<false, true>(reply<false>());
    }
}

void Playout::play_on(std::span<Playout> deals) {
    const auto steady = [](const Policy* player) { return player != nullptr && !player->slipping(); };
    for (; !deals.empty(); deals = deals.subspan(std::min(deals.size(), at_once))) {
        const auto group = deals.first(std::min(deals.size(), at_once));
        const auto& players = group.front().players_;
        if (steady(players[elder_seat]) && steady(players[younger_seat])) {
            play_all<true>(group);
        } else {
            play_all<false>(group);
        }
    }
}

template <bool steady>
void Playout::play_all(std::span<Playout> deals) {
    List hopeful, plain;
    for (Playout& deal : deals) hopeful.keep(deal, deal.to_come_ > 0);
    while (hopeful.size > 0) {
        play_tricks<steady, true>(hopeful);
        hopeful.keep_if([&](Playout& deal) {
            const bool still = deal.hopeful();
            plain.keep(deal, !still);
            return still;
        });
    }
    while (plain.size > 0) play_tricks<steady, false>(plain);
}

// A trick of each deal, or all that are left where they are certain.
template <bool steady, bool hopeful>
void Playout::play_tricks(List& deals) {
    deals.keep_if([](Playout& deal) { return deal.lead_out<steady, hopeful>(); });
    deals.keep_if([](Playout& deal) {
        deal.put_reply<steady, hopeful>(deal.reply<steady>());
        return deal.to_come_ > 0;
    });
}

bool Playout::hopeful() const {
    const Policy* player = players_[elder_seat];
    const bool pique = player != nullptr && player->hopes(elder_seat, reckoning_->points(elder_seat),
                                                          reckoning_->points(younger_seat));
    return pique || !reckoning_->settled();
}

// Whether there is to be a reply.
template <bool steady, bool hopeful>
inline bool Playout::lead_out() {
    const Lead chosen = lead<steady, hopeful>();
    if (steady && chosen.sure == static_cast<unsigned>(to_come_)) {
        reckoning_->cash(leader_, sides_[leader_].hand);
        to_come_ = 0;
        return false;
    }
    put_lead<steady, hopeful>(chosen.card);
    return true;
}

template <bool steady, bool hopeful>
inline void Playout::put_lead(int card) {
    const auto suit = static_cast<std::size_t>(suit_of(card));
    Side &first = sides_[leader_], &second = sides_[other(leader_)];
    led_ = card;
    first.hand ^= bit(card);
    first.suits[suit] -= own_card[static_cast<std::size_t>(card)];
    if (const Policy* player = players_[other(leader_)]; steady || player != nullptr) {
        second.suits[suit] -= player->seen(card);
    }
    if (!hopeful) return;
    reckoning_->lead(leader_, card);
    if (left_ != 0) {  // younger looks at what she left, which both then know
        first.suits = suits_of(first.hand, unseen_[leader_] & ~left_);
        second.suits = suits_of(second.hand, unseen_[other(leader_)] & ~(left_ | bit(card)));
        left_ = 0;
    }
}

template <bool steady, bool hopeful>
inline void Playout::put_reply(int card) {
    const int suit = suit_of(led_);
    Side &first = sides_[leader_], &second = sides_[other(leader_)];
    const bool follows = (second.hand & whole_suit(suit)) != 0;
    const auto replied = static_cast<std::size_t>(suit_of(card));
    second.hand ^= bit(card);
    second.suits[replied] -= own_card[static_cast<std::size_t>(card)];
    if (const Policy* player = players_[leader_]; steady || player != nullptr) {
        first.suits[replied] -= player->seen(card);
    }
    std::uint16_t& led_suit = first.suits[static_cast<std::size_t>(suit)];
    led_suit = either(follows, led_suit, ternary[holding(first.hand, suit)]);
    --to_come_;
    if (hopeful) {
        leader_ = reckoning_->follow(leader_, led_, card, to_come_);
    } else {
        leader_ = reckoning_->trick(leader_, led_, card, follows & (card > led_), to_come_);
    }
}

template <bool steady, bool hopeful>
inline Lead Playout::lead() {
    const Policy* player = players_[leader_];
    const Side& me = sides_[leader_];
    if constexpr (!steady) {
        ++moment_;
        if (player == nullptr) return {random_.card_of(me.hand), 0};
        const std::uint64_t astray = player->slips(slip_seed_, moment_, me.hand);
        if (astray != 0) return {Policy::another_card(me.hand, astray), 0};
    }
    const int tricks = reckoning_->tricks(leader_);
    if (!hopeful) return player->lead(me.suits, Policy::short_of(to_come_, tricks));
    // Younger has not counted her hand before the first lead.
    const Seat him = other(leader_);
    const int against = to_come_ == hand_size ? reckoning_->scored(him, Reckoning::blanche)
                                              : reckoning_->points(him);
    return player->lead(me.suits, player->short_of(leader_, to_come_, tricks,
                                                   reckoning_->points(leader_), against));
}

template <bool steady>
inline int Playout::reply() {
    const Seat seat = other(leader_);
    const Policy* player = players_[seat];
    const Side& me = sides_[seat];
    const Cards same = me.hand & whole_suit(suit_of(led_));
    if constexpr (!steady) {
        const Cards playable = either(same != 0, same, me.hand);
        ++moment_;
        if (player == nullptr) return random_.card_of(playable);
        const std::uint64_t astray = player->slips(slip_seed_, moment_, me.hand);
        if (astray != 0) return Policy::another_card(playable, astray);
    }
    return either(same != 0, player->follow(same, led_), player->lowest_of(me.suits));
}

}  // namespace piquet
