// SPDX-License-Identifier: MIT
#include "oldham/fmi/platform.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/fmi/description/words.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {
namespace {

constexpr std::string_view folder = "binaries/";

bool is_library(std::string_view name) {
  return name.ends_with(".so") || name.ends_with(".dll") || name.ends_with(".dylib");
}

}  // namespace

std::vector<Platform> find_platforms(const std::vector<ArchiveEntry>& entries) {
  std::vector<Platform> platforms;
  for (const ArchiveEntry& entry : entries) {
    if (!entry.name.starts_with(folder) || !is_library(entry.name)) continue;
    const std::string_view inside = std::string_view(entry.name).substr(folder.size());
    // only what lies in the folder itself: further in are libraries that it loads
    const std::size_t slash = inside.find('/');
    if (slash == std::string_view::npos || inside.find('/', slash + 1) != std::string_view::npos) continue;
    const std::string_view name = inside.substr(0, slash);
    auto platform = std::ranges::find(platforms, name, &Platform::name);
    if (platform == platforms.end()) platform = platforms.insert(platforms.end(), {std::string(name), {}});
    platform->libraries.emplace_back(inside.substr(slash + 1));
  }
  return platforms;
}

const char* own_platform(Standard standard) {
#if defined(__aarch64__)
  return standard == Standard::fmi3 ? "aarch64-linux" : "aarch64-linux64";
#else
  return standard == Standard::fmi3 ? "x86_64-linux" : "linux64";
#endif
}

std::optional<std::string> find_library(const std::vector<Platform>& platforms, Standard standard,
                                        const Interface& interface) {
  const auto platform = std::ranges::find(platforms, std::string_view(own_platform(standard)), &Platform::name);
  if (platform == platforms.end()) return std::nullopt;
  const std::string expected = interface.model_identifier + ".so";
  if (std::ranges::find(platform->libraries, expected) != platform->libraries.end()) return expected;
  return platform->libraries.size() == 1 ? std::optional(platform->libraries.front()) : std::nullopt;
}

std::vector<Violation> find_binary_violations(const ModelDescription& description,
                                              const std::vector<ArchiveEntry>& entries) {
  std::vector<Violation> found;
  const std::vector<Platform> platforms = find_platforms(entries);
  const std::string_view own = own_platform(description.standard);
  const std::string place = fmt::format("binaries/{}", own);
  if (std::ranges::find(platforms, own, &Platform::name) == platforms.end()) {
    const bool has_sources = std::ranges::any_of(
        entries, [](const ArchiveEntry& entry) { return entry.name.starts_with("sources/") && !entry.is_folder(); });
    found.push_back({Severity::information, "platform", 0, place,
                     has_sources ? "has no library, so it cannot be run here as it is; its sources are there"
                                 : "has no library, so it cannot be run here"});
    return found;
  }
  for (const Interface& interface : description.interfaces) {
    const std::string expected = interface.model_identifier + ".so";
    const std::optional<std::string> library = find_library(platforms, description.standard, interface);
    if (library == expected) continue;
    found.push_back({library ? Severity::information : Severity::error, "library-name", 0, place,
                     fmt::format("has no {} for {}; {}", shown(expected), word_in(interface_words, interface.kind),
                                 library ? fmt::format("{} is the only library, and taken for it", shown(*library))
                                         : "which of its libraries is meant is not known")});
  }
  return found;
}

}  // namespace oldham::fmi
