// A number for every position of card play at a trick boundary, without gaps.
//
// What counts in one suit is who owns its cards in order of rank, not which ranks they are.
// That order is a *word* of at most eight letters; there are 511 words.  A position of n cards
// each is four words, in any order of suits, whose leader's letters add up to n and whose
// follower's letters add up to n.
//
// The four words are sorted and taken two by two.  For an upper pair, the lower pairs that may
// stand below it are those with the right number of letters and no word above the upper pair's
// second.  Listed by their first word these are always a beginning of one and the same list, so
//
//     number = start of the upper pair + place of the lower pair in its list
//
// is exact: two look-ups in small tables, and no number is unused.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cards.hpp"
#include "ternary.hpp"

namespace piquet {

constexpr int word_count = 511;
constexpr int pair_count = word_count * (word_count + 1) / 2;

using Word = std::uint16_t;
using Words = std::array<Word, suit_count>;
using Slot = std::uint32_t;

struct WordPair {
    Word upper;
    Word lower;
};

// A word taken apart: bit i of owners is set where the i-th lowest card is the leader's.
struct Spelling {
    std::uint8_t length = 0;
    std::uint8_t owners = 0;
    std::uint8_t leaders = 0;    // letters of the leader
    std::uint8_t followers = 0;  // letters of the follower
    Word turned = 0;             // the same cards with leader and follower exchanged
};

class Numbering {
public:
    Numbering();

    // The word of one suit, from the leader's and the follower's holding in it.
    Word word(unsigned leader, unsigned follower) const {
        return word_of_[both_holdings(leader, follower)];
    }

    Words words(Cards leader, Cards follower) const {
        return {word(holding(leader, 0), holding(follower, 0)),
                word(holding(leader, 1), holding(follower, 1)),
                word(holding(leader, 2), holding(follower, 2)),
                word(holding(leader, 3), holding(follower, 3))};
    }

    const Spelling& spelling(Word word) const { return spellings_[word]; }
    Word spelled(int length, unsigned owners) const {
        return by_owners_[(1u << length) | owners];
    }

    // The number of a position of `tricks` cards each, its words in any order.
    Slot slot(int tricks, Words words) const {
        order(words[0], words[1]);
        order(words[2], words[3]);
        order(words[0], words[2]);
        order(words[1], words[3]);
        order(words[1], words[2]);
        return sorted_slot(tricks, words);
    }

    // The same for words that are sorted already, the greatest first.
    Slot sorted_slot(int tricks, const Words& words) const {
        return start_[tricks][pair(words[0], words[1])] + place_[pair(words[2], words[3])];
    }

    Slot slot(Cards leader, Cards follower) const {
        return slot(size_of(leader), words(leader, follower));
    }

    // Every position of `tricks` cards each has a number in [level_start, level_end).
    Slot level_start(int tricks) const { return level_start_[tricks]; }
    Slot level_end(int tricks) const { return level_start_[tricks + 1]; }
    Slot size() const { return level_start_[hand_size + 1]; }

    // The lower pairs with these numbers of letters, in the order of their places, and how many
    // of them hold no word above `top`.
    std::vector<WordPair> lower_pairs(int leaders, int followers) const;
    int lower_pairs_upto(int leaders, int followers, Word top) const {
        return upto_[top][leaders][followers];
    }
    Slot start(int tricks, Word first, Word second) const {
        return start_[tricks][pair(first, second)];
    }

    static void order(Word& greater, Word& lesser) {
        const Word high = greater > lesser ? greater : lesser;
        const Word low = greater > lesser ? lesser : greater;
        greater = high;
        lesser = low;
    }

private:
    static unsigned pair(unsigned upper, unsigned lower) {
        return upper * (upper + 1) / 2 + lower;
    }
    void spell();
    void place_lower_pairs();
    void number_upper_pairs();

    std::array<Word, 6561> word_of_{};
    std::array<Word, 512> by_owners_{};
    std::array<Spelling, word_count> spellings_{};
    std::array<Word, rank_count + 2> first_of_length_{};
    std::vector<std::uint16_t> place_;
    std::array<std::unique_ptr<Slot[]>, hand_size + 1> start_;
    std::array<Slot, hand_size + 2> level_start_{};
    std::array<std::array<std::array<std::uint16_t, hand_size + 1>, hand_size + 1>, word_count>
        upto_{};
};

// The one numbering, made when it is first needed.
const Numbering& numbering();

}  // namespace piquet
