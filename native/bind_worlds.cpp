// Tables and worlds as Python sees them.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "policy.hpp"
#include "worlds.hpp"

namespace piquet {

using namespace nb::literals;

namespace {

using Bounds = std::tuple<int, int, double>;

constexpr double most_worlds = 1 << 26;

double choices(int of, int taken) {
    double ways = 1.0;
    for (int i = 0; i < taken; ++i) ways = ways * (of - i) / (i + 1);
    return ways;
}

Heard heard(const Bounds& bounds) {
    const auto [least, most, outside] = bounds;
    if (!(outside >= 0.0)) refuse("the factor of a hand outside the bounds cannot be negative");
    return {least, most, outside};
}

nb::tuple list(const Tables& tables, Cards unknown, int size, Cards certain, Cards played,
               int second, const Bounds& point, const Bounds& sequence, const Bounds& set) {
    if ((unknown & certain) != 0) refuse("a card is both certain and unknown");
    if ((played & (unknown | certain)) != 0) refuse("a card that was played is still in the hand");
    if (size < 0 || size > hand_size) refuse("a hand has 0 to 12 cards");
    const int missing = size - size_of(certain);
    if (missing < 0) refuse("more cards are certain than the hand has");
    if (missing > size_of(unknown)) refuse("too few unknown cards for a hand of that size");
    if (second < 0 || second > size_of(unknown) - missing) {
        refuse("too few unknown cards for a second group of that size");
    }
    const double ways = choices(size_of(unknown), missing) *
                        choices(size_of(unknown) - missing, second);
    if (ways > most_worlds) refuse("that would be more than 2^26 worlds");
    Worlds worlds;
    {
        nb::gil_scoped_release free;
        const Evidence evidence{unknown,     certain,         played,    size, second,
                                heard(point), heard(sequence), heard(set)};
        worlds = list_worlds(evidence, tables);
    }
    const std::size_t count = worlds.hands.size();
    nb::object seconds = nb::none();
    if (second > 0) seconds = hand_over(std::move(worlds.seconds), {count});
    return nb::make_tuple(hand_over(std::move(worlds.hands), {count}), seconds,
                          hand_over(std::move(worlds.weights), {count}));
}

Tables make_tables(nb::handle from) {
    Tables made;
    Tables::BySuit strengths, worths;
    read(from, "point_strength", strengths);
    read(from, "point_worth", worths);
    made.points = Tables::packed(strengths, worths);
    read(from, "sequence_strength", strengths);
    read(from, "sequence_worth", worths);
    made.sequences = Tables::packed(strengths, worths);
    Tables::BySet set_strengths, set_worths;
    read(from, "set_strength", set_strengths);
    read(from, "set_worth", set_worths);
    made.take_sets(set_strengths, set_worths);
    read(from, "courts", made.courts);
    read(from, "blank_worth", made.blank_worth);
    read(from, "blank_counts", made.blank_counts);
    Tables::ByRank lead, lead_won, capture;
    read(from, "lead", lead);
    read(from, "lead_won", lead_won);
    read(from, "capture", capture);
    made.take_cards(lead, lead_won, capture);
    read(from, "last_trick", made.last_trick);
    read(from, "cards", made.cards);
    read(from, "capot", made.capot);
    read(from, "cards_at", made.cards_at);
    read(from, "cards_count", made.cards_count);
    read(from, "repique", made.repique);
    read(from, "repique_at", made.repique_at);
    read(from, "repique_younger", made.repique_younger);
    read(from, "pique_in_time", made.pique_in_time);
    read(from, "elder_min", made.elder_min);
    read(from, "elder_max", made.elder_max);
    read(from, "younger_min", made.younger_min);
    read(from, "younger_looks", made.younger_looks);
    read(from, "blank_binds", made.blank_binds);
    read(from, "payoff", made.pique.payoff);
    read(from, "gains", made.pique.gains);
    read(from, "pique", made.pique.bonus);
    read(from, "pique_at", made.pique.threshold);
    made.pique.lead = made.lead[0];
    for (const int cards : {made.elder_min, made.elder_max, made.younger_min}) {
        if (cards < 0 || cards > talon_size) refuse("so many cards cannot be exchanged or seen");
    }
    return made;
}

}  // namespace

void bind_worlds(nb::module_& module) {
    nb::class_<Tables>(module, "Tables")
        .def("__init__", [](Tables* made, nb::handle from) {
            new (made) Tables(make_tables(from));
        }, "numbers"_a)
        .def_ro("pique", &Tables::pique)
        .def("best", [](const Tables& tables, Cards hand) {
            return std::tuple<int, int, int>(tables.point(hand).strength,
                                             tables.sequence(hand).strength,
                                             tables.set(hand).strength);
        }, "hand"_a);
    const Bounds anything{0, 0xFFFF, 0.0};
    module.def("worlds", &list, "tables"_a, "unknown"_a, "size"_a, nb::kw_only(),
               "certain"_a = 0, "played"_a = 0, "second"_a = 0, "point"_a = anything,
               "sequence"_a = anything, "set"_a = anything);
}

}  // namespace piquet
