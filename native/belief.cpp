#include "belief.hpp"

#include <algorithm>

#include "random.hpp"
#include "worlds.hpp"

namespace piquet {

namespace {

// The powers of 64/65, multiplied out so that they are the same on every machine.
std::vector<double> fade_out() {
    std::vector<double> powers(4096, 1.0);
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * (64.0 / 65.0);
    return powers;
}

double faded(int steps) {
    static const std::vector<double> powers = fade_out();
    return powers[std::min(static_cast<std::size_t>(steps), powers.size() - 1)];
}

// Functions of the subsets of a pool, numbered by bits that stand next to each other.
using OfSubset = std::vector<double>;

void sum_over_subsets(OfSubset& values) {
    for (std::size_t bit = 1; bit < values.size(); bit <<= 1) {
        for (std::size_t base = 0; base < values.size(); base += 2 * bit) {
            for (std::size_t i = base; i < base + bit; ++i) values[i + bit] += values[i];
        }
    }
}

void undo_sums(OfSubset& values) {
    for (std::size_t bit = 1; bit < values.size(); bit <<= 1) {
        for (std::size_t base = 0; base < values.size(); base += 2 * bit) {
            for (std::size_t i = base; i < base + bit; ++i) values[i + bit] -= values[i];
        }
    }
}

void sum_over_supersets(OfSubset& values) {
    for (std::size_t bit = 1; bit < values.size(); bit <<= 1) {
        for (std::size_t base = 0; base < values.size(); base += 2 * bit) {
            for (std::size_t i = base; i < base + bit; ++i) values[i] += values[i + bit];
        }
    }
}

// The cards of each subset, and how many.
struct Subsets {
    explicit Subsets(Cards pool) : cells(std::size_t{1} << size_of(pool)), cards(cells) {
        std::size_t bit = 1;
        for (Cards rest = pool; rest != 0; rest &= rest - 1, bit <<= 1) {
            const Cards card = rest & (~rest + 1);
            for (std::size_t i = 0; i < bit; ++i) cards[bit + i] = cards[i] | card;
        }
    }

    std::size_t cells;
    std::vector<Cards> cards;
};

bool may_be_dealt(const Exchanged& known, Cards dealt) {
    return (dealt & known.barred) == 0 && (known.needed == 0 || (dealt & known.needed) != 0);
}

// How likely each way to keep is beside the likeliest, 0 for what is too much or too little.
OfSubset weigh_keeps(const Habit& habit, const Exchanged& known, const Subsets& all) {
    constexpr int none = -1;
    std::vector<int> worths(all.cells, none);
    int most = 0;
    for (std::size_t i = 0; i < all.cells; ++i) {
        const int drawn = hand_size - size_of(all.cards[i]);
        if (drawn < known.fewest || drawn > known.most) continue;
        worths[i] = habit.worth(all.cards[i]);
        most = std::max(most, worths[i]);
    }
    OfSubset weights(all.cells, 0.0);
    for (std::size_t i = 0; i < all.cells; ++i) {
        if (worths[i] != none) weights[i] = faded(most - worths[i]);
    }
    return weights;
}

// Where no card was left, what was dealt is all but what was drawn, and the hand is what was kept
// and drawn together: those pairs are told from pairs that overlap by the size of what they cover.
OfSubset sum_by_drawn(const Exchanged& known, const Subsets& all, OfSubset kept,
                      const OfSubset& share) {
    OfSubset drawn(all.cells, 0.0);
    for (std::size_t i = 0; i < all.cells; ++i) {
        if (size_of(all.cards[i]) == known.drawn) drawn[i] = share[all.cells - 1 - i];
    }
    sum_over_subsets(kept);
    sum_over_subsets(drawn);
    for (std::size_t i = 0; i < all.cells; ++i) kept[i] *= drawn[i];
    undo_sums(kept);
    return kept;
}

OfSubset sum_one_by_one(const Exchanged& known, const OfSubset& kept, const OfSubset& share) {
    OfSubset sums(kept.size(), 0.0);
    const Cards whole = static_cast<Cards>(kept.size() - 1);
    for_each_subset(whole, known.size, [&](Cards hand) {
        double sum = 0.0;
        for_each_subset(hand, known.drawn, [&](Cards drawn) {
            double shares = 0.0;
            for_each_subset(whole & ~hand, known.thrown, [&](Cards thrown) {
                shares += share[(hand & ~drawn) | thrown];
            });
            sum += kept[hand & ~drawn] * shares;
        });
        sums[hand] = sum;
    });
    return sums;
}

// As if what was thrown could be any cards but those kept, those drawn among them.
OfSubset sum_apart(OfSubset kept, OfSubset share) {
    sum_over_supersets(share);
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] *= share[i];
    sum_over_subsets(kept);
    return kept;
}

}  // namespace

