// Cards that are one card in effect, and values card by card.
#pragma once

#include <array>
#include <cstdint>

#include "cards.hpp"

namespace piquet {

// Cards of `hand` that stand next to each other once the cards outside both hands are taken
// away are one card in effect: calls each(card, all of its run) once a run, lowest run first.
template <typename Each>
void for_each_run(Cards playable, Cards hand, Cards other, Each each) {
    while (playable != 0) {
        const int card = lowest(playable);
        const Cards above = whole_suit(suit_of(card)) & ~((bit(card) << 1) - 1);
        const Cards rival = other & above;
        const Cards ceiling = rival == 0 ? above : above & ((rival & (~rival + 1)) - 1);
        const Cards run = bit(card) | (hand & ceiling);
        playable &= ~run;
        each(card, run);
    }
}

template <typename Value>
void set_all(std::array<Value, card_count>& values, Cards run, Value value) {
    for (; run != 0; run &= run - 1) values[static_cast<std::size_t>(lowest(run))] = value;
}

}  // namespace piquet
