// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "oldham/core/reader.hpp"
#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi {

// the words of the standard, as files write them and answers show them

inline constexpr std::array<Choice<Type>, 15> type_words = {{{"Float32", Type::float32},
                                                             {"Float64", Type::float64},
                                                             {"Int8", Type::int8},
                                                             {"UInt8", Type::uint8},
                                                             {"Int16", Type::int16},
                                                             {"UInt16", Type::uint16},
                                                             {"Int32", Type::int32},
                                                             {"UInt32", Type::uint32},
                                                             {"Int64", Type::int64},
                                                             {"UInt64", Type::uint64},
                                                             {"Boolean", Type::boolean},
                                                             {"String", Type::string},
                                                             {"Binary", Type::binary},
                                                             {"Enumeration", Type::enumeration},
                                                             {"Clock", Type::clock}}};

/// Of FMI 1.0 and 2.0.
inline constexpr std::array<Choice<Type>, 5> early_type_words = {{{"Real", Type::float64},
                                                                  {"Integer", Type::int32},
                                                                  {"Boolean", Type::boolean},
                                                                  {"String", Type::string},
                                                                  {"Enumeration", Type::enumeration}}};

inline constexpr std::array<Choice<Causality>, 7> causality_words = {
    {{"parameter", Causality::parameter},
     {"calculatedParameter", Causality::calculated_parameter},
     {"input", Causality::input},
     {"output", Causality::output},
     {"local", Causality::local},
     {"independent", Causality::independent},
     {"structuralParameter", Causality::structural_parameter}}};

inline constexpr std::array<Choice<Variability>, 5> variability_words = {{{"constant", Variability::constant},
                                                                          {"fixed", Variability::fixed},
                                                                          {"tunable", Variability::tunable},
                                                                          {"discrete", Variability::discrete},
                                                                          {"continuous", Variability::continuous}}};

inline constexpr std::array<Choice<Initial>, 3> initial_words = {
    {{"exact", Initial::exact}, {"approx", Initial::approx}, {"calculated", Initial::calculated}}};

inline constexpr std::array<Choice<IntervalVariability>, 6> interval_words = {
    {{"constant", IntervalVariability::constant},
     {"fixed", IntervalVariability::fixed},
     {"tunable", IntervalVariability::tunable},
     {"changing", IntervalVariability::changing},
     {"countdown", IntervalVariability::countdown},
     {"triggered", IntervalVariability::triggered}}};

inline constexpr std::array<Choice<DependencyKind>, 5> dependency_words = {{{"dependent", DependencyKind::dependent},
                                                                            {"constant", DependencyKind::constant},
                                                                            {"fixed", DependencyKind::fixed},
                                                                            {"tunable", DependencyKind::tunable},
                                                                            {"discrete", DependencyKind::discrete}}};

inline constexpr std::array<Choice<InterfaceKind>, 3> interface_words = {
    {{"ModelExchange", InterfaceKind::model_exchange},
     {"CoSimulation", InterfaceKind::co_simulation},
     {"ScheduledExecution", InterfaceKind::scheduled_execution}}};

template <class T, std::size_t N>
constexpr std::string_view word_in(const std::array<Choice<T>, N>& choices, T meaning) {
  for (const Choice<T>& choice : choices)
    if (choice.meaning == meaning) return choice.word;
  return {};
}

template <class T, std::size_t N>
constexpr std::optional<T> meaning_in(const std::array<Choice<T>, N>& choices, std::string_view word) {
  for (const Choice<T>& choice : choices)
    if (choice.word == word) return choice.meaning;
  return std::nullopt;
}

/// The type in the words of the version: "Real" or "Float64".
constexpr std::string_view type_word(Standard standard, Type type) {
  return standard == Standard::fmi3 ? word_in(type_words, type) : word_in(early_type_words, type);
}

}  // namespace oldham::fmi
