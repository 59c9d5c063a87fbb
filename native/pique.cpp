#include "pique.hpp"

#include <limits>

#include "runs.hpp"

namespace piquet {
namespace {

// Tricks that elder can take one after the other, whatever is thrown to them.
int cashed(Cards elder, Cards younger) {
    int tricks = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        unsigned mine = holding(elder, suit), hers = holding(younger, suit);
        while (mine > hers) {  // the highest card is his
            mine ^= std::bit_floor(mine);
            hers &= hers - 1u;
            ++tricks;
        }
    }
    return tricks;
}

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

// How many of the next tricks elder must win, one after the other, for the bonus; more than there
// are where it is out of reach.
int PiqueSearch::wins_needed(int tricks_left, int score) const {
    for (int won = 0; won < tricks_left; ++won) {
        score += pique_.lead;
        if (score >= pique_.threshold) return won;
        score += gain(tricks_left - won);
        if (score >= pique_.threshold) return won + 1;
    }
    return tricks_left + 1;
}

// What is known of a position without a search: its worth, or not a number.
double PiqueSearch::at_once(Cards elder, int score, int s) const {
    const int tricks_left = size_of(elder);
    if (tricks_left == 0) return paid(0, s);
    const int needed = wins_needed(tricks_left, score);
    if (needed == 0) return paid(tricks_left, s) + pique_.bonus;
    // Best play for s keeps elder below the tricks he needs: then nothing is to be had.
    const int tricks = table_.last_trick() > 0 ? s / 2 : (s + 1) / 2;
    return tricks < needed ? paid(tricks_left, s) : unknown;
}

double PiqueSearch::value(Cards elder, Cards younger, int score) {
    const int s = table_.value(elder, younger);
    const double known = at_once(elder, score, s);
    return known == known ? known : searched(elder, younger, score, s);
}

double PiqueSearch::nearly(Cards elder, Cards younger, int score, int s) const {
    const double known = at_once(elder, score, s);
    if (known == known) return known;
    const int tricks_left = size_of(elder);
    const bool had = cashed(elder, younger) >= wins_needed(tricks_left, score);
    return paid(tricks_left, s) + (had ? pique_.bonus : 0.0);
}

double PiqueSearch::searched(Cards elder, Cards younger, int score, int s) {
    const Slot slot = numbering().slot(elder, younger);
    if (const auto found = known_.find(slot); found != known_.end()) return found->second;
    // Elder has what the table gives him, and at most the bonus on top of it.
    double best = paid(size_of(elder), s);
    const double most = best + pique_.bonus;
    for_each_run(elder, elder, younger, [&](int led, Cards) {
        if (best >= most) return;
        const double worst = worst_reply(elder & ~bit(led), younger, led, score, best);
        if (worst > best) best = worst;
    });
    known_.emplace(slot, best);
    return best;
}

// The least that a reply leaves elder; what is not above `enough` need not be exact.
double PiqueSearch::worst_reply(Cards elder, Cards younger, int led, int score, double enough) {
    double worst = std::numeric_limits<double>::infinity();
    std::array<Cards, hand_size> open;  // younger's hands after replies that must be searched
    int count = 0;
    for_each_run(legal_replies(younger, led), younger, elder | bit(led), [&](int reply, Cards) {
        if (worst <= enough) return;
        const Cards left = younger & ~bit(reply);
        const double known = after(elder, left, led, reply, score);
        if (known != known) {
            open[static_cast<std::size_t>(count++)] = left;
        } else if (known < worst) {
            worst = known;
        }
    });
    const int after_trick = score + pique_.lead + gain(size_of(elder) + 1);
    for (int i = 0; i < count && worst > enough; ++i) {
        const Cards left = open[static_cast<std::size_t>(i)];
        const double result = searched(elder, left, after_trick, table_.value(elder, left));
        if (result < worst) worst = result;
    }
    return worst;
}

// What is known of a trick without a search, or not a number.
double PiqueSearch::after(Cards elder, Cards younger, int led, int reply, int score) const {
    const int tricks_left = size_of(elder) + 1;
    const int s = table_.after(elder, younger, led, reply);
    score += pique_.lead;
    if (score >= pique_.threshold) return paid(tricks_left, s) + pique_.bonus;
    if (takes(reply, led)) return paid(tricks_left, s);
    score += gain(tricks_left);
    if (score >= pique_.threshold) return paid(tricks_left, s) + pique_.bonus;
    return at_once(elder, score, s - 2);
}

Payoffs PiqueSearch::leads(Cards elder, Cards younger, int score) {
    Payoffs payoffs;
    payoffs.fill(unknown);
    const double nothing = -std::numeric_limits<double>::infinity();
    for_each_run(elder, elder, younger, [&](int led, Cards run) {
        set_all(payoffs, run, worst_reply(elder & ~bit(led), younger, led, score, nothing));
    });
    return payoffs;
}

Payoffs PiqueSearch::replies(Cards elder, Cards younger, int led, int score) {
    Payoffs payoffs;
    payoffs.fill(unknown);
    for_each_run(legal_replies(younger, led), younger, elder | bit(led),
                 [&](int reply, Cards run) {
                     const Cards left = younger & ~bit(reply);
                     double result = after(elder, left, led, reply, score);
                     if (result != result) {
                         const int now = score + pique_.lead + gain(size_of(elder) + 1);
                         result = searched(elder, left, now, table_.value(elder, left));
                     }
                     set_all(payoffs, run, result);
                 });
    return payoffs;
}

}  // namespace piquet
