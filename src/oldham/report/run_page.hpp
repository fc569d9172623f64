// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/io/table.hpp"
#include "oldham/report/comparison.hpp"
#include "oldham/report/verdicts.hpp"
#include "oldham/study/pace.hpp"

namespace oldham {

/// What a page about a run shows. Texts are plain; the page escapes them.
struct RunPage {
  struct Other {
    std::string label;  // "monolithic", or the name of another run
    Table results;
  };
  std::string title{}, subtitle{};
  std::vector<Verdict> verdicts{};
  std::string animation{};  // a fragment of a page; empty: none
  Table results{};
  std::optional<double> alarm_time{};  // s; the plots end a little later at first
  std::optional<PaceResult> pace{};
  Table paces{};                // columns lateness, computing and missed; empty: it kept no pace with the clock
  Table steps{};                // columns step, corrections and residual; empty: not known
  std::vector<Other> others{};  // drawn beside it
  CouplingGraph graph{};
  std::vector<RunRecord::Account> accounts{};
  std::optional<RunRecord::Energy> balance{};                 // absent: the run kept none
  std::string schedule{};                                     // how subsystems step, in words
  std::string system_file{};                                  // its text
  std::vector<std::pair<std::string, std::string>> origin{};  // what made it: names and values
};

/// So many numbers of signals a page holds at most, all tables together; longer ones are decimated.
inline constexpr std::size_t most_numbers = 1'200'000;

/// One file that needs no other.
std::string to_html(const RunPage& page);

}  // namespace oldham
