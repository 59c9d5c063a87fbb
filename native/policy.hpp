// The rule players (piquet/oracle): how they choose what to throw and which card to play.
//
// Everything is looked up in tables made in Python (piquet/oracle/weights.py), so the same weights
// give the same decisions here and there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "random.hpp"
#include "tables.hpp"
#include "ternary.hpp"

namespace piquet {

constexpr int talon_size = 8;
constexpr int all_unseen = 20;  // cards that a player does not see when his hand is dealt
constexpr int court_ranks = 5;  // ten to ace, the ranks of trios and quatorzes

// What a player is told by Python.
struct Weights {
    struct Exchange {
        std::vector<int> worths;  // of the cards kept of a suit, by those kept and thrown
        std::array<int, court_ranks> trio{}, quatorze{};
        int fresh = 0;
    };
    struct Change {
        int worth = 0, rank = 0;
    };
    struct Suit {
        int tempo = 0, sure = 0;
        Change win, lose, low;
    };

    std::array<Exchange, 2> exchange;  // by seat
    std::vector<Suit> plays;           // by what the player holds and what may be out against him
    bool careful = true;
    unsigned forgets = 0;  // ranks
    int slip = 0;          // decisions in a hundred that go wrong
    int pique_at = 0;      // points for a pique
};

// The four suits as one player sees them: both_holdings of each in 16 bits.
using Suits = std::uint64_t;

inline Suits suits_of(Cards mine, Cards his) {
    Suits suits = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        suits |= Suits{both_holdings(holding(mine, suit), holding(his, suit))} << (16 * suit);
    }
    return suits;
}

// The same when it is known of a suit that the other side has none of it.
inline Suits only_own(Suits suits, int suit, Cards mine) {
    const Suits own{both_holdings(holding(mine, suit), 0)};
    return (suits & ~(Suits{0xFFFF} << (16 * suit))) | own << (16 * suit);
}

// How many sure tricks make something certain: the cards, elder's pique and all that is left; more
// than there are where nothing is to be had.
struct Needs {
    int cards, pique, all;
};

struct Lead {
    int card;
    bool all;  // every trick that is left is certain
};

class Policy {
public:
    // Refuses weights that are not the tables they should be, or too great.
    explicit Policy(const Weights& weights);

    // The cards to throw, `fewest` to `most`.
    Cards discards(Seat seat, Cards hand, int fewest, int most) const;

    // The card to lead, from the suits that may be led.
    Lead lead(Suits suits, Needs needs, Cards playable = ~Cards{0}) const;

    // The card that follows, out of those that may: as cheap as possible.
    int follow(Cards playable, int led) const;

    // The card to throw by a hand that cannot follow.
    int lowest_of(Suits suits) const;

    // What it takes when so many tricks are left, so many won, and so many points scored.
    Needs needs(Seat seat, int left, int tricks, int points, int against) const {
        const bool alive = (seat == elder_seat) & (against == 0) & (points < pique_at_);
        return {most_tricks - tricks, either(alive, pique_at_ - points, never), left};
    }

    // What is left of the suits when the other side has played a card.
    Suits seen(Suits suits, int card) const { return suits - seen_[static_cast<std::size_t>(card)]; }
    bool remembers(int card) const { return (forgets_ >> rank_of(card) & 1u) == 0; }

    bool slipping() const { return slipping_; }

    // 0 where the player keeps his mind on the game, else the number that leads him astray.
    std::uint64_t slips(std::uint64_t seed, std::uint64_t moment, Cards hand) const;
    static Cards another_discard(Cards thrown, Cards hand, std::uint64_t astray);
    static int another_card(Cards playable, std::uint64_t astray);

private:
    static constexpr int most_tricks = hand_size / 2 + 1;  // more than the other can have
    static constexpr int never = std::numeric_limits<int>::max();
    static constexpr int card_bits = 5, tempo_bits = 16, most_tempo = 8'000;
    static constexpr int most_thrown = talon_size - 1;  // the other side takes one at least

