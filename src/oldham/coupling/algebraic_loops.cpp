// SPDX-License-Identifier: MIT
#include "oldham/coupling/algebraic_loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/scalar.hpp"
#include "oldham/coupling/evaluation_levels.hpp"
#include "oldham/coupling/exchange.hpp"

namespace oldham {
namespace {

constexpr double perturbation = 1e-4;  // of the magnitude or nominal value
constexpr double tolerance = 1e-11;    // of the same
// of the same: what is kept where iterations stop to improve, as outputs that an FMU itself iterates are rounded to its
// tolerance
constexpr double loose = 1e-6;
constexpr double no_answer = 1e-9;  // ∂G/∂w between variables of these magnitudes
constexpr int few_iterations = 8;   // with the matrix of the start; then with one of this instant
constexpr int most_iterations = 30;

/// What is in a circle of a graph, by reachability: node j is in one with i where each reaches the other.
std::vector<std::vector<int>> find_circles(const std::vector<std::vector<int>>& next) {
  const int count = static_cast<int>(next.size());
  std::vector<std::vector<bool>> reaches(count, std::vector<bool>(count, false));
  for (int i = 0; i < count; ++i) {
    std::vector<int> open = next[i];
    while (!open.empty()) {
      const int j = open.back();
      open.pop_back();
      if (reaches[i][j]) continue;
      reaches[i][j] = true;
      open.insert(open.end(), next[j].begin(), next[j].end());
    }
  }
  std::vector<std::vector<int>> circles;
  std::vector<bool> is_done(count, false);
  for (int i = 0; i < count; ++i) {
    if (is_done[i] || !reaches[i][i]) continue;
    auto& circle = circles.emplace_back();
    for (int j = i; j < count; ++j)
      if (reaches[i][j] && reaches[j][i]) {
        circle.push_back(j);
        is_done[j] = true;
      }
  }
  return circles;
}

}  // namespace

template <class T>
AlgebraicLoops<T>::AlgebraicLoops(const Assembly<T>& assembly, const Plan<T>& plan, bool may_solve)
    : assembly_(assembly), plan_(plan) {
  if (!may_solve || !plan.multipliers.empty()) return;
  const auto boundary = [&](int s) -> const Boundary& { return *assembly.subsystems[s]->description().boundary; };
  const std::vector<std::vector<int>> producers = find_producers(plan, assembly);
  const int count = static_cast<int>(assembly.subsystems.size());
  std::vector<std::vector<int>> fed_by(count);
  for (int s = 0; s < count; ++s) {
    if (!boundary(s).feedthrough) continue;
    for (int k = plan.term_offset[plan.input_offset[s]]; k < plan.term_offset[plan.input_offset[s + 1]]; ++k) {
      if (plan.terms[k].source >= plan.base_variables) continue;
      for (const int producer : producers[plan.terms[k].source])
        if (boundary(producer).feedthrough) fed_by[s].push_back(producer);
    }
  }
  // a chain has no circle: leave off what nobody in the rest feeds
  std::vector<int> rest;
  std::vector<bool> is_in(count);
  for (int s = 0; s < count; ++s)
    if ((is_in[s] = !fed_by[s].empty())) rest.push_back(s);
  for (std::size_t before = 0; before != rest.size();) {
    before = rest.size();
    std::erase_if(rest, [&](int s) {
      const bool is_fed = std::ranges::any_of(fed_by[s], [&](int p) { return static_cast<bool>(is_in[p]); });
      if (!is_fed) is_in[s] = false;
      return !is_fed;
    });
  }
  std::vector<std::vector<int>> graph(rest.size());
  for (std::size_t i = 0; i < rest.size(); ++i)
    for (const int producer : fed_by[rest[i]])
      if (is_in[producer])
        graph[i].push_back(static_cast<int>(std::ranges::lower_bound(rest, producer) - rest.begin()));
  for (const std::vector<int>& circle : find_circles(graph)) {
    const bool is_foreign = std::ranges::any_of(circle, [&](int i) { return boundary(rest[i]).is_foreign; });
    for (const int i : circle)
      if (is_foreign) candidates_.push_back(rest[i]);
  }
  std::ranges::sort(candidates_);
  members_ = candidates_;
}

template <class T>
void AlgebraicLoops<T>::evaluate(const std::vector<T>& w, std::vector<T>& y, std::span<const T> external,
                                 std::vector<T>& returned) {
  for (const int s : members_) {
    const int first = plan_.input_offset[s], last = plan_.input_offset[s + 1];
    inputs_.resize(static_cast<std::size_t>(last - first));
    for (int i = first; i < last; ++i) inputs_[i - first] = gather_input(plan_, w.data(), external.data(), i);
    assembly_.subsystems[s]->apply_inputs(inputs_);
    assembly_.subsystems[s]->read_outputs({y.data() + plan_.output_offset[s], y.data() + plan_.output_offset[s + 1]});
  }
  for (int g = 0; g < static_cast<int>(plan_.groups.size()); ++g)
    refresh(assembly_, plan_, g, y.data(), returned.data());
}

template <class T>
T AlgebraicLoops<T>::difference(const std::vector<T>& w, int variable) const {
  return T(perturbation * std::max(plan_.nominal[variable], std::abs(to_double(w[variable]))));
}

/// ∂(w − G(w))/∂w over the variables of the loops; leaves the subsystems with the inputs of w.
template <class T>
typename AlgebraicLoops<T>::Matrix AlgebraicLoops<T>::differentiate(std::vector<T>& w, std::vector<T>& y,
                                                                    std::span<const T> external, Matrix* gains) {
  using std::abs;
  const int size = static_cast<int>(variables_.size());
  Matrix derivative = Matrix::Identity(size, size);
  moved_.resize(w.size());
  returned_.resize(w.size());
  std::vector<T> here;
  if (gains) {
    gains->setZero(size, size);
    evaluate(w, y, external, returned_);
    here = returned_;
  }
  for (int j = 0; j < size; ++j) {
    const T original = w[variables_[j]], delta = difference(w, variables_[j]);
    w[variables_[j]] = original + delta;
    evaluate(w, y, external, moved_);
    w[variables_[j]] = original - delta;
    evaluate(w, y, external, returned_);
    w[variables_[j]] = original;
    for (int i = 0; i < size; ++i) {
      const T above = moved_[variables_[i]], below = returned_[variables_[i]];
      derivative(i, j) -= (above - below) / (2 * delta);
      if (gains) (*gains)(i, j) = std::max(abs(above - here[variables_[i]]), abs(here[variables_[i]] - below)) / delta;
    }
  }
  evaluate(w, y, external, returned_);
  return derivative;
}

template <class T>
void AlgebraicLoops<T>::find(std::vector<T>& w, std::vector<T>& y, std::span<const T> external) {
  members_ = candidates_;
  variables_.clear();
  if (candidates_.empty()) return;
  for (const int s : candidates_)
    for (int i = plan_.input_offset[s]; i < plan_.input_offset[s + 1]; ++i) {
      // Boolean and integer inputs have no derivatives
      if (!assembly_.input_port({s, i - plan_.input_offset[s]}).is_real) continue;
      for (int k = plan_.term_offset[i]; k < plan_.term_offset[i + 1]; ++k)
        if (plan_.terms[k].source < plan_.base_variables) variables_.push_back(plan_.terms[k].source);
    }
  std::ranges::sort(variables_);
  variables_.erase(std::unique(variables_.begin(), variables_.end()), variables_.end());

  // to either side: a contact that is open, or a square at 0, answers to one of them
  Matrix gains;
  const Matrix derivative = differentiate(w, y, external, &gains);
  const int size = static_cast<int>(variables_.size());
  std::vector<std::vector<int>> answers(size);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      const double gain = to_double(gains(i, j));
      const double scale = to_double(difference(w, variables_[i]) / difference(w, variables_[j]));
      if (std::abs(gain) > no_answer * scale) answers[j].push_back(i);
    }
  std::vector<int> in_loops;
  for (const std::vector<int>& circle : find_circles(answers))
    in_loops.insert(in_loops.end(), circle.begin(), circle.end());
  std::ranges::sort(in_loops);
  const std::vector<int> all = variables_;
  variables_.clear();
  for (const int i : in_loops) variables_.push_back(all[i]);
  if (variables_.empty()) return;
  Matrix of_loops(in_loops.size(), in_loops.size());
  for (std::size_t i = 0; i < in_loops.size(); ++i)
    for (std::size_t j = 0; j < in_loops.size(); ++j) of_loops(i, j) = derivative(in_loops[i], in_loops[j]);
  solver_.compute(of_loops);
  // who neither takes nor makes one of them need not be asked
  const std::vector<std::vector<int>> producers = find_producers(plan_, assembly_);
  std::erase_if(members_, [&](int s) {
    for (const int j : variables_)
      if (std::ranges::find(producers[j], s) != producers[j].end()) return false;
    return true;
  });
}

