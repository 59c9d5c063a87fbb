// How the other side exchanges, as Python sees it.
#include <nanobind/stl/array.h>

#include "arrays.hpp"
#include "belief.hpp"
#include "bindings.hpp"
#include "discards.hpp"

namespace piquet {

using namespace nb::literals;

namespace {

Habit make_habit(nb::handle from) {
    Habit made;
    read(from, "suit", made.suit);
    read(from, "rank", made.rank);
    constexpr int limit = 1 << 20;
    const auto check = [](int worth) {
        if (worth < 0 || worth > limit) refuse("what is kept is worth 0 to 2^20");
    };
    for (const auto& holdings : made.suit) std::for_each(holdings.begin(), holdings.end(), check);
    for (const auto& ranks : made.rank) {
        for (const auto& held : ranks) std::for_each(held.begin(), held.end(), check);
    }
    return made;
}

Exchanged exchanged(Cards pool, int size, int drawn, int thrown, int fewest, int most,
                    Cards barred, Cards needed, bool exact) {
    const int cards = size_of(pool);
    if (cards > all_unseen) refuse("no more than 20 cards are unseen");
    if (fewest < 0 || fewest > thrown || thrown > most || most > talon_size) {
        refuse("what was exchanged is 0 to 8 cards, and within the bounds given");
    }
    if (drawn < 0 || drawn > size || drawn > thrown) refuse("more was drawn than exchanged");
    if (size - drawn != hand_size - thrown) refuse("kept and thrown are not twelve cards");
    if (size + thrown > cards) refuse("too few cards in the pool");
    if (size_of(pool & ~barred) < hand_size) refuse("too few cards that may have been dealt");
    if (needed != 0 && (pool & ~barred & needed) == 0) refuse("no card that must have been dealt");
    return {pool, size, drawn, thrown, fewest, most, barred, needed, exact};
}

nb::tuple list(const Habit& habit, Cards pool, int size, int drawn, int thrown, int fewest,
               int most, Cards barred, Cards needed, bool exact) {
    const Exchanged known =
        exchanged(pool, size, drawn, thrown, fewest, most, barred, needed, exact);
    Likely found;
    {
        nb::gil_scoped_release free;
        found = list_exchanged(habit, known);
    }
    const std::size_t count = found.hands.size();
    return nb::make_tuple(hand_over(std::move(found.hands), {count}),
                          hand_over(std::move(found.weights), {count}));
}

nb::tuple sample(const Habit& habit, Cards pool, int thrown, int fewest, int most, Cards barred,
                 Cards needed, std::uint64_t seed, std::uint64_t first, std::size_t count) {
    const Exchanged known =
        exchanged(pool, hand_size, thrown, thrown, fewest, most, barred, needed, true);
    check_amount(count, 1);
    Likely found;
    {
        nb::gil_scoped_release free;
        found = sample_exchanged(habit, known, seed, first, count);
    }
    return nb::make_tuple(hand_over(std::move(found.hands), {count}),
                          hand_over(std::move(found.thrown), {count}),
                          hand_over(std::move(found.weights), {count}));
}

}  // namespace

void bind_belief(nb::module_& module) {
    nb::class_<Habit>(module, "Habit")
        .def("__init__", [](Habit* made, nb::handle from) {
            new (made) Habit(make_habit(from));
        }, "worths"_a)
        .def("worth", [](const Habit& habit, Cards kept) {
            const int drawn = hand_size - size_of(kept);
            if (drawn < 0 || drawn > talon_size) refuse("what is kept is 4 to 12 cards");
            return habit.worth(kept);
        }, "kept"_a);
    module.def("exchanged", &list, "habit"_a, "pool"_a, "size"_a, nb::kw_only(), "drawn"_a,
               "thrown"_a, "fewest"_a, "most"_a, "barred"_a = 0, "needed"_a = 0, "exact"_a = false);
    module.def("sample_exchanged", &sample, "habit"_a, "pool"_a, nb::kw_only(), "thrown"_a,
               "fewest"_a, "most"_a, "barred"_a = 0, "needed"_a = 0, "seed"_a, "first"_a = 0,
               "count"_a);
}

}  // namespace piquet
