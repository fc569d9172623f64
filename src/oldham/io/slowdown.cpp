// SPDX-License-Identifier: MIT
#include "oldham/io/slowdown.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace oldham {

double slowdown_from(const std::string& schedstat) {
  constexpr double least = 1e8;  // ns; before, it is told by chance
  std::istringstream stream(schedstat);
  double ran = 0, waited = 0;
  if (!(stream >> ran >> waited) || ran < least || waited < 0) return 1;
  return (ran + waited) / ran;
}

std::string schedstat_file() { return fmt::format("/proc/self/task/{}/schedstat", gettid()); }

double read_slowdown(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return slowdown_from(text.str());
}

}  // namespace oldham
