#include "policy.hpp"

#include <algorithm>
#include <stdexcept>

#include "random.hpp"

namespace piquet {
namespace {

constexpr int ten = 3;
constexpr unsigned courts = 0xFFu << ten & 0xFFu;

// Limits within which whatever is added up keeps its place.
constexpr int most_worth = 10'000, most_change = 1 << 20;
constexpr std::int16_t no_card = -30'000;  // less than any card is worth

void check(bool good) {
    if (!good) throw std::invalid_argument("weights that are too great, or too few");
}

int within(int number, int limit) {
    check(number >= -limit && number <= limit);
    return number;
}

}  // namespace

Policy::Policy(const Weights& weights)
    : offers_{all_offers(weights.exchange[elder_seat]),
              all_offers(weights.exchange[younger_seat])},
      pique_at_(weights.pique_at),
      careful_(weights.careful),
      slipping_(weights.slip > 0),
      forgets_(weights.forgets),
      slip_(static_cast<std::uint64_t>(within(weights.slip, 100))) {
    check(weights.plays.size() == holdings && weights.slip >= 0);
    for (const Seat seat : {elder_seat, younger_seat}) {
        fresh_[seat] = within(weights.exchange[seat].fresh, most_worth);
    }
    for (std::size_t i = 0; i < holdings; ++i) {
        const Weights::Suit& suit = weights.plays[i];
        check(suit.sure >= 0 && suit.sure <= rank_count);
        const int tempo = within(suit.tempo, most_tempo) + most_tempo;
        suits_[i] = {tempo << low_bits | suit.sure, packed(suit.low)};
        leads_[i] = {packed(suit.win), packed(suit.lose)};
    }
    for (int card = 0; card < card_count; ++card) {
        const auto at = static_cast<std::size_t>(card);
        if (remembers(card)) seen_[at] = static_cast<std::uint16_t>(2 * own_card[at]);
    }
}

int Policy::packed(Weights::Change change) {
    check(change.rank >= 0 && change.rank < rank_count);
    return within(change.worth, most_change) * (1 << low_bits) + change.rank;
}

// The worth of the best way to throw each number of cards of a suit, and the cards.  Of equal ways
// the one that throws the lowest mask is taken.
int Policy::best_ways(const Weights::Exchange& exchange, unsigned held, unsigned three,
                      unsigned four, Offers& made, std::array<int, most_thrown + 1>& worths) {
    const int most = std::min(size_of(held), most_thrown);
    worths.fill(std::numeric_limits<int>::min());
    for (unsigned thrown = 0; thrown <= held; ++thrown) {
        const auto number = static_cast<std::size_t>(size_of(thrown));
        if ((thrown & ~held) != 0 || number > most_thrown) continue;
        const unsigned kept = held ^ thrown;
        int worth = within(exchange.worths[both_holdings(kept, thrown)], most_worth);
        for (std::size_t place = 0; place < court_ranks; ++place) {
            const unsigned rank = 1u << ten << place;
            if ((kept & three & rank) != 0) worth += exchange.trio[place];
            if ((kept & four & rank) != 0) worth += exchange.quatorze[place];
            within(worth, most_worth);
        }
        if (worth <= worths[number]) continue;
        worths[number] = worth;
        made.thrown[number] = static_cast<std::uint8_t>(thrown);
    }
    return most;
}

// By a suit's holding, without its cards of three of a rank, and by those of three or four of a
// rank in the bits above it.  Cards that are cheaper together cost the same each.
std::vector<Policy::Offers> Policy::all_offers(const Weights::Exchange& exchange) {
    check(exchange.worths.size() == holdings);
    for (const auto& sets : {exchange.trio, exchange.quatorze}) {
        for (const int worth : sets) within(worth, most_worth);
    }
    std::vector<Offers> offers((courts << court_ranks | 0xFFu) + 1);
    for (unsigned index = 0; index < offers.size(); ++index) {
        const unsigned many = index >> court_ranks & courts, held = (index & 0xFFu) | many;
        Offers& made = offers[index];
        made.change.fill(no_card);
        std::array<int, most_thrown + 1> worths;
        const int most = best_ways(exchange, held, many & ~index, many & index, made, worths);
        for (int now = 0; now < most;) {
            int best = no_card, best_then = now;
            for (int then = now + 1; then <= most; ++then) {
                const int gain = worths[static_cast<std::size_t>(then)] -
                                 worths[static_cast<std::size_t>(now)];
                const int number = then - now;
                const int change = gain >= 0 ? gain / number : -((number - 1 - gain) / number);
                if (change <= best) continue;
                best = change;
                best_then = then;
            }
            for (; now < best_then; ++now) {
                made.change[static_cast<std::size_t>(now)] = static_cast<std::int16_t>(best);
            }
        }
    }
    return offers;
}

// Card by card the suit that loses least throws one more.
Cards Policy::discards(Seat seat, Cards hand, int fewest, int most) const {
    const unsigned many = many_of_rank(hand) & courts;
    const unsigned four = hand & hand >> 8 & hand >> 16 & hand >> 24, three = many & ~four;
    const Offers* const offers = offers_[seat].data();
    const auto of_suit = [&](int suit) {
        const unsigned held = holding(hand, suit);
        return offers + ((held & ~three) | (held & many) << court_ranks);
    };
    const std::array<const Offers*, suit_count> suits{of_suit(0), of_suit(1), of_suit(2),
                                                      of_suit(3)};
    const int enough = -fresh_[seat] * suit_count;
    const int end = std::min(most, most_thrown);
    unsigned thrown = 0;  // how many of each suit, in eight bits
    const auto of = [&](std::size_t suit) { return thrown >> (8 * suit) & 0xFFu; };
    for (int number = 0; number < end; ++number) {
        int best = std::numeric_limits<int>::min();
        for (std::size_t suit = 0; suit < suit_count; ++suit) {
            const int change = suits[suit]->change[of(suit)];
            best = std::max(best, change * suit_count + static_cast<int>(suit));
        }
        const bool throws = (number < fewest) | (best >= enough);  // else no more, ever
        thrown += unsigned{throws} << (8 * (best & (suit_count - 1)));
    }
    Cards cards = 0;
    for (std::size_t suit = 0; suit < suit_count; ++suit) {
        cards |= Cards{suits[suit]->thrown[of(suit)]} << (rank_count * suit);
    }
    return cards;
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
