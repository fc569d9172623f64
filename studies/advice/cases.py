# SPDX-License-Identifier: MIT
"""What is compared: examples, with schemes that end at different steps for different reasons."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Case:
    file: str
    name: str
    settings: dict
    scan: tuple  # low, high, points
    kind: str = "linear"
    times: tuple = (None,)  # about which it is linearised; None: the start
    steps: int = 4000  # of a run that is watched; of a nonlinear system the file's own length counts instead:
    length: float = 0.0  # s


def two_mass():
    for schedule in ("jacobi", "gauss-seidel"):
        for order in (0, 1, 2):
            yield Case("two-mass/system.toml", f"explicit {schedule}, order {order}",
                       {"scheme.schedule": schedule, "scheme.order": order}, (1e-3, 2, 100))
    for decomposition in ("force-displacement", "displacement-displacement"):
        yield Case("two-mass/system.toml", f"explicit jacobi, order 1, {decomposition}",
                   {"scheme.decomposition": decomposition, "scheme.order": 1}, (1e-3, 2, 100))
    yield Case("two-mass/system.toml", "semi-implicit, order 2",
               {"scheme.correction": "semi-implicit", "scheme.order": 2}, (1e-3, 5, 100))


def kinematic():
    for forces, order in (("exact", 1), ("exact", 2), ("approximate", 1), ("reduced", 1)):
        yield Case("two-mass/kinematic.toml", f"{forces} forces, orders {order}",
                   {"scheme.forces": forces, "scheme.force_order": order, "scheme.state_order": order},
                   (1e-3, 2, 100))


def others():
    for order in (1, 2):
        yield Case("two-mass/constraint.toml", f"semi-implicit, order {order}", {"scheme.order": order}, (1e-3, 5, 100))


def nonlinear():
    for correction, order in (("explicit", 0), ("explicit", 2), ("semi-implicit", 1), ("semi-implicit", 2)):
        yield Case("four-bar/system.toml", f"{correction}, order {order}",
                   {"scheme.correction": correction, "scheme.order": order, "simulation.end": 4.0}, (1e-3, 0.1, 14),
                   "nonlinear", (None, 0.5, 1.0, 1.5), length=4.0)
    for order in (0, 1):
        yield Case("crane/single.toml", f"order {order}", {"scheme.order": order}, (5e-4, 1e-2, 10), "nonlinear",
                   (None, 8.0, 16.0, 24.0), length=30.0)
    yield Case("crane/double.toml", "interface model", {}, (5e-4, 1e-2, 10), "nonlinear",
               (None, 8.0, 16.0, 24.0), length=30.0)
    # its runs fail for reasons that no map sees
    yield Case("cable/system.toml", "as it is", {}, (5e-4, 2e-2, 10), "nonlinear", (None, 0.5), length=1.0)


CASES = [*two_mass(), *kinematic(), *others(), *nonlinear()]
