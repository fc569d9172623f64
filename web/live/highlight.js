// SPDX-License-Identifier: MIT

/** What a line of TOML is made of: comments, texts, tables in brackets, values behind "=". */
const pieces = /(?<comment>#.*$)|(?<text>"(?:[^"\\]|\\.)*"|'[^']*')|(?<table>^\s*\[.*\]\s*(?=#|$))|(?<value>\b(?:true|false)\b|(?<![\w.-])[-+]?\d[\d_.]*(?:e[-+]?\d+)?\b)/gi;

/**
 * Paints a text of TOML.
 * @param {string} text
 * @returns {DocumentFragment} the same text, with classes for its pieces
 */
export function paint(text) {
  const painted = document.createDocumentFragment();
  for (const line of text.split('\n')) {
    let end = 0;
    for (const match of line.matchAll(pieces)) {
      painted.append(line.slice(end, match.index));
      const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
      const span = document.createElement('span');
      span.className = kind;
      span.textContent = match[0];
      painted.append(span);
      end = match.index + match[0].length;
    }
    painted.append(line.slice(end) + '\n');
  }
  return painted;
}
