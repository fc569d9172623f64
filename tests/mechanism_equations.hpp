// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "oldham/model/multibody/mechanism_model.hpp"

namespace oldham::multibody::test {

/// The equations of a mechanism at its start, with some inputs, and where its ports are among their numbers.
template <class T>
struct Trial {
  std::unique_ptr<Subsystem<T>> subsystem;
  std::vector<T> x, u;

  explicit Trial(const MechanismDescription& description) {
    std::vector<std::string> notes;
    subsystem = make_mechanism<T>("arm", description, {}, {}, notes);
    subsystem->initialize(T(0));
    x.resize(equations().equation_size());
    equations().read_equation_state(x);
    u.resize(subsystem->description().input_count());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = T(3 + 7 * static_cast<int>(i) % 5) / 4;
  }
  const Equations<T>& equations() const { return *subsystem->equations(); }
  int find(const std::vector<Port>& ports, const std::string& name) const {
    for (std::size_t i = 0; i < ports.size(); ++i)
      if (ports[i].name == name) return static_cast<int>(i);
    ADD_FAILURE() << "no port " << name;
    return 0;
  }
  int input(const std::string& name) const { return find(subsystem->description().boundary->inputs, name); }
  int output(const std::string& name) const { return find(subsystem->description().boundary->outputs, name); }
  std::vector<T> outputs(const std::vector<T>& state, const std::vector<T>& inputs) const {
    std::vector<T> y(subsystem->description().output_count());
    equations().output(T(0), state, inputs, y);
    return y;
  }
  std::vector<T> slope(const std::vector<T>& state, const std::vector<T>& inputs) const {
    std::vector<T> dx(state.size());
    equations().derivative(T(0), state, inputs, dx);
    return dx;
  }
  std::vector<T> moved(const std::vector<T>& from, const std::vector<T>& along, const T& by) const {
    std::vector<T> to = from;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += by * along[i];
    return to;
  }
  /// The state after a step of RK4 with these inputs.
  std::vector<T> later(const T& h) const {
    const auto k1 = slope(x, u), k2 = slope(moved(x, k1, h / 2), u), k3 = slope(moved(x, k2, h / 2), u),
               k4 = slope(moved(x, k3, h), u);
    std::vector<T> sum(x.size());
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i];
    return moved(x, sum, T(h / 6));
  }
};

}  // namespace oldham::multibody::test
