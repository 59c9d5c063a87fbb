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
    Cards drawn = 0;
    for (std::size_t i = 0; i < talon_size; ++i) {
        drawn |= bit(deal_.talon[i]);
        drawn_[i + 1] = drawn;
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
    const auto number = static_cast<std::size_t>(size_of(thrown));
    const Cards kept = exchange_.hand & ~thrown, others = by_other(thrown).hand;
    if (exchange_.seat == elder_seat) return {kept | drawn_[number], others};
    const auto taken = static_cast<std::size_t>(exchange_.taken);
    return {others, kept | (drawn_[taken + number] & ~drawn_[taken])};
}

Opening World::opening(Cards thrown) {
    const Cards others = by_other(thrown).thrown;
    const bool elder = exchange_.seat == elder_seat;
    return opened(tables_, deal_, {elder ? thrown : others, elder ? others : thrown}, blanks());
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
    const auto from = static_cast<std::size_t>(first);
    const auto to = from + static_cast<std::size_t>(size_of(thrown));
    return {(hand & ~thrown) | (drawn_[to] & ~drawn_[from]), thrown};
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
    std::copy_n(unseen.begin() + (count - talon_size), talon_size, deal.talon.begin());
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
    for (const Cards thrown : exchange.discards) {
        if (exchange.play != nullptr) {
            Playout playout(tables, {exchange.play, exchange.play}, random, random.state());
            put(playout.rest(world.opening(thrown)));
            continue;
        }
        const auto [elder, younger] = world.hands(thrown);
        Reckoning reckoning(tables, elder, younger, blanks);
        const Line line = table.line(elder, younger);
        Seat leader = elder_seat;
        for (std::size_t i = 0; i < 2 * hand_size; i += 2) {
            const int led = line.cards[i], reply = line.cards[i + 1];
            reckoning.lead(leader, led);
            reckoning.follow(leader, led, reply, hand_size - 1 - static_cast<int>(i / 2));
            if (takes(reply, led)) leader = other(leader);
        }
        put({reckoning.points(elder_seat), reckoning.points(younger_seat)});
    }
}

}  // namespace piquet
