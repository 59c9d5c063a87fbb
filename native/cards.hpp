// Cards as bits: card 8 * suit + rank, ranks from the seven (0) to the ace (7).
#pragma once

#include <bit>
#include <cstdint>

namespace piquet {

using Cards = std::uint32_t;

constexpr int suit_count = 4;
constexpr int rank_count = 8;
constexpr int card_count = 32;
constexpr int hand_size = 12;

// The number of cards.  Counted by adding neighbours, because the instruction for it is not on every
// machine and the library's substitute is a call.
constexpr int size_of(Cards cards) {
    cards -= (cards >> 1) & 0x55555555u;
    cards = (cards & 0x33333333u) + ((cards >> 2) & 0x33333333u);
    cards = (cards + (cards >> 4)) & 0x0F0F0F0Fu;
    return static_cast<int>((cards * 0x01010101u) >> 24);
}

// How many of a rank are among them.
constexpr int size_of_rank(Cards cards, int rank) {
    return static_cast<int>((((cards >> rank) & 0x01010101u) * 0x01010101u) >> 24);
}

inline int lowest(Cards cards) { return std::countr_zero(cards); }
inline int suit_of(int card) { return card >> 3; }
inline int rank_of(int card) { return card & 7; }
inline Cards bit(int card) { return Cards{1} << card; }
inline Cards whole_suit(int suit) { return Cards{0xFF} << (8 * suit); }

// The eight cards of one suit as a byte, the seven lowest.
inline unsigned holding(Cards cards, int suit) { return (cards >> (8 * suit)) & 0xFFu; }

// What may be played to a card: a card of its suit, or any card by a hand that has none.
inline Cards legal_replies(Cards hand, int led) {
    const Cards same = hand & whole_suit(suit_of(led));
    return same != 0 ? same : hand;
}

// Whether a reply takes the trick from the card that was led.
inline bool takes(int reply, int led) { return suit_of(reply) == suit_of(led) && reply > led; }

}  // namespace piquet
