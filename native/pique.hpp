// The play while a pique is still to be had.
//
// A pique is alive as long as elder has won every trick and younger has scored nothing: elder is
// on lead, and gains one bonus on top of what the play pays if his score reaches the threshold
// first.  As soon as younger wins a trick, or elder has the bonus, the solved table says the rest;
// so only the tricks that elder takes one after the other are searched.  Exact where younger's
// first trick always scores.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "solved.hpp"

namespace piquet {

// What the play is worth to elder, in the units of the payoff.
struct Pique {
    std::array<double, 2 * hand_size + 2> payoff{};  // by s of the whole play; never falls as s grows
    std::array<int, hand_size + 1> gains{};          // scored by winning the n-th trick on one's own lead
    int lead = 0;                                    // scored by leading
    int threshold = 0;
    double bonus = 0.0;
};

using Payoffs = std::array<double, card_count>;  // not a number where a card cannot be played

// One search: remembers the positions it has met, so it serves one pair of hands best.
class PiqueSearch {
public:
    PiqueSearch(const SolvedTable& table, const Pique& pique) : table_(table), pique_(pique) {}

    // Elder to lead, all tricks so far his, `score` his points so far.
    double value(Cards elder, Cards younger, int score);
    Payoffs leads(Cards elder, Cards younger, int score);

    // Nearly the value, without a search: the bonus is taken to be had where the tricks for it can
    // be cashed at once, and to cost nothing.  `s` is what the table has of the position.
    double nearly(Cards elder, Cards younger, int score, int s) const;

    // Younger to reply to `led`, which elder holds no more; `score` is without this lead.
    Payoffs replies(Cards elder, Cards younger, int led, int score);

    void forget() { known_.clear(); }

private:
    double worst_reply(Cards elder, Cards younger, int led, int score, double enough);
    double after(Cards elder, Cards younger, int led, int reply, int score) const;
    double at_once(Cards elder, int score, int s) const;
    double searched(Cards elder, Cards younger, int score, int s);
    // What winning the next trick with his own lead adds when so many tricks are left.
    int gain(int tricks_left) const {
        return pique_.gains[static_cast<std::size_t>(hand_size - tricks_left + 1)];
    }
    double paid(int tricks_left, int s) const {
        return pique_.payoff[static_cast<std::size_t>(2 * (hand_size - tricks_left) + s)];
    }
    int wins_needed(int tricks_left, int score) const;

    const SolvedTable& table_;
    const Pique& pique_;
    std::unordered_map<Slot, double> known_;  // elder's score follows from the number of tricks
};

}  // namespace piquet
