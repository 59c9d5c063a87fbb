// The rule players (piquet/oracle): how they choose what to throw and which card to play.
//
// Everything is integers, so the same weights give the same decisions here and in Python.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "discards.hpp"
#include "tables.hpp"

namespace piquet {

constexpr int holdings = 6561;  // ways in which two players hold cards of one suit

struct PlayWeights {
    int sure = 0, wins = 0, guard = 0, other_sure = 0, other_wins = 0;
};

struct Weights {
    std::array<ExchangeWeights, 2> exchange;  // by seat
    PlayWeights lead, follow;
    int trick = 0, cards = 0, capot = 0, pique = 0;
    int pique_at = 0;  // points for a pique
    bool careful = true;
    int slip = 0;  // decisions in a hundred that go wrong
};

// What a player remembers of the play.
struct Memory {
    Cards hand = 0;
    Cards maybe = 0;  // what the other may hold
    Cards sure = 0;   // what the other surely holds
    int number = 0;   // how many he holds
    int led = -1;
    int mine = 0, other = 0;      // tricks
    int points = 0, against = 0;  // scored in this deal
    bool elder = false;
};

class Policy {
public:
    explicit Policy(const Weights& weights);

    // The cards to throw, `fewest` to `most`; `unseen` are those from which fresh ones may come.
    Cards discards(Seat seat, Cards hand, Cards unseen, int fewest, int most) const;

    // The card to play, out of those that may be played.
    int card(const Memory& memory, Cards playable) const;

    // Whether he plays by what he remembers; else only his hand and the card led count.
    bool careful() const { return weights_.careful; }

    // 0 where the player keeps his mind on the game, else the number that leads him astray.
    std::uint64_t slips(std::uint64_t seed, std::uint64_t moment, Cards hand) const;
    static Cards another_discard(Cards thrown, Cards hand, std::uint64_t astray);
    static int another_card(Cards playable, std::uint64_t astray);

private:
    class Doubt;

    // What a suit brings in play by who holds which of its cards: its worth to the player, and
    // the tricks to be cashed at once by the side that leads, put together as one number.
    using SuitPlays = std::vector<int>;

    // What decides the worth of all that may be left after a trick, given who leads to the next.
    struct Outlook {
        const SuitPlays* plays;
        int cards, capot, pique;                // what a certainty of them is worth
        int most_cash = 0;                      // no more tricks can be cashed
        int cards_from = 0, capot_from = 0, pique_from = 0;  // tricks cashed that make it certain

        int worth(Cards hand, Cards likely) const;
    };

    int careless_card(const Memory& memory, Cards playable) const;
    int best_lead(const Memory& memory, Cards playable) const;
    int best_reply(const Memory& memory, Cards playable) const;
    Outlook on_lead(const Memory& memory) const;
    Outlook off_lead(const Memory& memory) const;

    Weights weights_;
    std::array<Discards, 2> discards_;  // by seat
    SuitPlays lead_plays_, follow_plays_;  // where the player leads, and where the other does
};

}  // namespace piquet
