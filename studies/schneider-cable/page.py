# SPDX-License-Identifier: MIT
"""The gallery: one page with relative links, readable on light and dark screens."""

from html import escape

from common.gallery import claims_section, document

TITLE = "A cable on a mechanism"


def write_page(file, figures, drawn, claims, check):
    shown = [f for f in figures if f.key in drawn]
    links = "".join(f'<a href="#{f.key}">{f.key}</a>' for f in shown)
    sections = []
    for f in shown:
        number = f"Figure {f.key}: " if f.key.isdigit() else ""
        picture = f"plots/{f.key}.svg"
        sections.append(
            f'<h2 id="{f.key}">{number}{escape(f.title)}</h2><p class="soft">{escape(f.text)}</p>'
            f'<a href="{picture}"><img class="plot" loading="lazy" src="{picture}" alt="{escape(f.title)}"></a>'
        )
    lines = "".join(f"<li>{escape(line)}</li>" for line in check.lines())
    body = f"""<h1>{TITLE}</h1>
<p class="soft">Figures 15 to 18 of Schneider, Burger, Arnold, Simeon (2017), computed again: a geometrically exact rod between a
wall and a mechanism of three joints, which prescribes the motion of its end and gets the constraint force back. H is the macro
step (their h), the ratio of the masses that of the whole mechanism to the whole cable, 6.94 unless varied. The paper says
neither what its mechanism weighs nor how many edges its cable has; both are chosen here.</p>
<nav><a href="#claims">claims</a><a href="#check">reference</a>{links}</nav>
{chr(10).join(sections)}
{claims_section(claims, "where")}
<h2 id="check">Held against the reference</h2><ul>{lines}</ul>"""
    file.write_text(document(TITLE, "", body))
