// SPDX-License-Identifier: MIT
#include "oldham/core/unit.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <vector>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

constexpr double pi = std::numbers::pi;

constexpr std::array<std::string_view, 8> base_names = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};

struct Prefix {
  std::string_view text;
  double factor;
};

constexpr Prefix prefixes[] = {{"da", 1e1}, {"h", 1e2},  {"k", 1e3},  {"M", 1e6},  {"G", 1e9},
                               {"T", 1e12}, {"d", 1e-1}, {"c", 1e-2}, {"m", 1e-3}, {"u", 1e-6},
                               {"µ", 1e-6}, {"μ", 1e-6}, {"n", 1e-9}, {"p", 1e-12}};

struct NamedUnit {
  std::string_view name;
  std::array<std::int8_t, 8> exponents;  // of kg m s A K mol cd rad
  double factor = 1;
  bool takes_prefix = false;
  double offset = 0;
};

constexpr NamedUnit named_units[] = {
    // base units; the gram carries the prefixes of the kilogram
    {"kg", {1}},
    {"g", {1}, 1e-3, true},
    {"m", {0, 1}, 1, true},
    {"s", {0, 0, 1}, 1, true},
    {"A", {0, 0, 0, 1}, 1, true},
    {"K", {0, 0, 0, 0, 1}, 1, true},
    {"mol", {0, 0, 0, 0, 0, 1}, 1, true},
    {"cd", {0, 0, 0, 0, 0, 0, 1}, 1, true},
    {"rad", {0, 0, 0, 0, 0, 0, 0, 1}, 1, true},
    // mechanics
    {"N", {1, 1, -2}, 1, true},
    {"Nm", {1, 2, -2}, 1, true},
    {"Pa", {1, -1, -2}, 1, true},
    {"J", {1, 2, -2}, 1, true},
    {"W", {1, 2, -3}, 1, true},
    {"Hz", {0, 0, -1}, 1, true},
    {"bar", {1, -1, -2}, 1e5, true},
    {"atm", {1, -1, -2}, 101325},
    {"psi", {1, -1, -2}, 6894.757293168361},
    {"l", {0, 3}, 1e-3, true},
    {"L", {0, 3}, 1e-3, true},
    {"t", {1}, 1e3},
    {"in", {0, 1}, 0.0254},
    {"ft", {0, 1}, 0.3048},
    {"lb", {1}, 0.45359237},
    {"lbf", {1, 1, -2}, 4.4482216152605},
    {"Wh", {1, 2, -2}, 3600, true},
    {"P", {1, -1, -1}, 0.1, true},
    {"St", {0, 2, -1}, 1e-4, true},
    // angles and rotation
    {"deg", {0, 0, 0, 0, 0, 0, 0, 1}, pi / 180},
    {"°", {0, 0, 0, 0, 0, 0, 0, 1}, pi / 180},
    {"rev", {0, 0, 0, 0, 0, 0, 0, 1}, 2 * pi},
    {"rpm", {0, 0, -1, 0, 0, 0, 0, 1}, 2 * pi / 60},
    // time
    {"min", {0, 0, 1}, 60},
    {"h", {0, 0, 1}, 3600},
    {"d", {0, 0, 1}, 86400},
    // temperature
    {"degC", {0, 0, 0, 0, 1}, 1, false, 273.15},
    {"°C", {0, 0, 0, 0, 1}, 1, false, 273.15},
    {"degF", {0, 0, 0, 0, 1}, 5.0 / 9, false, 459.67 * 5 / 9},
    // electricity
    {"V", {1, 2, -3, -1}, 1, true},
    {"C", {0, 0, 1, 1}, 1, true},
    {"Ohm", {1, 2, -3, -2}, 1, true},
    {"ohm", {1, 2, -3, -2}, 1, true},
    {"Ω", {1, 2, -3, -2}, 1, true},
    {"S", {-1, -2, 3, 2}, 1, true},
    {"F", {-1, -2, 4, 2}, 1, true},
    {"H", {1, 2, -2, -2}, 1, true},
    {"Wb", {1, 2, -2, -1}, 1, true},
    {"T", {1, 0, -2, -1}, 1, true},
    {"VA", {1, 2, -3}, 1, true},
    {"Ah", {0, 0, 1, 1}, 3600, true},
    // ratios
    {"%", {}, 1e-2},
    {"ppm", {}, 1e-6},
};

/// A unit while it is put together; wide exponents, so that an overflow is seen.
struct Product {
  std::array<int, 8> exponents{};
  double factor = 1;
  double offset = 0;
  int factors = 0;

  void multiply(const Product& other, int power) {
    for (std::size_t i = 0; i < exponents.size(); ++i) exponents[i] += power * other.exponents[i];
    // dividing by 60 is exact to the last digit, multiplying by 1/60 is not
    factor = power < 0 ? factor / std::pow(other.factor, -power) : factor * std::pow(other.factor, power);
    offset = other.offset;
    factors += power == 1 ? other.factors : 2;  // a square has no offset either
  }
};

