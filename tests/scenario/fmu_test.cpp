// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "archives.hpp"
#include "descriptions.hpp"
#include "program.hpp"

namespace oldham::test {
namespace {

using testing::HasSubstr;

class FmuInfo : public Scenario {
 protected:
  std::string pack(const std::string& name, const std::string& description) const {
    write_zip(folder() / name, {{"modelDescription.xml", description},
                                {"binaries/win64/Drive.dll", "MZ"},
                                {"binaries/linux64/Oscillator.so", "ELF"},
                                {"binaries/linux64/Oscillator_me.so", "ELF"}});
    return name;
  }
};

TEST_F(FmuInfo, TellsWhatADescriptionDeclares) {
  const Ended ended = run({"fmu", "info", pack("a.fmu", fmi2_text)});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  for (const char* line :
       {"Oscillator, FMI 2.0, version 1.1, made with Workshop 7\n", "  A mass on a spring\n",
        "  CoSimulation       Oscillator: canHandleVariableCommunicationStepSize, canInterpolateInputs, "
        "maxOutputDerivativeOrder = 2, canGetAndSetFMUstate, canSerializeFMUstate\n",
        "  DefaultExperiment  from 0 to 5, step 0.001, tolerance 1e-06\n", "  binaries           win64, linux64\n",
        "inputs (3)\n", "  x [m]              Real         0.5        position\n", "parameters (2)\n",
        "  table              String        a b\n", "rules of the standard: errors 0, warnings 0, information 1\n"})
    EXPECT_THAT(ended.out, HasSubstr(line));
}

TEST_F(FmuInfo, HasEverythingAsJson) {
  const nlohmann::json info = answer({"fmu", "info", pack("a.fmu", fmi2_text)});
  EXPECT_EQ(info["model_name"], "Oscillator");
  EXPECT_EQ(info["interfaces"][0]["kind"], "ModelExchange");
  EXPECT_EQ(info["interfaces"][0]["capabilities"]["completedIntegratorStepNotNeeded"], true) << "as the file says it";
  EXPECT_EQ(info["interfaces"][1]["capabilities"]["maxOutputDerivativeOrder"], 2);
  EXPECT_EQ(info["interfaces"][1]["capabilities"]["canRunAsynchronuously"], false);
  EXPECT_EQ(info["default_experiment"]["stop"], 5.0);
  EXPECT_EQ(info["units"][0]["dimensions"], "s^-1.rad");
  EXPECT_EQ(info["units"][3]["dimensions"], nullptr);
  EXPECT_EQ(info["types"][1]["items"][1]["value"], 2);
  ASSERT_EQ(info["variables"].size(), 11u);
  const nlohmann::json& mass = info["variables"][5];
  EXPECT_EQ(mass["name"], "mass");
  EXPECT_EQ(mass["type"], "Real");
  EXPECT_EQ(mass["causality"], "parameter");
  EXPECT_EQ(mass["variability"], "tunable");
  EXPECT_EQ(mass["start"], 2.5);
  EXPECT_EQ(mass["max"], 100.0);
  EXPECT_EQ(info["variables"][3]["derivative_of"], "v");
  EXPECT_EQ(info["variables"][3]["start"], nullptr);
  EXPECT_EQ(info["variables"][10]["alias_of"], "x");
  EXPECT_EQ(info["structure"]["outputs"][0]["dependencies"], nullptr) << "on everything";
  EXPECT_EQ(info["structure"]["outputs"][1]["dependencies"], nlohmann::json::array()) << "on nothing";
  EXPECT_EQ(info["structure"]["outputs"][2]["dependencies"][0]["variable"], "x");
  EXPECT_EQ(info["structure"]["outputs"][2]["dependencies"][0]["kind"], "fixed");
  EXPECT_EQ(info["platforms"][1]["libraries"][0], "Oscillator.so");
  EXPECT_EQ(info["violations"]["errors"], 0);
  EXPECT_EQ(info["violations"]["list"][0]["rule"], "unit-meaning");
}

TEST_F(FmuInfo, HasArraysClocksAndBytesOfFmi3) {
  const nlohmann::json info = answer({"fmu", "info", pack("a.fmu", fmi3_text)});
  const nlohmann::json& variables = info["variables"];
  EXPECT_EQ(variables[2]["start"], (std::vector<double>{0.1, 0.2, 0.3}));
  EXPECT_EQ(variables[2]["dimensions"][0], "n");
  EXPECT_EQ(variables[2]["size"], 3);
  EXPECT_EQ(variables[2]["aliases"][0]["name"], "phi");
  EXPECT_EQ(variables[4]["dimensions"], (std::vector<int>{2, 3}));
  EXPECT_EQ(variables[13]["start"], 18446744073709551615u);
  EXPECT_EQ(variables[14]["start"], (std::vector<bool>{true, false, true}));
  EXPECT_EQ(variables[16]["start"], "00ffa0");
  EXPECT_EQ(variables[18]["clock"]["interval_variability"], "constant");
  EXPECT_EQ(variables[19]["clocks"][0], "tick");
  EXPECT_EQ(variables[19]["previous"], "before");
  EXPECT_EQ(info["interfaces"][1]["capabilities"]["fixedInternalStepSize"], 1e-4);
  // the binaries of this archive are not those of FMI 3.0
  EXPECT_EQ(info["violations"]["list"][0]["rule"], "platform");
}

TEST_F(FmuInfo, ReadsFmi1) {
  const nlohmann::json info = answer({"fmu", "info", pack("a.fmu", fmi1_text)});
  EXPECT_EQ(info["description"], "Behälter");
  EXPECT_EQ(info["interfaces"][0]["capabilities"]["canRejectSteps"], true);
  EXPECT_EQ(info["variables"][6]["negated"], true);
}

TEST_F(FmuInfo, CountsViolationsAndShowsTheFirst) {
  const std::string text = with(with(fmi2_text, "max=\"100\"", "max=\"-1\""), "unit=\"m/s\"", "unit=\"mph\"");
  const Ended ended = run({"fmu", "info", pack("a.fmu", text)});
  EXPECT_EQ(ended.exit_code, 0) << "a broken rule is an answer";
  EXPECT_THAT(ended.out, HasSubstr("rules of the standard: errors 1, warnings 2, information 1\n"
                                   "  modelDescription.xml:31: error: variable 'mass': min 0 is above max -1"));
}

TEST_F(FmuInfo, LeavesNoControlCharactersInTheText) {
  const Ended ended = run({"fmu", "info", pack("a.fmu", with(fmi2_text, "A mass on", "&#27;[31m mass on"))});
  EXPECT_EQ(ended.out.find('\x1b'), std::string::npos);
}

TEST_F(FmuInfo, RefusesWhatIsNoFmu) {
  expect_refusal({"fmu", "info", "none.fmu"}, 2, {"none.fmu: there is no such file"});
  expect_refusal({"fmu", "info", write("a.toml", "end = 1")}, 2, {"a.toml: expected an FMU, which is a zip archive"});
  expect_refusal({"fmu", "info", pack("b.fmu", with(fmi2_text, "valueReference=\"4\"", "valueReference=\"four\""))}, 2,
                 {"b.fmu/modelDescription.xml:30: ScalarVariable 'f': valueReference: expected an integer", "'four'"});
  expect_refusal({"fmu"}, 2, {"name a command"});
}

class FmuCache : public Scenario {
 protected:
  FmuCache() { setenv("XDG_CACHE_HOME", folder().c_str(), 1); }
  ~FmuCache() override { unsetenv("XDG_CACHE_HOME"); }
};

TEST_F(FmuCache, IsMeasuredAndCleared) {
  const std::filesystem::path cache = folder() / "oldham" / "fmu";
  EXPECT_EQ(answer({"fmu", "cache"})["archives"], 0);
  answer({"fmu", "run", OLDHAM_FMUS "/Oscillator-2.fmu"});
  const nlohmann::json found = answer({"fmu", "cache"});
  EXPECT_EQ(found["folder"], cache.string());
  EXPECT_EQ(found["archives"], 1);
  EXPECT_GT(found["bytes"], 1000);
  EXPECT_EQ(answer({"fmu", "cache", "--clear", "--unused", "30"})["removed_archives"], 0) << "it was used just now";
  EXPECT_EQ(answer({"fmu", "cache", "--clear"})["removed_bytes"], found["bytes"]);
  EXPECT_TRUE(std::filesystem::is_empty(cache));
  expect_refusal({"fmu", "cache", "--unused", "30"}, 2, {"--unused", "add --clear"});
}

}  // namespace
}  // namespace oldham::test
