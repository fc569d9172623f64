// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "fmu_commands.hpp"
#include "oldham/core/error.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/unpacked_archives.hpp"

namespace oldham::app {
namespace {

struct CacheArguments {
  bool clear = false;
  double unused_days = 0;
};

Answer cache_work(const CacheArguments& arguments) {
  if (arguments.unused_days > 0 && !arguments.clear)
    throw_wrong_input("--unused", "nothing is to be removed", "add --clear");
  const std::filesystem::path cache = fmi::default_cache();
  fmi::UnpackedArchives removed;
  if (arguments.clear) removed = fmi::remove_unpacked(cache, arguments.unused_days);
  const fmi::UnpackedArchives left = fmi::count_unpacked(cache);
  const auto told = [](const fmi::UnpackedArchives& archives) {
    return fmt::format("{} archive{}, {:.1f} MB", archives.count, archives.count == 1 ? "" : "s",
                       static_cast<double>(archives.bytes) / 1e6);
  };
  Answer answer;
  answer.json["folder"] = cache.string();
  answer.json["archives"] = left.count;
  answer.json["bytes"] = left.bytes;
  answer.json["removed_archives"] = removed.count;
  answer.json["removed_bytes"] = removed.bytes;
  answer.text = fmt::format("{}: {}", cache.string(), told(left));
  if (arguments.clear) answer.text += fmt::format("; removed {}", told(removed));
  return answer;
}

}  // namespace

Command add_fmu_cache(CLI::App& parent, bool& json) {
  auto arguments = std::make_shared<CacheArguments>();
  CLI::App* app = parent.add_subcommand("cache", "what lies unpacked of FMUs and SSPs, and how to be rid of it");
  app->add_flag("--clear", arguments->clear, "remove it; do not while a run uses it");
  app->add_option("--unused", arguments->unused_days, "with --clear: only what was not used for so many days")
      ->type_name("DAYS")
      ->check(CLI::Range(0.0, 1e5));
  app->add_flag("--json", json, "print one JSON object and nothing else");
  return {app, &json, [arguments] { return cache_work(*arguments); }};
}

}  // namespace oldham::app
