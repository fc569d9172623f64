// SPDX-License-Identifier: MIT
#include "oldham/io/signal_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "message_of.hpp"
#include "oldham/io/circuit_reader.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TimeSignal<double> read(const std::string& text, const std::string& file = "drive.toml") {
  const Value tree = parse_toml(text, file);
  Reader reader(tree, "valve");
  const SignalDescription signal = read_signal(reader, "command", "V");
  reader.finish();
  return TimeSignal<double>(signal);
}
std::string signal_refusal(const std::string& text) {
  return message_of([&] { read(text); });
}

TEST(SignalReader, ReadsANumber) {
  EXPECT_EQ(read("command = 3.5")(1), 3.5);
  EXPECT_EQ(read("command = -2")(1), -2);
}

TEST(SignalReader, ReadsPoints) {
  const TimeSignal<double> signal = read("command = {table = [[1, 0], [2.0, 8.0], [2.0, 1.0]]}");
  EXPECT_EQ(signal(0), 0);
  EXPECT_DOUBLE_EQ(signal(1.5), 4);
  EXPECT_EQ(signal(2), 1);
}

TEST(SignalReader, ReadsAStep) {
  const TimeSignal<double> signal = read("[command]\nstep = {time = 0.5, after = 8}\n");
  EXPECT_EQ(signal(0.4), 0);
  EXPECT_EQ(signal(0.5), 8);
  EXPECT_EQ(read("command = {step = {time = 0.5, before = 2, after = 8}}")(0), 2);
}

TEST(SignalReader, ReadsASine) {
  const TimeSignal<double> signal = read("command = {sine = {amplitude = 2.0, frequency = 0.5, offset = 1.0}}");
  EXPECT_EQ(signal(0), 1);
  EXPECT_DOUBLE_EQ(signal(0.5), 3);
}

/// A folder with a table, gone afterwards.
class SignalFile : public testing::Test {
 protected:
  SignalFile() : folder_(std::filesystem::path(testing::TempDir()) / "oldham_signal_file") {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "drive.csv") << "time [s],U [V],p [Pa]\n0,0,1e5\n1,4,1e5\n2,0,3e5\n";
  }
  ~SignalFile() override { std::filesystem::remove_all(folder_); }
  TimeSignal<double> read_here(const std::string& text) { return read(text, (folder_ / "system.toml").string()); }

  std::filesystem::path folder_;
};

TEST_F(SignalFile, IsFoundBesideTheSystemFile) {
  EXPECT_DOUBLE_EQ(read_here("command = {csv = \"drive.csv\", column = \"U\"}")(0.5), 2);
  EXPECT_DOUBLE_EQ(read_here("command = {csv = \"drive.csv\", column = 3}")(1.5), 2e5);
  EXPECT_EQ(read_here("command = {csv = \"drive.csv\", column = 2}").next_kink(0), 1);
}

TEST_F(SignalFile, IsRefusedWithWhatItLacks) {
  const auto refusal_here = [&](const std::string& text) { return message_of([&] { read_here(text); }); };
  EXPECT_THAT(refusal_here("command = {csv = \"drive.csv\", column = \"u\"}"),
              AllOf(HasSubstr("system.toml:1"), HasSubstr("drive.csv has no column 'u'"), HasSubstr("'U'")));
  EXPECT_THAT(refusal_here("command = {csv = \"drive.csv\", column = 1}"), HasSubstr("no column 1 beside the time"));
  EXPECT_THAT(refusal_here("command = {csv = \"drive.csv\", column = 4}"), HasSubstr("to 3"));
  EXPECT_THAT(refusal_here("command = {csv = \"drive.csv\"}"), HasSubstr("as there are several"));
  EXPECT_THAT(refusal_here("command = {csv = \"other.csv\"}"),
              AllOf(HasSubstr("system.toml:1"), HasSubstr("cannot be opened"), HasSubstr("folder of the system file")));
  std::ofstream(folder_ / "drive.csv") << "time,U\n0,0\n1,nan\n";
  EXPECT_THAT(refusal_here("command = {csv = \"drive.csv\"}"), HasSubstr("row 2 of drive.csv is not finite"));
  std::ofstream(folder_ / "drive.csv") << "time,U\n1,0\n0,1\n";
  EXPECT_THAT(refusal_here("command = {csv = \"drive.csv\"}"), HasSubstr("the time goes back from 1 s to 0 s"));
  std::ofstream(folder_ / "drive.csv") << "time,U\n";
  EXPECT_THAT(refusal_here("command = {csv = \"drive.csv\"}"), HasSubstr("has no rows"));
}

