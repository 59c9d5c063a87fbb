#include "policy.hpp"

#include <algorithm>
#include <stdexcept>

#include "random.hpp"

namespace piquet {
namespace {

constexpr std::size_t holdings = 6561;  // ways in which two players hold cards of one suit
constexpr int ten = 3;
constexpr unsigned courts = 0xFFu << ten & 0xFFu;

// Limits within which whatever is added up keeps its place.
constexpr int most_worth = 10'000, most_tempo = 8'000, most_change = 1 << 20;
constexpr int impossible = -10 * most_worth;  // less than all that can be done is worth

// The numbers of cards thrown go with a worth, below it: of all, and of three parts of the hand.
constexpr int part_bits = 3, worth_bits = 4 * part_bits, part = 1 << part_bits;
constexpr int card_bits = 5, tempo_bits = 16;

void check(bool good) {
    if (!good) throw std::invalid_argument("weights that are too great, or too few");
}

int within(int number, int limit) {
    check(number >= -limit && number <= limit);
    return number;
}

}  // namespace

Policy::Policy(const Weights& weights)
    : ways_{ways_to_throw(weights.exchange[elder_seat]),
            ways_to_throw(weights.exchange[younger_seat])},
      pique_at_(weights.pique_at),
      careful_(weights.careful),
      forgets_(weights.forgets),
      slip_(static_cast<std::uint64_t>(within(weights.slip, 100))) {
    check(weights.plays.size() == holdings && weights.slip >= 0);
    for (const Seat seat : {elder_seat, younger_seat}) {
        fresh_[seat] = within(weights.exchange[seat].fresh, most_worth);
    }
    plays_.reserve(holdings);
    for (const Weights::Suit& suit : weights.plays) plays_.push_back(play_of(suit));
    for (int card = 0; card < card_count; ++card) {
        const auto at = static_cast<std::size_t>(card);
        seen_[at] = remembers(card) ? 2 * own_card[at] : 0;
    }
}

Policy::Play Policy::play_of(const Weights::Suit& suit) {
    const auto packed = [](Weights::Change change) {
        check(change.rank >= 0 && change.rank < rank_count);
        return within(change.worth, most_change) * (1 << card_bits) + change.rank;
    };
    check(suit.sure >= 0 && suit.sure <= rank_count);
    const int tempo = within(suit.tempo, most_tempo) + most_tempo;
    return {static_cast<std::uint32_t>(tempo << tempo_bits | suit.sure), packed(suit.win),
            packed(suit.lose), packed(suit.low)};
}

// By a suit's holding, without its cards of three of a rank, and by those of three or four of a
// rank in the bits above it.  Of equal ways the one that throws the lowest mask is taken.
std::vector<Policy::Ways> Policy::ways_to_throw(const Weights::Exchange& exchange) {
    check(exchange.worths.size() == holdings);
    std::vector<Ways> ways((courts << court_ranks | 0xFFu) + 1);
    for (unsigned index = 0; index < ways.size(); ++index) {
        const unsigned many = index >> court_ranks & courts, held = (index & 0xFFu) | many;
        const unsigned four = many & index;
        Ways& made = ways[index];
        made.worth.fill(impossible * (1 << worth_bits));
        made.thrown.fill(0);
        for (unsigned thrown = 0; thrown < 256; ++thrown) {
            const auto number = static_cast<std::size_t>(size_of(thrown));
            if ((thrown & ~held) != 0 || number > most_thrown) continue;
            const unsigned kept = held ^ thrown;
            int worth = within(exchange.worths[both_holdings(kept, thrown)], most_worth);
            for (std::size_t place = 0; place < court_ranks; ++place) {
                const unsigned rank = 1u << ten << place;
                if ((kept & many & rank) == 0) continue;
                worth += (four & rank) != 0 ? exchange.quatorze[place] : exchange.trio[place];
                within(worth, most_worth);
            }
            worth *= 1 << worth_bits;
            if (worth <= made.worth[number]) continue;
            made.worth[number] = worth;
            made.thrown[number] = static_cast<std::uint8_t>(thrown);
        }
    }
    return ways;
}

// The best numbers to throw of two suits, for each number of both; then of both pairs together.
Cards Policy::discards(Seat seat, Cards hand, int fewest, int most) const {
    const unsigned spades = holding(hand, 0), hearts = holding(hand, 1);
    const unsigned diamonds = holding(hand, 2), clubs = holding(hand, 3);
    const unsigned both = spades & hearts, others = diamonds & clubs;
    const unsigned many = ((both & (diamonds | clubs)) | (others & (spades | hearts))) & courts;
    const unsigned three = many & ~(both & others);
    const auto of_suit = [&](unsigned held) -> const Ways& {
        return ways_[seat][(held & ~three) | (held & many) << court_ranks];
    };
    const Ways &s = of_suit(spades), &h = of_suit(hearts);
    const Ways &d = of_suit(diamonds), &c = of_suit(clubs);

    const auto to = static_cast<std::size_t>(std::min(most, most_thrown));
    std::array<int, most_thrown + 1> low, high;
    for (std::size_t number = 0; number <= to; ++number) {
        int below = std::numeric_limits<int>::min(), above = below;
        for (std::size_t i = 0; i <= number; ++i) {
            const int own = static_cast<int>(i);
            below = std::max(below, s.worth[i] + h.worth[number - i] + own);
            above = std::max(above, d.worth[i] + c.worth[number - i] + own * part);
        }
        low[number] = below;
        high[number] = above;
    }
    int best = std::numeric_limits<int>::min();
    for (std::size_t number = static_cast<std::size_t>(fewest); number <= to; ++number) {
        const int all = static_cast<int>(number);
        const int fresh = all * (fresh_[seat] * (1 << worth_bits) + part * part * part);
        for (std::size_t i = 0; i <= number; ++i) {
            const int own = static_cast<int>(i) * part * part;
            best = std::max(best, low[i] + high[number - i] + own + fresh);
        }
    }
    const auto chosen = [&](int place) {
        return static_cast<std::size_t>(best >> (place * part_bits) & (part - 1));
    };
    const std::size_t first = chosen(0), third = chosen(1), below = chosen(2), number = chosen(3);
    return Cards{s.thrown[first]} | Cards{h.thrown[below - first]} << 8 |
           Cards{d.thrown[third]} << 16 | Cards{c.thrown[number - below - third]} << 24;
}

// Cashes a winner where it is better or makes something certain, else clears a suit.
int Policy::lead(Suits suits, Needs needs, Cards playable) const {
    std::uint32_t sums = 0;
    int win = std::numeric_limits<int>::min(), lose = win;
    for (int suit = 0; suit < suit_count; ++suit) {
        const Play& of = play(suits, suit);
        sums += of.sums;
        if ((playable & whole_suit(suit)) == 0) continue;
        win = std::max(win, of.win + suit * rank_count);
        lose = std::max(lose, of.lose + suit * rank_count);
    }
    const int sure = static_cast<int>(sums & ((1u << tempo_bits) - 1));
    const int tempo = static_cast<int>(sums >> tempo_bits) - suit_count * most_tempo;
    const bool cards = needs.cards > 0 && sure >= needs.cards, pique = sure >= needs.pique;
    const bool better = tempo + (win >> card_bits) >= lose >> card_bits;
    return (cards | pique | better ? win : lose) & (card_count - 1);
}

int Policy::follow(Cards playable, int led) const {
    const Cards takers = playable & ~((bit(led) << 1) - 1);
    if (takers == 0) return lowest(playable);
    return careful_ ? lowest(takers) : card_count - 1 - std::countl_zero(takers);
}

int Policy::lowest_of(Suits suits) const {
    int best = std::numeric_limits<int>::min();
    for (int suit = 0; suit < suit_count; ++suit) {
        best = std::max(best, play(suits, suit).low + suit * rank_count);
    }
    return best & (card_count - 1);
}

std::uint64_t Policy::slips(std::uint64_t seed, std::uint64_t moment, Cards hand) const {
    if (slip_ == 0) return 0;
    const std::uint64_t number = mixed(seed ^ (moment << 32 | hand));
    return number % 100 < slip_ ? number / 100 + 1 : 0;
}

// The discard with its lowest card kept, and another thrown in its place.
Cards Policy::another_discard(Cards thrown, Cards hand, std::uint64_t astray) {
    const Cards others = hand & ~thrown;
    return (thrown & (thrown - 1)) | bit(another_card(others, astray));
}

int Policy::another_card(Cards playable, std::uint64_t astray) {
    const std::uint64_t skip = astray % static_cast<std::uint64_t>(size_of(playable));
    return card_above(playable, static_cast<unsigned>(skip));
}

}  // namespace piquet
