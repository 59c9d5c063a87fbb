// The rule players as Python sees them.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "policy.hpp"

namespace piquet {

using namespace nb::literals;

namespace {

PlayWeights play_weights(nb::handle from) {
    PlayWeights made;
    read(from, "sure", made.sure);
    read(from, "wins", made.wins);
    read(from, "guard", made.guard);
    read(from, "other_sure", made.other_sure);
    read(from, "other_wins", made.other_wins);
    return made;
}

ExchangeWeights exchange_weights(nb::handle from) {
    ExchangeWeights made;
    read(from, "length", made.length);
    read(from, "runs", made.runs);
    read(from, "trio", made.trio);
    read(from, "quatorze", made.quatorze);
    read(from, "ace", made.ace);
    read(from, "king", made.king);
    read(from, "queen", made.queen);
    read(from, "knave", made.knave);
    read(from, "bare", made.bare);
    read(from, "fresh", made.fresh);
    return made;
}

Weights make_weights(nb::handle from, int pique_at) {
    Weights made;
    made.pique_at = pique_at;
    std::array<nb::object, 2> exchange;
    nb::object lead, follow;
    read(from, "exchange", exchange);
    read(from, "lead", lead);
    read(from, "follow", follow);
    for (const Seat seat : {elder_seat, younger_seat}) {
        made.exchange[seat] = exchange_weights(exchange[seat]);
    }
    made.lead = play_weights(lead);
    made.follow = play_weights(follow);
    read(from, "trick", made.trick);
    read(from, "cards", made.cards);
    read(from, "capot", made.capot);
    read(from, "pique", made.pique);
    int careful = 0;
    read(from, "careful", careful);
    made.careful = careful != 0;
    read(from, "slip", made.slip);
    return made;
}

Cards discards(const Policy& policy, int seat, Cards hand, Cards unseen, int fewest, int most) {
    if (seat != elder_seat && seat != younger_seat) refuse("a seat is 0 (elder) or 1 (younger)");
    if (size_of(hand) != hand_size) refuse("a hand has 12 cards before the exchange");
    if ((hand & unseen) != 0) refuse("a card of the hand is among the unseen");
    if (fewest < 0 || most < fewest || most > talon_size || most > size_of(unseen)) {
        refuse("there are not so many cards to exchange");
    }
    return policy.discards(static_cast<Seat>(seat), hand, unseen, fewest, most);
}

int card(const Policy& policy, Cards playable, Cards hand, Cards maybe, Cards sure, int number,
         int led, int mine, int others, int points, int against, bool elder) {
    if (playable == 0 || (playable & ~hand) != 0) refuse("no card of the hand may be played");
    if ((hand & maybe) != 0) refuse("the other cannot hold a card of the hand");
    if (led < -1 || led >= card_count) refuse("the card led must be a number from -1 to 31");
    return policy.card({hand, maybe, sure, number, led, mine, others, points, against, elder},
                       playable);
}

}  // namespace

void bind_policy(nb::module_& module) {
    nb::class_<Policy>(module, "Policy")
        .def("__init__", [](Policy* made, nb::handle weights, int pique_at) {
            new (made) Policy(make_weights(weights, pique_at));
        }, "weights"_a, "pique_at"_a)
        .def("discards", &discards, "seat"_a, "hand"_a, "unseen"_a, "fewest"_a, "most"_a)
        .def("slips", &Policy::slips, "seed"_a, "moment"_a, "hand"_a)
        .def_static("another_discard", [](Cards thrown, Cards hand, std::uint64_t astray) {
            if ((hand & ~thrown) == 0) refuse("nothing is kept");
            return Policy::another_discard(thrown, hand, astray);
        }, "thrown"_a, "hand"_a, "astray"_a)
        .def_static("another_card", [](Cards playable, std::uint64_t astray) {
            if (playable == 0) refuse("no card may be played");
            return Policy::another_card(playable, astray);
        }, "playable"_a, "astray"_a)
        .def("card", &card, "playable"_a, nb::kw_only(), "hand"_a, "maybe"_a, "sure"_a, "number"_a,
             "led"_a, "mine"_a, "other"_a,
             "points"_a, "against"_a, "elder"_a);
}

}  // namespace piquet
