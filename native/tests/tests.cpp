// Unit tests of the core, without Python.  Prints a line for each check that fails and, last,
// how many passed and failed.
#include <array>
#include <bit>
#include <atomic>
#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>

#include "exchange.hpp"
#include "numbering.hpp"
#include "parallel.hpp"
#include "pique.hpp"
#include "policy.hpp"
#include "solve.hpp"
#include "solved.hpp"
#include "vectors.hpp"
#include "worlds.hpp"

using namespace piquet;

namespace {

int passed = 0;
int failed = 0;

void expect(bool good, const std::string& what) {
    if (good) {
        ++passed;
    } else {
        ++failed;
        std::printf("FAILED: %s\n", what.c_str());
    }
}

using Generator = std::mt19937;

struct Position {
    Cards leader = 0;
    Cards follower = 0;
};

Cards draw(Generator& random, Cards from, int count) {
    Cards drawn = 0;
    while (size_of(drawn) < count) drawn |= from & bit(static_cast<int>(random() % card_count));
    return drawn;
}

Position random_position(Generator& random, int cards, Cards pack = ~Cards{0}) {
    const Cards leader = draw(random, pack, cards);
    return {leader, draw(random, pack & ~leader, cards)};
}

// Card play by the book, nothing merged and nothing remembered.
int slow_value(Cards leader, Cards follower, int z) {
    if (leader == 0) return z;
    int best = -1;
    for (Cards leads = leader; leads != 0; leads &= leads - 1) {
        const int led = lowest(leads);
        int worst = 99;
        for (Cards rest = legal_replies(follower, led); rest != 0; rest &= rest - 1) {
            const int reply = lowest(rest);
            const Cards mine = leader & ~bit(led), his = follower & ~bit(reply);
            const int s = takes(reply, led) ? 2 * size_of(mine) + z - slow_value(his, mine, z)
                                            : 2 + slow_value(mine, his, z);
            if (s < worst) worst = s;
        }
        if (worst > best) best = worst;
    }
    return best;
}

// The same with a pique, by its definition: play everything out and add up.
double slow_pique(Cards leader, Cards follower, const Pique& pique, int score, bool elder_leads,
                  bool alive, int won, int z) {
    if (leader == 0) return pique.payoff[std::size_t(2 * won + (elder_leads ? z : 0))];
    double best = elder_leads ? -1e9 : 1e9;
    for (Cards leads = leader; leads != 0; leads &= leads - 1) {
        const int led = lowest(leads);
        double worst = elder_leads ? 1e9 : -1e9;
        for (Cards rest = legal_replies(follower, led); rest != 0; rest &= rest - 1) {
            const int reply = lowest(rest);
            const Cards mine = leader & ~bit(led), his = follower & ~bit(reply);
            const bool taken = takes(reply, led);
            const bool elder_wins = elder_leads != taken;
            double bonus = 0.0;
            int now = score;
            bool still = alive && elder_leads;
            if (still) {
                now += pique.lead;
                if (now < pique.threshold) {
                    still = !taken;
                    if (still) now += pique.gains[std::size_t(won + 1)];
                }
                if (now >= pique.threshold) {
                    bonus = pique.bonus;
                    still = false;
                }
            }
            const double value =
                bonus + slow_pique(taken ? his : mine, taken ? mine : his, pique, now,
                                   elder_wins, still, won + (elder_wins ? 1 : 0), z);
            if (elder_leads ? value < worst : value > worst) worst = value;
        }
        if (elder_leads ? worst > best : worst < best) best = worst;
    }
    return best;
}

void test_numbering() {
    const std::array<Slot, 13> counts{0,     3,      21,     126,     747,     3676,    17040,
                                      72346, 278246, 952728, 2940524, 8034748, 18770684};
    const Numbering& numbers = numbering();
    for (int n = 1; n <= hand_size; ++n) {
        expect(numbers.level_end(n) - numbers.level_start(n) == counts[std::size_t(n)],
               "positions of " + std::to_string(n) + " cards");
    }
    Generator random(1);
    std::set<Slot> met;
    bool in_level = true, same_suits = true, same_ranks = true;
    for (int i = 0; i < 200000; ++i) {
        const Cards pack = i % 2 == 0 ? ~Cards{0} : whole_suit(0) | bit(9);
        const Position at = random_position(random, 3, pack);
        const Slot slot = numbers.slot(at.leader, at.follower);
        met.insert(slot);
        in_level = in_level && slot >= numbers.level_start(3) && slot < numbers.level_end(3);
        const auto turned = [](Cards cards) { return std::rotl(cards, 8); };
        same_suits = same_suits && slot == numbers.slot(turned(at.leader), turned(at.follower));
        const auto raised = [](Cards cards) { return cards << 1; };
        if (((at.leader | at.follower) & 0x80808080u) == 0) {
            same_ranks = same_ranks && slot == numbers.slot(raised(at.leader), raised(at.follower));
        }
    }
    expect(met.size() == 126, "every number of three cards is met");
    expect(in_level, "numbers stay in their level");
    expect(same_suits, "the order of suits makes no difference");
    expect(same_ranks, "ranks that nobody holds make no difference");
}

void test_solving(int z, const std::array<std::uint64_t, 8>& sums) {
    const std::vector<std::uint8_t> values = solve(z, 2, {}, 7);
    const std::vector<std::uint8_t> packed = pack(values);
    const SolvedTable table(packed.data(), z);
    const std::string which = z > 0 ? " (2T + L)" : " (2T - L)";
    std::array<std::uint64_t, 8> found{};
    bool same = true;
    for (int n = 1; n <= 7; ++n) {
        for (Slot i = numbering().level_start(n); i < numbering().level_end(n); ++i) {
            found[std::size_t(n)] += values[i];
            same = same && table.at(i) == values[i];
        }
    }
    expect(found == sums, "sums up to seven cards" + which);
    expect(same, "packed values read back" + which);

    int compared = 0, differing = 0;
    for (const auto& row : rows_of_vectors("core_values.tsv")) {
        const Cards leader = static_cast<Cards>(row[0]), follower = static_cast<Cards>(row[1]);
        if (size_of(leader) > 7) continue;
        ++compared;
        differing += std::uint64_t(table.value(leader, follower)) != row[z > 0 ? 2 : 3];
    }
    expect(compared == 78 && differing == 0, "the values of core_values.tsv" + which);

    Generator random(2);
    bool right = true, leads = true, replies = true, lines = true;
    for (int i = 0; i < 4000; ++i) {
        const Position at = random_position(random, 1 + i % 4);
        right = right && table.value(at.leader, at.follower) ==
                             slow_value(at.leader, at.follower, z);
    }
    for (int i = 0; i < 2000; ++i) {
        const Position at = random_position(random, 1 + i % 7);
        const int s = table.value(at.leader, at.follower);
        const CardValues of = table.leads(at.leader, at.follower);
        int best = -1;
        for (int card = 0; card < card_count; ++card) {
            const std::int8_t value = of[std::size_t(card)];
            leads = leads && (value != no_value) == ((at.leader & bit(card)) != 0);
            if (value == no_value) continue;
            if (value > best) best = value;
            int worst = 99;
            const Cards left = at.leader & ~bit(card);
            for (const std::int8_t reply : table.replies(left, at.follower, card)) {
                if (reply != no_value && reply < worst) worst = reply;
            }
            replies = replies && worst == value;
        }
        leads = leads && best == s;
        const Line line = table.line(at.leader, at.follower);
        lines = lines && 2 * line.tricks + z * line.last == s &&
                line.length == 2 * size_of(at.leader);
    }
    expect(right, "values equal slow play" + which);
    expect(leads, "the best lead has the value of the position" + which);
    expect(replies, "a lead has the value of the best reply" + which);
    expect(lines, "the best line comes to the value" + which);
}

void test_pique(int z) {
    const std::vector<std::uint8_t> packed = pack(solve(z, 2, {}, 7));
    const SolvedTable table(packed.data(), z);
    Generator random(3);
    bool right = true;
    int piques = 0;
    for (int i = 0; i < 3000; ++i) {
        const int cards = 1 + i % 4;
        Pique pique;
        for (std::size_t s = 0; s < pique.payoff.size(); ++s) {
            pique.payoff[s] = double(s) + (s >= 14 ? 10.0 : 0.0) + (s >= 24 ? 30.0 : 0.0);
        }
        pique.lead = i % 3 == 0 ? 0 : 1;
        for (int& gain : pique.gains) gain = pique.lead == 0 ? 1 : 0;
        pique.gains[hand_size] += z > 0 ? 1 : 0;
        pique.threshold = 30;
        pique.bonus = 30.0;
        const Position at = random_position(random, cards);
        const int score = 30 - static_cast<int>(random() % unsigned(cards + 2));
        if (score >= 30) continue;
        const double slow = slow_pique(at.leader, at.follower, pique, score, true, true,
                                       hand_size - cards, z);
        PiqueSearch search(table, pique);
        const double value = search.value(at.leader, at.follower, score);
        const Payoffs leads = search.leads(at.leader, at.follower, score);
        double best = -1e9;
        for (const double lead : leads) best = lead > best ? lead : best;
        right = right && value == slow && best == slow;
        const int s = 2 * (hand_size - cards) + table.value(at.leader, at.follower);
        if (value != pique.payoff[std::size_t(s)]) ++piques;
    }
    expect(right, "live pique equals slow play");
    expect(piques > 100, "enough positions in which the pique decides");
}

void test_play() {
    const auto rows = rows_of_vectors("core_play.tsv");
    int differing = 0;
    for (const auto& row : rows) {
        const int led = static_cast<int>(row[0]);
        const Cards legal = legal_replies(static_cast<Cards>(row[1]), led);
        Cards winning = 0;
        for (Cards rest = legal; rest != 0; rest &= rest - 1) {
            if (takes(lowest(rest), led)) winning |= bit(lowest(rest));
        }
        differing += legal != row[2] || winning != row[3];
    }
    expect(rows.size() == 96 && differing == 0, "the tricks of core_play.tsv");
}

void test_worlds() {
    Tables strengths;
    for (unsigned byte = 0; byte < 256; ++byte) {
        strengths.points[byte] = Tables::packed({size_of(byte), 0});
    }
    Evidence evidence;
    evidence.unknown = 0x7FFFu;
    evidence.size = 12;
    expect(list_worlds(evidence, strengths).hands.size() == 455, "455 worlds for elder");
    evidence.unknown = 0x1FFFFu;
    const Worlds all = list_worlds(evidence, strengths);
    expect(all.hands.size() == 6188, "6,188 worlds for younger");
    expect(std::set<Cards>(all.hands.begin(), all.hands.end()).size() == 6188, "all different");
    evidence.point = {0, 7, 0.0};
    std::size_t held = 0;
    for (const Cards hand : all.hands) held += strengths.point(hand).strength <= 7 ? 1u : 0u;
    expect(held > 0 && list_worlds(evidence, strengths).hands.size() == held,
           "an answer rules out the hands that contradict it");
    evidence.point.outside = 0.25;
    const Worlds doubted = list_worlds(evidence, strengths);
    double weight = 0.0;
    for (const double one : doubted.weights) weight += one;
    expect(weight == double(held) + 0.25 * double(6188 - held), "doubt leaves a part of a world");
    evidence = {};
    evidence.unknown = 0xFF00u;
    evidence.certain = 0x3u;
    evidence.size = 5;
    evidence.second = 2;
    const Worlds pairs = list_worlds(evidence, strengths);
    bool apart = true;
    for (std::size_t i = 0; i < pairs.hands.size(); ++i) {
        apart = apart && (pairs.hands[i] & pairs.seconds[i]) == 0 &&
                (pairs.hands[i] & 0x3u) == 0x3u && size_of(pairs.seconds[i]) == 2;
    }
    expect(pairs.hands.size() == 56 * 10 && apart, "hands with a second group");
    int subsets = 0;
    for_each_subset(0xF0u, 0, [&](Cards subset) { subsets += subset == 0 ? 1 : 100; });
    for_each_subset(0u, 1, [&](Cards) { subsets += 100; });
    for_each_subset(0xF0u, 4, [&](Cards subset) { subsets += subset == 0xF0u ? 1 : 100; });
    expect(subsets == 2, "subsets of no card, of too few and of all");
}

// Numbers that make every card and every category count for something.
Tables some_tables() {
    Tables tables;
    for (unsigned held = 0; held < 256; ++held) {
        const int cards = size_of(held);
        tables.points[held] = Tables::packed({256 * cards + static_cast<int>(held % 64u), cards});
        const bool run = (held & held >> 1 & held >> 2) != 0;
        if (run) tables.sequences[held] = Tables::packed({256 * 3 + cards, 3});
    }
    Tables::BySet strengths{}, worths{};
    for (std::size_t rank = 3; rank < rank_count; ++rank) {
        strengths[rank] = {0, 0, 0, 768 + int(rank), 1024 + int(rank)};
        worths[rank] = {0, 0, 0, 3, 14};
    }
    tables.take_sets(strengths, worths);
    constexpr Tables::ByRank ones{1, 1, 1, 1, 1, 1, 1, 1};
    tables.take_cards(ones, {}, ones);
    tables.last_trick = 1;
    tables.cards = 10;
    tables.capot = 40;
    tables.repique = 60;
    tables.repique_at = tables.pique.threshold = 30;
    tables.repique_younger = tables.pique_in_time = true;
    tables.pique.bonus = 30;
    tables.pique.lead = 1;
    tables.elder_min = tables.younger_min = 1;
    tables.elder_max = 5;
    for (std::size_t s = 0; s < tables.pique.payoff.size(); ++s) {
        tables.pique.payoff[s] = static_cast<double>(s) - 12.0;
    }
    return tables;
}

// A player who keeps high cards and long suits, leads what wins, and throws low cards.
Weights some_weights() {
    Weights weights;
    for (Weights::Exchange& of : weights.exchange) {
        of.worths.resize(6561);
        of.trio = {120, 140, 170, 210, 260};
        of.quatorze = {500, 550, 600, 650, 700};
        of.fresh = 300;
    }
    weights.plays.resize(6561);
    for (unsigned mine = 0; mine < 256; ++mine) {
        for (unsigned his = 0; his < 256; ++his) {
            if ((mine & his) != 0) continue;
            const int held = size_of(mine);
            const std::size_t at = both_holdings(mine, his);
            for (Weights::Exchange& of : weights.exchange) {
                of.worths[at] = held * (50 + 20 * held) + static_cast<int>(mine) * 2;
            }
            const Weights::Change never{-(1 << 20), 0};
            Weights::Suit& suit = weights.plays[at];
            suit.win = suit.lose = suit.low = never;
            if (mine == 0) continue;
            const int high = 31 - std::countl_zero(mine), low = std::countr_zero(mine);
            (mine > his ? suit.win : suit.lose) = {held, high};
            suit.low = {-low, low};
            suit.sure = mine > his ? 1 : 0;
        }
    }
    weights.pique_at = 30;
    return weights;
}

void test_numbers_of_worlds() {
    const auto rows = rows_of_vectors("core_worlds.tsv");
    const Tables tables = some_tables();
    int differing = 0;
    for (const auto& row : rows) {
        Evidence evidence;
        for (std::uint64_t i = 0; i < row[0]; ++i) evidence.unknown |= bit(static_cast<int>(i));
        for (std::uint64_t i = 0; i < row[1]; ++i) evidence.certain |= bit(31 - static_cast<int>(i));
        evidence.size = static_cast<int>(row[2]);
        evidence.second = static_cast<int>(row[3]);
        differing += list_worlds(evidence, tables).hands.size() != row[4];
    }
    expect(rows.size() == 15 && differing == 0, "the numbers of core_worlds.tsv");
}

void test_reckoning() {
    const Tables tables = some_tables();
    bool adds_up = true, bonus_once = true;
    for (std::uint64_t index = 0; index < 3000; ++index) {
        Random random(1, index);
        const Deal deal = shuffled(random);
        Reckoning reckoning(tables, deal.hands[elder_seat], deal.hands[younger_seat]);
        const int before = reckoning.points(elder_seat) + reckoning.points(younger_seat);
        std::array<Cards, 2> hands = deal.hands;
        Seat leader = elder_seat;
        int captures = 0;
        for (int left = hand_size - 1; left >= 0; --left) {
            const int led = random.card_of(hands[leader]);
            hands[leader] &= ~bit(led);
            const Seat follower = other(leader);
            const int reply = random.card_of(legal_replies(hands[follower], led));
            hands[follower] &= ~bit(reply);
            reckoning.lead(leader, led);
            reckoning.follow(leader, led, reply, left);
            if (takes(reply, led)) {
                leader = follower;
                ++captures;
            }
        }
        const int won = reckoning.tricks(elder_seat), lost = reckoning.tricks(younger_seat);
        const int cards = won == lost ? 0 : won * lost == 0 ? 40 : 10;
        const int play = reckoning.points(elder_seat) + reckoning.points(younger_seat) - before;
        const int expected = hand_size + captures + 1 + cards;
        adds_up = adds_up && won + lost == hand_size;
        bonus_once = bonus_once && (play == expected || play == expected + 30);
    }
    expect(adds_up, "every trick is counted once");
    expect(bonus_once, "leads, captures, the last trick and the cards, and a pique at most once");
}

void test_cards() {
    Random random(5, 0);
    bool found = true, dealt = true;
    for (int i = 0; i < 2000; ++i) {
        const Cards cards = random.subset(~Cards{0}, 1 + i % card_count);
        unsigned skip = 0;
        for (Cards rest = cards; rest != 0; rest &= rest - 1) {
            found = found && card_above(cards, skip++) == lowest(rest);
        }
        const Deal deal = shuffled(random);
        Cards all = deal.hands[elder_seat] | deal.hands[younger_seat];
        dealt = dealt && size_of(deal.hands[elder_seat]) == hand_size && size_of(all) == 24;
        for (int i = 0; i < talon_size; ++i) {
            const Cards card = deal.drawn(i, i + 1);
            dealt = dealt && size_of(card) == 1 && (all & card) == 0;
            all |= card;
        }
    }
    expect(found, "cards are found by place");
    expect(dealt, "every card is dealt once");
}

// What a hand is worth when some of it is thrown, by the plain way.
int worth_of(const Weights::Exchange& exchange, Cards hand, Cards thrown) {
    int worth = exchange.fresh * size_of(thrown);
    for (int suit = 0; suit < suit_count; ++suit) {
        worth += exchange.worths[both_holdings(holding(hand & ~thrown, suit), holding(thrown, suit))];
    }
    for (int rank = 3; rank < rank_count; ++rank) {
        const int held = size_of_rank(hand, rank), kept = size_of_rank(hand & ~thrown, rank);
        const auto place = static_cast<std::size_t>(rank - 3);
        worth += kept * (held == 4 ? exchange.quatorze[place] : held == 3 ? exchange.trio[place] : 0);
    }
    return worth;
}

void test_policy() {
    const Weights weights = some_weights();
    const Weights::Exchange& exchange = weights.exchange[elder_seat];
    const Policy policy(weights);
    bool legal = true, best = true;
    for (std::uint64_t index = 0; index < 300; ++index) {
        Random random(2, index);
        const Cards hand = shuffled(random).hands[elder_seat];
        const int most = 1 + static_cast<int>(random.below(7));
        const int fewest = 1 + static_cast<int>(random.below(static_cast<unsigned>(most)));
        const Cards thrown = policy.discards(elder_seat, hand, fewest, most);
        const int number = size_of(thrown), worth = worth_of(exchange, hand, thrown);
        legal = legal && (thrown & ~hand) == 0 && number >= fewest && number <= most;
        for (Cards other = hand; other != 0; other = (other - 1) & hand) {
            bool alike = true;
            for (int suit = 0; suit < suit_count; ++suit) {
                alike = alike && std::popcount(holding(other, suit)) ==
                                     std::popcount(holding(thrown, suit));
            }
            if (alike) best = best && worth_of(exchange, hand, other) <= worth;
        }
    }
    expect(legal, "what is thrown is held, and as many as may be");
    expect(best, "no other cards of the same suits are better thrown");
    Weights wrong = some_weights();
    wrong.exchange[younger_seat].worths.pop_back();
    bool refused = false;
    try {
        const Policy none(wrong);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    expect(refused, "weights with too few numbers are refused");
}

void test_playouts() {
    const Tables tables = some_tables();
    const Policy policy(some_weights());
    std::array<long, 3> margins{};
    for (std::uint64_t index = 0; index < 600; ++index) {
        const std::array<std::array<const Policy*, 2>, 3> seatings{
            {{&policy, nullptr}, {nullptr, &policy}, {&policy, &policy}}};
        for (std::size_t i = 0; i < seatings.size(); ++i) {
            Random random(3, index);
            const Deal deal = shuffled(random);
            std::vector<Playout> one(1, Playout(tables, seatings[i], random, index));
            one[0].deal(deal);
            Playout::play_on(one);
            const auto points = one[0].points();
            margins[i] += points[elder_seat] - points[younger_seat];
        }
    }
    expect(margins[0] > margins[2] && margins[2] > margins[1], "a rule player beats chance");
}

void test_exchange() {
    const std::vector<std::uint8_t> packed = pack(solve(1, 2));
    const SolvedTable table(packed.data(), 1);
    const Tables tables = some_tables();
    const Policy policy(some_weights());
    Random random(4, 0);
    Exchange exchange{elder_seat, shuffled(random).hands[elder_seat], 0, {}, &policy, true};
    for_each_subset(exchange.hand, 2, [&](Cards cards) { exchange.discards.push_back(cards); });
    expect(exchange.discards.size() == 66, "66 pairs of twelve cards");
    std::vector<std::int16_t> net(66), both(132);
    bool bounded = true;
    for (std::uint64_t index = 0; index < 20; ++index) {
        weigh_discards(exchange, tables, table, Random(4, index), net.data());
        count_discards(exchange, tables, table, Random(4, index), both.data());
        for (std::size_t i = 0; i < 66; ++i) bounded = bounded && net[i] > -200 && net[i] < 200;
        for (const std::int16_t points : both) bounded = bounded && points >= 0 && points < 200;
    }
    expect(bounded, "points stay within what a deal can bring");
    std::uint64_t sum = 0;
    for (const std::uint64_t level : table.sums()) sum += level;
    expect(sum == 395399617, "the sum over all positions");
}

void test_parallel() {
    std::atomic<int> sum{0};
    run_tasks(1000, 4, [&](int i) { sum += i; });
    expect(sum == 499500, "every task runs once");
    bool thrown = false;
    try {
        run_tasks(100, 2, [](int i) {
            if (i == 50) throw std::runtime_error("fifty");
        });
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    expect(thrown, "what a task throws arrives");
    expect(solve(1, 2, [](std::uint32_t) { return false; }).empty(), "solving can be stopped");
}

}  // namespace

int main() {
    test_numbering();
    test_solving(1, {0, 6, 67, 531, 3869, 22992, 124431, 602803});
    test_solving(-1, {0, 2, 43, 411, 3223, 19939, 110330, 542001});
    test_pique(1);
    test_pique(-1);
    test_play();
    test_worlds();
    test_numbers_of_worlds();
    test_reckoning();
    test_cards();
    test_policy();
    test_playouts();
    test_exchange();
    test_parallel();
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
