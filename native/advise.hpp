// What discards and calls come to, kept apart by what is scored, so that a value can be put on it.
#pragma once

#include <array>
#include <cstdint>

#include "exchange.hpp"

namespace piquet {

// By side what was scored for a blank, point, sequences and sets, as pique and as repique; the play
// follows from s, elder's best play.
enum SheetColumn {
    blank_column,
    point_column,
    sequences_column,
    sets_column,
    pique_column,
    repique_column,
    side_columns
};
constexpr std::size_t sheet_columns = 2 * side_columns + 1;
using Sheet = std::array<std::int16_t, sheet_columns>;

// The first side is `seat`'s, the second the other's.
Sheet sheet_of(const Reckoning& reckoning, const Tables& tables, const SolvedTable& table,
               Seat seat, Cards elder, Cards younger, int s, bool search_pique);

// For each discard in one world its sheet, or only both totals before the play and s.
void weigh_sheets(const Exchange& exchange, const Tables& tables, const SolvedTable& table,
                  Random random, bool whole, std::int16_t* out);

}  // namespace piquet
