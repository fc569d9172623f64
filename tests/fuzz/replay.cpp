// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <random>
#include <vector>

#include "target.hpp"

// Plays the kept inputs of a target, and mutations of them that are the same on every machine, without libFuzzer:
//   fuzz_replay TARGET FOLDER MUTATIONS
// The input that is being played is kept in TARGET.input, so that it is there when the program ends badly.

extern "C" {
int fuzz_zip(const std::uint8_t* data, std::size_t size);
int fuzz_description(const std::uint8_t* data, std::size_t size);
int fuzz_ssp(const std::uint8_t* data, std::size_t size);
int fuzz_toml(const std::uint8_t* data, std::size_t size);
}

namespace oldham::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr unsigned longest_run = 60;  // s that one input may take, on a machine that is busy

struct Target {
  const char* name;
  int (*play)(const std::uint8_t* data, std::size_t size);
};

constexpr std::array<Target, 4> targets = {
    {{"zip", fuzz_zip}, {"description", fuzz_description}, {"ssp", fuzz_ssp}, {"toml", fuzz_toml}}};

// what readers have stumbled over, here or elsewhere
constexpr std::string_view tokens[] = {"0",
                                       "-1",
                                       "1e308",
                                       "-1e-308",
                                       "nan",
                                       "inf",
                                       "2147483648",
                                       "9223372036854775807",
                                       "18446744073709551616",
                                       "../",
                                       "/",
                                       "%00",
                                       "\\",
                                       "\"",
                                       "'",
                                       "<",
                                       "/>",
                                       "]]>",
                                       "&#0;",
                                       "\xFF\xFE",
                                       "\n",
                                       "[[",
                                       "a.a.a",
                                       "PK\x05\x06"};

/// The generator of the standard, but not its distributions, which every library may write as it likes.
class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& inputs) : inputs_(inputs) {}

  std::string mutate(std::string input, std::uint64_t seed) {
    random_.seed(seed);
    for (std::size_t count = 1 + below(4); count > 0; --count) mutate_once(input);
    return input;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  std::string_view piece_of(std::string_view text) {
    const std::size_t begin = below(text.size());
    return text.substr(begin, 1 + below(text.size() - begin));
  }

  void mutate_once(std::string& input) {
    const std::size_t at = below(input.size() + 1), length = below(std::min<std::size_t>(input.size() - at, 64) + 1);
    switch (below(7)) {
      case 0:  // a bit
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << below(8)));
        break;
      case 1:  // a byte
        if (at < input.size()) input[at] = static_cast<char>(below(256));
        break;
      case 2:
        input.insert(at, tokens[below(std::size(tokens))]);
        break;
      case 3:
        input.replace(at, length, tokens[below(std::size(tokens))]);
        break;
      case 4:
        input.erase(at, length);
        break;
      case 5:  // the end is missing, or another input's
        input.erase(at);
        if (below(2) == 0) input += piece_of(inputs_[below(inputs_.size())]);
        break;
      default:
        input.insert(at, std::string(piece_of(input)));
        break;
    }
  }

  const std::vector<std::string>& inputs_;
  std::mt19937_64 random_;
};

std::vector<std::string> read_inputs(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<std::string> inputs;
  for (const fs::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  require(!inputs.empty(), "there are inputs to play");
  return inputs;
}

void play(const Target& target, const std::string& input) {
  const fs::path kept = std::string(target.name) + ".input";
  write_file(kept, input);
  alarm(longest_run);
  target.play(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  alarm(0);
}

int replay(const Target& target, const fs::path& folder, std::size_t mutations) {
  const std::vector<std::string> inputs = read_inputs(folder);
  for (const std::string& input : inputs) play(target, input);
  Mutator mutator(inputs);
  constexpr std::size_t largest = 1 << 14;  // bytes; what grows beyond only takes longer
  for (std::size_t i = 0; i < mutations; ++i)
    play(target, mutator.mutate(inputs[i % inputs.size()], i).substr(0, largest));
  std::printf("%s: %zu inputs and %zu mutations\n", target.name, inputs.size(), mutations);
  fs::remove(std::string(target.name) + ".input");
  return 0;
}

}  // namespace
}  // namespace oldham::fuzz

int main(int count, char** arguments) {
  using namespace oldham::fuzz;
  if (count == 4)
    for (const Target& target : targets)
      if (std::strcmp(arguments[1], target.name) == 0)
        return replay(target, arguments[2], std::strtoul(arguments[3], nullptr, 10));
  std::fprintf(stderr, "usage: fuzz_replay zip|description|ssp|toml FOLDER MUTATIONS\n");
  return 2;
}
