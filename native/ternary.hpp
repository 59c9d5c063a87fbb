// One number for what two players hold of a suit: each card is nobody's, the first's or the other's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace piquet {

constexpr std::size_t holdings = 6561;  // ways in which two players hold cards of one suit

constexpr std::array<std::uint16_t, 256> make_ternary() {
    std::array<std::uint16_t, 256> made{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned value = 0;
        for (int rank = 7; rank >= 0; --rank) value = 3 * value + ((byte >> rank) & 1u);
        made[byte] = static_cast<std::uint16_t>(value);
    }
    return made;
}

constexpr std::array<std::uint16_t, 256> ternary = make_ternary();

// For two holdings without a card in common.
constexpr unsigned both_holdings(unsigned first, unsigned second) {
    return ternary[first] + 2u * ternary[second];
}

}  // namespace piquet
