// SPDX-License-Identifier: MIT
#include "oldham/model/reduced/reduced_interface.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

std::shared_ptr<const Boundary> make_boundary(int size, bool has_masses, bool has_forces) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "reduced-interface";
  boundary->feedthrough = true;  // of where it begins anew
  boundary->restarts = true;
  const auto add = [](std::vector<Port>& list, const std::string& name, const char* unit, const char* meaning) {
    list.push_back({name, parse_unit(unit), meaning});
  };
  auto &in = boundary->inputs, &out = boundary->outputs;
  for (int i = 1; has_masses && i <= size; ++i)
    for (int j = 1; j <= size; ++j) add(in, fmt::format("mass.{}.{}", i, j), "kg", "felt at the interface");
  for (int i = 1; has_forces && i <= size; ++i)
    add(in, fmt::format("force.{}", i), "N", "felt at the interface, without that of the fast side");
  for (int i = 1; i <= size; ++i) add(in, fmt::format("position.{}", i), "m", "where it begins anew");
  for (int i = 1; i <= size; ++i) add(in, fmt::format("velocity.{}", i), "m/s", "");
  // to the fast side each row looks like the port of a mass
  for (int i = 1; i <= size; ++i) add(in, fmt::format("{}.force", i), "N", "of the fast side");
  for (int i = 1; i <= size; ++i) add(out, fmt::format("{}.position", i), "m", "");
  for (int i = 1; i <= size; ++i) add(out, fmt::format("{}.velocity", i), "m/s", "");
  for (int i = 1; i <= size; ++i)
    add(out, fmt::format("{}.mean_force", i), "N", "of the fast side, over the outer step");
  return boundary;
}

}  // namespace

template <class T>
ReducedInterface<T>::ReducedInterface(std::string name, int size, Mass kind, std::vector<T> mass)
    : size_(size),
      kind_(kind),
      s_(Vector::Zero(size)),
      w_(s_),
      load_(s_),
      impulse_(s_),
      acceleration_(s_),
      force_(s_),
      mass_(Matrix::Identity(size, size)),
      factor_(size) {
  if (kind == Mass::fixed) std::copy(mass.begin(), mass.end(), mass_.data());
  description_.name = std::move(name);
  description_.boundary = make_boundary(size, kind == Mass::from_inputs, kind != Mass::infinite);
  // with a mass that changes, the step is no linear function of what is told
  description_.capabilities = {.rollback = true,
                               .state_access = true,
                               .equations = true,
                               .step_sensitivity = false,
                               .output_integrals = false,
                               .linear = kind != Mass::from_inputs,
                               .serialisation = has_value_bytes<T>};
}

template <class T>
void ReducedInterface<T>::initialize(const T&) {
  for (Vector* vector : {&s_, &w_, &load_, &impulse_, &force_}) vector->setZero();
  if (kind_ == Mass::from_inputs) mass_.setIdentity();  // until it is told
  has_mass_ = false;
  elapsed_ = T(0);
}

template <class T>
void ReducedInterface<T>::apply_inputs(std::span<const T> u) {
  const T* from = u.data();
  const auto take = [&](auto& into) {
    std::copy_n(from, into.size(), into.data());
    from += into.size();
  };
  if (kind_ == Mass::from_inputs) take(mass_);
  if (kind_ != Mass::infinite) take(force_);
  take(s_);
  take(w_);
  take(load_);
  impulse_.setZero();
  elapsed_ = T(0);
  has_mass_ = false;
}

template <class T>
StepOutcome ReducedInterface<T>::advance(const Interval<T>& step, const InputSignal<T>& inputs) {
  if (!has_mass_ && kind_ != Mass::infinite) {
    factor_.compute(mass_);
    if (factor_.info() != Eigen::Success || !factor_.isPositive() || !(factor_.vectorD().minCoeff() > T(0)))
      return StepOutcome::failed("the mass felt at the interface is not positive: check what its mass inputs get");
    has_mass_ = true;
  }
  std::copy_n(inputs.piece(0) + first_load(), size_, load_.data());  // at the begin of the step
  if (kind_ != Mass::infinite) {
    acceleration_ = force_ + load_;
    factor_.solveInPlace(acceleration_);
    w_ += step.length * acceleration_;
  }
  s_ += step.length * w_;
  impulse_ += step.length * load_;
  elapsed_ += step.length;
  return StepOutcome::accepted();
}

