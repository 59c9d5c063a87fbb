// Work cut into numbered tasks and shared among threads.
#pragma once

#include <functional>

namespace piquet {

// The number of threads to use where 0 asks for all cores.
int thread_count(int asked);

// Runs task(0) ... task(count - 1), each once, on `threads` threads.  While it waits the calling
// thread asks `go_on` about twenty times a second; when that says no, the tasks not yet begun are
// left out and the answer is false.  What a task throws is thrown here.
bool run_tasks(int count, int threads, const std::function<void(int)>& task,
               const std::function<bool()>& go_on = {});

}  // namespace piquet
