#!/usr/bin/env bash
# Makes the Debian package of a built tree, looks what it says and holds, and runs the program out of it.
# Usage: package.sh BUILD
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "package.sh: $1" >&2; exit 1; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "this failed: $*"; }; }

quietly cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/packages"
package=("$work"/packages/oldham_*.deb)
[ -f "${package[0]}" ] || fail "there is no package"

says() { dpkg-deb -f "${package[0]}" "$1" | grep -qE "$2" || fail "$1 is: $(dpkg-deb -f "${package[0]}" "$1")"; }
says Package '^oldham$'
says Version "^$("$build/oldham" --version | grep -oE '[0-9.]+')\$"
says Architecture "^$(dpkg --print-architecture)\$"
says Section '^science$'
says Maintainer '^Oldham developers'
says Depends 'libc6 .*libhdf5'  # told by the libraries that the program is linked with
says Suggests 'libeigen3-dev'

dpkg-deb -c "${package[0]}" >"$work/list"
libraries='lib/([^/]+/)?'  # with or without the name of the architecture
for file in bin/oldham "${libraries}liboldham\.a" "${libraries}oldham/oldham_fmu\.so" "${libraries}cmake/oldham/oldhamConfig\.cmake" \
  "${libraries}cmake/oldham/oldhamConfigVersion\.cmake" "${libraries}cmake/oldham/oldhamTargets\.cmake" \
  include/oldham/subsystem/subsystem.hpp include/oldham/coupling/cosimulation.hpp share/doc/oldham/copyright \
  share/doc/oldham/docs/guide/install.md share/oldham/examples/two-mass/system.toml \
  share/bash-completion/completions/oldham share/zsh/vendor-completions/_oldham share/fish/vendor_completions.d/oldham.fish \
  share/man/man1/oldham.1; do
  grep -qE "root/root .* \./usr/$file\$" "$work/list" || fail "/usr/$file is not in the package, or is not root's"
done
! grep -vE ' \./(usr/)?$| \./usr/(bin|lib|include|share)/' "$work/list" || fail "the files above belong nowhere"

dpkg-deb -x "${package[0]}" "$work/root"
cd "$work"
quietly env -i HOME="$work" PATH=/usr/bin:/bin root/usr/bin/oldham fmu export two-mass
quietly env -i HOME="$work" PATH=/usr/bin:/bin root/usr/bin/oldham fmu run two-mass.fmu
