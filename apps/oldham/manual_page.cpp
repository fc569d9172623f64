// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "command_line.hpp"

namespace oldham::app {
namespace {

/// As troff reads it: letters that mean something to it mean themselves.
std::string escaped(std::string_view text) {
  std::string result;
  bool is_first = true;
  for (const char c : text) {
    if (is_first && (c == '.' || c == '\'')) result += "\\&";
    result += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
    is_first = c == '\n';
  }
  return result;
}

std::string option_text(const OptionWords& option) {
  std::string text = ".TP\n";
  for (const std::string& name : option.names)
    text += fmt::format("{}\\fB{}\\fR", &name == &option.names.front() ? "" : ", ", escaped(name));
  if (!option.values.empty())
    for (const std::string& value : option.values)
      text += fmt::format("{}\\fI{}\\fR", &value == &option.values.front() ? " " : "|", escaped(value));
  else if (option.takes_value)
    text += fmt::format(" \\fI{}\\fR", escaped(option.value_name));
  if (!option.files.empty()) text += fmt::format("|\\fIFILE{}\\fR", escaped(option.files));
  return text + fmt::format("\n{}\n", escaped(option.help));
}

std::string command_text(const CommandWords& command) {
  std::string text = fmt::format(".SS oldham {}", escaped(command.path));
  for (const std::string& argument : command.arguments) text += ' ' + escaped(argument);
  text += fmt::format("\n{}\n", escaped(command.help));
  for (const OptionWords& option : command.options)
    if (option.names.back() != "--help") text += option_text(option);
  if (!command.footer.empty()) text += fmt::format(".PP\n.nf\n{}\n.fi\n", escaped(command.footer));
  return text;
}

}  // namespace

std::string manual_page(const std::vector<CommandWords>& commands) {
  std::string text = fmt::format(R"(.TH OLDHAM 1 "" "oldham {}" "User Commands"
.SH NAME
oldham \- co-simulation with the coupling got right
.SH SYNOPSIS
.B oldham
.I COMMAND
[\fIARGUMENT\fR ...] [\fIOPTION\fR ...]
.SH DESCRIPTION
Oldham couples subsystems that keep their own solvers (mechanisms, rods, hydraulic circuits, FMUs), and judges before anything is
run whether the whole is stable at the chosen step. Systems are described by files in TOML: \fBoldham new\fR starts one,
\fBoldham keys\fR lists what may be written there.
.PP
{}
.SH COMMANDS
Every command takes \fB\-\-help\fR.
)",
                                 escaped(OLDHAM_VERSION), ".nf\n" + escaped(commands.front().footer) + "\n.fi");
  for (const CommandWords& command : commands)
    if (!command.path.empty()) text += command_text(command);
  return text + R"(.SH EXIT STATUS
.TP
.B 0
done; that a system is unstable is an answer
.TP
.B 1
the simulation failed or diverged; what was finished is kept
.TP
.B 2
wrong input
.TP
.B 3
a subsystem cannot do what the scheme needs
.TP
.B 130
interrupted by Ctrl-C (143, 129: by SIGTERM, SIGHUP); what was finished is kept
.SH ENVIRONMENT
.TP
.B NO_COLOR
plain text on terminals too
.SH SEE ALSO
The guide, in \fI/usr/share/doc/oldham/docs/guide\fR or beside the sources.
)";
}

}  // namespace oldham::app
