// What two hands score against each other, and what is scored in play, with repique and pique.
//
// Both sides call everything they hold and answer truly.
#pragma once

#include "tables.hpp"

namespace piquet {

class Reckoning {
public:
    // The hands after the exchange; `blank` tells who proved a carte blanche before it.
    Reckoning(const Tables& tables, Cards elder, Cards younger, std::array<bool, 2> blank = {});

    // The play, card by card.
    void lead(Seat leader, int card);
    void follow(Seat leader, int led, int reply, int tricks_left_after);

    int points(Seat seat) const { return points_[seat]; }
    int tricks(Seat seat) const { return tricks_[seat]; }
    const Best& best(Seat seat) const { return best_[seat]; }

    // Elder's points more than younger's in the end, when both play best with hands open; a live
    // pique is searched, or taken to be had where it nearly surely is.
    double solved(const SolvedTable& table, Cards elder, Cards younger, bool search) const;

    // Whether elder can still score a pique when the play begins, and what he has towards it.
    bool pique_alive() const { return alive_; }
    int pique_score() const { return towards_; }

private:
    enum Category { blanche, point, sequences, sets, categories };
    using Hand = std::array<std::array<int, categories>, 2>;

    void count_point(Cards elder, Cards younger);
    void count_sequences(Cards elder, Cards younger);
    void count_sets(Cards elder, Cards younger);
    bool count_repique();
    void begin_pique();
    void score(Seat seat, int points, bool counts);

    const Tables& tables_;
    std::array<Best, 2> best_;
    Hand hand_{};
    std::array<int, 2> points_{}, tricks_{};
    int towards_ = 0;       // elder's points towards a pique
    bool alive_ = false;    // a pique can still come
    bool waiting_ = false;  // younger's hand will end it after the first lead
};

}  // namespace piquet
