// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oldham/io/json.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/table.hpp"

namespace oldham {

struct MonolithicSettings {
  std::vector<double> samples;               // s; values are told at exactly these times
  std::optional<std::filesystem::path> out;  // folder for monolithic.csv and .h5; absent: none
  Table* table = nullptr;                    // what would be written there, kept in memory
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(std::int64_t done, std::int64_t all)> progress{};  // macro steps of the file
};

/// The system solved as one, from start to end.
struct MonolithicRun {
  bool interrupted = false;
  bool is_linear = false;         // a matrix exponential, rather than CVODE
  double time = 0;                // s, where it ended
  std::int64_t intervals = 0;     // between communication points of the file
  double wall = 0;                // s
  Json outputs = Json::object();  // at the end
  Json samples = Json::array();
  std::string outputs_text, samples_text;  // those that fit into an answer for people
};

MonolithicRun solve_as_one(System<double>& system, MonolithicSettings settings);

/// As that of a co-simulation, which it stands beside.
Json to_json(const MonolithicRun& run);

}  // namespace oldham
