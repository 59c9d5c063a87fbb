// Which cards a rule player throws (piquet/oracle/discards.py): every choice is weighed by what the
// hand kept and the cards drawn may make.
#pragma once

#include <array>
#include <cstdint>

#include "keeping.hpp"

namespace piquet {

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
    // What a rank is worth by how many of it are held, where all others are unseen.
    using SetWorths = std::array<std::array<RankWorth, suit_count + 1>, court_ranks>;

    int suit_worth(unsigned kept, unsigned unseen, int draws, int total) const;
    RankWorth rank_worth(std::size_t place, int held, int open, int draws, int total) const;
    Keeps ways_to_keep(unsigned held, unsigned unseen, int draws, int total) const;
    Kept best_kept(Cards hand, int draws, int number, int enough) const;
    Kept best_kept(Cards hand, Cards unseen, int draws, int number, int enough) const;

    ExchangeWeights weights_;
    // By number of cards drawn, where all that is not held is unseen.
    std::array<std::array<Keeps, 256>, talon_size + 1> keeps_;
    std::array<SetWorths, talon_size + 1> sets_;
};

}  // namespace piquet
