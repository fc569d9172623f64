// SPDX-License-Identifier: MIT
#include "run_pace.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "oldham/core/error.hpp"

namespace oldham::app {
namespace {

constexpr const char* option = "--realtime";
constexpr double slowest = 1e-6, fastest = 1e6;

/// Absent: no number.
std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const char *begin = text.data() + (text.starts_with('+') ? 1 : 0), *end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(begin, end, value);
  if (stop != end || problem != std::errc()) return {};
  return value;
}

/// Whether a word is meant as a factor, right or wrong, and not as the file.
bool is_meant_as_factor(const std::string& word) {
  if (number_of(word)) return true;
  if (word.empty()) return false;
  const std::size_t begin = word.find_first_not_of("+-.,");
  const bool begins_so = begin != std::string::npos && word[begin] >= '0' && word[begin] <= '9';
  std::error_code unknown;
  const std::string ending = std::filesystem::path(word).extension().string();
  const bool is_file = ending == ".toml" || ending == ".ssp" || ending == ".ssd" || ending == ".fmu" ||
                       word.find('/') != std::string::npos || std::filesystem::exists(word, unknown);
  return begins_so && !is_file;
}

/// As a decimal with few digits: a clock counts nanoseconds.
double whole_nanoseconds(double seconds) { return std::round(1e9 * seconds) / 1e9; }

}  // namespace

void join_factor(std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == fmt::format("{}=", option)) words[i] += ' ';  // or nobody would know that it was given
    if (words[i] != option) continue;
    const bool has_factor = i + 1 < words.size() && is_meant_as_factor(words[i + 1]);
    words[i] += '=' + (has_factor ? words[i + 1] : "1");
    if (has_factor) words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

CLI::Option* add_realtime(CLI::App& app, std::string& given) {
  return app
      .add_option(option, given,
                  "keep pace with the clock and report lateness; 0.5: half as fast as real time (1 without a factor)")
      ->type_name("[FACTOR]")
      ->expected(0, 1);
}

double read_pace_factor(const std::string& given) {
  const std::optional<double> factor = number_of(given);
  const char* remedy = "give simulated seconds per second of the clock, such as --realtime 0.5";
  if (!factor) throw_wrong_input(option, fmt::format("'{}' is no number", given), remedy);
  if (!(*factor >= slowest && *factor <= fastest))
    throw_wrong_input(option, fmt::format("the factor {} is not between {:g} and {:g}", given, slowest, fastest),
                      remedy);
  return *factor;
}

PacedRun::PacedRun(const PaceRule& rule, const System<double>& system, std::filesystem::path folder)
    : folder_(std::move(folder)), output_times_(system), pacer_(rule, SteadyClock(&interrupted)) {
  if (!system.adaptive) step_ = system.step;
}

void PacedRun::begin() {
  writer_.emplace(folder_, std::vector<Column>{{"lateness", "s"}, {"computing", "s"}, {"missed", ""}},
                  ResultOptions{.name = "pace", .hdf5 = false});
  // what is done beside the loop was begun before, and keeps its priority
  grants_ = scope_.emplace().grants();
}

void PacedRun::observe(double time) {
  if (!pacer_.has_begun()) {
    begin();
    output_times_.is_due(time);  // the row of the start, which no step ends at
    pacer_.wait(time);
    return;
  }
  const PaceWatch::Deadline deadline = pacer_.wait(time);
  lateness_ = std::max(lateness_, deadline.lateness);
  computing_ = std::max(computing_, deadline.computing);
  missed_ += deadline.is_missed ? 1 : 0;
  if (!output_times_.is_due(time)) return;
  writer_->append(time, std::array{whole_nanoseconds(lateness_), whole_nanoseconds(computing_), missed_});
  lateness_ = computing_ = missed_ = 0;
}

PaceResult PacedRun::finish() {
  scope_.reset();
  if (writer_) writer_->finish();
  PaceResult result = pacer_.result(step_);
  result.grants = grants_;
  return result;
}

}  // namespace oldham::app
