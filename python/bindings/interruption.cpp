// SPDX-License-Identifier: MIT
#include "interruption.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace oldham::python {

namespace py = pybind11;

namespace {

constexpr auto patience = std::chrono::milliseconds(50);

}  // namespace

bool carry_out(FunctionRef<void(const std::atomic<bool>*)> work) {
  std::atomic<bool> interrupted{false};
  std::exception_ptr problem;
  std::optional<py::error_already_set> raised;
  {
    const py::gil_scoped_release unlocked;
    std::mutex mutex;
    std::condition_variable ended;
    bool is_done = false;
    std::thread worker([&] {
      {
        // one state of the interpreter for all calls that come back from this thread: making it takes longer than most
        const py::gil_scoped_acquire known;
        const py::gil_scoped_release while_native;
        try {
          work(&interrupted);
        } catch (...) {
          problem = std::current_exception();
        }
      }
      const std::lock_guard lock(mutex);
      is_done = true;
      ended.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, patience, [&] { return is_done; })) {
      lock.unlock();
      {
        const py::gil_scoped_acquire locked;
        if (PyErr_CheckSignals() != 0) {
          raised.emplace();
          interrupted = true;
        }
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (raised && !raised->matches(PyExc_KeyboardInterrupt)) throw *raised;
  // work that was cut short may complain about that
  if (problem && !raised) std::rethrow_exception(problem);
  return raised.has_value();
}

}  // namespace oldham::python
