// The numbers of a set of rules, all of them given by Python (piquet/tables.py says what each is).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cards.hpp"
#include "pique.hpp"
#include "ternary.hpp"

namespace piquet {

enum Seat { elder_seat = 0, younger_seat = 1 };

inline Seat other(Seat seat, bool changes = true) {
    return static_cast<Seat>(seat ^ static_cast<int>(changes));
}

// What may be called of a category: how strong the best of it is, 256 times the number of its cards
// and what decides between equals, or 0 where there is none; and what it all is worth.
struct Call {
    int strength = 0, worth = 0;
};

struct Tables {
    using BySuit = std::array<int, 256>;  // by the holding of a suit
    using BySet = std::array<std::array<int, suit_count + 1>, rank_count>;
    using ByRank = std::array<int, rank_count>;

    // Calls are numbers, the strength above the worth, so that the greatest is the best.
    static constexpr int worth_bits = 10, worth_part = (1 << worth_bits) - 1;
    static int packed(Call call);
    static BySuit packed(const BySuit& strengths, const BySuit& worths);
    void take_sets(const BySet& strengths, const BySet& worths);
    void take_cards(const ByRank& led, const ByRank& lead_won, const ByRank& capture);

    BySuit points{}, sequences{};
    std::array<int, holdings> sets{};  // by the ranks of which three and four are held
    Cards courts = 0;
    int blank_worth = 0;
    bool blank_counts = false;

    ByRank lead{};
    std::array<ByRank, 2> won{};  // by a lead, and by a reply
    BySuit cashed{};              // by the cards of a suit that are all led and win
    int last_trick = 0;
    int cards = 0, capot = 0, cards_at = 0;
    bool cards_count = false;

    int repique = 0, repique_at = 0;
    bool repique_younger = false, pique_in_time = false;
    int elder_min = 0, elder_max = 0, younger_min = 0;
    bool younger_looks = false, blank_binds = false;
    Pique pique;  // bonus, threshold, payoff and gains

    bool blank(Cards hand) const { return (hand & courts) == 0; }
    Call point(Cards hand) const;
    Call sequence(Cards hand) const;
    Call set(Cards hand) const;
};

inline Call Tables::point(Cards hand) const {
    const int best = std::max({points[holding(hand, 0)], points[holding(hand, 1)],
                               points[holding(hand, 2)], points[holding(hand, 3)]});
    return {best >> worth_bits, best & worth_part};
}

inline Call Tables::sequence(Cards hand) const {
    int best = 0, sum = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        const int call = sequences[holding(hand, suit)];
        best = std::max(best, call);
        sum += call;
    }
    return {best >> worth_bits, sum & worth_part};
}

inline Call Tables::set(Cards hand) const {
    const unsigned four = hand & hand >> 8 & hand >> 16 & hand >> 24;
    const int call = sets[both_holdings(many_of_rank(hand) & ~four, four)];
    return {call >> worth_bits, call & worth_part};
}

}  // namespace piquet
