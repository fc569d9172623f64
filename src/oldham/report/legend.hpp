// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "oldham/report/figure.hpp"
#include "oldham/report/placement.hpp"

namespace oldham {

/// The names of the series with samples of their look, as a box or as one row.
/// Too many for the room end in "… and 3 more".
class Legend {
 public:
  Legend(const Canvas& canvas, const std::vector<Series>& series, double most_width, double most_height);

  bool is_empty() const { return entries_.empty(); }
  double width() const { return width_; }
  double height() const;

  /// The first corner or side of the box where nothing lies beneath; none if there is no such place.
  std::optional<Rect> free_place(const Rect& box, const Obstacles& obstacles) const;

  void draw(Canvas& canvas, Point top_left) const;

  double row_width(const Canvas& canvas) const;
  void draw_row(Canvas& canvas, Point centre) const;
  bool shows_the_same_as(const Legend& other) const { return entries_ == other.entries_; }
  bool is_complete() const { return left_out_ == 0; }

 private:
  struct Entry {
    std::string name;
    SeriesStyle style;
    std::size_t index;
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries_;
  std::size_t left_out_ = 0;
  double width_ = 0;
};

}  // namespace oldham
