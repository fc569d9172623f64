// SPDX-License-Identifier: MIT

// light to deep teal where a step is stable, sand to dark red above: lightness jumps where stability ends
const stable = [[233, 245, 243], [183, 221, 217], [125, 191, 189], [68, 155, 157], [26, 111, 120]];
const unstable = [[253, 235, 207], [251, 197, 143], [240, 143, 92], [209, 82, 59], [140, 28, 34]];
const noValue = [189, 189, 189];

function mixed(scale, position) {
  const place = Math.min(Math.max(position, 0), 1) * (scale.length - 1);
  const lower = Math.min(Math.floor(place), scale.length - 2);
  return scale[lower].map((part, i) => part + (place - lower) * (scale[lower + 1][i] - part));
}

/// Red, green and blue of a spectral radius; above 1 logarithmically up to `top`.
export function radiusColour(radius, margin, top) {
  if (!Number.isFinite(radius)) return noValue;
  return radius <= 1 + margin ? mixed(stable, radius) : mixed(unstable, Math.log10(radius) / Math.log10(top));
}

/// Where the scale ends: at most of the radii, but within a decade or two.
export function topOf(radii) {
  let largest = 1;
  for (const radius of radii) if (Number.isFinite(radius) && radius > largest) largest = radius;
  return Math.min(Math.max(largest, 1.1), 100);
}
