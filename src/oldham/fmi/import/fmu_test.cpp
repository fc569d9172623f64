// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/fmu.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archives.hpp"
#include "descriptions.hpp"
#include "fmu_files.hpp"
#include "oldham/core/error.hpp"
#include "oldham/fmi/description/description_reader.hpp"
#include "oldham/fmi/description/violations.hpp"
#include "oldham/fmi/platform.hpp"

namespace oldham::fmi {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

// the FMUs of the tests are to be beyond reproach, but for those that lie on purpose
TEST(FmusOfTheTests, KeepTheRulesOfTheStandard) {
  int count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(OLDHAM_FMUS)) {
    if (entry.path().extension() != ".fmu") continue;
    const Archive archive(entry.path());
    const ModelDescription description = read_description(archive);
    for (const Violation& violation : find_violations(description))
      ADD_FAILURE() << entry.path().filename() << ": " << text_of(violation);
    EXPECT_THAT(find_binary_violations(description, archive.entries()), IsEmpty()) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 17);
}

class FmuFile : public ArchiveTest {
 protected:
  std::string refusal(const std::vector<PackedFile>& entries, std::optional<InterfaceKind> wanted = {}) const {
    write_zip(folder_ / "some.fmu", entries);
    try {
      const Fmu fmu(folder_ / "some.fmu", wanted, folder_ / "cache");
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::missing_capability);
      EXPECT_THAT(error.what(), HasSubstr("some.fmu"));
      return error.what();
    }
    return "no error";
  }
};

TEST_F(FmuFile, WithoutBinariesIsRefused) {
  EXPECT_THAT(refusal({{"modelDescription.xml", fmi2_text}}),
              AllOf(HasSubstr(std::string("binaries/") + own_platform(Standard::fmi2) + "/Oscillator.so"),
                    HasSubstr("none at all")));
}

TEST_F(FmuFile, ForAnotherSystemIsRefusedWithWhatItHas) {
  EXPECT_THAT(refusal({{"modelDescription.xml", fmi2_text}, {"binaries/win64/Oscillator.dll", "MZ"}}),
              HasSubstr("those for win64"));
}

TEST_F(FmuFile, OfFmi1ForModelExchangeIsUsedSo) {
  EXPECT_EQ(load_fmu("Oscillator-1x", {})->interface().kind, InterfaceKind::model_exchange);
  const std::string text = with(fmi1_text, "<Implementation>", "<!--");
  const std::string exchange = with(text, "</Implementation>", "-->");
  EXPECT_THAT(refusal({{"modelDescription.xml", exchange}}, InterfaceKind::co_simulation),
              HasSubstr("no interface for CoSimulation"));
}

TEST_F(FmuFile, WithoutTheInterfaceThatIsWantedIsRefused) {
  EXPECT_THAT(refusal({{"modelDescription.xml", fmi1_text}}, InterfaceKind::model_exchange),
              HasSubstr("no interface for ModelExchange"));
}

TEST_F(FmuFile, IsUsedForCosimulationUnlessAskedOtherwise) {
  EXPECT_EQ(load_fmu("Oscillator-2", {})->interface().kind, InterfaceKind::co_simulation);
  EXPECT_EQ(load_fmu("Oscillator-2", InterfaceKind::model_exchange)->interface().kind, InterfaceKind::model_exchange);
}

}  // namespace
}  // namespace oldham::fmi
