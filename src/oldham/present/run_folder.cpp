// SPDX-License-Identifier: MIT
#include "oldham/present/run_folder.hpp"

#include <utility>

#include "oldham/io/file_paths.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/present/record_of_run.hpp"
#include "oldham/present/text/run_notes.hpp"
#include "oldham/record/text_file.hpp"

namespace oldham {

RunFolder::RunFolder(std::filesystem::path folder, const Value& root, const System<double>& system)
    : path_(std::move(folder)), root_(root), claim_(path_) {
  for (const std::string& note : {size_note(system), replacement_note(path_, root)})
    if (!note.empty()) notes_.push_back(note);
}

void RunFolder::record_into(Recorder::Settings& recording) const {
  recording.out = path_;
  recording.opened = [this] {
    remove_earlier_pages(path_);
    // also beside the results of a run that comes to no end
    write_text(path_ / "system.toml", to_toml(with_whole_paths(root_)));
  };
}

void RunFolder::write(const std::string& file, RunRecord record) const {
  write_record(path_, root_, file, std::move(record));
}

}  // namespace oldham
