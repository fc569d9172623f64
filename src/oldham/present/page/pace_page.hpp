// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/study/pace.hpp"

namespace oldham {

/// The histogram of lateness as SVG inside HTML, in the colours of the page; empty where there was no deadline.
/// Its text holds no names, so that nothing has to be escaped.
std::string lateness_histogram(const PaceResult& pace);

}  // namespace oldham
