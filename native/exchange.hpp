// Every discard weighed in the same random worlds.
#pragma once

#include <cstdint>
#include <vector>

#include "playout.hpp"

namespace piquet {

struct Exchange {
    Seat seat = elder_seat;
    Cards hand = 0;
    int taken = 0;                // cards that elder took, where younger asks
    std::vector<Cards> discards;  // the choices
    const Policy* opponent = nullptr;
    bool search_pique = false;    // else what nearly surely is a pique counts as one
};

// One world: the other side's hand before the exchange, and the talon.
Deal world_of(const Exchange& exchange, Random& random);

// Own points more than the other's for each discard in one world: declarations counted, the play
// as the solved table has it.
void weigh_discards(const Exchange& exchange, const Tables& tables, const SolvedTable& table,
                    Random random, std::int16_t* out);

// The points of both sides, own first, when the play follows one best line.
void count_discards(const Exchange& exchange, const Tables& tables, const SolvedTable& table,
                    Random random, std::int16_t* out);

}  // namespace piquet
