// SPDX-License-Identifier: MIT
#include "oldham/io/read_system.hpp"

#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/ssp/ssp_reader.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {

Value read_system(const std::filesystem::path& file) {
  return fmi::is_ssp(file) ? fmi::read_ssp(file, fmi::default_cache()) : read_toml(file);
}

}  // namespace oldham
