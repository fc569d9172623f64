// SPDX-License-Identifier: MIT
#include "oldham/io/advice/candidate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "oldham/core/error.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::advice {
namespace {

struct Listed {
  Value root;
  std::vector<Choice> choices;
};

Listed listed(const char* text) {
  Listed made{parse_toml(text, "file"), {}};
  made.choices = list_choices(made.root, build_system<double>(made.root, {.threads = 1}));
  return made;
}

std::vector<std::string> names(const std::vector<Choice>& choices) {
  std::vector<std::string> list;
  for (const Choice& choice : choices) list.push_back(choice.name);
  return list;
}

const Choice& find(const std::vector<Choice>& choices, const std::string& name) {
  for (const Choice& choice : choices)
    if (choice.name == name) return choice;
  throw std::out_of_range(name);
}

TEST(Candidate, EverySystemHasTheChoicesItUnderstands) {
  using testing::ElementsAre;
  EXPECT_THAT(names(listed("system = \"two-mass\"").choices),
              ElementsAre("schedule", "correction", "order", "extension", "jacobian", "decomposition", "startup"));
  EXPECT_THAT(names(listed("system = \"two-mass-kinematic\"").choices),
              ElementsAre("schedule", "correction", "force_order", "state_order", "forces", "extension", "jacobian",
                          "startup"));
  EXPECT_THAT(names(listed("system = \"crane\"").choices),
              ElementsAre("schedule", "correction", "order", "extension", "jacobian", "coupling", "interface",
                          "mechanical_input_order", "startup", "subsystem.mechanism.formulation", "micro_step"));
}

TEST(Candidate, TheFirstOptionIsWhatTheFileHasAndChangesNothing) {
  const Listed two_mass = listed("system = \"two-mass\"\n[scheme]\norder = 2\ncorrection = \"implicit\"");
  EXPECT_EQ(find(two_mass.choices, "order").options[0].word, "2");
  EXPECT_EQ(find(two_mass.choices, "correction").options[0].word, "implicit");
  EXPECT_EQ(find(two_mass.choices, "schedule").options[0].word, "jacobi");
  const Candidate own(two_mass.choices.size(), 0);
  EXPECT_EQ(changed(two_mass.root, settings_of(two_mass.root, two_mass.choices, own)), two_mass.root);
}

TEST(Candidate, AReversedOrderNamesTheSubsystemsThatThereAre) {
  const Listed crane = listed("system = \"crane-double\"");
  const auto index = [&](const std::string& name, const std::string& word) {
    for (std::size_t i = 0; i < crane.choices.size(); ++i)
      if (crane.choices[i].name == name)
        for (int k = 0; k < static_cast<int>(crane.choices[i].options.size()); ++k)
          if (crane.choices[i].options[k].word == word) return std::pair(i, k);
    throw std::out_of_range(name + word);
  };
  Candidate candidate(crane.choices.size(), 0);
  const auto set = [&](const std::string& name, const std::string& word) {
    const auto [choice, option] = index(name, word);
    candidate[choice] = option;
  };
  const auto schedule = [&] {
    return to_toml(
        *find_place(changed(crane.root, settings_of(crane.root, crane.choices, candidate)), "scheme.schedule"));
  };
  set("schedule", "reversed gauss-seidel");
  EXPECT_EQ(schedule(), "[[\"circuit2\"], [\"circuit1\"], [\"mechanism\"]]");
  // with an interface model the circuits are in a group
  set("interface", "model");
  EXPECT_EQ(schedule(), "[[\"hydraulics\"], [\"mechanism\"]]");
  // which has no order of three
  set("schedule", "gauss-seidel 1-3-2");
  EXPECT_THROW(schedule(), Error);
}

TEST(Candidate, TheSearchBeginsWithSchedulesCorrectionsAndOrders) {
  const Listed two_mass = listed("system = \"two-mass\"");
  const std::vector<Candidate> list = first_candidates(two_mass.choices);
  EXPECT_EQ(list.size(), 3u * 3u * 4u);
  EXPECT_EQ(std::set(list.begin(), list.end()).size(), list.size());
}

TEST(Candidate, NeighboursDifferInOneChoice) {
  const Listed two_mass = listed("system = \"two-mass\"");
  const Candidate own(two_mass.choices.size(), 0);
  std::size_t options = 0;
  for (const Choice& choice : two_mass.choices)
    // an explicit scheme has no Jacobian to be reused
    if (choice.kind != Choice::Kind::jacobian) options += choice.options.size() - 1;
  EXPECT_EQ(neighbours(two_mass.choices, own).size(), options);
  for (const Candidate& other : neighbours(two_mass.choices, own)) {
    int differences = 0;
    for (std::size_t i = 0; i < own.size(); ++i) differences += other[i] != own[i];
    EXPECT_EQ(differences, 1);
  }
}

/// Two masses in a ring, the connections one by one.
const char* const ring = R"([simulation]
end = 1.0
[scheme]
step = 0.01
order = 1
[[subsystem]]
name = "mass"
model = "oscillator"
[[subsystem]]
name = "wheel"
model = "oscillator"
[subsystem.parameters]
base_springs = [[3.0, 0.5]]
[subsystem.inputs]
force = 0.0
[[subsystem]]
name = "spring"
model = "linear"
[subsystem.parameters]
inputs = ["elongation [m]"]
outputs = ["force [N]"]
D = [[-3.0]]
[[connect]]
from = "mass.position"
to = "wheel.base1.position"
[[connect]]
from = "mass.velocity"
to = "wheel.base1.velocity"
order = 0
[[connect]]
from = "wheel.position"
to = "spring.elongation"
[[connect]]
from = "spring.force"
to = "mass.force"
)";

TEST(Candidate, ConnectionsHaveOrdersOneByOne) {
  const Listed listed_ring = listed(ring);
  const Choice& first = find(listed_ring.choices, "order of mass.position -> wheel.base1.position");
  EXPECT_EQ(first.options[0].word, "1");
  const Choice& second = find(listed_ring.choices, "order of mass.velocity -> wheel.base1.velocity");
  EXPECT_EQ(second.options[0].word, "0");
  Candidate candidate(listed_ring.choices.size(), 0);
  for (std::size_t i = 0; i < candidate.size(); ++i)
    if (listed_ring.choices[i].name == second.name) candidate[i] = 2;  // 1, 2
  const std::vector<Setting> settings = settings_of(listed_ring.root, listed_ring.choices, candidate);
  const Value tree = changed(listed_ring.root, settings);
  EXPECT_EQ(to_toml(*find_place(tree, "connect.1.order")), "2");
  EXPECT_EQ(find_place(tree, "connect.0.order"), nullptr);
  const System<double> system = build_system<double>(tree);
  const auto& connections = system.cosimulation->assembly().connections;
  EXPECT_EQ(connections[1].order, 2);
  EXPECT_EQ(find(listed_ring.choices, "startup").options.size(), 3u);
}

}  // namespace
}  // namespace oldham::advice
