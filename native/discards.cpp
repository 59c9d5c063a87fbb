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

}  // namespace

Discards::Discards(const ExchangeWeights& weights) : weights_(weights) {
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
Keeps Discards::ways_to_keep(unsigned held, unsigned unseen, int draws, int total) const {
    Keeps keeps;
    keeps.held = size_of(held);
    std::vector<Keep>& ways = keeps.ways;
    for (int size = 0; size <= keeps.held; ++size) {
        const auto first = static_cast<std::ptrdiff_t>(ways.size());
        keeps.first[static_cast<std::size_t>(size)] = static_cast<std::uint8_t>(first);
        for (unsigned part = held;; part = (part - 1u) & held) {  // the greatest first
            if (size_of(part) == size) {
                const Keep keep{suit_worth(part, unseen, draws, total),
                                static_cast<std::uint8_t>(part), static_cast<std::uint8_t>(size)};
                const auto same = std::find_if(ways.begin() + first, ways.end(), [&](Keep other) {
                    return other.cards >> ten == keep.cards >> ten;
                });
                if (same == ways.end()) {
                    ways.push_back(keep);
                } else if (keep.worth > same->worth) {
                    *same = keep;
                }
            }
            if (part == 0) break;
        }
    }
    ways.shrink_to_fit();
    keeps.first[static_cast<std::size_t>(keeps.held + 1)] = static_cast<std::uint8_t>(ways.size());
    return keeps;
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
RankWorth Discards::rank_worth(std::size_t place, int held,
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
        worths.worth[static_cast<std::size_t>(kept)] = static_cast<int>(worth);
    }
    worths.draw_line(held);
    return worths;
}

// Fewer cards are thrown as long as that is better.
Cards Discards::choose(Cards hand, Cards unseen, int fewest, int most) const {
    const bool all = unseen == ~hand && size_of(unseen) == all_unseen;
    int best = std::numeric_limits<int>::min() / 2;
    Cards thrown = 0;
    for (int draws = most; draws >= fewest; --draws) {
        const int fresh = draws * weights_.fresh * scale;
        const int number = size_of(hand) - draws, enough = best - fresh;
        const Kept kept = all ? best_kept(hand, draws, number, enough)
                              : best_kept(hand, unseen, draws, number, enough);
        if (kept.worth + fresh <= best) break;
        best = kept.worth + fresh;
        thrown = hand & ~kept.cards;
    }
    return thrown;
}

// Where all that is not held is unseen, what it is worth to keep any part is at hand.
Kept Discards::best_kept(Cards hand, int draws, int number, int enough) const {
    const auto drawn = static_cast<std::size_t>(draws);
    Keeping::Suits suits;
    Keeping::Ranks ranks;
    for (int suit = 0; suit < suit_count; ++suit) {
        suits[static_cast<std::size_t>(suit)] = &keeps_[drawn][holding(hand, suit)];
    }
    for (int place = 0; place < court_ranks; ++place) {
        const auto held = static_cast<std::size_t>(size_of_rank(hand, ten + place));
        ranks[static_cast<std::size_t>(place)] = &sets_[drawn][static_cast<std::size_t>(place)][held];
    }
    return Keeping(suits, ranks).best(number, enough);
}

Kept Discards::best_kept(Cards hand, Cards unseen, int draws, int number, int enough) const {
    const int total = size_of(unseen);
    std::array<Keeps, suit_count> own;
    std::array<RankWorth, court_ranks> sets;
    Keeping::Suits suits;
    Keeping::Ranks ranks;
    for (std::size_t suit = 0; suit < suit_count; ++suit) {
        const int at = static_cast<int>(suit);
        own[suit] = ways_to_keep(holding(hand, at), holding(unseen, at), draws, total);
        suits[suit] = &own[suit];
    }
    for (std::size_t place = 0; place < court_ranks; ++place) {
        const int rank = ten + static_cast<int>(place);
        sets[place] = rank_worth(place, size_of_rank(hand, rank), size_of_rank(unseen, rank), draws,
                                 total);
        ranks[place] = &sets[place];
    }
    return Keeping(suits, ranks).best(number, enough);
}

}  // namespace piquet
