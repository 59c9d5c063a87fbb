// The solved table as Python sees it.
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <optional>

#include "arrays.hpp"
#include "bindings.hpp"
#include "pique.hpp"
#include "random.hpp"
#include "solve.hpp"
#include "solved.hpp"

namespace piquet {

using namespace nb::literals;

namespace {

Table::Bytes table_bytes(nb::handle given) {
    Table::Bytes bytes;
    take_buffer(given, "a table is read from contiguous bytes", bytes);
    return bytes;
}

}  // namespace

Table::Table(nb::handle given, int last_trick)
    : bytes(table_bytes(given)), solved(bytes.data(), last_trick) {
    if (bytes.size() != packed_size()) {
        refuse("a table has " + std::to_string(packed_size()) + " bytes, this one " +
               std::to_string(bytes.size()));
    }
    if (last_trick != 1 && last_trick != -1) refuse("last_trick must be 1 or -1");
}

namespace {

std::optional<nb::bytes> build(int last_trick, int threads, nb::object progress) {
    if (last_trick != 1 && last_trick != -1) refuse("last_trick must be 1 or -1");
    check_threads(threads);
    std::vector<std::uint8_t> packed;
    {
        nb::gil_scoped_release free;
        const std::uint32_t all = numbering().size();
        const auto go_on = [&](std::uint32_t done) {
            nb::gil_scoped_acquire held;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!progress.is_none()) progress(done, all);
            return true;
        };
        packed = pack(solve(last_trick, threads, go_on));
    }
    return nb::bytes(reinterpret_cast<const char*>(packed.data()), packed.size());
}

template <typename Value, std::size_t size, typename None>
nb::dict playable(const std::array<Value, size>& values, None is_none) {
    nb::dict result;
    for (std::size_t card = 0; card < size; ++card) {
        if (!is_none(values[card])) result[nb::int_(card)] = nb::cast(values[card]);
    }
    return result;
}

nb::dict playable(const CardValues& values) {
    return playable(values, [](std::int8_t value) { return value == no_value; });
}

nb::dict playable(const Payoffs& values) {
    return playable(values, [](double value) { return value != value; });
}

nb::object values(const Table& table, nb::handle leaders, nb::handle followers, int threads) {
    const Column<Cards> leader(leaders, "leaders"), follower(followers, "followers");
    const std::size_t rows = follower.join(leader.size());
    check_threads(threads);
    std::vector<std::uint8_t> result(rows);
    {
        nb::gil_scoped_release free;
        in_chunks(rows, threads, [&](std::size_t first, std::size_t end) {
            table.solved.values([&](std::size_t i) {
                check_hands(leader[i], follower[i]);
                if (leader[i] == 0) refuse("an empty hand has no value");
                return numbering().slot(leader[i], follower[i]);
            }, first, end, result.data());
        });
    }
    return hand_over(std::move(result), {rows});
}

// One row of 32 values for each position, made by fill(i, row).
template <typename Row, typename Fill>
nb::object rows_of(std::size_t rows, int threads, Fill fill) {
    using Value = typename Row::value_type;
    check_threads(threads);
    std::vector<Value> result(rows * card_count);
    {
        nb::gil_scoped_release free;
        in_chunks(rows, threads, [&](std::size_t first, std::size_t end) {
            for (std::size_t i = first; i < end; ++i) {
                const Row row = fill(i);
                std::copy(row.begin(), row.end(), result.begin() + std::ptrdiff_t(i * card_count));
            }
        });
    }
    return hand_over(std::move(result), {rows, std::size_t{card_count}});
}

nb::object leads_of(const Table& table, nb::handle leaders, nb::handle followers, int threads) {
    const Column<Cards> leader(leaders, "leaders"), follower(followers, "followers");
    return rows_of<CardValues>(follower.join(leader.size()), threads, [&](std::size_t i) {
        check_hands(leader[i], follower[i]);
        return table.solved.leads(leader[i], follower[i]);
    });
}

nb::object replies_of(const Table& table, nb::handle leaders, nb::handle followers,
                      nb::handle cards, int threads) {
    const Column<Cards> leader(leaders, "leaders"), follower(followers, "followers");
    const Column<std::uint8_t> led(cards, "led");
    const std::size_t rows = led.join(follower.join(leader.size()));
    return rows_of<CardValues>(rows, threads, [&](std::size_t i) {
        check_led(leader[i], follower[i], led[i]);
        return table.solved.replies(leader[i], follower[i], led[i]);
    });
}

nb::object lines_of(const Table& table, nb::handle leaders, nb::handle followers,
                    std::optional<nb::object> cards, int threads) {
    const Column<Cards> leader(leaders, "leaders"), follower(followers, "followers");
    const Column<std::uint8_t> led(cards ? *cards : nb::int_(0), "led");
    const std::size_t rows = led.join(follower.join(leader.size()));
    check_threads(threads);
    std::vector<std::uint8_t> result(rows * 3);
    {
        nb::gil_scoped_release free;
        in_chunks(rows, threads, [&](std::size_t first, std::size_t end) {
            for (std::size_t i = first; i < end; ++i) {
                if (cards) check_led(leader[i], follower[i], led[i]);
                else check_hands(leader[i], follower[i]);
                const Line line = table.solved.line(leader[i], follower[i], cards ? led[i] : -1);
                result[3 * i] = static_cast<std::uint8_t>(line.tricks);
                result[3 * i + 1] = static_cast<std::uint8_t>(line.captures);
                result[3 * i + 2] = static_cast<std::uint8_t>(line.last);
            }
        });
    }
    return hand_over(std::move(result), {rows, std::size_t{3}});
}

nb::tuple line(const Table& table, Cards leader, Cards follower, std::optional<int> led) {
    if (led) check_led(leader, follower, *led);
    else check_hands(leader, follower);
    const Line line = table.solved.line(leader, follower, led.value_or(-1));
    nb::list cards;
    for (int i = 0; i < line.length; ++i) cards.append(line.cards[std::size_t(i)]);
    return nb::make_tuple(nb::tuple(cards), line.tricks, line.captures, line.last);
}

Pique make_pique(const std::vector<double>& payoff, const std::vector<int>& gains, int lead,
                 int threshold, double bonus) {
    Pique made;
    if (payoff.size() != made.payoff.size()) refuse("a payoff has 26 numbers, one for each s");
    if (gains.size() != made.gains.size()) refuse("gains has 13 numbers, for tricks 0 to 12");
    for (std::size_t s = 1; s < payoff.size(); ++s) {
        if (!(payoff[s] >= payoff[s - 1])) refuse("a payoff must never fall as s grows");
    }
    if (!(bonus >= 0)) refuse("the bonus cannot be negative");
    for (const int gain : gains) {
        if (gain < 0) refuse("gains cannot be negative");
    }
    if (lead < 0) refuse("a lead cannot cost points");
    std::copy(payoff.begin(), payoff.end(), made.payoff.begin());
    std::copy(gains.begin(), gains.end(), made.gains.begin());
    made.lead = lead;
    made.threshold = threshold;
    made.bonus = bonus;
    return made;
}

nb::object pique_leads_of(const Table& table, nb::handle elders, nb::handle youngers,
                          nb::handle scores, const Pique& pique, int threads) {
    const Column<Cards> elder(elders, "elders"), younger(youngers, "youngers");
    const Column<std::int32_t> score(scores, "scores");
    const std::size_t rows = score.join(younger.join(elder.size()));
    return rows_of<Payoffs>(rows, threads, [&](std::size_t i) {
        check_hands(elder[i], younger[i]);
        return PiqueSearch(table.solved, pique).leads(elder[i], younger[i], score[i]);
    });
}

nb::object pique_replies_of(const Table& table, nb::handle elders, nb::handle youngers,
                            nb::handle cards, nb::handle scores, const Pique& pique,
                            int threads) {
    const Column<Cards> elder(elders, "elders"), younger(youngers, "youngers");
    const Column<std::uint8_t> led(cards, "led");
    const Column<std::int32_t> score(scores, "scores");
    const std::size_t rows = score.join(led.join(younger.join(elder.size())));
    return rows_of<Payoffs>(rows, threads, [&](std::size_t i) {
        check_led(elder[i], younger[i], led[i]);
        return PiqueSearch(table.solved, pique).replies(elder[i], younger[i], led[i], score[i]);
    });
}

// Seconds that one value takes of these positions, asked one after the other, and one read of the
// table's bytes at random places; both measured here, where nothing of Python stands between.
nb::tuple time_values(const Table& table, nb::handle leaders, nb::handle followers) {
    using Clock = std::chrono::steady_clock;
    const Column<Cards> leader(leaders, "leaders"), follower(followers, "followers");
    const std::size_t rows = follower.join(leader.size());
    const auto each = [&](Clock::time_point began) {
        return std::chrono::duration<double>(Clock::now() - began).count() /
               static_cast<double>(rows);
    };
    nb::gil_scoped_release free;
    for (std::size_t i = 0; i < rows; ++i) check_hands(leader[i], follower[i]);
    // What is found decides where to look next, so that no two look-ups overlap.
    std::size_t sum = 0;
    auto began = Clock::now();
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t at = (i + (sum & 1)) % rows;
        sum += static_cast<std::size_t>(table.solved.value(leader[at], follower[at]));
    }
    const double values = each(began);
    const std::size_t bytes = table.bytes.size();
    std::size_t place = sum % bytes;
    began = Clock::now();
    for (std::size_t i = 0; i < rows; ++i) {
        place = ((mixed(place + table.bytes.data()[place]) >> 32) * bytes) >> 32;
    }
    const double reads = each(began);
    nb::gil_scoped_acquire held;
    return nb::make_tuple(place < bytes ? values : 0.0, reads);
}

}  // namespace

