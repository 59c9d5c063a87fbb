// What Python hands over, checked: numbers and arrays of hands, and arrays handed back.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "cards.hpp"
#include "parallel.hpp"

namespace piquet {

namespace nb = nanobind;

// A refusal that Python sees as a ValueError.
[[noreturn]] inline void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

// An array handed over, or a refusal.  NumPy's single dates show a buffer without strides, which
// nanobind would read all the same.
template <typename Array>
void take_buffer(nb::handle given, const std::string& refusal, Array& array) {
    if (PyObject_CheckBuffer(given.ptr()) != 0) {
        Py_buffer seen;
        if (PyObject_GetBuffer(given.ptr(), &seen, PyBUF_RECORDS_RO) == 0) {
            const bool readable = seen.ndim == 0 || (seen.shape && seen.strides);
            PyBuffer_Release(&seen);
            if (!readable) refuse(refusal);
        } else {
            PyErr_Clear();
        }
    }
    if (!nb::try_cast(given, array)) refuse(refusal);
}

// What Python holds under the name of the field that it fills.
template <typename Value>
void read(nb::handle from, const char* name, Value& field) {
    if (!nb::hasattr(from, name) || !nb::try_cast(from.attr(name), field)) {
        refuse(std::string(name) + " is missing, or is not what it should be");
    }
}

// More numbers than this are not made at once.
constexpr std::size_t most_numbers = std::size_t{1} << 28;

inline void check_amount(std::size_t rows, std::size_t columns) {
    if (columns != 0 && rows > most_numbers / columns) {
        refuse("that would be more than 2^28 numbers at once; ask for them in parts");
    }
}

// One value an item, from an array of that many items or from one value that stands for all.
template <typename Value>
class Column {
public:
    Column(nb::handle given, const char* name);

    std::size_t size() const { return size_; }
    Value operator[](std::size_t i) const { return data_ == nullptr ? one_ : data_[i]; }

    // The common length of several columns; a single value has any length.
    std::size_t join(std::size_t length) const {
        if (data_ == nullptr) return length;
        if (length != 1 && size_ != 1 && length != size_) {
            refuse(std::string(name_) + ": " + std::to_string(size_) + " items beside " +
                   std::to_string(length) + "; the arrays must have one length");
        }
        return length == 1 ? size_ : length;
    }

private:
    void take_array(const nb::ndarray<nb::ro>& array);

    const char* name_;
    nb::ndarray<nb::ro> kept_;
    const Value* data_ = nullptr;
    std::size_t size_ = 1;
    Value one_{};
};

template <typename Value>
Column<Value>::Column(nb::handle given, const char* name) : name_(name) {
    if (nb::isinstance<nb::int_>(given)) {
        const auto refuse_range = [&] { refuse(std::string(name) + " is out of range"); };
        int overflow = 0;
        const long long value = PyLong_AsLongLongAndOverflow(given.ptr(), &overflow);
        one_ = static_cast<Value>(value);
        if (overflow != 0 || static_cast<long long>(one_) != value) refuse_range();
        return;
    }
    take_buffer(given, std::string(name) + " must be a whole number or an array", kept_);
    take_array(kept_);
}

template <typename Value>
void Column<Value>::take_array(const nb::ndarray<nb::ro>& array) {
    const std::string name = name_;
    if (array.dtype() != nb::dtype<Value>()) {
        refuse(name + " must be an array of " + (nb::dtype<Value>().code == 0 ? "int" : "uint") +
               std::to_string(8 * sizeof(Value)));
    }
    if (array.device_type() != nb::device::cpu::value) refuse(name + " must lie in main memory");
    if (array.ndim() > 1) refuse(name + " must have one dimension");
    const bool alone = array.ndim() == 0;
    if (!alone && array.shape(0) > 1 && array.stride(0) != 1) {
        refuse(name + " must be contiguous (numpy.ascontiguousarray makes it so)");
    }
    data_ = static_cast<const Value*>(array.data());
    size_ = alone ? 1 : array.shape(0);
    if (alone) {
        one_ = *data_;
        data_ = nullptr;
    }
}

// An array of rows and columns made by the core and owned by Python.
template <typename Value>
nb::object hand_over(std::vector<Value>&& values, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<Value>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Value>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, Value>(kept->data(), shape.size(), shape.begin(), owner));
}

// Two hands that can stand against each other: apart, of sizes that differ by `ahead`.
inline void check_hands(Cards leader, Cards follower, int ahead = 0) {
    if ((leader & follower) != 0) refuse("the two hands hold the same card");
    if (size_of(follower) - size_of(leader) != ahead) {
        refuse(ahead == 0 ? "the two hands must have as many cards as each other"
                          : "with a card on the table its leader must hold one card less");
    }
    if (size_of(follower) > hand_size) refuse("a hand has at most 12 cards");
}

inline void check_led(Cards leader, Cards follower, int led) {
    if (led < 0 || led >= card_count) refuse("the card led must be a number from 0 to 31");
    if (((leader | follower) & bit(led)) != 0) refuse("the card led is still in a hand");
    check_hands(leader, follower, 1);
}

inline int check_threads(int threads) {
    if (threads < 0) refuse("the number of threads cannot be negative (0 asks for all cores)");
    return threads;
}

// Fills `rows` rows in tasks of a few hundred, each(first, end) on any thread.
template <typename Each>
void in_chunks(std::size_t rows, int threads, Each each) {
    constexpr std::size_t chunk = 512;
    const int tasks = static_cast<int>((rows + chunk - 1) / chunk);
    run_tasks(tasks, threads, [&](int task) {
        const std::size_t first = chunk * static_cast<std::size_t>(task);
        each(first, std::min(rows, first + chunk));
    });
}

}  // namespace piquet
