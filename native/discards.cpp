#include "discards.hpp"

#include <algorithm>
#include <limits>

namespace piquet {
namespace {

constexpr int ten = 3;
constexpr unsigned ace_bit = 128, king_bit = 64, queen_bit = 32, knave_bit = 16;
constexpr int scale = 1000;

// In how many ways some cards are chosen, out of at most those that a player has not seen.
using Choices = std::array<std::array<std::int64_t, all_unseen + 1>, all_unseen + 1>;

constexpr Choices count_choices() {
    Choices ways{};
    for (std::size_t of = 0; of <= all_unseen; ++of) {
        ways[of][0] = 1;
        for (std::size_t taken = 1; taken <= of; ++taken) {
            ways[of][taken] = ways[of - 1][taken - 1] + (taken < of ? ways[of - 1][taken] : 0);
        }
    }
    return ways;
}

constexpr Choices all_choices = count_choices();

std::int64_t choices(int of, int taken) {
    if (taken < 0 || taken > of) return 0;
    return all_choices[static_cast<std::size_t>(of)][static_cast<std::size_t>(taken)];
}

// The chance in thousandths that all the wanted cards are among those drawn.
std::int64_t chance(int wanted, int draws, int total) {
    if (wanted > draws) return 0;
    return scale * choices(total - wanted, draws - wanted) / choices(total, draws);
}

// By the eight bits of a suit: how many cards, and those from ten up packed three bits a rank, so
// that those of four suits add up.
struct Holding {
    std::uint16_t size = 0;
    std::uint16_t courts = 0;
};

constexpr std::array<Holding, 256> describe_holdings() {
    std::array<Holding, 256> each{};
    for (unsigned cards = 0; cards < 256; ++cards) {
        unsigned packed = 0;
        for (int place = 0; place < court_ranks; ++place) {
            packed |= (cards >> (ten + place) & 1u) << (3 * place);
        }
        each[cards] = {static_cast<std::uint16_t>(size_of(cards)),
                       static_cast<std::uint16_t>(packed)};
    }
    return each;
}

constexpr std::array<Holding, 256> described = describe_holdings();

// One way to keep of two neighbouring suits.
struct Part {
    int worth;
    std::uint16_t courts;
    std::uint16_t kept;
};

// All of them, those of one number of cards next to each other.
struct Half {
    std::array<Part, 1 << hand_size> parts;
    std::array<std::size_t, hand_size + 2> first{};  // where those of a number begin
    std::array<int, hand_size + 1> best;             // the greatest worth among them

