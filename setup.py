# SPDX-License-Identifier: MIT
"""Lets pip build the native part with CMake; the rest is in pyproject.toml.

With OLDHAM_BUILD=build pip takes what that build folder has, and compiles there what it lacks.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

root = pathlib.Path(__file__).resolve().parent
scratch = root / "build" / "pip"  # what pip makes stays out of the way of other builds


class CMakeExtension(build_ext):
    def build_extension(self, extension: Extension) -> None:
        given = os.environ.get("OLDHAM_BUILD")
        build = root / given if given else scratch / "cmake"
        found = lambda: list((build / "python" / "oldham").glob("_oldham*.so"))
        if not given:
            options = ["-DCMAKE_BUILD_TYPE=Release", "-DOLDHAM_WEB=OFF", f"-DPython_EXECUTABLE={sys.executable}"]
            subprocess.run(["cmake", "-G", "Ninja", "-S", root, "-B", build, *options], check=True)
        if not given or not found():
            subprocess.run(["cmake", "-DOLDHAM_PYTHON=ON", build], check=True)
            subprocess.run(["cmake", "--build", build, "--target", "oldham_python"], check=True)
        made = found()
        if len(made) != 1:
            raise SystemExit(f"{build}: there is no extension, or more than one; build the target oldham_python there first")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made[0], target)


version = re.search(r"project\(oldham VERSION (\S+)", (root / "CMakeLists.txt").read_text()).group(1)
scratch.mkdir(parents=True, exist_ok=True)
setup(version=version, ext_modules=[Extension("oldham._oldham", [])], cmdclass={"build_ext": CMakeExtension},
      options={"build": {"build_base": str(scratch)}, "egg_info": {"egg_base": str(scratch)}})
