// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "oldham/core/scalar.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"
#include "program.hpp"
#include "references.hpp"

// A slow and a fast mass coupled through a reduced interface model: the equations of [PeiretND], written out once
// more, and spectral radii of an independent program.

namespace oldham::test {
namespace {

using nlohmann::json;

enum class Variant { rim, rim_plus, zoh };
const char* name_of(Variant variant) {
  return variant == Variant::rim ? "rim" : variant == Variant::rim_plus ? "rim-plus" : "zoh";
}

struct Demonstrator {
  double ms = 1, ks = 100, cs = 0.5, mf = 1, kf = 1e4, cf = 2, k = 1e6, b = 50, hf = 1e-4;
  int N = 10;
  double xs = 0.01, vs = 0, xf = 0.01, vf = 0;
  Variant variant = Variant::rim;

  std::string file() const {
    return fmt::format(
        "system = \"interface-model\"\n[simulation]\nend = 1000.0\n[parameters]\nms = {}\nks = {}\ncs = {}\nmf = {}\n"
        "kf = {}\ncf = {}\nk = {}\nb = {}\nhf = {}\nN = {}\nxs = {}\nvs = {}\nxf = {}\nvf = {}\nvariant = \"{}\"\n",
        ms, ks, cs, mf, kf, cf, k, b, hf, N, xs, vs, xf, vf, name_of(variant));
  }
};

template <class T>
struct State {
  T q_s, v_s, q_f, v_f;
};

/// Equations (4) to (6), corrected: the mass at the interface in (4) is that of the interface, and D stands by g/h_f.
/// A_s = 1, A_f = −1: the gap is g = q_s − q_f.
template <class T>
class Oracle {
 public:
  explicit Oracle(const Demonstrator& d)
      : N_(d.N),
        variant_(d.variant),
        h_(from_decimal<T>(d.N * d.hf) / d.N),
        ms_(from_decimal<T>(d.ms)),
        ks_(from_decimal<T>(d.ks)),
        cs_(from_decimal<T>(d.cs)),
        mf_(from_decimal<T>(d.mf)),
        kf_(from_decimal<T>(d.kf)),
        cf_(from_decimal<T>(d.cf)),
        k_(from_decimal<T>(d.k)),
        b_(from_decimal<T>(d.b)),
        x{from_decimal<T>(d.xs), from_decimal<T>(d.vs), from_decimal<T>(d.xf), from_decimal<T>(d.vf)} {}

  void step() {
    using Matrix = Eigen::Matrix<T, 2, 2>;
    using Vector = Eigen::Matrix<T, 2, 1>;
    const T A_s(1), A_f(-1), &h = h_;
    const T c = 1 / (k_ + b_ / h), d = c * k_;
    const bool holds = variant_ == Variant::zoh;
    const T W = holds ? T(0) : T(A_s / ms_ * A_s);  // M̃_s⁻¹
    const T f_s = -ks_ * x.q_s - cs_ * x.v_s;       // f_s⁰
    const T push = holds ? T(0) : T(A_s / ms_ * h * f_s);
    u = A_s * x.v_s;
    T g = x.q_s - x.q_f, sum_lambda(0), sum_v(0);
    for (int k = 1; k <= N_; ++k) {
      const T f_f = -kf_ * x.q_f - cf_ * x.v_f;
      Matrix matrix;
      matrix << mf_, T(-A_f), A_f, T(c / (h * h) + W);
      const Vector right(mf_ * x.v_f + h * f_f, -d / h * g - u - push);
      const Vector solution = matrix.inverse() * right;  // v_f, h λ
      x.v_f = solution[0];
      u += W * solution[1] + push;
      x.q_f += h * x.v_f;
      g += h * (u + A_f * x.v_f);
      sum_lambda += solution[1] / h;
      sum_v += u;
    }
    const T H = N_ * h;
    x.v_s += H / ms_ * (f_s + A_s * sum_lambda / N_);
    x.q_s += variant_ == Variant::rim_plus ? T(h * sum_v) : T(H * x.v_s);
  }

 private:
  int N_;
  Variant variant_;
  T h_, ms_, ks_, cs_, mf_, kf_, cf_, k_, b_;

