// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <mutex>

#include "command_line.hpp"
#include "oldham/core/error.hpp"
#include "oldham/fmi/import/call_watch.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::app {

std::atomic<bool> interrupted{false};

namespace {

std::mutex rescue_mutex;
Rescue present_rescue;

}  // namespace

RescueScope::RescueScope(Rescue rescue) {
  const std::scoped_lock lock(rescue_mutex);
  present_rescue = std::move(rescue);
}

RescueScope::~RescueScope() {
  const std::scoped_lock lock(rescue_mutex);
  present_rescue = nullptr;
}

Answer rescue(const std::string& reason) {
  const std::scoped_lock lock(rescue_mutex);
  Answer answer;
  // nobody catches what leaves the thread of the watch, and the reason is to be said also where the disk is full
  try {
    if (present_rescue) answer = present_rescue(reason);
  } catch (const std::exception& error) {
    answer = {};
    answer.text = fmt::format("failed: {}\n  note      the results are not complete: {}\n", reason, error.what());
    answer.json["notes"].push_back(fmt::format("the results are not complete: {}", error.what()));
  }
  answer.json["status"] = "failed";
  answer.json["reason"] = reason;
  answer.exit_code = 1;
  return answer;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

void SystemArguments::add_to(CLI::App& app) {
  command = &app;
  app.add_option("file", file, "system file (TOML), or system of SSP (.ssp, .ssd)")->required();
  app.add_option("--set", overrides, "override a key of the file: --set scheme.order=2")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--json", json, "print one JSON object and nothing else");
  app.add_option("-o,--out", out, "folder for what is written (default: results/NAME)")->type_name("DIR");
}

std::string SystemArguments::again(std::string_view with_file) const {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.,:=+/-";
  std::string text = fmt::format("oldham {} {}", command->get_name(), with_file);
  for (const CLI::Option* option : command->get_options()) {
    const std::string name = option->get_name();
    // what was overridden is in the file, and where things were written is this reader's own choice
    const bool is_left_out = option->get_positional() || name == "--set" || name == "--out" || name == "--json" ||
                             option->check_lname("output");
    if (option->count() == 0 || is_left_out) continue;
    if (option->get_expected_max() == 0)
      text += " " + name;
    else
      for (const std::string& word : option->results())
        text += fmt::format(" {} {}", name, word.find_first_not_of(plain) == std::string::npos ? word : quoted(word));
  }
  return text;
}

void limit_calls(const Value& root) {
  const Value* simulation = root.find("simulation");
  const Value* given = simulation ? simulation->find("call_timeout") : nullptr;
  // one that is no number is refused where the file is read
  double limit = fmi::usual_call_timeout;
  if (const auto* number = given ? given->get<double>() : nullptr) limit = *number;
  if (const auto* whole = given ? given->get<std::int64_t>() : nullptr) limit = static_cast<double>(*whole);
  fmi::CallWatch::set_limit(limit);
}

/// Refuses a key without the table that it belongs to: the file would have a table too many, and be refused for that.
static void check_place(const std::string& assignment) {
  const std::string key = assignment.substr(0, assignment.find('='));
  if (key.find('.') != std::string::npos) return;
  if (const std::string place = place_of_key(key); !place.empty())
    throw_wrong_input(fmt::format("--set {}", assignment), fmt::format("there is no key '{}' outside of tables", key),
                      fmt::format("did you mean '{}'?", place));
}

Value SystemArguments::load() const {
  Value root = read_system(file);
  for (const std::string& assignment : overrides) {
    check_place(assignment);
    apply_override(root, assignment);
  }
  limit_calls(root);
  return root;
}

std::filesystem::path SystemArguments::folder() const {
  if (!out.empty()) return out;
  // examples/two-mass/system.toml is better known by its folder than by "system"
  const std::filesystem::path path = std::filesystem::absolute(file);
  const std::string stem = path.stem().string();
  const std::string parent = path.parent_path().filename().string();
  return std::filesystem::path("results") / (stem == "system" && !parent.empty() ? parent : stem);
}

void add_within(CLI::App& command, std::string& folder) {
  // an empty name, such as that of a variable that is not set, must not mean that everything is allowed
  const auto is_named = [](const std::string& name) -> std::string {
    return name.empty() ? "expected a folder, found ''; name one, such as --within ." : "";
  };
  command.add_option("--within", folder, "refuse FMUs and tables that the file names outside this folder")
      ->type_name("DIR")
      ->check(is_named);
}

std::pair<std::string, std::string> split_assignment(const std::string& text, const char* option, const char* form) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0 || sign + 1 == text.size())
    throw_wrong_input(option, fmt::format("'{}' is not of the form {}", text, form),
                      "name a key of the file and its values");
  return {text.substr(0, sign), text.substr(sign + 1)};
}

std::vector<double> parse_numbers(const std::string& text, char separator, const char* option, const char* form) {
  std::vector<double> numbers;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    double value = 0;
    const char* last = text.data() + end;
    const auto [stop, problem] = std::from_chars(text.data() + begin + (text[begin] == '+' ? 1 : 0), last, value);
    if (problem != std::errc() || stop != last || !std::isfinite(value))
      throw_wrong_input(option, fmt::format("'{}' in '{}' is no number", text.substr(begin, end - begin), text),
                        fmt::format("write {}", form));
    numbers.push_back(value);
    begin = end + 1;
  }
  return numbers;
}

}  // namespace oldham::app
