// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace oldham {

/// The files of the front end, as they are when the library is built.
extern const std::string_view animation_controls;    // HTML
extern const std::string_view animation_style;       // CSS, everything below one class
extern const std::string_view animation_page_style;  // CSS of a page that holds nothing else
extern const std::string_view animation_script;      // JavaScript
extern const std::string_view report_script;         // JavaScript of the pages about runs and studies, bundled
extern const std::string_view report_style;          // CSS of those
extern const std::string_view live_page;             // HTML of the live page
extern const std::string_view live_script;           // JavaScript of it, bundled
extern const std::string_view live_style;            // CSS of it

}  // namespace oldham
