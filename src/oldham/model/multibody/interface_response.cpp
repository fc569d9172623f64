// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/interface_response.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <limits>
#include <numeric>

#include "oldham/core/error.hpp"

namespace oldham::multibody {

template <class T>
InterfaceRow find_interface_row(const Mechanism<T>& m, const std::string& name, const std::string& where) {
  const MechanismDescription& d = m.description;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < d.forces.size(); ++i) {
    if (!has_ports(d.forces[i].kind)) continue;
    if (d.forces[i].name == name) return {static_cast<int>(i), 0};
    known.push_back(d.forces[i].name);
  }
  for (std::size_t i = 0; i < d.ports.size(); ++i) {
    const int element = m.applied[i];
    const std::vector<const char*> directions =
        d.planar ? std::vector<const char*>{"x", "y", "phi"}
                 : std::vector<const char*>{"x", "y", "z", "turn_x", "turn_y", "turn_z"};
    for (int k = 0; k < m.forces[element].inputs; ++k) {
      known.push_back(d.ports[i].name + "." + directions[k]);
      if (known.back() == name) return {element, k};
    }
  }
  throw_wrong_input(where, fmt::format("mechanism '{}' has no actuator or port direction '{}'", d.name, name),
                    suggest(name, known));
}

namespace {

std::vector<int> all_of(std::size_t count) {
  std::vector<int> indices(count);
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

}  // namespace

template <class T>
InterfaceResponse<T>::InterfaceResponse(const Mechanism<T>& m, std::vector<InterfaceRow> rows)
    : answer_(m, rows, all_of(rows.size())), mass_(rows.size(), rows.size()), force_(rows.size()) {}

template <class T>
bool InterfaceResponse<T>::evaluate(Dynamics<T>& dynamics, const T& t, const T* q, const T* v, const T* u) {
  if (!answer_.evaluate(dynamics, t, q, v, u)) return false;
  const Eigen::LDLT<Matrix> factor(mobility());
  // a direction that cannot move, or two rows that are one, have no mass of their own
  const Vector pivots = factor.vectorD();
  if (factor.info() != Eigen::Success ||
      !(pivots.minCoeff() > 1000 * std::numeric_limits<T>::epsilon() * mobility().diagonal().maxCoeff()))
    return false;
  mass_ = factor.solve(Matrix::Identity(mass_.rows(), mass_.cols()));
  force_ = factor.solve(free_acceleration());
  return true;
}

#define OLDHAM_INSTANTIATE(T)                                                                            \
  template InterfaceRow find_interface_row(const Mechanism<T>&, const std::string&, const std::string&); \
  template class InterfaceResponse<T>
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::multibody
