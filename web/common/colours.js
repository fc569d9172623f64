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

/// Spectral radii as colours: 0 to 1 evenly, above logarithmically.
export class RadiusScale {
  constructor(radii, margin) {
    this.margin = margin;
    const isAbove = (bound) => radii.some((radius) => Number.isFinite(radius) && radius > bound);
    this.top = isAbove(2) ? 10 : 2;
    this.isOpen = isAbove(10);
    this.hasGaps = radii.some((radius) => !Number.isFinite(radius));
    this.marks = [0, 0.5, 1, ...(this.top === 2 ? [1.2, 1.5, 2] : [2, 5, 10])];
  }

  isStable(radius) {
    return radius <= 1 + this.margin;
  }

  /// Red, green and blue, 0 to 255.
  colour(radius) {
    if (!Number.isFinite(radius)) return noValue;
    return this.isStable(radius) ? mixed(stable, radius) : mixed(unstable, Math.log(radius) / Math.log(this.top));
  }

  /// Where a radius stands on a bar of all colours: the lower half is stable, the upper half is not.
  placeOf(radius) {
    return radius <= 1 ? radius / 2 : 0.5 + (0.5 * Math.log(radius)) / Math.log(this.top);
  }

  colourAt(place) {
    return place < 0.5 ? mixed(stable, 2 * place) : mixed(unstable, 2 * place - 1);
  }

  markText(radius) {
    if (radius === 1) return 'ρ = 1';
    return radius === this.top && this.isOpen ? `≥ ${radius}` : String(radius);
  }
}
