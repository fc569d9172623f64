// SPDX-License-Identifier: MIT
#include "oldham/fmi/entry_check.hpp"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace oldham::fmi {
namespace {

// what file systems of today take, with room for the folder in front
constexpr std::size_t longest_name = 2048, longest_part = 255;

}  // namespace

std::optional<std::string> objection_to_name(std::string_view name) {
  if (name.empty()) return "the name is empty";
  if (name.size() > longest_name) return "the name is too long";
  if (name.front() == '/') return "the path is absolute";
  if (name.find('\\') != std::string_view::npos) return "the name has a backslash";
  if (name.size() > 1 && name[1] == ':' && std::isalpha(static_cast<unsigned char>(name[0])))
    return "the path begins with a drive letter";
  if (std::ranges::any_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    return "the name has control characters";
  if (name.ends_with('/')) name.remove_suffix(1);
  while (true) {
    const std::size_t end = name.find('/');
    const std::string_view part = name.substr(0, end);
    if (part == "..") return "the path leads out of the archive";
    if (part.empty() || part == ".") return "the path has an empty part";
    if (part.size() > longest_part) return "a part of the path is too long";
    if (end == std::string_view::npos) return std::nullopt;
    name.remove_prefix(end + 1);
  }
}

std::optional<EntryObjection> find_ambiguity(const std::vector<ArchiveEntry>& entries,
                                             FunctionRef<bool(std::size_t, std::size_t)> are_same) {
  std::unordered_map<std::string_view, std::size_t> files;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].is_folder()) continue;
    const auto [first, is_new] = files.try_emplace(entries[i].name, i);
    if (!is_new && !are_same(first->second, i))
      return EntryObjection{entries[i].name, "the name stands twice in the archive, with different contents"};
  }
  // a folder may be listed as often as one likes, but no part of a path may be a file
  for (const ArchiveEntry& entry : entries)
    for (std::size_t slash = entry.name.find('/'); slash != std::string::npos; slash = entry.name.find('/', slash + 1))
      if (files.contains(std::string_view(entry.name).substr(0, slash)))
        return EntryObjection{entry.name.substr(0, slash), "the name stands for a file and for a folder"};
  return std::nullopt;
}

}  // namespace oldham::fmi
