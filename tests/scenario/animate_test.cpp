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
  expect_refusal({"animate", "masses"}, 2, {"masses/system.toml", "no mechanism", "model = \"mechanism\""});
}

TEST_F(Animate, IsRefusedBeforeARunThatHasNothingToShow) {
  expect_refusal({"run", two_mass_file(), "--out", "masses", "--animate"}, 2, {"no mechanism"});
  EXPECT_FALSE(std::filesystem::exists(folder() / "masses"));
}

}  // namespace
}  // namespace oldham::test
