// SPDX-License-Identifier: MIT

// The compiled part of the TOML library, of which there is no static archive.

#define TOML_HEADER_ONLY 0
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
