// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/versions.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"

namespace oldham::fmi {

void refuse_instance(MessageLog& log) {
  throw Error(ErrorKind::failure,
              fmt::format("{}: the FMU cannot be instantiated{}", log.name(), log.take_last_words()));
}

}  // namespace oldham::fmi
