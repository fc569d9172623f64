// SPDX-License-Identifier: MIT
#include "oldham/model/reduced/reduced_interface.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "message_of.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

using testing::HasSubstr;
using Kind = ReducedInterface<double>::Mass;

constexpr double h = 1e-3;  // s, of a step inside the group

/// An input signal that is a straight line over the step, from u0 to u1.
struct Line {
  std::vector<double> coefficients;
  std::vector<double> breaks = {0, 1};
  int inputs;
  Line(const std::vector<double>& u0, const std::vector<double>& u1)
      : coefficients(u0), inputs(static_cast<int>(u0.size())) {
    for (std::size_t i = 0; i < u0.size(); ++i) coefficients.push_back(u1[i] - u0[i]);
  }
  InputSignal<double> view() const { return {inputs, 1, breaks, coefficients.data()}; }
};

std::vector<double> outputs_of(const ReducedInterface<double>& model) {
  std::vector<double> y(static_cast<std::size_t>(model.description().output_count()));
  model.read_outputs(y);
  return y;
}

void step(ReducedInterface<double>& model, double begin, const std::vector<double>& u0, const std::vector<double>& u1,
          double length = h) {
  const StepOutcome outcome = model.advance({begin, length}, Line(u0, u1).view());
  ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
}

double load_at(int k) { return 30 * std::sin(0.7 * k) + 5; }

// ---- one row ----

TEST(ReducedInterface, StepsAsTheEquationsSay) {
  // w_{k+1} = w_k + h M⁻¹ (Q + λ_k), s_{k+1} = s_k + h w_{k+1}
  ReducedInterface<double> model("model", 1, Kind::from_inputs, {});
  const double M = 3, Q = -11;
  double s = 0.4, w = -0.6, impulse = 0;
  model.restart(std::vector<double>{M, Q, s, w, load_at(0)});
  for (int k = 0; k < 50; ++k) {
    // what is told of the slow side while the steps run does not count: it is frozen
    step(model, k * h, {77, 88, 99, 66, load_at(k)}, {78, 89, 91, 67, load_at(k + 1)});
    w += h / M * (Q + load_at(k));
    s += h * w;
    impulse += h * load_at(k);
    const std::vector<double> y = outputs_of(model);
    EXPECT_NEAR(y[0], s, 1e-14);
    EXPECT_NEAR(y[1], w, 1e-14);
    EXPECT_NEAR(y[2], impulse / ((k + 1) * h), 1e-11);
  }
}

TEST(ReducedInterface, BeginsAnew) {
  ReducedInterface<double> model("model", 1, Kind::from_inputs, {});
  model.restart(std::vector<double>{3, -11, 0.4, -0.6, 7});
  for (int k = 0; k < 5; ++k) step(model, k * h, {0, 0, 0, 0, 7}, {0, 0, 0, 0, 7});
  EXPECT_NEAR(outputs_of(model)[2], 7, 1e-13);
  // with another mass, force, place and velocity, and nothing left of the impulse before
  model.restart(std::vector<double>{5, 2, 1.5, 0.25, -4});
  EXPECT_EQ(outputs_of(model), (std::vector<double>{1.5, 0.25, -4}));
  step(model, 5 * h, {0, 0, 0, 0, -4}, {0, 0, 0, 0, 9});
  const double w = 0.25 + h * (2 - 4) / 5.0;
  EXPECT_NEAR(outputs_of(model)[0], 1.5 + h * w, 1e-15);
  EXPECT_NEAR(outputs_of(model)[1], w, 1e-15);
  EXPECT_NEAR(outputs_of(model)[2], -4, 1e-13);
}

TEST(ReducedInterface, MeanForceWeighsStepsByTheirLengths) {
  ReducedInterface<double> model("model", 1, Kind::fixed, {2});
  model.restart(std::vector<double>{0, 0, 0, 0});
  step(model, 0, {0, 0, 0, 10}, {0, 0, 0, 10}, 3 * h);
  step(model, 3 * h, {0, 0, 0, -2}, {0, 0, 0, -2}, h);
  EXPECT_NEAR(outputs_of(model)[2], (3 * 10 - 2) / 4.0, 1e-13);
  EXPECT_NEAR(outputs_of(model)[1], h * (3 * 10 - 2) / 2.0, 1e-15);  // M Δw is the impulse
}

