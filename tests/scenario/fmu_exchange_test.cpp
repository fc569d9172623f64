// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "program.hpp"

// Systems that are taken away as FMUs, and taken back by whoever knows the standard.

namespace oldham::test {
namespace {

class FmuExchange : public Scenario {
 protected:
  /// Outputs at the end.
  nlohmann::json outputs(const Arguments& arguments) const {
    const nlohmann::json ran = answer(arguments);
    EXPECT_EQ(ran["status"], "completed") << ran["reason"];
    return ran["outputs"];
  }
};

TEST_F(FmuExchange, WholeSystemsTellAllThatARunOfThemTells) {
  const std::string published = write("published.toml",
                                      "system = \"two-mass\"\nsimulation.end = 0.05\n[publish]\npull = \"coupling\"\n"
                                      "double = {from = \"mass1.position\", scale = 2.0, unit = \"furlong\"}\n");
  const std::vector<std::pair<std::string, const char*>> systems = {
      {published, "pull"},
      {write("rigid.toml", "system = \"two-mass-constraint\"\nsimulation.end = 0.05\n"), "joint.force"},
      {write("bar.toml", "system = \"four-bar\"\nsimulation.end = 2e-3\n"), nullptr},
      {write("crane.toml", "system = \"crane\"\nsimulation.end = 0.01\n"), nullptr}};
  for (const auto& [file, force] : systems)
    for (const char* version : {"2", "3"}) {
      const nlohmann::json here = outputs({"run", file});
      answer({"fmu", "export", file, "--fmi", version, "-o", "whole.fmu"});
      const nlohmann::json there = outputs({"fmu", "run", "whole.fmu"});
      // second names of outputs are aliases in an FMU, which a run does not tell again
      for (const auto& [name, value] : there.items()) {
        if (name.starts_with("whole.")) continue;
        EXPECT_EQ(here.value(name, nlohmann::json()), value) << file << name;
      }
      EXPECT_TRUE(force == nullptr || there.contains(force)) << there;
      EXPECT_EQ(run({"fmu", "check", "whole.fmu"}).exit_code, 0) << file;
    }
}

TEST_F(FmuExchange, SystemFilesOfResultsRunFromWhereTheyAre) {
  std::filesystem::create_directory(folder() / "parts");
  answer({"fmu", "export", "oscillator", "-o", "parts/mass.fmu"});
  write("drive.csv", "time,f\n0,0\n1,2\n");
  const std::string file =
      write("rig.toml",
            "[simulation]\nend = 0.5\n[scheme]\nstep = 0.1\n[[subsystem]]\nname = \"drive\"\nmodel = \"signal\"\n"
            "[subsystem.parameters]\nunit = \"N\"\nvalue = {csv = \"drive.csv\"}\n[[subsystem]]\nname = \"mass\"\n"
            "fmu = \"parts/mass.fmu\"\n[[connect]]\nfrom = \"drive.value\"\nto = \"mass.force\"\n");
  outputs({"run", file, "--out", "some/where"});
  outputs({"run", "some/where/system.toml", "--out", "again"});
  EXPECT_EQ(read_file(folder() / "again" / "results.csv"), read_file(folder() / "some/where/results.csv"));
  // what is named on the command line counts from the folder one works in
  std::filesystem::create_directory(folder() / "other");
  std::filesystem::rename(folder() / "drive.csv", folder() / "other" / "drive.csv");
  outputs({"run", file, "--set", "subsystem.drive.parameters.value.csv=other/drive.csv", "--out", "third"});
  EXPECT_EQ(read_file(folder() / "third" / "results.csv"), read_file(folder() / "again" / "results.csv"));
}

/// Two masses and a spring between them, natively and with FMUs of the masses.
class TwoMassOfFmus : public FmuExchange {
 protected:
  TwoMassOfFmus() {
    for (const char* version : {"2", "3"})
      for (const char* half : {"mass1", "mass2"})
        answer({"fmu", "export", "two-mass", "--subsystem", half, "--fmi", version, "-o",
                fmt::format("{}-{}.fmu", half, version)});
  }
  /// The largest difference of positions and velocities between the two, at any communication point.
  double difference(const char* version, const std::string& scheme, const std::string& keys) const {
    const std::string head = "[simulation]\nend = 1.0\n[scheme]\nstep = 0.01\n" + scheme;
    write("native.toml", "system = \"two-mass\"\n" + head);
    std::string text = head;
    for (const char* half : {"mass1", "mass2"})
      text += fmt::format("[[subsystem]]\nname = \"{0}\"\nfmu = \"{0}-{1}.fmu\"\n{2}", half, version, keys);
    text +=
        "[[interface]]\nlaw = \"spring-damper\"\nbetween = [\"mass1\", \"mass2\"]\nstiffness = 100.0\ndamping = 10.0\n";
    write("fmus.toml", text);
    double largest = 0;
    std::string samples = "0.01";
    for (int n = 2; n <= 100; ++n) samples += fmt::format(",{:.2f}", n * 0.01);
    const nlohmann::json here = answer({"run", "native.toml", "--sample", samples}),
                         there = answer({"run", "fmus.toml", "--sample", samples});
    EXPECT_EQ(there["status"], "completed") << there["reason"];
    for (std::size_t i = 0; i < here["samples"].size(); ++i)
      for (const char* name : {"mass1.position", "mass1.velocity", "mass2.position", "mass2.velocity"})
        largest = std::max(largest, std::abs(here["samples"][i]["outputs"][name].get<double>() -
                                             there["samples"][i]["outputs"][name].get<double>()));
    return largest;
  }
};

constexpr const char* schemes[] = {"order = 0\n", "order = 1\n", "order = 2\ncorrection = \"implicit\"\n",
                                   "order = 1\ncorrection = \"semi-implicit\"\nschedule = \"gauss-seidel\"\n"};

// the models are solved exactly
TEST_F(TwoMassOfFmus, ReachesTheResultsOfTheNativeOneByCosimulation) {
  for (const char* version : {"2", "3"})
    for (const std::string scheme : schemes) {
      EXPECT_EQ(difference(version, scheme, ""), 0) << version << scheme;
      // without the table beyond the standard: rounding of inputs in a hundred steps, and what Newton's method leaves
      // where differences of steps, good to eight digits, are all that it has
      const double allowed = scheme.find("implicit") == std::string::npos ? 1e-12 : 1e-10;
      EXPECT_LT(difference(version, scheme, "extension = false\n"), allowed) << version << scheme;
    }
}

// a hundred steps whose local errors are below 10⁻¹² of numbers around 1
TEST_F(TwoMassOfFmus, ReachesTheResultsOfTheNativeOneByModelExchange) {
  for (const char* version : {"2", "3"})
    for (const std::string scheme : schemes)
      EXPECT_LT(difference(version, scheme, "interface = \"model-exchange\"\n"), 1e-10) << version << scheme;
}

}  // namespace
}  // namespace oldham::test
