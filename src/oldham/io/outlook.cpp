// SPDX-License-Identifier: MIT
#include "oldham/io/outlook.hpp"

#include <algorithm>

namespace oldham {
namespace {

constexpr double almost = 0.99;  // is done of what only its end tells to be over

}  // namespace

void Outlook::count(double time, double fraction, double afterwards) {
  if (follows_since_) return;
  counted_.add(time, fraction);
  fraction_ = fraction;
  afterwards_ = afterwards;
}

void Outlook::follow(double time, double seconds) {
  follows_since_ = time;
  afterwards_ = seconds;
}

std::optional<double> Outlook::left(double time) const {
  if (follows_since_) {
    const double rest = *follows_since_ + afterwards_ - time;
    return rest > 0 ? std::optional(rest) : std::nullopt;
  }
  const std::optional<double> counted = counted_.at(time);
  return counted ? std::optional(*counted + afterwards_) : std::nullopt;
}

double Outlook::share(double time) {
  double share = fraction_;
  if (follows_since_) {
    const std::optional<double> rest = left(time);
    share = rest ? std::min(time / (time + *rest), almost) : almost;
  } else if (const std::optional<double> counted = counted_.at(time); counted && afterwards_ > 0) {
    share *= (time + *counted) / (time + *counted + afterwards_);
  }
  shown_ = std::max(shown_, share);
  return shown_;
}

}  // namespace oldham
