// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/analysis/stability_map.hpp"
#include "oldham/io/table.hpp"

namespace oldham {

/// What pages about studies have in common. Texts are plain; the pages escape them.
struct StudyHead {
  std::string title{};
  std::string verdict{};                                      // what came out, in a sentence
  std::string system_file{};                                  // its text
  std::vector<std::pair<std::string, std::string>> origin{};  // what made it: names and values
};

/// How a reader of a page runs what it is about once more.
inline std::string again_text(const std::string& command) {
  return "save the file below as system.toml, then: " + command;
}

/// A stability chart whose cells show their spectral radius, over two keys with their units. A chart of more than
/// `most_cells` cells is shown coarser.
std::string map_page(const StudyHead& head, const StabilityMap& map, const Column& x_key, const Column& y_key);
inline constexpr std::int64_t most_cells = 1'000'000;

/// Errors over steps, on logarithmic axes, with the orders observed.
struct ConvergencePage {
  struct Quantity {
    std::string name;
    std::vector<double> errors;  // one for every step
    std::vector<double> orders;  // between a step and the one before it: one less
  };
  std::vector<double> steps;  // s
  std::string error_name;
  std::vector<Quantity> quantities;
};
std::string convergence_page(const StudyHead& head, const ConvergencePage& study);

/// One row for every run: first the keys that were varied, then what came of it. Cells are texts, numbers among them.
struct SweepPage {
  std::vector<Column> keys, results;
  std::vector<std::vector<std::string>> rows;  // as many cells as keys and results together
};
std::string sweep_page(const StudyHead& head, const SweepPage& sweep);

}  // namespace oldham
