# SPDX-License-Identifier: MIT
"""Lines, filled regions and marked abscissae as one SVG of panels; colours and fonts as the error plots have them."""

import math
from dataclasses import dataclass, field
from html import escape

from common.error_plot import STYLE as ERROR_STYLE
from common.error_plot import SUPERSCRIPT

LEFT, RIGHT, TOP, BOTTOM = 62, 14, 34, 46
LINE = 18  # of a legend, px

STYLE = ERROR_STYLE + """
  .region { fill: #c2572b; fill-opacity: .2 } .mark { stroke: #5a5a5a; stroke-dasharray: 2 4; stroke-width: 1.6 }
  .dashed { stroke-dasharray: 7 4; stroke-width: 1.7 }
  .dotted { stroke-dasharray: 2 4 } .wide { stroke-width: 7; stroke-opacity: .45 } .plate { fill: #fff; fill-opacity: .82 }
  .neutral .curve { stroke: #8a8f94 } .neutral .point, .neutral .name { fill: #5a5a5a }
  @media (prefers-color-scheme: dark) {
    .region { fill: #f0905c } .mark { stroke: #aab } .plate { fill: #14181d }
    .neutral .curve { stroke: #89919a } .neutral .point, .neutral .name { fill: #aab }
  }
"""


@dataclass
class Curve:
    name: str | None  # None: not in the legend
    points: list  # (x, y); y None interrupts the line
    colour: int | None = 0  # None: grey
    dashed: bool = False
    dots: bool = False
    dotted: bool = False
    wide: bool = False  # a pale band, for other curves to lie on

    def look(self):
        return " ".join(["curve"] + [name for name in ("dashed", "dotted", "wide") if getattr(self, name)])


@dataclass
class Panel:
    heading: str
    x_label: str
    y_label: str
    x: tuple  # low, high
    y: tuple
    curves: list = field(default_factory=list)
    logarithmic: str = ""  # "x", "y" or "xy"
    regions: list = field(default_factory=list)  # (x low, x high, y low, y high), filled
    marks: list = field(default_factory=list)  # (x, label)
    legend: str = "top right"  # empty: none
    level: float | None = None  # a horizontal line
    mark_at: float | None = None  # height of the labels of the marks; None: at the bottom
    x_ticks: tuple | None = None
    crosses: list = field(default_factory=list)  # (x, y, colour)


class Axis:
    def __init__(self, low, high, begin, end, logarithmic):
        self.low, self.high, self.begin, self.end, self.logarithmic = low, high, begin, end, logarithmic

    def __call__(self, value):
        if self.logarithmic:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def clipped(self, value):
        return self(min(max(value, self.low), self.high))

    def ticks(self):
        if self.logarithmic:
            decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            many = self.high / self.low > 3e3
            stride = max(1, math.ceil(len(decades) / 9))
            values = [m * 10.0**d for d in list(decades)[::stride] for m in ((1,) if many else (1, 2, 5))]
        else:
            raw = (self.high - self.low) / 6
            size = 10 ** math.floor(math.log10(raw))
            size *= min((1, 2, 5, 10), key=lambda factor: abs(math.log(factor * size / raw)))
            first = math.ceil(self.low / size - 1e-9)
            values = [i * size for i in range(first, math.floor(self.high / size + 1e-9) + 1)]
        return [v for v in values if self.low * (1 - 1e-9 * (v > 0)) <= v <= self.high * (1 + 1e-9)]

    def label(self, value):
        if self.logarithmic and (self.high / self.low > 3e3 or self.high > 1e4):
            return "10" + str(round(math.log10(value))).translate(SUPERSCRIPT)
        return f"{value:.6g}".replace("-", "−")


def write_line_plot(file, title, panels, columns=2, size=(500, 400), legend=()):
    """legend: curves whose names stand once, above all panels."""
    head = 28 if legend else 0
    width, height = columns * size[0], math.ceil(len(panels) / columns) * size[1] + head
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
    ] + _common_legend(legend)
    for index, panel in enumerate(panels):
        parts.append(f'<g transform="translate({index % columns * size[0]} {index // columns * size[1] + head})">')
        parts += _panel(panel, *size, f"clip{index}")
        parts.append("</g>")
    file.write_text("\n".join(parts + ["</svg>\n"]))


