// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "oldham/fmi/description/xml_file.hpp"
#include "oldham/fmi/ssp/system_structure.hpp"

namespace oldham::fmi::ssp {

/// Units and enumerations that a file defines for itself.
class Definitions {
 public:
  Definitions() = default;
  /// `root` is the outermost element of a file; what an inner file does not define is looked for in the outer one.
  explicit Definitions(const XmlElement& root, const Definitions* outer = nullptr);

  /// What a name means; that of an undefined unit is read when it follows the usual spelling.
  NamedUnit unit(const std::string& name) const;
  /// Empty where there is no such enumeration.
  std::vector<EnumerationItem> items(const std::string& name) const;

 private:
  std::map<std::string, std::optional<Unit>> units_;
  std::map<std::string, std::vector<EnumerationItem>> enumerations_;
};

/// Refuses versions that nobody knows here; 1.x, 2.x and the drafts before them are known.
void check_version(const XmlElement& root);

/// The child that says how values are changed on their way, if any.
std::optional<Transformation> read_transformation(const XmlElement& element);

std::vector<Connector> read_connectors(const XmlElement& element, const Definitions& definitions);

/// The table that Oldham wrote as an annotation of this element; empty where there is none.
Value::Table read_extra(const XmlElement& element);

Origin origin_of(const XmlElement& element);

inline constexpr const char* ssp_remedy = "correct the file, or export the system again";

}  // namespace oldham::fmi::ssp
