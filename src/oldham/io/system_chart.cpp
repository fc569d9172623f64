// SPDX-License-Identifier: MIT
#include "oldham/io/system_chart.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham {
namespace {

/// A tree of which two numbers are exchanged in place.
class PointTree {
 public:
  PointTree(const Value& root, const std::string& x_key, const std::string& y_key, const Origin& x_origin,
            const Origin& y_origin)
      : root_(root) {
    make_place(root_, x_key, x_origin) = Value(0.0, x_origin);
    make_place(root_, y_key, y_origin) = Value(0.0, y_origin);
    // only now: making the second place may have moved the first, or replaced it
    x_ = const_cast<Value*>(find_place(root_, x_key));
    y_ = const_cast<Value*>(find_place(root_, y_key));
    if (x_ == nullptr || x_ == y_)
      throw_wrong_input(fmt::format("'{}' and '{}'", x_key, y_key), "the keys of the two axes are the same or overlap",
                        "chart two different numbers");
  }
  PointTree(const PointTree&) = delete;
  PointTree& operator=(const PointTree&) = delete;

  const Value& at(double x, double y) {
    *x_->get<double>() = x;
    *y_->get<double>() = y;
    return root_;
  }

 private:
  Value root_;
  Value *x_, *y_;
};

/// Nothing where no map can be made.
template <class T>
std::optional<T> radius(const Value& tree) {
  System<T> system = build_system<T>(tree, {.threads = 1});
  try {
    const T H = from_decimal<T>(system.step);
    const MacroState<T> state = state_to_analyse(*system.cosimulation, from_decimal<T>(system.start), H);
    return find_spectral_radius(*system.cosimulation, state, H);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::failure) throw;
    return std::nullopt;
  }
}

/// The radius as a double on its own side of the bound.
double rounded(const Multiprecision& exact, double margin) {
  const double rho = to_double(exact), bound = 1 + margin;
  if (exact <= Multiprecision(1) + Multiprecision(margin)) return std::min(rho, bound);
  return std::max(rho, std::nextafter(bound, std::numeric_limits<double>::infinity()));
}

}  // namespace

SystemChart::SystemChart(Value root, std::string x_key, std::string y_key, Origin x_origin, Origin y_origin)
    : root_(std::move(root)),
      x_key_(std::move(x_key)),
      y_key_(std::move(y_key)),
      x_origin_(std::move(x_origin)),
      y_origin_(std::move(y_origin)) {
  PointTree(root_, x_key_, y_key_, x_origin_, y_origin_);
}

void SystemChart::settle(double margin, double band) {
  margin_ = margin;
  band_ = band;
}

void SystemChart::check(double x, double y) const {
  PointTree tree(root_, x_key_, y_key_, x_origin_, y_origin_);
  radius<double>(tree.at(x, y));
  if (band_ >= 0) radius<Multiprecision>(tree.at(x, y));
}

RadiusAt SystemChart::make_radius() const {
  return [this, tree = std::make_shared<PointTree>(root_, x_key_, y_key_, x_origin_, y_origin_)](double x, double y) {
    const Value& here = tree->at(x, y);
    double rho = radius<double>(here).value_or(std::numeric_limits<double>::quiet_NaN());
    const double bound = 1 + margin_;
    if (band_ >= 0 && !(std::abs(rho - bound) > band_)) {
      const auto exact = radius<Multiprecision>(here);
      const double settled = exact ? rounded(*exact, margin_) : std::numeric_limits<double>::quiet_NaN();
      ++settled_;
      if ((settled <= bound) != (rho <= bound)) ++changed_;
      rho = settled;
    }
    return rho;
  };
}

}  // namespace oldham
