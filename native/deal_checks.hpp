// What the routines that weigh and play deals take from Python alike: players, hands, talons,
// discards and cards played.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "exchange.hpp"

namespace piquet {

using Players = std::tuple<std::optional<const Policy*>, std::optional<const Policy*>>;

inline std::array<const Policy*, 2> seated(const Players& players) {
    return {std::get<0>(players).value_or(nullptr), std::get<1>(players).value_or(nullptr)};
}

// Plays deals out, a group at a time: begin(i, deals) adds deal i, up to where it is taken up, and
// end(i, deal) is told when it is played.
template <typename Begin, typename End>
void play_deals_out(std::size_t rows, int threads, Begin begin, End end) {
    nb::gil_scoped_release free;
    in_chunks(rows, threads, [&](std::size_t first, std::size_t last) {
        std::vector<Playout> deals;
        deals.reserve(Playout::at_once);
        for (std::size_t i = first; i < last; i += deals.size()) {
            deals.clear();
            const std::size_t number = std::min(last - i, Playout::at_once);
            for (std::size_t k = 0; k < number; ++k) begin(i + k, deals);
            Playout::play_on(deals);
            for (std::size_t k = 0; k < number; ++k) end(i + k, deals[k]);
        }
    });
}

// Plays some cards from the first trick on, refusing what is not legal: each(leader, led, reply)
// for every trick, the reply -1 where only the lead is given.
template <typename CardAt, typename Each>
void for_each_trick(std::array<Cards, 2> hands, std::size_t count, CardAt card_at, Each each) {
    Seat leader = elder_seat;
    for (std::size_t i = 0; i < count; i += 2) {
        const int led = card_at(i);
        if (led >= card_count || (hands[leader] & bit(led)) == 0) {
            refuse("a card that is led is not in the hand");
        }
        hands[leader] &= ~bit(led);
        const Seat follower = other(leader);
        const int reply = i + 1 < count ? card_at(i + 1) : -1;
        if (reply >= card_count ||
            (reply >= 0 && (legal_replies(hands[follower], led) & bit(reply)) == 0)) {
            refuse("a card that follows is not in the hand, or another suit must be followed");
        }
        each(leader, led, reply);
        if (reply < 0) return;
        hands[follower] &= ~bit(reply);
        if (takes(reply, led)) leader = follower;
    }
}

inline std::vector<std::uint8_t> played_cards(const Column<std::uint8_t>& given) {
    if (given.size() > 2 * std::size_t{hand_size}) refuse("no more than 24 cards are played");
    std::vector<std::uint8_t> cards;
    for (std::size_t i = 0; i < given.size(); ++i) cards.push_back(given[i]);
    return cards;
}

inline void check_played(std::array<Cards, 2> hands, const std::vector<std::uint8_t>& cards) {
    for_each_trick(hands, cards.size(), [&](std::size_t i) { return int{cards[i]}; },
                   [](Seat, int, int) {});
}

inline void check_deal(Cards elder, Cards younger) {
    check_hands(elder, younger);
    if (size_of(elder) != hand_size) refuse("a hand has 12 cards when it is counted");
}

// The deal of a row, its talon one of those that stand one after the other.
inline Deal checked_deal(Cards elder, Cards younger, const Column<std::uint8_t>& talons,
                         std::size_t row) {
    check_deal(elder, younger);
    Deal deal{{elder, younger}, {}};
    Cards all = elder | younger;
    for (std::size_t k = 0; k < talon_size; ++k) {
        const std::uint8_t card = talons[row * talon_size + k];
        if (card >= card_count || (all & bit(card)) != 0) refuse("a talon card is dealt twice");
        all |= bit(card);
        deal.talon[k + 1] = deal.talon[k] | bit(card);
    }
    return deal;
}

// What is asked of an exchange: one seat's hand, and the discards that are weighed.
inline Exchange checked_exchange(const Tables& tables, int seat, Cards hand,
                                 const Column<Cards>& discards, int taken,
                                 std::optional<const Policy*> opponent, bool search_pique,
                                 Cards within = ~Cards{0}) {
    if (seat != elder_seat && seat != younger_seat) refuse("a seat is 0 (elder) or 1 (younger)");
    if (size_of(hand) != hand_size) refuse("a hand has 12 cards before the exchange");
    const bool elder = seat == elder_seat;
    if (taken < 0 || taken > tables.elder_max) refuse("elder cannot have taken so many cards");
    if (size_of(within & ~hand) < hand_size) refuse("the other side cannot have been dealt 12 cards");
    Exchange exchange{static_cast<Seat>(seat), hand, elder ? 0 : taken, {}, opponent.value_or(nullptr),
                      search_pique, within};
    const int most = elder ? tables.elder_max : talon_size - taken;
    for (std::size_t i = 0; i < discards.size(); ++i) {
        if ((discards[i] & ~hand) != 0) refuse("a card that is thrown is not in the hand");
        if (size_of(discards[i]) > most) refuse("so many cards cannot be exchanged");
        exchange.discards.push_back(discards[i]);
    }
    return exchange;
}

}  // namespace piquet