def _panel(panel, width, height, clip):
    x = Axis(*panel.x, LEFT, width - RIGHT, "x" in panel.logarithmic)
    y = Axis(*panel.y, height - BOTTOM, TOP, "y" in panel.logarithmic)
    box = f'x="{x.begin}" y="{y.end}" width="{x.end - x.begin}" height="{y.begin - y.end}"'
    parts = [f'<clipPath id="{clip}"><rect {box}/></clipPath>'] + _grid(panel, x, y, height)
    parts.append(f'<g clip-path="url(#{clip})">')
    if panel.regions:
        path = " ".join(
            f"M{x.clipped(a):.2f} {y.clipped(c):.2f}H{x.clipped(b):.2f}V{y.clipped(d):.2f}H{x.clipped(a):.2f}Z"
            for a, b, c, d in panel.regions
        )
        parts.append(f'<path class="region" shape-rendering="crispEdges" d="{path}"/>')
    if panel.level is not None:
        parts.append(f'<line class="mark" x1="{x.begin}" x2="{x.end}" y1="{y(panel.level):.1f}" y2="{y(panel.level):.1f}"/>')
    for curve in panel.curves:
        parts += _curve(curve, x, y)
    for a, b, colour in panel.crosses:
        at, to, r = x(a), y(b), 5
        parts.append(f'<g class="c{colour}"><path class="curve" d="M{at - r:.1f} {to - r:.1f}l{2 * r} {2 * r}'
                     f'm0 {-2 * r}l{-2 * r} {2 * r}"/></g>')
    parts.append("</g>")
    parts.append(f'<rect class="frame" {box}/>')
    return parts + _marks(panel, x, y) + _legend(panel, x, y)


def _grid(panel, x, y, height):
    parts = []
    for value in y.ticks():
        at = y(value)
        parts.append(f'<line class="grid" x1="{x.begin}" x2="{x.end}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text class="ink small" x="{x.begin - 7}" y="{at + 4:.1f}" text-anchor="end">{y.label(value)}</text>')
    for value in panel.x_ticks or x.ticks():
        at = x(value)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{y.begin}" y2="{y.end}"/>')
        parts.append(f'<text class="ink small" x="{at:.1f}" y="{y.begin + 18}" text-anchor="middle">{x.label(value)}</text>')
    parts.append(f'<text class="ink title" x="{x.begin}" y="{y.end - 12}">{escape(panel.heading)}</text>')
    parts.append(f'<text class="soft small" x="{x.end}" y="{y.end - 12}" text-anchor="end">{escape(panel.y_label)}</text>')
    middle = (x.begin + x.end) / 2
    parts.append(f'<text class="ink small" x="{middle}" y="{height - 9}" text-anchor="middle">{escape(panel.x_label)}</text>')
    return parts


def _colour(curve):
    return "neutral" if curve.colour is None else f"c{curve.colour}"


def _curve(curve, x, y):
    pieces, piece = [], []
    for a, b in curve.points:
        if b is None or not math.isfinite(b) or (y.logarithmic and b <= 0):
            pieces.append(piece)
            piece = []
        else:
            # far outside the panel is as good as just outside
            piece.append((x(a), min(max(y(b), y.end - 2000), y.begin + 2000)))
    parts = [f'<g class="{_colour(curve)}">']
    for piece in pieces + [piece]:
        if len(piece) > 1:
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in piece)
            parts.append(f'<polyline class="{curve.look()}" points="{path}"/>')
        if curve.dots:
            parts += [f'<circle class="point" r="3.6" cx="{a:.1f}" cy="{b:.1f}"/>' for a, b in piece]
    return parts + ["</g>"]


def _marks(panel, x, y):
    parts = []
    height = y.begin - 8 if panel.mark_at is None else y(panel.mark_at)
    for value, label in panel.marks:
        at = x(value)
        parts.append(f'<line class="mark" x1="{at:.1f}" x2="{at:.1f}" y1="{y.begin}" y2="{y.end}"/>')
        if label:
            parts.append(f'<text class="soft small" x="{at + 5:.1f}" y="{height:.1f}">{escape(label)}</text>')
    return parts


def _common_legend(curves):
    parts, left = [], LEFT
    for curve in curves:
        parts.append(
            f'<g class="{_colour(curve)}"><line class="{curve.look()}" x1="{left}" x2="{left + 34}" y1="16" y2="16"/>'
            f'<text class="name small" x="{left + 42}" y="20">{escape(curve.name)}</text></g>'
        )
        left += 70 + 8 * len(curve.name)
    return parts


def _legend(panel, x, y):
    named = [curve for curve in panel.curves if curve.name and panel.legend]
    if not named:
        return []
    width = 44 + 7.6 * max(len(curve.name) for curve in named)
    left = x.begin + 8 if "left" in panel.legend else x.end - width - 8
    top = y.end + 8 if "top" in panel.legend else y.begin - 8 - LINE * len(named) - 6
    parts = [f'<rect class="plate" x="{left:.1f}" y="{top}" width="{width:.1f}" height="{LINE * len(named) + 6}" rx="4"/>']
    for row, curve in enumerate(named):
        at = top + 3 + LINE * (row + 0.5)
        parts.append(
            f'<g class="{_colour(curve)}"><line class="{curve.look()}" x1="{left + 6:.1f}" '
            f'x2="{left + 32:.1f}" y1="{at}" y2="{at}"/><text class="name small" x="{left + 38:.1f}" y="{at + 4}">'
            f"{escape(curve.name)}</text></g>"
        )
    return parts
