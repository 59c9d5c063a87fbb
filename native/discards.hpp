// Which cards a rule player throws (piquet/oracle/discards.py): every choice is weighed by what the
// hand kept and the cards drawn may make.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace piquet {

constexpr int court_ranks = 5;  // ten to ace, the ranks of trios and quatorzes
constexpr int talon_size = 8;
constexpr int all_unseen = 20;  // cards that a player does not see when his hand is dealt

struct ExchangeWeights {
    std::array<int, 9> length{};
    std::array<int, 6> runs{};
    std::array<int, court_ranks> trio{}, quatorze{};
    int ace = 0, king = 0, queen = 0, knave = 0, bare = 0, fresh = 0;
};

class Discards {
public:
    explicit Discards(const ExchangeWeights& weights);

    // The cards to throw, `fewest` to `most`; `unseen` are those from which fresh ones may come.
    Cards choose(Cards hand, Cards unseen, int fewest, int most) const;

private:
    // One way to keep cards of a suit; those from ten up are packed three bits a rank.
    struct Keep {
        int worth;
        std::uint16_t courts;
        std::uint8_t kept;
        std::uint8_t size;
    };
    // The worth of keeping 0 to 4 cards of a rank, for each rank from ten to ace.
    using RankWorth = std::array<int, suit_count + 1>;
    using SetWorth = std::array<RankWorth, court_ranks>;
    // The same by how many of the rank are held, where all others are unseen.
    using SetWorths = std::array<std::array<RankWorth, suit_count + 1>, court_ranks>;

    // What it is worth to keep any part of one hand and draw so many cards.
    struct Worths {
        Cards hand = 0;
        std::array<const std::vector<Keep>*, suit_count> suits{};
        std::array<std::vector<Keep>, suit_count> own;  // where they are not at hand
        SetWorth sets{};
    };

    struct Best {
        int worth;
        Cards kept;
    };

    int suit_worth(unsigned kept, unsigned unseen, int draws, int total) const;
    RankWorth rank_worth(std::size_t place, int held, int open, int draws, int total) const;
    std::vector<Keep> ways_to_keep(unsigned held, unsigned unseen, int draws, int total) const;
    void weigh(Worths& worths, Cards hand, Cards unseen, int draws) const;
    Best best_kept(const Worths& worths, int number, int enough) const;

    ExchangeWeights weights_;
    bool bounded_ = true;  // more cards of a rank are never worth less
    // By number of cards drawn, where all that is not held is unseen.
    std::array<std::array<std::vector<Keep>, 256>, talon_size + 1> keeps_;
    std::array<SetWorths, talon_size + 1> sets_;
};

}  // namespace piquet
