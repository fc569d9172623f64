# SPDX-License-Identifier: MIT
"""The gallery: one page with relative links, readable on light and dark screens."""

from html import escape

from common.gallery import claims_section, document


def _check(check):
    if check is None:
        return ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in check.lines())
    return f'<h2 id="check">Held against the reference</h2><ul>{lines}</ul>'


def write_page(file, figures, drawn, claims, check):
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
    body = f"""<h1>Kinematic coupling of a mover and a structure</h1>
<p class="soft">Figures 4 to 13 of Schneider, Burger, Arnold, Simeon (2017), computed again on their model of two masses: a
mover R prescribes the motion of the coupled mass of a structure F, which answers with the constraint force. H is the
macro step (their h), the ratio of the masses is that of m_R to m_F,co. Parameters not named are those of their Table 1.</p>
<nav><a href="#claims">claims</a>{'<a href="#check">reference</a>' if check else ''}{links}</nav>
{chr(10).join(sections)}
{claims_section(claims, "where")}
{_check(check)}"""
    file.write_text(document("Kinematic coupling of a mover and a structure", "", body))
