// SPDX-License-Identifier: MIT
#include "oldham/io/advice/ranking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <tuple>

namespace oldham::advice {
namespace {

constexpr double aim = 0.9;  // of the accuracy: what is aimed at, so as to meet it
constexpr double least_factor = 0.1, most_factor = 0.85;
constexpr double stagnation = 0.87;  // an error that falls by less over a clearly shorter step

}  // namespace

double round_step(double step) {
  if (!(step > 0) || !std::isfinite(step)) return step;
  const double unit = std::pow(10.0, std::floor(std::log10(step)) - 1);
  // a number that has two digits keeps them, also where it is stored a little below
  const double digits = std::floor(step / unit * (1 + 1e-9));
  return std::strtod(fmt::format("{:.0f}e{}", digits, static_cast<int>(std::lround(std::log10(unit)))).c_str(),
                     nullptr);
}

std::optional<double> next_step(const std::vector<Measured>& measured, double accuracy, double expected_order) {
  const Measured& last = measured.back();
  double p = std::max(expected_order, 0.5);
  if (measured.size() > 1) {
    const Measured& before = measured[measured.size() - 2];
    if (last.step < 0.8 * before.step && last.error > stagnation * before.error) return {};
    p = std::clamp(std::log(before.error / last.error) / std::log(before.step / last.step), 0.5, 6.0);
  }
  return last.step * std::clamp(std::pow(aim * accuracy / last.error, 1 / p), least_factor, most_factor);
}

double worth(double cost, double error, double accuracy) {
  return cost * std::clamp(std::sqrt(error / accuracy), best_worth, 1.0);
}

void rank(std::vector<Entry>& entries, double accuracy) {
  constexpr double last = std::numeric_limits<double>::infinity();
  const auto key = [&](const Entry& e) {
    const double cost = e.cost.value_or(last);
    const double by = e.standing == Standing::misses               ? e.error.value_or(last)
                      : e.standing == Standing::reaches && e.error ? worth(cost, *e.error, accuracy)
                                                                   : cost;
    return std::tuple(e.standing, by);
  };
  std::ranges::stable_sort(entries, [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
}

std::vector<std::string> find_cures(const std::vector<Choice>& choices, const Candidate& own,
                                    const std::vector<Entry>& entries) {
  std::vector<std::string> cures;
  for (const Entry& entry : entries) {
    if (entry.standing == Standing::unstable || entry.standing == Standing::refused || !entry.limit.largest) continue;
    int differences = 0;
    std::size_t where = 0;
    for (std::size_t i = 0; i < own.size(); ++i)
      if (entry.candidate[i] != own[i]) {
        ++differences;
        where = i;
      }
    if (differences != 1) continue;
    const std::string cure =
        fmt::format("{} = {}", choices[where].name, choices[where].options[entry.candidate[where]].word);
    if (std::ranges::find(cures, cure) == cures.end()) cures.push_back(cure);
  }
  return cures;
}

}  // namespace oldham::advice
