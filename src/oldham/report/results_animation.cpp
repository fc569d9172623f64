// SPDX-License-Identifier: MIT
#include "oldham/report/results_animation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "oldham/core/counted.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/reader.hpp"
#include "oldham/io/expansion.hpp"
#include "oldham/io/folder_claim.hpp"
#include "oldham/io/rod_entries.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/record/text_file.hpp"
#include "oldham/report/mechanism_animation.hpp"
#include "oldham/report/rod_animation.hpp"

namespace oldham {
namespace {

/// What joins mechanisms to each other; a bushing that a mechanism carries is among its forces.
std::vector<PortTie> read_ties(const Value& root) {
  const Value tree = expand_ready_made(root).value_or(root);
  std::vector<PortTie> ties;
  Reader reader(tree, "");
  for (Reader& entry : reader.tables("interface")) {
    const std::vector<std::string> sides = entry.texts("between");
    if (sides.size() != 2 || entry.text("decomposition", "force-force") != "force-force") continue;
    const std::string law = entry.text("law", "");
    ties.push_back({.name = entry.text("name", law),
                    .kind = law == "bushing"         ? PortTie::Kind::bushing
                            : law == "spring-damper" ? PortTie::Kind::spring
                                                     : PortTie::Kind::pin,
                    .ports = {sides[0], sides[1]}});
  }
  return ties;
}

/// That of the file, else the name of the folder.
std::string animation_title(const Value& root, const std::filesystem::path& folder) {
  const Value* title = root.find("title");
  if (title != nullptr && title->is<std::string>()) return *title->get<std::string>();
  return folder_name(folder);
}

void check_folder(const std::filesystem::path& folder) {
  const auto has = [&](const char* name) { return std::filesystem::exists(folder / name); };
  const char* remedy = "give the folder that 'oldham run FILE' wrote, results/NAME unless --out said otherwise";
  if (!std::filesystem::is_directory(folder)) throw_wrong_input(folder.string(), "there is no such folder", remedy);
  if (!has("system.toml") || !(has("results.csv") || has("results.h5")))
    throw_wrong_input(folder.string(), "the folder has no results of a run", remedy);
}

/// "2 bodies and 1 rod"
std::string contents_text(std::size_t bodies, std::size_t rods) {
  const std::string first = fmt::format("{} bod{}", bodies, bodies == 1 ? "y" : "ies");
  const std::string second = counted(rods, "rod");
  return rods == 0 ? first : bodies == 0 ? second : fmt::format("{} and {}", first, second);
}

}  // namespace

Cast read_cast(const Value& root) {
  Cast cast{.mechanisms = read_mechanisms(root), .rods = {}, .unseen = {}};
  for (rod::RodDescription& rod : read_rods(root)) {
    if (rod.publish_nodes)
      cast.rods.push_back(std::move(rod));
    else
      cast.unseen.push_back(rod.name);
  }
  return cast;
}

void check_animated(const Value& root, const std::string& where) {
  const Cast cast = read_cast(root);
  if (!cast.empty()) return;
  if (!cast.unseen.empty())
    throw_wrong_input(where, fmt::format("rod '{}' does not publish where it is", cast.unseen.front()),
                      "leave publish_nodes out, or set it to true");
  throw_wrong_input(where, "there is no mechanism and no rod in this system",
                    "animations show subsystems with model = \"mechanism\" or \"rod\"; others are seen in the plot of "
                    "a run");
}

Animation read_animation(const std::filesystem::path& folder, const Value& root, const Cast& cast, const Table& table) {
  Animation animation = make_mechanism_animation(cast.mechanisms, read_ties(root), table);
  add_rods(cast.rods, table, animation);
  if (animation.times.empty())
    throw_wrong_input(folder.string(), "the results have no time at which all bodies and rods are somewhere",
                      "run it again, with a smaller step if it diverged");
  animation.title = animation_title(root, folder);
  return animation;
}

void animate_results(const std::filesystem::path& folder, const std::filesystem::path& page, std::size_t max_frames,
                     Reply& answer) {
  const std::filesystem::path file = folder / "system.toml";
  const Value root = read_toml(file);
  check_animated(root, file.string());
  const Cast cast = read_cast(root);
  const Table table = read_results(folder);
  const Animation animation = read_animation(folder, root, cast, table);
  const std::size_t frames = animation.times.size();
  const std::string html = animation_page(animation, {.max_frames = max_frames});
  make_folder(page.parent_path());
  write_text(page, html);

  // a carried bushing has a body of its own, which is not seen
  const auto bodies = std::count_if(animation.bodies.begin(), animation.bodies.end(), [](const Animation::Body& body) {
    return !body.lines.empty() || !body.discs.empty() || !body.dots.empty();
  });
  Json shown = Json::object();
  shown["page"] = page.string();
  Json names = Json::array(), rods = Json::array();
  for (const multibody::MechanismDescription& mechanism : cast.mechanisms) names.push_back(mechanism.name);
  for (const rod::RodDescription& rod : cast.rods) rods.push_back(rod.name);
  shown["mechanisms"] = std::move(names);
  shown["bodies"] = bodies;
  shown["rods"] = std::move(rods);
  shown["frames"] = std::min(frames, max_frames);
  shown["recorded"] = table.time.size();
  shown["from"] = animation.times.front();
  shown["to"] = animation.times.back();
  answer.json["animation"] = std::move(shown);
  answer.text += fmt::format("  animation {}: {}, {} frames from {:g} s to {:g} s", page.string(),
                             contents_text(static_cast<std::size_t>(bodies), cast.rods.size()),
                             std::min(frames, max_frames), animation.times.front(), animation.times.back());
  std::vector<std::string> notes;
  if (frames < table.time.size())
    notes.push_back(
        fmt::format("the animation ends at {:g} s; what was recorded later is not finite", animation.times.back()));
  for (const std::string& name : cast.unseen)
    notes.push_back(fmt::format("rod '{}' is not shown; with publish_nodes = true it is", name));
  for (const std::string& note : notes) answer.text += fmt::format("\n  note      {}", note);
  if (!notes.empty()) answer.json["animation"]["note"] = fmt::format("{}", fmt::join(notes, "; "));
}

Reply animate_folder(const std::filesystem::path& folder, const std::filesystem::path& page, std::int64_t max_frames) {
  check_folder(folder);
  if (max_frames < 2)
    throw_wrong_input("--frames", fmt::format("{} frames cannot hold the first and the last", max_frames),
                      "allow 2 or more");
  Reply answer;
  animate_results(folder, page.empty() ? folder / "animation.html" : page, static_cast<std::size_t>(max_frames),
                  answer);
  return answer;
}

}  // namespace oldham
