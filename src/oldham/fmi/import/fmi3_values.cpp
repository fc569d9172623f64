// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/fmi3_values.hpp"

#include <memory>
#include <type_traits>

#include "oldham/fmi/import/typed_values.hpp"

namespace oldham::fmi {
namespace {

/// A C++ type with the functions that pass values of it.
template <class V>
struct Access {
  using Value = V;
  fmi3Status (*get)(fmi3Instance, const fmi3ValueReference[], std::size_t, V[], std::size_t);
  fmi3Status (*set)(fmi3Instance, const fmi3ValueReference[], std::size_t, const V[], std::size_t);
};

/// Calls `use` with the access to a numeric type; nothing for texts, bytes and clocks.
template <class Use>
std::optional<fmi3Status> with_access(const Functions3& f, Type type, const Use& use) {
  switch (type) {
    case Type::float32:
      return use(Access<float>{f.GetFloat32, f.SetFloat32});
    case Type::float64:
      return use(Access<double>{f.GetFloat64, f.SetFloat64});
    case Type::int8:
      return use(Access<std::int8_t>{f.GetInt8, f.SetInt8});
    case Type::uint8:
      return use(Access<std::uint8_t>{f.GetUInt8, f.SetUInt8});
    case Type::int16:
      return use(Access<std::int16_t>{f.GetInt16, f.SetInt16});
    case Type::uint16:
      return use(Access<std::uint16_t>{f.GetUInt16, f.SetUInt16});
    case Type::int32:
      return use(Access<std::int32_t>{f.GetInt32, f.SetInt32});
    case Type::uint32:
      return use(Access<std::uint32_t>{f.GetUInt32, f.SetUInt32});
    case Type::int64:
    case Type::enumeration:
      return use(Access<std::int64_t>{f.GetInt64, f.SetInt64});
    case Type::uint64:
      return use(Access<std::uint64_t>{f.GetUInt64, f.SetUInt64});
    case Type::boolean:
      return use(Access<bool>{f.GetBoolean, f.SetBoolean});
    default:
      return std::nullopt;
  }
}

/// The list that start values of this type are kept in.
template <class V>
using Kept =
    std::conditional_t<std::is_same_v<V, bool>, bool,
                       std::conditional_t<std::is_floating_point_v<V>, double,
                                          std::conditional_t<std::is_signed_v<V>, std::int64_t, std::uint64_t>>>;

std::optional<fmi3Status> set_texts(const Functions3& f, fmi3Instance instance, const Variable& variable,
                                    const std::vector<std::string>& texts) {
  if (variable.type == Type::string) {
    if (f.SetString == nullptr) return std::nullopt;
    std::vector<fmi3String> values;
    for (const std::string& text : texts) values.push_back(text.c_str());
    return f.SetString(instance, &variable.reference, 1, values.data(), values.size());
  }
  if (f.SetBinary == nullptr) return std::nullopt;
  std::vector<fmi3Binary> values;
  std::vector<std::size_t> sizes;
  for (const std::string& text : texts) {
    values.push_back(reinterpret_cast<fmi3Binary>(text.data()));
    sizes.push_back(text.size());
  }
  return f.SetBinary(instance, &variable.reference, 1, sizes.data(), values.data(), values.size());
}

std::optional<fmi3Status> get_texts(const Functions3& f, fmi3Instance instance, const Variable& variable,
                                    std::size_t count, Values& values) {
  std::vector<std::string> texts;
  fmi3Status told = fmi3OK;
  if (variable.type == Type::string) {
    if (f.GetString == nullptr) return std::nullopt;
    std::vector<fmi3String> read(count, nullptr);
    told = f.GetString(instance, &variable.reference, 1, read.data(), count);
    for (const fmi3String text : read) texts.emplace_back(text == nullptr ? "" : text);
  } else {
    if (f.GetBinary == nullptr) return std::nullopt;
    std::vector<fmi3Binary> read(count, nullptr);
    std::vector<std::size_t> sizes(count, 0);
    told = f.GetBinary(instance, &variable.reference, 1, sizes.data(), read.data(), count);
    for (std::size_t i = 0; i < count; ++i)
      texts.emplace_back(reinterpret_cast<const char*>(read[i]), read[i] == nullptr ? 0 : sizes[i]);
  }
  values = std::move(texts);
  return told;
}

}  // namespace

std::optional<fmi3Status> get_part3(const Functions3& functions, fmi3Instance instance, const VariableBatch::Part& part,
                                    double* row) {
  const std::size_t count = part.references.size();
  if (part.is_in_row) {
    if (functions.GetFloat64 == nullptr) return std::nullopt;
    return functions.GetFloat64(instance, part.references.data(), count, row + part.places.front(), part.elements());
  }
  return with_access(functions, part.type, [&](const auto& access) -> std::optional<fmi3Status> {
    using V = typename std::decay_t<decltype(access)>::Value;
    if (access.get == nullptr) return std::nullopt;
    const fmi3Status told = access.get(instance, part.references.data(), count, buffer_of<V>(part), part.elements());
    unpack<V>(part, row);
    return told;
  });
}

std::optional<fmi3Status> set_part3(const Functions3& functions, fmi3Instance instance, const VariableBatch::Part& part,
                                    const double* row) {
  const std::size_t count = part.references.size();
  if (part.is_in_row) {
    if (functions.SetFloat64 == nullptr) return std::nullopt;
    return functions.SetFloat64(instance, part.references.data(), count, row + part.places.front(), part.elements());
  }
  return with_access(functions, part.type, [&](const auto& access) -> std::optional<fmi3Status> {
    using V = typename std::decay_t<decltype(access)>::Value;
    if (access.set == nullptr) return std::nullopt;
    return access.set(instance, part.references.data(), count, pack<V>(part, row), part.elements());
  });
}

std::optional<fmi3Status> set_values3(const Functions3& functions, fmi3Instance instance, const Variable& variable,
                                      const Values& values) {
  if (const auto* texts = std::get_if<std::vector<std::string>>(&values))
    return set_texts(functions, instance, variable, *texts);
  return with_access(functions, variable.type, [&](const auto& access) -> std::optional<fmi3Status> {
    using V = typename std::decay_t<decltype(access)>::Value;
    if (access.set == nullptr) return std::nullopt;
    const auto& kept = std::get<std::vector<Kept<V>>>(values);
    const auto typed = std::make_unique<V[]>(kept.size());  // of truths a vector has no array
    for (std::size_t i = 0; i < kept.size(); ++i) typed[i] = static_cast<V>(kept[i]);
    return access.set(instance, &variable.reference, 1, typed.get(), kept.size());
  });
}

std::optional<fmi3Status> get_values3(const Functions3& functions, fmi3Instance instance, const Variable& variable,
                                      std::size_t count, Values& values) {
  if (variable.type == Type::string || variable.type == Type::binary)
    return get_texts(functions, instance, variable, count, values);
  return with_access(functions, variable.type, [&](const auto& access) -> std::optional<fmi3Status> {
    using V = typename std::decay_t<decltype(access)>::Value;
    if (access.get == nullptr) return std::nullopt;
    const auto typed = std::make_unique<V[]>(count);
    const fmi3Status told = access.get(instance, &variable.reference, 1, typed.get(), count);
    values = std::vector<Kept<V>>(typed.get(), typed.get() + count);
    return told;
  });
}

}  // namespace oldham::fmi
