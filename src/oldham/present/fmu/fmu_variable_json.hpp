// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "oldham/fmi/description/model_description.hpp"
#include "oldham/io/json.hpp"

namespace oldham::fmi {

/// Start values are one alone or an array; bytes are hexadecimal digits.
Json describe_variable(const ModelDescription& description, const Variable& variable);
Json describe_type(const ModelDescription& description, const TypeDefinition& type);

/// The name of the variable that is meant; null when there is none.
Json name_of(const ModelDescription& description, const Reference& reference);

// what is absent, empty or false is left out

inline void add_text(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

template <class T>
void add_optional(Json& object, const char* key, const std::optional<T>& value) {
  if (value) object[key] = *value;
}

inline void add_flag(Json& object, const char* key, bool flag) {
  if (flag) object[key] = true;
}

}  // namespace oldham::fmi
