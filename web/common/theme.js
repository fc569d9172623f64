// SPDX-License-Identifier: MIT

const seriesColours = 7;

/// A colour of the page's style: `ink`, `soft`, `line`, `paper`.
export function pageColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/// The colour of a line, counted from 0.
export const seriesColour = (index) => pageColour(`series-${(index % seriesColours) + 1}`);

/// Also where the page is printed, which is done on light paper.
export function onThemeChange(redraw) {
  for (const media of ['(prefers-color-scheme: dark)', 'print']) window.matchMedia(media).addEventListener('change', redraw);
}
