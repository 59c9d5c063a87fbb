// Whole deals, or the rest of one, played by rule players or at random.
//
// A player decides by what his seat has seen, as in piquet/oracle/memory.py: his own cards, those
// that were played or left, suits that were not followed.
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

// A deal that is taken up after the exchange.
struct Opening {
    std::array<Cards, 2> hands{}, thrown{};  // when the exchange was over
    Said said;
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
    static constexpr int chosen_by_player = -1;

    struct Side {
        Cards hand = 0;
        Suits suits = 0;  // as he sees them
        Cards unseen = 0;  // cards that he had not seen when the play began
    };

    Cards throws(Seat seat, Cards hand, int fewest, int most);
    void begin(const Opening& opening);
    std::array<int, 2> play_on();
    template <bool steady>
    void trick(int led = chosen_by_player, int reply = chosen_by_player);
    void cash(Seat leader, Cards hand);
    template <bool steady>
    Lead lead();
    template <bool steady>
    int follow(int led);
    template <bool steady>
    void see(Seat seat, int card);
    std::array<int, 2> points() const {
        return {reckoning_->points(elder_seat), reckoning_->points(younger_seat)};
    }

    const Tables& tables_;
    std::array<const Policy*, 2> players_;
    Random random_;
    std::uint64_t slip_seed_;
    std::uint64_t moment_ = 0;
    std::array<Side, 2> sides_;
    Cards left_ = 0;  // cards that both see after the first lead
    Seat leader_ = elder_seat;
    int to_come_ = 0;  // tricks
    std::optional<Reckoning> reckoning_;
};

}  // namespace piquet
