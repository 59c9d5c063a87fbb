// The rule players (piquet/oracle): how they choose what to throw and which card to play.
//
// Everything is integers, so the same weights give the same decisions here and in Python.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tables.hpp"

namespace piquet {

constexpr int court_ranks = 5;       // ten to ace, the ranks of trios and quatorzes
constexpr int talon_size = 8;
constexpr int all_unseen = 20;       // cards that a player does not see when his hand is dealt
constexpr int holdings = 6561;       // ways in which two players hold cards of one suit

struct ExchangeWeights {
    std::array<int, 9> length{};
    std::array<int, 6> runs{};
    std::array<int, court_ranks> trio{}, quatorze{};
    int ace = 0, king = 0, queen = 0, knave = 0, bare = 0, fresh = 0;
};

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

    // 0 where the player keeps his mind on the game, else the number that leads him astray.
    std::uint64_t slips(std::uint64_t seed, std::uint64_t moment, Cards hand) const;
    static Cards another_discard(Cards thrown, Cards hand, std::uint64_t astray);
    static int another_card(Cards playable, std::uint64_t astray);

private:
    // What a suit brings in play by who holds which of its cards.
    struct SuitPlay {
        std::int16_t on_lead = 0, off_lead = 0;      // worth to the player when he leads or not
        std::int8_t sure = 0, other_sure = 0;        // tricks to be cashed at once by either
    };
    // One way to keep cards of a suit; those from ten up are packed three bits a rank.
    struct Keep {
        int worth;
        std::uint16_t courts;
        std::uint8_t kept;
        std::uint8_t size;
    };
    // The worth of keeping 0 to 4 cards of a rank, for each rank from ten to ace.
    using RankWorth = std::array<int, suit_count + 1>;
    using SetWorth = std::array<RankWorth, court_ranks>;
    // The same by how many of the rank are held, where all others are unseen.
    using SetWorths = std::array<std::array<RankWorth, suit_count + 1>, court_ranks>;

    // What it is worth to keep any part of one hand and draw so many cards.
    struct Worths {
        Cards hand = 0;
        std::array<const std::vector<Keep>*, suit_count> suits{};
        std::array<std::vector<Keep>, suit_count> own;  // where they are not at hand
        SetWorth sets{};
    };

    int suit_worth(const ExchangeWeights& weights, unsigned kept, unsigned unseen, int draws,
                   int total) const;
    RankWorth rank_worth(const ExchangeWeights& weights, std::size_t place, int held, int open,
                         int draws, int total) const;
    std::vector<Keep> ways_to_keep(const ExchangeWeights& weights, unsigned held, unsigned unseen,
                                   int draws, int total) const;
    void weigh(Worths& worths, Seat seat, Cards hand, Cards unseen, int draws) const;
    struct Best {
        int worth;
        Cards kept;
    };
    Best best_kept(const Worths& worths, int number, int enough) const;
    int careless_card(const Memory& memory, Cards playable) const;
    int lead_worth(const Memory& memory, int card) const;
    int follow_worth(const Memory& memory, int card, Cards likely) const;
    int on_lead(const Memory& state, Cards likely) const;
    int off_lead(const Memory& state, Cards likely) const;

    Weights weights_;
    bool bounded_ = true;  // more cards of a rank are never worth less
    std::vector<SuitPlay> plays_;
    // By seat and number of cards drawn, where all that is not held is unseen.
    std::array<std::array<std::array<std::vector<Keep>, 256>, talon_size + 1>, 2> keeps_;
    std::array<std::array<SetWorths, talon_size + 1>, 2> sets_;
};

}  // namespace piquet
