#include "advise.hpp"

#include <algorithm>

namespace piquet {

Sheet sheet_of(const Reckoning& reckoning, const Tables& tables, const SolvedTable& table,
               Seat seat, Cards elder, Cards younger, int s, bool search_pique) {
    Sheet sheet{};
    const auto put = [&](Seat side, SheetColumn column, int points) {
        const std::size_t first = side == seat ? 0 : side_columns;
        sheet[first + static_cast<std::size_t>(column)] = static_cast<std::int16_t>(points);
    };
    for (const Seat side : {elder_seat, younger_seat}) {
        put(side, blank_column, reckoning.scored(side, Reckoning::blanche));
        put(side, point_column, reckoning.scored(side, Reckoning::point));
        put(side, sequences_column, reckoning.scored(side, Reckoning::sequences));
        put(side, sets_column, reckoning.scored(side, Reckoning::sets));
        put(side, repique_column, reckoning.repique(side));
    }
    const double pique = reckoning.pique_in_play(table, elder, younger, s, search_pique);
    put(elder_seat, pique_column, reckoning.pique_at_once() + static_cast<int>(pique));
    sheet[sheet_columns - 1] = static_cast<std::int16_t>(s);
    return sheet;
}

void weigh_sheets(const Exchange& exchange, const Tables& tables, const SolvedTable& table,
                  Random random, bool whole, std::int16_t* out) {
    World world(exchange, tables, random);
    const std::array<bool, 2> blanks = world.blanks();
    constexpr std::size_t ahead = 32;
    std::array<std::array<Cards, 2>, ahead> hands;
    std::array<std::uint8_t, ahead> values;
    const std::size_t all = exchange.discards.size();
    for (std::size_t first = 0; first < all; first += ahead) {
        const std::size_t count = std::min(ahead, all - first);
        for (std::size_t i = 0; i < count; ++i) {
            hands[i] = world.hands(exchange.discards[first + i]);
        }
        table.values([&](std::size_t i) {
            return numbering().slot(hands[i][elder_seat], hands[i][younger_seat]);
        }, 0, count, values.data());
        for (std::size_t i = 0; i < count; ++i) {
            const auto [elder, younger] = hands[i];
            const Reckoning reckoning(tables, elder, younger, blanks);
            if (whole) {
                const Sheet sheet = sheet_of(reckoning, tables, table, exchange.seat, elder,
                                             younger, values[i], exchange.search_pique);
                out = std::copy(sheet.begin(), sheet.end(), out);
                continue;
            }
            const double pique = reckoning.pique_in_play(table, elder, younger, values[i],
                                                         exchange.search_pique);
            std::array<int, 2> points{reckoning.points(elder_seat) + static_cast<int>(pique),
                                      reckoning.points(younger_seat)};
            *out++ = static_cast<std::int16_t>(points[exchange.seat]);
            *out++ = static_cast<std::int16_t>(points[other(exchange.seat)]);
            *out++ = values[i];
        }
    }
}

}  // namespace piquet
