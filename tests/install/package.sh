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
says Maintainer '^[^<]+ <[^@>]+@[^>]+>$'
says Depends 'libc6 .*libhdf5'  # told by the libraries that the program is linked with
says Suggests 'libeigen3-dev'

dpkg-deb -c "${package[0]}" >"$work/list"
libraries='lib/([^/]+/)?'  # with or without the name of the architecture
for file in bin/oldham "${libraries}liboldham\.a" "${libraries}oldham/fmu/oldham_fmu\.so" "${libraries}cmake/oldham/oldhamConfig\.cmake" \
  "${libraries}cmake/oldham/oldhamConfigVersion\.cmake" "${libraries}cmake/oldham/oldhamTargets\.cmake" \
  include/oldham/subsystem/subsystem.hpp include/oldham/coupling/cosimulation.hpp share/doc/oldham/copyright \
  share/doc/oldham/docs/guide/install.md share/oldham/examples/two-mass/system.toml \
  share/bash-completion/completions/oldham share/zsh/vendor-completions/_oldham share/fish/vendor_completions.d/oldham.fish \
  share/man/man1/oldham.1.gz share/doc/oldham/changelog.gz; do
  grep -qE "root/root .* \./usr/$file\$" "$work/list" || fail "/usr/$file is not in the package, or is not root's"
done
! grep -vE ' \./(usr/)?$| \./usr/(bin|lib|include|share)/' "$work/list" || fail "the files above belong nowhere"

# as policy wants it: a changelog that Debian's tools read, of this version, and no scripts where nothing is to be done
dpkg-deb -x "${package[0]}" "$work/root"
gzip -dc "$work/root/usr/share/doc/oldham/changelog.gz" >"$work/changelog"
changed=$(dpkg-parsechangelog -l "$work/changelog" -S Version) || fail "its changelog cannot be read"
[ "$changed" = "$(dpkg-deb -f "${package[0]}" Version)" ] || fail "its changelog is of version $changed"
gzip -dc "$work/root/usr/share/man/man1/oldham.1.gz" | grep -q '^\.TH OLDHAM 1' || fail "its page of man(1) is none"
dpkg-deb -e "${package[0]}" "$work/control"
[ "$(ls "$work/control" | sort | tr '\n' ' ')" = "control md5sums " ] || fail "it has scripts: $(ls "$work/control")"
if command -v lintian >/dev/null; then
  [ "$(id -u)" -ne 0 ] || as_root=--allow-root
  lintian ${as_root:-} "${package[0]}" >"$work/lintian" || true
  ! grep -E '^[EW]:' "$work/lintian" || fail "lintian finds the faults above"
fi

cd "$work"
quietly env -i HOME="$work" PATH=/usr/bin:/bin root/usr/bin/oldham fmu export two-mass
quietly env -i HOME="$work" PATH=/usr/bin:/bin root/usr/bin/oldham fmu run two-mass.fmu
