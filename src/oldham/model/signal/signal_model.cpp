// SPDX-License-Identifier: MIT
#include "oldham/model/signal/signal_model.hpp"

#include "oldham/core/scalar.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {

template <class T>
std::unique_ptr<Subsystem<T>> make_signal(const std::string& name, const SignalDescription& signal,
                                          std::string_view unit) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "signal";
  boundary->outputs.push_back({"value", parse_unit(unit), "the function of time"});
  // there is nothing to integrate
  return with_integrator<T>(name, std::move(boundary), SignalModel<T>{TimeSignal<T>(signal)},
                            {.kind = IntegratorKind::euler});
}

template std::unique_ptr<Subsystem<double>> make_signal(const std::string&, const SignalDescription&, std::string_view);
template std::unique_ptr<Subsystem<Multiprecision>> make_signal(const std::string&, const SignalDescription&,
                                                                std::string_view);

}  // namespace oldham