void bind_table(nb::module_& module) {
    module.def("build", &build, "last_trick"_a = 1, "threads"_a = 0,
               "progress"_a = nb::none());
    module.def("packed_size", &packed_size);
    module.def("levels", [] {
        std::vector<std::uint32_t> counts;
        for (int n = 0; n <= hand_size; ++n) {
            counts.push_back(numbering().level_end(n) - numbering().level_start(n));
        }
        return counts;
    });
    module.def("slot", [](Cards leader, Cards follower) {
        check_hands(leader, follower);
        if (leader == 0) refuse("an empty position has no number");
        return numbering().slot(leader, follower);
    }, "leader"_a, "follower"_a);

    nb::class_<Pique>(module, "Pique")
        .def("__init__", [](Pique* self, const std::vector<double>& payoff,
                            const std::vector<int>& gains, int lead, int threshold,
                            double bonus) {
            new (self) Pique(make_pique(payoff, gains, lead, threshold, bonus));
        }, "payoff"_a, "gains"_a, nb::kw_only(), "lead"_a, "threshold"_a, "bonus"_a);

    nb::class_<Table>(module, "Table")
        .def(nb::init<nb::handle, int>(), "packed"_a, "last_trick"_a = 1)
        .def_prop_ro("last_trick", [](const Table& table) { return table.solved.last_trick(); })
        .def("sums", [](const Table& table) {
            nb::gil_scoped_release free;
            const auto sums = table.solved.sums();
            return std::vector<std::uint64_t>(sums.begin(), sums.end());
        })
        .def("value", [](const Table& table, Cards leader, Cards follower) {
            check_hands(leader, follower);
            return table.solved.value(leader, follower);
        }, "leader"_a, "follower"_a)
        .def("leads", [](const Table& table, Cards leader, Cards follower) {
            check_hands(leader, follower);
            return playable(table.solved.leads(leader, follower));
        }, "leader"_a, "follower"_a)
        .def("replies", [](const Table& table, Cards leader, Cards follower, int led) {
            check_led(leader, follower, led);
            return playable(table.solved.replies(leader, follower, led));
        }, "leader"_a, "follower"_a, "led"_a)
        .def("line", &line, "leader"_a, "follower"_a, "led"_a = nb::none())
        .def("values", &values, "leaders"_a, "followers"_a, "threads"_a = 1)
        .def("leads_of", &leads_of, "leaders"_a, "followers"_a, "threads"_a = 1)
        .def("replies_of", &replies_of, "leaders"_a, "followers"_a, "led"_a, "threads"_a = 1)
        .def("time_values", &time_values, "leaders"_a, "followers"_a)
        .def("lines_of", &lines_of, "leaders"_a, "followers"_a, "led"_a = nb::none(),
             "threads"_a = 1)
        .def("pique_value", [](const Table& table, Cards elder, Cards younger, int score,
                               const Pique& pique) {
            check_hands(elder, younger);
            nb::gil_scoped_release free;
            return PiqueSearch(table.solved, pique).value(elder, younger, score);
        }, "elder"_a, "younger"_a, "score"_a, "pique"_a)
        .def("pique_leads", [](const Table& table, Cards elder, Cards younger, int score,
                               const Pique& pique) {
            check_hands(elder, younger);
            return playable(PiqueSearch(table.solved, pique).leads(elder, younger, score));
        }, "elder"_a, "younger"_a, "score"_a, "pique"_a)
        .def("pique_replies", [](const Table& table, Cards elder, Cards younger, int led,
                                 int score, const Pique& pique) {
            check_led(elder, younger, led);
            return playable(PiqueSearch(table.solved, pique).replies(elder, younger, led, score));
        }, "elder"_a, "younger"_a, "led"_a, "score"_a, "pique"_a)
        .def("pique_leads_of", &pique_leads_of, "elders"_a, "youngers"_a, "scores"_a, "pique"_a,
             "threads"_a = 1)
        .def("pique_replies_of", &pique_replies_of, "elders"_a, "youngers"_a, "led"_a,
             "scores"_a, "pique"_a, "threads"_a = 1);
}

}  // namespace piquet
