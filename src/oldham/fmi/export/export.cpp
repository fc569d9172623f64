// SPDX-License-Identifier: MIT
#include "oldham/fmi/export/export.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "oldham/core/error.hpp"
#include "oldham/fmi/content_hash.hpp"
#include "oldham/fmi/export/archive_writer.hpp"
#include "oldham/fmi/export/description_writer.hpp"
#include "oldham/fmi/export/exported_description.hpp"
#include "oldham/fmi/platform.hpp"

namespace oldham::fmi {
namespace {

std::string read_library(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream.is_open() || content.empty())
    throw_missing_capability(file.string(), "the library that exported FMUs are run by cannot be read",
                             "build it again, or install the whole of Oldham");
  return content;
}

}  // namespace

std::string token_of(const ExportedModel& model) {
  ContentHash hash;
  hash.add(model.tool);
  for (const ExportedResource& resource : model.resources) hash.add(resource.name + '\n' + resource.content);
  return hash.finish();
}

void write_fmu(const std::filesystem::path& file, const ExportedModel& model, Standard standard,
               const std::filesystem::path& library) {
  const std::string token = token_of(model);
  const ModelDescription description = describe_export(model, standard, token);
  std::vector<PackedEntry> entries;
  entries.push_back({"modelDescription.xml", write_description(description)});
  entries.push_back(
      {fmt::format("binaries/{}/{}.so", own_platform(standard), description.interfaces.front().model_identifier),
       read_library(library)});
  entries.push_back({"resources/token.txt", token});
  for (const ExportedResource& resource : model.resources)
    entries.push_back({"resources/" + resource.name, resource.content});
  write_archive(file, std::move(entries));
}

}  // namespace oldham::fmi
