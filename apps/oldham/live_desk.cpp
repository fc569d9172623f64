// SPDX-License-Identifier: MIT
#include "live_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>

#include "oldham/io/embedded_files.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_system = 1 << 20;    // bytes of a system file that can be edited
constexpr std::uintmax_t largest_result = 512 << 20;  // bytes of a file that is shown
constexpr std::chrono::seconds check_limit{20};
constexpr const char* results_folder = "results";

std::string read_text(const fs::path& file, const std::string& name, std::uintmax_t largest) {
  std::error_code problem;
  if (!fs::is_regular_file(file, problem)) throw Refusal{404, fmt::format("there is no file '{}'", name)};
  if (fs::file_size(file, problem) > largest || problem)
    throw Refusal{400, fmt::format("'{}' is too large to be shown here", name)};
  std::ifstream stream(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream && !stream.eof()) throw Refusal{500, fmt::format("'{}' cannot be read", name)};
  return text;
}

std::string stamp_of(const fs::path& file) {
  std::error_code absent;
  const auto time = fs::last_write_time(file, absent);
  return absent ? std::string() : fmt::format("{}", time.time_since_epoch().count());
}

/// "system.toml:12:3: what; remedy" in its parts; line 0 where none is said.
struct Complaint {
  int line = 0;
  std::string message;
};
Complaint read_complaint(std::string_view text, const std::string& name) {
  // models may have said something before
  if (const std::string_view program = "oldham: "; text.find(program) != std::string_view::npos)
    text.remove_prefix(text.find(program) + program.size());
  while (text.ends_with('\n')) text.remove_suffix(1);
  if (!text.starts_with(name + ":")) return {0, std::string(text)};
  std::string_view rest = text.substr(name.size() + 1);
  Complaint complaint;
  const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), complaint.line);
  if (problem != std::errc()) return {0, std::string(rest.substr(rest.find_first_not_of(' ')))};
  rest.remove_prefix(std::min(rest.find(": ") + 2, rest.size()));
  complaint.message = rest;
  return complaint;
}

/// The title that a system file has; without one, its name.
std::string title_in(std::string_view text, const std::string& name) {
  const Value root = parse_toml(std::string(text), name);
  const Value* title = root.find("title");
  const std::string* words = title == nullptr ? nullptr : title->get<std::string>();
  return words == nullptr ? name : *words;
}

}  // namespace

LiveDesk::LiveDesk(const fs::path& folder) : folder_(folder), runs_(folder_.path()) {}

fs::path LiveDesk::find_system(const std::string& name) const {
  const fs::path file = folder_.find(name);
  if (file.extension() != ".toml")
    throw Refusal{400, fmt::format("'{}' is no system file; its name ends with .toml", name)};
  return file;
}

Json LiveDesk::list() const {
  Json answer = Json::object();
  const std::vector<std::string> files = folder_.list(".toml");
  std::vector<std::string> examples;
  for (const EmbeddedFile& file : example_files())
    // where their own folder is served they are files like others
    if (file.path.ends_with(".toml") && !std::ranges::binary_search(files, fmt::format("examples/{}", file.path)))
      examples.emplace_back(file.path);
  answer["folder"] = folder_.path().string();
  answer["files"] = files;
  answer["examples"] = examples;
  return answer;
}

Json LiveDesk::read(const std::string& name) const {
  const fs::path file = find_system(name);
  Json answer = Json::object();
  answer["stamp"] = stamp_of(file);
  answer["text"] = read_text(file, name, largest_system);
  return answer;
}

Json LiveDesk::read_example(const std::string& name) {
  const auto example = std::ranges::find(example_files(), name, &EmbeddedFile::path);
  if (example == example_files().end()) throw Refusal{404, fmt::format("there is no example '{}'", name)};
  Json answer = Json::object();
  answer["text"] = std::string(example->text);
  return answer;
}

