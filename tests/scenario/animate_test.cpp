// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.hpp"

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A bar that swings from the ground, and a point mass on a spring at its end.
const std::string pendulum = R"(
title = "A bar & a bob"
[simulation]
end = 1.0
[scheme]
step = 0.01
[[subsystem]]
name = "arm"
model = "mechanism"
gravity = [0.0, -9.81]
integrator = "rk4"
micro_step = 1e-3
[[subsystem.body]]
name = "bar1"
mass = 1.0
inertia = 0.08333333333333333
position = [0.5, 0.0]
[[subsystem.body]]
name = "bob"
mass = 0.5
position = [1.0, -0.5]
[[subsystem.joint]]
name = "pivot"
type = "revolute"
between = ["ground", "bar1"]
points = [[0.0, 0.0], [-0.5, 0.0]]
[[subsystem.force]]
name = "rubber"
type = "spring"
between = ["bar1", "bob"]
points = [[0.5, 0.0], [0.0, 0.0]]
stiffness = 100.0
)";

/// A rod that falls from the horizontal.
const std::string swinging_rod = R"(
system = "rod"
[parameters]
N = 8
E = 5e7
tauK = 0.01
tauG = 0.001
gravity = 9.81
initial = "natural"
[simulation]
end = 0.1
[scheme]
step = 1e-3
)";

/// A rod on a bar that swings.
const std::string held_rod = R"(
[simulation]
end = 0.02
[scheme]
step = 1e-4
[[subsystem]]
name = "arm"
model = "mechanism"
space = "space"
micro_step = 1e-4
[[subsystem.body]]
name = "bar"
mass = 5.0
inertia = [0.02, 0.2, 0.2]
position = [0.3, 0.0, 0.0]
[[subsystem.joint]]
name = "pivot"
type = "spherical"
between = ["ground", "bar"]
at = [0.0, 0.0, 0.0]
[[subsystem.frame]]
name = "tip"
body = "bar"
point = [0.3, 0.0, 0.0]
R = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]
[[subsystem]]
name = "cable"
model = "rod"
N = 8
E = 5e7
tauK = 0.01
tauG = 0.001
gravity = 9.81
[[interface]]
name = "hold"
law = "clamp"
between = ["arm.tip", "cable.start"]
)";

using Animate = Scenario;

TEST_F(Animate, WritesAPageBesideTheResults) {
  answer({"run", write("arm.toml", pendulum), "--out", "out"});
  const json shown = answer({"animate", "out"}).at("animation");
  EXPECT_EQ(shown.at("page"), "out/animation.html");
  EXPECT_EQ(shown.at("mechanisms"), json({"arm"}));
  EXPECT_EQ(shown.at("bodies"), 2);
  EXPECT_EQ(shown.at("frames"), 101);  // one per step of 0.01 s, and the start
  EXPECT_EQ(shown.at("from"), 0.0);
  EXPECT_NEAR(shown.at("to"), 1.0, 1e-12);  // a sum of 100 steps
  const std::string page = read_file(folder() / "out/animation.html");
  for (const char* part : {"<title>A bar &amp; a bob</title>", "\"bar1\"", "\"bob\"", "\"pivot\"", "\"rubber\""})
    EXPECT_THAT(page, HasSubstr(part));
}

TEST_F(Animate, IsDoneByARunToo) {
  const std::string file = write("arm.toml", pendulum);
  const json run = answer({"run", file, "--out", "out", "--animate"});
  EXPECT_EQ(run.at("animation").at("page"), "out/animation.html");
  const std::string page = read_file(folder() / "out/animation.html");
  answer({"animate", "out", "-o", "pages/arm.html"});
  EXPECT_EQ(read_file(folder() / "pages/arm.html"), page);
}

TEST_F(Animate, ThinsToTheFramesAskedFor) {
  answer({"run", write("arm.toml", pendulum), "--out", "out"});
  const json shown = answer({"animate", "out", "--frames", "11"}).at("animation");
  EXPECT_EQ(shown.at("frames"), 11);
  EXPECT_EQ(shown.at("recorded"), 101);
  EXPECT_NEAR(shown.at("to"), 1.0, 1e-12);
  expect_refusal({"animate", "out", "--frames", "1"}, 2, {"allow 2 or more"});
  for (const char* count : {"0", "-3"})
    expect_refusal({"animate", "out", "--frames", count}, 2,
                   {"--frames", std::string(count) + " frames cannot hold", "allow 2 or more"});
}

TEST_F(Animate, ShowsTheFourBarAsOnePicture) {
  write("four-bar.toml", "system = \"four-bar\"\n[simulation]\nend = 0.1\n");
  const json shown = answer({"run", "four-bar.toml", "--out", "out", "--animate"}).at("animation");
  EXPECT_EQ(shown.at("mechanisms").size(), 2U);
  EXPECT_EQ(shown.at("bodies"), 4);
  EXPECT_THAT(read_file(folder() / "out/animation.html"), HasSubstr("\"kind\":\"bushing\""));
  // the bodies that stand for the other side are not seen, and the folder gives the name
  const json carried =
      answer({"run", "four-bar.toml", "--set", "scheme.decomposition=displacement-displacement", "--out", "carried"});
  EXPECT_FALSE(carried.contains("animation"));
  EXPECT_EQ(answer({"animate", "carried/"}).at("animation").at("bodies"), 4);
  EXPECT_THAT(read_file(folder() / "carried/animation.html"), HasSubstr("<title>carried</title>"));
}

