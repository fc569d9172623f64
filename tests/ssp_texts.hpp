// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "archives.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/value.hpp"
#include "oldham/fmi/ssp/ssp_reader.hpp"

namespace oldham {

/// An FMU with a variable of every type and several units; its binary is missing, as nobody runs it.
inline constexpr const char* box_text = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Box" guid="{1}">
  <ModelExchange modelIdentifier="Box"/>
  <CoSimulation modelIdentifier="Box"/>
  <UnitDefinitions>
    <Unit name="m"><BaseUnit m="1"/></Unit>
    <Unit name="mm"><BaseUnit m="1" factor="0.001"/></Unit>
    <Unit name="K"><BaseUnit K="1"/></Unit>
    <Unit name="degC"><BaseUnit K="1" offset="273.15"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <SimpleType name="Gear"><Enumeration><Item name="first" value="1"/><Item name="second" value="2"/></Enumeration></SimpleType>
  </TypeDefinitions>
  <ModelVariables>
    <ScalarVariable name="u" valueReference="1" causality="input"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="u_m" valueReference="2" causality="input"><Real unit="m" start="0"/></ScalarVariable>
    <ScalarVariable name="u_K" valueReference="3" causality="input"><Real unit="K" start="0"/></ScalarVariable>
    <ScalarVariable name="on" valueReference="4" causality="input" variability="discrete"><Boolean start="false"/></ScalarVariable>
    <ScalarVariable name="level" valueReference="5" causality="input" variability="discrete"><Integer start="0"/></ScalarVariable>
    <ScalarVariable name="gear" valueReference="6" causality="input" variability="discrete"><Enumeration declaredType="Gear" start="1"/></ScalarVariable>
    <ScalarVariable name="y" valueReference="11" causality="output"><Real/></ScalarVariable>
    <ScalarVariable name="y_mm" valueReference="12" causality="output"><Real unit="mm"/></ScalarVariable>
    <ScalarVariable name="y_degC" valueReference="13" causality="output"><Real unit="degC"/></ScalarVariable>
    <ScalarVariable name="flag" valueReference="14" causality="output" variability="discrete"><Boolean/></ScalarVariable>
    <ScalarVariable name="count" valueReference="15" causality="output" variability="discrete"><Integer/></ScalarVariable>
    <ScalarVariable name="shift" valueReference="16" causality="output" variability="discrete"><Enumeration declaredType="Gear"/></ScalarVariable>
    <ScalarVariable name="pi" valueReference="17" causality="output" variability="constant" initial="exact"><Real start="3.25"/></ScalarVariable>
    <ScalarVariable name="k" valueReference="21" causality="parameter" variability="fixed"><Real unit="m" start="1"/></ScalarVariable>
    <ScalarVariable name="p.gain" valueReference="22" causality="parameter" variability="fixed"><Real start="1"/></ScalarVariable>
    <ScalarVariable name="n" valueReference="23" causality="parameter" variability="fixed"><Integer start="1"/></ScalarVariable>
    <ScalarVariable name="is_fast" valueReference="24" causality="parameter" variability="fixed"><Boolean start="false"/></ScalarVariable>
    <ScalarVariable name="table" valueReference="25" causality="parameter" variability="fixed"><String start="a"/></ScalarVariable>
    <ScalarVariable name="mode" valueReference="26" causality="parameter" variability="fixed"><Enumeration declaredType="Gear" start="1"/></ScalarVariable>
    <ScalarVariable name="derived" valueReference="27" causality="calculatedParameter" variability="fixed"><Real/></ScalarVariable>
  </ModelVariables>
  <ModelStructure/>
</fmiModelDescription>
)xml";

/// The names of the standard's namespaces, for files that are whole.
inline constexpr const char* ssp_names = R"( xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription")"
                                         R"( xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon")"
                                         R"( xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues")"
                                         R"( xmlns:ssm="http://ssp-standard.org/SSP1/SystemStructureParameterMapping")";

/// A description with this inside its system, and that behind it.
inline std::string ssd(const std::string& system, const std::string& behind = "") {
  return std::string(
             R"(<?xml version="1.0" encoding="UTF-8"?><ssd:SystemStructureDescription version="1.0" name="rig")") +
         ssp_names + "><ssd:System name=\"root\">" + system + "</ssd:System>" + behind +
         "</ssd:SystemStructureDescription>";
}

