// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "program.hpp"

// Inputs of FMUs from files, beside other subsystems and in processes of their own.

namespace oldham::test {
namespace {

class FmuInputFile : public Scenario {};

// a kink ends a piece of the step for those that follow the file, and for nobody else
TEST_F(FmuInputFile, KinksOfOneFmusFileCutNoStepsOfOthers) {
  write("kinks.csv", "time,float64_in\n0,0\n0.033,1\n0.1,0.5\n0.271,3\n0.5,0\n");
  const auto outputs = [&](const char* correction, const char* file) {
    write("system.toml",
          fmt::format(R"([simulation]
end = 0.5
[scheme]
step = 0.01
correction = "{}"
[[subsystem]]
name = "driven"
fmu = "{}"
{}
[[subsystem]]
name = "equal"
fmu = "{}"
[[subsystem]]
name = "grid"
fmu = "{}"
[[subsystem]]
name = "model"
model = "duffing"
parameters = {{mass = 1.0, stiffness = 50.0, cubic_stiffness = 10.0, position = 0.5}}
inputs = {{force = 0.0}}
[[connect]]
from = "driven.sampled_out"
to = "equal.force"
[[connect]]
from = "grid.position"
to = "grid.force"
scale = -100.0
)",
                      correction, fmu_path("Feedthrough-2"), file, fmu_path("Strict-2"), fmu_path("Gridded-2")));
    nlohmann::json ran = answer({"run", "system.toml", "--no-check"});
    EXPECT_EQ(ran["status"], "completed") << ran["reason"];
    nlohmann::json others = nlohmann::json::object();
    for (const auto& [name, value] : ran["outputs"].items())
      if (!name.starts_with("driven.")) others[name] = value;
    return others;
  };
  for (const char* correction : {"explicit", "implicit"})
    EXPECT_EQ(outputs(correction, "inputs_from = \"kinks.csv\""), outputs(correction, "")) << correction;
}

// the first row of such a column is the start value, which the other process must know as well
TEST_F(FmuInputFile, ColumnsOfParametersReachAnFmuInAProcessOfItsOwn) {
  write("factor.csv", "time,float64_in,factor\n0,1,7\n0.2,1.25,7\n0.2,1.25,5\n0.5,2,5\n");
  const auto outputs = [&](const char* fmu, const char* isolation, const char* parameters, const char* end) {
    write("system.toml", fmt::format("[simulation]\nend = {}\n[scheme]\nstep = 0.1\n"
                                     "[[subsystem]]\nname = \"a\"\nfmu = \"{}\"\ninputs_from = \"factor.csv\"\n"
                                     "isolation = \"{}\"\nparameters = {{ {} }}\n",
                                     end, fmu_path(fmu), isolation, parameters));
    return answer({"run", "system.toml"})["outputs"];
  };
  for (const char* fmu : {"Feedthrough-2", "Feedthrough-3"})
    for (const char* parameters : {"", "factor = 3.0", "greeting = \"x\""})
      for (const char* end : {"0.2", "0.5"}) {
        const nlohmann::json here = outputs(fmu, "none", parameters, end);
        EXPECT_EQ(here, outputs(fmu, "process", parameters, end)) << fmu << parameters << end;
        if (*parameters == '\0' && std::string(end) == "0.2") {
          EXPECT_GT(here["a.float64_out"].get<double>(), 7) << fmu;
        }
      }
}

}  // namespace
}  // namespace oldham::test
