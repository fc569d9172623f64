// SPDX-License-Identifier: MIT
#include "oldham/record/input_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

#include "message_of.hpp"
#include "oldham/core/error.hpp"

namespace oldham {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Between = InputFile::Between;

class InputFiles : public testing::Test {
 protected:
  InputFiles() : path_(std::filesystem::temp_directory_path() / fmt::format("oldham-inputs-{}.csv", getpid())) {}
  ~InputFiles() override { std::filesystem::remove(path_); }
  InputFile read(const std::string& text) const {
    std::ofstream(path_, std::ios::binary) << text;
    return read_input_file(path_);
  }
  std::string refusal(const std::string& text) const {
    return message_of([&] { (void)read(text); });
  }
  std::filesystem::path path_;
};

TEST_F(InputFiles, AreReadAsOtherToolsWriteThem) {
  const InputFile file =
      read("\xEF\xBB\xBF\"time\", \"valve.open\" ,\"a,b\",u [m/s]\r\n0, false,1e-3,+2\r\n\r\n 0.5,1 , 2,-9.3e-062\r\n");
  EXPECT_THAT(file.time, ElementsAre(0, 0.5));
  ASSERT_EQ(file.columns.size(), 3u);
  EXPECT_EQ(file.columns[0].name, "valve.open");
  EXPECT_THAT(file.columns[0].values, ElementsAre(0, 1));
  EXPECT_EQ(file.columns[1].name, "a,b");
  EXPECT_EQ(file.columns[2].name, "u");
  EXPECT_EQ(file.columns[2].unit, "m/s");
  EXPECT_EQ(file.columns[2].number, 4);
  EXPECT_THAT(file.columns[2].values, ElementsAre(2, -9.3e-062));
  // spreadsheets of other countries, and lines that end with a separator
  EXPECT_THAT(read("time;u\n0;1.5\n").columns[0].values, ElementsAre(1.5));
  EXPECT_THAT(read("time,u,\n0,1.5,\n").columns[0].values, ElementsAre(1.5));
}

TEST_F(InputFiles, AreStraightLinesOrHeldValuesWithJumpsWhereATimeRepeats) {
  const InputFile file = read("time,u\n0,0\n1,2\n1,5\n1,4\n2,4\n3,8\n");
  const TimeSignal<double> lines(file.signal(file.columns[0], Between::straight_lines));
  const TimeSignal<double> held(file.signal(file.columns[0], Between::held));
  for (const auto& [t, line, value] : std::vector<std::tuple<double, double, double>>{
           {-1, 0, 0}, {0.5, 1, 0}, {1, 4, 4}, {1.5, 4, 4}, {2.5, 6, 4}, {3, 8, 8}, {9, 8, 8}}) {
    EXPECT_EQ(lines(t), line) << t;
    EXPECT_EQ(held(t), value) << t;
  }
  EXPECT_NEAR(lines(1 - 1e-9), 2, 1e-8);
  EXPECT_EQ(held.next_kink(0), 1);
  EXPECT_EQ(held.next_kink(1), 3);  // equal values are no jump
}

TEST_F(InputFiles, AreRefusedWithLineAndColumn) {
  for (const auto& [text, words] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"time,u\n0,1\n1,x\n", {".csv:3", "column 2 ('u'): 'x' is not a number"}},
           {"time,u\n0,1\n1,\n", {".csv:3", "column 2 ('u') has no value"}},
           {"time,u\n0,1\n1\n", {".csv:3", "1 values where the first line names 2 columns"}},
           {"time,u\n0,1\n1,inf\n", {".csv:3", "is not finite"}},
           {"time,u\n0,1\n2,1\n1,1\n", {".csv:4", "the time goes back from 2 s to 1 s"}},
           {"time,u,u\n0,1,1\n", {".csv:1", "columns 2 and 3 are both 'u'"}},
           {"u,time\n0,1\n", {".csv:1", "the first column is 'u'"}},
           {"time [ms],u\n0,1\n", {".csv:1", "convert the time to s"}},
           {"time,\"u\n0,1\n", {".csv:1", "a quotation mark has no partner"}},
           {"time;u\n0;1,5\n", {".csv:2", "'1,5' is not a number", "decimal point"}},
           {"time,u\n", {"no row of numbers"}},
           {"\n\n", {"the file is empty"}}}) {
    const std::string message = refusal(text);
    for (const std::string& word : words) EXPECT_THAT(message, HasSubstr(word)) << text;
  }
  EXPECT_THROW(read_input_file("nowhere.csv"), Error);
}

}  // namespace
}  // namespace oldham
