// SPDX-License-Identifier: MIT
#include "oldham/io/results.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>

#include "message_of.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

class ResultsTest : public testing::Test {
 protected:
  ResultsTest() {
    std::string name = (fs::temp_directory_path() / "oldham_results_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~ResultsTest() override { fs::remove_all(folder_); }

  fs::path csv() const { return folder_ / "results.csv"; }
  fs::path hdf5() const { return folder_ / "results.h5"; }

  void write(const fs::path& file, std::string_view text) const { std::ofstream(file, std::ios::binary) << text; }
  static std::string first_line(const fs::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
  }

  fs::path folder_;
};

void expect_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    ASSERT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i])) << "row " << i;
}

TEST_F(ResultsTest, BothFilesHoldTheSameNumbersBitByBit) {
  // any bit pattern that is a number, and the special ones
  std::mt19937_64 random(1);
  using Limits = std::numeric_limits<double>;
  std::vector<double> numbers{0.0, -0.0, Limits::denorm_min(), Limits::max(), Limits::infinity(), -Limits::infinity(),
                              0.1};
  while (numbers.size() < 3000)
    if (const auto value = std::bit_cast<double>(random()); std::isfinite(value)) numbers.push_back(value);

  ResultWriter writer(folder_, {{"mass.position", "m"}, {"r[1]", ""}}, {.block_rows = 64});
  std::vector<double> time;
  std::vector<double> mirrored;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    time.push_back(1e-3 * static_cast<double>(i));
    mirrored.push_back(numbers[numbers.size() - 1 - i]);
    writer.append(time.back(), std::vector<double>{numbers[i], mirrored.back()});
  }
  writer.finish();

  EXPECT_EQ(first_line(csv()), "time [s],mass.position [m],r[1]");
  for (const Table& table : {read_csv(csv()), read_hdf5(hdf5())}) {
    EXPECT_EQ(table.header, (std::vector<Column>{{"mass.position", "m"}, {"r[1]", ""}}));
    expect_same_bits(table.time, time);
    expect_same_bits(table.column("mass.position"), numbers);
    expect_same_bits(table.column("r[1]"), mirrored);
  }
}

TEST_F(ResultsTest, AMillionRowsThroughTinyBlocks) {
  ResultWriter writer(folder_, {{"x", "m"}}, {.block_rows = 8, .blocks = 2});
  for (int i = 0; i < 1'000'000; ++i) {
    const double x = std::sin(1e-3 * i);
    writer.append(1e-3 * i, {&x, 1});
  }
  writer.finish();
  const Table table = read_csv(csv());
  ASSERT_EQ(table.time.size(), 1'000'000u);
  EXPECT_EQ(table.columns[0][999'999], std::sin(1e-3 * 999'999));
  expect_same_bits(table.columns[0], read_hdf5(hdf5()).columns[0]);
}

TEST_F(ResultsTest, RowsAreOnDiskWithoutFinish) {
  {
    ResultWriter writer(folder_, {{"x", "m"}});
    for (double t : {0.0, 0.5, 1.0}) writer.append(t, std::vector<double>{2 * t});
  }
  expect_same_bits(read_csv(csv()).columns[0], {0, 1, 2});
  expect_same_bits(read_hdf5(hdf5()).columns[0], {0, 1, 2});
}

TEST_F(ResultsTest, AKilledRunKeepsRowsOfAnOpenBlock) {
  const pid_t child = fork();
  if (child == 0) {
    ResultWriter writer(folder_, {{"x", "m"}}, {.write_interval = 0.05});
    for (double t : {0.0, 0.5, 1.0}) writer.append(t, std::vector<double>{2 * t});
    for (;;) pause();  // a very long step
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1000));  // twenty intervals
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  expect_same_bits(read_csv(csv()).columns[0], {0, 1, 2});
  expect_same_bits(read_hdf5(hdf5()).columns[0], {0, 1, 2});
}

TEST_F(ResultsTest, ARunKilledAtAnyMomentLeavesTablesThatCanBeRead) {
  for (const int lifetime_ms : {230, 310, 370}) {
    const pid_t child = fork();
    if (child == 0) {
      ResultWriter writer(folder_, {{"x", "m"}, {"y", "m"}}, {.block_rows = 100, .write_interval = 0.02});
      for (double t = 0;; ++t) writer.append(t, std::vector<double>{std::sin(t), -t});
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(lifetime_ms));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    for (const Table& table : {read_csv(csv()), read_hdf5(hdf5())}) {
      EXPECT_GT(table.time.size(), 0u);
      for (std::size_t row = 0; row < table.time.size(); ++row) {
        ASSERT_EQ(table.time[row], static_cast<double>(row));
        ASSERT_EQ(table.columns[0][row], std::sin(table.time[row]));
      }
    }
  }
}

