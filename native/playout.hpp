// Whole deals, or the rest of one, played by rule players or at random.
//
// A player decides by what his seat has seen, as in piquet/oracle/memory.py: his own cards, those
// that were played or left, suits that were not followed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "policy.hpp"
#include "random.hpp"
#include "reckoning.hpp"

namespace piquet {

struct Deal {
    std::array<Cards, 2> hands{};
    std::array<Cards, talon_size + 1> talon{};  // its first cards, by how many

    // The cards of the talon from one place to before another.
    Cards drawn(int first, int end) const {
        return talon[static_cast<std::size_t>(end)] & ~talon[static_cast<std::size_t>(first)];
    }
};

// The deal of an index: the same for the same seed, whatever else is dealt.
Deal shuffled(Random& random);

// A deal that is taken up after the exchange.
struct Opening {
    std::array<Cards, 2> hands{}, out{};  // out: cards that a side knows to be out of play
    Cards left = 0;                       // cards that both know after the first lead
    const std::uint8_t* cards = nullptr;  // those played, so many of them
    int played = 0;
    int concedes = -1;  // the seat that then gives up
};

class Playout {
public:
    static constexpr std::size_t at_once = 64;  // so many deals are played side by side

    // A player who is null plays at random.
    Playout(const Tables& tables, std::array<const Policy*, 2> players, Random random,
            std::uint64_t slip_seed)
        : tables_(tables), players_(players), random_(random), slip_seed_(slip_seed) {}

    // A deal up to the first lead.  What is given as thrown is thrown, whatever the player thinks.
    void deal(const Deal& deal, std::array<std::optional<Cards>, 2> thrown = {});

    // The same when it is known what is thrown; `blank` tells who proves a carte blanche.
    void exchange(const Deal& deal, std::array<Cards, 2> thrown, std::array<bool, 2> blank);

    // A deal taken up after the exchange, or in the middle of the play.
    void take_up(const Opening& opening, const Said& said);

    // Plays all that is left of some deals between the same players, side by side: a machine that
    // waits for a trick of one goes on with the next.
    static void play_on(std::span<Playout> deals);

    // How the points came about.
    const Reckoning& reckoning() const { return *reckoning_; }

    // Points of elder and younger.
    std::array<int, 2> points() const {
        return {reckoning_->points(elder_seat), reckoning_->points(younger_seat)};
    }

private:
    struct Side {
        Suits suits{};  // as he sees them
        Cards hand = 0;
    };

    // Deals that are played on.  Which stay is told without a branch, since nobody could predict it.
    struct List {
        std::array<Playout*, at_once> deals;
        std::size_t size = 0;

        void keep(Playout& deal, bool kept) {
            deals[size] = &deal;
            size += kept;
        }
        template <typename Kept>
        void keep_if(Kept kept) {
            const std::size_t all = std::exchange(size, 0);
            for (std::size_t i = 0; i < all; ++i) keep(*deals[i], kept(*deals[i]));
        }
    };

    Cards throws(Seat seat, Cards hand, int fewest, int most);
    void begin(const std::array<Cards, 2>& hands, const std::array<Cards, 2>& out, Cards left);

    // Steady are two players by rule who never slip; hopeful is a deal in which a bonus may still
    // come, or something be looked at.
    template <bool steady>
    static void play_all(std::span<Playout> deals);
    template <bool steady, bool hopeful>
    static void play_tricks(List& deals);
    template <bool steady, bool hopeful>
    bool lead_out();
    template <bool steady, bool hopeful>
    void put_lead(int card);
    template <bool steady, bool hopeful>
    void put_reply(int card);
    template <bool steady, bool hopeful>
    Lead lead();
    template <bool steady>
    int reply();
    bool hopeful() const;

    const Tables& tables_;
    std::array<const Policy*, 2> players_;
    Random random_;
    std::uint64_t slip_seed_;
    std::uint64_t moment_ = 0;
    std::array<Side, 2> sides_;
    std::array<Cards, 2> unseen_{};  // cards that each had not seen when the play began
    Cards left_ = 0;                 // cards that both see after the first lead
    Seat leader_ = elder_seat;
    int led_ = 0;      // the card on the table, where there is one
    int to_come_ = 0;  // tricks
    std::optional<Reckoning> reckoning_;
};

}  // namespace piquet
