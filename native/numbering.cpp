#include "numbering.hpp"

#include <algorithm>

namespace piquet {

Numbering::Numbering() {
    spell();
    place_lower_pairs();
    number_upper_pairs();
}

// Words in order of length, so that the longest suits come first in a position.
void Numbering::spell() {
    Word next = 0;
    for (int length = 0; length <= rank_count; ++length) {
        first_of_length_[length] = next;
        for (unsigned owners = 0; owners < (1u << length); ++owners) {
            Spelling& made = spellings_[next];
            made.length = static_cast<std::uint8_t>(length);
            made.owners = static_cast<std::uint8_t>(owners);
            made.leaders = static_cast<std::uint8_t>(size_of(owners));
            made.followers = static_cast<std::uint8_t>(length - made.leaders);
            by_owners_[(1u << length) | owners] = next++;
        }
    }
    first_of_length_[rank_count + 1] = next;
    for (Spelling& made : spellings_) {
        made.turned = spelled(made.length, made.owners ^ ((1u << made.length) - 1u));
    }
    for (unsigned leader = 0; leader < 256; ++leader) {
        for (unsigned follower = 0; follower < 256; ++follower) {
            if ((leader & follower) != 0) continue;
            unsigned owners = 0;
            int length = 0;
            for (int rank = 0; rank < rank_count; ++rank) {
                if (((leader | follower) >> rank & 1u) == 0) continue;
                owners |= (leader >> rank & 1u) << length++;
            }
            word_of_[both_holdings(leader, follower)] = spelled(length, owners);
        }
    }
}

void Numbering::place_lower_pairs() {
    place_.assign(pair_count, 0);
    std::array<std::array<std::uint16_t, hand_size + 1>, hand_size + 1> listed{};
    for (unsigned upper = 0; upper < word_count; ++upper) {
        for (unsigned lower = 0; lower <= upper; ++lower) {
            const int leaders = spellings_[upper].leaders + spellings_[lower].leaders;
            const int followers = spellings_[upper].followers + spellings_[lower].followers;
            if (leaders > hand_size || followers > hand_size) continue;
            place_[pair(upper, lower)] = listed[leaders][followers]++;
        }
        upto_[upper] = listed;
    }
}

std::vector<WordPair> Numbering::lower_pairs(int leaders, int followers) const {
    std::vector<WordPair> list;
    for (Word upper = 0; upper < word_count; ++upper) {
        for (Word lower = 0; lower <= upper; ++lower) {
            if (spellings_[upper].leaders + spellings_[lower].leaders != leaders) continue;
            if (spellings_[upper].followers + spellings_[lower].followers != followers) continue;
            list.push_back({upper, lower});
        }
    }
    return list;
}

void Numbering::number_upper_pairs() {
    Slot next = 0;
    for (int tricks = 0; tricks <= hand_size; ++tricks) {
        level_start_[tricks] = next;
        if (tricks == 0) continue;  // an empty position needs no number
        start_[tricks] = std::make_unique_for_overwrite<Slot[]>(pair_count);
        for (unsigned first = 0; first < word_count; ++first) {
            // The other three words are no longer than the second: below this it cannot be.
            const int rest = 2 * tricks - spellings_[first].length;
            const int shortest = std::max(0, (rest + 2) / 3);
            if (shortest > spellings_[first].length) continue;
            for (unsigned second = first_of_length_[shortest]; second <= first; ++second) {
                const int leaders = tricks - spellings_[first].leaders - spellings_[second].leaders;
                const int followers =
                    tricks - spellings_[first].followers - spellings_[second].followers;
                if (leaders < 0 || followers < 0) continue;
                start_[tricks][pair(first, second)] = next;
                next += upto_[second][leaders][followers];
            }
        }
    }
    level_start_[hand_size + 1] = next;
}

const Numbering& numbering() {
    static const Numbering made;
    return made;
}

}  // namespace piquet
