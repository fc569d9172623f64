// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace oldham::test {

using Arguments = std::vector<std::string>;
/// One behind the other.
Arguments operator+(Arguments a, const Arguments& b);

/// A folder of its own, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// How the program ended and what it said.
struct Ended {
  int exit_code = -1;  // minus the number of the signal that ended it
  std::string out, err;

  /// Standard output as one JSON value; anything beside it is an error.
  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// The program while it runs, in a folder that its relative paths refer to.
class Program {
 public:
  Program(const Arguments& arguments, const std::filesystem::path& folder);
  ~Program();  // kills what still runs
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void send(int signal) const;
  bool is_running();
  pid_t process() const { return process_; }
  /// Standard output so far.
  std::string said() const;
  /// Waits for the end. One that takes longer than the limit is killed, and that is an exception.
  Ended wait(std::chrono::seconds limit = std::chrono::seconds(15));

 private:
  std::filesystem::path out_, err_;
  pid_t process_ = -1;
  int status_ = 0;
};

std::string read_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& text);

/// The block of a page of the guide that is a file of that name.
std::string file_of_guide(const std::string& page, const std::string& name);

/// Runs the program to its end.
Ended run_program(const Arguments& arguments, const std::filesystem::path& folder);

/// The two-mass system that the examples come with.
std::string two_mass_file();
std::string constraint_file();
std::string kinematic_file();

/// An FMU that the build has made: "Oscillator-2".
std::string fmu_path(const std::string& name);

/// Tests in a folder of their own.
class Scenario : public testing::Test {
 protected:
  Ended run(const Arguments& arguments) const { return run_program(arguments, folder()); }
  /// Runs with --json, expects exit code 0 and one JSON object.
  nlohmann::json answer(Arguments arguments) const;
  /// Runs with and without --json and expects to be refused: the exit code, one message on standard error that says
  /// all of `says`, nothing on standard output but, with --json, one object with that message.
  void expect_refusal(const Arguments& arguments, int exit_code, const std::vector<std::string>& says) const;
  /// Writes a file into the folder and returns its name.
  std::string write(const std::string& name, const std::string& text) const;
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

}  // namespace oldham::test
