# SPDX-License-Identifier: MIT
"""Tables of what was found about black boxes."""

import math

import boxes


def table(head, rows):
    cells = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
                      *("| " + " | ".join(row) + " |" for row in cells)]) + "\n"


def milliseconds(value):
    return f"{1e3 * value:.5g} ms" if value else "none"


def number(answer, key):
    return math.nan if answer.get(key) is None else answer[key]


def largest_residual(answer):
    return max((number(s, "residual") for s in answer.get("subsystems", []) if s["identified"]), default=math.nan)


def difference(row):
    """In percent, or why there is none."""
    if "told" in row:
        return ""
    predicted, found = row["predicted"], row.get("found")
    outcome = row["answer"].get("largest_step_outcome")
    if outcome == "inconclusive":
        return "left open"
    if outcome == "range":
        low, high = row["answer"]["stable_up_to"], row["answer"]["unstable_from"] or math.inf
        return "in the range" if found and low <= found <= high else "NOT in the range"
    if not predicted and not found:
        return "none is stable"
    if not predicted or not found:
        return "DISAGREE"
    if row["throughout"] and found > 0.9 * predicted:
        return "stable throughout"
    return f"{100 * (predicted / found - 1):+.3f} %"


def told_limit(row):
    """As a number, a range, or a word."""
    answer = row["answer"]
    outcome = answer.get("largest_step_outcome")
    if outcome == "inconclusive":
        return outcome
    if outcome == "range":
        above = answer["unstable_from"]
        return f"{milliseconds(answer['stable_up_to'])} to {milliseconds(above) if above else '?'}"
    return ("over " if row["throughout"] else "") + milliseconds(row["predicted"])


def left_open(answer):
    judged, not_judged = answer.get("steps_judged", 0), answer.get("steps_not_judged", 0)
    return f"{not_judged} of {judged + not_judged}" if judged + not_judged else ""


def nearest_crossing(row):
    """Where else it is told to become unstable: the crossing that is nearest to what runs show."""
    found = row.get("found")
    upward = [c["step"] for c in row["answer"].get("crossings", []) if c["direction"] == "up"]
    if not found or not upward or row["throughout"]:
        return ""
    nearest = min(upward, key=lambda step: abs(math.log(step / found)))
    # on a grid a crossing is told at the first multiple behind it
    if row["grid"] or (row["predicted"] and abs(nearest / row["predicted"] - 1) < 1e-9):
        return ""
    return f"{milliseconds(nearest)}, {100 * (nearest / found - 1):+.2f} %"


def cost(answer):
    probes = answer.get("probes", {})
    return [str(probes.get("steps", "")), f"{1e3 * probes['seconds']:.3g} ms" if probes else "",
            f"{answer['wall']:.2f} s"]


def limits_table(rows):
    lines = []
    for row in rows:
        answer = row["answer"]
        verdict = answer.get("verdict", "refused")
        predicted = verdict if "told" in row else told_limit(row)
        lines.append([row["habit"], row["scheme"], predicted, milliseconds(row.get("found")) if "found" in row else "",
                      difference(row), nearest_crossing(row), answer.get("largest_step_confidence", ""),
                      left_open(answer), f"{verdict} at {milliseconds(row['step'])}", answer.get("confidence", ""),
                      f"{largest_residual(answer):.1e}".replace("nan", ""), *cost(answer)])
    return table(["habit", "scheme", "predicted", "run", "difference", "other crossing", "its confidence",
                  "not judged", "verdict", "confidence", "residual", "probe steps", "their time", "command"], lines)


def named(answer, is_meant):
    """How findings about these subsystems begin."""
    return [text.split(":")[0] for s in answer["subsystems"] if is_meant(s["name"]) for text in s["findings"]]


def habits_table(rows, pairs):
    """Rows of a pair and habit together: every one of them has to name it."""
    lines, missed = [], []
    everything = {habit.name: habit for habit in (*boxes.HABITS, boxes.SLOPPY)}
    groups = {}
    for row in rows:
        if "subsystems" in row["answer"]:
            groups.setdefault((row["pair"], row["habit"]), []).append(row)
    for (name, habit), group in groups.items():
        expected, spoiled = everything[habit].expected, pairs[name].spoiled
        first = [named(row["answer"], lambda half: half == spoiled) for row in group]
        second = [named(row["answer"], lambda half: half != spoiled) for row in group]
        hits = sum(any(expected in text for text in texts) if expected else not texts for texts in first)
        also = sorted({text for texts in first for text in texts if not expected or expected not in text})
        others = sorted({text for texts in second for text in texts})
        if hits < len(group):
            missed.append(f"{name}: {habit}")
        lines.append([name, habit, expected or "nothing", f"{hits} of {len(group)}", ", ".join(also),
                      ", ".join(others)])
    head = ["pair", "habit", "to be named", "named", "also said of it", "said of the other half"]
    verdict = "Every habit was named." if not missed else "NOT named: " + "; ".join(missed) + "."
    return table(head, lines) + "\n" + verdict + "\n"


