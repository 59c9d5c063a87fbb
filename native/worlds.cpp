#include "worlds.hpp"

namespace piquet {

namespace {

double factor(const Heard& heard, int strength) {
    return strength >= heard.least && strength <= heard.most ? 1.0 : heard.outside;
}

bool says_something(const Heard& heard) { return heard.least > 0 || heard.most < 0xFFFF; }

}  // namespace

Worlds list_worlds(const Evidence& evidence, const Tables& tables) {
    Worlds worlds;
    const bool point = says_something(evidence.point);
    const bool sequence = says_something(evidence.sequence);
    const bool set = says_something(evidence.set);
    const int missing = evidence.size - size_of(evidence.certain);
    for_each_subset(evidence.unknown, missing, [&](Cards drawn) {
        const Cards hand = evidence.certain | drawn;
        const Cards called = hand | evidence.played;
        double weight = 1.0;
        if (point) weight *= factor(evidence.point, tables.point(called).strength);
        if (sequence) weight *= factor(evidence.sequence, tables.sequence(called).strength);
        if (set) weight *= factor(evidence.set, tables.set(called).strength);
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
