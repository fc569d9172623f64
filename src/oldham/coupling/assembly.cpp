// SPDX-License-Identifier: MIT
#include "oldham/coupling/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

template <class T>
PortRef find_port(const Assembly<T>& assembly, std::string_view path, std::string_view where, const char* kind,
                  std::vector<Port> Boundary::*list) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos)
    throw_wrong_input(where, fmt::format("'{}' names no port", path),
                      "write SUBSYSTEM.PORT, for example mass1.position");
  const int subsystem = assembly.find(path.substr(0, dot), where);
  const std::string_view port_name = path.substr(dot + 1);
  const std::vector<Port>& ports = (*assembly.subsystems[subsystem]->description().boundary).*list;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].name == port_name) return {subsystem, static_cast<int>(i)};
    names.push_back(ports[i].name);
  }
  throw_wrong_input(where, fmt::format("subsystem '{}' has no {} '{}'", path.substr(0, dot), kind, port_name),
                    suggest(port_name, names));
}

}  // namespace

template <class T>
std::string Law<T>::variable_name(int variable) const {
  if (!variable_names.empty()) return variable_names[variable];
  return equations->variable_count() == 1 ? name : fmt::format("{}[{}]", name, variable);
}

template <class T>
int Assembly<T>::find(std::string_view subsystem, std::string_view where) const {
  for (std::size_t i = 0; i < subsystems.size(); ++i)
    if (subsystems[i]->description().name == subsystem) return static_cast<int>(i);
  std::vector<std::string> names;
  for (const auto& s : subsystems) names.push_back(s->description().name);
  throw_wrong_input(where, fmt::format("there is no subsystem '{}'", subsystem), suggest(subsystem, names));
}

template <class T>
PortRef Assembly<T>::output(std::string_view path, std::string_view where) const {
  return find_port(*this, path, where, "output", &Boundary::outputs);
}

template <class T>
PortRef Assembly<T>::input(std::string_view path, std::string_view where) const {
  return find_port(*this, path, where, "input", &Boundary::inputs);
}

template <class T>
void Assembly<T>::let_sources_replace_constants() {
  std::erase_if(constants, [this](const ConstantInput& constant) {
    const auto feeds_it = [&](const auto& source) { return source.to == constant.to; };
    const bool is_connected = std::ranges::any_of(connections, feeds_it);
    if (!is_connected && std::ranges::none_of(known_inputs, feeds_it)) return false;
    note(fmt::format("input '{}' is {}; its constant {:g} is not used", input_name(constant.to),
                     is_connected ? "connected" : "given by a file", constant.value));
    return true;
  });
}

template <class T>
void Assembly<T>::note_gaps_of_files(double start, double end) {
  const double rounding = 1e-9 * (end - start);
  std::set<int> seen;
  for (const KnownInput& known : known_inputs) {
    const int s = known.to.subsystem;
    if (!seen.insert(s).second) continue;
    const SubsystemDescription& d = subsystems[s]->description();
    const double first = known.signal.points.front().time, last = known.signal.points.back().time;
    std::string held;
    if (first > start + rounding) held = fmt::format("before {:g} s their first value", first);
    if (last < end - rounding)
      held += fmt::format("{}after {:g} s their last value", held.empty() ? "" : " and ", last);
    if (!held.empty()) note(fmt::format("inputs of '{}' from {} have {}", d.name, known.where, held));
    std::string missing;
    for (int port = 0; port < d.input_count(); ++port) {
      const auto feeds_it = [&](const auto& source) { return source.to == PortRef{s, port}; };
      const bool is_fed =
          std::ranges::any_of(known_inputs, feeds_it) || std::ranges::any_of(connections, feeds_it) ||
          std::ranges::any_of(constants, feeds_it) ||
          std::ranges::any_of(laws, [&](const Law<T>& law) { return std::ranges::any_of(law.effects, feeds_it); });
      if (!is_fed && d.boundary->inputs[port].rest)
        missing += fmt::format("{}'{}'", missing.empty() ? "" : ", ", d.boundary->inputs[port].name);
    }
    if (!missing.empty())
      note(fmt::format("{} has no column for these inputs of '{}', which keep their start values: {}", known.where,
                       d.name, missing));
  }
}

template <class T>
void Assembly<T>::note_unjoined() {
  const bool is_joined =
      !(connections.empty() && laws.empty() && constraints.empty() && motions.empty() && turns.empty());
  if (is_joined || subsystems.size() < 2) return;
  note(fmt::format("{} subsystems, nothing joins them: each runs by itself; join them by [[connect]] entries",
                   subsystems.size()));
}

template struct Law<double>;
template struct Law<Multiprecision>;
template struct Assembly<double>;
template struct Assembly<Multiprecision>;

}  // namespace oldham
