// SPDX-License-Identifier: MIT
#include "oldham/interface/jet.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

using M = Multiprecision;

struct Function {
  std::string name;
  std::function<M(const M&)> plain;
  std::function<Jet<M>(const Jet<M>&)> jet;
};

#define OLDHAM_BOTH(expression)                                                                                      \
  Function {                                                                                                         \
#expression, [](const M& x) -> M { return expression; }, [](const Jet <M>& x) -> Jet < M> { return expression; } \
  }

TEST(Jet, DifferentiatesEveryFunctionTwice) {
  const std::vector<Function> functions = {
      OLDHAM_BOTH(-x + 3),          OLDHAM_BOTH(2 - x * x * x), OLDHAM_BOTH((1 + x) / (3 - x * x)),
      OLDHAM_BOTH(sin(x)),          OLDHAM_BOTH(cos(x)),        OLDHAM_BOTH(tan(x)),
      OLDHAM_BOTH(exp(x)),          OLDHAM_BOTH(log(2 + x)),    OLDHAM_BOTH(sqrt(2 + x)),
      OLDHAM_BOTH(asin(x)),         OLDHAM_BOTH(acos(x)),       OLDHAM_BOTH(atan(x)),
      OLDHAM_BOTH(atan2(x, 1 - x)), OLDHAM_BOTH(abs(x)),        OLDHAM_BOTH(sin(x) * exp(cos(x) / 2) - x)};
  const M h("1e-40");
  for (const Function& f : functions)
    for (double s : {-0.7, 0.3}) {
      // along x(s) = s + s²/2, so that x' and x'' both take part: x' = 1 + s, x'' = 1
      const auto curve = [](const M& at) -> M { return at + at * at / 2; };
      const Jet<M> y = f.jet(Jet<M>(curve(s), M(1) + M(s), M(1)));
      const M at = f.plain(curve(s)), up = f.plain(curve(s + h)), down = f.plain(curve(s - h));
      // differences of width 1e-40 err by 1e-80, and the second one loses 80 of 160 digits
      EXPECT_EQ(to_double(y.value), to_double(at)) << f.name;
      EXPECT_LE(to_double(M(abs(y.first - (up - down) / (2 * h)))), 1e-75) << f.name << " at " << s;
      EXPECT_LE(to_double(M(abs(y.second - (up - 2 * at + down) / (h * h)))), 1e-75) << f.name << " at " << s;
    }
}
#undef OLDHAM_BOTH

TEST(Jet, MixesWithNumbersAndChangesInPlace) {
  Jet<double> x(2.0, 1.0, 0.0);
  x *= x;     // x²: 4, 4, 2
  x += 1;     // 5, 4, 2
  x -= 0.5;   // 4.5, 4, 2
  x /= 0.5f;  // 9, 8, 4
  EXPECT_EQ(x.value, 9);
  EXPECT_EQ(x.first, 8);
  EXPECT_EQ(x.second, 4);
  EXPECT_TRUE(x > 8 && x < 10);
}

}  // namespace
}  // namespace oldham
