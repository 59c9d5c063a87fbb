#include "policy.hpp"

#include <algorithm>
#include <limits>

#include "random.hpp"
#include "runs.hpp"
#include "ternary.hpp"

namespace piquet {
namespace {

constexpr int ten = 3;
constexpr unsigned ace_bit = 128, king_bit = 64, queen_bit = 32, knave_bit = 16;
constexpr int scale = 1000;
constexpr int most_tricks = hand_size / 2 + 1;  // more than the other can have

// In how many ways some cards are chosen, out of at most those that a player has not seen.
using Choices = std::array<std::array<std::int64_t, all_unseen + 1>, all_unseen + 1>;

constexpr Choices count_choices() {
    Choices ways{};
    for (std::size_t of = 0; of <= all_unseen; ++of) {
        ways[of][0] = 1;
        for (std::size_t taken = 1; taken <= of; ++taken) {
            ways[of][taken] = ways[of - 1][taken - 1] + (taken < of ? ways[of - 1][taken] : 0);
        }
    }
    return ways;
}

constexpr Choices all_choices = count_choices();

std::int64_t choices(int of, int taken) {
    if (taken < 0 || taken > of) return 0;
    return all_choices[static_cast<std::size_t>(of)][static_cast<std::size_t>(taken)];
}

// The chance in thousandths that all the wanted cards are among those drawn.
std::int64_t chance(int wanted, int draws, int total) {
    if (wanted > draws) return 0;
    return scale * choices(total - wanted, draws - wanted) / choices(total, draws);
}

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

// By the eight bits of a suit: how many cards, and those from ten up packed three bits a rank, so
// that those of four suits add up.
struct Holding {
    std::uint16_t size = 0;
    std::uint16_t courts = 0;
};

constexpr std::array<Holding, 256> describe_holdings() {
    std::array<Holding, 256> each{};
    for (unsigned cards = 0; cards < 256; ++cards) {
        unsigned packed = 0;
        for (int place = 0; place < court_ranks; ++place) {
            packed |= (cards >> (ten + place) & 1u) << (3 * place);
        }
        each[cards] = {static_cast<std::uint16_t>(size_of(cards)),
                       static_cast<std::uint16_t>(packed)};
    }
    return each;
}

constexpr std::array<Holding, 256> described = describe_holdings();

}  // namespace

Policy::Policy(const Weights& weights) : weights_(weights), plays_(holdings) {
    for (const ExchangeWeights& of : weights.exchange) {
        for (std::size_t place = 0; place < court_ranks; ++place) {
            bounded_ = bounded_ && 0 <= of.trio[place] && of.trio[place] <= of.quatorze[place];
        }
    }
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
    for (std::size_t seat = 0; seat < 2; ++seat) {
        for (int draws = 0; draws <= talon_size; ++draws) {
            const auto drawn = static_cast<std::size_t>(draws);
            for (std::size_t place = 0; place < court_ranks; ++place) {
                for (int held = 0; held <= suit_count; ++held) {
                    sets_[seat][drawn][place][static_cast<std::size_t>(held)] =
                        rank_worth(weights_.exchange[seat], place, held, suit_count - held, draws,
                                   all_unseen);
                }
            }
            for (unsigned held = 0; held < 256; ++held) {
                keeps_[seat][drawn][held] = ways_to_keep(weights_.exchange[seat], held,
                                                         ~held & 0xFFu, draws, all_unseen);
            }
        }
    }
}

// Every way to keep of a suit that no other way beats: of those with as many cards and the same
// from ten up, the one worth most, and of equal ones the greatest.
std::vector<Policy::Keep> Policy::ways_to_keep(const ExchangeWeights& weights, unsigned held,
                                               unsigned unseen, int draws, int total) const {
    std::vector<Keep> ways;
    for (unsigned part = held;; part = (part - 1u) & held) {  // the greatest first
        const Keep keep{suit_worth(weights, part, unseen, draws, total), described[part].courts,
                        static_cast<std::uint8_t>(part),
                        static_cast<std::uint8_t>(described[part].size)};
        const auto same = std::find_if(ways.begin(), ways.end(), [&](const Keep& other) {
            return other.size == keep.size && other.courts == keep.courts;
        });
        if (same == ways.end()) {
            ways.push_back(keep);
        } else if (keep.worth > same->worth) {
            *same = keep;
        }
        if (part == 0) return ways;
    }
}

// What the cards kept of one suit are worth as point, as sequences and in play, in thousandths of
// the weights, so that nothing below zero is ever divided.
int Policy::suit_worth(const ExchangeWeights& weights, unsigned kept, unsigned unseen, int draws,
                       int total) const {
    const int number = size_of(kept);
    const int coming = total > 0 ? 100 * draws * size_of(unseen) / total : 0;
    const int whole = (100 * number + coming) / 100, part = (100 * number + coming) % 100;
    const auto length = [&](int cards) {
        return weights.length[static_cast<std::size_t>(std::min(cards, rank_count))];
    };
    std::int64_t worth = (length(whole) * (100 - part) + length(whole + 1) * part) * (scale / 100);
    for (int size = 3; size <= rank_count; ++size) {
        for (int low = 0; low <= rank_count - size; ++low) {
            const unsigned window = ((1u << size) - 1u) << low;
            const unsigned missing = window & ~kept;
            if ((missing & ~unseen) != 0) continue;
            worth += weights.runs[static_cast<std::size_t>(size - 3)] *
                     chance(size_of(missing), draws, total);
        }
    }
    int honours = 0;
    if ((kept & ace_bit) != 0) honours += weights.ace;
    if ((kept & king_bit) != 0) honours += number > 1 ? weights.king : weights.bare;
    if ((kept & queen_bit) != 0 && (number > 2 || (kept & king_bit) != 0)) honours += weights.queen;
    if ((kept & knave_bit) != 0 && (number > 3 || (kept & queen_bit) != 0)) {
        honours += weights.knave;
    }
    worth += honours * scale;
    return static_cast<int>(worth);
}

// What keeping 0 to `held` cards of a rank is worth as trio or quatorze, `open` more being unseen.
Policy::RankWorth Policy::rank_worth(const ExchangeWeights& weights, std::size_t place, int held,
                                     int open, int draws, int total) const {
    RankWorth worths{};
    for (int kept = 0; kept <= held; ++kept) {
        std::int64_t worth = 0;
        for (int drawn = 0; drawn <= std::min(open, draws); ++drawn) {
            const int made = kept + drawn;
            if (made < 3 || made > 4 || total - open < draws - drawn) continue;
            const int value = made == 3 ? weights.trio[place] : weights.quatorze[place];
            const std::int64_t ways = choices(open, drawn) * choices(total - open, draws - drawn);
            worth += scale * value * ways / choices(total, draws);
        }
        worths[static_cast<std::size_t>(kept)] = static_cast<int>(worth);
    }
    return worths;
}

void Policy::weigh(Worths& worths, Seat seat, Cards hand, Cards unseen, int draws) const {
    const ExchangeWeights& weights = weights_.exchange[seat];
    const int total = size_of(unseen);
    const auto drawn = static_cast<std::size_t>(draws);
    const bool all = unseen == ~hand && total == all_unseen;
    worths.hand = hand;
    for (std::size_t place = 0; place < court_ranks; ++place) {
        const int rank = ten + static_cast<int>(place);
        const int held = size_of_rank(hand, rank);
        worths.sets[place] =
            all ? sets_[seat][drawn][place][static_cast<std::size_t>(held)]
                : rank_worth(weights, place, held, size_of_rank(unseen, rank), draws, total);
    }
    for (int suit = 0; suit < suit_count; ++suit) {
        const auto at = static_cast<std::size_t>(suit);
        const unsigned held = holding(hand, suit);
        if (!all) {
            worths.own[at] = ways_to_keep(weights, held, holding(unseen, suit), draws, total);
        }
        worths.suits[at] = all ? &keeps_[seat][drawn][held] : &worths.own[at];
    }
}

namespace {

// One way to keep of two neighbouring suits.
struct Part {
    int worth;
    std::uint16_t courts;
    std::uint16_t kept;
};

// All of them, those of one number of cards next to each other.
struct Half {
    std::array<Part, 1 << hand_size> parts;
    std::array<std::size_t, hand_size + 2> first{};  // where those of a number begin
    std::array<int, hand_size + 1> best;             // the greatest worth among them

