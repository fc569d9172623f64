#!/usr/bin/env bash
# Installs a built tree into a folder of its own and uses it from there: a C++ project that finds the library, and the program.
# Usage: installed.sh BUILD
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "installed.sh: $1" >&2; exit 1; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "this failed: $*"; }; }

# moved afterwards: nothing may rely on where it was installed
quietly cmake --install "$build" --prefix "$work/first"
prefix=$work/prefix documents=$work/prefix/share/doc/oldham
mv "$work/first" "$prefix"
for path in "$build/" "$work/first"; do
  ! grep -rlF "$path" "$prefix" || fail "the files above point to $path"
done

# the library, for a project outside this tree, and every header, compiled with nothing but what the package tells
cp -r "$documents/tests/consumer" "$work/consumer"
(cd "$prefix/include" && find oldham -type f | sort | sed 's/.*/#include <&>/') >"$work/consumer/headers.cpp"
[ "$(grep -c . "$work/consumer/headers.cpp")" -gt 100 ] || fail "there are hardly any headers"
cat >>"$work/consumer/CMakeLists.txt" <<'END'
add_library(headers OBJECT headers.cpp)
target_link_libraries(headers PRIVATE oldham::oldham)
target_compile_options(headers PRIVATE -fsyntax-only)
END
quietly cmake -G Ninja -S "$work/consumer" -B "$work/consumer/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release
grep -q "^oldham_DIR:PATH=$prefix/" "$work/consumer/build/CMakeCache.txt" || fail "another oldham was found"
quietly cmake --build "$work/consumer/build"
"$work/consumer/build/two_masses" >"$work/said" || { cat "$work/said" >&2; fail "the results of the project are wrong"; }
# as the guide shows it
grep -v '^#' "$documents/tests/consumer/CMakeLists.txt" | cat - "$work/said" | while read -r line; do
  grep -qxF -- "$line" "$documents/docs/guide/install.md" || fail "docs/guide/install.md lacks the line: $line"
done

# the program, with an environment that leads nowhere else; FMUs are made with the installed library and no other
cd "$work"
oldham() { env -i HOME="$work" PATH=/usr/bin:/bin "$prefix/bin/oldham" "$@"; }
quietly oldham run "$prefix/share/oldham/examples/two-mass/system.toml" --out results
[ -s results/results.csv ] || fail "the example left no results"
fmu_library=$(find "$prefix" -name oldham_fmu.so)
mv "$fmu_library" "$work/hidden.so"
! oldham fmu export oscillator 2>"$work/log" || fail "FMUs are made of a library that is not the installed one"
grep -qF "$prefix" "$work/log" || fail "no word of where the library of FMUs is missing: $(cat "$work/log")"
mv "$work/hidden.so" "$fmu_library"
quietly oldham fmu export oscillator -o spring.fmu
cat >system.toml <<'END'
[simulation]
end = 0.1
[scheme]
step = 0.01
[[subsystem]]
name = "spring"
fmu = "spring.fmu"
isolation = "process"
[subsystem.inputs]
force = 1.0
END
quietly oldham run system.toml --out isolated
