// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/violations.hpp"
#include "oldham/fmi/import/fmu_ports.hpp"
#include "oldham/fmi/platform.hpp"
#include "target.hpp"

// modelDescription.xml of FMI 1.0, 2.0 and 3.0: read, checked by the rules of the standard, and made ports of.

namespace oldham::fuzz {
namespace {

void read_model(std::string_view text) {
  const fmi::ModelDescription description = fmi::read_description(std::string(text), "modelDescription.xml");
  for (const fmi::Violation& violation : fmi::find_violations(description))
    require(!fmi::text_of(violation).empty(), "a violation says what it is");
  fmi::find_binary_violations(description, {{.name = "binaries/linux64/a.so"}, {.name = "binaries/x86_64-linux/b.so"}});
  for (const fmi::Variable& variable : description.variables) fmi::unit_of(description, variable);
  fmi::make_ports(description, {});
}

}  // namespace
}  // namespace oldham::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    oldham::fuzz::read_model(oldham::fuzz::text_of(data, size));
  } catch (const oldham::Error&) {
  }
  return 0;
}
