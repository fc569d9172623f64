// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace oldham {

/// sRGB and opacity, each from 0 to 1.
struct Colour {
  double red = 0;
  double green = 0;
  double blue = 0;
  double alpha = 1;
};

constexpr Colour rgb(unsigned hex) {
  return {((hex >> 16) & 0xff) / 255.0, ((hex >> 8) & 0xff) / 255.0, (hex & 0xff) / 255.0, 1};
}

inline constexpr Colour white = rgb(0xffffff);
inline constexpr Colour ink = rgb(0x222222);         // text and frame
inline constexpr Colour soft_ink = rgb(0x5a5a5a);    // subtitles and reference slopes
inline constexpr Colour grid_grey = rgb(0xdddddd);   // lines at the ticks
inline constexpr Colour faint_grey = rgb(0xf0f0f0);  // lines between them
inline constexpr Colour no_value = rgb(0xbdbdbd);    // cells without a finite value

/// Palette of Okabe and Ito, told apart with every common colour blindness; its yellow is left out, being faint on
/// white.
inline constexpr std::array series_colours{rgb(0x0072b2), rgb(0xd55e00), rgb(0x009e73), rgb(0xcc79a7),
                                           rgb(0xe69f00), rgb(0x56b4e9), rgb(0x000000)};

/// Light to deep teal for 0 ≤ ρ ≤ 1, sand to dark red above: lightness jumps where stability ends.
inline constexpr std::array stable_scale{rgb(0xe9f5f3), rgb(0xb7ddd9), rgb(0x7dbfbd), rgb(0x449b9d), rgb(0x1a6f78)};
inline constexpr std::array unstable_scale{rgb(0xfdebcf), rgb(0xfbc58f), rgb(0xf08f5c), rgb(0xd1523b), rgb(0x8c1c22)};

/// Piecewise linear between the colours of a scale; positions outside 0 to 1 take the end colours.
Colour colour_at(std::span<const Colour> scale, double position);

}  // namespace oldham
