// What two hands score against each other, and what is scored in play, with repique and pique.
//
// Both sides call everything they hold and answer truly.
#pragma once

#include "tables.hpp"

namespace piquet {

class Reckoning {
public:
    enum Category { blanche, point, sequences, sets, categories };
    using Hand = std::array<std::array<int, categories>, 2>;

    // What both hands score is known already, whatever they hold.
    Reckoning(const Tables& tables, const Hand& hand);

    // The hands after the exchange; `blank` tells who proved a carte blanche before it.
    Reckoning(const Tables& tables, Cards elder, Cards younger, std::array<bool, 2> blank = {});

    // The play, card by card.
    void lead(Seat leader, int card);
    void follow(Seat leader, int led, int reply, int tricks_left_after);

    int points(Seat seat) const { return points_[seat]; }
    int tricks(Seat seat) const { return tricks_[seat]; }
    const Best& best(Seat seat) const { return best_[seat]; }

    // What a hand has scored, and the bonus that has come before the play.
    int scored(Seat seat, Category category) const { return scored_[seat][category]; }
    int repique(Seat seat) const { return repique_[seat]; }
    int pique_at_once() const { return at_once_; }

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
    void count_point(Cards elder, Cards younger);
    void count_sequences(Cards elder, Cards younger);
    void count_sets(Cards elder, Cards younger);
    void begin();
    bool count_repique();
    void begin_pique();
    void score(Seat seat, int points, bool counts);

    const Tables& tables_;
    std::array<Best, 2> best_;
    Hand scored_{}, hand_{};  // all that was scored, and what of it counts towards a bonus
    std::array<int, 2> points_{}, tricks_{}, repique_{};
    int at_once_ = 0;       // a pique that needs no card played
    int towards_ = 0;       // elder's points towards a pique
    bool alive_ = false;    // a pique can still come
    bool waiting_ = false;  // younger's hand will end it after the first lead
};

}  // namespace piquet
