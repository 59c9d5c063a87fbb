// How people exchange, softly: every way to keep of a hand is the likelier the more it is worth, and
// from that, how likely each hand is that the other side may hold after its exchange.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace piquet {

// What cards kept are worth, by how many are drawn to them: by the holding of each suit and by how
// many are held of each rank.  One more is likelier by one part in 64.
struct Habit {
    static constexpr std::size_t numbers = 9;
    std::array<std::array<int, 256>, numbers> suit{};
    std::array<std::array<std::array<int, suit_count + 1>, rank_count>, numbers> rank{};

    // `kept` are what is left of twelve cards dealt.
    int worth(Cards kept) const;
};

// An exchange as it is known from outside.
struct Exchanged {
    Cards pool = 0;               // the cards among which the unknown ones are
    int size = 0;                 // how many of the pool are in the hand after the exchange
    int drawn = 0;                // how many of those were drawn
    int thrown = 0;               // how many were exchanged
    int fewest = 0, most = 0;     // how many might have been
    Cards barred = 0;             // cards that were not dealt (courts of a carte blanche)
    Cards needed = 0;             // cards of which at least one was dealt, if any
    bool exact = false;           // whether every term is summed, however many there are
};

struct Likely {
    std::vector<Cards> hands;
    std::vector<Cards> thrown;  // only of sampled hands
    std::vector<double> weights;
};

// Every hand of that size in rising order, with a weight that is in proportion to how likely the
// exchange is that left it, summed over all cards that may have been drawn and thrown.  Where cards
// of the pool were left and the sum need not be exact, what was thrown is taken as independent of
// what was drawn.  The pool has at most 20 cards.
Likely list_exchanged(const Habit& habit, const Exchanged& known);

// Hands of such an exchange by lot, from index `first` on, each by its seed and index; the hand was
// dealt from the pool, which holds all cards unseen.  Weights are how likely the number thrown is.
Likely sample_exchanged(const Habit& habit, const Exchanged& known, std::uint64_t seed,
                        std::uint64_t first, std::size_t count);

}  // namespace piquet
