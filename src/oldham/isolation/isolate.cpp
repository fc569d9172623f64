// SPDX-License-Identifier: MIT
#include "oldham/isolation/isolate.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/isolation/isolated_subsystem.hpp"

namespace oldham {

IsolationSettings::OnFailure parse_on_failure(const std::string& text) {
  if (text == "stop") return IsolationSettings::OnFailure::stop;
  if (text == "retry") return IsolationSettings::OnFailure::retry;
  throw_wrong_input("on_failure", fmt::format("'{}' is nothing that can be done", text),
                    suggest(text, {"stop", "retry"}));
}

std::unique_ptr<Subsystem<double>> isolate(const std::string& kind, const std::string& order,
                                           const IsolationSettings& settings) {
  if (!(settings.time_limit > 0))
    throw_wrong_input(settings.name, fmt::format("time_limit = {} leaves no time", settings.time_limit),
                      "set the seconds that one step may take, for example 60");
  auto isolated = std::make_unique<IsolatedSubsystem>(kind, order, settings);
  const SubsystemDescription& d = isolated->description();
  if (settings.on_failure == IsolationSettings::OnFailure::retry)
    for (const auto& [capability, name] :
         {std::pair{&Capabilities::rollback, "rollback"},
          std::pair{&Capabilities::serialisation, "states that can be written as bytes"}})
      if (!(d.capabilities.*capability))
        throw_missing_capability(settings.name.empty() ? d.name : settings.name,
                                 fmt::format("on_failure = \"retry\" needs {}, but subsystem '{}' ({}) declares none",
                                             name, d.name, d.boundary->model),
                                 "use on_failure = \"stop\"");
  return isolated;
}

}  // namespace oldham
