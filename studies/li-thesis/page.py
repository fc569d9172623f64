# SPDX-License-Identifier: MIT
"""The gallery: one page with relative links, readable on light and dark screens."""

import re
from html import escape

from common.gallery import claims_section, document
from program import DIGITS, percent

STYLE = """
.grid { display: grid; gap: 1.1rem 1.2rem; margin-top: 1rem; overflow-x: auto;
        grid-template-columns: 1.6rem repeat(var(--columns), minmax(170px, 1fr)) }
.head { font-weight: 600; text-align: center; padding-left: 2.1rem }
.side { writing-mode: vertical-rl; transform: rotate(180deg); text-align: center; font-weight: 600 }
figure { margin: 0; display: grid; grid-template-columns: 1.9rem 1fr; gap: .15rem .2rem;
         font-size: .74rem; color: var(--soft); font-variant-numeric: tabular-nums }
.map { position: relative; overflow: hidden; display: block; border: 1px solid var(--soft) }
.map img { position: absolute; max-width: none }
.y { display: flex; flex-direction: column; justify-content: space-between; text-align: right; line-height: 1.1 }
.x { grid-column: 2; display: flex; justify-content: space-between; line-height: 1.1 }
figcaption { grid-column: 2; margin-top: .25rem; font-size: .86rem; line-height: 1.35 }
figcaption b { color: var(--ink) }
.absent { display: grid; place-items: center; aspect-ratio: 1.43; border: 1px dashed var(--line); padding: .5rem;
          text-align: center; grid-column: 2; align-self: start }
.scale { display: grid; grid-template-columns: 1fr 1fr; max-width: 460px; font-size: .8rem; color: var(--soft);
         margin: 1rem 0 }
.scale i { display: block; height: 14px; grid-column: 1 / 3;
  background: linear-gradient(90deg, #e9f5f3, #b7ddd9 12.5%, #7dbfbd 25%, #449b9d 37.5%, #1a6f78 50%, #fdebcf 50%,
                              #fbc58f 62.5%, #f08f5c 75%, #d1523b 87.5%, #8c1c22) }
.scale span:last-child { text-align: right }
.errors { max-width: 1000px }
"""

FRAME = re.compile(
    r'<path style="fill:none;[^"]*" d="M ([\d.]+) ([\d.]+) L ([\d.]+) \2 L \3 ([\d.]+) L \1 \4 Z'
)
SHEET = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def _crop(svg_file):
    """Style of the box and of the picture in it that leave only what the chart's frame encloses."""
    text = svg_file.read_text()
    frame, sheet = FRAME.search(text), SHEET.search(text)
    if not frame or not sheet:
        return "", "position:static;width:100%"
    left, top, right, bottom = map(float, frame.groups())
    width, height = right - left, bottom - top
    picture = (
        f"width:{100 * float(sheet[1]) / width:.3f}%;left:{-100 * left / width:.3f}%;top:{-100 * top / height:.3f}%"
    )
    return f"aspect-ratio:{width:g}/{height:g}", picture


def _number(value):
    return f"{value:g}".replace("-", "−")


def _tile(chart, answer, failure, out):
    if answer is None:
        return f'<figure><div class="absent">{escape(failure or "not computed in this run")}</div></figure>'
    x_low, x_high, y_low, y_high = map(_number, chart.window)
    stem = f"charts/{chart.name}"
    box, picture = _crop(out / f"{stem}.svg")
    share = percent(answer["stable"] / answer["total"])
    judged = percent(answer["evaluated"] / answer["total"]) if "evaluated" in answer else "100 %"
    caption = f"<b>{share}</b> stable, {judged} judged<br>{_settled(answer)}"
    return (
        f'<figure><div class="y"><span>{y_high}</span><span>Λi</span><span>{y_low}</span></div>'
        f'<a class="map" style="{box}" href="{stem}.png"><img loading="lazy" style="{picture}" src="{stem}.png" '
        f'alt="Stability chart {escape(chart.name)}: {share} stable"></a>'
        f'<div class="x"><span>{x_low}</span><span>Λr</span><span>{x_high}</span></div>'
        f'<figcaption>{caption} · <a href="{stem}.svg">svg</a> · <a href="{stem}.csv">csv</a></figcaption></figure>'
    )


