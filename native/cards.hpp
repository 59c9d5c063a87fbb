// Cards as bits: card 8 * suit + rank, ranks from the seven (0) to the ace (7).
#pragma once

#include <array>
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
// The place of each bit of a byte, from the lowest.
constexpr std::array<std::array<std::uint8_t, 8>, 256> find_places() {
    std::array<std::array<std::uint8_t, 8>, 256> places{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        std::size_t found = 0;
        for (unsigned place = 0; place < 8; ++place) {
            if ((byte >> place & 1u) != 0) places[byte][found++] = static_cast<std::uint8_t>(place);
        }
    }
    return places;
}

constexpr std::array<std::array<std::uint8_t, 8>, 256> places_in = find_places();

// The card above `skip` others of a set that holds more than so many: the first suit up to which
// there are more, and the place in it.
inline int card_above(Cards cards, unsigned skip) {
    Cards sizes = cards - ((cards >> 1) & 0x55555555u);
    sizes = (sizes & 0x33333333u) + ((sizes >> 2) & 0x33333333u);
    sizes = (sizes + (sizes >> 4)) & 0x0F0F0F0Fu;
    const Cards up_to = sizes * 0x01010101u;  // by suit, those below included
    const Cards more = (up_to | 0x80808080u) - (skip + 1u) * 0x01010101u;
    const int shift = std::countr_zero(more & 0x80808080u) & ~7;
    const unsigned below = ((up_to << 8) >> shift) & 0xFFu;
    return shift + places_in[cards >> shift & 0xFFu][skip - below];
}

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

// The ranks of which three or four are among them.
inline unsigned many_of_rank(Cards cards) {
    const unsigned first = holding(cards, 0), second = holding(cards, 1);
    const unsigned third = holding(cards, 2), fourth = holding(cards, 3);
    return (first & second & (third | fourth)) | (third & fourth & (first | second));
}

// One of two numbers, without a branch that nobody could predict.
template <typename Number>
constexpr Number either(bool first, Number one, Number two) {
    return two ^ ((one ^ two) & static_cast<Number>(-static_cast<int>(first)));
}

// Whether a reply takes the trick from the card that was led.
inline bool takes(int reply, int led) { return (suit_of(reply) == suit_of(led)) & (reply > led); }

}  // namespace piquet
