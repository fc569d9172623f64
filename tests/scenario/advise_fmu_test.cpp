// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "advising.hpp"
#include "oldham/io/table.hpp"
#include "systems.hpp"

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Two masses on springs, joined by a spring; each half is the model or an FMU.
std::string joined_masses(const std::string& left, const std::string& right, const std::string& scheme) {
  return fmt::format(
      "[simulation]\nend = 2.0\n[scheme]\n{}\n{}\n{}\n[[interface]]\nname = \"joint\"\nlaw = \"spring-damper\"\n"
      "between = [\"left\", \"right\"]\nstiffness = 50.0\ndamping = 0.5\n",
      scheme, left, right);
}

std::string native_mass(const std::string& name, double mass, double position) {
  return fmt::format(
      "[[subsystem]]\nname = \"{}\"\nmodel = \"oscillator\"\n[subsystem.parameters]\nmass = {}\nstiffness = 100.0\n"
      "damping = 0.0\nposition = {}\n",
      name, mass, position);
}

/// With FMUs there is no monolithic solution; of the same masses as models there is.
class AdviseFmus : public Advise {
 protected:
  /// The largest error of any position or velocity at any time, relative to its range, of what this file makes of the
  /// masses.
  double true_error(const Arguments& file) {
    if (!exact_) {
      write("exact.toml", joined_masses(native_mass("left", 1, 1), native_mass("right", 2, 0), "step = 1e-4"));
      answer({"monolithic", "exact.toml", "--out", "exact"});
      exact_ = read_results(folder() / "exact", "monolithic");
    }
    Arguments arguments = {"run"};
    arguments.insert(arguments.end(), file.begin(), file.end());
    arguments.insert(arguments.end(), {"--no-check", "--out", "tried"});
    const json ran = answer(arguments);
    EXPECT_EQ(ran.at("status"), "completed");
    const Table tried = read_results(folder() / "tried");
    double largest = 0;
    for (const char* name : {"left.position", "left.velocity", "right.position", "right.velocity"}) {
      const auto &exact = exact_->column(name), &column = tried.column(name);
      const auto [low, high] = std::minmax_element(exact.begin(), exact.end());
      const auto &time = tried.time, &exact_time = exact_->time;
      std::size_t k = 0;
      for (std::size_t n = 0; n < column.size(); ++n) {
        // communication points of the other solution are dense: a tenth of a millisecond
        while (k + 1 < exact_time.size() && exact_time[k] < time[n] - 0.5e-4) ++k;
        largest = std::max(largest, std::abs(column[n] - exact[k]) / (*high - *low));
      }
    }
    return largest;
  }

  /// No error that is printed is below two thirds of the true one, and none below the uncertainty.
  int expect_honest_errors(const std::string& file, const json& advice) {
    int errors = 0;
    const json& uncertainty = advice.at("reference").at("uncertainty");
    for (const json& entry : advice.at("ranked")) {
      if (entry.at("error_estimate").is_null()) continue;
      const double error = entry.at("error_estimate");
      EXPECT_GE(error, uncertainty.get<double>()) << entry.at("label");
      EXPECT_LE(entry.at("error_rms"), error) << entry.at("label");
      if (++errors > 6) continue;
      Arguments arguments = {file};
      for (const auto& [path, value] : entry.at("settings").items())
        arguments.insert(arguments.end(), {"--set", path + "=" + value.dump()});
      EXPECT_GE(error, 2.0 / 3 * true_error(arguments)) << entry.at("label") << ' ' << entry.at("step");
    }
    return errors;
  }

 private:
  std::optional<Table> exact_;
};

TEST_F(AdviseFmus, ErrorsAgainstRunsAreNotBelowTheTrueOnes) {
  write("pair.toml", joined_masses(fmu_oscillator("left", 1, 1),
                                   fmu_oscillator("right", 2, 0, "Naughty-2") + "deed = \"none\"\n", "step = 0.01"));
  const json advice = ask({"advise", "pair.toml", "--budget", "10", "--accuracy", "0.02", "--write", "better.toml"});
  const json& reference = advice.at("reference");
  EXPECT_FALSE(reference.at("exact"));
  // schemes of different kind, each with two steps at least
  std::map<std::string, std::set<double>> steps;
  for (const json& run : reference.at("runs")) steps[run.at("scheme")].insert(run.at("step").get<double>());
  EXPECT_GE(steps.size(), 2u) << reference;
  int several = 0;
  for (const auto& [scheme, lengths] : steps) several += lengths.size() > 1;
  EXPECT_GE(several, 2) << reference;
  ASSERT_FALSE(reference.at("uncertainty").is_null()) << advice.dump(1);
  EXPECT_LT(reference.at("uncertainty"), 0.02);
  EXPECT_GT(expect_honest_errors("pair.toml", advice), 0);
  ASSERT_FALSE(advice.at("recommended").is_null()) << advice.dump(1);
  EXPECT_LE(advice.at("recommended").at("error_estimate"), 0.02);
  EXPECT_LE(true_error({"better.toml"}), 0.02);
}

