# SPDX-License-Identifier: MIT
"""The mechanism and its cable at some times, from the side and from the front, as one SVG."""

from html import escape

from common.line_plot import STYLE

SCALE = 300  # px a metre
WIDTH, HEIGHT, MARGIN, HEAD = 262, 250, 12, 30
VIEWS = (("x", "side, x and z", -0.2), ("y", "front, y and z", -0.42))  # the left edge in m
TOP = 0.07  # m
LOOK = """
  .rail { stroke: #8a8f94; stroke-width: 1.5 } .part { stroke: #222; stroke-width: 4; stroke-linecap: round }
  .solid { fill: #c9d3d6; stroke: #222; stroke-width: 1.2 } .wall { stroke: #5a5a5a; stroke-width: 5 }
  .trail { fill: none; stroke: #8a8f94; stroke-opacity: .45; stroke-width: 1.2 } .box { fill: none; stroke: #dcdfe2 }
  @media (prefers-color-scheme: dark) {
    .part { stroke: #d6d9dc } .solid { fill: #3a444d; stroke: #d6d9dc } .wall { stroke: #aab } .box { stroke: #2c333b }
  }
"""


def write_snapshots(file, title, samples, rows, edges, radius):
    """samples: columns of a run by name; rows: which of them to show; radius of the cable in m."""
    width, height = len(rows) * WIDTH, HEAD + len(VIEWS) * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(title)}</title><style>{STYLE}{LOOK}</style>",
    ]
    for column, row in enumerate(rows):
        parts.append(f'<text class="ink title" x="{column * WIDTH + MARGIN}" y="20">t = {samples["time"][row]:g} s</text>')
        for line, (axis, name, left) in enumerate(VIEWS):
            parts.append(f'<g transform="translate({column * WIDTH} {HEAD + line * HEIGHT})">')
            parts.append(f'<rect class="box" x="3" y="3" width="{WIDTH - 6}" height="{HEIGHT - 6}" rx="5"/>')
            if column == 0:
                parts.append(f'<text class="soft small" x="{MARGIN}" y="{HEIGHT - 12}">{name}</text>')
            parts += _view(samples, row, rows[:column], edges, radius, axis, left)
            parts.append("</g>")
    file.write_text("\n".join(parts + ["</svg>\n"]))


def _view(samples, row, earlier, edges, radius, axis, left):
    def place(a, z):
        return f"{MARGIN + (a - left) * SCALE:.1f},{MARGIN + (TOP - z) * SCALE:.1f}"

    def point(name, at=row):
        return samples[f"{name}.{axis}"][at], samples[f"{name}.z"][at]

    def cable(at):
        return " ".join(place(*point(f"cable.node{n}", at)) for n in range(edges + 1))

    cart, link = point("mechanism.cart"), point("mechanism.link")
    hinge = tuple(2 * b - a for a, b in zip(cart, link))  # the centre of the link is its middle
    clamp = samples[f"mechanism.clamp.{axis}.position"][row], samples["mechanism.clamp.z.position"][row]
    wall = point(f"cable.node{edges}")
    ends = ((left + 0.02, 0), (left + 0.36, 0))
    parts = [f'<polyline class="trail" points="{cable(at)}"/>' for at in earlier]
    if axis == "x":
        parts.append(f'<polyline class="rail" points="{" ".join(place(*end) for end in ends)}"/>')
    at, height = place(*cart).split(",")
    parts.append(f'<rect class="solid" x="{float(at) - 11:.1f}" y="{float(height) - 7:.1f}" width="22" height="14" rx="2"/>')
    parts.append(f'<polyline class="part" points="{place(*cart)} {place(*hinge)}"/>')
    parts.append(f'<polygon class="solid" points="{_body(place, hinge, clamp)}"/>')
    parts.append(f'<g class="c1"><polyline class="curve" style="stroke-width: {2 * radius * SCALE:.1f}" '
                 f'points="{cable(row)}"/></g>')
    if axis == "x":
        above, below = (wall[0] + 0.008, wall[1] + 0.05), (wall[0] + 0.008, wall[1] - 0.05)
        parts.append(f'<polyline class="wall" points="{place(*above)} {place(*below)}"/>')
    else:
        at, height = place(*wall).split(",")
        parts.append(f'<rect class="solid" x="{float(at) - 6:.1f}" y="{float(height) - 6:.1f}" width="12" height="12"/>')
    return parts


def _body(place, hinge, clamp):
    """A plate from the hinge to the clamp."""
    along = clamp[0] - hinge[0], clamp[1] - hinge[1]
    length = max((along[0] ** 2 + along[1] ** 2) ** 0.5, 1e-9)
    across = -along[1] / length * 0.03, along[0] / length * 0.03
    corners = [(end[0] + side * across[0], end[1] + side * across[1])
               for end, side in ((hinge, 1), (hinge, -1), (clamp, -1), (clamp, 1))]
    return " ".join(place(*corner) for corner in corners)
