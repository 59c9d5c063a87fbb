// What the routines that play deals out take from Python alike: players, hands and cards played.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "policy.hpp"

namespace piquet {

using Players = std::tuple<std::optional<const Policy*>, std::optional<const Policy*>>;

inline std::array<const Policy*, 2> seated(const Players& players) {
    return {std::get<0>(players).value_or(nullptr), std::get<1>(players).value_or(nullptr)};
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

inline void check_played(std::array<Cards, 2> hands, const std::vector<std::uint8_t>& cards) {
    for_each_trick(hands, cards.size(), [&](std::size_t i) { return int{cards[i]}; },
                   [](Seat, int, int) {});
}

inline void check_deal(Cards elder, Cards younger) {
    check_hands(elder, younger);
    if (size_of(elder) != hand_size) refuse("a hand has 12 cards when it is counted");
}

}  // namespace piquet
