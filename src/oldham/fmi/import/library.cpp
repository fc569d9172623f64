// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/library_file.hpp"

namespace oldham::fmi {
namespace {

// the symbols of an FMU collide with those of its host, SUNDIALS above all: its own come first
#if defined(__SANITIZE_ADDRESS__)
constexpr int own_symbols_first = 0;  // the sanitizer's runtime refuses to be bypassed
#else
constexpr int own_symbols_first = RTLD_DEEPBIND;
#endif

constexpr int most_brought = 32;

/// The library that the loader misses: "libgfortran.so.3: cannot open shared object file: ...".
std::string missing_library(const std::string& trouble) {
  if (trouble.find("cannot open shared object file") == std::string::npos) return {};
  return trouble.substr(0, trouble.find(':'));
}

/// Null, and why.
void* open(const std::filesystem::path& file, std::string& trouble) {
  if (const std::string missing = missing_part(file); !missing.empty()) {
    trouble = fmt::format("{}: {}", file.filename().string(), missing);
    return nullptr;
  }
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | own_symbols_first);
  if (handle == nullptr) trouble = dlerror();
  return handle;
}

}  // namespace

Library::Library(const std::filesystem::path& file) {
  std::string trouble;
  for (int attempt = 0; attempt < most_brought; ++attempt) {
    handle_ = open(file, trouble);
    if (handle_ != nullptr) return;
    // archives bring libraries along without saying where they are
    const std::string missing = missing_library(trouble);
    const std::filesystem::path beside = file.parent_path() / missing;
    if (missing.empty() || missing.find('/') != std::string::npos || !std::filesystem::is_regular_file(beside)) break;
    void* brought = open(beside, trouble);
    if (brought == nullptr) break;
    brought_.push_back(brought);
  }
  for (void* library : brought_) dlclose(library);
  const std::string missing = missing_library(trouble);
  if (!missing.empty() && missing != file.string())
    throw_missing_capability(file.filename().string(),
                             fmt::format("the FMU needs the library '{}', which is not on this machine", missing),
                             "install it, or ask whoever made the FMU to link it in");
  throw_missing_capability(file.filename().string(),
                           fmt::format("the library of the FMU cannot be loaded: {}", trouble),
                           "check that it was made for this system and came over whole");
}

Library::~Library() {
  dlclose(handle_);
  for (void* library : brought_) dlclose(library);
}

void* Library::find(const std::string& symbol) const { return dlsym(handle_, symbol.c_str()); }

}  // namespace oldham::fmi
