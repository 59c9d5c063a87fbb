#include "policy.hpp"

#include <algorithm>
#include <limits>

#include "random.hpp"
#include "runs.hpp"
#include "ternary.hpp"

namespace piquet {
namespace {

constexpr int most_tricks = hand_size / 2 + 1;  // more than the other can have

unsigned lowest_of(unsigned cards) { return cards & (~cards + 1u); }
unsigned above(unsigned card) { return ~((card << 1) - 1u); }

struct LedOut {
    int sure = 0, wins = 0;
};

// The tricks of a suit led out from the top: those before the first loss, and all.
LedOut led_out(unsigned mine, unsigned his) {
    LedOut tricks;
    bool lost = false;
    while (mine != 0) {
        const unsigned top = std::bit_floor(mine);
        mine ^= top;
        const unsigned higher = his & above(top);
        if (higher != 0) {
            lost = true;
            his ^= lowest_of(higher);
        } else {
            ++tricks.wins;
            tricks.sure += lost ? 0 : 1;
            his &= his - 1u;
        }
    }
    return tricks;
}

// The tricks of a suit that the other side leads out from the top.
int guarded(unsigned mine, unsigned his) {
    int wins = 0;
    while (his != 0 && mine != 0) {
        const unsigned top = std::bit_floor(his);
        his ^= top;
        const unsigned higher = mine & above(top);
        if (higher != 0) {
            ++wins;
            mine ^= lowest_of(higher);
        } else {
            mine &= mine - 1u;
        }
    }
    return wins;
}

// The chance in percent that he holds one of so many cards that he may hold.
int at_least_one(const Memory& memory, int number) {
    const int places = size_of(memory.maybe);
    const int elsewhere = places - memory.number;
    int none = 100;
    for (int taken = 0; taken < number; ++taken) {
        none = none * std::max(elsewhere - taken, 0) / std::max(places - taken, 1);
    }
    return 100 - none;
}

// The cards that the other side most likely holds: what it threw were low ones.
Cards likely_cards(const Memory& memory) {
    Cards likely = memory.maybe;
    int thrown = size_of(likely) - memory.number;
    for (int rank = 0; rank < rank_count && thrown > 0; ++rank) {
        for (Cards low = likely & ~memory.sure & (0x01010101u << rank); low != 0 && thrown > 0;
             low &= low - 1u, --thrown) {
            likely ^= lowest_of(low);
        }
    }
    return likely;
}

}  // namespace

Policy::Policy(const Weights& weights)
    : weights_(weights),
      discards_{Discards(weights.exchange[elder_seat]), Discards(weights.exchange[younger_seat])},
      plays_(holdings) {
    for (unsigned mine = 0; mine < 256; ++mine) {
        for (unsigned his = 0; his < 256; ++his) {
            if ((mine & his) != 0) continue;
            const LedOut own = led_out(mine, his), others = led_out(his, mine);
            const int guard = guarded(mine, his);
            const auto worth = [&](const PlayWeights& play) {
                return static_cast<std::int16_t>(
                    play.sure * own.sure + play.wins * own.wins + play.guard * guard -
                    play.other_sure * others.sure - play.other_wins * others.wins);
            };
            plays_[both_holdings(mine, his)] = {worth(weights.lead), worth(weights.follow),
                                                static_cast<std::int8_t>(own.sure),
                                                static_cast<std::int8_t>(others.sure)};
        }
    }
}

Cards Policy::discards(Seat seat, Cards hand, Cards unseen, int fewest, int most) const {
    return discards_[seat].choose(hand, unseen, fewest, most);
}

int Policy::on_lead(const Memory& state, Cards likely) const {
    int worth = 0, cash = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        const SuitPlay& play =
            plays_[both_holdings(holding(state.hand, suit), holding(likely, suit))];
        worth += play.on_lead;
        cash += play.sure;
    }
    const int tricks = state.mine + cash;
    if (state.mine < most_tricks && tricks >= most_tricks) worth += weights_.cards;
    if (tricks >= hand_size) worth += weights_.capot;
    const bool alive = state.elder && state.against == 0 && state.points < weights_.pique_at;
    if (alive && state.points + cash >= weights_.pique_at) worth += weights_.pique;
    return worth;
}

