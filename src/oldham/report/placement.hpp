// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "oldham/report/canvas.hpp"

namespace oldham {

/// What is already drawn within a frame; tells how much of it a new box would cover.
class Obstacles {
 public:
  void add(std::span<const Point> path);
  void add(const Rect& box) { boxes_.push_back(box); }

  /// 0 if the box is free; otherwise it grows with the drawn length beneath the box, boxes counting most.
  double covered_by(const Rect& box) const;

 private:
  struct Stroke {
    Point from;
    Point to;
  };
  std::vector<Stroke> strokes_;
  std::vector<Rect> boxes_;
};

}  // namespace oldham
