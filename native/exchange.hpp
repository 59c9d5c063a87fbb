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
    Cards within = ~Cards{0};     // where the cards come from that were dealt to the other side
    const Policy* play = nullptr;  // how both sides play, where it is not by the solved table
};

// One world: the other side's hand before the exchange, and the talon.
Deal world_of(const Exchange& exchange, Random& random);

// The two hands after the exchange in one world, for any discard of the side that asks.  Where
// elder has taken a number of cards, worlds are sought in which he would.
class World {
public:
    World(const Exchange& exchange, const Tables& tables, Random random);

    std::array<Cards, 2> hands(Cards thrown);
    std::array<bool, 2> blanks() const;

    // The deal as it stands after the exchange, in a playout.
    void exchange_in(Playout& playout, Cards thrown);

private:
    // The other side's exchange when it has thrown `fewest` to `most` cards and drawn from `first` on.
    struct Exchanged {
        Cards hand = 0, thrown = 0;
    };
    Exchanged exchanged(Seat seat, int first, int fewest, int most);
    const Exchanged& by_other(Cards thrown);
    bool elder_would() const;

    const Exchange& exchange_;
    const Tables& tables_;
    Random random_;
    Deal deal_;
    std::array<Exchanged, talon_size + 1> others_{};   // by how many cards elder, who asks, took
};

// Own points more than the other's for each discard in one world: declarations counted, the play
// as the solved table has it.
void weigh_discards(const Exchange& exchange, const Tables& tables, const SolvedTable& table,
                    Random random, std::int16_t* out);

// The points of both sides, own first, when the play follows one best line, or is a player's.
void count_discards(const Exchange& exchange, const Tables& tables, const SolvedTable& table,
                    Random random, std::int16_t* out);

}  // namespace piquet
