// Whole deals, or the rest of one, played by rule players or at random.
//
// A player decides by what his seat has seen and was told, as in piquet/oracle/memory.py: his own
// cards, those he looked at, suits that were not followed, the calls and answers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "policy.hpp"
#include "random.hpp"
#include "reckoning.hpp"

namespace piquet {

struct Deal {
    std::array<Cards, 2> hands{};
    std::array<std::uint8_t, talon_size> talon{};
};

// The deal of an index: the same for the same seed, whatever else is dealt.
Deal shuffled(Random& random);

// What the other side has told.
struct Told {
    std::array<std::uint8_t, rank_count> set{};  // cards of each rank, 0 where nothing was said
    int point = 0, sequence = 0;                 // strengths; a tie-break of 0 was not said
    Cards shown = 0;
};

// A deal that is taken up after the exchange.
struct Opening {
    std::array<Cards, 2> hands{}, thrown{};  // when the exchange was over
    Said said;
    std::array<Cards, 2> shown{};  // cards of each side that the other has seen besides
    std::array<Cards, 2> gone{};   // cards that each side has looked at and that nobody holds
    Cards left = 0;                // cards that both know after the first lead
    const std::uint8_t* cards = nullptr;  // those played, so many of them
    int played = 0;
    int concedes = -1;  // the seat that then gives up
};

// What follows from a deal and what each side throws; `blank` tells who proves a carte blanche.
Opening opened(const Tables& tables, const Deal& deal, std::array<Cards, 2> thrown,
               std::array<bool, 2> blank);

class Playout {
public:
    // A player who is null plays at random.
    Playout(const Tables& tables, std::array<const Policy*, 2> players, Random random,
            std::uint64_t slip_seed)
        : tables_(tables), players_(players), random_(random), slip_seed_(slip_seed) {}

    // Points of elder and younger.  What is given as thrown is thrown, whatever the player thinks.
    std::array<int, 2> deal(const Deal& deal, std::array<std::optional<Cards>, 2> thrown = {});

    // The same from after the exchange.
    std::array<int, 2> rest(const Opening& opening);

    // How the points of the last deal came about.
    const Reckoning& reckoning() const { return *reckoning_; }

private:
    struct Side {
        Cards hand = 0;
        Cards own = 0;     // all cards that were ever his
        Cards gone = 0;    // cards that he looked at and that nobody holds
        Cards played = 0;
        Cards lacks = 0;   // suits that he has not followed
        Told told;         // by him
        Cards surely = 0;  // what the other concludes from it
        bool concluded = false;
        int tricks = 0;
    };

    Cards throws(Seat seat, Cards hand, int fewest, int most);
    void begin(std::array<Cards, 2> hands, const Said& said, std::array<bool, 2> blank);
    void elder_tells();
    void younger_tells();
    void after_first_lead();
    void tell_sets(Seat seat, bool all);
    void lay_down(Seat seat, int point, int sequence, bool all);
    void play_on(const std::uint8_t* cards, int played, int concedes);
    int choose(Seat seat, int led);
    Memory remember(Seat seat, int led);
    Cards conclude(const Told& told, Cards could) const;
    Cards point_cards(int strength, Cards could) const;
    Cards sequence_cards(int strength, Cards could) const;

    const Tables& tables_;
    std::array<const Policy*, 2> players_;
    Random random_;
    std::uint64_t slip_seed_;
    std::uint64_t moment_ = 0;
    std::array<Side, 2> sides_;
    Said said_;
    Cards left_ = 0;  // cards of the talon that nobody took
    std::array<bool, 2> blank_{};
    bool counted_ = false;  // younger has counted her hand
    std::optional<Reckoning> reckoning_;
};

}  // namespace piquet
