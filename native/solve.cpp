#include "solve.hpp"

#include <array>
#include <atomic>

#include "numbering.hpp"
#include "parallel.hpp"

namespace piquet {
namespace {

// What one trick does to the word of its suit, for cards that are not the same card in effect:
// neighbours of one owner are, so each run of a letter is tried once.
struct Reply {
    Word rest;
    bool leader_takes;
};

struct Moves {
    std::vector<std::vector<Reply>> leads;  // for each lead, the replies in the same suit
    std::vector<Word> discards;             // what a card thrown to another suit leaves
    Word after_unanswered = 0;              // what a lead leaves that nobody can follow
};

unsigned without(unsigned owners, int place) {
    const unsigned below = (1u << place) - 1u;
    return (owners & below) | ((owners >> 1) & ~below);
}

bool begins_run(unsigned owners, int place, bool leader) {
    const auto is = [&](int at) { return ((owners >> at) & 1u) == (leader ? 1u : 0u); };
    return is(place) && (place == 0 || !is(place - 1));
}

Moves moves_in(const Numbering& numbering, const Spelling& spelling) {
    Moves moves;
    const int length = spelling.length;
    const unsigned owners = spelling.owners;
    for (int lead = length - 1; lead >= 0; --lead) {
        if (!begins_run(owners, lead, true)) continue;
        std::vector<Reply> replies;
        for (int reply = 0; reply < length; ++reply) {
            if (!begins_run(owners, reply, false)) continue;
            const unsigned left = lead > reply ? without(without(owners, lead), reply)
                                               : without(without(owners, reply), lead);
            replies.push_back({numbering.spelled(length - 2, left), lead > reply});
        }
        moves.leads.push_back(std::move(replies));
        moves.after_unanswered = numbering.spelled(length - 1, without(owners, lead));
    }
    for (int place = 0; place < length; ++place) {
        if (!begins_run(owners, place, false)) continue;
        moves.discards.push_back(numbering.spelled(length - 1, without(owners, place)));
    }
    return moves;
}

// The other three words of a position, sorted, so that a changed word is only put in its place.
struct Others {
    Others(Word a, Word b, Word c) : first(a), second(b), third(c) {
        Numbering::order(first, second);
        Numbering::order(second, third);
        Numbering::order(first, second);
    }
    Words with(Word fourth) const {
        Words words{first, second, third, fourth};
        Numbering::order(words[2], words[3]);
        Numbering::order(words[1], words[2]);
        Numbering::order(words[0], words[1]);
        return words;
    }
    Word first, second, third;
};

class Solver {
public:
    Solver(int last_trick, Slot size) : last_trick_(last_trick), values_(size) {
        for (Word word = 0; word < word_count; ++word) {
            moves_[word] = moves_in(numbering_, numbering_.spelling(word));
        }
    }

    // Fills all positions whose first word is `first`, in order of their numbers.
    std::uint32_t solve_row(int tricks, Word first, const std::vector<WordPair>* lower_pairs) {
        std::uint32_t done = 0;
        const Spelling& upper = numbering_.spelling(first);
        for (Word second = 0; second <= first; ++second) {
            const Spelling& lower = numbering_.spelling(second);
            const int leaders = tricks - upper.leaders - lower.leaders;
            const int followers = tricks - upper.followers - lower.followers;
            if (leaders < 0 || followers < 0) continue;
            const int count = numbering_.lower_pairs_upto(leaders, followers, second);
            if (count == 0) continue;
            const Slot start = numbering_.start(tricks, first, second);
            const WordPair* rest = lower_pairs[leaders * (hand_size + 1) + followers].data();
            for (int i = 0; i < count; ++i) {
                values_[start + static_cast<Slot>(i)] = static_cast<std::uint8_t>(
                    value(tricks, {first, second, rest[i].upper, rest[i].lower}));
            }
            done += static_cast<std::uint32_t>(count);
        }
        return done;
    }

    std::vector<std::uint8_t> take() { return std::move(values_); }

private:
    int value(int tricks, const Words& words) const {
        const int most = 2 * tricks + (last_trick_ > 0 ? 1 : -1);
        int best = -1;
        for (int suit = 0; suit < suit_count && best < most; ++suit) {
            const Moves& moves = moves_[words[suit]];
            if (moves.leads.empty()) continue;
            if (!moves.discards.empty()) {
                best = followed(tricks, words, suit, best);
            } else {
                best = unanswered(tricks, words, suit, best);
            }
        }
        return best;
    }

    // The best of the leads in a suit that the follower holds, or `best` if none is better.
    int followed(int tricks, const Words& words, int suit, int best) const {
        const Word a = words[(suit + 1) & 3], b = words[(suit + 2) & 3], c = words[(suit + 3) & 3];
        const Others kept(a, b, c);
        const Others turned(turn(a), turn(b), turn(c));
        const int lost = 2 * (tricks - 1) + last_trick_;  // by the loser of this trick, at most
        for (const auto& replies : moves_[words[suit]].leads) {
            int worst = 2 * tricks + 1;
            for (const Reply& reply : replies) {
                const int result =
                    reply.leader_takes
                        ? 2 + after(tricks, kept.with(reply.rest))
                        : lost - after(tricks, turned.with(turn(reply.rest)));
                if (result < worst) worst = result;
                if (worst <= best) break;
            }
            if (worst > best) best = worst;
        }
        return best;
    }

    // The same for a suit that he does not hold: the trick is won, the best discard decides.
    int unanswered(int tricks, Words words, int suit, int best) const {
        words[suit] = moves_[words[suit]].after_unanswered;
        int worst = 2 * tricks + 1;
        for (int thrown = 0; thrown < suit_count; ++thrown) {
            if (thrown == suit || moves_[words[thrown]].discards.empty()) continue;
            const Others kept(words[(thrown + 1) & 3], words[(thrown + 2) & 3],
                              words[(thrown + 3) & 3]);
            for (const Word rest : moves_[words[thrown]].discards) {
                const int result = 2 + after(tricks, kept.with(rest));
                if (result < worst) worst = result;
                if (worst <= best) return best;
            }
        }
        return worst > best ? worst : best;
    }

    int after(int tricks, const Words& sorted) const {
        return tricks == 1 ? last_trick_ : values_[numbering_.sorted_slot(tricks - 1, sorted)];
    }
    Word turn(Word word) const { return numbering_.spelling(word).turned; }

    const Numbering& numbering_ = numbering();
    const int last_trick_;
    std::array<Moves, word_count> moves_;
    std::vector<std::uint8_t> values_;
};

}  // namespace

std::vector<std::uint8_t> solve(int last_trick, int threads,
                                const std::function<bool(std::uint32_t)>& go_on, int tricks) {
    const Numbering& numbers = numbering();
    std::vector<std::vector<WordPair>> lower_pairs;
    for (int leaders = 0; leaders <= hand_size; ++leaders) {
        for (int followers = 0; followers <= hand_size; ++followers) {
            lower_pairs.push_back(numbers.lower_pairs(leaders, followers));
        }
    }
    Solver solver(last_trick, numbers.level_end(tricks));
    std::atomic<std::uint32_t> done{0};
    const std::function<bool()> poll = [&] { return go_on(done.load()); };
    for (int level = 1; level <= tricks; ++level) {
        const bool finished = run_tasks(
            word_count, threads,
            [&](int task) {  // the longest first words, with the most below them, come first
                const Word first = static_cast<Word>(word_count - 1 - task);
                done += solver.solve_row(level, first, lower_pairs.data());
            },
            go_on ? poll : std::function<bool()>{});
        if (!finished) return {};
    }
    return solver.take();
}

}  // namespace piquet
