// Discards and calls with what they come to, as Python sees them.
#include "advise.hpp"
#include "arrays.hpp"
#include "bindings.hpp"
#include "deal_checks.hpp"

namespace piquet {

using namespace nb::literals;

namespace {

constexpr std::size_t short_columns = 3;

// A row for each world, a sheet for each discard in it.
nb::object sheets(const Tables& tables, const Table& table, int seat, Cards hand,
                  nb::handle discards, int taken, Cards within,
                  std::optional<const Policy*> opponent, std::uint64_t seed, std::uint64_t first,
                  std::size_t worlds, int threads, bool search_pique, bool whole) {
    const Column<Cards> given(discards, "discards");
    const Exchange exchange =
        checked_exchange(tables, seat, hand, given, taken, opponent, search_pique, within);
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
                    sheet_of(reckoning, table.solved, elder_seat, elder[i], younger[i],
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
