#include "exchange.hpp"

#include <algorithm>

namespace piquet {
namespace {

// So many worlds are looked at for one that bears out the number of cards elder took.
constexpr int tries = 24;

}  // namespace

World::World(const Exchange& exchange, const Tables& tables, Random random)
    : exchange_(exchange), tables_(tables), random_(random), deal_(world_of(exchange, random_)) {
    if (exchange.seat == younger_seat && exchange.opponent != nullptr) {
        for (int i = 1; i < tries && !elder_would(); ++i) deal_ = world_of(exchange, random_);
    }
    if (exchange.seat == younger_seat) {
        others_[0] = exchanged(elder_seat, 0, exchange.taken, exchange.taken);
    }
}

const World::Exchanged& World::by_other(Cards thrown) {
    if (exchange_.seat == younger_seat) return others_[0];
    const int number = size_of(thrown);
    Exchanged& other = others_[static_cast<std::size_t>(number)];
    if (other.hand == 0) {
        other = exchanged(younger_seat, number, tables_.younger_min, talon_size - number);
    }
    return other;
}

std::array<Cards, 2> World::hands(Cards thrown) {
    const int number = size_of(thrown);
    const Cards kept = exchange_.hand & ~thrown, others = by_other(thrown).hand;
    if (exchange_.seat == elder_seat) return {kept | deal_.drawn(0, number), others};
    return {others, kept | deal_.drawn(exchange_.taken, exchange_.taken + number)};
}

void World::exchange_in(Playout& playout, Cards thrown) {
    const Cards others = by_other(thrown).thrown;
    const bool elder = exchange_.seat == elder_seat;
    playout.exchange(deal_, {elder ? thrown : others, elder ? others : thrown}, blanks());
}

std::array<bool, 2> World::blanks() const {
    return {tables_.blank(deal_.hands[elder_seat]), tables_.blank(deal_.hands[younger_seat])};
}

bool World::elder_would() const {
    const Cards hand = deal_.hands[elder_seat];
    const Cards thrown = exchange_.opponent->discards(elder_seat, hand, tables_.elder_min,
                                                      tables_.elder_max);
    return size_of(thrown) == exchange_.taken;
}

World::Exchanged World::exchanged(Seat seat, int first, int fewest, int most) {
    const Cards hand = deal_.hands[seat];
    const Cards thrown = exchange_.opponent != nullptr
                             ? exchange_.opponent->discards(seat, hand, fewest, most)
                             : random_.subset(hand, most);
    return {(hand & ~thrown) | deal_.drawn(first, first + size_of(thrown)), thrown};
}

Deal world_of(const Exchange& exchange, Random& random) {
    const Cards all = ~exchange.hand, within = all & exchange.within;
    Deal deal;
    deal.hands[exchange.seat] = exchange.hand;
    // A part of the cards is dealt from first; all of them make it one shuffle.
    Cards dealt = within == all ? 0 : random.subset(within, hand_size);
    std::array<std::uint8_t, card_count> unseen;
    unsigned count = 0;
    for (Cards rest = all & ~dealt; rest != 0; rest &= rest - 1) {
        unseen[count++] = static_cast<std::uint8_t>(lowest(rest));
    }
    for (unsigned i = count - 1; i > 0; --i) std::swap(unseen[i], unseen[random.below(i + 1)]);
    for (unsigned i = 0; i < count - talon_size; ++i) dealt |= bit(unseen[i]);
    deal.hands[other(exchange.seat)] = dealt;
    for (std::size_t i = 0; i < talon_size; ++i) {
        deal.talon[i + 1] = deal.talon[i] | bit(unseen[count - talon_size + i]);
    }
    return deal;
}

void weigh_discards(const Exchange& exchange, const Tables& tables, const SolvedTable& table,
                    Random random, std::int16_t* out) {
    World world(exchange, tables, random);
    const std::array<bool, 2> blanks = world.blanks();
    for (const Cards thrown : exchange.discards) {
        const auto [elder, younger] = world.hands(thrown);
        const Reckoning reckoning(tables, elder, younger, blanks);
        const double net = reckoning.solved(table, elder, younger, exchange.search_pique);
        *out++ = static_cast<std::int16_t>(exchange.seat == elder_seat ? net : -net);
    }
}

void count_discards(const Exchange& exchange, const Tables& tables, const SolvedTable& table,
                    Random random, std::int16_t* out) {
    World world(exchange, tables, random);
    const std::array<bool, 2> blanks = world.blanks();
    const auto put = [&](const std::array<int, 2>& points) {
        *out++ = static_cast<std::int16_t>(points[exchange.seat]);
        *out++ = static_cast<std::int16_t>(points[other(exchange.seat)]);
    };
    if (exchange.play != nullptr) {
        std::vector<Playout> deals;
        deals.reserve(Playout::at_once);
        for (const Cards& thrown : exchange.discards) {
            deals.emplace_back(tables, std::array{exchange.play, exchange.play}, random,
                               random.state());
            world.exchange_in(deals.back(), thrown);
            if (deals.size() < Playout::at_once && &thrown != &exchange.discards.back()) continue;
            Playout::play_on(deals);
            for (const Playout& deal : deals) put(deal.points());
            deals.clear();
        }
        return;
    }
    for (const Cards thrown : exchange.discards) {
        const auto [elder, younger] = world.hands(thrown);
        Reckoning reckoning(tables, elder, younger, blanks);
        const Line line = table.line(elder, younger);
        Seat leader = elder_seat;
        for (std::size_t i = 0; i < 2 * hand_size; i += 2) {
            const int led = line.cards[i], reply = line.cards[i + 1];
            reckoning.lead(leader, led);
            leader = reckoning.follow(leader, led, reply, hand_size - 1 - static_cast<int>(i / 2));
        }
        put({reckoning.points(elder_seat), reckoning.points(younger_seat)});
    }
}

}  // namespace piquet
