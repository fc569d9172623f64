// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/fmi2_functions.hpp"
#include "oldham/fmi/import/fmu.hpp"

// The least that a chain of FMUs can cost: in each step, set the connected input, call fmi2DoStep, get the connected
// output. Nothing is recorded, checked or extrapolated.

namespace oldham::bench {
namespace {

struct Link {
  const fmi::Functions2* functions;
  fmi2Component component;
  std::optional<fmi2ValueReference> input, output;  // absent: not connected
};

fmi::Fmu open(const char* file) {
  fmi::Fmu fmu(file, fmi::InterfaceKind::co_simulation);
  if (fmu.description().standard != fmi::Standard::fmi2)
    throw_wrong_input(file, "the FMU is not of FMI 2.0", "choose another");
  return fmu;
}

fmi2ValueReference reference_of(const fmi::Fmu& fmu, const std::string& name) {
  for (const fmi::Variable& variable : fmu.description().variables)
    if (variable.name == name && variable.type == fmi::Type::float64) return variable.reference;
  throw_wrong_input(fmu.file().string(), fmt::format("there is no Real variable '{}'", name), "see 'oldham fmu info'");
}

/// Explicit Jacobi scheme, order 0: outputs at the end of a step are the inputs of the next one. The last FMU goes
/// first, so that each reads the output of the one before it from the previous step, in one pass over the chain.
bool run(const std::vector<Link>& chain, long steps, double length) {
  std::vector<double> outputs(chain.size(), 0.0);
  for (std::size_t i = 0; i < chain.size(); ++i)
    if (chain[i].output && chain[i].functions->GetReal(chain[i].component, &*chain[i].output, 1, &outputs[i]) != fmi2OK)
      return false;
  for (long n = 0; n < steps; ++n)
    for (std::size_t i = chain.size(); i-- > 0;) {
      const Link& link = chain[i];
      const fmi::Functions2& f = *link.functions;
      if (link.input && f.SetReal(link.component, &*link.input, 1, &outputs[i - 1]) != fmi2OK) return false;
      if (f.DoStep(link.component, static_cast<double>(n) * length, length, fmi2True) != fmi2OK) return false;
      if (link.output && f.GetReal(link.component, &*link.output, 1, &outputs[i]) != fmi2OK) return false;
    }
  return true;
}

int make_run(int count, char** arguments) {
  const fmi::Fmu fmu = open(arguments[1]);
  const int size = std::atoi(arguments[4]);
  const long steps = std::atol(arguments[5]);
  const double length = std::atof(arguments[6]);
  std::optional<fmi::Fmu> source;
  if (count > 7) source.emplace(open(arguments[7]));

  std::vector<std::unique_ptr<fmi::Instance>> instances;
  std::vector<Link> chain;
  const auto add = [&](const fmi::Fmu& from, const fmi::Functions2& functions, const std::string& output) {
    instances.push_back(fmi::make_instance(from.origin(), {fmt::format("f{}", instances.size())}));
    fmi::Instance& instance = *instances.back();
    if (!fmi::is_good(instance.enter_initialization({})) || !fmi::is_good(instance.exit_initialization()))
      throw_wrong_input(from.file().string(), "the FMU fails to initialize", "see 'oldham fmu check'");
    chain.push_back({&functions, instance.component(), {}, reference_of(from, output)});
  };
  const fmi::Functions2 functions(*fmu.origin().library);
  std::optional<fmi::Functions2> source_functions;
  if (source) {
    source_functions.emplace(*source->origin().library);
    add(*source, *source_functions, arguments[8]);
  }
  for (int i = 0; i < size; ++i) {
    add(fmu, functions, arguments[3]);
    if (chain.size() > 1) chain.back().input = reference_of(fmu, arguments[2]);
  }
  chain.back().output.reset();
  if (run(chain, steps, length)) return 0;
  fmt::print(stderr, "a call of the FMU failed\n");
  return 1;
}

}  // namespace
}  // namespace oldham::bench

int main(int count, char** arguments) {
  if (count != 7 && count != 9) {
    fmt::print(stderr, "use: oldham_bare_chain FMU INPUT OUTPUT COUNT STEPS STEP [SOURCE_FMU SOURCE_OUTPUT]\n");
    return 2;
  }
  try {
    return oldham::bench::make_run(count, arguments);
  } catch (const oldham::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
