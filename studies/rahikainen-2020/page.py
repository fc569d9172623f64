# SPDX-License-Identifier: MIT
"""The gallery: one page with relative links, readable on light and dark screens."""

from html import escape

from common.gallery import claims_section, document
from tables import HEADINGS


def _table(rows):
    head = "".join(f"<th>{escape(name)}</th>" for name in HEADINGS)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table class="steps"><tr>{head}</tr>\n{body}</table></div>'


def write_page(file, figures, drawn, rows, claims, check):
    links = "".join(f'<a href="#{f.key}">{f.key}</a>' for f in figures if f.key in drawn)
    sections = []
    for f in figures:
        if f.key not in drawn:
            continue
        number = f"Figure {f.key}: " if f.key.isdigit() else ""
        picture = f"plots/{f.key}.svg"
        sections.append(
            f'<h2 id="{f.key}">{number}{escape(f.title)}</h2><p class="soft">{escape(f.text)}</p>'
            f'<a href="{picture}"><img class="plot" loading="lazy" src="{picture}" alt="{escape(f.title)}"></a>'
        )
    lines = "".join(f"<li>{escape(line)}</li>" for line in check.lines())
    body = f"""<h1>Hydraulic cranes in co-simulation</h1>
<p class="soft">Figures 8 to 17 of Rahikainen, González, Naya, Sopanen, Mikkola (2020), computed again: a crane of two links that
one or two hydraulic cylinders move, mechanism and circuits coupled by explicit Jacobi steps. H is the macro step, h the
micro step of the circuits (0.1 ms unless named), m the order of the polynomials, IM the reduced interface model.</p>
<nav><a href="#table">table</a><a href="#claims">claims</a><a href="#check">reference</a>{links}</nav>
<h2 id="table">Largest achieved macro step in ms</h2>
<p class="soft">Euler / RK4 / trapezoidal hydraulics, one number where all agree; the lower rows of each crane are trapezoidal.
Achieved: length within 2 mm and velocity within 5 mm/s (rms) of the monolithic solution over 30 s, for this step and all
smaller ones of the grid.</p>
{_table(rows)}
{chr(10).join(sections)}
{claims_section(claims, "where")}
<h2 id="check">Held against the reference</h2><ul>{lines}</ul>"""
    style = ".steps td:nth-child(3) { font-weight: 400 } .steps td:last-child { color: inherit } .steps td { white-space: nowrap }"
    file.write_text(document("Hydraulic cranes in co-simulation", style, body))