def _settled(answer):
    count = answer.get("settled")
    if count is None:
        return "not settled"
    return "none to settle" if count == 0 else f"{count} settled in {DIGITS} digits"


def _grid(figure, answers, failures, out):
    columns = max(len(charts) for _, charts in figure.rows)
    headings = [[name for name, _ in charts] for _, charts in figure.rows]
    parts = [f'<div class="grid" style="--columns:{columns}"><div></div>']
    parts += [f'<div class="head">{escape(name)}</div>' for name in max(headings, key=len)]
    for label, charts in figure.rows:
        parts.append(f'<div class="side">{escape(label)}</div>')
        parts += [_tile(chart, answers.get(chart.name), failures.get(chart.name), out) for _, chart in charts]
        parts += ["<div></div>"] * (columns - len(charts))
    return "\n".join(parts + ["</div>"])


def _plot(figure, answers, failures):
    work = figure.series or figure.runs
    missing = [item.name for item in work if item.name not in answers]
    # errors are drawn as far as they are there, runs all together
    if len(missing) == len(work) or (figure.runs and missing):
        reason = next((failures[name] for name in missing if name in failures), "not computed in this run")
        return f'<p class="soft">Nothing drawn: {escape(reason)}</p>'
    file, shape = f"plots/{figure.key}.svg", "plot errors" if figure.series else "plot"
    return f'<a href="{file}"><img class="{shape}" loading="lazy" src="{file}" alt="{escape(figure.title)}"></a>'


def _checks(checks):
    if not checks:
        return ""
    parts = ['<h2 id="check">Held against the reference</h2><ul>']
    for name, check in checks:
        parts.append(f"<li>{escape(name)}: {check.equal} of {check.compared} equal</li>")
        parts += [f"<li>{escape(line)}</li>" for line in check.differences]
    return "\n".join(parts + ["</ul>"])


def write_page(file, figures, answers, failures, claims, checks, cells):
    shown = [f for f in figures if any(c.name in answers or c.name in failures for c in work_of(f))]
    links = "".join(f'<a href="#{f.key}">{f.key}</a>' for f in shown)
    sections = []
    for f in shown:
        number = f"Figure {f.key}: " if f.key[0].isdigit() else ""
        sections.append(f'<h2 id="{f.key}">{number}{escape(f.title)}</h2><p class="soft">{escape(f.text)}</p>')
        if f.rows:
            sections.append(_grid(f, answers, failures, file.parent))
        if f.series or f.runs:
            sections.append(_plot(f, answers, failures))
    body = f"""<h1>Numerical stability of co-simulation</h1>
<p class="soft">The charts, error plots and runs of Li, <i>On the Numerical Stability of Co-Simulation Methods</i> (2017),
computed again: two oscillators, coupled by a spring and damper or by a rigid link, and a four-bar linkage cut at a
bushing, whose geometry and initial angles are reconstructed. {cells} × {cells} cells a chart
(far out 41 × 41). Cells along the boundary are judged, those in between take over the verdict of their surroundings.
Stable means ρ ≤ 1 + 10⁻⁶, and cells within 10⁻⁴ of that are settled in {DIGITS} digits. FF, FD, DD: force-force,
force-displacement, displacement-displacement. Λr and Λi are real and imaginary part of the eigenvalue of oscillator 1
times the macro step. Each picture leads to the full chart with axes and colour bar.</p>
<div class="scale"><i></i><span>stable, ρ = 0 … 1</span><span>unstable, ρ = 1 … 2 or 10</span></div>
<nav><a href="#claims">claims</a><a href="#check">reference</a>{links}</nav>
{chr(10).join(sections)}
{claims_section(claims, "section")}
{_checks(checks)}"""
    file.write_text(document("Numerical stability of co-simulation: the charts of Li's thesis", STYLE, body))


def work_of(figure):
    return [chart for _, charts in figure.rows for _, chart in charts] + list(figure.series) + list(figure.runs)