 public:
  State<T> x;
  T u = T(0);  // u_s^N of the last step
};

struct PeiretCase {
  const char* name;
  Demonstrator p;
};

std::vector<PeiretCase> peiret_cases() {
  const Demonstrator light{.ms = 0.1, .ks = 3, .cs = 0, .k = 2e5, .b = 7, .hf = 2e-4, .xs = 0.02, .vs = -0.4};
  const Demonstrator heavy{.ms = 25,
                           .ks = 4e3,
                           .cs = 30,
                           .mf = 0.3,
                           .kf = 0,
                           .cf = 0,
                           .k = 1e4,
                           .b = 0,
                           .hf = 5e-4,
                           .xs = 0,
                           .vs = 1.5,
                           .xf = -0.01,
                           .vf = 2};
  std::vector<PeiretCase> all;
  for (const Variant variant : {Variant::rim, Variant::rim_plus, Variant::zoh})
    for (const int N : {1, 2, 10, 12}) {
      Demonstrator p;
      p.N = N;
      p.variant = variant;
      p.vf = 0.3;
      all.push_back({"plain", p});
    }
  for (Demonstrator p : {light, heavy})
    for (const Variant variant : {Variant::rim, Variant::rim_plus, Variant::zoh}) {
      p.variant = variant;
      p.N = 3;
      all.push_back({p.ms < 1 ? "light" : "heavy", p});
      if (variant == Variant::zoh && p.ms < 1) continue;  // unstable
      p.N = 7;
      all.push_back({p.ms < 1 ? "light" : "heavy", p});
    }
  return all;
}

/// Steps both and expects them to stay together, within `relative` of the largest magnitude so far.
template <class T>
void expect_equal_steps(const Demonstrator& p, int steps, double relative) {
  System<T> system = build_system<T>(parse_toml(p.file(), "demonstrator.toml"));
  Oracle<T> oracle(p);
  Cosimulation<T>& cosimulation = *system.cosimulation;
  MacroState<T> state = make_initial_state(system, system.step);
  const T H = from_decimal<T>(system.step);
  const auto value = [&](PortRef ref) {
    return state.outputs[cosimulation.plan().output_offset[ref.subsystem] + ref.port];
  };
  const auto output = [&](const char* name) {
    for (const Alias& alias : cosimulation.assembly().aliases)
      if (alias.name == name) return value(alias.output);
    ADD_FAILURE() << name;
    return T(0);
  };
  double largest[4] = {};
  for (int n = 0; n < steps; ++n) {
    ASSERT_TRUE(cosimulation.step(state, {H * n, H}).is_accepted());
    oracle.step();
    const T expected[] = {oracle.x.q_s, oracle.x.v_s, oracle.x.q_f, oracle.x.v_f};
    const char* names[] = {"q_s", "v_s", "q_f", "v_f"};
    for (int i = 0; i < 4; ++i) {
      largest[i] = std::max(largest[i], std::abs(to_double(expected[i])));
      ASSERT_LE(std::abs(to_double(T(output(names[i]) - expected[i]))), relative * largest[i]) << names[i] << ' ' << n;
    }
    // the model ends with the velocity that the slow mass then has: A_s v_s¹ = u_s^N
    if (p.variant != Variant::rim) continue;
    ASSERT_LE(std::abs(to_double(T(oracle.u - oracle.x.v_s))), relative * largest[1]);
    const PortRef model = cosimulation.assembly().output("stiff_side.interface_model.1.velocity", "here");
    ASSERT_LE(std::abs(to_double(T(value(model) - output("v_s")))), relative * largest[1]);
  }
}

class PeiretScheme : public testing::TestWithParam<PeiretCase> {};

TEST_P(PeiretScheme, TrajectoryIsThatOfTheEquationsWrittenOut) {
  // positions are a thousand times the gap that the stiff spring multiplies: the roundings of both differ by 1e-13 of
  // the force, and add up over ten thousand steps
  expect_equal_steps<double>(GetParam().p, 1000, 1e-10);
}

TEST_P(PeiretScheme, TrajectoryIsEqualInManyDigits) { expect_equal_steps<Multiprecision>(GetParam().p, 100, 1e-100); }

INSTANTIATE_TEST_SUITE_P(Parameters, PeiretScheme, testing::ValuesIn(peiret_cases()), [](const auto& row) {
  std::string variant = name_of(row.param.p.variant);
  std::replace(variant.begin(), variant.end(), '-', '_');
  return fmt::format("{}_{}_N{}", row.param.name, variant, row.param.p.N);
});

// ---- through the program ----

class InterfaceModel : public Scenario {
 protected:
  const std::string file = OLDHAM_SOURCE "/examples/interface-model/system.toml";
  Arguments with(const char* command, const std::vector<std::string>& settings, const Arguments& more = {}) const {
    Arguments arguments = {command, file, "--out", "out"};
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
};

TEST_F(InterfaceModel, SpectralRadiiAreThoseOfTheIndependentProgram) {
  for (const json& row : reference_data("interface-model").at("spectral_radius")) {
    const int N = row.at("N");
    for (const Variant variant : {Variant::rim, Variant::rim_plus, Variant::zoh}) {
      const json found = answer(with(
          "stability", {fmt::format("parameters.N={}", N), fmt::format("parameters.variant={}", name_of(variant))}));
      const double expected = row.at(name_of(variant));
      EXPECT_NEAR(found.at("spectral_radius").get<double>(), expected, 1e-6) << N << ' ' << name_of(variant);
      EXPECT_EQ(found.at("stable").get<bool>(), expected <= 1 + 1e-6) << N << ' ' << name_of(variant);
    }
  }
}

TEST_F(InterfaceModel, BordersOfStabilityAreThoseOfTheIndependentProgram) {
  for (const json& row : reference_data("interface-model").at("largest_stable_N"))
    for (const Variant variant : {Variant::rim, Variant::rim_plus, Variant::zoh}) {
      const int N = row.at(name_of(variant)), limit = reference_data("interface-model").at("search_limit");
      // frequency and damping of the slow side stay as they are
      const double ms = row.at("ms");
      const auto is_stable = [&](int steps) {
        return answer(with("stability",
                           {fmt::format("parameters.N={}", steps),
                            fmt::format("parameters.variant={}", name_of(variant)), fmt::format("parameters.ms={}", ms),
                            fmt::format("parameters.ks={}", 100 * ms), fmt::format("parameters.cs={}", 0.5 * ms)}))
            .at("stable")
            .get<bool>();
      };
      EXPECT_TRUE(is_stable(N)) << row << name_of(variant);
      if (N < limit) {
        EXPECT_FALSE(is_stable(N + 1)) << row << name_of(variant);
      }
    }
}

TEST_F(InterfaceModel, TheGapIsThatOfTheIndependentProgram) {
  // with the printed right-hand side of (4) it would be 36 mm
  std::string times;
  for (int n = 1; n <= 2000; ++n) times += fmt::format("{}{}", n == 1 ? "" : ",", n * 1e-3);
  const json found =
      answer(with("run", {"parameters.N=10", "parameters.xs=0.1", "parameters.xf=0.1"}, {"--sample", times}));
  double largest = 0;
  for (const json& sample : found.at("samples")) {
    const json& y = sample.at("outputs");
    largest = std::max(largest, std::abs(y.at("q_s").get<double>() - y.at("q_f").get<double>()));
  }
  EXPECT_NEAR(largest, reference_data("interface-model").at("largest_gap_of_2s_at_N10").at("rim").get<double>(), 1e-12);
}

TEST_F(InterfaceModel, ErrorsVanishWithTheFastStep) {
  // all three are of first order in h_f at a fixed N
  for (const Variant variant : {Variant::rim, Variant::rim_plus, Variant::zoh}) {
    const auto error = [&](const char* hf) {
      return answer(with("run",
                         {"parameters.N=4", fmt::format("parameters.variant={}", name_of(variant)),
                          fmt::format("parameters.hf={}", hf)},
                         {"--compare", "monolithic"}))
          .at("errors")
          .at("q_s")
          .at("max")
          .get<double>();
    };
    const double coarse = error("4e-5"), fine = error("2e-5");
    EXPECT_NEAR(std::log2(coarse / fine), 1, 0.15) << name_of(variant);
  }
}

TEST_F(InterfaceModel, TheFileItIsWrittenOutToRunsBitwiseEqual) {
  for (const char* variant : {"rim", "rim-plus", "zoh"}) {
    const Arguments settings = {"--set", fmt::format("parameters.variant={}", variant),
                                "--set", "parameters.ms=3.0",
                                "--set", "simulation.end=0.2"};
    Arguments describe = {"describe", "interface-model", "--expand"}, direct = {"run", file, "--out", "out"};
    describe.insert(describe.end(), settings.begin(), settings.end());
    direct.insert(direct.end(), settings.begin(), settings.end());
    direct.insert(direct.end(), {"--set", "parameters.N=10"});
    const std::string written = write("written.toml", run(describe).out);
    EXPECT_EQ(answer({"run", written, "--out", "out"}).at("outputs"), answer(direct).at("outputs")) << variant;
  }
}

TEST_F(InterfaceModel, TheTrolleyOfTheGuideFollowsItsMonolithicSolution) {
  const std::string trolley = OLDHAM_SOURCE "/examples/interface-model/trolley.toml";
  EXPECT_EQ(file_of_guide("multirate.md", "trolley.toml"), read_file(trolley));
  const auto error = [&](const std::string& name, const Arguments& more) {
    Arguments arguments = {"run", trolley, "--compare", "monolithic", "--out", "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return answer(arguments).at("errors").at(name).at("max").get<double>();
  };
  EXPECT_LT(error("tool.position", {}), 1.1e-4);
  // of first order in both steps together
  const double coarse = error("tool.position", {"--set", "scheme.step=4e-4"});
  const double fine =
      error("tool.position", {"--set", "scheme.step=2e-4", "--set", "group.fast_side.scheme.step=5e-5"});
  EXPECT_NEAR(coarse / fine, 2, 0.3);
}

TEST_F(InterfaceModel, OutsideAGroupItIsRefused) {
  std::string text = read_file(OLDHAM_SOURCE "/examples/interface-model/trolley.toml");
  const std::size_t group = text.find("[[group]]"), after = text.find("[[interface]]");
  text.erase(group, after - group);
  text.replace(text.find("[[\"fast_side\"], [\"trolley\"]]"), 28, "\"jacobi\"");
  expect_refusal({"run", write("alone.toml", text)}, 2, {"alone.toml:", "'seen'", "in none", "[[group]]"});
}

TEST_F(InterfaceModel, WrongParametersAreRefusedWithARemedy) {
  expect_refusal(with("run", {"parameters.variant=rimm"}), 2, {"variant", "rimm", "did you mean 'rim'"});
  expect_refusal(with("run", {"parameters.ms=0.0"}), 2, {"ms"});
  expect_refusal(with("run", {"parameters.N=0"}), 2, {"N"});
  expect_refusal(with("run", {"parameters.mss=1.0"}), 2, {"mss", "'ms'"});
}

}  // namespace
}  // namespace oldham::test
