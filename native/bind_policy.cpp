// The rule players as Python sees them.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "policy.hpp"

namespace piquet {

using namespace nb::literals;

namespace {

Weights::Exchange exchange_tables(nb::handle from) {
    Weights::Exchange made;
    read(from, "worths", made.worths);
    read(from, "trio", made.trio);
    read(from, "quatorze", made.quatorze);
    read(from, "fresh", made.fresh);
    return made;
}

using Change = std::tuple<int, int>;
using Suit = std::tuple<int, int, Change, Change, Change>;

Weights::Suit suit_tables(const Suit& from) {
    const auto& [tempo, sure, win, lose, low] = from;
    const auto made = [](Change of) { return Weights::Change{std::get<0>(of), std::get<1>(of)}; };
    return {tempo, sure, made(win), made(lose), made(low)};
}

Weights make_weights(nb::handle from, int pique_at) {
    Weights made;
    made.pique_at = pique_at;
    std::array<nb::object, 2> exchange;
    std::vector<Suit> plays;
    int careful = 0;
    read(from, "exchange", exchange);
    read(from, "plays", plays);
    read(from, "careful", careful);
    read(from, "forgets", made.forgets);
    read(from, "slip", made.slip);
    for (const Seat seat : {elder_seat, younger_seat}) {
        made.exchange[seat] = exchange_tables(exchange[seat]);
    }
    for (const Suit& suit : plays) made.plays.push_back(suit_tables(suit));
    made.careful = careful != 0;
    return made;
}

Cards discards(const Policy& policy, int seat, Cards hand, int fewest, int most) {
    if (seat != elder_seat && seat != younger_seat) refuse("a seat is 0 (elder) or 1 (younger)");
    if (size_of(hand) != hand_size) refuse("a hand has 12 cards before the exchange");
    if (fewest < 0 || most < fewest || most > talon_size) {
        refuse("there are not so many cards to exchange");
    }
    return policy.discards(static_cast<Seat>(seat), hand, fewest, most);
}

int card(const Policy& policy, Cards playable, Cards hand, Cards maybe, int led, int mine,
         int points, int against, bool elder) {
    if (playable == 0 || (playable & ~hand) != 0) refuse("no card of the hand may be played");
    if ((hand & maybe) != 0) refuse("the other cannot hold a card of the hand");
    if (led < -1 || led >= card_count) refuse("the card led must be a number from -1 to 31");
    const Suits suits = suits_of(hand, maybe);
    if (led >= 0 && (hand & whole_suit(suit_of(led))) == 0) return policy.lowest_of(suits);
    if (led >= 0) return policy.follow(playable, led);
    const Seat seat = elder ? elder_seat : younger_seat;
    const unsigned short_of = policy.short_of(seat, size_of(hand), mine, points, against);
    return policy.lead(suits, short_of, playable).card;
}

}  // namespace

void bind_policy(nb::module_& module) {
    nb::class_<Policy>(module, "Policy")
        .def("__init__", [](Policy* made, nb::handle weights, int pique_at) {
            new (made) Policy(make_weights(weights, pique_at));
        }, "weights"_a, "pique_at"_a)
        .def("discards", &discards, "seat"_a, "hand"_a, "fewest"_a, "most"_a)
        .def("slips", &Policy::slips, "seed"_a, "moment"_a, "hand"_a)
        .def_static("another_discard", [](Cards thrown, Cards hand, std::uint64_t astray) {
            if ((hand & ~thrown) == 0) refuse("nothing is kept");
            return Policy::another_discard(thrown, hand, astray);
        }, "thrown"_a, "hand"_a, "astray"_a)
        .def_static("another_card", [](Cards playable, std::uint64_t astray) {
            if (playable == 0) refuse("no card may be played");
            return Policy::another_card(playable, astray);
        }, "playable"_a, "astray"_a)
        .def("card", &card, "playable"_a, nb::kw_only(), "hand"_a, "maybe"_a, "led"_a, "mine"_a,
             "points"_a, "against"_a, "elder"_a);
}

}  // namespace piquet
