// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/structure_reader.hpp"

#include <gmock/gmock.h>

#include "descriptions.hpp"
#include "message_of.hpp"
#include "ssp_texts.hpp"

namespace oldham {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SspSlip : public SspTest {
 protected:
  /// Two components with this between their elements and connections.
  std::string refusal_of_connection(const std::string& text) const {
    return refusal(ssd(elements(components({"a", "b"})) + connections(text)));
  }
};

TEST_F(SspSlip, NeedsADescriptionAtTheTop) {
  const auto open = [&](const std::vector<PackedFile>& files) {
    write_zip(folder_ / "a.ssp", files);
    return message_of([&] { fmi::read_ssp(folder_ / "a.ssp", folder_ / "cache"); });
  };
  EXPECT_THAT(open({{"a.txt", ""}}),
              HasSubstr("a.ssp: the archive has no 'SystemStructure.ssd'; check that it is an SSP"));
  EXPECT_THAT(open({{"rig/SystemStructure.ssd", ""}}),
              HasSubstr("but at 'rig/SystemStructure.ssd'; pack the content of the folder"));
  EXPECT_THAT(open({{"SystemStructure.ssd", "<a>"}}),
              HasSubstr("a.ssp/SystemStructure.ssd:1: this is no well-formed XML"));
  EXPECT_THAT(open({{"SystemStructure.ssd", "<a/>"}}), HasSubstr("expected the element SystemStructureDescription"));
  write_bytes(folder_ / "b.ssp", "no zip");
  EXPECT_THAT(message_of([&] { fmi::read_ssp(folder_ / "b.ssp", folder_ / "cache"); }), HasSubstr("expected an SSP"));
  EXPECT_THAT(message_of([&] { fmi::read_ssp(folder_ / "c.ssd", folder_ / "cache"); }),
              HasSubstr("there is no such file"));
}

TEST_F(SspSlip, KnowsItsVersions) {
  const std::string text = ssd(elements(components({"a"})));
  for (const char* version : {"\"1.0\"", "\"2.0\"", "\"Draft20171219\""})
    EXPECT_EQ(refusal(with(text, "version=\"1.0\" name=\"rig\"", std::string("version=") + version + " name=\"rig\"")),
              "no error");
  EXPECT_THAT(refusal(with(text, "version=\"1.0\" name=\"rig\"", "version=\"3.0\" name=\"rig\"")),
              HasSubstr("expected 1.0 or 2.0, found '3.0'"));
}

TEST_F(SspSlip, RefusesComponentsThatCannotBeRun) {
  const auto component = [&](const std::string& attributes) {
    return refusal(ssd(elements("<ssd:Component name=\"a\" " + attributes + "/>")), {{"resources/a.fmu", "no zip"}});
  };
  EXPECT_THAT(component(""), HasSubstr("rig.ssp/SystemStructure.ssd:1: Component 'a': the component has no source"));
  EXPECT_THAT(component("source=\"\""), HasSubstr("the source is empty"));
  EXPECT_THAT(component("source=\"resources/bax.fmu\""),
              AllOf(HasSubstr("there is no file 'resources/bax.fmu'"), HasSubstr("did you mean 'box.fmu'")));
  EXPECT_THAT(component("source=\"" + std::string(5000, 'x') + "\""), HasSubstr("there is no file 'xxx"));
  EXPECT_THAT(component("source=\"resources/a.fmu\""), AllOf(HasSubstr("Component 'a'"), HasSubstr("expected an FMU")));
  EXPECT_THAT(component("source=\"http://example.com/a.fmu\""), HasSubstr("must be fetched from elsewhere"));
  EXPECT_THAT(component("source=\"a.mo\" type=\"text/x-modelica\""),
              HasSubstr("components of the type 'text/x-modelica' cannot be run"));
  EXPECT_THAT(component("source=\"resources/box.fmu\" implementation=\"ScheduledExecution\""),
              HasSubstr("scheduled execution is not supported"));
  EXPECT_THAT(component("source=\"resources/box.fmu\" implementation=\"Both\""),
              HasSubstr("'Both' is not a value of the standard"));
  EXPECT_THAT(component("source=\"#nobody\""), HasSubstr("no system here has the id 'nobody'"));
  EXPECT_THAT(refusal(ssd(elements(components({"a", "a"})))), HasSubstr("two elements of this name"));
  EXPECT_THAT(refusal(ssd(elements(components({""})))), HasSubstr("the name is empty"));
  EXPECT_THAT(refusal(ssd("")), HasSubstr("the system has no components"));
}

TEST_F(SspSlip, DoesNotLeaveThePackage) {
  for (const char* source : {"../box.fmu", "resources/../../box.fmu", "/box.fmu", "C:/box.fmu", "..\\box.fmu",
                             "file:///box.fmu", "%2e%2e/box.fmu"})
    EXPECT_THAT(refusal(ssd(elements("<ssd:Component name=\"a\" source=\"" + std::string(source) + "\"/>"))),
                HasSubstr("leads out of the package"))
        << source;
}

TEST_F(SspSlip, DoesNotLeaveThePackageThroughADescriptionInside) {
  const auto inner = [&](const std::string& source) {
    const std::string text = ssd(elements("<ssd:Component name=\"b\" source=\"" + source + "\"/>"));
    return refusal(ssd(elements("<ssd:Component name=\"a\" source=\"sub/inner.ssd\"/>")), {{"sub/inner.ssd", text}});
  };
  EXPECT_THAT(inner((folder_ / "box.fmu").string()), HasSubstr("leads out of the package"));
  EXPECT_THAT(inner("../../../box.fmu"), HasSubstr("leads out of the package"));
  EXPECT_EQ(inner("../resources/box.fmu"), "no error") << "elsewhere in the package is not outside";
}

TEST_F(SspSlip, TakesOnlyFilesForFiles) {
  EXPECT_THAT(refusal(ssd(elements("<ssd:Component name=\"a\" source=\"resources\"/>"))),
              HasSubstr("there is no file 'resources'"));
  // beside a description sources may lead anywhere, but not to what never ends
  write_bytes(folder_ / "rig.ssd",
              ssd(elements(components({"a"})) + bindings("<ssd:ParameterBinding source=\"/dev/zero\"/>")));
  EXPECT_THAT(message_of([&] { fmi::read_ssp(folder_ / "rig.ssd", folder_ / "cache"); }),
              HasSubstr("there is no file '/dev/zero'"));
}

TEST_F(SspSlip, TakesSourcesAsToolsWriteThem) {
  for (const char* source : {"resources/my%20box.fmu", "resources/my box.fmu", "resources\\my box.fmu",
                             "file:resources/my%20box.fmu", "./resources/x/../my%20box.fmu"})
    EXPECT_EQ(refusal(ssd(elements("<ssd:Component name=\"a\" source=\"" + std::string(source) + "\"/>")),
                      {{"resources/my box.fmu", bytes_of(folder_ / "box.fmu")}}),
              "no error")
        << source;
}

TEST_F(SspSlip, RefusesSystemsInsideThemselves) {
  const std::string self = ssd(elements("<ssd:Component name=\"a\" source=\"SystemStructure.ssd\"/>"));
  EXPECT_THAT(refusal(self), HasSubstr("contains itself"));
  EXPECT_THAT(refusal(ssd(elements("<ssd:System name=\"s\" id=\"s\">" +
                                   elements("<ssd:Component name=\"a\" source=\"#s\"/>") + "</ssd:System>"))),
              HasSubstr("contains itself"));
  std::string deep = components({"a"});
  for (int i = 0; i < 150; ++i) deep = "<ssd:System name=\"s\">" + elements(deep) + "</ssd:System>";
  EXPECT_THAT(refusal(ssd(elements(deep))), HasSubstr("systems are nested more than 100 deep"));
  std::string much = "<x/>";
  for (int i = 0; i < 1000; ++i) much = "<x>" + much + "</x>";
  EXPECT_THAT(refusal(ssd(elements(components({"a"})), "<ssd:Annotations>" + much + "</ssd:Annotations>")),
              HasSubstr("elements are nested more than 400 deep"));
}

TEST_F(SspSlip, RefusesReferencesThatMultiply) {
  // each system stands for two of the next one: 2^40 elements on a page
  std::string text;
  for (int i = 0; i < 40; ++i) {
    const std::string next = "source=\"#s" + std::to_string(i + 1) + "\"/>";
    text += "<ssd:System name=\"s" + std::to_string(i) + "\" id=\"s" + std::to_string(i) + "\">" +
            elements("<ssd:Component name=\"a\" " + next + "<ssd:Component name=\"b\" " + next) + "</ssd:System>";
  }
  text += "<ssd:System name=\"s40\" id=\"s40\">" + elements(components({"c"})) + "</ssd:System>";
  EXPECT_THAT(refusal(ssd(elements(text))), HasSubstr("references make more than 10000 elements of it"));
}

TEST_F(SspSlip, RefusesSignalDictionaries) {
  EXPECT_THAT(refusal(ssd("<ssd:SignalDictionaries><ssd:SignalDictionary name=\"bus\"/></ssd:SignalDictionaries>")),
              HasSubstr("SignalDictionary 'bus': signal dictionaries are not supported; connect the components"));
  EXPECT_THAT(refusal(ssd(elements("<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"bus\"/>"))),
              HasSubstr("SignalDictionaryReference 'bus': signal dictionaries are not supported"));
}

TEST_F(SspSlip, NamesTheConnectionThatLeadsNowhere) {
  EXPECT_THAT(
      refusal_of_connection(connection("a.y", "c.u")),
      HasSubstr(
          "rig.ssp/SystemStructure.ssd:1: connection from 'a.y' to 'c.u': there is no element 'c'; did you mean"));
  EXPECT_THAT(refusal_of_connection(connection("a.y_mn", "b.u")),
              HasSubstr("the FMU of 'a' has no variable 'y_mn'; did you mean 'y_mm'"));
  EXPECT_THAT(refusal_of_connection(connection("nothing", "b.u")),
              HasSubstr("the system 'root' has no connector 'nothing'"));
  EXPECT_THAT(refusal_of_connection(connection("a.y", "b.y")), HasSubstr("both of them give values"));
  EXPECT_THAT(refusal_of_connection(connection("a.u", "b.u")), HasSubstr("both of them take values"));
  EXPECT_THAT(refusal_of_connection(connection("a.y", "b.u") + connection("b.y", "b.u")),
              HasSubstr("'u' of 'b' has another source already"));
  EXPECT_THAT(refusal_of_connection("<ssd:Connection startElement=\"a\" endElement=\"b\" endConnector=\"u\"/>"),
              HasSubstr("the attribute 'startConnector' is missing"));
  EXPECT_THAT(refusal_of_connection(connection("a.y", "b.u", "", "startIndices=\"1\"")),
              HasSubstr("single elements of arrays"));
}

TEST_F(SspSlip, RefusesConnectionsInACircle) {
  const auto system = [](const std::string& name) {
    return "<ssd:System name=\"" + name + "\">" + connectors(connector("in", "input") + connector("out", "output")) +
           connections(connection("in", "out")) + "</ssd:System>";
  };
  EXPECT_THAT(
      refusal(ssd(connectors(connector("y", "output")) + elements(system("s") + system("t") + components({"a"})) +
                  connections(connection("s.out", "t.in") + connection("t.out", "s.in") + connection("s.out", "a.u")))),
      HasSubstr("feeds itself"));
}

TEST_F(SspSlip, ChecksTransformations) {
  const auto on = [&](const std::string& from, const std::string& to, const std::string& inside) {
    return refusal_of_connection(connection(from, to, inside));
  };
  EXPECT_THAT(on("a.y", "b.u", "<ssc:LinearTransformation factor=\"two\"/>"),
              HasSubstr("expected a number, found 'two'"));
  EXPECT_THAT(on("a.y", "b.u", "<ssc:LinearTransformation/><ssc:LinearTransformation/>"),
              HasSubstr("more than one transformation"));
  EXPECT_THAT(on("a.y", "b.u", "<ssc:CubicTransformation/>"), HasSubstr("not one of the standard"));
  EXPECT_THAT(on("a.count", "b.level",
                 "<ssc:IntegerMappingTransformation><ssc:MapEntry source=\"1\" target=\"2\"/>"
                 "<ssc:MapEntry source=\"1\" target=\"3\"/></ssc:IntegerMappingTransformation>"),
              HasSubstr("'1' stands twice"));
  EXPECT_THAT(on("a.shift", "b.gear",
                 "<ssc:EnumerationMappingTransformation><ssc:MapEntry source=\"firts\" target=\"second\"/>"
                 "</ssc:EnumerationMappingTransformation>"),
              HasSubstr("'firts' is no item of the enumeration; did you mean 'first'"));
}

}  // namespace
}  // namespace oldham
