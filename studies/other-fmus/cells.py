# SPDX-License-Identifier: MIT
"""Words for the table of ./systems."""


def verdict_of(run):
    verdict = run.get("verdict")
    return verdict.get("verdict") if isinstance(verdict, dict) else verdict


def cell(step, run, grown, wrong):
    growth = {True: "grows", False: "holds", None: "?"}[grown]
    status = run["status"] if run["status"] in ("completed", "diverged", "failed", "interrupted") else "no answer"
    words = [growth, verdict_of(run) or "no verdict"]
    if status != "completed":
        words.append(status)
    if run.get("alarms"):
        words.append("alarm: " + ", ".join(sorted({alarm["kind"] for alarm in run["alarms"]})))
    if run.get("deviations") and not grown:
        words.append(f"off by {percent(max(run['deviations']))}")
    return f"{step:g}: {', '.join(words)}" + (f" **{wrong}**" if wrong else "")


def stable_range(about, schedule):
    held = about.get(schedule, {})
    if "stable_to" in held:
        return f"{held['stable_to']:.3g} to {held['unstable_from']:.3g}"
    if "unstable_down_to" in held:
        return "unstable at every step"
    if "stable_up_to" in held:
        return f"stable up to {held['stable_up_to']:.3g}"
    return "-"


def percent(value):
    return "-" if value is None else f"{100 * value:.2g} %"
