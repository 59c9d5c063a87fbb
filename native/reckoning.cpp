#include "reckoning.hpp"

#include <algorithm>

namespace piquet {

int Tables::best_point(Cards hand) const {
    return std::max({point_strength[holding(hand, 0)], point_strength[holding(hand, 1)],
                     point_strength[holding(hand, 2)], point_strength[holding(hand, 3)]});
}

int Tables::best_sequence(Cards hand) const {
    return std::max({sequence_strength[holding(hand, 0)], sequence_strength[holding(hand, 1)],
                     sequence_strength[holding(hand, 2)], sequence_strength[holding(hand, 3)]});
}

int Tables::best_set(Cards hand) const {
    int best = 0;
    for (std::size_t rank = 0; rank < rank_count; ++rank) {
        const auto held = static_cast<std::size_t>(size_of_rank(hand, static_cast<int>(rank)));
        best = std::max(best, set_strength[rank][held]);
    }
    return best;
}

Reckoning::Reckoning(const Tables& tables, const Said& said, std::array<bool, 2> blank)
    : tables_(tables) {
    for (const Seat seat : {elder_seat, younger_seat}) {
        const auto& from = said.from[seat];
        best_[seat] = {tables.best_point(from[0]), tables.best_sequence(from[1]),
                       tables.best_set(from[2])};
        if (blank[seat]) scored_[seat][blanche] = tables.blank_worth;
    }
    count_point(said);
    count_sequences(said);
    count_sets(said);
    for (const Seat seat : {elder_seat, younger_seat}) {
        for (std::size_t category = 0; category < categories; ++category) {
            const int settled = said.settled[seat][category];
            if (settled >= 0) scored_[seat][category] = settled;
        }
    }
    begin();
}

Reckoning::Reckoning(const Tables& tables, const Hand& hand) : tables_(tables), scored_(hand) {
    begin();
}

void Reckoning::begin() {
    hand_ = scored_;
    for (const Seat seat : {elder_seat, younger_seat}) {
        for (const int points : scored_[seat]) points_[seat] += points;
        if (!tables_.blank_counts) hand_[seat][blanche] = 0;
    }
    if (!count_repique()) begin_pique();
}

// One category has one winner, and a tie scores for nobody.
void Reckoning::count_point(const Said& said) {
    const int mine = best_[elder_seat].point, hers = best_[younger_seat].point;
    if (mine == hers) return;
    const Seat winner = mine > hers ? elder_seat : younger_seat;
    const Cards hand = said.from[winner][0];
    const int best = std::max(mine, hers);
    for (int suit = 0; suit < suit_count; ++suit) {
        const unsigned held = holding(hand, suit);
        if (tables_.point_strength[held] == best) {
            scored_[winner][point] = tables_.point_worth[held];
        }
    }
}

void Reckoning::count_sequences(const Said& said) {
    const int mine = best_[elder_seat].sequence, hers = best_[younger_seat].sequence;
    if (mine == hers) return;
    const Seat winner = mine > hers ? elder_seat : younger_seat;
    const Cards hand = said.from[winner][1];
    for (int suit = 0; suit < suit_count; ++suit) {
        scored_[winner][sequences] += tables_.sequence_worth[holding(hand, suit)];
    }
}

void Reckoning::count_sets(const Said& said) {
    const int mine = best_[elder_seat].set, hers = best_[younger_seat].set;
    if (mine == hers) return;
    const Seat winner = mine > hers ? elder_seat : younger_seat;
    const Cards hand = said.from[winner][2];
    for (std::size_t rank = 0; rank < rank_count; ++rank) {
        const auto held = static_cast<std::size_t>(size_of_rank(hand, static_cast<int>(rank)));
        scored_[winner][sets] += tables_.set_worth[rank][held];
    }
}

// Category by category: who is there first while the other has nothing.
bool Reckoning::count_repique() {
    std::array<int, 2> scores{};
    for (int category = 0; category < categories; ++category) {
        for (const Seat seat : {elder_seat, younger_seat}) {
            scores[seat] += hand_[seat][static_cast<std::size_t>(category)];
        }
        for (const Seat seat : {elder_seat, younger_seat}) {
            if (scores[seat] < tables_.repique_at || scores[other(seat)] > 0) continue;
            if (seat == younger_seat && !tables_.repique_younger) return false;
            repique_[seat] = tables_.repique;
            points_[seat] += tables_.repique;
            return true;
        }
    }
    return false;
}

void Reckoning::begin_pique() {
    int hers = 0;
    for (std::size_t category = 0; category < categories; ++category) {
        towards_ += hand_[elder_seat][category];
        if (category != blanche) hers += hand_[younger_seat][category];
    }
    const bool late = tables_.pique_in_time;
    alive_ = hand_[younger_seat][blanche] == 0 && (late || hers == 0);
    waiting_ = alive_ && hers > 0;
    if (alive_ && towards_ >= tables_.pique.threshold) {
        at_once_ = static_cast<int>(tables_.pique.bonus);
        points_[elder_seat] += at_once_;
        pique_ = at_once_;
        alive_ = false;
    }
}

void Reckoning::score(Seat seat, int points, bool counts) {
    if (points == 0) return;
    points_[seat] += points;
    if (!alive_ || !counts) return;
    if (seat == younger_seat) {
        alive_ = false;
        return;
    }
    towards_ += points;
    if (towards_ >= tables_.pique.threshold) {
        pique_ = static_cast<int>(tables_.pique.bonus);
        points_[elder_seat] += pique_;
        alive_ = false;
    }
}

void Reckoning::lead(Seat leader, int card) {
    score(leader, tables_.lead[static_cast<std::size_t>(rank_of(card))], true);
    if (waiting_) alive_ = waiting_ = false;  // younger counts her hand before she plays
}

void Reckoning::follow(Seat leader, int led, int reply, int tricks_left_after) {
    const bool taken = takes(reply, led);
    const Seat winner = taken ? other(leader) : leader;
    ++tricks_[winner];
    const auto rank = static_cast<std::size_t>(rank_of(taken ? reply : led));
    score(winner, (taken ? tables_.capture : tables_.lead_won)[rank], true);
    const bool over = tricks_left_after == 0;
    if (over) score(winner, tables_.last_trick, true);
    const int won = tricks_[winner];
    if (tables_.cards_at != 0) {
        if (won == tables_.cards_at) {
            cards_[winner] = tables_.cards;
            score(winner, tables_.cards, tables_.cards_count);
        }
        if (over && tricks_[other(winner)] == 0) {
            capot_[winner] = tables_.capot - tables_.cards;
            score(winner, capot_[winner], false);
        }
    } else if (over && tricks_[elder_seat] != tricks_[younger_seat]) {
        const Seat best = tricks_[elder_seat] > tricks_[younger_seat] ? elder_seat : younger_seat;
        const bool all = tricks_[other(best)] == 0;
        (all ? capot_ : cards_)[best] = all ? tables_.capot : tables_.cards;
        score(best, cards_[best] + capot_[best], false);
    }
}

// Twelve leads and the last trick make thirteen, whatever is captured (Cavendish, Scoring).
void Reckoning::concede(Seat seat, int leads) {
    const Seat winner = other(seat);
    score(winner, hand_size + 1 - leads, true);
    cards_[winner] = tables_.cards;
    score(winner, tables_.cards, false);
}

Reckoning::Parts Reckoning::parts_of(Seat seat) const {
    const auto& hand = scored_[seat];
    const int pique = seat == elder_seat ? pique_ : 0;
    int play = points_[seat] - cards_[seat] - capot_[seat] - pique - repique_[seat];
    for (const int points : hand) play -= points;
    Parts result{};
    const std::array<int, parts> all{hand[blanche], hand[point],  hand[sequences],
                                     hand[sets],    play,         cards_[seat],
                                     capot_[seat],  pique,        repique_[seat]};
    for (std::size_t i = 0; i < parts; ++i) result[i] = static_cast<std::int16_t>(all[i]);
    return result;
}

double Reckoning::solved(const SolvedTable& table, Cards elder, Cards younger,
                         bool search) const {
    const int s = table.value(elder, younger);
    return points_[elder_seat] - points_[younger_seat] +
           tables_.pique.payoff[static_cast<std::size_t>(s)] +
           pique_in_play(table, elder, younger, s, search);
}

double Reckoning::pique_in_play(const SolvedTable& table, Cards elder, Cards younger, int s,
                                bool search) const {
    if (!alive_) return 0.0;
    const Pique& pique = tables_.pique;
    if (waiting_) return towards_ + pique.lead >= pique.threshold ? pique.bonus : 0.0;
    PiqueSearch live(table, pique);
    const double worth = search ? live.value(elder, younger, towards_)
                                : live.nearly(elder, younger, towards_, s);
    return worth - pique.payoff[static_cast<std::size_t>(s)];
}

}  // namespace piquet
