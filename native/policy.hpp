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

// The four suits as one player sees them, both_holdings of each.
using Suits = std::array<std::uint16_t, suit_count>;

inline Suits suits_of(Cards mine, Cards his) {
    Suits suits;
    for (int suit = 0; suit < suit_count; ++suit) {
        suits[static_cast<std::size_t>(suit)] =
            static_cast<std::uint16_t>(both_holdings(holding(mine, suit), holding(his, suit)));
    }
    return suits;
}

// What changes in the number of a suit when a card of it is held no more.
constexpr std::array<std::uint16_t, card_count> make_own_cards() {
    std::array<std::uint16_t, card_count> own{};
    for (std::size_t card = 0; card < card_count; ++card) own[card] = ternary[1u << card % rank_count];
    return own;
}

constexpr std::array<std::uint16_t, card_count> own_card = make_own_cards();

struct Lead {
    int card;
    unsigned sure;  // tricks that can be cashed
};

class Policy {
public:
    // Refuses weights that are not the tables they should be, or too great.
    explicit Policy(const Weights& weights);

    // The cards to throw, `fewest` to `most`.
    Cards discards(Seat seat, Cards hand, int fewest, int most) const;

    // The card to lead, from the suits that may be led; with more sure tricks than `short_of` one
    // of them.
    Lead lead(const Suits& suits, unsigned short_of, Cards playable = ~Cards{0}) const;

    // The card that follows, out of those of the suit: as cheap as possible.
    int follow(Cards same, int led) const;

    // The card to throw by a hand that cannot follow.
    int lowest_of(const Suits& suits) const;

    // The most sure tricks that make nothing certain, neither the cards nor all that is left, when
    // so many tricks are left and so many won; and the same where elder may hope for a pique.
    static unsigned short_of(int left, int tricks) {
        return std::min(static_cast<unsigned>(most_tricks - 1 - tricks),
                        static_cast<unsigned>(left - 1));
    }
    unsigned short_of(Seat seat, int left, int tricks, int points, int against) const {
        const unsigned short_of_all = short_of(left, tricks);
        if (!hopes(seat, points, against)) return short_of_all;
        return std::min(short_of_all, static_cast<unsigned>(pique_at_ - points - 1));
    }

    // Whether a pique is to be hoped for.
    bool hopes(Seat seat, int points, int against) const {
        return (seat == elder_seat) & (against == 0) & (points < pique_at_);
    }

    // What changes in the number of a suit when the other side has played a card of it.
    std::uint16_t seen(int card) const { return seen_[static_cast<std::size_t>(card)]; }
    bool remembers(int card) const { return (forgets_ >> rank_of(card) & 1u) == 0; }

    bool slipping() const { return slipping_; }

    // 0 where the player keeps his mind on the game, else the number that leads him astray.
    std::uint64_t slips(std::uint64_t seed, std::uint64_t moment, Cards hand) const;
    static Cards another_discard(Cards thrown, Cards hand, std::uint64_t astray);
    static int another_card(Cards playable, std::uint64_t astray);

private:
    static constexpr int most_tricks = hand_size / 2 + 1;  // more than the other can have
    static constexpr int nothing = -(1 << 30);
    static constexpr int low_bits = 6, most_tempo = 8'000;
    static constexpr int low_part = (1 << low_bits) - 1;
    static constexpr int most_thrown = talon_size - 1;  // the other side takes one at least

    // By how many cards of a suit are thrown what one more changes, and which those are.
    struct Offers {
        std::array<std::int16_t, most_thrown + 1> change{};
        std::array<std::uint8_t, most_thrown + 1> thrown{};
    };

    // What there is to say of a suit, in numbers that hold something small in their lowest bits:
    // above the sure tricks how much more it is worth to lead, so that suits are added up at once;
    // above the card what is changed by the best lead that wins, the best that loses, and by the
    // lowest card thrown, so that the greatest is the best.
    struct Suit {
        int sums, low;
    };
    struct Leads {
        int win, lose;
    };

    static std::vector<Offers> all_offers(const Weights::Exchange& exchange);
    static int best_ways(const Weights::Exchange& exchange, unsigned held, unsigned three,
                         unsigned four, Offers& made, std::array<int, most_thrown + 1>& worths);
    static int packed(Weights::Change change);
    static int greatest(const std::array<int, suit_count>& of) {
        return std::max(std::max(of[0], of[1]), std::max(of[2], of[3]));
    }

    std::array<std::vector<Offers>, 2> offers_;  // by seat, holding and sets
    std::array<int, 2> fresh_{};
    std::array<Suit, holdings> suits_;   // by both_holdings
    std::array<Leads, holdings> leads_;  // by both_holdings
    std::array<std::uint16_t, card_count> seen_{};
    int pique_at_;
    bool careful_, slipping_;
    unsigned forgets_;
    std::uint64_t slip_;
};

// Cashes a winner where it is better or makes something certain, else clears a suit.
inline Lead Policy::lead(const Suits& suits, unsigned short_of, Cards playable) const {
    int sums = -suit_count * most_tempo * (1 << low_bits);
    std::array<int, suit_count> wins, losses;
    for (std::size_t i = 0; i < suit_count; ++i) {
        const int suit = static_cast<int>(i);
        const bool out = (playable & whole_suit(suit)) == 0;
        sums += suits_[suits[i]].sums;
        wins[i] = out ? nothing : leads_[suits[i]].win + suit * rank_count;
        losses[i] = out ? nothing : leads_[suits[i]].lose + suit * rank_count;
    }
    const int win = greatest(wins), lose = greatest(losses), sure = sums & low_part;
    const bool cash = (win + (sums - sure) >= (lose & ~low_part)) |
                      (static_cast<unsigned>(sure) > short_of);
    return {either(cash, win, lose) & (card_count - 1), static_cast<unsigned>(sure)};
}

inline int Policy::follow(Cards same, int led) const {
    const Cards takers = same & ~((bit(led) << 1) - 1);
    if (!careful_ && takers != 0) return card_count - 1 - std::countl_zero(takers);
    // The lowest that takes, else the lowest there is; never of nothing.
    constexpr std::uint64_t end = std::uint64_t{1} << 63;
    return std::countr_zero(takers | std::uint64_t{same} << card_count | end) & (card_count - 1);
}

inline int Policy::lowest_of(const Suits& suits) const {
    std::array<int, suit_count> lows;
    for (std::size_t i = 0; i < suit_count; ++i) {
        lows[i] = suits_[suits[i]].low + static_cast<int>(i) * rank_count;
    }
    return greatest(lows) & (card_count - 1);
}

inline std::uint64_t Policy::slips(std::uint64_t seed, std::uint64_t moment, Cards hand) const {
    if (!slipping_) return 0;
    const std::uint64_t number = mixed(seed ^ (moment << 32 | hand));
    return number % 100 < slip_ ? number / 100 + 1 : 0;
}

}  // namespace piquet
