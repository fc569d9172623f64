// SPDX-License-Identifier: MIT
#pragma once

#include <hdf5.h>

#include <mutex>
#include <utility>

namespace oldham::hdf5 {

/// While it lives, this thread alone uses the library (which need not be built thread-safe), and the library
/// prints nothing.
class Exclusive {
 public:
  Exclusive();

 private:
  std::lock_guard<std::recursive_mutex> lock_;
};

/// What the library says, as std::runtime_error; where the operating system refused something, only its words.
[[noreturn]] void throw_library_error();

inline void check(herr_t status) {
  if (status < 0) throw_library_error();
}

/// Owns an identifier of the library.
class Handle {
 public:
  Handle(hid_t id, herr_t (*closer)(hid_t)) : id_(id), close_(closer) {
    if (id < 0) throw_library_error();
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    const Exclusive exclusive;
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  void close() {
    if (id_ >= 0) check(close_(std::exchange(id_, -1)));
  }
  void abandon() { id_ = -1; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// UTF-8 of any length.
Handle make_text_type();

}  // namespace oldham::hdf5
