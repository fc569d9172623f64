// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

#include "oldham/isolation/captured_output.hpp"
#include "oldham/isolation/descriptor.hpp"

namespace oldham {

/// A process for one subsystem. It ends with its owner, and also when the program of its owner ends, however that ends;
/// so do processes that it has started itself.
class WorkerProcess {
 public:
  /// What a worker finds open.
  static constexpr int shared_memory = 3;
  static constexpr int life_line = 4;  // at its end when the program that started it is no more

  WorkerProcess(const std::string& program, int memory);
  ~WorkerProcess() { end(); }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  bool has_ended();
  /// How it ended: "was ended by signal 11 (Segmentation fault)", "ended itself with exit code 3".
  std::string ending() const;
  /// Waits for it to end by itself, not longer than this.
  void wait(std::chrono::nanoseconds limit);
  void end();
  CapturedOutput& output() { return output_; }

 private:
  void reap();

  pid_t process_ = -1;
  int status_ = 0;
  bool is_known_ = true;  // how it ended
  Descriptor life_;
  CapturedOutput output_;
};

}  // namespace oldham
