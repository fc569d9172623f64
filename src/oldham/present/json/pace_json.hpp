// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/io/json.hpp"
#include "oldham/study/pace.hpp"

namespace oldham {

/// The member `realtime` of an answer.
Json to_json(const PaceResult& pace);

}  // namespace oldham
