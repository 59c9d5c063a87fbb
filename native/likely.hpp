// Cards rank by rank (bit 4 * rank + suit), the order in which a hand is thrown from.
#pragma once

#include <array>

#include "cards.hpp"

namespace piquet {

constexpr std::array<Cards, 256> spread_out() {
    std::array<Cards, 256> spread{};
    for (unsigned held = 0; held < 256; ++held) {
        for (unsigned rank = 0; rank < rank_count; ++rank) {
            spread[held] |= (held >> rank & 1u) << (suit_count * rank);
        }
    }
    return spread;
}

constexpr std::array<Cards, 256> gather_up() {
    std::array<Cards, 256> gathered{};
    for (unsigned pair = 0; pair < 256; ++pair) {  // the cards of two ranks
        for (unsigned i = 0; i < 2 * suit_count; ++i) {
            gathered[pair] |= (pair >> i & 1u) << (rank_count * (i % suit_count) + i / suit_count);
        }
    }
    return gathered;
}

constexpr std::array<Cards, 256> spread = spread_out(), gathered = gather_up();

inline Cards by_rank(Cards cards) {
    return spread[holding(cards, 0)] | spread[holding(cards, 1)] << 1 |
           spread[holding(cards, 2)] << 2 | spread[holding(cards, 3)] << 3;
}

inline Cards by_suit(Cards ranked) {
    return gathered[ranked & 0xFFu] | gathered[ranked >> 8 & 0xFFu] << 2 |
           gathered[ranked >> 16 & 0xFFu] << 4 | gathered[ranked >> 24] << 6;
}

}  // namespace piquet
