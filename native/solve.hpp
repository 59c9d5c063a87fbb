// Card play with both hands open, solved backwards from the last trick.
//
// One number is kept for every position with the leader to move: s = 2 T + z L, where T is the
// tricks that the leader wins from here on, L is 1 if he wins the last, and z is what the last
// trick is worth beside the others (1 or -1).  The leader makes s as great as he can, the
// follower as small.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cards.hpp"

namespace piquet {

// The values of all positions of up to `tricks` cards each by number, one byte each; empty if
// `go_on` said stop.  `go_on` is told how many positions are done.  last_trick is z.
std::vector<std::uint8_t> solve(int last_trick, int threads,
                                const std::function<bool(std::uint32_t)>& go_on = {},
                                int tricks = hand_size);

}  // namespace piquet
