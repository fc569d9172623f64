# SPDX-License-Identifier: MIT
"""What the galleries of the studies share: look, frame and table of claims; readable on light and dark screens."""

from html import escape

STYLE = """
:root { --paper: #fff; --ink: #1d2125; --soft: #5b636b; --line: #dcdfe2; --panel: #f3f4f4; --link: #14616a;
        --yes: #1a6f78; --no: #b3402a; --part: #8a6400; --open: #5b4fa8 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14181d; --ink: #e6e8ea; --soft: #9aa4ad; --line: #2c333b; --panel: #1b2027; --link: #6cc5ca;
          --yes: #5cc0c4; --no: #f08a70; --part: #d9b93c; --open: #b0a6f4 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif }
main { max-width: 1240px; margin: 0 auto; padding: 2rem 1.2rem 5rem }
h1 { font-size: 1.9rem; margin: 0 0 .3rem; line-height: 1.2 }
h2 { font-size: 1.25rem; margin: 3.2rem 0 .2rem; padding-top: 1rem; border-top: 1px solid var(--line) }
p { margin: .3rem 0 1rem; max-width: 75ch } .soft { color: var(--soft) }
a { color: var(--link); text-decoration: none } a:hover { text-decoration: underline }
nav { display: flex; flex-wrap: wrap; gap: .3rem .5rem; margin: 1.2rem 0; font-size: .9rem }
nav a { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .1rem .55rem }
.plot { width: 100%; height: auto; margin-top: 1rem; display: block }
table { border-collapse: collapse; width: 100%; font-size: .88rem }
td, th { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line) }
td:nth-child(3) { white-space: nowrap; font-weight: 600 } td:last-child { color: var(--soft) }
.reproduces, .ours { color: var(--yes) } .does.not { color: var(--no) } .partly { color: var(--part) }
.open { color: var(--open) } .no.claim, .measured { color: var(--soft) }
.wide { overflow-x: auto }
"""


def claims_section(claims, first):
    rows = "\n".join(
        f'<tr><td>{escape(c.where)}</td><td>{escape(c.text)}</td><td class="{c.verdict}">{c.verdict}</td>'
        f"<td>{escape(c.evidence)}</td></tr>"
        for c in claims
    )
    return (
        f'<h2 id="claims">Claim by claim</h2><div class="wide"><table><tr><th>{first}</th><th>claim</th><th>verdict</th>'
        f"<th>measured</th></tr>\n{rows}</table></div>"
    )


def document(title, style, body):
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title, quote=False)}</title><style>{STYLE}{style}</style></head><body><main>
{body}
</main></body></html>
"""
