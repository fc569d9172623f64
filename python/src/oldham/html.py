# SPDX-License-Identifier: MIT
"""Results as notebooks show them: a headline, what to know about them, and a table.

Styles stand in the elements and name few colours, so that pages of any theme, and those that remove style sheets, show
them alike.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from oldham import plots

if TYPE_CHECKING:
    from oldham.descriptions import FmuCheck
    from oldham.results import Advice, Run, Stability, Sweep

MOST_OUTPUTS, MOST_ROWS, MOST_SCHEMES = 12, 50, 12
SCROLLS = "overflow-x:auto"  # what is wider than the cell
GOOD, WARNING, BAD = "#2e7d32", "#b26a00", "#c62828"


def run(result: Run) -> str:
    title = result.details.get("title", "")
    effort = f"{result.macro_steps} macro steps" if result.macro_steps else f"{len(result.time)} points"
    if result.corrections:
        effort += f", {result.corrections} corrections"
    if result.wall:
        effort += f", {number(result.wall, 3)} s of wall time"
    tone = BAD if result.status in ("diverged", "failed") or result.alarms else GOOD if result.completed else WARNING
    lines = [("", f"{result.state} at t = {number(result.end)} s: {result.reason}" if result.reason
              else f"{result.state} at t = {number(result.end)} s; {effort}")]
    if result.verdict:
        lines.append(("verdict", f"{result.verdict['verdict']}: {result.verdict['reason']}"))
    lines += [("alarm", alarm["text"]) for alarm in result.alarms]
    lines += [("why", line) for line in (result.explanation or {}).get("lines", [])]
    lines += [("note", note) for note in result.notes]
    if result.folder is not None:
        lines.append(("results", str(result.folder)))
    return block(tone, title, lines) + _outputs(result)


def stability(result: Stability) -> str:
    answer = result.details
    verdict = result.verdict or ("stable" if result.stable else "unstable")
    tone = GOOD if verdict == "stable" else BAD if verdict == "unstable" else WARNING
    headline = answer.get("verdict_text") or f"{verdict} at step {number(result.step)} s"
    rows = [("spectral radius", result.digits or number(result.spectral_radius, 12))]
    if answer.get("mode"):
        rate = answer["growth_rate"]
        rows.append(("dominant mode", f"{answer['mode']}, {'grows' if rate > 0 else 'decays'} at {number(abs(rate), 4)} /s"))
    if answer.get("confidence"):
        rows.append(("confidence", answer["confidence"]))
    if answer.get("linearised_at") is not None:
        rows.append(("linearised", f"at t = {number(answer['linearised_at'])} s"))
    zero = {True: "zero-stable", False: "zero-unstable: no step helps", None: "not found"}[result.zero_stable]
    rows.append(("step to 0", zero))
    if "largest_stable_step" in answer:
        largest = result.largest_stable_step
        rows.append(("largest stable step", "none found" if largest is None else f"{number(largest, 9)} s"))
    if result.interval is not None:
        around = result.interval
        rows.append(("around this step", f"{'stable' if around['stable'] else 'unstable'} from {number(around['from'])} "
                                         f"to {number(around['to'])} s"))
    if answer.get("budget_over"):
        rows.append(("budget", "over before the scan was done"))
    lines = [("", headline)] + ([("warning", answer["warning"])] if answer.get("warning") else [])
    return block(tone, "", lines) + table(("", ""), rows, headed=False)


def advice(result: Advice) -> str:
    best = result.recommended
    if best is None:
        lines = [("", "nothing is recommended"), ("because", result.reason)]
    else:
        lines = [("", f"{best['label']}, step {number(best['step'])} s"), ("because", best["reason"])]
    if result.cures:
        lines.append(("each makes it stable", "; ".join(result.cures)))
    made_by = (result.details.get("reference") or {}).get("made_by")
    if made_by:
        lines.append(("errors against", made_by))
    rows = [(entry["label"], entry["step"], entry.get("largest_stable_step"),
             percent(entry.get("error_estimate")), entry.get("reason", ""))
            for entry in result.ranked[:MOST_SCHEMES]]
    left_out = len(result.ranked) - len(rows)
    text = block(GOOD if best else WARNING, "", lines)
    if best and best.get("toml"):
        text += preformatted(best["toml"].rstrip())
    text += table(("scheme", "step (s)", "largest stable (s)", "error", ""), rows)
    return text + (f"<div>and {left_out} more in <code>ranked</code></div>" if left_out else "")


def sweep(result: Sweep) -> str:
    keys = list(result.rows[0]["settings"]) if result.rows else []
    outputs = list(dict.fromkeys(name for row in result for name in row.get("outputs", {})))
    shown = ([name for name in outputs if "." not in name] or outputs)[:6]
    rows = [[*(row["settings"].get(key, "") for key in keys), row.get("status", ""),
             *(row.get("outputs", {}).get(name) for name in shown), row.get("corrections"), rounded(row.get("wall_s"), 3)]
            for row in result]
    completed = sum(row.get("status") == "completed" for row in result)
    lines = [("", f"{len(result)} runs, {completed} completed")]
    lines += [("not completed", row["reason"]) for row in result.rows if row.get("reason")][:3]
    if len(outputs) > len(shown):
        lines.append(("outputs", f"{len(outputs) - len(shown)} more in to_pandas()"))
    tone = GOOD if completed == len(result) else WARNING
    return block(tone, "", lines) + table((*keys, "status", *shown, "corrections", "wall (s)"), rows)


def checks(result: FmuCheck) -> str:
    words = result.text.splitlines()[-1] if result.text else ""
    rows = [(row["result"], row["check"], row["detail"]) for row in result.checks]
    return block(GOOD if result.passed else BAD, "", [("", words)]) + table(("result", "check", ""), rows)


def preformatted(words: str) -> str:
    return f"<pre style='{SCROLLS}'>{html.escape(words)}</pre>"


def block(tone: str, title: str, lines: Iterable[tuple[str, str]]) -> str:
    """Lines with their labels beside a bar; the first is the headline."""
    parts = [f"<div style='border-left:4px solid {tone};padding:0 0 0 .7em;margin:.3em 0'>"]
    if title:
        parts.append(f"<div><b>{html.escape(title)}</b></div>")
    for i, (label, words) in enumerate(lines):
        words = html.escape(words)
        # blocks of a system file keep their lines
        words = words if "\n" not in words else f"<span style='white-space:pre-wrap'>{words}</span>"
        parts.append(f"<div><b>{words}</b></div>" if i == 0 else f"<div><i>{html.escape(label)}</i> \u00a0{words}</div>")
    return "".join(parts) + "</div>"


def table(heads: Sequence[str], rows: Sequence[Sequence[Any]], headed: bool = True) -> str:
    """Numbers to the right, words to the left; pictures are given as they are."""
    if not rows:
        return ""
    parts = [f"<div style='{SCROLLS}'><table style='border-collapse:collapse'>"]
    if headed:
        parts.append("<thead><tr>" + "".join(f"<th style='text-align:left;padding:.1em .6em'>{html.escape(head)}</th>" for head in heads)
                     + "</tr></thead>")
    parts.append("<tbody>")
    for row in rows[:MOST_ROWS]:
        cells = []
        for i, cell in enumerate(row):
            is_number = isinstance(cell, (int, float, np.number)) and not isinstance(cell, bool)
            words = cell.markup if isinstance(cell, Picture) else html.escape(number(cell) if is_number else shown(cell))
            side = "right" if is_number else "left"
            tag = "th" if i == 0 and not headed else "td"
            fixed = ";white-space:nowrap" if is_number or tag == "th" else ""
            cells.append(f"<{tag} style='text-align:{side};padding:.1em .6em{fixed}'>{words}</{tag}>")
        parts.append("<tr>" + "".join(cells) + "</tr>")
    parts.append("</tbody></table></div>")
    if len(rows) > MOST_ROWS:
        parts.append(f"<div>and {len(rows) - MOST_ROWS} more rows</div>")
    return "".join(parts)


class Picture:
    """Markup for a cell."""

    def __init__(self, markup: str) -> None:
        self.markup = markup


def sparkline(time: Any, values: Any, limit: float = np.inf) -> Picture:
    """A curve in a cell, in the colour of the text; larger values are cut off."""
    values = np.asarray(values, dtype=float)
    is_known = np.isfinite(values)
    time, values = np.asarray(time)[is_known], values[is_known]
    values = np.clip(values, -limit, limit)
    if len(values) < 2:
        return Picture("")
    # the smallest and largest of each pixel
    width, height = 160, 26
    place = np.minimum((time - time[0]) / max(time[-1] - time[0], 1e-300) * width, width - 1).astype(int)
    low, high = values.min(), values.max()
    scale = (height - 2) / (high - low) if high > low else 0.0
    base = height - 1 if scale else height / 2
    points = []
    for x in np.unique(place):
        here = values[place == x]
        for value in (here[0], here.min(), here.max(), here[-1]) if len(here) > 2 else here:
            points.append(f"{x},{base - (value - low) * scale:.1f}")
    return Picture(f"<svg width='{width}' height='{height}' role='img' aria-label='over time'>"
                   f"<polyline points='{' '.join(points)}' fill='none' stroke='currentColor'/></svg>")


def number(value: Any, digits: int = 6) -> str:
    if value is None:
        return "–"
    return f"{value}" if isinstance(value, (int, np.integer)) else f"{float(value):.{digits}g}"


def rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else float(f"{value:.{digits}g}")


def percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.3g}\u00a0%"


def shown(value: Any) -> str:
    return "–" if value is None else str(value)


def _outputs(result: Run) -> str:
    names = plots.published(result)
    mine = names[:MOST_OUTPUTS]
    views = [plots.first_view(result, [name]) for name in mine]
    end = min((view[0] for view in views if view), default=np.inf)
    rows = []
    for name, view in zip(mine, views):
        values = result[name]
        known = values[np.isfinite(values)]
        seen = result.time <= end
        rows.append((name, plots.unit_of(result, name), result.outputs.get(name, values[-1] if len(values) else None),
                     known.min() if len(known) else None, known.max() if len(known) else None,
                     sparkline(result.time[seen], values[seen], view[1] if view else np.inf)))
    over = "over time" if end == np.inf else f"until t = {number(end, 3)} s"
    words = table(("output", "unit", "at the end", "smallest", "largest", over), rows)
    return words + (f"<div>and {len(names) - MOST_OUTPUTS} more</div>" if len(names) > MOST_OUTPUTS else "")
