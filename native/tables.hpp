// The numbers of a set of rules, all of them given by Python (piquet/tables.py says what each is).
#pragma once

#include <array>
#include <cstdint>

#include "cards.hpp"
#include "pique.hpp"

namespace piquet {

enum Seat { elder_seat = 0, younger_seat = 1 };

inline Seat other(Seat seat, bool changes = true) {
    return static_cast<Seat>(seat ^ static_cast<int>(changes));
}

// The strengths of the best combinations of a hand, 0 where there is none.
struct Best {
    int point = 0, sequence = 0, set = 0;
};

// A strength is 256 times the number of cards of a combination, and what decides between equals.
struct Tables {
    using BySuit = std::array<int, 256>;  // by the holding of a suit
    using BySet = std::array<std::array<int, suit_count + 1>, rank_count>;
    using ByRank = std::array<int, rank_count>;

    BySuit point_strength{}, point_worth{};
    BySuit sequence_strength{}, sequence_worth{};
    BySet set_strength{}, set_worth{};
    Cards courts = 0;
    int blank_worth = 0;
    bool blank_counts = false;

    ByRank lead{}, lead_won{}, capture{};
    int last_trick = 0;
    int cards = 0, capot = 0, cards_at = 0;
    bool cards_count = false;

    int repique = 0, repique_at = 0;
    bool repique_younger = false, pique_in_time = false;
    int elder_min = 0, elder_max = 0, younger_min = 0;
    int elder_looks = 0;
    bool younger_looks = false, blank_binds = false;
    bool value_called = false, sets_announced = false, laid_down = false;
    Pique pique;  // bonus, threshold, payoff and gains

    bool blank(Cards hand) const { return (hand & courts) == 0; }
    int best_point(Cards hand) const;
    int best_sequence(Cards hand) const;
    int best_set(Cards hand) const;
    Best best(Cards hand) const {
        return {best_point(hand), best_sequence(hand), best_set(hand)};
    }
};

}  // namespace piquet
