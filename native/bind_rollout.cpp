// Playouts that tell where the points came from, as the Oracle counts them.
#include <nanobind/stl/array.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "deal_checks.hpp"
#include "playout.hpp"

namespace piquet {

using namespace nb::literals;

namespace {

using Pair = std::array<Cards, 2>;
using Says = std::array<std::array<std::optional<Cards>, 3>, 2>;
using Settled = std::array<std::array<int, 4>, 2>;
constexpr int most_settled = 1000;  // more than any category scores

// By row and seat the points of each part, of deals that begin(i, deals) takes up.
template <typename Begin>
nb::object parts_of(std::size_t rows, int threads, Begin begin) {
    check_threads(threads);
    constexpr std::size_t columns = 2 * Reckoning::parts;
    check_amount(rows, columns);
    std::vector<std::int16_t> result(columns * rows);
    play_deals_out(rows, threads, begin, [&](std::size_t i, const Playout& deal) {
        auto to = result.begin() + static_cast<std::ptrdiff_t>(columns * i);
        for (const Seat seat : {elder_seat, younger_seat}) {
            const Reckoning::Parts parts = deal.reckoning().parts_of(seat);
            to = std::copy(parts.begin(), parts.end(), to);
        }
    });
    return hand_over(std::move(result), {rows, std::size_t{2}, Reckoning::parts});
}

// Cards dealt to the other side and to the talon, as far as a hand does not hold them: the first
// twelve come from `within`.  Row i is that of (seed, first + i).
nb::tuple deal_unseen(Cards hand, Cards within, std::uint64_t seed, std::uint64_t first,
                      std::size_t count, int threads) {
    if (size_of(hand) != hand_size) refuse("a hand has 12 cards before the exchange");
    if (size_of(within & ~hand) < hand_size) refuse("nobody can be dealt 12 cards of so few");
    check_threads(threads);
    check_amount(count, talon_size);
    std::vector<Cards> others(count);
    std::vector<std::uint8_t> talons(count * talon_size);
    Exchange asked{elder_seat, hand, 0, {}};
    asked.within = within;
    {
        nb::gil_scoped_release free;
        in_chunks(count, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                Random random(seed, first + i);
                const Deal deal = world_of(asked, random);
                others[i] = deal.hands[younger_seat];
                for (int k = 0; k < talon_size; ++k) {
                    talons[i * talon_size + static_cast<std::size_t>(k)] =
                        static_cast<std::uint8_t>(lowest(deal.drawn(k, k + 1)));
                }
            }
        });
    }
    return nb::make_tuple(hand_over(std::move(others), {count}),
                          hand_over(std::move(talons), {count * talon_size}));
}

// What each player throws of his hand, as many cards as he likes within the bounds.
nb::object throws_of(std::optional<const Policy*> player, int seat, nb::handle hands, int fewest,
                     int most, std::uint64_t seed, int threads) {
    const Column<Cards> hand(hands, "hands");
    if (seat != elder_seat && seat != younger_seat) refuse("a seat is 0 (elder) or 1 (younger)");
    if (fewest < 0 || most < fewest || most > talon_size) refuse("so many cards cannot be thrown");
    check_threads(threads);
    const Policy* policy = player.value_or(nullptr);
    std::vector<Cards> thrown(hand.size());
    {
        nb::gil_scoped_release free;
        in_chunks(hand.size(), threads, [&](std::size_t first, std::size_t end) {
            for (std::size_t i = first; i < end; ++i) {
                const Cards cards = hand[i];
                if (size_of(cards) != hand_size) refuse("a hand has 12 cards");
                if (policy == nullptr) {
                    thrown[i] = Random(seed, i).subset(cards, most);
                    continue;
                }
                const auto side = static_cast<Seat>(seat);
                const Cards best = policy->discards(side, cards, fewest, most);
                const std::uint64_t astray =
                    policy->slips(mix({seed, i}), static_cast<std::uint64_t>(seat) + 1, cards);
                thrown[i] = astray != 0 && best != 0
                                ? Policy::another_discard(best, cards, astray)
                                : best;
            }
        });
    }
    const std::size_t rows = thrown.size();
    return hand_over(std::move(thrown), {rows});
}

