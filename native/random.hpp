// Random numbers by (seed, index): the same on any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "cards.hpp"

namespace piquet {

// One step of splitmix64 (Steele, Lea and Flood 2014): 64 well-mixed bits of a number.
inline std::uint64_t mixed(std::uint64_t state) {
    state += 0x9E3779B97F4A7C15u;
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9u;
    state = (state ^ state >> 27) * 0x94D049BB133111EBu;
    return state ^ state >> 31;
}

// The same of some numbers, put through it one after the other.
inline std::uint64_t mix(std::initializer_list<std::uint64_t> words) {
    std::uint64_t state = 0;
    for (const std::uint64_t word : words) state = mixed(state ^ word);
    return state;
}

class Random {
public:
    Random(std::uint64_t seed, std::uint64_t index) : state_(mix({seed, index})) {}

    std::uint64_t next() { return mixed(state_ += 0x9E3779B97F4A7C15u); }

    // A number below `limit`, which is small.
    unsigned below(unsigned limit) { return static_cast<unsigned>((next() >> 32) * limit >> 32); }

    std::uint64_t state() const { return state_; }

    // One of the cards of a set.
    int card_of(Cards cards) {
        return card_above(cards, below(static_cast<unsigned>(size_of(cards))));
    }

    Cards subset(Cards cards, int size) {
        Cards chosen = 0;
        while (size_of(chosen) < size) chosen |= bit(card_of(cards & ~chosen));
        return chosen;
    }

private:
    std::uint64_t state_;
};

// Several small numbers out of one draw: each takes its share of 56 bits and leaves the rest.
class Lots {
public:
    explicit Lots(Random& random) : left_(random.next() >> 8) {}

    std::size_t below(std::size_t limit) {
        const std::uint64_t share = left_ * limit;
        left_ = share & ((std::uint64_t{1} << 56) - 1);
        return static_cast<std::size_t>(share >> 56);
    }

private:
    std::uint64_t left_;
};

}  // namespace piquet
