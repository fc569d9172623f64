// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/instance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/versions.hpp"

namespace oldham::fmi {
Status Instance::get_numbers(const VariableBatch& batch, double* row) {
  Status worst = Status::ok;
  for (const VariableBatch::Part& part : batch.parts()) worst = std::max(worst, get_part(part, row));
  for (const int place : batch.negated()) row[place] = -row[place];
  return worst;
}

Status Instance::set_numbers(const VariableBatch& batch, const double* row) {
  if (!batch.negated().empty()) {
    turned_.assign(row, row + batch.size());
    for (const int place : batch.negated()) turned_[place] = -turned_[place];
    row = turned_.data();
  }
  Status worst = Status::ok;
  for (const VariableBatch::Part& part : batch.parts()) worst = std::max(worst, set_part(part, row));
  return worst;
}

Status Instance::lacks(const char* function) {
  log_.add(Status::error, "", fmt::format("the library has no function {}", function));
  return Status::error;
}

std::vector<std::string> missing_functions(const InstanceOrigin& origin) {
  switch (origin.description->standard) {
    case Standard::fmi1:
      return missing_functions1(origin);
    case Standard::fmi2:
      return missing_functions2(origin);
    case Standard::fmi3:
      return missing_functions3(origin);
  }
  return {};
}

std::unique_ptr<Instance> make_instance(const InstanceOrigin& origin, const InstanceOptions& options) {
  const std::vector<std::string> missing = missing_functions(origin);
  // what is declared but not there is told when it is asked for; without these nothing can begin
  std::vector<std::string> needed;
  for (const std::string& function : missing)
    for (const std::string_view word :
         {"nstantiate", "FreeInstance", "FreeSlave", "FreeModel", "InitializationMode", "fmiInitialize",
          "SetupExperiment", "DoStep", "GetDerivatives", "StateDerivatives", "SetTime", "fmiEventUpdate"})
      if (function.find(word) != std::string::npos) needed.push_back(function);
  if (!needed.empty())
    throw_missing_capability(options.name, fmt::format("the library of the FMU lacks {}", fmt::join(needed, ", ")),
                             "ask whoever made the FMU for one that has all functions of the standard");
  switch (origin.description->standard) {
    case Standard::fmi1:
      return make_instance1(origin, options);
    case Standard::fmi2:
      return make_instance2(origin, options);
    case Standard::fmi3:
      return make_instance3(origin, options);
  }
  return nullptr;
}

}  // namespace oldham::fmi
