// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <fstream>

#include "live_page.hpp"

// The live page's server, as a browser sees it.

namespace oldham::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::string line;
    if (!std::getline(std::ifstream(entry.path() / "stat"), line)) continue;
    // number (name) state parent ...
    if (std::stoi(line.substr(line.rfind(')') + 4)) == parent) children.push_back(std::stoi(line));
  }
  return children;
}

TEST_F(LivePage, ShowsItselfToThoseWhoKnowTheToken) {
  EXPECT_GE(token_.size(), 33u);  // 128 bits in hexadecimal
  const Reply page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.body.find("<title>Oldham</title>"), std::string::npos);
  EXPECT_NE(page.head.find("content-security-policy: default-src 'none'; script-src 'self';"), std::string::npos);
  EXPECT_EQ(page.head.find("unsafe-inline"), std::string::npos);
  EXPECT_NE(page.head.find("x-content-type-options: nosniff"), std::string::npos);
  EXPECT_NE(page.head.find("referrer-policy: no-referrer"), std::string::npos);
  EXPECT_NE(get("/api/files").head.find("cache-control: no-store"), std::string::npos);
  EXPECT_EQ(get("/live.js").status, 200);
  EXPECT_EQ(get("/live.css").status, 200);
}

TEST_F(LivePage, HasTheExamplesWhereverItRuns) {
  const json list = get("/api/files").json().at("examples");
  EXPECT_NE(std::find(list.begin(), list.end(), "crane/double.toml"), list.end()) << list;
  const json example = get("/api/example?path=crane/double.toml").json();
  EXPECT_EQ(example.at("text"), read_file(fs::path(OLDHAM_SOURCE) / "examples" / "crane" / "double.toml"));
  EXPECT_EQ(get("/api/example?path=../secret.toml").status, 404);
  // those that the folder has itself are files like others
  fs::create_directories(mine() / "examples" / "crane");
  write_file(mine() / "examples" / "crane" / "double.toml", "own");
  const json rest = get("/api/files").json().at("examples");
  EXPECT_EQ(std::find(rest.begin(), rest.end(), "crane/double.toml"), rest.end()) << rest;
  EXPECT_EQ(rest.size() + 1, list.size());
}

TEST_F(LivePage, ReadsAndSavesFilesButNotOverSomebodyElsesChange) {
  EXPECT_EQ(get("/api/files").json().at("files"), json({"two.toml"}));
  const json read = get("/api/file?path=two.toml").json();
  EXPECT_EQ(read.at("text"), read_file(two_mass_file()));
  const std::string stamp = read.at("stamp");
  const json saved = put("/api/save?path=two.toml&stamp=" + stamp, "one").json();
  EXPECT_EQ(read_file(mine() / "two.toml"), "one");
  EXPECT_EQ(put("/api/save?path=two.toml&stamp=" + stamp, "two").status, 409);
  EXPECT_EQ(put("/api/save?path=two.toml", "two").status, 409);
  EXPECT_EQ(put("/api/save?path=two.toml&stamp=" + saved.at("stamp").get<std::string>(), "three").status, 200);
  EXPECT_EQ(read_file(mine() / "two.toml"), "three");
  EXPECT_EQ(put("/api/save?path=script.sh", "x").status, 400);
  EXPECT_EQ(get("/api/file?path=none.toml").status, 404);
}

TEST_F(LivePage, SaysWhatIsWrongAndInWhichLine) {
  const json good = post("/api/check?path=two.toml", read_file(two_mass_file())).json();
  EXPECT_EQ(good.at("valid"), true) << good;
  const json key = post("/api/check?path=two.toml", "system = \"two-mass\"\n\n[scheme]\nordr = 2\n").json();
  EXPECT_EQ(key.at("valid"), false);
  EXPECT_EQ(key.at("line"), 4) << key;
  EXPECT_NE(key.at("message").get<std::string>().find("'order'"), std::string::npos) << key;
  EXPECT_EQ(key.at("message").get<std::string>().find("two.toml"), std::string::npos) << key;
  const json syntax = post("/api/check?path=new.toml", "system = \"two-mass\"\n[scheme\n").json();
  EXPECT_EQ(syntax.at("line"), 2) << syntax;
}

