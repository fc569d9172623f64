// SPDX-License-Identifier: MIT
#include "oldham/present/page/pace_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/present/text/pace_words.hpp"

namespace oldham {
namespace {

constexpr double left = 10, bar = 46, gap = 3, top = 34, height = 150, foot = 44, right = 10;
constexpr const char* micro = "µs";

/// Logarithmic, as one late deadline among a million counts: one is a tenth of the height.
double height_of(std::int64_t count, std::int64_t most) {
  if (count == 0) return 0;
  return height * (1 + std::log10(static_cast<double>(count))) / (1 + std::log10(static_cast<double>(most)));
}

/// "1 ms" as it stands under an edge.
std::string edge_text(double seconds) { return seconds > 0 ? duration_text(seconds, micro) : "0"; }

/// Where a duration lies among the bins, whose edges are spread evenly.
double place_of(double seconds, const std::vector<Durations::Bin>& bins) {
  double x = left;
  for (const Durations::Bin& bin : bins) {
    if (seconds < bin.to) {
      const double share = bin.from > 0 ? std::log(seconds / bin.from) / std::log(bin.to / bin.from) : seconds / bin.to;
      return x + bar * std::clamp(share, 0.0, 1.0);
    }
    x += bar;
  }
  return x;
}

std::string draw_bin(const Durations::Bin& bin, double x, std::int64_t most, bool is_missed) {
  const double size = height_of(bin.count, most), y = top + height - size;
  std::string svg;
  if (bin.count > 0)
    svg += fmt::format(
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{} from {} to "
        "{}</title>"
        "</rect><text class=\"count\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
        is_missed ? "missed" : "kept", x + gap / 2, y, bar - gap, size, bin.count, edge_text(bin.from),
        edge_text(bin.to), x + bar / 2, y - 5, bin.count);
  return svg +
         fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x + bar, top + height + 16, edge_text(bin.to));
}

}  // namespace

std::string lateness_histogram(const PaceResult& pace) {
  const std::vector<Durations::Bin>& bins = pace.lateness.bins;
  if (bins.empty()) return {};
  std::int64_t most = 1;
  for (const Durations::Bin& bin : bins) most = std::max(most, bin.count);
  // the tolerance is seen also where nothing came near it
  const double limit = pace.tolerance ? place_of(*pace.tolerance, bins) : 0;
  const double width = left + bar * static_cast<double>(bins.size()) + right, whole = top + height + foot;
  const double wide = std::max(width, 420.0);
  std::string svg = fmt::format(
      "<svg class=\"lateness\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" role=\"img\" aria-label=\"Histogram "
      "of "
      "lateness of {2} deadlines: {3}\">\n<text x=\"{4:.1f}\" y=\"{5:.1f}\">0</text>\n",
      wide, whole, pace.deadlines, percentiles_text(pace.lateness, micro), left, top + height + 16);
  double x = left;
  for (const Durations::Bin& bin : bins) {
    svg += draw_bin(bin, x, most, pace.tolerance && bin.from >= *pace.tolerance);
    x += bar;
  }
  svg += fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", left, top + height, x);
  if (pace.tolerance && *pace.tolerance <= bins.back().to)
    svg += fmt::format(
        "<path class=\"limit\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/><text class=\"limit\" x=\"{0:.1f}\" "
        "y=\"12\">{3}</text>\n",
        limit, top - 16, top + height, "missed →");
  svg += fmt::format("<text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\">lateness; bars are logarithmic</text>\n", left,
                     whole - 6);
  return svg + "</svg>\n";
}

}  // namespace oldham
