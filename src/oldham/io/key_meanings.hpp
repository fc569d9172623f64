// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace oldham {

/// A table of a system file, or what stands in one for a kind of entry.
struct KeyTable {
  std::string_view id;       // "subsystem:rod.start": table `start` of [[subsystem]] with that model
  std::string_view heading;  // as it is written in a file
};

/// What a key means. Everything else about it is known from the code that reads it. The key NAME stands for all keys of
/// a table whose names are free; `fallback`, where given, says in words what holds where the key is absent.
struct KeyMeaning {
  std::string_view table, key, meaning, fallback = {};
};

/// In the order they are listed in.
std::span<const KeyTable> key_tables();
std::span<const KeyMeaning> file_key_meanings();
std::span<const KeyMeaning> model_key_meanings();

}  // namespace oldham