    template <typename Keeps>
    void fill(const Keeps& one, const Keeps& two) {
        std::array<std::size_t, hand_size + 1> next{};
        best.fill(std::numeric_limits<int>::min() / 2);
        for (const auto& a : one) {
            for (const auto& b : two) ++next[std::size_t{a.size} + b.size];
        }
        for (std::size_t number = 0; number <= hand_size; ++number) {
            first[number + 1] = first[number] + next[number];
            next[number] = first[number];
        }
        for (const auto& a : one) {
            for (const auto& b : two) {
                const std::size_t number = std::size_t{a.size} + b.size;
                const int worth = a.worth + b.worth;
                best[number] = std::max(best[number], worth);
                parts[next[number]++] = {worth, static_cast<std::uint16_t>(a.courts + b.courts),
                                         static_cast<std::uint16_t>(a.kept | b.kept << 8)};
            }
        }
    }
};

}  // namespace

Discards::Discards(const ExchangeWeights& weights) : weights_(weights) {
    for (std::size_t place = 0; place < court_ranks; ++place) {
        const int trio = weights.trio[place], quatorze = weights.quatorze[place];
        bounded_ = bounded_ && 0 <= trio && trio <= quatorze;
    }
    for (int draws = 0; draws <= talon_size; ++draws) {
        const auto drawn = static_cast<std::size_t>(draws);
        for (std::size_t place = 0; place < court_ranks; ++place) {
            for (int held = 0; held <= suit_count; ++held) {
                sets_[drawn][place][static_cast<std::size_t>(held)] =
                    rank_worth(place, held, suit_count - held, draws, all_unseen);
            }
        }
        for (unsigned held = 0; held < 256; ++held) {
            keeps_[drawn][held] = ways_to_keep(held, ~held & 0xFFu, draws, all_unseen);
        }
    }
}

// Every way to keep of a suit that no other way beats: of those with as many cards and the same
// from ten up, the one worth most, and of equal ones the greatest.
std::vector<Discards::Keep> Discards::ways_to_keep(unsigned held,
                                               unsigned unseen, int draws, int total) const {
    std::vector<Keep> ways;
    for (unsigned part = held;; part = (part - 1u) & held) {  // the greatest first
        const Keep keep{suit_worth(part, unseen, draws, total), described[part].courts,
                        static_cast<std::uint8_t>(part),
                        static_cast<std::uint8_t>(described[part].size)};
        const auto same = std::find_if(ways.begin(), ways.end(), [&](const Keep& other) {
            return other.size == keep.size && other.courts == keep.courts;
        });
        if (same == ways.end()) {
            ways.push_back(keep);
        } else if (keep.worth > same->worth) {
            *same = keep;
        }
        if (part == 0) return ways;
    }
}

// What the cards kept of one suit are worth as point, as sequences and in play, in thousandths of
// the weights, so that nothing below zero is ever divided.
int Discards::suit_worth(unsigned kept, unsigned unseen, int draws,
                       int total) const {
    const int number = size_of(kept);
    const int coming = total > 0 ? 100 * draws * size_of(unseen) / total : 0;
    const int whole = (100 * number + coming) / 100, part = (100 * number + coming) % 100;
    const auto length = [&](int cards) {
        return weights_.length[static_cast<std::size_t>(std::min(cards, rank_count))];
    };
    std::int64_t worth = (length(whole) * (100 - part) + length(whole + 1) * part) * (scale / 100);
    for (int size = 3; size <= rank_count; ++size) {
        for (int low = 0; low <= rank_count - size; ++low) {
            const unsigned window = ((1u << size) - 1u) << low;
            const unsigned missing = window & ~kept;
            if ((missing & ~unseen) != 0) continue;
            worth += weights_.runs[static_cast<std::size_t>(size - 3)] *
                     chance(size_of(missing), draws, total);
        }
    }
    int honours = 0;
    if ((kept & ace_bit) != 0) honours += weights_.ace;
    if ((kept & king_bit) != 0) honours += number > 1 ? weights_.king : weights_.bare;
    if ((kept & queen_bit) != 0 && (number > 2 || (kept & king_bit) != 0)) honours += weights_.queen;
    if ((kept & knave_bit) != 0 && (number > 3 || (kept & queen_bit) != 0)) {
        honours += weights_.knave;
    }
    worth += honours * scale;
    return static_cast<int>(worth);
}

// What keeping 0 to `held` cards of a rank is worth as trio or quatorze, `open` more being unseen.
Discards::RankWorth Discards::rank_worth(std::size_t place, int held,
                                     int open, int draws, int total) const {
    RankWorth worths{};
    for (int kept = 0; kept <= held; ++kept) {
        std::int64_t worth = 0;
        for (int drawn = 0; drawn <= std::min(open, draws); ++drawn) {
            const int made = kept + drawn;
            if (made < 3 || made > 4 || total - open < draws - drawn) continue;
            const int value = made == 3 ? weights_.trio[place] : weights_.quatorze[place];
            const std::int64_t ways = choices(open, drawn) * choices(total - open, draws - drawn);
            worth += scale * value * ways / choices(total, draws);
        }
        worths[static_cast<std::size_t>(kept)] = static_cast<int>(worth);
    }
    return worths;
}

void Discards::weigh(Worths& worths, Cards hand, Cards unseen, int draws) const {
    const int total = size_of(unseen);
    const auto drawn = static_cast<std::size_t>(draws);
    const bool all = unseen == ~hand && total == all_unseen;
    worths.hand = hand;
    for (std::size_t place = 0; place < court_ranks; ++place) {
        const int rank = ten + static_cast<int>(place);
        const int held = size_of_rank(hand, rank);
        worths.sets[place] =
            all ? sets_[drawn][place][static_cast<std::size_t>(held)]
                : rank_worth(place, held, size_of_rank(unseen, rank), draws, total);
    }
    for (int suit = 0; suit < suit_count; ++suit) {
        const auto at = static_cast<std::size_t>(suit);
        const unsigned held = holding(hand, suit);
        if (!all) {
            worths.own[at] = ways_to_keep(held, holding(unseen, suit), draws, total);
        }
        worths.suits[at] = all ? &keeps_[drawn][held] : &worths.own[at];
    }
}

// The best cards to keep; of equal choices the greatest mask, so that the lowest is thrown.  What is
// worth no more than `enough` need not be found.
Discards::Best Discards::best_kept(const Worths& worths, int number, int enough) const {
    // Sets looked up by the packed numbers of tens and knaves, and of queens, kings and aces.
    std::array<int, 64> low;
    std::array<int, 512> high;
    const auto& sets = worths.sets;
    const auto held = [&](int place) {
        return static_cast<unsigned>(size_of_rank(worths.hand, ten + place));
    };
    for (unsigned a = 0; a <= held(0); ++a) {
        for (unsigned b = 0; b <= held(1); ++b) low[a | b << 3] = sets[0][a] + sets[1][b];
    }
    for (unsigned a = 0; a <= held(2); ++a) {
        for (unsigned b = 0; b <= held(3); ++b) {
            for (unsigned c = 0; c <= held(4); ++c) {
                high[a | b << 3 | c << 6] = sets[2][a] + sets[3][b] + sets[4][c];
            }
        }
    }
    Half lower, upper;
    lower.fill(*worths.suits[0], *worths.suits[1]);
    upper.fill(*worths.suits[2], *worths.suits[3]);
    unsigned all_lower = 0;  // the courts of the whole lower half: more sets cannot be made of it
    for (int suit = 0; suit < 2; ++suit) all_lower += described[holding(worths.hand, suit)].courts;
    const auto worth_of_sets = [&](unsigned packed) { return low[packed & 63u] + high[packed >> 6]; };

    const auto keep = static_cast<std::size_t>(number);
    int best = enough + 1;
    Cards kept = 0;
    for (std::size_t above = 0; above <= keep; ++above) {
        const int most_below = lower.best[keep - above];
        for (std::size_t i = upper.first[above]; i < upper.first[above + 1]; ++i) {
            const Part& one = upper.parts[i];
            if (bounded_ && one.worth + most_below + worth_of_sets(one.courts + all_lower) < best) {
                continue;
            }
            for (std::size_t j = lower.first[keep - above]; j < lower.first[keep - above + 1]; ++j) {
                const Part& two = lower.parts[j];
                const int worth = one.worth + two.worth + worth_of_sets(0u + one.courts + two.courts);
                if (worth < best) continue;
                const Cards mask = Cards{one.kept} << 16 | two.kept;
                if (worth > best || mask > kept) {
                    best = worth;
                    kept = mask;
                }
            }
        }
    }
    return {kept == 0 && number > 0 ? enough : best, kept};
}

// Fewer cards are thrown as long as that is better.
Cards Discards::choose(Cards hand, Cards unseen, int fewest, int most) const {
    Worths worths;
    int best = std::numeric_limits<int>::min() / 2;
    Cards thrown = 0;
    for (int draws = most; draws >= fewest; --draws) {
        weigh(worths, hand, unseen, draws);
        const int fresh = draws * weights_.fresh * scale;
        const Best found = best_kept(worths, size_of(hand) - draws, best - fresh);
        if (found.worth + fresh <= best) break;
        best = found.worth + fresh;
        thrown = hand & ~found.kept;
    }
    return thrown;
}

}  // namespace piquet
