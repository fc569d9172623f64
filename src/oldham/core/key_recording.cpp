// SPDX-License-Identifier: MIT
#include "oldham/core/key_recording.hpp"

#include <algorithm>

namespace oldham {
namespace {

thread_local KeyRecording* recording = nullptr;

/// "subsystem 'rod'.path[0]" is table "subsystem.path" of entry "rod".
void split_path(std::string_view path, std::string& table, std::string& entry) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool is_name = path.substr(i).starts_with(" '");
    if (is_name || path[i] == '[') {
      const std::size_t begin = i + (is_name ? 2 : 1), end = path.find(is_name ? '\'' : ']', begin);
      if (is_name && table.find('.') == std::string::npos) entry = path.substr(begin, end - begin);
      i = std::min(end, path.size());
    } else {
      table += path[i];
    }
  }
}

void add_new(std::vector<std::string>& list, const std::string& text) {
  if (!text.empty() && std::ranges::find(list, text) == list.end()) list.push_back(text);
}

}  // namespace

KeyRecording::KeyRecording() : outer_(recording) { recording = this; }

KeyRecording::~KeyRecording() { recording = outer_; }

KeyRecording* KeyRecording::current() { return recording; }

void KeyRecording::add(std::string_view path, std::string_view key, KeyRequest request) {
  using Need = KeyRequest::Need;
  std::string table, entry;
  split_path(path, table, entry);
  auto found = std::ranges::find_if(
      keys_, [&](const AskedKey& k) { return k.key == key && k.table == table && k.entry == entry; });
  if (found == keys_.end()) {
    keys_.push_back({.table = table, .entry = entry, .key = std::string(key), .need = request.need});
    found = keys_.end() - 1;
  } else if (found->need == Need::probed && found->kinds.empty()) {
    // whose presence was asked for before may be absent
    found->need = request.need == Need::required ? Need::optional : request.need;
  } else if (found->need != Need::optional || request.need != Need::required) {
    // one that was asked for optionally before is required only where it is there
    found->need = std::max(found->need, request.need);
  }
  add_new(found->kinds, request.kind);
  for (const std::string& word : request.words) add_new(found->words, word);
  if (found->unit.empty()) found->unit = std::move(request.unit);
  if (found->fallback.empty()) found->fallback = std::move(request.fallback);
  if (found->range.empty()) found->range = std::move(request.range);
}

std::vector<AskedKey> KeyRecording::keys() const {
  std::vector<AskedKey> asked;
  std::ranges::copy_if(keys_, std::back_inserter(asked), [](const AskedKey& key) { return !key.kinds.empty(); });
  return asked;
}

}  // namespace oldham
