// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/fmu.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/words.hpp"
#include "oldham/fmi/platform.hpp"

namespace oldham::fmi {
namespace {

const Interface& choose_interface(const ModelDescription& description, std::optional<InterfaceKind> wanted,
                                  const std::string& where) {
  const Interface* steps = find_interface(description, InterfaceKind::co_simulation);
  const Interface* equations = find_interface(description, InterfaceKind::model_exchange);
  const Interface* chosen = !wanted                                   ? (steps != nullptr ? steps : equations)
                            : *wanted == InterfaceKind::co_simulation ? steps
                                                                      : equations;
  if (chosen != nullptr) return *chosen;
  if (wanted)
    throw_missing_capability(where, fmt::format("the FMU has no interface for {}", word_in(interface_words, *wanted)),
                             "leave out the key 'interface', or use another FMU");
  throw_missing_capability(where, "the FMU has neither CoSimulation nor ModelExchange",
                           "export it for co-simulation or model exchange");
}

}  // namespace

Fmu::Fmu(const std::filesystem::path& file, std::optional<InterfaceKind> wanted, const std::filesystem::path& cache)
    : file_(file) {
  const Archive archive(file);
  description_ = read_description(archive);
  const std::string where = file.string();
  interface_ = &choose_interface(description_, wanted, where);
  const std::string platform = own_platform(description_.standard);
  const std::vector<Platform> platforms = find_platforms(archive.entries());
  const std::optional<std::string> library = find_library(platforms, description_.standard, *interface_);
  if (!library) {
    std::string others;
    for (const Platform& other : platforms) others += (others.empty() ? "" : ", ") + other.name;
    throw_missing_capability(
        where,
        fmt::format("the FMU has no library binaries/{}/{}.so for this machine; it has {}", platform,
                    interface_->model_identifier, others.empty() ? "none at all" : fmt::format("those for {}", others)),
        "export it for Linux, or build it from its sources if it has them");
  }
  folder_ = archive.unpack(cache);
  library_file_ = folder_ / "binaries" / platform / *library;
  library_ = std::make_unique<Library>(library_file_);
}

void Fmu::reload_library() const {
  library_.reset();
  library_ = std::make_unique<Library>(library_file_);
}

}  // namespace oldham::fmi
