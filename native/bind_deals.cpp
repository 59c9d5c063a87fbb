// Deals counted, exchanges compared and whole deals played out, as Python sees them.
#include "arrays.hpp"
#include "bindings.hpp"
#include "reckoning.hpp"

namespace piquet {

using namespace nb::literals;

namespace {

// Plays 24 cards of one deal, refusing what is not legal.
void play_out(Reckoning& reckoning, Cards elder, Cards younger, const Column<std::uint8_t>& cards,
              std::size_t first) {
    std::array<Cards, 2> hands{elder, younger};
    Seat leader = elder_seat;
    for (int trick = 0; trick < hand_size; ++trick, first += 2) {
        const int led = cards[first], reply = cards[first + 1];
        if (led >= card_count || (hands[leader] & bit(led)) == 0) {
            refuse("a card that is led is not in the hand");
        }
        hands[leader] &= ~bit(led);
        const Seat follower = other(leader);
        if (reply >= card_count || (legal_replies(hands[follower], led) & bit(reply)) == 0) {
            refuse("a card that follows is not in the hand, or another suit must be followed");
        }
        hands[follower] &= ~bit(reply);
        reckoning.lead(leader, led);
        reckoning.follow(leader, led, reply, hand_size - 1 - trick);
        if (takes(reply, led)) leader = follower;
    }
}

void check_deal(Cards elder, Cards younger) {
    check_hands(elder, younger);
    if (size_of(elder) != hand_size) refuse("a hand has 12 cards when it is counted");
}

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
            play_out(reckoning, elder[i], younger[i], cards, i * 2 * hand_size);
            for (const Seat seat : {elder_seat, younger_seat}) {
                result[2 * i + seat] = static_cast<std::int16_t>(reckoning.points(seat));
            }
        }
    }
    return hand_over(std::move(result), {rows, std::size_t{2}});
}

}  // namespace

void bind_deals(nb::module_& module) {
    module.def("reckon", &reckon, "tables"_a, "elders"_a, "youngers"_a, "plays"_a,
               "blanks"_a = 0);
}

}  // namespace piquet
