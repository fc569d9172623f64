// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace oldham::test {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "oldham-scenario-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Arguments operator+(Arguments a, const Arguments& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error(fmt::format("{} cannot be read", file.string()));
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string file_of_guide(const std::string& page, const std::string& name) {
  const std::string guide = read_file(fs::path(OLDHAM_SOURCE "/docs/guide") / page);
  const std::string fence = fmt::format("```toml file={}\n", name);
  const std::size_t begin = guide.find(fence);
  if (begin == std::string::npos) throw std::runtime_error(fmt::format("{} has no file {}", page, name));
  const std::size_t text = begin + fence.size();
  return guide.substr(text, guide.find("```", text) - text);
}

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  if (!stream.flush()) throw std::runtime_error(fmt::format("{} cannot be written", file.string()));
}

Program::Program(const Arguments& arguments, const fs::path& folder) {
  static int count = 0;
  // beside the folder, so that it holds only what the program wrote
  const std::string stem = fmt::format("{}.{}", folder.string(), ++count);
  out_ = stem + ".out";
  err_ = stem + ".err";
  std::vector<char*> words;
  std::string program = OLDHAM_PROGRAM;
  Arguments copies = arguments;
  words.push_back(program.data());
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);

  const int out = open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const int err = open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (out < 0 || err < 0) throw std::system_error(errno, std::generic_category(), stem);
  process_ = fork();
  if (process_ == 0) {
    // nothing but system calls between fork and exec
    if (chdir(folder.c_str()) != 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(126);
    execv(words[0], words.data());
    _exit(127);
  }
  close(out);
  close(err);
  if (process_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
}

Program::~Program() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, &status_, 0);
  }
  std::error_code ignored;
  fs::remove(out_, ignored);
  fs::remove(err_, ignored);
}

void Program::send(int signal) const {
  if (process_ > 0) kill(process_, signal);
}

bool Program::is_running() {
  if (process_ > 0 && waitpid(process_, &status_, WNOHANG) == process_) process_ = -1;
  return process_ > 0;
}

std::string Program::said() const { return read_file(out_); }

Ended Program::wait(std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (is_running()) {
    if (std::chrono::steady_clock::now() > end)
      throw std::runtime_error(fmt::format("the program did not end within {} s", limit.count()));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const int code = WIFSIGNALED(status_) ? -WTERMSIG(status_) : WEXITSTATUS(status_);
  return {code, read_file(out_), read_file(err_)};
}

Ended run_program(const Arguments& arguments, const fs::path& folder) { return Program(arguments, folder).wait(); }

std::string two_mass_file() { return OLDHAM_SOURCE "/examples/two-mass/system.toml"; }

std::string constraint_file() { return OLDHAM_SOURCE "/examples/two-mass/constraint.toml"; }

std::string kinematic_file() { return OLDHAM_SOURCE "/examples/two-mass/kinematic.toml"; }

std::string fmu_path(const std::string& name) { return fmt::format("{}/{}.fmu", OLDHAM_FMUS, name); }

nlohmann::json Scenario::answer(Arguments arguments) const {
  arguments.push_back("--json");
  const Ended ended = run(arguments);
  EXPECT_EQ(ended.exit_code, 0) << ended.err << ended.out;
  return ended.json();
}

void Scenario::expect_refusal(const Arguments& arguments, int exit_code, const std::vector<std::string>& says) const {
  const Ended plain = run(arguments);
  EXPECT_EQ(plain.exit_code, exit_code) << plain.err;
  EXPECT_EQ(plain.out, "");
  for (const std::string& part : says)
    EXPECT_NE(plain.err.find(part), std::string::npos) << "'" << part << "' is not in: " << plain.err;
  EXPECT_EQ(plain.err.find("unexpected"), std::string::npos) << plain.err;

  Arguments with_json = arguments;
  with_json.push_back("--json");
  const Ended machine = run(with_json);
  EXPECT_EQ(machine.exit_code, exit_code);
  EXPECT_EQ(machine.err, plain.err);
  const nlohmann::json object = machine.json();
  ASSERT_TRUE(object.is_object()) << machine.out;
  EXPECT_EQ(object.at("status"), exit_code == 1 ? "failed" : "error");
  EXPECT_NE(machine.err.find(object.at("reason").get<std::string>()), std::string::npos) << machine.out;
}

std::string Scenario::write(const std::string& name, const std::string& text) const {
  write_file(folder() / name, text);
  return name;
}

}  // namespace oldham::test
