#include "parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace piquet {

int thread_count(int asked) {
    if (asked > 0) return std::min(asked, 256);
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

bool run_tasks(int count, int threads, const std::function<void(int)>& task,
               const std::function<bool()>& go_on) {
    std::atomic<int> next{0};
    std::mutex mutex;
    std::condition_variable changed;
    std::exception_ptr failure;
    int working = 0;

    const auto stop = [&] { next.store(count); };
    const auto work = [&] {
        try {
            for (int i = next.fetch_add(1); i < count; i = next.fetch_add(1)) task(i);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
            stop();
        }
        const std::lock_guard lock(mutex);
        --working;
        changed.notify_all();
    };

    const int hands = std::min(thread_count(threads), count);
    if (hands <= 1 && !go_on) {
        for (int i = 0; i < count; ++i) task(i);
        return true;
    }
    std::vector<std::thread> crew;
    bool finished = true;
    {
        std::unique_lock lock(mutex);
        for (int i = 0; i < hands; ++i) {
            ++working;
            try {
                crew.emplace_back(work);
            } catch (...) {  // no more threads to be had: those that run do all the work
                --working;
                if (crew.empty()) throw;
                break;
            }
        }
        while (working > 0) {
            changed.wait_for(lock, std::chrono::milliseconds(50));
            if (!go_on || !finished || failure) continue;
            lock.unlock();
            bool more = false;
            try {
                more = go_on();
            } catch (...) {
                const std::lock_guard guard(mutex);
                failure = std::current_exception();
            }
            lock.lock();
            if (!more) {
                finished = false;
                stop();
            }
        }
    }
    for (std::thread& one : crew) one.join();
    if (failure) std::rethrow_exception(failure);
    return finished;
}

}  // namespace piquet
