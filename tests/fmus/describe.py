#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes modelDescription.xml and variables.h of a test FMU: describe.py MODEL VERSION TOKEN IDENTIFIER FOLDER

Version 1x is FMI 1.0 for model exchange, which an FMU has instead of co-simulation.
"""

import pathlib
import sys
from xml.sax.saxutils import quoteattr

from tables import EARLY_TYPES, ROOM, find_model

UNITS = {"N": 'kg="1" m="1" s="-2"', "kg": 'kg="1"', "N/m": 'kg="1" s="-2"', "N.s/m": 'kg="1" s="-1"', "m": 'm="1"',
         "m/s": 'm="1" s="-1"', "m/s2": 'm="1" s="-2"', "s": 's="1"'}


def element(name, attributes, content=""):
    """An element; attributes that are empty are left out."""
    texts = "".join(f" {key}={quoteattr(text(value))}" for key, value in attributes.items() if value not in ("", None))
    if content.count("\n") > 1:
        content = "\n" + content
    return f"<{name}{texts}>{content}</{name}>\n" if content else f"<{name}{texts}/>\n"


def text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def units_of(variables):
    used = [unit for unit in UNITS if any(v.unit == unit for v in variables)]
    return "".join(f'<Unit name="{unit}"><BaseUnit {UNITS[unit]}/></Unit>\n' for unit in used)


def items_of(variables):
    """The items of the only enumeration."""
    items = next((v.items for v in variables if v.items), ())
    return "".join(f'<Item name="{item}" value="{i + 1}"/>' for i, item in enumerate(items))


def initial_of(variable):
    is_exact = variable.start is not None and variable.causality in ("output", "local")
    return "exact" if is_exact else ""


def is_initial_unknown(variable):
    return variable.start is None and (variable.causality == "output" or variable.derivative_of)


def describe1(model, variables, identifier, token, name, is_exchange=False):
    lines = ""
    for v in variables:
        variability = "parameter" if v.causality == "parameter" else v.variability
        causality = "internal" if v.causality in ("parameter", "local") else v.causality
        content = element(EARLY_TYPES[v.type], {"unit": v.unit, "start": v.start})
        if v.causality == "output":
            known = [d for d in v.depends if any(o.name == d and o.causality == "input" for o in variables)]
            content += f"<DirectDependency>{''.join(f'<Name>{n}</Name>' for n in known)}</DirectDependency>"
        lines += element("ScalarVariable",
                         {"name": v.name, "valueReference": v.reference, "causality": causality,
                          "variability": variability, "alias": "negatedAlias" if v.negates else ""}, content)
    capabilities = element("Capabilities", {"canHandleVariableCommunicationStepSize": True,
                                            **model.capabilities.get(1, {})})
    states = sum(1 for v in variables if v.derivative_of)
    return element("fmiModelDescription", {"fmiVersion": "1.0", "modelName": name, "modelIdentifier": identifier,
                                           "guid": token, "description": model.description,
                                           "numberOfContinuousStates": states,
                                           "numberOfEventIndicators": len(model.indicators) if is_exchange else 0},
                   element("DefaultExperiment", {"startTime": 0.0, "stopTime": model.stop})
                   + element("ModelVariables", {}, lines)
                   + ("" if is_exchange else
                      element("Implementation", {}, element("CoSimulation_StandAlone", {}, capabilities))))


def describe1_exchange(*arguments):
    return describe1(*arguments, is_exchange=True)


def describe2(model, variables, identifier, token, name):
    lines = '<ScalarVariable name="time" valueReference="0" causality="independent"><Real/></ScalarVariable>\n'
    index = {v.name: i + 2 for i, v in enumerate(variables)}
    for v in variables:
        content = element(EARLY_TYPES[v.type], {"declaredType": "Item" if v.items else "", "unit": v.unit,
                                                "derivative": index.get(v.derivative_of), "start": v.start})
        lines += element("ScalarVariable", {"name": v.name, "valueReference": v.reference, "causality": v.causality,
                                            "variability": v.variability, "initial": initial_of(v)}, content)

    def unknowns(chosen, with_dependencies):
        return "".join(
            f'<Unknown index="{index[v.name]}"'
            + (f' dependencies="{" ".join(str(index[d]) for d in v.depends)}"' if with_dependencies else "") + "/>\n"
            for v in chosen)

    structure = (element("Outputs", {}, unknowns([v for v in variables if v.causality == "output"], True))
                 + element("Derivatives", {}, unknowns([v for v in variables if v.derivative_of], True))
                 + element("InitialUnknowns", {}, unknowns(filter(is_initial_unknown, variables), False)))
    shared = {"modelIdentifier": identifier, "canGetAndSetFMUstate": model.saves, "canSerializeFMUstate": model.saves,
              "providesDirectionalDerivative": model.derivatives}
    units, items = units_of(variables), items_of(variables)
    return element("fmiModelDescription", {"fmiVersion": "2.0", "modelName": name, "guid": token,
                                           "description": model.description,
                                           "numberOfEventIndicators": len(model.indicators)},
                   element("ModelExchange", shared)
                   + element("CoSimulation", {**shared, "canHandleVariableCommunicationStepSize": True,
                                              **model.capabilities.get(2, {})})
                   + (element("UnitDefinitions", {}, units) if units else "")
                   + (f'<TypeDefinitions><SimpleType name="Item"><Enumeration>{items}</Enumeration></SimpleType>'
                      "</TypeDefinitions>\n" if items else "")
                   + element("DefaultExperiment", {"startTime": 0.0, "stopTime": model.stop})
                   + element("ModelVariables", {}, lines) + element("ModelStructure", {}, structure))


def describe3(model, variables, identifier, token, name):
    reference = {v.name: v.reference for v in variables}
    lines = '<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>\n'
    for v in variables:
        starts_inside = v.type in ("String", "Binary")
        content = element("Dimension", {"valueReference": reference[v.size]}) if v.size else ""
        if starts_inside and v.start is not None:
            content += element("Start", {"value": v.start.encode().hex() if v.type == "Binary" else v.start})
        is_smooth = v.causality == "input" and v.variability == "continuous"
        lines += element(v.type, {"name": v.name, "valueReference": v.reference, "causality": v.causality,
                                  "variability": v.variability, "initial": initial_of(v),
                                  "declaredType": "Item" if v.items else "", "unit": v.unit,
                                  "derivative": reference.get(v.derivative_of),
                                  "intermediateUpdate": True if is_smooth else "",
                                  "start": None if starts_inside else v.start}, content)

    def entries(kind, chosen, with_dependencies=False):
        return "".join(
            f'<{kind} valueReference="{v.reference}"'
            + (f' dependencies="{" ".join(str(reference[d]) for d in v.depends)}"' if with_dependencies else "")
            + "/>\n" for v in chosen)

    structure = (entries("Output", [v for v in variables if v.causality == "output"], True)
                 + entries("ContinuousStateDerivative", [v for v in variables if v.derivative_of], True)
                 + entries("InitialUnknown", filter(is_initial_unknown, variables))
                 + entries("EventIndicator", [v for v in variables if v.name in model.indicators]))
    shared = {"modelIdentifier": identifier, "canGetAndSetFMUState": model.saves, "canSerializeFMUState": model.saves,
              "providesDirectionalDerivatives": model.derivatives}
    units, items = units_of(variables), items_of(variables)
    return element("fmiModelDescription", {"fmiVersion": "3.0", "modelName": name, "instantiationToken": token,
                                           "description": model.description},
                   element("ModelExchange", shared)
                   + element("CoSimulation", {**shared, "canHandleVariableCommunicationStepSize": True,
                                              **model.capabilities.get(3, {})})
                   + (element("UnitDefinitions", {}, units) if units else "")
                   + (f'<TypeDefinitions><EnumerationType name="Item">{items}</EnumerationType></TypeDefinitions>\n'
                      if items else "")
                   + element("DefaultExperiment", {"startTime": 0.0, "stopTime": model.stop})
                   + element("ModelVariables", {}, lines) + element("ModelStructure", {}, structure))


def header(variables, slots):
    """The references of the variables and what is known of each, for the C code."""
    own = [v for v in variables if not v.negates]
    lines = ["#pragma once\n", "enum {"]
    lines += [f"  {v.identifier} = {v.reference}," for v in own]
    lines += [f"  {v.identifier}_{item} = {i + 1}," for v in own for i, item in enumerate(v.items)]
    lines += [f"  slots = {slots}", "};\n", "static const Variable variables[slots] = {",
              "    [0] = {.causality = independent, .variability = continuous, .room = 1},"]
    for v in own:
        start = ""
        if isinstance(v.start, str):
            start = f', .has_start = true, .text = "{v.start}"'
        elif v.start is not None:
            start = f", .has_start = true, .number = {float(v.start)}"
        causality = "structural" if v.causality == "structuralParameter" else v.causality
        size = f", .size = {v.size}" if v.size else ""
        lines.append(f"    [{v.identifier}] = {{.causality = {causality}, .variability = {v.variability}, "
                     f".room = {ROOM if v.size else 1}{size}{start}}},")
    return "\n".join(lines + ["};", ""])


def main():
    name, version, token, identifier, folder = sys.argv[1:]
    model, variables, slots = find_model(name, int(version[0]))
    write = {"1": describe1, "1x": describe1_exchange, "2": describe2, "3": describe3}[version]
    path = pathlib.Path(folder)
    (path / "content").mkdir(parents=True, exist_ok=True)
    description = '<?xml version="1.0" encoding="UTF-8"?>\n' + write(model, variables, identifier, token, name)
    (path / "content" / "modelDescription.xml").write_text(description, encoding="utf-8")
    (path / "variables.h").write_text(header(variables, slots), encoding="utf-8")


if __name__ == "__main__":
    main()
