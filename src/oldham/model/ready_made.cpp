// SPDX-License-Identifier: MIT
#include "oldham/model/ready_made.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/model/crane/crane.hpp"
#include "oldham/model/multibody/four_bar.hpp"
#include "oldham/model/oscillator/two_mass.hpp"
#include "oldham/model/oscillator/two_mass_constraint.hpp"
#include "oldham/model/oscillator/two_mass_kinematic.hpp"
#include "oldham/model/reduced/interface_model.hpp"
#include "oldham/model/rod/cable_system.hpp"
#include "oldham/model/rod/rod_system.hpp"

namespace oldham {
namespace {

struct SystemRow {
  const SystemHelp& (*help)();
  ReadyMade<double> (*make_double)(const ReadyMadeInput&);
  ReadyMade<Multiprecision> (*make_multiprecision)(const ReadyMadeInput&);
  Value (*write)(const FileInput&) = nullptr;  // instead of the two
};

const std::vector<SystemRow>& system_rows() {
  static const std::vector<SystemRow> table = {
      {two_mass_help, make_two_mass<double>, make_two_mass<Multiprecision>, nullptr},
      {two_mass_constraint_help, make_two_mass_constraint<double>, make_two_mass_constraint<Multiprecision>, nullptr},
      {two_mass_kinematic_help, make_two_mass_kinematic<double>, make_two_mass_kinematic<Multiprecision>, nullptr},
      {four_bar_help, nullptr, nullptr, write_four_bar},
      {crane_help, nullptr, nullptr, write_crane},
      {double_crane_help, nullptr, nullptr, write_double_crane},
      {interface_model_help, nullptr, nullptr, write_interface_model},
      {rod::rod_system_help, nullptr, nullptr, rod::write_rod},
      {cable::cable_help, nullptr, nullptr, cable::write_cable},
  };
  return table;
}

}  // namespace

const std::vector<SystemHelp>& system_help() {
  static const std::vector<SystemHelp> list = [] {
    std::vector<SystemHelp> all;
    for (const SystemRow& row : system_rows()) all.push_back(row.help());
    return all;
  }();
  return list;
}

std::optional<double> FileInput::member_number(std::string_view member, std::string_view key) const {
  const Value* list = root.find("subsystem");
  const Value::Array* entries = list == nullptr ? nullptr : list->get<Value::Array>();
  for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
    const Value& entry = (*entries)[i];
    if (const Value* name = entry.find("name"); name == nullptr || *name != Value(std::string(member))) continue;
    Reader reader(entry, "subsystem");
    return reader.optional_number(key);
  }
  return {};
}

std::optional<Value> write_ready_made(std::string_view system, const FileInput& input) {
  for (const SystemRow& row : system_rows())
    if (row.write != nullptr && row.help().name == system) return row.write(input);
  return {};
}

template <class T>
ReadyMade<T> make_ready_made(std::string_view system, const ReadyMadeInput& input, const std::string& where) {
  std::vector<std::string> names;
  for (const SystemRow& row : system_rows()) {
    if (row.help().name == system && row.write == nullptr) {
      if constexpr (std::is_same_v<T, double>)
        return row.make_double(input);
      else
        return row.make_multiprecision(input);
    }
    names.push_back(row.help().name);
  }
  throw_wrong_input(where, fmt::format("there is no ready-made system '{}'", system),
                    suggest(system, names) + " ('oldham models' lists all)");
}

template ReadyMade<double> make_ready_made(std::string_view, const ReadyMadeInput&, const std::string&);
template ReadyMade<Multiprecision> make_ready_made(std::string_view, const ReadyMadeInput&, const std::string&);

}  // namespace oldham
