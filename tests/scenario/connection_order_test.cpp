// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "program.hpp"

// Connections with a polynomial degree of their own.

namespace oldham::test {
namespace {

using nlohmann::json;

/// Three integrators x' = u, exactly solved: steps under extrapolated inputs are then those of Adams and Bashforth.
/// a' = −b, b' = a + c, c' = −2 b.
std::string integrators(const std::string& scheme, const std::array<std::string, 4>& orders) {
  std::string text = fmt::format("[simulation]\nend = 2.0\n[scheme]\nstep = 0.05\n{}\n", scheme);
  for (const auto& [name, inputs, B, x0] : {std::array<const char*, 4>{"a", "\"u\"", "[[1.0]]", "1.0"},
                                            std::array<const char*, 4>{"b", "\"u\", \"w\"", "[[1.0, 1.0]]", "-0.5"},
                                            std::array<const char*, 4>{"c", "\"u\"", "[[1.0]]", "0.25"}})
    text += fmt::format(
        "[[subsystem]]\nname = \"{}\"\nmodel = \"linear\"\n[subsystem.parameters]\ninputs = [{}]\noutputs = [\"x\"]\n"
        "A = [[0.0]]\nB = {}\nC = [[1.0]]\nx0 = [{}]\n",
        name, inputs, B, x0);
  text += "[[connect]]\nfrom = \"b.x\"\nto = \"a.u\"\nscale = -1.0\n" + orders[0];
  text += "[[connect]]\nfrom = \"a.x\"\nto = \"b.u\"\n" + orders[1];
  text += "[[connect]]\nfrom = \"c.x\"\nto = \"b.w\"\n" + orders[2];
  text += "[[connect]]\nfrom = \"b.x\"\nto = \"c.u\"\nscale = -2.0\n" + orders[3];
  return text;
}

std::string order(int k) { return fmt::format("order = {}\n", k); }

/// ∫ of the polynomial through the newest samples, over the step that comes; fewer at the start.
double ahead(const std::vector<double>& y, int k, double H) {
  static constexpr double weights[4][4] = {{1, 0, 0, 0},
                                           {1.5, -0.5, 0, 0},
                                           {23 / 12.0, -16 / 12.0, 5 / 12.0, 0},
                                           {55 / 24.0, -59 / 24.0, 37 / 24.0, -9 / 24.0}};
  const int n = static_cast<int>(y.size()) - 1, used = std::min(k, n);
  double sum = 0;
  for (int i = 0; i <= used; ++i) sum += weights[used][i] * y[n - i];
  return H * sum;
}

class ConnectionOrder : public Scenario {
 protected:
  json outputs(const std::string& text) const {
    return answer({"run", write("integrators.toml", text), "--out", "out"}).at("outputs");
  }
};

TEST_F(ConnectionOrder, EachConnectionIsRebuiltByItsOwn) {
  for (const std::array<int, 4>& k : {std::array<int, 4>{0, 1, 2, 3}, std::array<int, 4>{3, 0, 1, 2},
                                      std::array<int, 4>{2, 2, 0, 1}, std::array<int, 4>{1, 3, 3, 0}}) {
    const json found = outputs(integrators("order = 2", {order(k[0]), order(k[1]), order(k[2]), order(k[3])}));
    std::vector<double> a = {1}, b = {-0.5}, c = {0.25};
    const double H = 0.05;
    for (int n = 0; n < 40; ++n) {
      const double da = -ahead(b, k[0], H), db = ahead(a, k[1], H) + ahead(c, k[2], H), dc = -2 * ahead(b, k[3], H);
      a.push_back(a.back() + da);
      b.push_back(b.back() + db);
      c.push_back(c.back() + dc);
    }
    EXPECT_NEAR(found.at("a.x").get<double>(), a.back(), 1e-13);
    EXPECT_NEAR(found.at("b.x").get<double>(), b.back(), 1e-13);
    EXPECT_NEAR(found.at("c.x").get<double>(), c.back(), 1e-13);
  }
}

TEST_F(ConnectionOrder, ThatOfTheSchemeIsMeantWhereNoneIsGiven) {
  for (int k = 0; k <= 3; ++k) {
    const json plain = outputs(integrators(order(k), {}));
    EXPECT_EQ(outputs(integrators(order(k), {order(k), "", order(k), ""})), plain) << k;
    EXPECT_EQ(outputs(integrators(order(k == 0 ? 3 : 0), {order(k), order(k), order(k), order(k)})), plain) << k;
  }
}

TEST_F(ConnectionOrder, HoldsUnderCorrectedSchemes) {
  // implicit: y is the polynomial through the end of the step too; of degree 0 it is the value there, backward Euler
  const json found = outputs(
      integrators("order = 1\ncorrection = \"implicit\"\ntolerance = 1e-13", {order(0), order(0), order(0), order(0)}));
  double a = 1, b = -0.5, c = 0.25;
  const double H = 0.05;
  for (int n = 0; n < 40; ++n) {
    // b = b0 + H (a + c), a = a0 − H b, c = c0 − 2 H b
    b = (b + H * (a + c)) / (1 + 3 * H * H);
    a -= H * b;
    c -= 2 * H * b;
  }
  EXPECT_NEAR(found.at("a.x").get<double>(), a, 1e-11);
  EXPECT_NEAR(found.at("b.x").get<double>(), b, 1e-11);
  EXPECT_NEAR(found.at("c.x").get<double>(), c, 1e-11);
}

TEST_F(ConnectionOrder, EntersTheStabilityOfTheRun) {
  const auto radius = [&](const std::array<std::string, 4>& orders) {
    return answer({"stability", write("s.toml", integrators("order = 0", orders)), "--out", "out"})
        .at("spectral_radius")
        .get<double>();
  };
  // an oscillation of frequency √3: held inputs let it grow by √(1 + 3 H²), extrapolated ones by far less
  EXPECT_NEAR(radius({}), std::sqrt(1 + 3 * 0.05 * 0.05), 1e-9);
  EXPECT_LT(radius({order(2), order(2), order(2), order(2)}), 1 + 1e-4);
}

TEST_F(ConnectionOrder, WrongOrdersAreRefused) {
  expect_refusal({"run", write("x.toml", integrators("", {order(4), "", "", ""}))}, 2, {"order", "x.toml:"});
  expect_refusal({"run", write("x.toml", integrators("", {order(-1), "", "", ""}))}, 2, {"order"});
  expect_refusal({"run", write("x.toml", integrators("", {"ordr = 1\n", "", "", ""}))}, 2, {"'order'"});
}

}  // namespace
}  // namespace oldham::test
