#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Loads FMUs as importers do that resolve every function of the standard's headers: resolve.py PROGRAM

It shares no code with the importer of Oldham. The lists of functions beside it have the names of the standard's
headers. The FMUs are exports of the program, which are then instantiated, stepped and freed.
"""
import ctypes
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

HERE = pathlib.Path(__file__).parent
LOG3 = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)


def functions_of(version):
    return (HERE / f"functions-fmi{version}.txt").read_text(encoding="utf-8").split()


def unpack(file, folder):
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    root = xml.etree.ElementTree.parse(folder / "modelDescription.xml").getroot()
    version = int(root.get("fmiVersion").split(".")[0])
    identifier = root.find("CoSimulation").get("modelIdentifier")
    machine = "aarch64" if platform.machine() == "aarch64" else "x86_64"
    binaries = f"{machine}-linux" if version == 3 else "aarch64-linux64" if machine == "aarch64" else "linux64"
    return root, version, folder / "binaries" / binaries / f"{identifier}.so"


def resolve_all(library, version):
    """The loaded library; every symbol bound now, every function of the headers found."""
    loaded = ctypes.CDLL(str(library), mode=os.RTLD_NOW | os.RTLD_LOCAL)
    missing = []
    for name in functions_of(version):
        try:
            getattr(loaded, name)
        except AttributeError:
            missing.append(name)
    assert not missing, f"{library.name} lacks {', '.join(missing)}"
    return loaded


def step3(loaded, root, resources):
    messages = []
    log = LOG3(lambda _environment, status, _category, text: messages.append((status, text.decode())))
    token = root.get("instantiationToken").encode()
    place = f"{resources}/".encode()
    pointer, boolean, number = ctypes.c_void_p, ctypes.c_bool, ctypes.c_double

    loaded.fmi3InstantiateScheduledExecution.restype = pointer
    scheduled = loaded.fmi3InstantiateScheduledExecution(b"it", token, place, boolean(False), boolean(False), None, log,
                                                         None, None, None)
    assert scheduled is None, "an instance for scheduled execution, which the FMU does not declare"
    assert messages and "scheduled execution" in messages[-1][1], messages

    loaded.fmi3InstantiateCoSimulation.restype = pointer
    instance = loaded.fmi3InstantiateCoSimulation(b"it", token, place, boolean(False), boolean(False), boolean(False),
                                                  boolean(False), None, ctypes.c_size_t(0), None, log, None)
    assert instance, messages
    instance = pointer(instance)
    assert loaded.fmi3ActivateModelPartition(instance, ctypes.c_uint32(1), number(0.0)) == 3  # fmi3Error
    assert loaded.fmi3EnterInitializationMode(instance, boolean(False), number(0), number(0), boolean(False),
                                              number(0)) == 0
    assert loaded.fmi3ExitInitializationMode(instance) == 0
    flags = [boolean() for _ in range(3)]
    reached = number()
    for n in range(10):
        status = loaded.fmi3DoStep(instance, number(n * 0.01), number(0.01), boolean(True),
                                   *[ctypes.byref(flag) for flag in flags], ctypes.byref(reached))
        assert status == 0, messages
    assert abs(reached.value - 0.1) < 1e-12
    assert loaded.fmi3Terminate(instance) == 0
    loaded.fmi3FreeInstance.restype = None
    loaded.fmi3FreeInstance(instance)


def check(file, folder):
    root, version, library = unpack(file, folder)
    loaded = resolve_all(library, version)
    if version == 3:
        step3(loaded, root, folder / "resources")
    print(f"{file.name}: all {len(functions_of(version))} functions of FMI {version}.0")


def main():
    program = pathlib.Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        for version in ("2", "3"):
            file = place / f"oscillator-{version}.fmu"
            subprocess.run([program, "fmu", "export", "oscillator", "--fmi", version, "-o", file], check=True,
                           cwd=place, stdout=subprocess.DEVNULL)
            check(file, place / f"unpacked-{version}")


if __name__ == "__main__":
    main()