inline std::string components(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += "<ssd:Component name=\"" + name + "\" source=\"resources/box.fmu\"/>";
  return text;
}

inline std::string elements(const std::string& content) { return "<ssd:Elements>" + content + "</ssd:Elements>"; }
inline std::string connections(const std::string& content) {
  return "<ssd:Connections>" + content + "</ssd:Connections>";
}

/// "a.y", or "y" for a connector of the system itself; `inside` is a transformation, `more` further attributes.
inline std::string connection(const std::string& from, const std::string& to, const std::string& inside = "",
                              const std::string& more = "") {
  const auto end = [](const std::string& path, const std::string& which) {
    const std::size_t dot = path.find('.');
    if (dot == std::string::npos) return " " + which + "Connector=\"" + path + "\"";
    return " " + which + "Element=\"" + path.substr(0, dot) + "\" " + which + "Connector=\"" + path.substr(dot + 1) +
           "\"";
  };
  return "<ssd:Connection" + end(from, "start") + end(to, "end") + " " + more + ">" + inside + "</ssd:Connection>";
}

inline std::string connector(const std::string& name, const std::string& kind, const std::string& type = "") {
  return "<ssd:Connector name=\"" + name + "\" kind=\"" + kind + "\">" + type + "</ssd:Connector>";
}

inline std::string connectors(const std::string& content) { return "<ssd:Connectors>" + content + "</ssd:Connectors>"; }

/// A parameter set as it stands in a file of its own, or inside a binding.
inline std::string parameter_set(const std::string& parameters, const std::string& more = "") {
  return std::string("<ssv:ParameterSet version=\"1.0\" name=\"set\"") + ssp_names + "><ssv:Parameters>" + parameters +
         "</ssv:Parameters>" + more + "</ssv:ParameterSet>";
}

/// "<ssv:Real value=...>" and the like.
inline std::string parameter(const std::string& name, const std::string& type, const std::string& value,
                             const std::string& more = "") {
  return "<ssv:Parameter name=\"" + name + "\"><ssv:" + type + " value=\"" + value + "\" " + more +
         "/></ssv:Parameter>";
}

inline std::string mapping(const std::string& entries) {
  return std::string("<ssm:ParameterMapping version=\"1.0\"") + ssp_names + ">" + entries + "</ssm:ParameterMapping>";
}

/// A binding with everything inside of it; the mapping may be missing.
inline std::string binding(const std::string& parameters, const std::string& entries = "",
                           const std::string& more = "") {
  return "<ssd:ParameterBinding " + more + "><ssd:ParameterValues>" + parameter_set(parameters) +
         "</ssd:ParameterValues>" +
         (entries.empty() ? "" : "<ssd:ParameterMapping>" + mapping(entries) + "</ssd:ParameterMapping>") +
         "</ssd:ParameterBinding>";
}

inline std::string bindings(const std::string& content) {
  return "<ssd:ParameterBindings>" + content + "</ssd:ParameterBindings>";
}

/// Tests that read systems of SSP.
class SspTest : public ArchiveTest {
 protected:
  SspTest() { write_zip(folder_ / "box.fmu", {{"modelDescription.xml", box_text}}); }

  /// Packs the description with the FMU and further files.
  std::filesystem::path pack(const std::string& description, std::vector<PackedFile> more = {},
                             const std::string& name = "rig.ssp") const {
    more.push_back({"SystemStructure.ssd", description});
    more.push_back({"resources/box.fmu", bytes_of(folder_ / "box.fmu")});
    write_zip(folder_ / name, more);
    return folder_ / name;
  }
  Value read(const std::string& description, std::vector<PackedFile> more = {}) const {
    return fmi::read_ssp(pack(description, std::move(more)), folder_ / "cache");
  }
  /// What the reader says, whatever kind of error it is.
  std::string refusal(const std::string& description, std::vector<PackedFile> more = {}) const {
    try {
      read(description, std::move(more));
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  /// What the tree has at a path; an empty table where there is nothing.
  static Value at(const Value& tree, const std::string& path) {
    const Value* found = find_place(tree, path);
    return found == nullptr ? Value(Value::Table()) : *found;
  }
};

}  // namespace oldham
