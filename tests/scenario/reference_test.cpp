// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/scalar.hpp"
#include "program.hpp"
#include "references.hpp"

// Radii, charts, errors and trajectories of an independent program that works in 60 digits: its radii are trusted to
// 1e-9 relative, its errors to 1e-6.

namespace oldham::test {
namespace {

using nlohmann::json;

/// A chosen stabilisation of the constrained pair, rather than a scheme for the pair with a spring.
bool is_constraint(const json& entry) {
  const std::string scheme = entry.at("scheme");
  return scheme != "explicit" && scheme != "implicit" && scheme != "D" && scheme != "I";
}

class Reference : public Scenario, public testing::WithParamInterface<json> {
 protected:
  const json& entry() const { return GetParam(); }

  /// The command on the example file, with the scheme of the entry and further settings.
  json ask(const std::string& command, const Arguments& options, const Arguments& settings) const {
    Arguments arguments = {command, is_constraint(entry()) ? constraint_file() : two_mass_file(), "--out", "out"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto set = [&](const std::string& setting) { arguments.insert(arguments.end(), {"--set", setting}); };
    set(fmt::format("scheme.decomposition={}", decomposition(entry().at("dec"))));
    if (is_constraint(entry()))
      set_stabilisation(set);
    else
      set_scheme(set);
    set(fmt::format("scheme.order={}", entry().at("k").get<int>()));
    for (const std::string& setting : settings) set(setting);
    return answer(arguments);
  }

 private:
  template <class Set>
  void set_scheme(const Set& set) const {
    // the extended schemes are implicit ones with further conditions
    const std::string scheme = entry().at("scheme");
    set(fmt::format("scheme.correction={}", scheme == "explicit" ? "explicit" : "implicit"));
    set(fmt::format("scheme.extension={}", scheme == "D" ? "derivative" : scheme == "I" ? "integral" : "none"));
  }

  template <class Set>
  void set_stabilisation(const Set& set) const {
    const std::string scheme = entry().at("scheme");
    const bool is_index = scheme.starts_with("index");  // index2 is "index-2"
    set(fmt::format("scheme.stabilisation={}", is_index ? "index-" + scheme.substr(5) : scheme));
    const json& options = entry().contains("options") ? entry().at("options")
                          : entry().contains("opt")   ? entry().at("opt")
                                                      : json();
    if (!options.is_null())
      for (const auto& [key, value] : options.items()) set(fmt::format("scheme.{}={}", key, value.dump()));
  }
};

std::string name_entry(const testing::TestParamInfo<json>& info) {
  const json& e = info.param;
  std::string name = fmt::format("{}_{}_{}_{}", info.index, e.at("dec").get<std::string>(),
                                 e.at("scheme").get<std::string>(), e.at("k").get<int>());
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

class SpectralRadius : public Reference {};

TEST_P(SpectralRadius, IsThatOfTheIndependentProgram) {
  Arguments settings;
  for (const auto& [key, value] : entry().at("plot_parameters").items())
    settings.push_back(fmt::format("parameters.{}={}", key, text(value)));
  const json found = ask("stability", {"--digits", "20"}, settings);

  // double precision: the moduli; 1e-9 is what the reference promises
  const double expected = entry().at("spectral_radius");
  EXPECT_NEAR(found.at("eigenvalues").at(0).get<double>(), expected, 1e-9 * expected);
  EXPECT_NEAR(found.at("spectral_radius").get<double>(), expected, 1e-9 * expected);
  EXPECT_EQ(found.at("stable").get<bool>(), expected <= 1 + 1e-6);

  // many digits: the reference is rounded to 20 of them, so 1e-18 leaves room for that rounding only
  const Multiprecision digits(found.at("spectral_radius_digits").get<std::string>());
  const Multiprecision reference(entry().at("spectral_radius_digits").get<std::string>());
  EXPECT_LT(to_double(Multiprecision(abs(digits / reference - 1))), 1e-18);
}

INSTANTIATE_TEST_SUITE_P(CouplingSchemes, SpectralRadius,
                         testing::ValuesIn(reference_list("coupling-schemes", "/spectral_radii")), name_entry);

class Chart : public Reference {};

TEST_P(Chart, HasAsManyStableCellsAsThatOfTheIndependentProgram) {
  const json& window = entry().at("window");
  const int n = entry().at("n");
  Arguments settings;
  for (const std::string key : {"alpha_m21", "alpha_Lr21", "alpha_Li21", "alpha_Lrc", "alpha_Lic"})
    if (!is_constraint(entry()) || key.find('c') == std::string::npos)
      settings.push_back(fmt::format("parameters.{}={}", key, text(entry().at("alpha"))));
  const json found = ask("map",
                         {"--x", fmt::format("parameters.Lr1={}:{}:{}", text(window.at(0)), text(window.at(1)), n),
                          "--y", fmt::format("parameters.Li1={}:{}:{}", text(window.at(2)), text(window.at(3)), n)},
                         settings);
  EXPECT_EQ(found.at("total"), entry().at("total"));
  // only cells whose radius is within 1e-4 of one may fall on the other side
  EXPECT_LE(std::abs(found.at("stable").get<int>() - entry().at("stable").get<int>()),
            entry().at("points_within_1e4_of_one").get<int>());
}

INSTANTIATE_TEST_SUITE_P(CouplingSchemes, Chart, testing::ValuesIn(reference_list("coupling-schemes", "/grids")),
                         name_entry);

class Convergence : public Reference {};

TEST_P(Convergence, HasErrorsAndOrdersOfTheIndependentProgram) {
  std::string steps;
  for (const json& n : entry().at("n")) steps += fmt::format("{}{}", steps.empty() ? "" : ",", 1.0 / n.get<double>());
  Arguments settings = {"scheme.startup=exact"};
  if (is_constraint(entry()))
    settings.insert(settings.end(), {"parameters.m2=2", "parameters.c2=40", "parameters.x=1", "parameters.v=0"});
  const json found = ask("converge", {"--steps", steps, "--local"}, settings);
  const json& n = entry().at("n");
  const auto hundred = static_cast<std::size_t>(std::find(n.begin(), n.end(), 100) - n.begin());
  const std::pair<const char*, const char*> kinds[] = {
      {"glo_x", "position"}, {"glo_v", "velocity"}, {"loc_x", "local_position"}, {"loc_v", "local_velocity"}};
  for (const auto& [theirs, ours] : kinds) {
    const double expected = entry().at("errors_at_n100").at(theirs);
    EXPECT_NEAR(found.at("errors").at(ours).at(hundred).get<double>(), expected,
                is_constraint(entry()) ? std::max(1e-6 * expected, 1e-12) : 1e-6 * expected)
        << ours;
    // between the two smallest steps; the reference is rounded to two decimals. Some errors of constraint schemes carry
    // its rounding, about 5e-14: weighted, k = 2 has order 5.011 in 40 digits, the reference 5.13 with errors of 4e-13
    const double smallest = found.at("errors").at(ours).back();
    EXPECT_NEAR(found.at("orders").at(ours).back().get<double>(), entry().at("orders").at(theirs).get<double>(),
                is_constraint(entry()) ? 0.02 + 5e-14 / smallest : 0.02)
        << ours;
  }
}

INSTANTIATE_TEST_SUITE_P(CouplingSchemes, Convergence,
                         testing::ValuesIn(reference_list("coupling-schemes", "/convergence/cases")), name_entry);

class Trajectory : public Reference {};

TEST_P(Trajectory, IsThatOfTheIndependentProgram) {
  const char* parameters[] = {"Lr1", "Li1", "alpha_m21", "alpha_Lr21", "alpha_Li21", "alpha_Lrc", "alpha_Lic"};
  const char* states[] = {"x1", "v1", "x2", "v2"};
  Arguments settings = {"scheme.startup=constant", "simulation.end=12"};
  for (std::size_t i = 0; i < std::size(parameters); ++i)
    settings.push_back(fmt::format("parameters.{}={}", parameters[i], text(entry().at("plot_parameters").at(i))));
  for (std::size_t i = 0; i < std::size(states); ++i)
    settings.push_back(fmt::format("parameters.{}={}", states[i], text(entry().at("z0").at(i))));
  const json found = ask("run", {"--sample", "0,1,2,3,4,5,6,7,8,9,10,11,12"}, settings);

  const json& z = entry().at("z");
  ASSERT_EQ(found.at("samples").size(), z.size());
  for (std::size_t n = 0; n < z.size(); ++n) {
    const json& sample = found.at("samples").at(n);
    EXPECT_EQ(sample.at("time").get<double>(), static_cast<double>(n));
    EXPECT_FALSE(sample.contains("interpolated"));
    for (std::size_t i = 0; i < std::size(states); ++i) {
      // the reference is rounded to twelve digits
      const double expected = z.at(n).at(i);
      EXPECT_NEAR(sample.at("outputs").at(states[i]).get<double>(), expected, 1e-10 * std::abs(expected) + 1e-14)
          << states[i] << " at " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(CouplingSchemes, Trajectory,
                         testing::ValuesIn(reference_list("coupling-schemes", "/trajectories")), name_entry);

}  // namespace
}  // namespace oldham::test
