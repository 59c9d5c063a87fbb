// The solved table, five bits a position, and what it says of a position.
//
// Everywhere a value is s = 2 T + z L of the player who leads to the trick in hand, counted from
// that trick on (solve.hpp).  The table does not own its bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "numbering.hpp"

namespace piquet {

// For each of the 32 cards a value, or `no_value` where the card cannot be played.
using CardValues = std::array<std::int8_t, card_count>;
constexpr std::int8_t no_value = -1;

// One line of play: the cards in order, who leads first, and what came of it for him.
struct Line {
    std::array<std::uint8_t, 2 * hand_size> cards{};
    int length = 0;
    int tricks = 0;    // won by the first leader
    int captures = 0;  // of these, won on the other's lead
    int last = 0;      // 1 if he won the last
};

// Asks memory for an address that will be read soon.
inline void prefetch(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

// The number of bytes of a packed table, and packing itself.
std::size_t packed_size();
std::vector<std::uint8_t> pack(const std::vector<std::uint8_t>& values);

class SolvedTable {
public:
    SolvedTable(const std::uint8_t* packed, int last_trick)
        : packed_(packed), last_trick_(last_trick) {}

    int last_trick() const { return last_trick_; }

    int at(Slot slot) const {
        const std::size_t first_bit = std::size_t{5} * slot;
        const std::uint8_t* byte = packed_ + (first_bit >> 3);
        const unsigned two = byte[0] | (static_cast<unsigned>(byte[1]) << 8);
        return static_cast<int>((two >> (first_bit & 7u)) & 31u);
    }

    // Values of positions first ... end - 1, whose numbers slot_of(i) tells.  The numbers of a few
    // are found before the first of them is read, so that memory answers while we count.
    template <typename SlotOf>
    void values(SlotOf slot_of, std::size_t first, std::size_t end, std::uint8_t* out) const;

    // Both hands of one size, the leader to move.
    int value(Cards leader, Cards follower) const {
        return leader == 0 ? last_trick_ : at(numbers_.slot(leader, follower));
    }

    // Each of the leader's cards.
    CardValues leads(Cards leader, Cards follower) const;

    // Each of the follower's replies to `led`, which the leader holds no more.
    CardValues replies(Cards leader, Cards follower, int led) const;

    // Best play by both: of equal cards the lowest in rank, then the first in order of suits.
    // led is the card on the table, or -1.
    Line line(Cards leader, Cards follower, int led = -1) const;

    // Numbers and sums of the values, by number of cards.
    std::array<std::uint64_t, hand_size + 1> sums() const;

    // What a reply to `led` is worth to its leader; neither card is in its hand any more.
    int after(Cards leader, Cards follower, int led, int reply) const {
        if (!takes(reply, led)) return 2 + value(leader, follower);
        return 2 * size_of(leader) + last_trick_ - value(follower, leader);
    }

private:
    int worst_reply(Cards leader, Cards follower, int led) const;

    const Numbering& numbers_ = numbering();
    const std::uint8_t* packed_;
    int last_trick_;
};

template <typename SlotOf>
void SolvedTable::values(SlotOf slot_of, std::size_t first, std::size_t end,
                         std::uint8_t* out) const {
    constexpr std::size_t ahead = 16;
    std::array<Slot, ahead> slots;
    while (first < end) {
        const std::size_t count = std::min(ahead, end - first);
        for (std::size_t i = 0; i < count; ++i) {
            slots[i] = slot_of(first + i);
            prefetch(packed_ + ((std::size_t{5} * slots[i]) >> 3));
        }
        for (std::size_t i = 0; i < count; ++i) {
            out[first + i] = static_cast<std::uint8_t>(at(slots[i]));
        }
        first += count;
    }
}

}  // namespace piquet
