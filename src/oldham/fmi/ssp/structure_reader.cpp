// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/structure_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "oldham/core/error.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/ssp/common_reader.hpp"
#include "oldham/fmi/ssp/package.hpp"
#include "oldham/fmi/ssp/parameter_reader.hpp"

namespace oldham::fmi::ssp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t deepest_system = 100;  // systems inside systems
// elements that references repeat: each level may double them, so that a page describes more than a memory holds
constexpr std::size_t most_repeated = 10'000;

constexpr std::array<Choice<std::optional<InterfaceKind>>, 4> implementation_words = {
    {{"any", std::nullopt},
     {"CoSimulation", InterfaceKind::co_simulation},
     {"ModelExchange", InterfaceKind::model_exchange},
     {"ScheduledExecution", InterfaceKind::scheduled_execution}}};

/// What all files of one reading share.
struct Session {
  fs::path cache;
  std::map<fs::path, std::shared_ptr<const ModelDescription>> fmus{};
  std::vector<std::string> inside{};  // the systems that are being read, the outermost first
  std::size_t repeated = 0;           // elements read through references so far
};

/// One file while it is read.
struct Source {
  const Package& package;
  const Definitions& definitions;
  const XmlElement& root;
  Session& session;
};

/// Counts how deep systems are nested, and refuses those that contain themselves.
class Level {
 public:
  Level(Session& session, const std::string& name, const XmlElement& element) : session_(session) {
    if (!name.empty() && std::ranges::find(session.inside, name) != session.inside.end())
      throw_wrong_input(element.place(), fmt::format("{} contains itself", quoted_name(name)),
                        "refer to another system here");
    if (session.inside.size() >= deepest_system)
      throw_wrong_input(element.place(), fmt::format("systems are nested more than {} deep", deepest_system),
                        ssp_remedy);
    session.inside.push_back(name);
  }
  ~Level() { session_.inside.pop_back(); }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  Session& session_;
};

/// Refuses a system that has grown beyond measure by references to systems with references.
void count_element(Session& session, const XmlElement& element) {
  if (std::ranges::all_of(session.inside, [](const std::string& name) { return name.empty(); })) return;
  if (++session.repeated > most_repeated)
    throw_wrong_input(element.place(), fmt::format("references make more than {} elements of it", most_repeated),
                      ssp_remedy);
}

SystemStructure read_file(const Package& package, Session& session);
Element read_system(const XmlElement& element, const Source& source);

/// The system of this file with that id.
std::optional<XmlElement> find_system(const XmlElement& element, std::string_view id) {
  for (const XmlElement& child : element.children()) {
    if (child.name() == "System" && child.text("id") == id) return child;
    if (child.name() == "System" || child.name() == "Elements")
      if (auto found = find_system(child, id)) return found;
  }
  return std::nullopt;
}

std::shared_ptr<const ModelDescription> read_fmu(const fs::path& file, const XmlElement& element, Session& session) {
  std::shared_ptr<const ModelDescription>& known = session.fmus[file];
  if (known) return known;
  try {
    known = std::make_shared<const ModelDescription>(read_description(Archive(file)));
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", element.place(), error.what()));
  }
  return known;
}

/// A component that stands for another system is that system, under the component's name and with its bindings last.
Element replace_by(Element system, const XmlElement& element, const Source& source) {
  system.name = element.required_text("name");
  system.where = element.place();
  std::ranges::move(read_bindings(element, source.package, source.definitions, {}),
                    std::back_inserter(system.bindings));
  return system;
}

void read_implementation(const XmlElement& element, Element& component) {
  component.interface = element.word("implementation", implementation_words).value_or(std::nullopt);
  if (component.interface == InterfaceKind::scheduled_execution)
    throw_missing_capability(element.place(), "scheduled execution is not supported",
                             "use an FMU for co-simulation or model exchange");
  if (component.interface && find_interface(*component.description, *component.interface) == nullptr)
    element.fail("implementation", fmt::format("the FMU has no {}", element.text("implementation")),
                 "choose the implementation that it has, or leave out the attribute");
}

Element read_component(const XmlElement& element, const Source& source) {
  const std::optional<std::string> address = element.optional_text("source");
  if (!address)
    throw_wrong_input(element.place(), "the component has no source, so there is nothing to run",
                      "name the FMU it stands for");
  const std::string type = element.text("type");
  const std::size_t hash = address->find('#');
  const std::string path = address->substr(0, hash), fragment = hash < address->size() ? address->substr(hash + 1) : "";
  if (path.empty() && !fragment.empty()) {
    const std::optional<XmlElement> system = find_system(source.root, fragment);
    if (!system) element.fail("source", fmt::format("no system here has the id {}", shown(fragment)), ssp_remedy);
    const Level level(source.session, fmt::format("{}#{}", element.file().name(), fragment), element);
    return replace_by(read_system(*system, source), element, source);
  }
  if (type == "application/x-ssp-definition" || type == "application/x-ssp-package" || path.ends_with(".ssp") ||
      path.ends_with(".ssd")) {
    const fs::path file = source.package.find(path, element.place());
    const Level level(source.session, file.string() + fragment, element);
    const Package inner = fragment.empty() ? source.package.open_inner(file, source.session.cache)
                                           : source.package.open_inner(file, source.session.cache, fragment);
    return replace_by(read_file(inner, source.session).system, element, source);
  }
  if (!type.empty() && type != "application/x-fmu-sharedlibrary" && !path.ends_with(".fmu"))
    throw_missing_capability(element.place(), fmt::format("components of the type {} cannot be run", shown(type)),
                             "replace it by an FMU");
  Element component{.name = element.required_text("name"), .origin = origin_of(element), .where = element.place()};
  // a number sign can be part of a file's name, too
  component.fmu = source.package.find(*address, element.place());
  component.description = read_fmu(component.fmu, element, source.session);
  read_implementation(element, component);
  component.connectors = read_connectors(element, source.definitions);
  component.bindings = read_bindings(element, source.package, source.definitions, component.fmu);
  component.extra = read_extra(element);
  return component;
}

