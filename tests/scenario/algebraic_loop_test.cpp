// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "program.hpp"

// Algebraic loops through FMUs: an oscillator whose acceleration comes back as a force, F = g a, through another FMU.
// A loop with g = -3 is an added mass of 3 kg: (1 + 3) x'' + 2 x' + 100 x = 0 from x = 1. Delayed by a macro step, its
// gain of 3 makes every step size unstable.

namespace oldham::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

struct Loop {
  double gain = -3, step = 2e-3, end = 1;
  int order = 0;
  const char* scheme = "";  // more of it
  const char* output = "acceleration";
  const char* entry = "";  // of both FMUs
};

class AlgebraicLoop : public Scenario {
 protected:
  std::string write(const Loop& loop) const {
    write_file(folder() / "loop.toml",
               fmt::format(R"([simulation]
end = {}
[scheme]
step = {}
order = {}
{}
[[subsystem]]
name = "mass"
fmu = "{}"
parameters = {{ damping = 2.0 }}
{}
[[subsystem]]
name = "gain"
fmu = "{}"
parameters = {{ factor = {} }}
{}
[[connect]]
from = "mass.{}"
to = "gain.float64_in"
[[connect]]
from = "gain.float64_out"
to = "mass.force"
)",
                           loop.end, loop.step, loop.order, loop.scheme, fmu_path("Oscillator-2"), loop.entry,
                           fmu_path("Feedthrough-2"), loop.gain, loop.entry, loop.output));
    return "loop.toml";
  }

  /// Of the position at the end.
  double error(const Loop& loop) const {
    constexpr double decay = 0.25, square = 25;  // 1/s, 1/s²
    const double frequency = std::sqrt(square - decay * decay), angle = frequency * loop.end;
    const double exact = std::exp(-decay * loop.end) * (std::cos(angle) + decay / frequency * std::sin(angle));
    return std::abs(answer({"run", write(loop)}).at("outputs").at("mass.position").get<double>() - exact);
  }

  std::vector<std::string> notes(const Loop& loop) const {
    return answer({"run", write(loop)}).value("notes", std::vector<std::string>());
  }
};

/// The force is a polynomial through solved samples: order 0 holds it, which errs by O(H); order 1 by O(H²).
TEST_F(AlgebraicLoop, SolvedOrderOfTheErrorIsThatOfThePolynomials) {
  for (const char* schedule : {"", "schedule = \"gauss-seidel\""})
    for (int order = 0; order < 2; ++order) {
      const double coarse = error({.step = 4e-3, .order = order, .scheme = schedule});
      const double fine = error({.step = 2e-3, .order = order, .scheme = schedule});
      EXPECT_NEAR(std::log2(coarse / fine), order + 1, 0.2) << schedule << " order " << order;
    }
}

TEST_F(AlgebraicLoop, SolvedInProcessesOfTheFmusIsTheSame) {
  const auto end = [&](const char* entry) {
    return answer({"run", write({.entry = entry})}).at("outputs").at("mass.position").get<double>();
  };
  EXPECT_EQ(end("isolation = \"process\""), end(""));
}

TEST_F(AlgebraicLoop, DelayedByAStepDivergesWithAGainAboveOne) {
  const Ended ended = run({"run", write({.scheme = "algebraic_loops = \"delay\"\ndivergence_limit = 1e30"}), "--json"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(ended.json().at("status"), "diverged");
}

TEST_F(AlgebraicLoop, VerdictIsThatOfTheRuns) {
  EXPECT_TRUE(answer({"stability", write({})}).at("stable").get<bool>());
  const nlohmann::json delayed = answer({"stability", write({.scheme = "algebraic_loops = \"delay\""})});
  EXPECT_FALSE(delayed.at("stable").get<bool>());
  // the gain of one turn, which takes the two steps that its two FMUs take: sqrt(3), but for H-dependent terms
  EXPECT_NEAR(delayed.at("spectral_radius").get<double>(), std::sqrt(3), 0.02);
}

TEST_F(AlgebraicLoop, IsReported) {
  EXPECT_THAT(notes({}), Contains(HasSubstr("the algebraic loop of 'mass' and 'gain' is solved")));
}

/// The velocity does not answer to the force at once, although another output of that FMU does.
TEST_F(AlgebraicLoop, IsNotSeenWhereNothingAnswersAtOnce) {
  EXPECT_THAT(notes({.output = "velocity"}), Not(Contains(HasSubstr("algebraic loop"))));
}

/// a = (F - ...)/m with F = a
TEST_F(AlgebraicLoop, WithoutASolutionIsRefusedByName) {
  const Ended ended = run({"run", write({.gain = 1}), "--json"});
  EXPECT_EQ(ended.exit_code, 1);
  const std::string said = ended.out + ended.err;
  EXPECT_THAT(said, HasSubstr("no solution"));
}

}  // namespace
}  // namespace oldham::test