TEST(ReducedInterface, WithAFixedMassItIsToldTheForceOnly) {
  ReducedInterface<double> fixed("model", 1, Kind::fixed, {3}), told("model", 1, Kind::from_inputs, {});
  EXPECT_EQ(fixed.description().input_count(), 4);
  EXPECT_EQ(told.description().input_count(), 5);
  EXPECT_TRUE(fixed.description().capabilities.linear);
  EXPECT_FALSE(told.description().capabilities.linear);
  fixed.restart(std::vector<double>{-11, 0.4, -0.6, 7});
  told.restart(std::vector<double>{3, -11, 0.4, -0.6, 7});
  for (int k = 0; k < 9; ++k) {
    step(fixed, k * h, {0, 0, 0, load_at(k)}, {0, 0, 0, 0});
    step(told, k * h, {0, 0, 0, 0, load_at(k)}, {0, 0, 0, 0, 0});
  }
  EXPECT_EQ(outputs_of(fixed), outputs_of(told));
}

TEST(ReducedInterface, HeldItKeepsItsVelocity) {
  ReducedInterface<double> model("model", 1, Kind::infinite, {});
  EXPECT_EQ(model.description().input_count(), 3);
  model.restart(std::vector<double>{0.4, -0.6, 1e6});
  for (int k = 0; k < 10; ++k) step(model, k * h, {0, 0, load_at(k)}, {0, 0, 0});
  const std::vector<double> y = outputs_of(model);
  EXPECT_NEAR(y[0], 0.4 - 0.6 * 10 * h, 1e-15);
  EXPECT_EQ(y[1], -0.6);
  double mean = 0;
  for (int k = 0; k < 10; ++k) mean += load_at(k) / 10;
  EXPECT_NEAR(y[2], mean, 1e-12);
}

TEST(ReducedInterface, AMassThatIsNotPositiveIsRefused) {
  for (const std::vector<double>& mass : {std::vector<double>{0}, std::vector<double>{-2}}) {
    ReducedInterface<double> model("model", 1, Kind::from_inputs, {});
    model.restart(std::vector<double>{mass[0], 0, 0, 0, 1});
    const StepOutcome outcome = model.advance({0, h}, Line({0, 0, 0, 0, 1}, {0, 0, 0, 0, 1}).view());
    EXPECT_FALSE(outcome.is_accepted());
    EXPECT_THAT(outcome.reason, HasSubstr("not positive"));
    EXPECT_THAT(outcome.reason, HasSubstr("mass inputs"));
  }
  ReducedInterface<double> indefinite("model", 2, Kind::from_inputs, {});
  indefinite.restart(std::vector<double>{1, 3, 3, 1, 0, 0, 0, 0, 0, 0, 1, 1});
  const std::vector<double> u(12, 0.0);
  EXPECT_THAT(indefinite.advance({0, h}, Line(u, u).view()).reason, HasSubstr("not positive"));
}

// ---- two rows ----

TEST(ReducedInterface, RowsAreCoupledByTheirMass) {
  ReducedInterface<double> model("model", 2, Kind::from_inputs, {});
  Eigen::Matrix2d M;
  M << 5, 1.5, 1.5, 2;
  const Eigen::Vector2d Q(-3, 8);
  Eigen::Vector2d s(0.1, 0.2), w(-0.3, 0.4), impulse(0, 0);
  model.restart(std::vector<double>{M(0, 0), M(0, 1), M(1, 0), M(1, 1), Q[0], Q[1], s[0], s[1], w[0], w[1], 0, 0});
  for (int k = 0; k < 40; ++k) {
    const Eigen::Vector2d load(load_at(k), -load_at(2 * k));
    std::vector<double> u(12, 0.0);
    u[10] = load[0];
    u[11] = load[1];
    step(model, k * h, u, std::vector<double>(12, 1.0));
    w += h * (M.inverse() * (Q + load));
    s += h * w;
    impulse += h * load;
    const std::vector<double> y = outputs_of(model);
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(y[i], s[i], 1e-14);
      EXPECT_NEAR(y[2 + i], w[i], 1e-14);
      EXPECT_NEAR(y[4 + i], impulse[i] / ((k + 1) * h), 1e-11);
    }
  }
}

