// SPDX-License-Identifier: MIT
#include <set>

#include "contract/subsystem_contract.hpp"
#include "oldham/isolation/isolate.hpp"
#include "oldham/isolation/worker.hpp"

namespace oldham {

std::vector<SubsystemCase> isolated_rows(const std::vector<SubsystemCase>& rows) {
  // one of each way to keep a state, with every facet that is a message of its own
  const std::set<std::string> chosen = {"exact_oscillator",
                                        "exact_linear_with_feedthrough",
                                        "exact_linear_without_inputs",
                                        "duffing_rk4",
                                        "oscillator_adams",
                                        "planar_pendulum_kkt_rk4",
                                        "signal"};
  std::vector<SubsystemCase> isolated;
  for (const SubsystemCase& row : rows) {
    if (!chosen.contains(row.name)) continue;
    isolated.push_back(row);
    isolated.back().name = "isolated_" + row.name;
    isolated.back().make = [name = row.name] {
      set_worker_program(OLDHAM_TEST_WORKER);
      return isolate("row", name, {});
    };
  }
  return isolated;
}

}  // namespace oldham
