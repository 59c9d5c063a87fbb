#include "solved.hpp"

#include "runs.hpp"

namespace piquet {
namespace {

// Of the cards with the best value, the lowest in rank, then the first in order of suits.
int choose(const CardValues& values, bool greatest) {
    int chosen = -1;
    for (int rank = 0; rank < rank_count; ++rank) {
        for (int suit = 0; suit < suit_count; ++suit) {
            const int card = rank_count * suit + rank;
            if (values[card] == no_value) continue;
            if (chosen < 0 || (greatest ? values[card] > values[chosen]
                                        : values[card] < values[chosen])) {
                chosen = card;
            }
        }
    }
    return chosen;
}

}  // namespace

namespace {

// One byte more than the bits need, so that two can always be read.
std::size_t packed_size_of(std::size_t values) { return (5 * values + 7) / 8 + 1; }

}  // namespace

std::size_t packed_size() { return packed_size_of(numbering().size()); }

std::vector<std::uint8_t> pack(const std::vector<std::uint8_t>& values) {
    std::vector<std::uint8_t> packed(packed_size_of(values.size()));
    std::size_t byte = 0;
    std::uint32_t waiting = 0;
    int bits = 0;
    for (const std::uint8_t value : values) {
        waiting |= static_cast<std::uint32_t>(value) << bits;
        for (bits += 5; bits >= 8; bits -= 8) {
            packed[byte++] = static_cast<std::uint8_t>(waiting);
            waiting >>= 8;
        }
    }
    if (bits > 0) packed[byte] = static_cast<std::uint8_t>(waiting);
    return packed;
}

int SolvedTable::worst_reply(Cards leader, Cards follower, int led) const {
    int worst = 2 * hand_size + 2;
    for_each_run(legal_replies(follower, led), follower, leader | bit(led), [&](int reply, Cards) {
        const int result = after(leader, follower & ~bit(reply), led, reply);
        if (result < worst) worst = result;
    });
    return worst;
}

CardValues SolvedTable::leads(Cards leader, Cards follower) const {
    CardValues values;
    values.fill(no_value);
    for_each_run(leader, leader, follower, [&](int led, Cards run) {
        const int worst = worst_reply(leader & ~bit(led), follower, led);
        set_all(values, run, static_cast<std::int8_t>(worst));
    });
    return values;
}

CardValues SolvedTable::replies(Cards leader, Cards follower, int led) const {
    CardValues values;
    values.fill(no_value);
    for_each_run(legal_replies(follower, led), follower, leader | bit(led),
                 [&](int reply, Cards run) {
                     const int result = after(leader, follower & ~bit(reply), led, reply);
                     set_all(values, run, static_cast<std::int8_t>(result));
                 });
    return values;
}

Line SolvedTable::line(Cards leader, Cards follower, int led) const {
    Line line;
    bool first_leads = true;
    while (follower != 0) {
        if (led < 0) {
            led = choose(leads(leader, follower), true);
            leader &= ~bit(led);
        }
        const int reply = choose(replies(leader, follower, led), false);
        follower &= ~bit(reply);
        line.cards[line.length++] = static_cast<std::uint8_t>(led);
        line.cards[line.length++] = static_cast<std::uint8_t>(reply);
        if (takes(reply, led)) {
            std::swap(leader, follower);
            first_leads = !first_leads;
            line.captures += first_leads ? 1 : 0;
        }
        line.tricks += first_leads ? 1 : 0;
        led = -1;
    }
    line.last = first_leads ? 1 : 0;
    return line;
}

std::array<std::uint64_t, hand_size + 1> SolvedTable::sums() const {
    std::array<std::uint64_t, hand_size + 1> sums{};
    for (int tricks = 1; tricks <= hand_size; ++tricks) {
        for (Slot slot = numbers_.level_start(tricks); slot < numbers_.level_end(tricks); ++slot) {
            sums[tricks] += static_cast<std::uint64_t>(at(slot));
        }
    }
    return sums;
}

}  // namespace piquet