TEST(SignalReader, RefusesWhatIsNoFunctionOfTime) {
  EXPECT_THAT(signal_refusal(""), AllOf(HasSubstr("drive.toml"), HasSubstr("command"), HasSubstr("table = ")));
  EXPECT_THAT(signal_refusal("command = \"fast\""), AllOf(HasSubstr("drive.toml:1"), HasSubstr("the text \"fast\"")));
  EXPECT_THAT(signal_refusal("command = {}"), HasSubstr("it says no function of time"));
  EXPECT_THAT(signal_refusal("command = {tabel = [[0, 1]]}"), HasSubstr("table"));
  EXPECT_THAT(signal_refusal("command = {table = [[0, 1]], step = {time = 1, after = 1}}"), HasSubstr("two functions"));
  EXPECT_THAT(signal_refusal("command = {table = [[0, 1, 2]]}"), HasSubstr("rows of 3"));
  EXPECT_THAT(signal_refusal("command = {table = [[1, 1], [0, 2]]}"), HasSubstr("goes back from 1 s to 0 s"));
  EXPECT_THAT(signal_refusal("command = {table = [[1, 1], [1, 2], [1, 3]]}"), HasSubstr("three points"));
  EXPECT_THAT(signal_refusal("command = {step = {after = 1}}"), HasSubstr("time"));
  EXPECT_THAT(signal_refusal("command = {sine = {amplitude = 1, frequency = 0}}"), HasSubstr("frequency"));
  EXPECT_THAT(signal_refusal("command = {sine = {amplitude = 1, frequency = 1, fase = 1}}"), HasSubstr("phase"));
}

TEST(SignalSubsystem, TellsItsValue) {
  const Value tree = parse_toml("[parameters]\nvalue = {table = [[0, 0], [1, 6]]}\nunit = \"kN\"\n", "drive.toml");
  Reader reader(tree, "subsystem 'drive'");
  const auto drive = read_signal_subsystem<double>(reader, "drive");
  const SubsystemDescription& d = drive->description();
  ASSERT_EQ(d.output_count(), 1);
  EXPECT_EQ(d.boundary->outputs[0].name, "value");
  EXPECT_EQ(d.boundary->outputs[0].unit.text, "kN");
  EXPECT_EQ(d.state_size, 0);
  double y = -1;
  drive->initialize(0.25);
  drive->read_outputs({&y, 1});
  EXPECT_DOUBLE_EQ(y, 1.5);
  const double breaks[] = {0, 1};
  ASSERT_TRUE(drive->advance({0.25, 0.25}, {0, 0, breaks, nullptr}).is_accepted());
  drive->read_outputs({&y, 1});
  EXPECT_DOUBLE_EQ(y, 3);
}

TEST(SignalSubsystem, RefusesAnUnknownUnit) {
  const Value tree = parse_toml("[parameters]\nvalue = 1\nunit = \"furlong\"\n", "drive.toml");
  Reader reader(tree, "subsystem 'drive'");
  EXPECT_THAT(message_of([&] { read_signal_subsystem<double>(reader, "drive"); }),
              AllOf(HasSubstr("drive.toml:3"), HasSubstr("furlong")));
}

}  // namespace
}  // namespace oldham
