// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/io/json.hpp"
#include "oldham/io/stability_answer.hpp"

namespace oldham {

Json to_json(const StabilityAnswer& answer);

}  // namespace oldham