TEST_F(ResultsTest, AFolderThatCannotBeUsedIsNamed) {
  // a file in the way works for every user, root included
  write(folder_ / "file", "");
  for (const fs::path& unusable : {folder_ / "file", folder_ / "file" / "below"}) {
    const std::string message = message_of([&] { ResultWriter(unusable, {{"x", ""}}); });
    EXPECT_NE(message.find(unusable.string()), std::string::npos) << message;
  }
  // so does a folder under the file's name; the earlier results stay
  write(csv(), "earlier");
  fs::create_directory(hdf5());
  const std::string message = message_of([&] { ResultWriter(folder_, {{"x", ""}}); });
  EXPECT_NE(message.find(folder_.string()), std::string::npos) << message;
  EXPECT_EQ(first_line(csv()), "earlier");
  EXPECT_FALSE(fs::exists(folder_ / "results.csv.new"));
}

TEST_F(ResultsTest, EarlierResultsAreReplaced) {
  write(csv(), "earlier");
  write(hdf5(), "earlier");
  ResultWriter writer(folder_, {{"x", ""}}, {.hdf5 = false});
  EXPECT_EQ(first_line(csv()), "time [s],x");
  EXPECT_FALSE(fs::exists(hdf5()));
}

TEST_F(ResultsTest, AFullDiskIsReportedAndDoesNotBlock) {
  // in a child process, files may not grow beyond 100 kB
  for (const bool as_csv : {true, false}) {
    const pid_t child = fork();
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{100'000, 100'000};
      setrlimit(RLIMIT_FSIZE, &limit);
      const std::string message = message_of(
          [&] {
            ResultWriter writer(folder_, {{"x", ""}}, {.csv = as_csv, .hdf5 = !as_csv, .block_rows = 500});
            std::mt19937_64 random(1);
            for (int i = 0; i < 100'000; ++i) writer.append(i, std::vector<double>{std::bit_cast<double>(random())});
            writer.finish();
          },
          ErrorKind::failure);
      const bool good = message.find(std::strerror(EFBIG)) != std::string::npos;
      if (!good) std::fprintf(stderr, "%s\n", message.c_str());
      std::exit(good ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0) << (as_csv ? "csv" : "hdf5");
    EXPECT_NO_THROW(as_csv ? read_csv(csv()) : read_hdf5(hdf5()));  // what was written is kept
  }
}

TEST_F(ResultsTest, ManyColumnsOrNone) {
  std::vector<Column> columns;
  for (int i = 0; i < 10'000; ++i) columns.push_back({"subsystem.a_rather_long_name[" + std::to_string(i) + "]", "kg"});
  for (const std::vector<Column>& header : {columns, {}}) {
    ResultWriter writer(folder_, header);
    for (int i = 0; i < 40; ++i) writer.append(i, std::vector<double>(header.size(), i));
    writer.finish();
    for (const Table& table : {read_csv(csv()), read_hdf5(hdf5())}) {
      EXPECT_EQ(table.header, header);
      EXPECT_EQ(table.time.size(), 40u);
      for (const auto& column : table.columns) ASSERT_EQ(column, table.time);
    }
  }
}

TEST_F(ResultsTest, OddNamesSurvive) {
  const std::vector<Column> columns{
      {"'a,b'", "m"}, {"say \"x\"", ""}, {"der(x [1])", ""}, {"y [1]", ""}, {"λ\nµ", "N.m"}};
  ResultWriter(folder_, columns).append(1, std::vector<double>(5, 2.0));
  EXPECT_EQ(read_csv(csv()).header, columns);
  EXPECT_EQ(read_hdf5(hdf5()).header, columns);
}

TEST_F(ResultsTest, ARowOfTheWrongLengthOrTooLateIsRefused) {
  ResultWriter writer(folder_, {{"x", ""}});
  EXPECT_THROW(writer.append(0, std::vector<double>{1, 2}), Error);
  writer.finish();
  writer.finish();  // harmless
  EXPECT_THROW(writer.append(0, std::vector<double>{1}), Error);
}

TEST_F(ResultsTest, ReadingSaysWhatIsWrongAndWhere) {
  const auto complaint = [&](std::string_view text) {
    write(csv(), text);
    return message_of([&] { read_csv(csv()); });
  };
  EXPECT_NE(complaint("time,x\n0,1\n1,two\n").find("results.csv:3: 'two' in column 2"), std::string::npos);
  EXPECT_NE(complaint("time,x\n0,1\n1\n").find("1 values where the first line names 2"), std::string::npos);
  EXPECT_NE(complaint("x,y\n").find("first column is 'x'"), std::string::npos);
  EXPECT_NE(complaint("time [ms],y\n").find("convert it to s"), std::string::npos);
  EXPECT_NE(complaint("").find("empty"), std::string::npos);
  EXPECT_NE(message_of([&] { read_csv(folder_); }).find("opened"), std::string::npos);
  EXPECT_NE(message_of([&] { read_hdf5(csv()); }).find("results.csv"), std::string::npos);
}

TEST_F(ResultsTest, ReadsTablesOfOtherPrograms) {
  write(csv(), "\xEF\xBB\xBF\"Time\", \"x\"\r\n0, +1\r\n1, 1e-400\r\n\r\n2,3\r\n3,");  // the last line is cut short
  const Table table = read_csv(csv());
  expect_same_bits(table.time, {0, 1, 2});
  expect_same_bits(table.column("x"), {1, 0, 3});
  EXPECT_NE(message_of([&] { table.column("X"); }).find("'x'"), std::string::npos);
}

}  // namespace
}  // namespace oldham
