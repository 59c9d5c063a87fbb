#include "pique.hpp"

#include <limits>

#include "runs.hpp"

namespace piquet {

// How many of the next tricks elder must win, one after the other, for the bonus; more than there
// are where it is out of reach.
int PiqueSearch::wins_needed(int tricks_left, int score) const {
    for (int won = 0; won < tricks_left; ++won) {
        score += pique_.lead;
        if (score >= pique_.threshold) return won;
        score += pique_.gains[static_cast<std::size_t>(hand_size - tricks_left + won + 1)];
        if (score >= pique_.threshold) return won + 1;
    }
    return tricks_left + 1;
}

double PiqueSearch::value(Cards elder, Cards younger, int score) {
    const int tricks_left = size_of(elder);
    const int s = table_.value(elder, younger);
    if (tricks_left == 0) return paid(0, s);
    const int needed = wins_needed(tricks_left, score);
    if (needed == 0) return paid(tricks_left, s) + pique_.bonus;
    // Best play for s keeps elder below the tricks he needs: then nothing is to be had.
    const int tricks = table_.last_trick() > 0 ? s / 2 : (s + 1) / 2;
    if (tricks < needed) return paid(tricks_left, s);

    const Slot slot = numbering().slot(elder, younger);
    if (const auto found = known_.find(slot); found != known_.end()) return found->second;
    const double most = paid(tricks_left, s) + pique_.bonus;
    double best = -std::numeric_limits<double>::infinity();
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
    for_each_run(legal_replies(younger, led), younger, elder | bit(led), [&](int reply, Cards) {
        if (worst <= enough) return;
        const double result = after(elder, younger & ~bit(reply), led, reply, score);
        if (result < worst) worst = result;
    });
    return worst;
}

double PiqueSearch::after(Cards elder, Cards younger, int led, int reply, int score) {
    const int tricks_left = size_of(elder) + 1;
    const int s = table_.after(elder, younger, led, reply);
    score += pique_.lead;
    if (score >= pique_.threshold) return paid(tricks_left, s) + pique_.bonus;
    if (takes(reply, led)) return paid(tricks_left, s);
    score += pique_.gains[static_cast<std::size_t>(hand_size - tricks_left + 1)];
    if (score >= pique_.threshold) return paid(tricks_left, s) + pique_.bonus;
    return value(elder, younger, score);
}

Payoffs PiqueSearch::leads(Cards elder, Cards younger, int score) {
    Payoffs payoffs;
    payoffs.fill(std::numeric_limits<double>::quiet_NaN());
    const double nothing = -std::numeric_limits<double>::infinity();
    for_each_run(elder, elder, younger, [&](int led, Cards run) {
        set_all(payoffs, run, worst_reply(elder & ~bit(led), younger, led, score, nothing));
    });
    return payoffs;
}

Payoffs PiqueSearch::replies(Cards elder, Cards younger, int led, int score) {
    Payoffs payoffs;
    payoffs.fill(std::numeric_limits<double>::quiet_NaN());
    for_each_run(legal_replies(younger, led), younger, elder | bit(led),
                 [&](int reply, Cards run) {
                     set_all(payoffs, run,
                             after(elder, younger & ~bit(reply), led, reply, score));
                 });
    return payoffs;
}

}  // namespace piquet