template <class T>
std::string AlgebraicLoops<T>::solve(std::vector<T>& w, std::vector<T>& y, std::span<const T> external) {
  using std::abs;
  const int size = static_cast<int>(variables_.size());
  returned_.resize(w.size());
  std::copy(w.begin(), w.end(), returned_.begin());
  Vector residual(size);
  Eigen::PartialPivLU<Matrix> fresh;
  double before = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    evaluate(w, y, external, returned_);
    double largest = 0;
    for (int i = 0; i < size; ++i) {
      const int j = variables_[i];
      residual(i) = w[j] - returned_[j];
      largest = std::max(
          largest, std::abs(to_double(residual(i))) / std::max(plan_.nominal[j], std::abs(to_double(returned_[j]))));
    }
    if (!std::isfinite(largest)) break;
    const bool stagnates = largest <= loose && !(largest < 0.5 * before);
    before = largest;
    if (largest <= tolerance || stagnates) {
      std::copy(returned_.begin(), returned_.end(), w.begin());
      return {};
    }
    const bool is_stale = iteration >= few_iterations;
    if (is_stale) fresh.compute(differentiate(w, y, external));
    const Vector change = is_stale ? fresh.solve(residual) : solver_.solve(residual);
    for (int i = 0; i < size; ++i) w[variables_[i]] -= change(i);
  }
  return fmt::format(
      "the algebraic loop of {} has no solution; check the gains of its direct feed-through, or set "
      "scheme.algebraic_loops = \"delay\"",
      names());
}

template <class T>
std::string AlgebraicLoops<T>::names() const {
  std::string text;
  for (std::size_t i = 0; i < members_.size(); ++i)
    text += fmt::format("{}'{}'",
                        i == 0                     ? ""
                        : i + 1 == members_.size() ? " and "
                                                   : ", ",
                        assembly_.subsystems[members_[i]]->description().name);
  return text;
}

template class AlgebraicLoops<double>;
template class AlgebraicLoops<Multiprecision>;

}  // namespace oldham