TEST(ReducedInterface, NamesItsPortsByRow) {
  const ReducedInterface<double> model("model", 2, Kind::from_inputs, {});
  std::vector<std::string> in, out;
  for (const Port& port : model.description().boundary->inputs) in.push_back(port.name + " " + port.unit.text);
  for (const Port& port : model.description().boundary->outputs) out.push_back(port.name + " " + port.unit.text);
  EXPECT_THAT(in, testing::ElementsAre("mass.1.1 kg", "mass.1.2 kg", "mass.2.1 kg", "mass.2.2 kg", "force.1 N",
                                       "force.2 N", "position.1 m", "position.2 m", "velocity.1 m/s", "velocity.2 m/s",
                                       "1.force N", "2.force N"));
  EXPECT_THAT(out, testing::ElementsAre("1.position m", "2.position m", "1.velocity m/s", "2.velocity m/s",
                                        "1.mean_force N", "2.mean_force N"));
  EXPECT_TRUE(model.description().boundary->restarts);
}

// ---- rollback ----

TEST(ReducedInterface, RepeatsStepsBitwiseAfterRollback) {
  // a correction of the group around, or the co-simulation around that, goes back to any of these points
  ReducedInterface<double> model("model", 2, Kind::from_inputs, {});
  model.restart(std::vector<double>{5, 1.5, 1.5, 2, -3, 8, 0.1, 0.2, -0.3, 0.4, 1, 2});
  const auto march = [&](int from, int to) {
    for (int k = from; k < to; ++k) {
      std::vector<double> u(12, 0.0);
      u[10] = load_at(k);
      u[11] = load_at(3 * k);
      step(model, k * h, u, u);
    }
    return outputs_of(model);
  };
  march(0, 4);
  Snapshot<double> saved;
  model.save(saved);
  const std::vector<double> at_save = outputs_of(model), once = march(4, 9);
  // away, with another mass
  model.restart(std::vector<double>{9, 0, 0, 9, 1, 1, 1, 1, 1, 1, 1, 1});
  march(0, 3);
  model.restore(saved);
  EXPECT_EQ(outputs_of(model), at_save);
  EXPECT_EQ(march(4, 9), once);
  // into an instance that has never seen a mass
  ReducedInterface<double> fresh("model", 2, Kind::from_inputs, {});
  fresh.initialize(0);
  fresh.restore(saved);
  EXPECT_EQ(outputs_of(fresh), at_save);
  std::vector<double> u(12, 0.0);
  u[10] = load_at(4);
  u[11] = load_at(12);
  model.restore(saved);
  step(model, 4 * h, u, u);
  step(fresh, 4 * h, u, u);
  EXPECT_EQ(outputs_of(fresh), outputs_of(model));
}

TEST(ReducedInterface, AsAnEquationItIsTheSlowSubsystem) {
  const ReducedInterface<double> model("model", 1, Kind::from_inputs, {});
  const Subsystem<double>& subsystem = model;
  ASSERT_EQ(subsystem.equations()->equation_size(), 0);
  std::vector<double> y(3);
  subsystem.equations()->output(0, {}, std::vector<double>{3, -11, 0.4, -0.6, 7}, y);
  EXPECT_EQ(y, (std::vector<double>{0.4, -0.6, 7}));
}

// ---- files ----

std::string refusal(const char* parameters) {
  return message_of([&] {
    const Value tree = parse_toml(std::string("[parameters]\n") + parameters, "model.toml");
    Reader root(tree, "");
    Reader reader = root.table("parameters");
    (void)make_reduced_interface<double>("model", reader, {});
    reader.finish();
  });
}

TEST(ReducedInterface, ParametersAreTakenOrRefusedWithARemedy) {
  EXPECT_EQ(refusal(""), "no error");
  EXPECT_EQ(refusal("size = 3"), "no error");
  EXPECT_EQ(refusal("mass = [[2.0, 0.5], [0.5, 1.0]]"), "no error");
  EXPECT_EQ(refusal("hold = true\nsize = 2"), "no error");
  EXPECT_THAT(refusal("hold = true\nmass = [[1.0]]"), HasSubstr("a held velocity has no mass"));
  EXPECT_THAT(refusal("mass = [[1.0, 2.0]]"), HasSubstr("expected a square matrix, found 1 rows of 2"));
  EXPECT_THAT(refusal("size = 2\nmass = [[1.0]]"), HasSubstr("expected 2 rows of 2, found 1"));
  EXPECT_THAT(refusal("size = 0"), HasSubstr("size"));
  EXPECT_THAT(refusal("mas = [[1.0]]"), HasSubstr("did you mean 'mass'"));
  EXPECT_THAT(refusal("mass = [[-1.0]]"), HasSubstr("mass"));
  EXPECT_THAT(refusal("mass = [[1.0, 2.0], [3.0, 4.0]]"), HasSubstr("symmetric"));
}

}  // namespace
}  // namespace oldham
