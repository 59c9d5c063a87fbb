#include "policy.hpp"

#include <algorithm>
#include <limits>

#include "likely.hpp"
#include "random.hpp"
#include "runs.hpp"
#include "ternary.hpp"

namespace piquet {
namespace {

constexpr int most_tricks = hand_size / 2 + 1;  // more than the other can have

constexpr int never = std::numeric_limits<int>::max();
constexpr int worth_bits = 8, in_worth = 1 << worth_bits;  // below them the tricks

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

// The chance in percent that one of some cards is in the right one of so many places, by the places,
// those elsewhere, and the cards.
using Chances = std::array<
    std::array<std::array<std::uint8_t, rank_count + 1>, card_count + 1>, card_count + 1>;

constexpr Chances reckon_chances() {
    Chances chances{};
    for (int places = 0; places <= card_count; ++places) {
        for (int elsewhere = 0; elsewhere <= places; ++elsewhere) {
            int none = 100;
            for (int taken = 0; taken <= rank_count; ++taken) {
                chances[static_cast<std::size_t>(places)][static_cast<std::size_t>(elsewhere)]
                       [static_cast<std::size_t>(taken)] = static_cast<std::uint8_t>(100 - none);
                none = none * std::max(elsewhere - taken, 0) / std::max(places - taken, 1);
            }
        }
    }
    return chances;
}

constexpr Chances chances = reckon_chances();

// The card worth most.  Neighbours weigh the same, and of equal cards the lowest is played.
template <typename Worth>
int best_of(Cards playable, Cards hand, Cards others, Worth worth_of) {
    int best = std::numeric_limits<int>::min(), chosen = -1;
    for_each_run(playable, hand, others, [&](int card, Cards run) {
        const bool only = (playable & ~run) == 0;
        const int worth = only ? 0 : worth_of(card);
        if (worth > best) {
            best = worth;
            chosen = card;
        }
    });
    return chosen;
}

}  // namespace

// The cards that may be held or not, of which some were thrown.
class Policy::Doubt {
public:
    explicit Doubt(const Memory& memory)
        : sure_(memory.maybe & memory.sure),
          doubtful_(by_rank(memory.maybe & ~memory.sure)),
          places_(size_of(memory.maybe)),
          thrown_(places_ - std::clamp(memory.number, 0, card_count)) {}

    // The chance in percent that he holds one of so many cards that he may hold.
    int at_least_one(int number) const {
        return chances[static_cast<std::size_t>(places_)]
                      [static_cast<std::size_t>(std::max(thrown_, 0))]
                      [static_cast<std::size_t>(number)];
    }

    // What the other side most likely holds: the cards that it threw were low ones.
    Cards likely() const { return sure_ | by_suit(without_lowest(doubtful_, thrown_)); }

    // The same when he has played one card and it is known that he holds none of these.
    Cards likely(Cards gone, int number) const {
        const Cards left = doubtful_ & ~by_rank(gone);
        return (sure_ & ~gone) | by_suit(without_lowest(left, thrown_ + 1 - number));
    }

private:
    static Cards without_lowest(Cards cards, int number) {
        for (; number > 0; --number) cards &= cards - 1u;
        return cards;
    }