int Habit::worth(Cards kept) const {
    const auto drawn = static_cast<std::size_t>(hand_size - size_of(kept));
    const auto& suits = suit[drawn];
    int sum = 0;
    for (int i = 0; i < suit_count; ++i) sum += suits[holding(kept, i)];
    for (int i = 0; i < rank_count; ++i) {
        sum += rank[drawn][static_cast<std::size_t>(i)]
                   [static_cast<std::size_t>(size_of_rank(kept, i))];
    }
    return sum;
}

Likely list_exchanged(const Habit& habit, const Exchanged& known) {
    const Subsets all(known.pool);
    const OfSubset keeps = weigh_keeps(habit, known, all);
    // Of every hand that may have been dealt, the share of one of its keeps.
    OfSubset share = keeps;
    sum_over_subsets(share);
    OfSubset kept(all.cells, 0.0);
    for (std::size_t i = 0; i < all.cells; ++i) {
        const int size = size_of(all.cards[i]);
        const bool dealt = size == hand_size && may_be_dealt(known, all.cards[i]);
        share[i] = dealt ? 1.0 / share[i] : 0.0;
        if (size == hand_size - known.thrown) kept[i] = keeps[i];
    }
    const int left = size_of(known.pool) - known.size - known.thrown;
    const OfSubset sums = left == 0     ? sum_by_drawn(known, all, kept, share)
                          : known.exact ? sum_one_by_one(known, kept, share)
                                        : sum_apart(kept, share);
    Likely found;
    for_each_subset(static_cast<Cards>(all.cells - 1), known.size, [&](Cards number) {
        found.hands.push_back(all.cards[number]);
        // Undoing sums may leave a little less than nothing.
        found.weights.push_back(std::max(sums[number], 0.0));
    });
    return found;
}

Likely sample_exchanged(const Habit& habit, const Exchanged& known, std::uint64_t seed,
                        std::uint64_t first, std::size_t count) {
    Likely found;
    std::vector<int> worths;
    std::vector<Cards> keeps;
    for (std::size_t n = 0; n < count; ++n) {
        Random random(seed, first + n);
        const Cards dealable = known.pool & ~known.barred;
        Cards dealt = random.subset(dealable, hand_size);
        while (!may_be_dealt(known, dealt)) dealt = random.subset(dealable, hand_size);
        worths.clear();
        keeps.clear();
        int most = 0;
        std::size_t begin = 0, end = 0;
        for (int thrown = known.fewest; thrown <= known.most; ++thrown) {
            if (thrown == known.thrown) begin = keeps.size();
            for_each_subset(dealt, hand_size - thrown, [&](Cards kept) {
                keeps.push_back(kept);
                worths.push_back(habit.worth(kept));
                most = std::max(most, worths.back());
            });
            if (thrown == known.thrown) end = keeps.size();
        }
        double all = 0.0, so_many = 0.0;
        for (std::size_t i = 0; i < keeps.size(); ++i) {
            const double weight = faded(most - worths[i]);
            all += weight;
            if (i >= begin && i < end) so_many += weight;
        }
        const double lot = random.below(1u << 31) * (1.0 / (1u << 31)) * so_many;
        std::size_t chosen = begin;
        for (double sum = faded(most - worths[begin]); sum <= lot && chosen + 1 < end;) {
            sum += faded(most - worths[++chosen]);
        }
        const Cards drawn = random.subset(known.pool & ~dealt, known.thrown);
        found.hands.push_back(keeps[chosen] | drawn);
        found.thrown.push_back(dealt & ~keeps[chosen]);
        found.weights.push_back(so_many / all);
    }
    return found;
}

}  // namespace piquet
