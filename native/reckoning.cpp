#include "reckoning.hpp"

#include <algorithm>
#include <stdexcept>

namespace piquet {

int Tables::packed(Call call) {
    constexpr int most_strength = 0xFFFF, most_worth = 127;  // no sum of worths leaves its place
    if (call.strength < 0 || call.strength > most_strength || call.worth < 0 ||
        call.worth > most_worth) {
        throw std::invalid_argument("a strength is 0 to 65,535, and what is called worth 0 to 127");
    }
    return call.strength << worth_bits | call.worth;
}

Tables::BySuit Tables::packed(const BySuit& strengths, const BySuit& worths) {
    BySuit calls;
    for (std::size_t held = 0; held < calls.size(); ++held) {
        calls[held] = packed({strengths[held], worths[held]});
    }
    return calls;
}

void Tables::take_cards(const ByRank& led, const ByRank& lead_won, const ByRank& capture) {
    lead = led;
    won = {lead_won, capture};
    for (unsigned held = 0; held < 256; ++held) {
        for (std::size_t rank = 0; rank < rank_count; ++rank) {
            if ((held >> rank & 1u) != 0) cashed[held] += led[rank] + lead_won[rank];
        }
    }
}

void Tables::take_sets(const BySet& strengths, const BySet& worths) {
    for (unsigned three = 0; three < 256; ++three) {
        for (unsigned four = three ^ 255u;; four = (four - 1) & (three ^ 255u)) {
            int best = 0, sum = 0;
            for (std::size_t rank = 0; rank < rank_count; ++rank) {
                if (((three | four) >> rank & 1u) == 0) continue;
                const std::size_t held = (three >> rank & 1u) != 0 ? 3 : 4;
                const int call = packed({strengths[rank][held], worths[rank][held]});
                best = std::max(best, call);
                sum += call;
            }
            sets[both_holdings(three, four)] = (best & ~worth_part) | (sum & worth_part);
            if (four == 0) break;
        }
    }
}

Reckoning::Reckoning(const Tables& tables, Cards elder, Cards younger, std::array<bool, 2> blank)
    : tables_(tables) {
    count(point, tables.point(elder), tables.point(younger));
    count(sequences, tables.sequence(elder), tables.sequence(younger));
    count(sets, tables.set(elder), tables.set(younger));
    for (const Seat seat : {elder_seat, younger_seat}) {
        scored_[seat][blanche] = blank[seat] ? tables.blank_worth : 0;
    }
    begin();
}

Reckoning::Reckoning(const Tables& tables, const Said& said) : tables_(tables) {
    const auto& [elder, younger] = said.from;
    count(point, tables.point(elder[0]), tables.point(younger[0]));
    count(sequences, tables.sequence(elder[1]), tables.sequence(younger[1]));
    count(sets, tables.set(elder[2]), tables.set(younger[2]));
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

// One category has one winner, and a tie scores for nobody.
void Reckoning::count(Category category, Call elder, Call younger) {
    scored_[elder_seat][category] = either(elder.strength > younger.strength, elder.worth, 0);
    scored_[younger_seat][category] = either(younger.strength > elder.strength, younger.worth, 0);
}

void Reckoning::begin() {
    Hand hand = scored_;  // what counts towards a bonus
    for (const Seat seat : {elder_seat, younger_seat}) {
        for (const int points : scored_[seat]) points_[seat] += points;
        if (!tables_.blank_counts) hand[seat][blanche] = 0;
    }
    if (!count_repique(hand)) begin_pique(hand);
}

// Category by category: who is there first while the other has nothing.
bool Reckoning::count_repique(const Hand& hand) {
    if (std::max(points_[elder_seat], points_[younger_seat]) < tables_.repique_at) return false;
    std::array<int, 2> scores{};
    for (int category = 0; category < categories; ++category) {
        for (const Seat seat : {elder_seat, younger_seat}) {
            scores[seat] += hand[seat][static_cast<std::size_t>(category)];
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

void Reckoning::begin_pique(const Hand& hand) {
    const auto& his = hand[elder_seat];
    const auto& hers = hand[younger_seat];
    towards_ = his[blanche] + his[point] + his[sequences] + his[sets];
    const bool nothing = hers[point] + hers[sequences] + hers[sets] == 0;
    alive_ = hers[blanche] == 0 && (tables_.pique_in_time || nothing);
    waiting_ = alive_ && !nothing;
    if (alive_ && towards_ >= tables_.pique.threshold) {
        at_once_ = static_cast<int>(tables_.pique.bonus);
        points_[elder_seat] += at_once_;
        pique_ = at_once_;
        alive_ = false;
    }
}

// What is scored while a pique can still come.
void Reckoning::count_towards(Seat seat, int points) {
    if (points == 0) return;
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

void Reckoning::cash(Seat leader, Cards hand) {
    if (settled()) {
        for (int suit = 0; suit < suit_count; ++suit) points_[leader] += tables_.cashed[holding(hand, suit)];
        tricks_[leader] += size_of(hand);
        return finish(leader);
    }
    for (; hand != 0; hand &= hand - 1) {
        lead(leader, lowest(hand));
        follow(leader, lowest(hand), lowest(hand), size_of(hand) - 1);
    }
}

// Cards and capot at the end.
void Reckoning::finish(Seat winner) {
    score(winner, tables_.last_trick, true);
    const Seat best = tricks_[elder_seat] > tricks_[younger_seat] ? elder_seat : younger_seat;
    const bool all = tricks_[other(best)] == 0;
    if (tables_.cards_at != 0) {
        if (all) capot_[best] = tables_.capot - tables_.cards;
        score(best, capot_[best], false);
    } else if (tricks_[elder_seat] != tricks_[younger_seat]) {
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