int Policy::off_lead(const Memory& state, Cards likely) const {
    int worth = 0, cash = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        const SuitPlay& play =
            plays_[both_holdings(holding(state.hand, suit), holding(likely, suit))];
        worth += play.off_lead;
        cash += play.other_sure;
    }
    cash = std::min(cash, state.number);
    const int tricks = state.other + cash;
    if (state.other < most_tricks && tricks >= most_tricks) worth -= weights_.cards;
    if (tricks >= hand_size) worth -= weights_.capot;
    const bool alive = !state.elder && state.points == 0 && state.against < weights_.pique_at;
    if (alive && state.against + cash >= weights_.pique_at) worth -= weights_.pique;
    return worth;
}

// Weighs a lead: it wins, or the other side takes it as cheaply as possible.
int Policy::lead_worth(const Memory& memory, int card) const {
    const Cards his = memory.maybe & whole_suit(suit_of(card));
    const Cards higher = his & ~((bit(card) << 1) - 1u);
    int lost = 0;
    if (higher != 0) {
        lost = (higher & memory.sure) != 0 ? 100 : at_least_one(memory, size_of(higher));
    }
    Memory state = memory;
    state.hand &= ~bit(card);
    --state.number;
    ++state.points;
    int worth = 0;
    if (lost > 0) {
        Memory taken = state;
        taken.maybe &= ~lowest_of(higher);
        ++taken.other;
        ++taken.against;
        worth += lost * off_lead(taken, likely_cards(taken));
    }
    if (lost < 100) {
        state.maybe &= ~(higher != 0 ? higher : lowest_of(his));
        ++state.mine;
        worth += (100 - lost) * (weights_.trick + on_lead(state, likely_cards(state)));
    }
    return worth;
}

// Weighs a card that follows: it takes the trick or it does not.
int Policy::follow_worth(const Memory& memory, int card, Cards likely) const {
    Memory state = memory;
    state.hand &= ~bit(card);
    if (takes(card, memory.led)) {
        ++state.mine;
        ++state.points;
        return weights_.trick + on_lead(state, likely);
    }
    ++state.other;
    return off_lead(state, likely);
}

int Policy::card(const Memory& memory, Cards playable) const {
    if ((playable & (playable - 1)) == 0) return lowest(playable);
    if (!weights_.careful) return careless_card(memory, playable);
    const Cards likely = likely_cards(memory);
    const Cards others = memory.maybe | (memory.led < 0 ? 0 : bit(memory.led));
    int best = std::numeric_limits<int>::min(), chosen = -1;
    // Neighbours weigh the same, and of equal cards the lowest is played.
    for_each_run(playable, memory.hand, others, [&](int card, Cards) {
        const int worth =
            memory.led < 0 ? lead_worth(memory, card) : follow_worth(memory, card, likely);
        if (worth > best) {
            best = worth;
            chosen = card;
        }
    });
    return chosen;
}

// Leads the highest card of the longest suit; takes with the highest, else throws the lowest.
int Policy::careless_card(const Memory& memory, Cards playable) const {
    int chosen = -1, best = -1;
    for (Cards rest = playable; rest != 0; rest &= rest - 1) {
        const int card = lowest(rest);
        int worth;
        if (memory.led < 0) {
            const unsigned held = holding(memory.hand, suit_of(card));
            worth = size_of(held) * card_count + card;
        } else if (takes(card, memory.led)) {
            worth = card_count * card_count + card;
        } else {
            worth = (rank_count - rank_of(card)) * card_count - card + card_count;
        }
        if (worth > best) {
            best = worth;
            chosen = card;
        }
    }
    return chosen;
}

std::uint64_t Policy::slips(std::uint64_t seed, std::uint64_t moment, Cards hand) const {
    if (weights_.slip == 0) return 0;
    const std::uint64_t number = mix({seed, moment, hand});
    return number % 100 < static_cast<std::uint64_t>(weights_.slip) ? number / 100 + 1 : 0;
}

// The discard with its lowest card kept, and another thrown in its place.
Cards Policy::another_discard(Cards thrown, Cards hand, std::uint64_t astray) {
    const Cards others = hand & ~thrown;
    std::uint64_t skip = astray % static_cast<std::uint64_t>(size_of(others));
    Cards left = others;
    while (skip-- > 0) left &= left - 1;
    return (thrown & (thrown - 1)) | (left & (~left + 1));
}

int Policy::another_card(Cards playable, std::uint64_t astray) {
    std::uint64_t skip = astray % static_cast<std::uint64_t>(size_of(playable));
    while (skip-- > 0) playable &= playable - 1;
    return lowest(playable);
}

}  // namespace piquet
