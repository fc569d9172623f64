// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>
#include <thread>

#include "program.hpp"
#include "web_client.hpp"

// The live page's server, as a browser and those who mean harm see it.

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

class LivePage : public Scenario {
 protected:
  LivePage() {
    fs::create_directories(mine());
    write_file(folder() / "secret.toml", "secret");
    write_file(mine() / "two.toml", read_file(two_mass_file()));
    program_.emplace(Arguments{"serve", "mine"}, folder());
    std::string address;
    for (int i = 0; i < 1000 && address.find('\n') == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      address = program_->said();
    }
    // http://127.0.0.1:PORT/TOKEN/
    const std::size_t colon = address.rfind(':'), slash = address.find('/', colon);
    port_ = std::stoi(address.substr(colon + 1, slash - colon - 1));
    token_ = address.substr(slash, address.rfind('/') - slash);
  }

  fs::path mine() const { return folder() / "mine"; }
  std::string host() const { return fmt::format("127.0.0.1:{}", port_); }

  Reply ask(const std::string& method, const std::string& target, const std::string& more = {},
            const std::string& body = {}) const {
    const bool has_body = method == "PUT" || method == "POST";
    return send_request(port_, fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n{}{}\r\n{}", method, target, host(), more,
                                           has_body ? fmt::format("Content-Length: {}\r\n", body.size()) : "", body));
  }
  Reply get(const std::string& what) const { return ask("GET", token_ + what); }
  Reply put(const std::string& what, const std::string& body) const { return ask("PUT", token_ + what, {}, body); }
  Reply post(const std::string& what, const std::string& body = {}) const {
    return ask("POST", token_ + what, {}, body);
  }

  /// Starts a run that would take days, and waits until it has begun.
  void start_endless_run() const {
    write_file(mine() / "one.toml", R"(
[simulation]
end = 1e7
output_interval = 1.0
[scheme]
step = 1e-3
[[subsystem]]
name = "pendulum"
model = "oscillator"
[subsystem.inputs]
force = 0.0
)");
    ASSERT_EQ(post("/api/run?path=one.toml").status, 200);
    for (int i = 0; i < 1000 && !fs::exists(mine() / "results" / "one" / "results.csv"); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ASSERT_TRUE(fs::exists(mine() / "results" / "one" / "results.csv"));
  }

  std::optional<Program> program_;
  int port_ = 0;
  std::string token_;  // with the slash before it
};

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

TEST_F(LivePage, RefusesAnotherHostName) {
  for (const std::string& name : {fmt::format("evil.example:{}", port_), std::string("127.0.0.1"),
                                  fmt::format("127.0.0.1.evil.example:{}", port_), std::string()})
    EXPECT_EQ(send_request(port_, fmt::format("GET {}/api/files HTTP/1.1\r\nHost: {}\r\n\r\n", token_, name)).status,
              403)
        << name;
  EXPECT_EQ(send_request(port_, fmt::format("GET {}/api/files HTTP/1.1\r\n\r\n", token_)).status, 403);
  EXPECT_EQ(
      send_request(port_, fmt::format("GET {}/api/files HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", token_, port_)).status,
      200);
}

TEST_F(LivePage, RefusesRequestsWithoutToken) {
  std::string wrong = token_;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& path : {std::string("/"), std::string("/api/files"), wrong + "/api/files", wrong + "/",
                                  token_ + "0/", token_.substr(0, token_.size() - 1) + "/"}) {
    const Reply reply = ask("GET", path);
    EXPECT_EQ(reply.status, 403) << path;
    EXPECT_EQ(reply.body.find("two.toml"), std::string::npos);
  }
  EXPECT_EQ(ask("PUT", "/api/save?path=new.toml", {}, "x").status, 403);
  EXPECT_FALSE(fs::exists(mine() / "new.toml"));
}

TEST_F(LivePage, RefusesPathsThatLeadOut) {
  for (const char* path : {"../secret.toml", "%2e%2e/secret.toml", "two.toml/../../secret.toml", "..%2Fsecret.toml"}) {
    const Reply reply = get(fmt::format("/api/file?path={}", path));
    EXPECT_EQ(reply.status, 400) << path;
    EXPECT_EQ(reply.body.find("secret\""), std::string::npos);
    EXPECT_EQ(get(fmt::format("/results/{}", path)).status, 400) << path;
  }
  EXPECT_EQ(get("/api/file?path=" + (folder() / "secret.toml").string()).status, 400);
  EXPECT_EQ(put("/api/save?path=../new.toml", "x").status, 400);
  EXPECT_FALSE(fs::exists(folder() / "new.toml"));
  EXPECT_EQ(post("/api/run?path=../secret.toml").status, 400);
  EXPECT_EQ(post("/api/check?path=../secret.toml", "x").status, 400);
  fs::create_symlink(folder() / "secret.toml", mine() / "link.toml");
  EXPECT_EQ(get("/api/file?path=link.toml").status, 400);
  EXPECT_EQ(get("/api/files").json().at("files"), json({"two.toml"}));
}

TEST_F(LivePage, RefusesBodiesOverOneMegabyte) {
  const std::string largest(1 << 20, '#');
  EXPECT_EQ(put("/api/save?path=large.toml", largest).status, 200);
  EXPECT_EQ(put("/api/save?path=larger.toml", largest + '#').status, 413);
  EXPECT_FALSE(fs::exists(mine() / "larger.toml"));
  // nor is there a way round by not saying how long it is
  const std::string head = fmt::format("PUT {}/api/save?path=larger.toml HTTP/1.1\r\nHost: {}\r\n", token_, host());
  EXPECT_EQ(send_request(port_, head + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n").status, 411);
  EXPECT_EQ(send_request(port_, head + "\r\n").status, 411);
  EXPECT_EQ(send_request(port_, head + "Content-Length: many\r\n\r\nx").status, 411);
  EXPECT_EQ(send_request(port_, head + "Content-Length: 1\r\nContent-Length: 9\r\n\r\nx").status, 411);
  EXPECT_EQ(send_request(port_, head + "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx").status, 415);
  EXPECT_FALSE(fs::exists(mine() / "larger.toml"));
}

TEST_F(LivePage, RefusesPagesFromElsewhereAndOtherMethods) {
  EXPECT_EQ(ask("POST", token_ + "/api/stop", "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(ask("POST", token_ + "/api/stop", "Origin: null\r\n").status, 403);
  EXPECT_EQ(ask("POST", token_ + "/api/stop", fmt::format("Origin: http://{}\r\n", host())).status, 200);
  EXPECT_EQ(ask("DELETE", token_ + "/api/files").status, 405);
  EXPECT_EQ(post("/api/files").status, 405);
  EXPECT_EQ(get("/api/run?path=two.toml").status, 405);
  EXPECT_EQ(get("/api/nothing").status, 404);
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

TEST_F(LivePage, EndsWithItsRunsOnAnInterrupt) {
  start_endless_run();
  const std::vector<pid_t> runs = children_of(program_->process());
  ASSERT_EQ(runs.size(), 1u);
  program_->send(SIGINT);
  EXPECT_EQ(program_->wait().exit_code, 0);
  EXPECT_NE(kill(runs.front(), 0), 0);
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

using LivePageOptions = Scenario;
TEST_F(LivePageOptions, RefuseEveryAddressAtOnceAndFoldersThatAreNotThere) {
  const Ended ended = run({"serve", "--host", "0.0.0.0"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("every address"), std::string::npos) << ended.err;
  EXPECT_EQ(run({"serve", "no-such-folder"}).exit_code, 2);
}

}  // namespace
}  // namespace oldham::test
