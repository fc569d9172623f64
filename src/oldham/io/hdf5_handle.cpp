// SPDX-License-Identifier: MIT
#include "oldham/io/hdf5_handle.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace oldham::hdf5 {
namespace {

std::recursive_mutex& library_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

herr_t take_innermost(unsigned depth, const H5E_error2_t* error, void* text) {
  if (depth == 0 && error->desc) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

}  // namespace

Exclusive::Exclusive() : lock_(library_mutex()) {
  // at exit the library would once more close files after a failed write, and crash
  [[maybe_unused]] static const herr_t no_cleanup_at_exit = H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

void throw_library_error() {
  std::string reason = "the HDF5 library gives no reason";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_innermost, &reason);
  H5Eclear2(H5E_DEFAULT);
  constexpr std::string_view mark = "error message = '";
  if (const auto begin = reason.find(mark); begin != std::string::npos) {
    reason.erase(0, begin + mark.size());
    reason.resize(std::min(reason.find('\''), reason.size()));
  }
  throw std::runtime_error(reason);
}

Handle make_text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, H5T_VARIABLE));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

}  // namespace oldham::hdf5
