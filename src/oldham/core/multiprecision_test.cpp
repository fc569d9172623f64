// SPDX-License-Identifier: MIT
#include "oldham/core/multiprecision.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <sstream>
#include <type_traits>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

using M = Multiprecision;

TEST(Multiprecision, IsItsOwnBytes) { EXPECT_TRUE(std::is_trivially_copyable_v<M>); }

TEST(Multiprecision, KnowsConstantsToManyDigits) {
  EXPECT_EQ(pi<M>().str(100),
            "3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117068");
  EXPECT_EQ(exp(M(1)).str(51), "2.71828182845904523536028747135266249775724709369996");
  EXPECT_EQ(sqrt(M(2)).str(50), "1.4142135623730950488016887242096980785696718753769");
  EXPECT_EQ((M(1) / 3).str(12), "0.333333333333");
  EXPECT_EQ(M("1e-60").str(20), "1e-60");
}

TEST(Multiprecision, RoundsAt160Digits) {
  const M epsilon = std::numeric_limits<M>::epsilon();
  EXPECT_LT(epsilon, M("1e-159"));
  EXPECT_GT(epsilon, M("1e-162"));
  EXPECT_GT(1 + epsilon, 1);
  EXPECT_EQ(1 + epsilon / 2, 1);
  EXPECT_EQ((M(1) + epsilon) - M(1), epsilon);
}

TEST(Multiprecision, TakesDecimalsAsWrittenAndDoublesAsTheyAre) {
  EXPECT_EQ(M("0.1") * 10, 1);
  EXPECT_NE(M(0.1) * 10, 1);
  EXPECT_EQ(from_decimal<M>(0.1), M("0.1"));
  EXPECT_EQ(to_double(M(0.1)), 0.1);
  EXPECT_TRUE(isnan(M("no number")));
}

TEST(Multiprecision, TakesEveryKindOfNumber) {
  EXPECT_EQ(M(-3), M(-3.0));
  EXPECT_EQ(M(std::int64_t{1} << 62), ldexp(M(1), 62));
  EXPECT_EQ(M(~0ULL), ldexp(M(1), 64) - 1);
  EXPECT_EQ(M(7u), 7);
  EXPECT_EQ(2 * M(3) + 1.5, 7.5);
  EXPECT_EQ(M(), 0);
}

TEST(Multiprecision, FunctionsInvertEachOther) {
  const M x("0.7310585786300048792511592418218362743651446401650565192763659079"), small("1e-158");
  EXPECT_LT(abs(sin(asin(x)) - x), small);
  EXPECT_LT(abs(cos(acos(x)) - x), small);
  EXPECT_LT(abs(tan(atan(x)) - x), small);
  EXPECT_LT(abs(tan(atan2(x, M(2))) - x / 2), small);
  EXPECT_LT(abs(exp(log(x)) - x), small);
  EXPECT_LT(abs(pow(x, M(3)) - x * x * x), small);
  EXPECT_LT(abs(cbrt(x * x * x) - x), small);
  EXPECT_LT(abs(pow(M(2), log2(x)) - x), small);
  EXPECT_LT(abs(pow(M(10), log10(x)) - x), small);
  EXPECT_LT(abs(hypot(3 * x, 4 * x) - 5 * x), small);
  EXPECT_EQ(floor(x), 0);
  EXPECT_EQ(ceil(x), 1);
  EXPECT_EQ(round(-x), -1);
  EXPECT_EQ(fabs(-x), x);
}

TEST(Multiprecision, OrdersAllButWhatIsNoNumber) {
  using Limits = std::numeric_limits<M>;
  const M nan = Limits::quiet_NaN(), infinity = Limits::infinity();
  EXPECT_FALSE(nan == nan);
  EXPECT_FALSE(nan < 1);
  EXPECT_FALSE(nan >= 1);
  EXPECT_TRUE(isnan(infinity - infinity));
  EXPECT_TRUE(isinf(M(1) / 0));
  EXPECT_LT(Limits::max(), infinity);
  EXPECT_LT(-infinity, Limits::lowest());
  EXPECT_TRUE(isfinite(Limits::max()));
  EXPECT_GT(Limits::min(), 0);
  EXPECT_EQ(Limits::min() / 4, 0);
  EXPECT_EQ(M(0), -M(0));
  EXPECT_TRUE(std::isinf(to_double(M("1e400"))));
}

TEST(Multiprecision, IsPrintedWithTheDigitsOfTheStream) {
  std::ostringstream stream;
  stream.precision(5);
  stream << M(2) / 3;
  EXPECT_EQ(stream.str(), "0.66667");
}

}  // namespace
}  // namespace oldham
