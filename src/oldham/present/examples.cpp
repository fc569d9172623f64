// SPDX-License-Identifier: MIT
#include "oldham/present/examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "oldham/core/error.hpp"
#include "oldham/io/embedded_files.hpp"
#include "oldham/io/folder_claim.hpp"
#include "oldham/record/text_file.hpp"

namespace oldham {
namespace {

std::string folder_of(const EmbeddedFile& file) { return std::string(file.path.substr(0, file.path.find('/'))); }

/// The first heading of its page.
std::string summary_of(const std::string& name) {
  for (const EmbeddedFile& file : example_files())
    if (file.path == name + "/README.md") return std::string(file.text.substr(2, file.text.find('\n') - 2));
  return {};
}

}  // namespace

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : example_files())
    if (names.empty() || names.back() != folder_of(file)) names.push_back(folder_of(file));
  return names;
}

Reply list_examples() {
  Reply answer;
  Json list = Json::array();
  std::size_t width = 0;
  for (const std::string& name : example_names()) width = std::max(width, name.size());
  answer.text = "examples\n";
  for (const std::string& name : example_names()) {
    Json entry = Json::object();
    entry["name"] = name;
    entry["summary"] = summary_of(name);
    Json files = Json::array();
    for (const EmbeddedFile& file : example_files())
      if (folder_of(file) == name) files.push_back(std::string(file.path.substr(name.size() + 1)));
    entry["files"] = std::move(files);
    list.push_back(std::move(entry));
    answer.text += fmt::format("  {:<{}}  {}\n", name, width, summary_of(name));
  }
  answer.json["examples"] = std::move(list);
  answer.text += "'oldham examples NAME' copies one";
  return answer;
}

Reply copy_example(const std::string& name, const std::string& to) {
  const std::vector<std::string> names = example_names();
  if (std::ranges::find(names, name) == names.end())
    throw_wrong_input("examples", fmt::format("there is no example '{}'", name), suggest(name, names));
  const std::filesystem::path folder = to.empty() ? name : to;
  std::vector<const EmbeddedFile*> files;
  for (const EmbeddedFile& file : example_files())
    if (folder_of(file) == name) files.push_back(&file);
  // nothing is written where something would be lost
  for (const EmbeddedFile* file : files)
    if (const auto path = folder / file->path.substr(name.size() + 1); std::filesystem::exists(path))
      throw_wrong_input(path.string(), "there is such a file already", "choose another folder with --to");
  make_folder(folder);
  Reply answer;
  Json list = Json::array();
  std::string first;
  for (const EmbeddedFile* file : files) {
    const std::filesystem::path path = folder / file->path.substr(name.size() + 1);
    make_folder(path.parent_path());
    write_text(path, std::string(file->text), "--to");
    list.push_back(path.string());
    answer.text += fmt::format("  written   {}\n", path.string());
    if (path.extension() == ".toml" && (first.empty() || path.stem() == "system")) first = path.string();
  }
  answer.json["name"] = name;
  answer.json["folder"] = folder.string();
  answer.json["files"] = std::move(list);
  answer.json["system"] = first;
  answer.text = fmt::format("{}\n{}'oldham run {}' runs it", summary_of(name), answer.text, first);
  return answer;
}

}  // namespace oldham