    template <typename Keeps>
    void fill(const Keeps& one, const Keeps& two) {
        std::array<std::size_t, hand_size + 1> next{};
        best.fill(std::numeric_limits<int>::min() / 2);
        for (const auto& a : one) {
            for (const auto& b : two) ++next[std::size_t{a.size} + b.size];
        }
        for (std::size_t number = 0; number <= hand_size; ++number) {
            first[number + 1] = first[number] + next[number];
            next[number] = first[number];
        }
        for (const auto& a : one) {
            for (const auto& b : two) {
                const std::size_t number = std::size_t{a.size} + b.size;
                const int worth = a.worth + b.worth;
                best[number] = std::max(best[number], worth);
                parts[next[number]++] = {worth, static_cast<std::uint16_t>(a.courts + b.courts),
                                         static_cast<std::uint16_t>(a.kept | b.kept << 8)};
            }
        }
    }
};

}  // namespace

// The best cards to keep; of equal choices the greatest mask, so that the lowest is thrown.  What is
// worth no more than `enough` need not be found.
Policy::Best Policy::best_kept(const Worths& worths, int number, int enough) const {
    // Sets looked up by the packed numbers of tens and knaves, and of queens, kings and aces.
    std::array<int, 64> low;
    std::array<int, 512> high;
    const auto& sets = worths.sets;
    const auto held = [&](int place) {
        return static_cast<unsigned>(size_of_rank(worths.hand, ten + place));
    };
    for (unsigned a = 0; a <= held(0); ++a) {
        for (unsigned b = 0; b <= held(1); ++b) low[a | b << 3] = sets[0][a] + sets[1][b];
    }
    for (unsigned a = 0; a <= held(2); ++a) {
        for (unsigned b = 0; b <= held(3); ++b) {
            for (unsigned c = 0; c <= held(4); ++c) {
                high[a | b << 3 | c << 6] = sets[2][a] + sets[3][b] + sets[4][c];
            }
        }
    }
    Half lower, upper;
    lower.fill(*worths.suits[0], *worths.suits[1]);
    upper.fill(*worths.suits[2], *worths.suits[3]);
    unsigned all_lower = 0;  // the courts of the whole lower half: more sets cannot be made of it
    for (int suit = 0; suit < 2; ++suit) all_lower += described[holding(worths.hand, suit)].courts;
    const auto worth_of_sets = [&](unsigned packed) { return low[packed & 63u] + high[packed >> 6]; };

    const auto keep = static_cast<std::size_t>(number);
    int best = enough + 1;
    Cards kept = 0;
    for (std::size_t above = 0; above <= keep; ++above) {
        const int most_below = lower.best[keep - above];
        for (std::size_t i = upper.first[above]; i < upper.first[above + 1]; ++i) {
            const Part& one = upper.parts[i];
            if (bounded_ && one.worth + most_below + worth_of_sets(one.courts + all_lower) < best) {
                continue;
            }
            for (std::size_t j = lower.first[keep - above]; j < lower.first[keep - above + 1]; ++j) {
                const Part& two = lower.parts[j];
                const int worth = one.worth + two.worth + worth_of_sets(0u + one.courts + two.courts);
                if (worth < best) continue;
                const Cards mask = Cards{one.kept} << 16 | two.kept;
                if (worth > best || mask > kept) {
                    best = worth;
                    kept = mask;
                }
            }
        }
    }
    return {kept == 0 && number > 0 ? enough : best, kept};
}

// Fewer cards are thrown as long as that is better.
Cards Policy::discards(Seat seat, Cards hand, Cards unseen, int fewest, int most) const {
    Worths worths;
    int best = std::numeric_limits<int>::min() / 2;
    Cards thrown = 0;
    for (int draws = most; draws >= fewest; --draws) {
        weigh(worths, seat, hand, unseen, draws);
        const int fresh = draws * weights_.exchange[seat].fresh * scale;
        const Best found = best_kept(worths, size_of(hand) - draws, best - fresh);
        if (found.worth + fresh <= best) break;
        best = found.worth + fresh;
        thrown = hand & ~found.kept;
    }
    return thrown;
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