// Deals of which the cards and what is thrown are given.
nb::object roll_deals(const Tables& tables, const Players& players, nb::handle elders,
                      nb::handle youngers, nb::handle talons, nb::handle elder_throws,
                      nb::handle younger_throws, const std::array<bool, 2>& blanks,
                      std::uint64_t seed, int threads) {
    const Column<Cards> elder(elders, "elders"), younger(youngers, "youngers");
    const Column<Cards> his(elder_throws, "elder_throws"), hers(younger_throws, "younger_throws");
    const Column<std::uint8_t> talon(talons, "talons");
    const std::size_t rows = hers.join(his.join(younger.join(elder.size())));
    if (talon.size() != rows * talon_size) refuse("talons must have 8 cards for each deal");
    return parts_of(rows, threads, [&](std::size_t i, std::vector<Playout>& deals) {
        const Deal deal = checked_deal(elder[i], younger[i], talon, i);
        const Pair thrown{his[i], hers[i]};
        if ((thrown[0] & ~elder[i]) != 0 || (thrown[1] & ~younger[i]) != 0) {
            refuse("a card that is thrown is not in the hand");
        }
        if (size_of(thrown[0]) + size_of(thrown[1]) > talon_size) {
            refuse("so many cards cannot be exchanged");
        }
        const std::array<bool, 2> blank{blanks[0] && tables.blank(elder[i]),
                                        blanks[1] && tables.blank(younger[i])};
        deals.emplace_back(tables, seated(players), Random(seed, i), mix({seed, i}))
            .exchange(deal, thrown, blank);
    });
}

// Deals taken up after the exchange.
nb::object roll_rest(const Tables& tables, const Players& players, nb::handle elders,
                     nb::handle youngers, nb::handle elder_threw, nb::handle younger_threw,
                     nb::handle left, nb::handle played, const Says& says, const Settled& settled,
                     const Pair& gone, int concedes, std::uint64_t seed, int threads) {
    const Column<Cards> elder(elders, "elders"), younger(youngers, "youngers");
    const Column<Cards> his(elder_threw, "elder_threw"), hers(younger_threw, "younger_threw");
    const Column<Cards> rest(left, "left");
    const Column<std::uint8_t> cards(played, "played");
    const std::size_t rows = rest.join(hers.join(his.join(younger.join(elder.size()))));
    const std::vector<std::uint8_t> list = played_cards(cards);
    if (concedes < -1 || concedes > 1) refuse("a seat is 0 (elder) or 1 (younger)");
    for (const auto& points : settled) {
        for (const int one : points) {
            if (one > most_settled) refuse("nothing scores so many points");
        }
    }
    return parts_of(rows, threads, [&](std::size_t i, std::vector<Playout>& deals) {
        check_deal(elder[i], younger[i]);
        if (((his[i] | hers[i] | rest[i]) & (elder[i] | younger[i])) != 0) {
            refuse("a card that is out of play is still in a hand");
        }
        check_played({elder[i], younger[i]}, list);
        const Pair hands{elder[i], younger[i]};
        Said said{{}, settled};
        for (std::size_t seat = 0; seat < 2; ++seat) {
            for (std::size_t k = 0; k < 3; ++k) {
                said.from[seat][k] = says[seat][k].value_or(hands[seat]);
                if ((said.from[seat][k] & ~hands[seat]) != 0) refuse("nobody calls that");
            }
        }
        const Opening opening{hands, {his[i] | (gone[0] & ~younger[i]), hers[i] | (gone[1] & ~elder[i])},
                              rest[i], list.data(), static_cast<int>(list.size()), concedes};
        deals.emplace_back(tables, seated(players), Random(seed, i), mix({seed, i}))
            .take_up(opening, said);
    });
}

}  // namespace

void bind_rollout(nb::module_& module) {
    module.def("deal_unseen", &deal_unseen, "hand"_a, "within"_a, nb::kw_only(), "seed"_a,
               "first"_a = 0, "count"_a, "threads"_a = 1);
    module.def("throws_of", &throws_of, "player"_a.none(), "seat"_a, "hands"_a, "fewest"_a,
               "most"_a, nb::kw_only(), "seed"_a = 0, "threads"_a = 1);
    module.def("roll_deals", &roll_deals, "tables"_a, "players"_a, "elders"_a, "youngers"_a,
               "talons"_a, "elder_throws"_a, "younger_throws"_a, nb::kw_only(), "blanks"_a,
               "seed"_a = 0, "threads"_a = 1);
    module.def("roll_rest", &roll_rest, "tables"_a, "players"_a, "elders"_a, "youngers"_a,
               "elder_threw"_a, "younger_threw"_a, "left"_a, "played"_a, nb::kw_only(), "says"_a,
               "settled"_a, "gone"_a, "concedes"_a = -1, "seed"_a = 0, "threads"_a = 1);
}

}  // namespace piquet
