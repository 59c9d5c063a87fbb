// Worlds as Python sees them.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
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

nb::tuple list(const Strengths& strengths, Cards unknown, int size, Cards certain, Cards played,
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
        worlds = list_worlds(evidence, strengths);
    }
    const std::size_t count = worlds.hands.size();
    nb::object seconds = nb::none();
    if (second > 0) seconds = hand_over(std::move(worlds.seconds), {count});
    return nb::make_tuple(hand_over(std::move(worlds.hands), {count}), seconds,
                          hand_over(std::move(worlds.weights), {count}));
}

void make_strengths(Strengths* made, const std::vector<int>& point,
                    const std::vector<int>& sequence, const std::vector<std::vector<int>>& set) {
    const auto in_range = [](int value) {
        if (value < 0 || value > 0xFFFF) refuse("a strength is a number from 0 to 65535");
        return static_cast<std::uint16_t>(value);
    };
    if (point.size() != 256 || sequence.size() != 256) {
        refuse("points and sequences have a strength for each of the 256 holdings of a suit");
    }
    new (made) Strengths;
    for (std::size_t i = 0; i < 256; ++i) {
        made->point[i] = in_range(point[i]);
        made->sequence[i] = in_range(sequence[i]);
    }
    if (set.size() != rank_count) refuse("sets have strengths for each of the 8 ranks");
    for (std::size_t rank = 0; rank < rank_count; ++rank) {
        if (set[rank].size() != suit_count + 1) refuse("a rank has strengths for 0 to 4 cards");
        for (std::size_t n = 0; n <= suit_count; ++n) made->set[rank][n] = in_range(set[rank][n]);
    }
}

}  // namespace

void bind_worlds(nb::module_& module) {
    nb::class_<Strengths>(module, "Strengths")
        .def("__init__", &make_strengths, "point"_a, "sequence"_a, "set"_a)
        .def("best", [](const Strengths& strengths, Cards hand) {
            return std::tuple<int, int, int>(strengths.best_point(hand),
                                             strengths.best_sequence(hand),
                                             strengths.best_set(hand));
        }, "hand"_a);
    const Bounds anything{0, 0xFFFF, 0.0};
    module.def("worlds", &list, "strengths"_a, "unknown"_a, "size"_a, nb::kw_only(),
               "certain"_a = 0, "played"_a = 0, "second"_a = 0, "point"_a = anything,
               "sequence"_a = anything, "set"_a = anything);
}

}  // namespace piquet
