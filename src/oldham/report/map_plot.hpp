// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/report/canvas.hpp"
#include "oldham/report/figure.hpp"

namespace oldham {

/// "62.3 %" of cells stable; never rounded up to all or down to none.
std::string stable_share(const MapPlot& plot);

void draw(Canvas& canvas, const MapPlot& plot);

}  // namespace oldham
