// What two hands score against each other, and what is scored in play, with repique and pique.
//
// Both sides call everything they hold and answer truly.
#pragma once

#include "tables.hpp"

namespace piquet {

// What is said of two hands: the cards that each seat calls and counts from, by point, sequences
// and sets (who sinks leaves some out), and what a blank, the point, sequences and sets have
// brought each seat where that is settled (below 0 where it is open).
struct Said {
    std::array<std::array<Cards, 3>, 2> from{};
    std::array<std::array<int, 4>, 2> settled{{{-1, -1, -1, -1}, {-1, -1, -1, -1}}};
};

class Reckoning {
public:
    enum Category { blanche, point, sequences, sets, categories };
    using Hand = std::array<std::array<int, categories>, 2>;

    // Where the points of a deal come from, in the order of PARTS (piquet/oracle/advice.py).
    static constexpr std::size_t parts = 9;
    using Parts = std::array<std::int16_t, parts>;

    // What both hands score is known already, whatever they hold.
    Reckoning(const Tables& tables, const Hand& hand);

    // The hands after the exchange; `blank` tells who proved a carte blanche before it.
    Reckoning(const Tables& tables, Cards elder, Cards younger, std::array<bool, 2> blank = {});

    // The same where not everything is said, or is settled.
    Reckoning(const Tables& tables, const Said& said);

    // The play, card by card.
    void lead(Seat leader, int card);
    Seat follow(Seat leader, int led, int reply, int tricks_left_after);  // the winner

    // No bonus can come any more, and the cards are scored in the end: what is left is counted with
    // less ado, by whole tricks.
    bool settled() const { return !alive_ && tables_.cards_at == 0; }
    Seat trick(Seat leader, int led, int reply, bool taken, int tricks_left_after);

    // Every trick that is left is won by the lead.
    void cash(Seat leader, Cards hand);

    // A seat gives up the play after so many leads: the other counts all that is left of it.
    void concede(Seat seat, int leads);

    int points(Seat seat) const { return points_[seat]; }
    int tricks(Seat seat) const { return tricks_[seat]; }

    // What a hand has scored, and the bonus that has come before the play.
    int scored(Seat seat, Category category) const { return scored_[seat][category]; }
    int repique(Seat seat) const { return repique_[seat]; }
    int pique_at_once() const { return at_once_; }
    Parts parts_of(Seat seat) const;

    // Elder's points more than younger's in the end, when both play best with hands open; a live
    // pique is searched, or taken to be had where it nearly surely is.
    double solved(const SolvedTable& table, Cards elder, Cards younger, bool search) const;

    // What a pique brings beyond the best play for s.
    double pique_in_play(const SolvedTable& table, Cards elder, Cards younger, int s,
                         bool search) const;

    // Whether elder can still score a pique when the play begins, and what he has towards it.
    bool pique_alive() const { return alive_; }
    int pique_score() const { return towards_; }

private:
    void count(Category category, Call elder, Call younger);
    void begin();
    bool count_repique(const Hand& hand);
    void begin_pique(const Hand& hand);
    void count_towards(Seat seat, int points);
    void finish(Seat winner);
    void score(Seat seat, int points, bool counts) {
        points_[seat] += points;
        if (alive_ & counts) count_towards(seat, points);
    }

    const Tables& tables_;
    Hand scored_{};
    std::array<int, 2> points_{}, tricks_{}, repique_{}, cards_{}, capot_{};
    int pique_ = 0;
    int at_once_ = 0;       // a pique that needs no card played
    int towards_ = 0;       // elder's points towards a pique
    bool alive_ = false;    // a pique can still come
    bool waiting_ = false;  // younger's hand will end it after the first lead
};

inline void Reckoning::lead(Seat leader, int card) {
    score(leader, tables_.lead[static_cast<std::size_t>(rank_of(card))], true);
    if (waiting_) alive_ = waiting_ = false;  // younger counts her hand before she plays
}

inline Seat Reckoning::follow(Seat leader, int led, int reply, int tricks_left_after) {
    const bool taken = takes(reply, led);
    const Seat winner = other(leader, taken);
    const auto rank = static_cast<std::size_t>(rank_of(either(taken, reply, led)));
    score(winner, tables_.won[taken][rank], true);
    if (++tricks_[winner] == tables_.cards_at) {
        cards_[winner] = tables_.cards;
        score(winner, tables_.cards, tables_.cards_count);
    }
    if (tricks_left_after == 0) finish(winner);
    return winner;
}

inline Seat Reckoning::trick(Seat leader, int led, int reply, bool taken, int tricks_left_after) {
    const Seat winner = other(leader, taken);
    points_[leader] += tables_.lead[static_cast<std::size_t>(rank_of(led))];
    points_[winner] += tables_.won[taken][static_cast<std::size_t>(rank_of(either(taken, reply, led)))];
    ++tricks_[winner];
    if (tricks_left_after == 0) finish(winner);
    return winner;
}

}  // namespace piquet
