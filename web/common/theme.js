// SPDX-License-Identifier: MIT

// the palette of Okabe and Ito, told apart with every common colour blindness; on dark paper the same hues, lighter
const light = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#333333'];
const dark = ['#56b4e9', '#f28e4c', '#2fc19a', '#e5a5cb', '#f2bd3f', '#9db8ff', '#d8d8d8'];
const darkness = window.matchMedia('(prefers-color-scheme: dark)');

export function seriesColour(index) {
  const colours = darkness.matches ? dark : light;
  return colours[index % colours.length];
}

/// A colour of the page's style: `ink`, `soft`, `line`, `paper`.
export function pageColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export function onThemeChange(redraw) {
  darkness.addEventListener('change', redraw);
}
