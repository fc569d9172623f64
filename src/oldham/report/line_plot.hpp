// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/report/canvas.hpp"
#include "oldham/report/figure.hpp"

namespace oldham {

void draw(Canvas& canvas, const LinePlot& plot);
void draw(Canvas& canvas, const StackedPlot& plot);

}  // namespace oldham
