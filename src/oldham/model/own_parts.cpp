// SPDX-License-Identifier: MIT
#include "oldham/model/own_parts.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "oldham/core/error.hpp"
#include "oldham/interface/law_catalogue.hpp"
#include "oldham/model/registry.hpp"

namespace oldham {
namespace {

template <class Part>
class Shelf {
 public:
  void add(const std::string& name, Part part) {
    auto shared = std::make_shared<const Part>(std::move(part));
    const std::lock_guard lock(mutex_);
    parts_[name].swap(shared);
  }
  std::shared_ptr<const Part> find(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    const auto found = parts_.find(name);
    return found == parts_.end() ? nullptr : found->second;
  }
  std::vector<std::string> names() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> all;
    for (const auto& [name, part] : parts_) all.push_back(name);
    return all;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Part>, std::less<>> parts_;
};

// never destroyed: what parts hold may belong to an interpreter that is gone when the program ends
Shelf<OwnModel>& models() {
  static Shelf<OwnModel>& shelf = *new Shelf<OwnModel>;
  return shelf;
}
Shelf<OwnLaw>& laws() {
  static Shelf<OwnLaw>& shelf = *new Shelf<OwnLaw>;
  return shelf;
}

template <class List>
void check_name(const std::string& name, const char* kind, const List& built_in) {
  if (name.empty()) throw_wrong_input("", fmt::format("a {} needs a name", kind), "give one");
  for (const auto& row : built_in)
    if (row.name == name)
      throw_wrong_input("", fmt::format("there is a built-in {} '{}'", kind, name), "choose another name");
}

}  // namespace

void add_own_model(const std::string& name, OwnModel model) {
  check_name(name, "model", model_help());
  models().add(name, std::move(model));
}

void add_own_law(const std::string& name, OwnLaw law) {
  check_name(name, "law", law_catalogue);
  laws().add(name, std::move(law));
}

std::shared_ptr<const OwnModel> find_own_model(std::string_view name) { return models().find(name); }
std::shared_ptr<const OwnLaw> find_own_law(std::string_view name) { return laws().find(name); }
std::vector<std::string> own_model_names() { return models().names(); }
std::vector<std::string> own_law_names() { return laws().names(); }

}  // namespace oldham