def refusals(rows):
    lines = []
    for row in rows:
        if "told" not in row:
            continue
        answer = row["answer"]
        lines.append([row["pair"], row["habit"], row["scheme"],
                      answer.get("refused") or f"{answer['verdict']}: {answer.get('verdict_reason', '')}", row["told"]])
    return table(["pair", "habit", "scheme", "`oldham stability`", "`oldham run`"], lines)


def is_wrong(row):
    return row["answer"].get("verdict") == ("unstable" if row["decays"] else "stable")


def close_table(rows):
    """A line for each case, with a verdict for each step."""
    cases = {}
    for row in rows:
        cases.setdefault((row["pair"], row["habit"], row["scheme"]), []).append(row)
    text, shapes = "", {}
    for key, case in cases.items():
        shapes.setdefault(tuple(row["where"].split(" of")[0] for row in case), []).append((key, case))
    for shape, group in shapes.items():
        lines = []
        for key, case in group:
            of = "run" if case[0]["where"].endswith("of run") else "prediction"
            lines.append([*key, of, *map(close_cell, case)])
        text += table(["pair", "habit", "scheme", "limit by", *shape], lines) + "\n"
    wrong, said = sum(map(is_wrong, rows)), [row["answer"].get("verdict") for row in rows]
    return text + (f"{len(rows)} verdicts: {said.count('stable')} stable, {said.count('unstable')} unstable, "
                   f"{said.count('too close')} too close, {said.count('inconclusive')} inconclusive; "
                   f"{wrong} of them against the run.\n")


def close_cell(row):
    """Bold: the run grows."""
    word = row["answer"].get("verdict", "refused")
    word += " WRONG" if is_wrong(row) else ""
    return word if row["decays"] else f"**{word}**"


def sweep_table(rows):
    lines = []
    for row in rows:
        said = [there["answer"].get("verdict") for there in row["steps"]]
        wrong = [there for there in row["steps"] if "decays" in there and is_wrong(there)]
        lines.append([row["pair"], row["habit"], row["scheme"], len(said),
                      *(said.count(word) for word in ("stable", "unstable", "too close", "inconclusive")), len(wrong),
                      "; ".join(f"{milliseconds(w['step'])}: {told_growth(w['answer'])}, within "
                                f"{number(w['answer'], 'growth_margin'):.1g} /s, {w['answer']['confidence']}"
                                for w in wrong)])
    return table(["pair", "habit", "scheme", "steps", "stable", "unstable", "too close", "inconclusive",
                  "against the run", "which"], lines)


def told_growth(answer):
    text = f"{answer.get('verdict', answer.get('refused'))}, {number(answer, 'growth_rate'):+.2g} /s"
    return text + (", as the system itself" if answer.get("as_unstable_as_the_system") else "")


def crane_table(rows):
    lines = []
    for row in rows:
        for there in row["times"]:
            box, native = there["box"], there["native"]
            orders = ", ".join(str(s["order"]) for s in box.get("subsystems", []))
            lines.append([row["scheme"], f"{there['at']:g} s",
                          told_limit({"answer": box, "throughout": box.get("stable_throughout", False),
                                      "predicted": box.get("largest_stable_step")}),
                          milliseconds(native.get("largest_stable_step")), milliseconds(row["found"]),
                          told_growth(box), told_growth(native), box.get("confidence", ""), orders,
                          f"{largest_residual(box):.1e}", *cost(box)])
    return table(["scheme", "at", "predicted", "of the models inside", "run", "verdict at 1 ms", "on the models inside",
                  "confidence", "orders", "residual", "probe steps", "their time", "command"], lines)


def grids_table(rows):
    lines = []
    for row in rows:
        answer = row["answer"]
        findings = [text for s in answer.get("subsystems", []) for text in s["findings"]]
        lines.append([milliseconds(row["grid"]), milliseconds(row["step"]), "; ".join(findings) or "nothing",
                      answer.get("verdict", "refused"), told_limit(row), milliseconds(row.get("found")),
                      difference(row)])
    return table(["grid", "examined at", "said", "verdict there", "predicted", "run", "difference"], lines)
