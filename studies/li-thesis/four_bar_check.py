# SPDX-License-Identifier: MIT
"""Holds the four-bar linkage against what an independent program in minimal coordinates found."""

import json

import four_bar as fb
from common.verdict import Missing
from reference_check import Check

SAME_SIZE = 1.01  # largest ratio of two errors that count as equal
ROUNDING = 2e-11  # what two solutions of tight tolerance differ by
TRAJECTORY = 1e-8  # rad, rad/s; forces relative to the stiffness, as the ends of the bushing differ by as much


class Reference:
    def __init__(self, file):
        content = json.loads(file.read_text()) if file else {}
        self.forces, self.motions = content.get("force_force", []), content.get("displacement", [])
        self.trajectories = list(content.get("monolithic", {}).values())

    def cases(self):
        """(run, completed, largest error of an angle)."""
        for case in self.forces:
            times = next((t for t in (fb.COARSE, fb.STIFF) if t["step"] == case["H"] and t["end"] == case["T"]), None)
            yield self._run("FF", case, times, case["cc"]), case["completed"], case["max_angle_error"]
        for case in self.motions:
            times = fb.COARSE if (fb.COARSE["step"], fb.COARSE["end"]) == (case["H"], case["T"]) else None
            yield self._run(case["dec"], case, times, fb.SOFT), case["completed"], case["max_err"]

    @staticmethod
    def _run(decomposition, case, times, stiffness):
        # where the study has the same run, it is that one
        times = times or {"step": case["H"], "end": case["T"], "every": None}
        return fb.run(decomposition, case["scheme"], case["k"], stiffness=stiffness, **times)

    def solutions(self):
        """(run, rows of the reference by column)."""
        for one in self.trajectories:
            stiffness = one["parameters"]["cx"]
            times = fb.STIFF if stiffness in fb.STIFFNESSES else fb.COARSE
            yield fb.in_one_piece(stiffness=stiffness, **times), stiffness, one

    def work(self):
        return [run for run, _, _ in self.cases()] + [run for run, _, _ in self.solutions()]

    def compare(self, measured):
        if not self.forces:
            return []
        return [
            ("four-bar, completed or not, errors within 1 %", self._compare_outcomes(measured)),
            ("four-bar in one piece, points within 1e-8", self._compare_solutions(measured)),
        ]

    def _compare_outcomes(self, m):
        check = Check()
        for run, completed, expected in self.cases():
            try:
                answer = m.answer(run)
            except Missing:
                continue
            check.compared += 1
            found = largest_error(answer)
            if (answer["status"] == "completed") != completed:
                check.differences.append(f"{run.name}: {answer['status']}, reference completed: {completed}")
            elif completed and not expected / SAME_SIZE - ROUNDING <= found <= expected * SAME_SIZE + ROUNDING:
                check.differences.append(f"{run.name}: error {found:.3e} rad, reference {expected:.3e}")
            else:
                check.equal += 1
        return check

    def _compare_solutions(self, m):
        check = Check()
        for run, stiffness, one in self.solutions():
            try:
                samples = m.samples(run)
            except Missing:
                continue
            places = {round(t, 9): i for i, t in enumerate(samples["time"])}
            for row in one["rows"]:
                place = places.get(round(row[0], 9))
                if place is None:
                    continue
                check.compared += 1
                gaps = {name: abs(samples[name][place] - value) / (stiffness if name.startswith("lam") else 1)
                        for name, value in zip(one["columns"][1:], row[1:])}
                worst = max(gaps, key=gaps.get)
                if gaps[worst] <= TRAJECTORY:
                    check.equal += 1
                else:
                    check.differences.append(f"{run.name}, {worst} at {row[0]:g} s: off by {gaps[worst]:.1e}")
        return check


def largest_error(answer):
    """Of the four angles, over all macro steps; infinite where none was computed."""
    errors = [answer.get("errors", {}).get(f"phi{i}", {}).get("max") for i in (1, 2, 3, 4)]
    return float("inf") if None in errors else max(errors)
