// SPDX-License-Identifier: MIT

const seriesColours = 7;

/// A colour of the page's style: `ink`, `soft`, `line`, `paper`.
export function pageColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/// The colour of a line, counted from 0.
export const seriesColour = (index) => pageColour(`series-${(index % seriesColours) + 1}`);

export function onThemeChange(redraw) {
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
}
