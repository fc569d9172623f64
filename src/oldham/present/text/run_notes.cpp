// SPDX-License-Identifier: MIT
#include "oldham/present/text/run_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>

#include "oldham/core/error.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/file_paths.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/run_record.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/present/record_of_run.hpp"

namespace oldham {
namespace {

constexpr double much = 50e6;              // bytes
constexpr double bytes_of_a_number = 26;   // about 18 of text, and 8 in HDF5
constexpr double rows_of_a_picture = 2e4;  // more than any plot shows

/// One, two or five of a power of ten, not below a number.
double round_up(double number) {
  const double power = std::pow(10, std::floor(std::log10(number)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * power >= number * (1 - 1e-9)) return digit * power;
  return 10 * power;
}

std::string text_of(const Value& value) {
  if (const auto* text = value.get<std::string>()) return *text;
  if (const auto* number = value.get<double>()) return fmt::format("{}", *number);
  if (const auto* number = value.get<std::int64_t>()) return fmt::format("{}", *number);
  if (const auto* truth = value.get<bool>()) return *truth ? "true" : "false";
  return "another list";
}

/// "subsystem.cart.parameters.mass" of every value, as --set has it.
void list_keys(const Value& value, const std::string& path, std::map<std::string, const Value*>& keys) {
  const std::string before = path.empty() ? "" : path + '.';
  if (const auto* table = value.get<Value::Table>()) {
    for (const Value::Entry& entry : *table) list_keys(entry.value, before + entry.key, keys);
    return;
  }
  const auto* array = value.get<Value::Array>();
  if (array == nullptr || array->empty() || !array->front().is<Value::Table>()) {
    keys[path] = &value;
    return;
  }
  for (std::size_t i = 0; i < array->size(); ++i) {
    const Value* name = (*array)[i].find("name");
    const auto* word = name != nullptr ? name->get<std::string>() : nullptr;
    const std::string place = before + (word != nullptr ? *word : fmt::format("{}", i + 1));
    list_keys((*array)[i], place, keys);
    if (word != nullptr) keys.erase(place + ".name");  // it is in the path
  }
}

}  // namespace

std::string size_note(const System<double>& system) {
  if (system.adaptive && !(system.output_interval > 0)) return {};  // nobody knows how many steps there will be
  const double span = system.end - system.start;
  const double rows =
      std::min(span / system.step, system.output_interval > 0 ? span / system.output_interval : HUGE_VAL);
  const auto columns = static_cast<double>(1 + Published(*system.cosimulation).columns().size());
  const double bytes = rows * columns * bytes_of_a_number;
  if (bytes < much) return {};
  const double interval = round_up(std::max(span / rows_of_a_picture, system.step));
  return fmt::format("results will take about {:.0f} MB; simulation.output_interval = {:g} keeps {:.0f} rows of {:.0f}",
                     bytes / 1e6, interval, span / interval, rows);
}

std::string replacement_note(const std::filesystem::path& folder, const Value& root) {
  try {
    if (!std::filesystem::exists(folder / record_name) || !std::filesystem::exists(folder / "system.toml")) return {};
    const RunRecord earlier = read_run_record(folder / record_name);
    const Value before = read_toml(folder / "system.toml"), now = with_whole_paths(root);
    std::map<std::string, const Value*> old_keys, new_keys;
    list_keys(before, "", old_keys);
    list_keys(now, "", new_keys);
    std::vector<std::string> changes;
    for (const auto& [key, value] : old_keys) {
      const auto found = new_keys.find(key);
      if (found == new_keys.end() || !(*found->second == *value))
        changes.push_back(fmt::format("{} was {}", key, text_of(*value)));
    }
    for (const auto& [key, value] : new_keys)
      if (!old_keys.contains(key)) changes.push_back(fmt::format("{} was not set", key));
    if (changes.empty()) return {};
    constexpr std::size_t most = 3;
    const std::size_t all = changes.size();
    if (all > most) changes.resize(most);
    return fmt::format("replaced the run of {} ({}{}); --out DIR keeps both", earlier.finished,
                       fmt::join(changes, ", "), all > most ? fmt::format(", and {} more keys", all - most) : "");
  } catch (const Error&) {
    return {};  // what cannot be read is not worth keeping
  }
}

}  // namespace oldham
