// The hands that an opponent may hold.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tables.hpp"

namespace piquet {

// A call or an answer, as bounds on the best that the hand holds.  `outside` is the factor for a
// hand beyond them: 0 rules it out, a little leaves room for a player who sank.
struct Heard {
    int least = 0;
    int most = 0xFFFF;
    double outside = 0.0;
};

struct Evidence {
    Cards unknown = 0;  // where the cards that are not certain come from
    Cards certain = 0;  // cards that are surely in the hand
    Cards played = 0;   // cards that were in the hand when it was called
    int size = 0;       // cards in the hand now
    int second = 0;     // cards in a second group (discards) taken from what is left; 0 for none
    Heard point, sequence, set;
};

struct Worlds {
    std::vector<Cards> hands;
    std::vector<Cards> seconds;  // as long as hands where a second group was asked for, else empty
    std::vector<double> weights;
};

// Every hand that the evidence allows, in rising order of the unknown cards' places, with the
// product of its factors as its weight.
Worlds list_worlds(const Evidence& evidence, const Tables& tables);

// The subsets of `size` cards of a set, in rising order; calls each(subset).
template <typename Each>
void for_each_subset(Cards cards, int size, Each each) {
    std::array<Cards, card_count> bits{};
    int count = 0;
    for (Cards rest = cards; rest != 0; rest &= rest - 1) bits[count++] = rest & (~rest + 1);
    if (size < 0 || size > count) return;
    std::array<int, card_count + 1> chosen{};
    Cards subset = 0;
    for (int i = 0; i < size; ++i) {
        chosen[i] = i;
        subset |= bits[i];
    }
    for (;;) {
        each(subset);
        int moved = size - 1;  // the last card that can still go up
        while (moved >= 0 && chosen[moved] == count - size + moved) --moved;
        if (moved < 0) return;
        for (int i = moved; i < size; ++i) subset &= ~bits[chosen[i]];
        for (int i = moved, next = chosen[moved] + 1; i < size; ++i, ++next) {
            chosen[i] = next;
            subset |= bits[next];
        }
    }
}

}  // namespace piquet
