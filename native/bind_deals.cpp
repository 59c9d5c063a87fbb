// Deals counted, exchanges compared and whole deals played out, as Python sees them.
#include "arrays.hpp"
#include "bindings.hpp"
#include "deal_checks.hpp"

namespace piquet {

using namespace nb::literals;

namespace {

// Points of both sides for each deal, from the hands, the blanks proved and the cards played.
nb::object reckon(const Tables& tables, nb::handle elders, nb::handle youngers, nb::handle plays,
                  nb::handle blanks) {
    const Column<Cards> elder(elders, "elders"), younger(youngers, "youngers");
    const Column<std::uint8_t> cards(plays, "plays"), blank(blanks, "blanks");
    const std::size_t rows = blank.join(younger.join(elder.size()));
    if (cards.size() != rows * 2 * hand_size) refuse("plays must have 24 cards for each deal");
    std::vector<std::int16_t> result(2 * rows);
    {
        nb::gil_scoped_release free;
        for (std::size_t i = 0; i < rows; ++i) {
            check_deal(elder[i], younger[i]);
            Reckoning reckoning(tables, elder[i], younger[i],
                                {(blank[i] & 1) != 0, (blank[i] & 2) != 0});
            int left = hand_size;
            for_each_trick({elder[i], younger[i]}, 2 * hand_size,
                           [&](std::size_t k) { return int{cards[i * 2 * hand_size + k]}; },
                           [&](Seat leader, int led, int reply) {
                               reckoning.lead(leader, led);
                               reckoning.follow(leader, led, reply, --left);
                           });
            for (const Seat seat : {elder_seat, younger_seat}) {
                result[2 * i + seat] = static_cast<std::int16_t>(reckoning.points(seat));
            }
        }
    }
    return hand_over(std::move(result), {rows, std::size_t{2}});
}

// Points of both sides for each of `rows` deals, which begin(i, deals) takes up.
template <typename Begin>
nb::object points_of(std::size_t rows, int threads, Begin begin) {
    check_threads(threads);
    check_amount(rows, 2);
    std::vector<std::int16_t> result(2 * rows);
    play_deals_out(rows, threads, begin, [&](std::size_t i, const Playout& deal) {
        for (const Seat seat : {elder_seat, younger_seat}) {
            result[2 * i + seat] = static_cast<std::int16_t>(deal.points()[seat]);
        }
    });
    return hand_over(std::move(result), {rows, std::size_t{2}});
}

// Whole deals from a shuffle: deal i is that of (seed, first + i).
nb::object play_shuffled(const Tables& tables, const Players& players, std::uint64_t seed,
                         std::uint64_t first, std::size_t count, int threads) {
    return points_of(count, threads, [&](std::size_t i, std::vector<Playout>& deals) {
        Random random(seed, first + i);
        const std::uint64_t slip_seed = random.state();
        const Deal deal = shuffled(random);
        deals.emplace_back(tables, seated(players), random, slip_seed).deal(deal);
    });
}

std::optional<Cards> thrown_cards(const Column<Cards>* given, std::size_t i, Cards hand, int fewest,
                                  int most) {
    if (given == nullptr) return std::nullopt;
    const Cards thrown = (*given)[i];
    if ((thrown & ~hand) != 0) refuse("a card that is thrown is not in the hand");
    if (size_of(thrown) < fewest || size_of(thrown) > most) {
        refuse("so many cards cannot be exchanged");
    }
    return thrown;
}

// Whole deals with the cards given, and what is thrown where it is given.
nb::object play_deals(const Tables& tables, const Players& players, nb::handle elders,
                      nb::handle youngers, nb::handle talons, std::uint64_t seed,
                      std::optional<nb::object> elder_throws,
                      std::optional<nb::object> younger_throws, int threads) {
    const Column<Cards> elder(elders, "elders"), younger(youngers, "youngers");
    const Column<std::uint8_t> talon(talons, "talons");
    std::optional<Column<Cards>> elder_thrown, younger_thrown;
    std::size_t rows = younger.join(elder.size());
    if (elder_throws) rows = elder_thrown.emplace(*elder_throws, "elder_throws").join(rows);
    if (younger_throws) rows = younger_thrown.emplace(*younger_throws, "younger_throws").join(rows);
    if (talon.size() != rows * talon_size) refuse("talons must have 8 cards for each deal");
    return points_of(rows, threads, [&](std::size_t i, std::vector<Playout>& deals) {
        const Deal deal = checked_deal(elder[i], younger[i], talon, i);
        const auto thrown = thrown_cards(elder_thrown ? &*elder_thrown : nullptr, i, elder[i], 0,
                                         tables.elder_max);
        const int left = talon_size - (thrown ? size_of(*thrown) : 0);
        deals.emplace_back(tables, seated(players), Random(seed, i), mix({seed, i}))
            .deal(deal, {thrown, thrown_cards(younger_thrown ? &*younger_thrown : nullptr, i,
                                              younger[i], 0, left)});
    });
}

using Weigh = void (*)(const Exchange&, const Tables&, const SolvedTable&, Random, std::int16_t*);

// A row for each world, of what `weigh` says of each discard there, in `columns` numbers.
nb::object exchange(const Tables& tables, const Table& table, int seat, Cards hand,
                    nb::handle discards, int taken, std::optional<const Policy*> opponent,
                    std::uint64_t seed, std::uint64_t first, std::size_t worlds, int threads,
                    Weigh weigh, std::size_t columns, bool search_pique,
                    std::optional<const Policy*> play = std::nullopt) {
    const Column<Cards> given(discards, "discards");
    Exchange asked = checked_exchange(tables, seat, hand, given, taken, opponent, search_pique);
    asked.play = play.value_or(nullptr);
    check_threads(threads);
    const std::size_t row = asked.discards.size() * columns;
    check_amount(worlds, std::max(row, std::size_t{1}));
    std::vector<std::int16_t> result(worlds * row);
    {
        nb::gil_scoped_release free;
        run_tasks(static_cast<int>(worlds), threads, [&](int i) {
            const auto at = static_cast<std::size_t>(i);
            weigh(asked, tables, table.solved, Random(seed, first + at), &result[at * row]);
        });
    }
    if (columns == 1) return hand_over(std::move(result), {worlds, asked.discards.size()});
    return hand_over(std::move(result), {worlds, asked.discards.size(), columns});
}

}  // namespace

void bind_deals(nb::module_& module) {
    module.def("reckon", &reckon, "tables"_a, "elders"_a, "youngers"_a, "plays"_a,
               "blanks"_a = 0);
    module.def("play_shuffled", &play_shuffled, "tables"_a, "players"_a, "seed"_a, "first"_a,
               "count"_a, "threads"_a = 1);
    module.def("play_deals", &play_deals, "tables"_a, "players"_a, "elders"_a, "youngers"_a,
               "talons"_a, "seed"_a = 0, "elder_throws"_a = nb::none(),
               "younger_throws"_a = nb::none(), "threads"_a = 1);
    module.def("weigh_discards", [](const Tables& tables, const Table& table, int seat, Cards hand,
                                    nb::handle discards, int taken,
                                    std::optional<const Policy*> opponent, std::uint64_t seed,
                                    std::uint64_t first, std::size_t worlds, int threads,
                                    bool search_pique) {
        return exchange(tables, table, seat, hand, discards, taken, opponent, seed, first, worlds,
                        threads, &weigh_discards, 1, search_pique);
    }, "tables"_a, "table"_a, "seat"_a, "hand"_a, "discards"_a, nb::kw_only(), "taken"_a = 0,
       "opponent"_a = nb::none(), "seed"_a, "first"_a = 0, "worlds"_a, "threads"_a = 1,
       "search_pique"_a = false);
    module.def("count_discards", [](const Tables& tables, const Table& table, int seat, Cards hand,
                                    nb::handle discards, int taken,
                                    std::optional<const Policy*> opponent,
                                    std::optional<const Policy*> play, std::uint64_t seed,
                                    std::uint64_t first, std::size_t worlds, int threads) {
        return exchange(tables, table, seat, hand, discards, taken, opponent, seed, first, worlds,
                        threads, &count_discards, 2, false, play);
    }, "tables"_a, "table"_a, "seat"_a, "hand"_a, "discards"_a, nb::kw_only(), "taken"_a = 0,
       "opponent"_a = nb::none(), "play"_a = nb::none(), "seed"_a, "first"_a = 0, "worlds"_a, "threads"_a = 1);
}

}  // namespace piquet