template <class T>
void ReducedInterface<T>::read_outputs(std::span<T> y) const {
  T* into = std::copy_n(s_.data(), size_, y.data());
  into = std::copy_n(w_.data(), size_, into);
  for (int i = 0; i < size_; ++i) *into++ = elapsed_ > T(0) ? T(impulse_[i] / elapsed_) : load_[i];
}

template <class T>
void ReducedInterface<T>::save(Snapshot<T>& into) const {
  into.values.resize(5 * size_ + size_ * size_ + 1);
  auto end = into.values.begin();
  for (const Vector* vector : {&s_, &w_, &load_, &impulse_, &force_}) end = std::copy_n(vector->data(), size_, end);
  end = std::copy_n(mass_.data(), mass_.size(), end);
  *end = elapsed_;
}

template <class T>
void ReducedInterface<T>::restore(const Snapshot<T>& from) {
  auto source = from.values.begin();
  for (Vector* vector : {&s_, &w_, &load_, &impulse_, &force_})
    for (T& value : *vector) value = *source++;
  for (int i = 0; i < mass_.size(); ++i, ++source) {
    has_mass_ = has_mass_ && mass_.data()[i] == *source;  // its factors stay while it does
    mass_.data()[i] = *source;
  }
  elapsed_ = *source;
}

template <class T>
void ReducedInterface<T>::output(const T&, std::span<const T>, std::span<const T> u, std::span<T> y) const {
  std::copy(u.end() - 3 * size_, u.end(), y.begin());
}

template <class T>
std::unique_ptr<Subsystem<T>> make_reduced_interface(const std::string& name, Reader& p, const IntegratorSettings&) {
  using Mass = typename ReducedInterface<T>::Mass;
  const bool holds = p.boolean("hold", false);
  const auto mass = p.optional_matrix("mass", "kg");
  if (holds && mass) p.fail("mass", "a held velocity has no mass", "leave it out, or hold");
  if (mass && mass->rows() != mass->cols())
    p.fail("mass", fmt::format("expected a square matrix, found {} rows of {}", mass->rows(), mass->cols()),
           "write for example mass = [[2.0]]");
  const int size = p.integer("size", mass ? static_cast<int>(mass->rows()) : 1, {1, 100});
  if (mass && mass->rows() != size)
    p.fail("mass", fmt::format("expected {0} rows of {0}, found {1}", size, mass->rows()), "leave out size");
  if (mass && (*mass != mass->transpose() || !(Eigen::LLT<Eigen::MatrixXd>(*mass).info() == Eigen::Success)))
    p.fail("mass", "a mass felt at an interface is a symmetric, positive definite matrix",
           "write for example mass = [[2.0, 0.5], [0.5, 1.0]]");
  std::vector<T> entries;
  for (int i = 0; mass && i < size; ++i)
    for (int j = 0; j < size; ++j) entries.push_back(from_decimal<T>((*mass)(i, j)));
  const Mass kind = holds ? Mass::infinite : mass ? Mass::fixed : Mass::from_inputs;
  return std::make_unique<ReducedInterface<T>>(name, size, kind, std::move(entries));
}

template class ReducedInterface<double>;
template class ReducedInterface<Multiprecision>;
template std::unique_ptr<Subsystem<double>> make_reduced_interface(const std::string&, Reader&,
                                                                   const IntegratorSettings&);
template std::unique_ptr<Subsystem<Multiprecision>> make_reduced_interface(const std::string&, Reader&,
                                                                           const IntegratorSettings&);

}  // namespace oldham
