# SPDX-License-Identifier: MIT
"""Lets pip build the native parts with CMake; the rest is in pyproject.toml.

The package holds the extension, the program `oldham` and the library that it packs into FMUs. With OLDHAM_BUILD=build pip
takes what that build folder has, and compiles there what it lacks.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

root = pathlib.Path(__file__).resolve().parent
scratch = root / "build" / "pip"  # what pip makes stays out of the way of other builds


def cmake(*words) -> int:
    return subprocess.run(["cmake", *map(str, words)], check=False).returncode


def compile_all(folder: pathlib.Path) -> None:
    """The whole of it in a folder of its own."""
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DOLDHAM_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
    has_web = shutil.which("npm") is not None
    if cmake("-G", "Ninja", "-S", root, "-B", folder, *options, f"-DOLDHAM_WEB={'ON' if has_web else 'OFF'}"):
        raise SystemExit(f"{folder}: could not be configured; what CMake says is above")
    # packages for the scripts of pages come from a network
    if has_web and cmake("--build", folder, "--target", "web_files.cpp"):
        print("setup.py: without the scripts of pages: reports have no interactive plots", file=sys.stderr)
        cmake("-DOLDHAM_WEB=OFF", folder)
    compile_missing(folder)


def compile_missing(folder: pathlib.Path) -> None:
    if cmake("-DOLDHAM_PYTHON=ON", folder) or cmake("--build", folder, "--target", "oldham", "oldham_fmu", "oldham_python"):
        raise SystemExit(f"{folder}: could not be built; what the compiler says is above")


def find_parts(folder: pathlib.Path) -> list[pathlib.Path]:
    """Extension, program and library of FMUs, or fewer."""
    return [*(folder / "python" / "oldham").glob("_oldham*.so"),
            *(file for file in (folder / "oldham", folder / "oldham_fmu.so") if file.exists())]


class CMakeExtension(build_ext):
    def build_extension(self, extension: Extension) -> None:
        given = os.environ.get("OLDHAM_BUILD")
        folder = root / given if given else scratch / "cmake"
        if not given:
            compile_all(folder)
        elif len(find_parts(folder)) < 3:
            compile_missing(folder)
        parts = find_parts(folder)
        if len(parts) != 3:
            raise SystemExit(f"{folder}: expected one extension, the program and the library of FMUs, found "
                             f"{', '.join(part.name for part in parts) or 'nothing'}; remove what is too much, or build "
                             "the targets oldham and oldham_python there first")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        programs = target.parent / "bin"
        programs.mkdir(parents=True, exist_ok=True)
        shutil.copy(parts[0], target)
        for part in parts[1:]:  # the program looks for the library beside itself
            shutil.copy(part, programs)


class FreshBuild(build):
    """Without what an earlier version of the package left."""

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


version = re.search(r"project\(oldham VERSION (\S+)", (root / "CMakeLists.txt").read_text()).group(1)
scratch.mkdir(parents=True, exist_ok=True)
setup(version=version, ext_modules=[Extension("oldham._oldham", [])], cmdclass={"build": FreshBuild, "build_ext": CMakeExtension},
      options={"build": {"build_base": str(scratch)}, "egg_info": {"egg_base": str(scratch)}})