Product make_product(const NamedUnit& unit, double prefix) {
  Product product{.factor = prefix * unit.factor, .offset = unit.offset, .factors = 1};
  for (std::size_t i = 0; i < product.exponents.size(); ++i) product.exponents[i] = unit.exponents[i];
  return product;
}

/// Recursive descent over  product = factor { [. * space /] factor },  factor = (name | 1 | "(" product ")") [power].
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), rest_(text) {}

  Product parse() {
    Product product = parse_product();
    if (!rest_.empty()) refuse(fmt::format("'{}' is not expected here", rest_));
    return product;
  }

 private:
  [[noreturn]] void refuse(std::string_view what,
                           std::string_view remedy = "write for example N.s/m or J/(kg.K)") const {
    throw_wrong_input(fmt::format("unit '{}'", text_), what, remedy);
  }

  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  void skip_spaces() {
    while (take(" ")) {
    }
  }

  Product parse_product() {
    Product product;
    product.multiply(parse_factor(), 1);
    while (true) {
      skip_spaces();
      if (rest_.empty() || rest_.front() == ')') return product;
      const bool divides = take("/");
      if (!divides) take(".") || take("*") || take("·");
      product.multiply(parse_factor(), divides ? -1 : 1);
    }
  }

  Product parse_factor() {
    skip_spaces();
    Product product;
    if (take("(")) {
      product = parse_product();
      skip_spaces();
      if (!take(")")) refuse("a parenthesis is not closed");
    } else if (take("1")) {
      return product;
    } else {
      product = parse_name();
    }
    const int power = parse_power();
    if (power == 1) return product;
    Product raised;
    raised.multiply(product, power);
    return raised;
  }

  Product parse_name() {
    std::size_t length = 0;
    while (length < rest_.size() && is_name_character(rest_.substr(length))) ++length;
    if (length == 0) refuse(rest_.empty() ? "it ends too early" : fmt::format("'{}' is not expected here", rest_));
    const std::string_view name = rest_.substr(0, length);
    rest_.remove_prefix(length);
    for (const NamedUnit& unit : named_units)
      if (unit.name == name) return make_product(unit, 1);
    for (const Prefix& prefix : prefixes)
      for (const NamedUnit& unit : named_units)
        if (unit.takes_prefix && name.starts_with(prefix.text) && name.substr(prefix.text.size()) == unit.name)
          return make_product(unit, prefix.factor);
    refuse(fmt::format("'{}' is not a known unit", name), suggest_unit(name));
  }

  static bool is_name_character(std::string_view rest) {
    if (rest.starts_with("·") || rest.starts_with("²") || rest.starts_with("³")) return false;
    const auto c = static_cast<unsigned char>(rest.front());
    return std::isalpha(c) || c == '%' || c == '_' || c >= 0x80;
  }

  int parse_power() {
    if (take("²")) return 2;
    if (take("³")) return 3;
    const bool marked = take("^") || take("**");
    const bool enclosed = marked && take("(");
    take("+");
    int power = 1;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), power);
    if (error == std::errc()) {
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      if (std::abs(power) > 99) refuse("a power is too large");
    } else if (marked || error == std::errc::result_out_of_range) {
      refuse("a power must be an integer");
    }
    if (enclosed && !take(")")) refuse("a parenthesis is not closed");
    return power;
  }

  static std::string suggest_unit(std::string_view name) {
    std::vector<std::string> plain, all;
    for (const NamedUnit& unit : named_units) plain.emplace_back(unit.name);
    all = plain;
    for (const NamedUnit& unit : named_units)
      for (const Prefix& prefix : prefixes)
        if (unit.takes_prefix) all.push_back(fmt::format("{}{}", prefix.text, unit.name));
    return suggest(name, near_misses(name, all).empty() ? plain : all);
  }

  std::string_view text_;
  std::string_view rest_;
};

}  // namespace

Unit parse_unit(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty() || text == "1" || text == "-") return {};
  const Product product = Parser(text).parse();
  Unit unit{.factor = product.factor, .offset = product.factors == 1 ? product.offset : 0, .text = std::string(text)};
  for (std::size_t i = 0; i < unit.exponents.size(); ++i) {
    if (std::abs(product.exponents[i]) > std::numeric_limits<std::int8_t>::max())
      throw_wrong_input(fmt::format("unit '{}'", text), "a power is too large", "check the unit");
    unit.exponents[i] = static_cast<std::int8_t>(product.exponents[i]);
  }
  return unit;
}

bool same_dimensions(const Unit& a, const Unit& b) { return a.exponents == b.exponents; }

std::string dimension_text(const Unit& unit) {
  std::string text;
  for (std::size_t i = 0; i < base_names.size(); ++i) {
    const int exponent = unit.exponents[i];
    if (exponent == 0) continue;
    if (!text.empty()) text += '.';
    text += exponent == 1 ? std::string(base_names[i]) : fmt::format("{}^{}", base_names[i], exponent);
  }
  return text.empty() ? "1" : text;
}

}  // namespace oldham
