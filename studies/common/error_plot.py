# SPDX-License-Identifier: MIT
"""Errors over the macro step as one SVG: double logarithmic panels side by side, with slope triangles."""

import math
from html import escape

WIDTH, HEIGHT = 500, 400  # of a panel, px
LEFT, RIGHT, TOP, BOTTOM = 66, 14, 34, 46
FLOOR = 1e-17  # smaller errors are not drawn

LIGHT = ("#1a6f78", "#c2572b", "#5b4fa8", "#8a6d00")
DARK = ("#4fb9bf", "#f0905c", "#a99ef0", "#d9b93c")


def _curve_rules(colours):
    return " ".join(
        f".c{i} .curve {{ stroke: {c} }} .c{i} .point, .c{i} .name {{ fill: {c} }}" for i, c in enumerate(colours)
    )


STYLE = f"""
  .ink {{ fill: #222 }} .soft {{ fill: #5a5a5a }} .frame {{ stroke: #222; fill: none }}
  .grid {{ stroke: #e4e4e4 }} .triangle {{ stroke: #5a5a5a; fill: none }}
  .curve {{ fill: none; stroke-width: 2.2; stroke-linejoin: round }}
  .point {{ stroke: #fff; stroke-width: 1.2 }} .name {{ font-weight: 600 }}
  text {{ font: 14px "DejaVu Sans", Verdana, sans-serif }}
  .small {{ font-size: 12.5px }} .title {{ font-size: 15px; font-weight: 600 }}
  {_curve_rules(LIGHT)}
  @media (prefers-color-scheme: dark) {{
    .ink {{ fill: #e8e8e8 }} .soft {{ fill: #aab }} .frame {{ stroke: #99a }} .grid {{ stroke: #333a42 }}
    .triangle {{ stroke: #aab }} .point {{ stroke: #14181d }}
    {_curve_rules(DARK)}
  }}
"""
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Axis:
    """Logarithmic, from low to high over the pixels begin to end."""

    def __init__(self, low, high, begin, end):
        self.low, self.high = math.log10(low), math.log10(high)
        self.begin, self.end = begin, end

    def __call__(self, value):
        return self.begin + (math.log10(value) - self.low) / (self.high - self.low) * (self.end - self.begin)

    def decades(self):
        first, last = math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9)
        return range(first, last + 1, max(1, math.ceil((last - first) / 8)))


def write_error_plot(file, title, panels):
    """panels: (heading, [(name, steps, errors, expected order or None)])."""
    columns = 2
    rows = math.ceil(len(panels) / columns)
    width, height = columns * WIDTH, rows * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
    ]
    for index, (heading, curves) in enumerate(panels):
        parts.append(f'<g transform="translate({index % columns * WIDTH} {index // columns * HEIGHT})">')
        parts += _panel(heading, curves)
        parts.append("</g>")
    parts.append("</svg>\n")
    file.write_text("\n".join(parts))


def _panel(heading, curves):
    drawn = []
    for place, (name, steps, errors, order) in enumerate(curves):
        points = [(h, e) for h, e in zip(steps, errors) if e is not None and e > FLOOR]
        if len(points) > 1:
            drawn.append((place, name, sorted(points), order))
    if not drawn:
        return [f'<text class="soft" x="{LEFT}" y="{TOP}">{escape(heading)}: nothing to draw</text>']
    steps = [h for _, _, points, _ in drawn for h, _ in points]
    errors = [e for _, _, points, _ in drawn for _, e in points]
    # room at the left for the names of the curves
    x = Axis(min(steps) / 2.2, max(steps) * 1.25, LEFT, WIDTH - RIGHT)
    # and below the lowest curve for its triangle
    low, high = math.floor(math.log10(min(errors)) - 0.5), math.ceil(math.log10(max(errors)))
    y = Axis(10.0**low, 10.0**high, HEIGHT - BOTTOM, TOP)
    parts = _axes(heading, x, y)
    for place, _, points, _ in drawn:
        path = " ".join(f"{x(h):.1f},{y(e):.1f}" for h, e in points)
        parts.append(f'<g class="c{place}">')
        parts.append(f'<polyline class="curve" points="{path}"/>')
        parts += [f'<circle class="point" r="4" cx="{x(h):.1f}" cy="{y(e):.1f}"/>' for h, e in points]
        parts.append("</g>")
    return parts + _names(drawn, x, y) + _triangles(drawn, x, y)


def _axes(heading, x, y):
    parts = []
    for decade in y.decades():
        at = y(10.0**decade)
        label = "10" + str(decade).translate(SUPERSCRIPT)
        parts.append(f'<line class="grid" x1="{x.begin}" x2="{x.end}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text class="ink small" x="{x.begin - 8}" y="{at + 4:.1f}" text-anchor="end">{label}</text>')
    for mantissa in (1, 2, 5):
        for decade in range(math.floor(x.low), math.ceil(x.high) + 1):
            value = mantissa * 10.0**decade
            if not x.low <= math.log10(value) <= x.high:
                continue
            parts.append(f'<line class="grid" x1="{x(value):.1f}" x2="{x(value):.1f}" y1="{y.begin}" y2="{y.end}"/>')
            parts.append(
                f'<text class="ink small" x="{x(value):.1f}" y="{y.begin + 18}" text-anchor="middle">{value:g}</text>'
            )
    parts.append(
        f'<rect class="frame" x="{x.begin}" y="{y.end}" width="{x.end - x.begin}" height="{y.begin - y.end}"/>'
    )
    parts.append(f'<text class="ink title" x="{x.begin}" y="{y.end - 12}">{escape(heading)}</text>')
    middle = (x.begin + x.end) / 2
    parts.append(f'<text class="ink" x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">macro step H in s</text>')
    return parts


def _names(drawn, x, y):
    """At the left ends of the curves, moved apart where they would touch."""
    parts, last = [], None
    for place, name, points, _ in sorted(drawn, key=lambda curve: y(curve[2][0][1])):
        at = y(points[0][1]) + 5
        at = at if last is None else max(at, last + 16)
        last = at
        parts.append(
            f'<g class="c{place}"><text class="name" text-anchor="end" x="{x(points[0][0]) - 10:.1f}" '
            f'y="{at:.1f}">{escape(name)}</text></g>'
        )
    return parts


def _triangles(drawn, x, y):
    """One for each expected order, below the lowest curve that has it, where the curves lie far apart."""
    lowest = {}
    for _, _, points, order in drawn:
        if order is not None and (order not in lowest or points[0][1] < lowest[order][0][1]):
            lowest[order] = points
    parts = []
    for order, points in lowest.items():
        (left, error), right = points[0], points[1][0]
        left, right = left * (right / left) ** 0.35, right * (right / left) ** 0.1
        gap = 10 ** (-13 * (y.high - y.low) / (y.begin - y.end))  # 13 px
        start = error * gap * (left / points[0][0]) ** order
        if math.log10(start) < y.low:
            continue
        corners = [(left, start), (right, start), (right, start * (right / left) ** order)]
        path = " ".join(f"{x(h):.1f},{y(e):.1f}" for h, e in corners)
        parts.append(f'<polygon class="triangle" points="{path}"/>')
        middle = (y(corners[1][1]) + y(corners[2][1])) / 2 + 4
        parts.append(f'<text class="soft small" x="{x(right) + 4:.1f}" y="{middle:.1f}">{order}</text>')
    return parts
