// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace oldham {

/// How a reader asked for a key.
struct KeyRequest {
  enum class Need { probed, optional, has_default, required };
  std::string kind;  // "a number"; empty where only its presence was asked for
  Need need = Need::optional;
  std::string unit = {};
  std::string fallback = {};  // as one would write it
  std::string range = {};     // "> 0"
  std::vector<std::string> words = {};
};

/// A key that readers asked for, all requests taken together.
struct AskedKey {
  std::string table;  // path of the table it stands in, without names and numbers of entries: "subsystem.body"
  std::string entry;  // name of the entry at the begin of that path: "rod" of [[subsystem]] name = "rod"
  std::string key;
  std::vector<std::string> kinds = {};
  KeyRequest::Need need = KeyRequest::Need::probed;
  std::string unit = {}, fallback = {}, range = {};
  std::vector<std::string> words = {};
};

/// While it exists, all readers of this thread tell it which keys they ask for, and how. What may be written in a file
/// is then known from the very code that reads it.
class KeyRecording {
 public:
  KeyRecording();
  ~KeyRecording();
  KeyRecording(const KeyRecording&) = delete;
  KeyRecording& operator=(const KeyRecording&) = delete;

  /// The one of this thread, if any.
  static KeyRecording* current();

  void add(std::string_view path, std::string_view key, KeyRequest request);
  /// In the order they were first asked for. Keys whose presence alone was asked for, to refuse them, are left out.
  std::vector<AskedKey> keys() const;

 private:
  KeyRecording* outer_;
  std::vector<AskedKey> keys_;
};

}  // namespace oldham
