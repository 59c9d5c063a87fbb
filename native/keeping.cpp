#include "keeping.hpp"

#include <algorithm>

namespace piquet {
namespace {

constexpr int ten = 3;
constexpr int never = -(1 << 29);  // less than anything is worth

}  // namespace

void RankWorth::draw_line(int held) {
    const int rise = worth[static_cast<std::size_t>(held)] - worth[0];
    slope = held == 0 ? 0 : rise / held + (rise % held > 0 ? 1 : 0);
    base = worth[0];
    for (int kept = 1; kept <= held; ++kept) {
        base = std::max(base, worth[static_cast<std::size_t>(kept)] - slope * kept);
    }
}

Keeping::Keeping(const Suits& suits, const Ranks& ranks) : suits_(suits), ranks_(ranks) {
    std::array<int, 1 << court_ranks> slopes;  // of any cards of a suit from ten up
    slopes[0] = 0;
    for (std::size_t place = 0; place < court_ranks; ++place) {
        base_ += ranks[place]->base;
        const std::size_t card = std::size_t{1} << place;
        for (std::size_t i = 0; i < card; ++i) slopes[card | i] = slopes[i] + ranks[place]->slope;
    }
    for (std::size_t suit = 0; suit < suit_count; ++suit) {
        int most = never;
        std::size_t size = 0, i = 0;
        for (const Keep& keep : suits[suit]->ways) {
            const int reach = keep.worth + slopes[keep.cards >> ten];
            most = keep.size == size ? std::max(most, reach) : reach;
            size = keep.size;
            of_suit_[suit][size] = most;
            reach_[suit][i++] = reach;
        }
    }
    reach_out();
}

// What each suit but the last can reach with those below it, by the number of cards kept.
void Keeping::reach_out() {
    int below = 0;
    up_to_[0].fill(never);
    std::copy_n(of_suit_[0].begin(), suits_[0]->held + 1, up_to_[0].begin());
    for (std::size_t suit = 1; suit + 1 < suit_count; ++suit) {
        below += suits_[suit - 1]->held;
        up_to_[suit].fill(never);
        for (int size = 0; size <= suits_[suit]->held; ++size) {
            const int own = of_suit_[suit][static_cast<std::size_t>(size)];
            for (int rest = 0; rest <= below; ++rest) {
                int& most = up_to_[suit][static_cast<std::size_t>(size + rest)];
                most = std::max(most, own + up_to_[suit - 1][static_cast<std::size_t>(rest)]);
            }
        }
    }
}

Kept Keeping::best(int number, int enough) {
    best_ = {enough, 0};
    needed_ = base_ + reached_by_all(number);
    if (needed_ <= enough) return best_;
    descend(suit_count - 1, number, base_, 0);  // what reaches most comes near the best
    if (best_.worth < needed_) {
        needed_ = std::max(best_.worth, enough + 1);
        descend(suit_count - 1, number, base_, 0);
    }
    return best_;
}

// What a suit and all below it can reach with so many cards.
int Keeping::reached(int suit, int number) const {
    if (suit < 0) return 0;
    return up_to_[static_cast<std::size_t>(suit)][static_cast<std::size_t>(number)];
}

// What all suits can reach together.
int Keeping::reached_by_all(int number) const {
    constexpr std::size_t last = suit_count - 1;
    int most = never;
    for (int size = 0; size <= std::min(number, suits_[last]->held); ++size) {
        const int own = of_suit_[last][static_cast<std::size_t>(size)];
        most = std::max(most, own + reached(suit_count - 2, number - size));
    }
    return most;
}

// Goes through the ways to keep so many cards of a suit and all below it that may be good enough.
void Keeping::descend(int suit, int number, int reach, Cards cards) {
    if (suit < 0) {
        const int worth = reach - shortfall(cards);
        if (worth > best_.worth || (worth == best_.worth && cards > best_.cards)) {
            needed_ = std::max(needed_, worth);
            best_ = {worth, cards};
        }
        return;
    }
    const auto at = static_cast<std::size_t>(suit);
    const Keeps& keeps = *suits_[at];
    const int fewest = suit == 0 ? number : 0;  // the last suit must make up the number
    for (int size = std::min(number, keeps.held); size >= fewest; --size) {
        const auto own = static_cast<std::size_t>(size);
        const int others = reach + reached(suit - 1, number - size);
        if (others + of_suit_[at][own] < needed_) continue;
        for (std::size_t i = keeps.first[own]; i < keeps.first[own + 1]; ++i) {
            if (others + reach_[at][i] < needed_) continue;
            descend(suit - 1, number - size, reach + reach_[at][i],
                    cards | Cards{keeps.ways[i].cards} << (rank_count * suit));
        }
    }
}

// By how much the lines say too much of these cards.
int Keeping::shortfall(Cards cards) const {
    int less = 0;
    for (int place = 0; place < court_ranks; ++place) {
        const RankWorth& rank = *ranks_[static_cast<std::size_t>(place)];
        const int kept = size_of_rank(cards, ten + place);
        less += rank.base + rank.slope * kept - rank.worth[static_cast<std::size_t>(kept)];
    }
    return less;
}

}  // namespace piquet
