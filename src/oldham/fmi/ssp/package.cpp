// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/package.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <vector>

#include "oldham/core/error.hpp"
#include "oldham/core/value.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/file_address.hpp"

namespace oldham::fmi::ssp {
namespace {

namespace fs = std::filesystem;

/// The scheme of an address: "file", "http"; empty for paths. A single letter is a drive.
std::string_view scheme_of(std::string_view source) {
  const std::size_t colon = source.find(':');
  if (colon == std::string_view::npos || colon < 2 || source.find('/') < colon) return {};
  return source.substr(0, colon);
}

bool is_absolute(std::string_view path) {
  return path.starts_with('/') ||
         (path.size() > 1 && path[1] == ':' && std::isalpha(static_cast<unsigned char>(path[0])));
}

bool leaves_folder(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return !normal.empty() && *normal.begin() == "..";
}

[[noreturn]] void refuse_missing(const fs::path& place, std::string_view source, std::string_view where) {
  std::vector<std::string> beside;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(place.parent_path(), ignored))
    if (entry.path().extension() == place.extension()) beside.push_back(entry.path().filename().string());
  std::ranges::sort(beside);
  throw_wrong_input(
      where, fmt::format("there is no file {}", quoted_name(source)),
      beside.empty() ? "check the source, and that the file was packed" : suggest(place.filename().string(), beside));
}

void require_structure(const Archive& archive, std::string_view name) {
  if (archive.find(name) != nullptr) return;
  for (const ArchiveEntry& entry : archive.entries())
    if (entry.name.ends_with(fmt::format("/{}", name)))
      throw_wrong_input(
          archive.file().string(),
          fmt::format("{} is not at the top of the archive but at {}", quoted_name(name), quoted_name(entry.name)),
          "pack the content of the folder, not the folder");
  throw_wrong_input(archive.file().string(), fmt::format("the archive has no {}", quoted_name(name)),
                    "check that it is an SSP, with this file at its top");
}

}  // namespace

Package Package::open(const fs::path& file, const fs::path& cache, std::string_view variant) {
  std::string extension = file.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  Package package;
  if (extension == ".ssd") {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored))
      throw_wrong_input(file.string(), "there is no such file", "check the path");
    package.folder_ = fs::absolute(file).parent_path();
    package.structure_ = file.filename();
    package.label_ = file.parent_path();
    return package;
  }
  const Archive archive(file, {}, "an SSP");
  require_structure(archive, variant);
  package.folder_ = archive.unpack(cache).lexically_normal();
  package.structure_ = variant;
  package.label_ = file;
  package.archive_ = package.folder_;
  return package;
}

Package Package::open_inner(const fs::path& file, const fs::path& cache, std::string_view variant) const {
  Package inner = open(file, cache, variant);
  if (inner.archive_.empty()) inner.archive_ = archive_;
  return inner;
}

std::string Package::name_of(const fs::path& file) const {
  const fs::path inside = file.lexically_relative(folder_);
  return inside.empty() || leaves_folder(inside) ? file.string() : (label_ / inside).string();
}

fs::path Package::find(std::string_view source, std::string_view where) const {
  std::string_view path = source;
  if (const std::string_view scheme = scheme_of(source); scheme == "file") {
    path.remove_prefix(scheme.size() + 1);
    if (path.starts_with("//")) path.remove_prefix(2);
  } else if (!scheme.empty()) {
    throw_missing_capability(where, fmt::format("the source {} must be fetched from elsewhere", quoted_name(source)),
                             "put the file into the package and write its path there");
  }
  if (path.empty()) throw_wrong_input(where, "the source is empty", "write the path of the file in the package");
  const auto place_of = [&](std::string text) {
    // tools of one system write its separators
    std::ranges::replace(text, '\\', '/');
    fs::path place = (folder_ / text).lexically_normal();
    if (!archive_.empty() && (is_absolute(text) || leaves_folder(place.lexically_relative(archive_))))
      throw_wrong_input(where, fmt::format("the source {} leads out of the package", quoted_name(source)),
                        "put the file into its folder resources and write the path from there");
    return place;
  };
  const fs::path place = place_of(decoded_address(path)), as_written = place_of(std::string(path));
  std::error_code ignored;  // a name that no system can have leads to no file either
  for (const fs::path& candidate : {place, as_written})
    if (fs::is_regular_file(candidate, ignored)) return candidate;
  refuse_missing(place, source, where);
}

std::string read_whole(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream.is_open() || stream.bad())
    throw_wrong_input(file.string(), "the file cannot be read", "check that it is one, and the permission to read it");
  return text;
}

}  // namespace oldham::fmi::ssp
