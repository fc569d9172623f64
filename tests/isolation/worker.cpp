// SPDX-License-Identifier: MIT
#include "oldham/isolation/worker.hpp"
#include "contract/subsystem_contract.hpp"
#include "isolation/unruly.hpp"
#include "oldham/core/error.hpp"

// The program that tests start as the process of a subsystem.

namespace {

/// The row of the subsystems' table that has this name.
std::unique_ptr<oldham::Subsystem<double>> make_row(const std::string& name) {
  for (const oldham::SubsystemCase& row : oldham::subsystem_table())
    if (row.name == name) return row.make();
  oldham::throw_wrong_input("row", "there is none of the name " + name, "see the table");
}

}  // namespace

int main(int count, char** arguments) {
  oldham::register_kind("unruly", oldham::test::make_unruly);
  oldham::register_kind("row", make_row);
  return oldham::run_worker_if_asked(count, arguments).value_or(2);
}
