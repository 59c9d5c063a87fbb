// The rule players (piquet/oracle): how they choose what to throw and which card to play.
//
// Everything is looked up in tables made in Python (piquet/oracle/weights.py), so the same weights
// give the same decisions here and there.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

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

// What must be won to make something certain, more than there are tricks where nothing is to be had.
struct Needs {
    int cards, pique;
};

class Policy {
public:
    // Refuses weights that are not the tables they should be, or too great.
    explicit Policy(const Weights& weights);

    // The cards to throw, `fewest` to `most`.
    Cards discards(Seat seat, Cards hand, int fewest, int most) const;

    // The card to lead, from the suits that may be led.
    int lead(Suits suits, Needs needs, Cards playable = ~Cards{0}) const;

    // The card that follows, out of those that may: as cheap as possible.
    int follow(Cards playable, int led) const;

    // The card to throw by a hand that cannot follow.
    int lowest_of(Suits suits) const;

    // What it takes for the cards, and for elder's pique.
    Needs needs(Seat seat, int tricks, int points, int against) const {
        const bool alive = seat == elder_seat && against == 0 && points < pique_at_;
        return {most_tricks - tricks, alive ? pique_at_ - points : never};
    }

    // What is left of the suits when the other side has played a card.
    Suits seen(Suits suits, int card) const { return suits - seen_[static_cast<std::size_t>(card)]; }
    bool remembers(int card) const { return (forgets_ >> rank_of(card) & 1u) == 0; }

    // 0 where the player keeps his mind on the game, else the number that leads him astray.
    std::uint64_t slips(std::uint64_t seed, std::uint64_t moment, Cards hand) const;
    static Cards another_discard(Cards thrown, Cards hand, std::uint64_t astray);
    static int another_card(Cards playable, std::uint64_t astray);

private:
    static constexpr int most_tricks = hand_size / 2 + 1;  // more than the other can have
    static constexpr int never = std::numeric_limits<int>::max();
    static constexpr int most_thrown = talon_size - 1;  // the other side takes one at least

    // The best way to throw 0 to 7 cards of a suit.
    struct Ways {
        std::array<int, most_thrown + 1> worth;
        std::array<std::uint8_t, most_thrown + 1> thrown;
    };

    // Tempo and sure tricks put together, so that suits are added up at once, and the changes as
    // numbers of which the greatest is the best, the card in their lowest bits.
    struct Play {
        std::uint32_t sums;
        int win, lose, low;
    };

    static std::vector<Ways> ways_to_throw(const Weights::Exchange& exchange);
    static Play play_of(const Weights::Suit& suit);
    const Play& play(Suits suits, int suit) const {
        return plays_[static_cast<std::size_t>(suits >> (16 * suit) & 0xFFFFu)];
    }

    std::array<std::vector<Ways>, 2> ways_;  // by seat, holding and sets
    std::array<int, 2> fresh_{};
    std::vector<Play> plays_;
    std::array<Suits, card_count> seen_{};
    int pique_at_;
    bool careful_;
    unsigned forgets_;
    std::uint64_t slip_;
};

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
