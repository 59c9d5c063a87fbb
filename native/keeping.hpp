// The best cards of a hand to keep, where they are worth what they make suit by suit and rank by
// rank.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace piquet {

constexpr int court_ranks = 5;  // ten to ace, the ranks of trios and quatorzes

// One way to keep cards of a suit.
struct Keep {
    int worth;
    std::uint8_t cards, size;
};

// The ways to keep of one suit, those of one number of cards next to each other.
struct Keeps {
    std::vector<Keep> ways;
    std::array<std::uint8_t, rank_count + 2> first{};  // where those of a number begin
    int held = 0;                                      // how many cards there are to keep
};

// What keeping 0 to 4 cards of a rank is worth, and a straight line that nowhere runs below it.
struct RankWorth {
    std::array<int, suit_count + 1> worth{};
    int base = 0, slope = 0;

    void draw_line(int held);
};

struct Kept {
    int worth;
    Cards cards;
};

// With the lines in place of the ranks' true worths, each card adds its own, and what suits can
// reach together follows from what each can.  Only choices that could thereby be best are weighed.
class Keeping {
public:
    using Suits = std::array<const Keeps*, suit_count>;
    using Ranks = std::array<const RankWorth*, court_ranks>;

    Keeping(const Suits& suits, const Ranks& ranks);

    // The best `number` cards; of equal choices the greatest mask.  What is worth no more than
    // `enough` need not be found.
    Kept best(int number, int enough);

private:
    static constexpr std::size_t most_ways = 128;
    using BySize = std::array<int, hand_size + 1>;

    void reach_out();
    int reached(int suit, int number) const;
    int reached_by_all(int number) const;
    void descend(int suit, int number, int reach, Cards cards);
    int shortfall(Cards cards) const;

    const Suits& suits_;
    const Ranks& ranks_;
    int base_ = 0;
    std::array<std::array<int, most_ways>, suit_count> reach_;   // of each way, by the lines
    std::array<std::array<int, rank_count + 1>, suit_count> of_suit_;  // the most by number kept
    std::array<BySize, suit_count - 1> up_to_;  // the same of a suit and all below it
    int needed_ = 0;
    Kept best_{};
};

}  // namespace piquet