TEST_F(LivePage, RunsAFileAndTellsOfItUntilItsEnd) {
  const json started = post("/api/run?path=two.toml").json();
  EXPECT_EQ(started.at("file"), "two.toml");
  const Reply events = get(fmt::format("/api/events?run={}", started.at("run").get<int>()));
  EXPECT_NE(events.head.find("content-type: text/event-stream"), std::string::npos);
  EXPECT_NE(events.body.find("event: sample\ndata: {\"start\":0,"), std::string::npos) << events.body;
  EXPECT_NE(events.body.find("\"name\":\"x1\""), std::string::npos);
  EXPECT_NE(events.body.find("\"rows\":[[0,"), std::string::npos);
  EXPECT_NE(events.body.find("event: end\n"), std::string::npos);
  EXPECT_NE(events.body.find("\"status\": \"completed\""), std::string::npos) << events.body;
  EXPECT_EQ(get("/api/status").json().at("running"), false);
  const Reply report = get("/results/two/report.html");
  EXPECT_EQ(report.status, 200);
  EXPECT_NE(report.head.find("content-security-policy: sandbox allow-scripts"), std::string::npos);
  EXPECT_TRUE(fs::exists(mine() / "results" / "two" / "results.csv"));
}

TEST_F(LivePage, StopsARunAndKeepsItsResults) {
  start_endless_run();
  EXPECT_EQ(post("/api/run?path=two.toml").status, 409);
  EXPECT_EQ(post("/api/stop").status, 200);
  const Reply events = get("/api/events?run=1");
  EXPECT_NE(events.body.find("\"status\": \"interrupted\""), std::string::npos) << events.body;
  EXPECT_TRUE(fs::exists(mine() / "results" / "one" / "report.html"));
}

TEST_F(LivePage, EndsWithItsRunsWhenItsTerminalIsClosed) {
  start_endless_run();
  program_->send(SIGHUP);
  EXPECT_EQ(program_->wait().exit_code, 0);
  EXPECT_NE(read_file(mine() / "results" / "one" / "summary.toml").find("interrupted"), std::string::npos);
  EXPECT_TRUE(fs::exists(mine() / "results" / "one" / "report.html"));
}

TEST_F(LivePage, EndsWithItsRunsOnAnInterrupt) {
  start_endless_run();
  const std::vector<pid_t> runs = children_of(program_->process());
  ASSERT_EQ(runs.size(), 1u);
  program_->send(SIGINT);
  const Ended ended = program_->wait();
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_NE(ended.err.find("keeps its results"), std::string::npos) << ended.err;
  EXPECT_NE(kill(runs.front(), 0), 0);
  // it was let come to its end: what is written last is there
  EXPECT_NE(read_file(mine() / "results" / "one" / "summary.toml").find("interrupted"), std::string::npos);
  EXPECT_TRUE(fs::exists(mine() / "results" / "one" / "report.html"));
}

TEST_F(LivePage, EndsWithARunThatWasStoppedAlready) {
  start_endless_run();
  EXPECT_EQ(post("/api/stop").status, 200);
  program_->send(SIGINT);
  EXPECT_EQ(program_->wait().exit_code, 0);
  EXPECT_TRUE(fs::exists(mine() / "results" / "one" / "report.html"));
}

TEST_F(LivePage, ChartsWhatTheStabilityCommandSays) {
  const std::string scheme = "set=scheme.order%3D2&set=scheme.correction%3Dsemi-implicit";
  const Reply chart = get("/api/chart?x=parameters.Lr1%3D-2:0:5&y=parameters.Li1%3D0:10:3&" + scheme);
  ASSERT_EQ(chart.status, 200) << chart.body;
  ASSERT_EQ(chart.body.size(), 15 * sizeof(float));
  std::vector<float> radii(15);
  std::memcpy(radii.data(), chart.body.data(), chart.body.size());
  // cell centres: Lr1 = -2 + 0.4 (1 + 1/2), Li1 = 10/3 (2 + 1/2)
  const json verdict =
      answer({"stability", two_mass_file(), "--set", "scheme.order=2", "--set", "scheme.correction=semi-implicit",
              "--set", "parameters.Lr1=-1.4", "--set", fmt::format("parameters.Li1={}", 10.0 / 3 * 2.5)});
  const double rho = verdict.at("spectral_radius");
  EXPECT_NEAR(radii[2 * 5 + 1], rho, 1e-6 * rho);  // a float has 7 digits

  const json point = get("/api/point?steps=20&set=parameters.Lr1%3D-1.4&" + scheme).json();
  EXPECT_EQ(point.at("time").size(), 21u);
  EXPECT_EQ(point.at("x1").at(0), 1.0);
  EXPECT_EQ(get("/api/chart?x=parameters.Lr1%3D-2:0:5&y=parameters.Li1%3D0:10:3&set=subsystem.a.fmu%3Dx.fmu").status,
            400);
  EXPECT_EQ(get("/api/chart?x=parameters.Lr1%3D-2:0:100000&y=parameters.Li1%3D0:10:3").status, 400);
}

}  // namespace
}  // namespace oldham::test