    Cards sure_, doubtful_;
    int places_, thrown_;
};

Policy::Policy(const Weights& weights)
    : weights_(weights),
      discards_{Discards(weights.exchange[elder_seat]), Discards(weights.exchange[younger_seat])},
      lead_plays_(holdings),
      follow_plays_(holdings) {
    for (unsigned mine = 0; mine < 256; ++mine) {
        for (unsigned his = 0; his < 256; ++his) {
            if ((mine & his) != 0) continue;
            const LedOut own = led_out(mine, his), others = led_out(his, mine);
            const int guard = guarded(mine, his);
            const auto worth = [&](const PlayWeights& play) {
                return play.sure * own.sure + play.wins * own.wins + play.guard * guard -
                       play.other_sure * others.sure - play.other_wins * others.wins;
            };
            const std::size_t at = both_holdings(mine, his);
            lead_plays_[at] = worth(weights.lead) * in_worth + own.sure;
            follow_plays_[at] = worth(weights.follow) * in_worth + others.sure;
        }
    }
}

Cards Policy::discards(Seat seat, Cards hand, Cards unseen, int fewest, int most) const {
    return discards_[seat].choose(hand, unseen, fewest, most);
}

Policy::Outlook Policy::on_lead(const Memory& memory) const {
    const int mine = memory.mine + 1, points = memory.points + 1;
    const bool alive = memory.elder && memory.against == 0 && points < weights_.pique_at;
    Outlook outlook{&lead_plays_, weights_.cards, weights_.capot, weights_.pique};
    outlook.most_cash = never;
    outlook.cards_from = mine < most_tricks ? most_tricks - mine : never;
    outlook.capot_from = hand_size - mine;
    outlook.pique_from = alive ? weights_.pique_at - points : never;
    return outlook;
}

// After a lead that loses the other side has scored one more.
Policy::Outlook Policy::off_lead(const Memory& memory) const {
    const int led = memory.led < 0 ? 1 : 0;
    const int others = memory.other + 1, against = memory.against + led;
    const bool silent = !memory.elder && memory.points + led == 0;
    Outlook outlook{&follow_plays_, -weights_.cards, -weights_.capot, -weights_.pique};
    outlook.most_cash = memory.number - led;
    outlook.cards_from = others < most_tricks ? most_tricks - others : never;
    outlook.capot_from = hand_size - others;
    outlook.pique_from = silent && against < weights_.pique_at ? weights_.pique_at - against : never;
    return outlook;
}

// Adds up the suits, and what is certain by the tricks that can be cashed.
int Policy::Outlook::worth(Cards hand, Cards likely) const {
    int sum = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        sum += (*plays)[both_holdings(holding(hand, suit), holding(likely, suit))];
    }
    const int cash = std::min(sum & (in_worth - 1), most_cash);
    return (sum >> worth_bits) + (cash >= cards_from ? cards : 0) +
           (cash >= capot_from ? capot : 0) + (cash >= pique_from ? pique : 0);
}

// A lead wins, or the other side takes it as cheaply as possible.
int Policy::best_lead(const Memory& memory, Cards playable) const {
    const Doubt doubt(memory);
    const Outlook won = on_lead(memory), lost = off_lead(memory);
    return best_of(playable, memory.hand, memory.maybe, [&](int card) {
        const Cards left = memory.hand & ~bit(card);
        const Cards his = memory.maybe & whole_suit(suit_of(card));
        const Cards higher = his & ~((bit(card) << 1) - 1u);
        if (higher == 0) {
            const Cards likely = doubt.likely(lowest_of(his), his != 0 ? 1 : 0);
            return 100 * (weights_.trick + won.worth(left, likely));
        }
        const int number = size_of(higher);
        const int risk = (higher & memory.sure) != 0 ? 100 : doubt.at_least_one(number);
        int worth = 0;
        if (risk > 0) worth += risk * lost.worth(left, doubt.likely(lowest_of(higher), 1));
        if (risk < 100) {
            const Cards likely = doubt.likely(higher, number);
            worth += (100 - risk) * (weights_.trick + won.worth(left, likely));
        }
        return worth;
    });
}

// A card that follows takes the trick or does not.
int Policy::best_reply(const Memory& memory, Cards playable) const {
    const Cards likely = Doubt(memory).likely();
    const Outlook won = on_lead(memory), lost = off_lead(memory);
    return best_of(playable, memory.hand, memory.maybe | bit(memory.led), [&](int card) {
        const Cards left = memory.hand & ~bit(card);
        if (takes(card, memory.led)) return weights_.trick + won.worth(left, likely);
        return lost.worth(left, likely);
    });
}

int Policy::card(const Memory& memory, Cards playable) const {
    if ((playable & (playable - 1)) == 0) return lowest(playable);
    if (!weights_.careful) return careless_card(memory, playable);
    return memory.led < 0 ? best_lead(memory, playable) : best_reply(memory, playable);
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
    return (thrown & (thrown - 1)) | bit(another_card(others, astray));
}

int Policy::another_card(Cards playable, std::uint64_t astray) {
    const std::uint64_t skip = astray % static_cast<std::uint64_t>(size_of(playable));
    return card_above(playable, static_cast<unsigned>(skip));
}

}  // namespace piquet
