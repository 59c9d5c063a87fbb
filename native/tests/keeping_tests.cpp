// Cards found by place and by rank, and the best cards to keep, against the plain way.
#include "keeping_tests.hpp"

#include "keeping.hpp"
#include "likely.hpp"
#include "random.hpp"

namespace piquet {
namespace {

constexpr int ten = 3;

// What all ways to keep of a hand are worth, by chance; small numbers, so that many are equal.
struct Worths {
    Worths(Cards hand, Random& random) {
        const auto number = [&](unsigned limit) { return static_cast<int>(random.below(limit)) - 4; };
        for (std::size_t suit = 0; suit < suit_count; ++suit) {
            Keeps& made = keeps[suit];
            const unsigned held = holding(hand, static_cast<int>(suit));
            made.held = size_of(held);
            for (int size = 0; size <= made.held; ++size) {
                made.first[static_cast<std::size_t>(size)] =
                    static_cast<std::uint8_t>(made.ways.size());
                for (unsigned part = 0; part < 256; ++part) {
                    if ((part & ~held) != 0 || size_of(part) != size) continue;
                    worth_of[suit][part] = number(20);
                    made.ways.push_back({worth_of[suit][part], static_cast<std::uint8_t>(part),
                                         static_cast<std::uint8_t>(size)});
                }
            }
            made.first[static_cast<std::size_t>(made.held + 1)] =
                static_cast<std::uint8_t>(made.ways.size());
            suits[suit] = &made;
        }
        for (std::size_t place = 0; place < court_ranks; ++place) {
            for (int& worth : sets[place].worth) worth = number(12);
            sets[place].draw_line(size_of_rank(hand, ten + static_cast<int>(place)));
            ranks[place] = &sets[place];
        }
    }

    int worth(Cards kept) const {
        int sum = 0;
        for (std::size_t suit = 0; suit < suit_count; ++suit) {
            sum += worth_of[suit][holding(kept, static_cast<int>(suit))];
        }
        for (std::size_t place = 0; place < court_ranks; ++place) {
            const int held = size_of_rank(kept, ten + static_cast<int>(place));
            sum += sets[place].worth[static_cast<std::size_t>(held)];
        }
        return sum;
    }

    std::array<std::array<int, 256>, suit_count> worth_of{};
    std::array<Keeps, suit_count> keeps;
    std::array<RankWorth, court_ranks> sets;
    Keeping::Suits suits{};
    Keeping::Ranks ranks{};
};

}  // namespace

bool cards_are_found() {
    Random random(5, 0);
    for (int i = 0; i < 2000; ++i) {
        const Cards cards = random.subset(~Cards{0}, 1 + i % card_count);
        unsigned skip = 0;
        for (Cards rest = cards; rest != 0; rest &= rest - 1) {
            if (card_above(cards, skip++) != lowest(rest)) return false;
        }
        if (by_suit(by_rank(cards)) != cards) return false;
    }
    return true;
}

bool best_is_kept() {
    for (std::uint64_t index = 0; index < 200; ++index) {
        Random random(6, index);
        const Cards hand = random.subset(~Cards{0}, hand_size);
        const Worths worths(hand, random);
        const int number = 4 + static_cast<int>(random.below(8));
        Kept best{-1000, 0};
        for (Cards kept = hand; kept != 0; kept = (kept - 1) & hand) {  // the greatest first
            if (size_of(kept) != number || worths.worth(kept) <= best.worth) continue;
            best = {worths.worth(kept), kept};
        }
        const Kept found = Keeping(worths.suits, worths.ranks).best(number, -1000);
        if (found.worth != best.worth || found.cards != best.cards) return false;
        if (Keeping(worths.suits, worths.ranks).best(number, best.worth).worth != best.worth) {
            return false;
        }
    }
    return true;
}

}  // namespace piquet
