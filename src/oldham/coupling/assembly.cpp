// SPDX-License-Identifier: MIT
#include "oldham/coupling/assembly.hpp"

#include <fmt/format.h>

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

template struct Law<double>;
template struct Law<Multiprecision>;
template struct Assembly<double>;
template struct Assembly<Multiprecision>;

}  // namespace oldham