/// The data inside a page.
json shown_in(const std::string& page) {
  const std::string begin = "<script type=\"application/json\">";
  const std::size_t at = page.find(begin) + begin.size();
  return json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST_F(Animate, ShowsARodWithoutAnyMechanism) {
  const json run = answer({"run", write("rod.toml", swinging_rod), "--out", "out", "--animate", "--report"});
  const json shown = run.at("animation");
  EXPECT_EQ(shown.at("rods"), json({"rod"}));
  EXPECT_EQ(shown.at("bodies"), 0);
  EXPECT_EQ(shown.at("frames"), 101);
  const std::string page = read_file(folder() / "out/animation.html");
  const json rod = shown_in(page).at("rods").at(0);
  EXPECT_EQ(rod.at("radius"), 0.005);
  EXPECT_EQ(rod.at("stations").size(), 9U);
  EXPECT_EQ(rod.at("ends").at(0).at("kind"), "clamped");
  EXPECT_EQ(rod.at("ends").at(0).at("ground"), true);
  EXPECT_TRUE(rod.at("ends").at(0).contains("force"));
  EXPECT_EQ(shown_in(read_file(folder() / "out/report.html")).at("rods"), shown_in(page).at("rods"));
  answer({"animate", "out", "-o", "again.html"});
  EXPECT_EQ(read_file(folder() / "again.html"), page);
}

TEST_F(Animate, ShowsARodAndTheMechanismThatHoldsIt) {
  const json shown = answer({"run", write("held.toml", held_rod), "--out", "out", "--animate"}).at("animation");
  EXPECT_EQ(shown.at("mechanisms"), json({"arm"}));
  EXPECT_EQ(shown.at("bodies"), 1);
  EXPECT_EQ(shown.at("rods"), json({"cable"}));
  const json data = shown_in(read_file(folder() / "out/animation.html"));
  EXPECT_FALSE(data.at("planar"));
  EXPECT_EQ(data.at("down"), json({0.0, 0.0, -1.0}));  // the mechanism has no weight, the rod has
  // the frame is where the body ends, and moves
  EXPECT_EQ(data.at("bodies").at(0).at("lines").size(), 2U);
  EXPECT_EQ(data.at("rods").at(0).at("ends").at(0).at("ground"), false);
}

TEST_F(Animate, LeavesOutARodThatDoesNotSayWhereItIs) {
  const std::string quiet = "parameters.publish_nodes=false";
  write("quiet.toml", swinging_rod);
  expect_refusal({"run", "quiet.toml", "--set", quiet, "--out", "out", "--animate"}, 2,
                 {"rod 'rod' does not publish where it is", "publish_nodes"});
  EXPECT_FALSE(std::filesystem::exists(folder() / "out"));
  // a report has no motion then, beside a mechanism that of the mechanism
  answer({"run", "quiet.toml", "--set", quiet, "--out", "out", "--report"});
  EXPECT_THAT(read_file(folder() / "out/report.html"), testing::Not(HasSubstr("<h2>Motion</h2>")));
  const json shown = answer({"run", write("held.toml", held_rod), "--set", "subsystem.cable.publish_nodes=false",
                             "--out", "out", "--animate"})
                         .at("animation");
  EXPECT_EQ(shown.at("rods"), json::array());
  EXPECT_EQ(shown.at("bodies"), 1);
  EXPECT_THAT(shown.at("note"), HasSubstr("rod 'cable' is not shown"));
}

TEST_F(Animate, ShowsARunThatDivergedAsFarAsItGoes) {
  write("four-bar.toml", "system = \"four-bar\"\n[simulation]\nend = 1.0\n");
  const Ended ended =
      run({"run", "four-bar.toml", "--set", "parameters.cx=1e6", "--set", "scheme.correction=explicit", "--set",
           "scheme.step=0.01", "--set", "scheme.order=2", "--out", "out", "--animate", "--json"});
  EXPECT_EQ(ended.exit_code, 1);
  const json object = ended.json();
  EXPECT_EQ(object.at("status"), "diverged");
  EXPECT_LT(object.at("animation").at("to"), 1.0);
  EXPECT_THAT(read_file(folder() / "out/animation.html"), HasSubstr("</html>"));
}

TEST_F(Animate, SaysWhatAFolderLacks) {
  expect_refusal({"animate", "nowhere"}, 2, {"nowhere", "there is no such folder", "oldham run"});
  std::filesystem::create_directory(folder() / "empty");
  expect_refusal({"animate", "empty"}, 2, {"empty", "no results of a run", "oldham run"});
  answer({"run", two_mass_file(), "--out", "masses"});
  expect_refusal({"animate", "masses"}, 2,
                 {"masses/system.toml", "no mechanism and no rod", "model = \"mechanism\" or \"rod\""});
}

TEST_F(Animate, IsRefusedBeforeARunThatHasNothingToShow) {
  expect_refusal({"run", two_mass_file(), "--out", "masses", "--animate"}, 2, {"no mechanism"});
  EXPECT_FALSE(std::filesystem::exists(folder() / "masses"));
}

}  // namespace
}  // namespace oldham::test
