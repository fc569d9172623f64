// SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/import/extended_fmu.hpp"
#include "oldham/fmi/platform.hpp"
#include "oldham/fmi/standard/fmi2.h"
#include "oldham/fmi/standard/fmi3.h"

namespace oldham {

/// An exported FMU, unpacked and loaded, with the functions of the standard by their names.
class LoadedFmu {
 public:
  LoadedFmu(const std::filesystem::path& file, const std::filesystem::path& cache) {
    const fmi::Archive archive(file);
    description = fmi::read_description(archive);
    folder = archive.unpack(cache);
    library = folder / "binaries" / fmi::own_platform(description.standard) /
              (description.interfaces.front().model_identifier + ".so");
    handle_ = std::shared_ptr<void>(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* handle) {
      if (handle != nullptr) dlclose(handle);
    });
    if (!handle_) throw std::runtime_error(dlerror());
  }

  void* find(const std::string& symbol) const {
    void* found = dlsym(handle_.get(), symbol.c_str());
    if (found == nullptr) throw std::runtime_error("no " + symbol);
    return found;
  }
  std::string resources() const { return (folder / "resources").string(); }
  std::uint32_t reference(const std::string& name) const {
    for (const fmi::Variable& variable : description.variables)
      if (variable.name == name) return variable.reference;
    throw std::runtime_error("no variable " + name);
  }
  std::vector<std::uint32_t> references(fmi::Causality causality) const {
    std::vector<std::uint32_t> list;
    for (const fmi::Variable& variable : description.variables)
      if (variable.causality == causality && !variable.alias_of) list.push_back(variable.reference);
    return list;
  }
  const std::shared_ptr<void>& handle() const { return handle_; }

  fmi::ModelDescription description;
  std::filesystem::path folder, library;

 private:
  std::shared_ptr<void> handle_;
};

/// One instance by FMI 2.0, with what it logged.
class Instance2 {
 public:
  Instance2(const LoadedFmu& fmu, fmi2Type type) {
#define OLDHAM_FIND(name) name = reinterpret_cast<fmi2##name##_type*>(fmu.find("fmi2" #name));
    FMI2_COMMON_FUNCTIONS(OLDHAM_FIND)
    FMI2_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_FIND)
    FMI2_CO_SIMULATION_FUNCTIONS(OLDHAM_FIND)
#undef OLDHAM_FIND
    callbacks_ = {&Instance2::write, nullptr, nullptr, nullptr, &log};
    component = Instantiate("instance", type, fmu.description.token.c_str(), ("file://" + fmu.resources()).c_str(),
                            &callbacks_, fmi2False, fmi2True);
    if (component == nullptr) throw std::runtime_error(log);
  }
  ~Instance2() { FreeInstance(component); }
  Instance2(const Instance2&) = delete;
  Instance2& operator=(const Instance2&) = delete;

  fmi2Status start(double at = 0) {
    SetupExperiment(component, fmi2False, 0, at, fmi2False, 0);
    const fmi2Status status = EnterInitializationMode(component);
    return status == fmi2OK ? ExitInitializationMode(component) : status;
  }
  std::vector<double> get(const std::vector<std::uint32_t>& references) const {
    std::vector<double> values(references.size());
    EXPECT_EQ(GetReal(component, references.data(), references.size(), values.data()), fmi2OK) << log;
    return values;
  }
  fmi2Status set(std::uint32_t reference, double value) { return SetReal(component, &reference, 1, &value); }

#define OLDHAM_DECLARE(name) fmi2##name##_type* name = nullptr;
  FMI2_COMMON_FUNCTIONS(OLDHAM_DECLARE)
  FMI2_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_DECLARE)
  FMI2_CO_SIMULATION_FUNCTIONS(OLDHAM_DECLARE)
#undef OLDHAM_DECLARE
  fmi2Component component = nullptr;
  std::string log;

 private:
  static void write(fmi2ComponentEnvironment log, fmi2String, fmi2Status, fmi2String, fmi2String, ...);

  fmi2CallbackFunctions callbacks_{};
};

/// One instance by FMI 3.0.
class Instance3 {
 public:
  Instance3(const LoadedFmu& fmu, fmi::InterfaceKind kind) {
#define OLDHAM_FIND(name) name = reinterpret_cast<fmi3##name##_type*>(fmu.find("fmi3" #name));
    FMI3_COMMON_FUNCTIONS(OLDHAM_FIND)
    FMI3_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_FIND)
    FMI3_CO_SIMULATION_FUNCTIONS(OLDHAM_FIND)
#undef OLDHAM_FIND
    const char* token = fmu.description.token.c_str();
    const std::string resources = fmu.resources() + "/";
    component = kind == fmi::InterfaceKind::model_exchange
                    ? InstantiateModelExchange("instance", token, resources.c_str(), false, true, &log, &write)
                    : InstantiateCoSimulation("instance", token, resources.c_str(), false, true, false, false, nullptr,
                                              0, &log, &write, nullptr);
    if (component == nullptr) throw std::runtime_error(log);
  }
  ~Instance3() { FreeInstance(component); }
  Instance3(const Instance3&) = delete;
  Instance3& operator=(const Instance3&) = delete;

  fmi3Status start(double at = 0) {
    const fmi3Status status = EnterInitializationMode(component, false, 0, at, false, 0);
    return status == fmi3OK ? ExitInitializationMode(component) : status;
  }
  std::vector<double> get(const std::vector<std::uint32_t>& references) const {
    std::vector<double> values(references.size());
    EXPECT_EQ(GetFloat64(component, references.data(), references.size(), values.data(), values.size()), fmi3OK) << log;
    return values;
  }

#define OLDHAM_DECLARE(name) fmi3##name##_type* name = nullptr;
  FMI3_COMMON_FUNCTIONS(OLDHAM_DECLARE)
  FMI3_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_DECLARE)
  FMI3_CO_SIMULATION_FUNCTIONS(OLDHAM_DECLARE)
#undef OLDHAM_DECLARE
  fmi3Instance component = nullptr;
  std::string log;

 private:
  static void write(fmi3InstanceEnvironment log, fmi3Status, fmi3String, fmi3String message) {
    *static_cast<std::string*>(log) += message;
  }
};

inline void Instance2::write(fmi2ComponentEnvironment log, fmi2String, fmi2Status, fmi2String, fmi2String format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char text[1000];
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  *static_cast<std::string*>(log) += text;
}

/// The FMU as the subsystem it was made from.
inline std::unique_ptr<fmi::ExtendedFmu> make_extended(const LoadedFmu& fmu, const std::string& name) {
  struct Kept {
    LoadedFmu fmu;
    Instance2 instance;
  };
  auto kept = std::shared_ptr<Kept>(new Kept{fmu, Instance2(fmu, fmi2CoSimulation)});
  return std::make_unique<fmi::ExtendedFmu>(
      name, fmi::ExtendedInstance{fmi::find_extension(fmu.find("oldhamGetExtension")), kept->instance.component, kept});
}

}  // namespace oldham