void refuse_dictionary(const XmlElement& element) {
  throw_missing_capability(element.place(), "signal dictionaries are not supported",
                           "connect the components with each other directly");
}

Connection read_connection(const XmlElement& element) {
  for (const char* attribute : {"startIndices", "endIndices"})
    if (element.has(attribute))
      throw_missing_capability(element.place(), "connections of single elements of arrays are not supported",
                               "connect whole arrays, or scalar variables");
  Connection connection{.start = {element.optional_text("startElement"), element.required_text("startConnector")},
                        .end = {element.optional_text("endElement"), element.required_text("endConnector")},
                        .suppresses_conversion = element.boolean("suppressUnitConversion").value_or(false),
                        .transformation = read_transformation(element),
                        .extra = read_extra(element),
                        .origin = origin_of(element),
                        .where = {}};
  const auto shown_end = [](const End& end) {
    return end.element ? *end.element + "." + end.connector : end.connector;
  };
  connection.where = fmt::format("{}: connection from {} to {}", connection.origin.text(),
                                 shown(shown_end(connection.start)), shown(shown_end(connection.end)));
  return connection;
}

Element read_system(const XmlElement& element, const Source& source) {
  const Level level(source.session, {}, element);
  Element system{
      .name = element.text("name"), .is_system = true, .origin = origin_of(element), .where = element.place()};
  if (const auto list = element.child("SignalDictionaries"))
    for (const XmlElement& dictionary : list->children()) refuse_dictionary(dictionary);
  system.connectors = read_connectors(element, source.definitions);
  system.bindings = read_bindings(element, source.package, source.definitions, {});
  if (const auto list = element.child("Elements"))
    for (const XmlElement& child : list->children()) {
      if (child.name() == "SignalDictionaryReference") refuse_dictionary(child);
      if (child.name() != "Component" && child.name() != "System") continue;
      count_element(source.session, child);
      const std::string name = child.required_text("name");
      if (name.empty()) child.fail("name", "the name is empty", "give the element a name");
      if (std::ranges::find(system.elements, name, &Element::name) != system.elements.end())
        throw_wrong_input(child.place(), "there are two elements of this name in the system", "rename one of them");
      system.elements.push_back(child.name() == "System" ? read_system(child, source) : read_component(child, source));
    }
  if (const auto list = element.child("Connections"))
    for (const XmlElement& child : list->children("Connection")) system.connections.push_back(read_connection(child));
  return system;
}

/// The communication step of a tool that keeps it in an annotation; the standard has no word for it.
std::optional<double> find_step(const XmlElement& element) {
  for (const char* attribute : {"stepSize", "baseStepSize", "fixedStepSize"})
    if (const auto step = element.number(attribute); step && *step > 0) return step;
  for (const XmlElement& child : element.children())
    if (const auto step = find_step(child)) return step;
  return std::nullopt;
}

SystemStructure read_file(const Package& package, Session& session) {
  XmlFile file(read_whole(package.structure()), package.name_of(package.structure()), ssp_remedy);
  file.drop_prefixes();
  const XmlElement root = file.root("SystemStructureDescription");
  check_version(root);
  const std::optional<XmlElement> system = root.child("System"), experiment = root.child("DefaultExperiment");
  if (!system) throw_wrong_input(root.place(), "there is no System in it", ssp_remedy);
  const Definitions definitions(root);
  SystemStructure structure{.name = root.text("name"), .version = root.text("version"), .origin = origin_of(root)};
  structure.system = read_system(*system, {package, definitions, root, session});
  if (experiment) {
    structure.start = experiment->number("startTime");
    structure.stop = experiment->number("stopTime");
  }
  for (const auto& place : {std::optional(root), system, experiment})
    if (place && !structure.step)
      if (const auto annotations = place->child("Annotations")) structure.step = find_step(*annotations);
  structure.extra = read_extra(root);
  for (const Violation& violation : file.take_noticed()) structure.notes.push_back(text_of(violation));
  return structure;
}

}  // namespace

SystemStructure read_structure(const fs::path& file, const fs::path& cache) {
  Session session{.cache = cache};
  return read_file(Package::open(file, cache), session);
}

}  // namespace oldham::fmi::ssp
