#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that every folder of src/oldham includes only itself and the folders above it in the list of layers.

Unit tests are free to use whatever shows their claim.
"""

import pathlib
import re
import sys

LAYERS = ["core", "parallel", "signal", "integrator", "subsystem", "isolation", "interface", "coupling", "analysis",
          "model", "fmi", "cluster", "study", "record", "io", "present", "report"]
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]oldham/([^/"]+)/', re.MULTILINE)


def violations(root: pathlib.Path):
    for folder in sorted(p for p in root.iterdir() if p.is_dir()):
        if folder.name not in LAYERS:
            yield f"{folder}: no layer of this name; known: {', '.join(LAYERS)}"
            continue
        for file in sorted(folder.rglob("*.[ch]pp")):
            if file.name.endswith("_test.cpp"):
                continue
            for used in INCLUDE.findall(file.read_text(encoding="utf-8")):
                if used not in LAYERS:
                    yield f"{file}: includes the unknown layer '{used}'"
                elif LAYERS.index(used) > LAYERS.index(folder.name):
                    yield f"{file}: layer '{folder.name}' must not include '{used}', which stands below it"


def main() -> int:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "src/oldham")
    found = list(violations(root))
    print("\n".join(found) if found else "layers: every include points upwards")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
