#include "worlds.hpp"

#include <algorithm>

namespace piquet {

std::uint16_t Strengths::best_point(Cards hand) const {
    return std::max({point[holding(hand, 0)], point[holding(hand, 1)], point[holding(hand, 2)],
                     point[holding(hand, 3)]});
}

std::uint16_t Strengths::best_sequence(Cards hand) const {
    return std::max({sequence[holding(hand, 0)], sequence[holding(hand, 1)],
                     sequence[holding(hand, 2)], sequence[holding(hand, 3)]});
}

std::uint16_t Strengths::best_set(Cards hand) const {
    std::uint16_t best = 0;
    for (int rank = 0; rank < rank_count; ++rank) {
        const int held = std::popcount((hand >> rank) & 0x01010101u);
        best = std::max(best, set[rank][held]);
    }
    return best;
}

namespace {

double factor(const Heard& heard, int strength) {
    return strength >= heard.least && strength <= heard.most ? 1.0 : heard.outside;
}

bool says_something(const Heard& heard) { return heard.least > 0 || heard.most < 0xFFFF; }

}  // namespace

Worlds list_worlds(const Evidence& evidence, const Strengths& strengths) {
    Worlds worlds;
    const bool point = says_something(evidence.point);
    const bool sequence = says_something(evidence.sequence);
    const bool set = says_something(evidence.set);
    const int missing = evidence.size - size_of(evidence.certain);
    for_each_subset(evidence.unknown, missing, [&](Cards drawn) {
        const Cards hand = evidence.certain | drawn;
        const Cards called = hand | evidence.played;
        double weight = 1.0;
        if (point) weight *= factor(evidence.point, strengths.best_point(called));
        if (sequence) weight *= factor(evidence.sequence, strengths.best_sequence(called));
        if (set) weight *= factor(evidence.set, strengths.best_set(called));
        if (weight == 0.0) return;
        if (evidence.second == 0) {
            worlds.hands.push_back(hand);
            worlds.weights.push_back(weight);
            return;
        }
        for_each_subset(evidence.unknown & ~drawn, evidence.second, [&](Cards second) {
            worlds.hands.push_back(hand);
            worlds.seconds.push_back(second);
            worlds.weights.push_back(weight);
        });
    });
    return worlds;
}

}  // namespace piquet