    // By how many cards of a suit are thrown what one more changes, above the bits of a suit's
    // number, and which those are.
    struct Offers {
        std::array<int, most_thrown + 1> change{};
        std::array<std::uint8_t, most_thrown + 1> thrown{};
    };

    // The best lead that wins and the best that loses, as numbers of which the greater is the
    // better, the card in their lowest bits.
    struct Leads {
        int win, lose;
    };

    static std::vector<Offers> all_offers(const Weights::Exchange& exchange);
    static int best_ways(const Weights::Exchange& exchange, unsigned held, unsigned three,
                         unsigned four, Offers& made, std::array<int, most_thrown + 1>& worths);
    static int packed(Weights::Change change);
    static std::size_t number(Suits suits, int suit) {
        return static_cast<std::size_t>(suits >> (16 * suit) & 0xFFFFu);
    }

    std::array<std::vector<Offers>, 2> offers_;  // by seat, holding and sets
    std::array<int, 2> fresh_{};
    // By both_holdings: tempo and sure tricks put together, so that suits are added up at once; what
    // may be led; and the lowest card as a number like those.
    std::vector<std::uint32_t> sums_;
    std::vector<Leads> leads_;
    std::vector<int> lows_;
    std::array<Suits, card_count> seen_{};
    int pique_at_;
    bool careful_, slipping_;
    unsigned forgets_;
    std::uint64_t slip_;
};

// Cashes a winner where it is better or makes something certain, else clears a suit.
inline Lead Policy::lead(Suits suits, Needs needs, Cards playable) const {
    std::uint32_t sums = 0;
    int win = std::numeric_limits<int>::min(), lose = win;
    for (int suit = 0; suit < suit_count; ++suit) {
        const std::size_t at = number(suits, suit);
        sums += sums_[at];
        if ((playable & whole_suit(suit)) == 0) continue;
        win = std::max(win, leads_[at].win + suit * rank_count);
        lose = std::max(lose, leads_[at].lose + suit * rank_count);
    }
    const int sure = static_cast<int>(sums & ((1u << tempo_bits) - 1));
    const int tempo = static_cast<int>(sums >> tempo_bits) - suit_count * most_tempo;
    const bool better = tempo + (win >> card_bits) >= lose >> card_bits;
    const bool all = sure == needs.all;
    const bool cash = better | ((needs.cards > 0) & (sure >= needs.cards)) |
                      (sure >= needs.pique) | all;
    return {either(cash, win, lose) & (card_count - 1), all};
}

inline int Policy::follow(Cards playable, int led) const {
    const Cards takers = playable & ~((bit(led) << 1) - 1);
    if (!careful_ && takers != 0) return card_count - 1 - std::countl_zero(takers);
    return lowest(either(takers != 0, takers, playable));
}

inline int Policy::lowest_of(Suits suits) const {
    int best = std::numeric_limits<int>::min();
    for (int suit = 0; suit < suit_count; ++suit) {
        best = std::max(best, lows_[number(suits, suit)] + suit * rank_count);
    }
    return best & (card_count - 1);
}

inline std::uint64_t Policy::slips(std::uint64_t seed, std::uint64_t moment, Cards hand) const {
    if (!slipping_) return 0;
    const std::uint64_t number = mixed(seed ^ (moment << 32 | hand));
    return number % 100 < slip_ ? number / 100 + 1 : 0;
}

// What a card is in suits_of, where the player holds it.
constexpr std::array<Suits, card_count> make_own_cards() {
    std::array<Suits, card_count> own{};
    for (unsigned card = 0; card < card_count; ++card) {
        own[card] = Suits{both_holdings(1u << card % rank_count, 0)} << (16 * (card / rank_count));
    }
    return own;
}

constexpr std::array<Suits, card_count> own_card = make_own_cards();

}  // namespace piquet
