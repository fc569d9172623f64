// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace oldham {

/// A text that is part of the program, so that it is there wherever the program is.
struct EmbeddedFile {
  std::string_view path;  // from the folder it was in: "two-mass/system.toml"
  std::string_view text;
};

/// The examples, without their pictures.
std::span<const EmbeddedFile> example_files();

/// System files that between them ask for every key there is.
std::span<const EmbeddedFile> key_samples();

/// System files to start from.
std::span<const EmbeddedFile> template_files();

}  // namespace oldham
