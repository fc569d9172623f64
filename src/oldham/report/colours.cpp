// SPDX-License-Identifier: MIT
#include "oldham/report/colours.hpp"

#include <algorithm>
#include <cmath>

namespace oldham {

Colour colour_at(std::span<const Colour> scale, double position) {
  const double place = std::clamp(position, 0.0, 1.0) * static_cast<double>(scale.size() - 1);
  const auto lower = std::min(static_cast<std::size_t>(place), scale.size() - 2);
  const double share = place - static_cast<double>(lower);
  const Colour& a = scale[lower];
  const Colour& b = scale[lower + 1];
  return {std::lerp(a.red, b.red, share), std::lerp(a.green, b.green, share), std::lerp(a.blue, b.blue, share),
          std::lerp(a.alpha, b.alpha, share)};
}

}  // namespace oldham