Json LiveDesk::list_templates() {
  Json list = Json::array();
  for (const EmbeddedFile& file : template_files()) {
    Json entry = Json::object();
    const std::string name = fs::path(file.path).stem().string();
    entry["name"] = name;
    entry["title"] = title_in(file.text, name);
    entry["text"] = std::string(file.text);
    list.push_back(std::move(entry));
  }
  Json answer = Json::object();
  answer["templates"] = std::move(list);
  return answer;
}

Json LiveDesk::save(const std::string& name, const std::string& text, const std::string& stamp) const {
  const fs::path file = find_system(name);
  if (const std::string now = stamp_of(file); now != stamp)
    throw Refusal{409, stamp.empty() ? fmt::format("there is a file '{}' already; choose another name", name)
                                     : fmt::format("'{}' was changed by somebody else since it was opened", name)};
  replace_text(file, text);
  Json answer = Json::object();
  answer["stamp"] = stamp_of(file);
  return answer;
}

Json LiveDesk::check(const std::string& name, const std::string& text) const {
  find_system(name);
  // elsewhere: it may take long, and the code of FMUs is somebody else's
  ChildProcess child({"check", "--stdin", "--within", ".", "--", name}, folder_.path(), text);
  const ChildProcess::Ended ended = child.follow([](std::string_view) {}, check_limit);
  Json answer = Json::object();
  answer["valid"] = ended.exit_code == 0;
  if (ended.exit_code == 0) {
    answer["message"] = ended.out.substr(0, ended.out.find('\n'));
  } else if (ended.was_too_slow) {
    answer["line"] = 0;
    answer["message"] = fmt::format("could not be checked within {} s", check_limit.count());
  } else if (ended.exit_code < 0) {
    answer["line"] = 0;
    answer["message"] = fmt::format("the check was ended by signal {}; isolate FMUs that may crash", -ended.exit_code);
  } else {
    const Complaint complaint = read_complaint(ended.err, name);
    answer["line"] = complaint.line;
    answer["message"] = complaint.message;
  }
  return answer;
}

Json LiveDesk::run(const std::string& name) {
  const fs::path file = find_system(name);
  if (!fs::is_regular_file(file)) throw Refusal{404, fmt::format("there is no file '{}'", name)};
  const std::string results = (fs::path(results_folder) / name).replace_extension().generic_string();
  folder_.find(results);
  const std::shared_ptr<LiveRun> started = runs_.start(name, results);
  if (!started) throw Refusal{409, "a run is going on; stop it, or wait for its end"};
  return status();
}

Json LiveDesk::status() const {
  const std::shared_ptr<LiveRun> last = runs_.last();
  Json answer = Json::object();
  answer["run"] = last ? last->number() : 0;
  answer["file"] = last ? last->file() : "";
  answer["started"] = last ? last->started() : 0.0;
  answer["running"] = is_running();
  return answer;
}

bool LiveDesk::is_running() const {
  const std::shared_ptr<LiveRun> last = runs_.last();
  return last && !last->has_ended();
}

void LiveDesk::stop() {
  if (const std::shared_ptr<LiveRun> last = runs_.last()) last->stop();
}

std::shared_ptr<LiveRun> LiveDesk::find_run(const std::string& number) const {
  const std::shared_ptr<LiveRun> last = runs_.last();
  if (!last || std::to_string(last->number()) != number) throw Refusal{404, "that run is not remembered any longer"};
  return last;
}

LiveDesk::Result LiveDesk::read_result(const std::string& name) const {
  static const std::map<std::string, const char*> types = {{".html", "text/html; charset=utf-8"},
                                                           {".svg", "image/svg+xml"},
                                                           {".png", "image/png"},
                                                           {".csv", "text/csv; charset=utf-8"},
                                                           {".toml", "text/plain; charset=utf-8"},
                                                           {".h5", "application/octet-stream"}};
  const fs::path file = folder_.find(fmt::format("{}/{}", results_folder, name));
  const auto type = types.find(file.extension().string());
  if (type == types.end()) throw Refusal{404, fmt::format("'{}' is nothing that runs write", name)};
  return {read_text(file, name, largest_result), type->second};
}

}  // namespace oldham::app