TEST_F(AdviseFmus, WithoutRollbackUncorrectedSchemesOfTwoKindsAreTheReferences) {
  write("pair.toml",
        joined_masses(fmu_oscillator("left", 1, 1, "Forgetful-2"), fmu_oscillator("right", 2, 0), "step = 0.01"));
  const json advice = ask({"advise", "pair.toml", "--budget", "8"});
  for (const json& run : advice.at("reference").at("runs"))
    EXPECT_THAT(run.at("scheme").get<std::string>(), HasSubstr("explicit"));
  ASSERT_FALSE(advice.at("reference").at("uncertainty").is_null()) << advice.dump(1);
  EXPECT_GT(expect_honest_errors("pair.toml", advice), 0);
}

/// Below the grid of the FMUs all steps give the same results, to the last bit: an error measured against one of them
/// is none.
TEST_F(AdviseFmus, AnFmuWithInnerStepsIsNoWitnessForItself) {
  for (const char* step : {"0.0025", "0.01", "0.02"}) {
    write("pair.toml", joined_masses(fmu_oscillator("left", 1, 1, "Gridded-2"),
                                     fmu_oscillator("right", 2, 0, "Gridded-2"), fmt::format("step = {}", step)));
    const json advice = ask({"advise", "pair.toml", "--budget", "6"});
    const json& own = advice.at("file").at("error_estimate");
    // no scheme is right to more than the grid allows
    if (!own.is_null()) {
      EXPECT_GE(own.get<double>(), 2.0 / 3 * true_error({"pair.toml"})) << step;
    }
    if (!advice.at("reference").at("uncertainty").is_null()) expect_honest_errors("pair.toml", advice);
    if (advice.at("recommended").is_null()) {
      EXPECT_FALSE(advice.at("reason").get<std::string>().empty());
    }
    const std::string shown = advice.at("reference").dump();
    EXPECT_THAT(shown, HasSubstr("equal at")) << step;
  }
}

TEST_F(AdviseFmus, AnFmuThatExistsOncePerProcessIsRunIsolated) {
  // processes are slow to step
  std::string text = joined_masses(native_mass("left", 1, 1),
                                   fmu_oscillator("right", 2, 0, "Solitary-2") + "deed = \"none\"\n", "step = 0.01");
  text.replace(text.find("end = 2.0"), 9, "end = 0.5");
  write("pair.toml", text);
  const json advice = ask({"advise", "pair.toml", "--budget", "30", "--accuracy", "0.1"});
  EXPECT_EQ(advice.at("isolated"), json::array({"right"}));
  EXPECT_GT(expect_honest_errors("pair.toml", advice), 0) << advice.dump(1);
  EXPECT_FALSE(advice.at("recommended").is_null()) << advice.dump(1);
  // what is copied into the file says nothing of that
  EXPECT_THAT(advice.at("ranked").dump(), testing::Not(HasSubstr("isolation")));
}

TEST_F(AdviseFmus, VariesSubstepsOrdersOfConnectionsAndStartUp) {
  const auto member = [](const char* name, const char* position) {
    return fmt::format(
        "[[subsystem]]\nname = \"{}\"\nfmu = \"{}\"\n[subsystem.parameters]\ninitial_position = {}\n"
        "deed = \"none\"\nstiffness = 400.0\ndamping = 2.0\n",
        name, fmu_path("Naughty-2"), position);
  };
  write("ring.toml", "[simulation]\nend = 2.0\n[scheme]\nstep = 5e-3\norder = 1\n" + member("a", "1.0") +
                         member("b", "0.0") +
                         "[[connect]]\nfrom = \"a.position\"\nto = \"b.force\"\nscale = 20.0\n"
                         "[[connect]]\nfrom = \"b.position\"\nto = \"a.force\"\nscale = 20.0\n");
  const json advice = ask({"advise", "ring.toml", "--budget", "12", "--accuracy", "0.05", "--all"});
  std::string labels;
  for (const json& entry : advice.at("ranked")) labels += entry.at("label").get<std::string>() + "\n";
  for (const char* words : {"order of a.position -> b.force", "substeps 1", "startup constant"})
    EXPECT_THAT(labels, HasSubstr(words));
}

TEST_F(AdviseFmus, ARunThatTakesTooLongForReferencesHasNoErrorsAndSaysWhichBudgetItNeeds) {
  write("pair.toml", joined_masses(fmu_oscillator("left", 1, 1), fmu_oscillator("right", 2, 0), "step = 1e-5"));
  const json advice = ask({"advise", "pair.toml", "--budget", "0.5", "--set", "simulation.end=1000"});
  EXPECT_TRUE(advice.at("recommended").is_null());
  EXPECT_TRUE(advice.at("file").at("error_estimate").is_null());
  EXPECT_THAT(advice.at("reason").get<std::string>(), HasSubstr("give --budget"));
}

}  // namespace
}  // namespace oldham::test
