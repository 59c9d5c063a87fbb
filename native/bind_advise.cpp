// Discards and calls with what they come to, as Python sees them.
#include <nanobind/stl/optional.h>

#include "advise.hpp"
#include "arrays.hpp"
#include "bindings.hpp"

namespace piquet {

using namespace nb::literals;

namespace {

constexpr std::size_t short_columns = 3;

Exchange asked(const Tables& tables, int seat, Cards hand, const Column<Cards>& discards,
               int taken, Cards within, const Policy* opponent, bool search_pique) {
    if (seat != elder_seat && seat != younger_seat) refuse("a seat is 0 (elder) or 1 (younger)");
    if (size_of(hand) != hand_size) refuse("a hand has 12 cards before the exchange");
    const bool elder = seat == elder_seat;
    if (taken < 0 || taken > tables.elder_max) refuse("elder cannot have taken so many cards");
    if (size_of(within & ~hand) < hand_size) refuse("the other side cannot have been dealt 12 cards");
    Exchange exchange{static_cast<Seat>(seat), hand, elder ? 0 : taken, {}, opponent, search_pique,
                      within};
    const int most = elder ? tables.elder_max : talon_size - taken;
    for (std::size_t i = 0; i < discards.size(); ++i) {
        exchange.discards.push_back(discards[i]);
        if ((discards[i] & ~hand) != 0) refuse("a card that is thrown is not in the hand");
        if (size_of(discards[i]) > most) refuse("so many cards cannot be exchanged");
    }
    return exchange;
}

// A row for each world, a sheet for each discard in it.
nb::object sheets(const Tables& tables, const Table& table, int seat, Cards hand,
                  nb::handle discards, int taken, Cards within,
                  std::optional<const Policy*> opponent, std::uint64_t seed, std::uint64_t first,
                  std::size_t worlds, int threads, bool search_pique, bool whole) {
    const Column<Cards> given(discards, "discards");
    const Exchange exchange = asked(tables, seat, hand, given, taken, within,
                                    opponent.value_or(nullptr), search_pique);
    check_threads(threads);
    const std::size_t columns = whole ? sheet_columns : short_columns;
    const std::size_t row = exchange.discards.size() * columns;
    check_amount(worlds, std::max(row, std::size_t{1}));
    std::vector<std::int16_t> result(worlds * row);
    {
        nb::gil_scoped_release free;
        run_tasks(static_cast<int>(worlds), threads, [&](int i) {
            const auto at = static_cast<std::size_t>(i);
            weigh_sheets(exchange, tables, table.solved, Random(seed, first + at), whole,
                         &result[at * row]);
        });
    }
    return hand_over(std::move(result), {worlds, exchange.discards.size(), columns});
}

// The same for hands after the exchange whose scores for a blank, point, sequences and sets are
// given, elder's four before younger's.
nb::object sheets_of(const Tables& tables, const Table& table, nb::handle elders,
                     nb::handle youngers, nb::handle scored, bool search_pique, int threads) {
    const Column<Cards> elder(elders, "elders"), younger(youngers, "youngers");
    const Column<std::int16_t> scores(scored, "scored");
    const std::size_t rows = younger.join(elder.size());
    constexpr std::size_t side = Reckoning::categories;
    if (scores.size() != rows * 2 * side) refuse("scored must have eight numbers for each row");
    check_threads(threads);
    std::vector<std::int16_t> result(rows * sheet_columns);
    {
        nb::gil_scoped_release free;
        in_chunks(rows, threads, [&](std::size_t first, std::size_t end) {
            for (std::size_t i = first; i < end; ++i) {
                check_hands(elder[i], younger[i]);
                if (size_of(elder[i]) != hand_size) refuse("a hand has 12 cards when it is counted");
                Reckoning::Hand hand{};
                for (std::size_t k = 0; k < 2 * side; ++k) {
                    hand[k / side][k % side] = scores[i * 2 * side + k];
                }
                const Reckoning reckoning(tables, hand);
                const Sheet sheet =
                    sheet_of(reckoning, tables, table.solved, elder_seat, elder[i], younger[i],
                             table.solved.value(elder[i], younger[i]), search_pique);
                std::copy(sheet.begin(), sheet.end(),
                          result.begin() + std::ptrdiff_t(i * sheet_columns));
            }
        });
    }
    return hand_over(std::move(result), {rows, sheet_columns});
}

}  // namespace

void bind_advise(nb::module_& module) {
    module.def("exchange_sheets", &sheets, "tables"_a, "table"_a, "seat"_a, "hand"_a, "discards"_a,
               nb::kw_only(), "taken"_a = 0, "within"_a = ~Cards{0}, "opponent"_a = nb::none(),
               "seed"_a, "first"_a = 0, "worlds"_a, "threads"_a = 1, "search_pique"_a = false,
               "whole"_a = false);
    module.def("hand_sheets", &sheets_of, "tables"_a, "table"_a, "elders"_a, "youngers"_a,
               "scored"_a, nb::kw_only(), "search_pique"_a = false, "threads"_a = 1);
}

}  // namespace piquet
