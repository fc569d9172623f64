// SPDX-License-Identifier: MIT
import { font, logTickTexts, logTicks } from './axes.js';
import { axisTexts } from './number_text.js';
import { pageColour } from './theme.js';
import { roundNumbers } from './ticks.js';
import { withUnit } from './units.js';

/// Between a value of an axis {key, label, unit, low, high, count, isLogarithmic} and its place in cells, which are judged at their centres.
export function placeOf(axis, value) {
  const share = axis.isLogarithmic ? Math.log(value / axis.low) / Math.log(axis.high / axis.low)
    : (value - axis.low) / (axis.high - axis.low);
  return share * axis.count;
}

export function valueAt(axis, place) {
  const share = place / axis.count;
  return axis.isLogarithmic ? axis.low * (axis.high / axis.low) ** share : axis.low + share * (axis.high - axis.low);
}

/// How an axis of cells is drawn.
export function axisOptions(axis, options) {
  const value = (place) => valueAt(axis, place);
  const clean = (number) => {
    const span = Math.abs(axis.high - axis.low);
    return Math.abs(number) < 1e-9 * span ? 0 : Number(number.toPrecision(10));
  };
  return {
    label: withUnit(axis.label ?? axis.key, axis.unit),
    labelFont: font,
    labelSize: 22,
    font,
    stroke: pageColour('soft'),
    grid: { show: false },
    ticks: { stroke: pageColour('edge'), width: 1, size: 5 },
    splits: (plot, index, min, max) => {
      const [low, high] = [value(min), value(max)].sort((a, b) => a - b);
      const about = options.about(plot);
      const round = axis.isLogarithmic ? logTicks(low, high, about) : roundNumbers(low, high, about);
      return round.map((number) => placeOf(axis, number)).sort((a, b) => a - b);
    },
    values: (plot, places) => (axis.isLogarithmic ? logTickTexts : axisTexts)(places.map((place) => clean(value(place)))),
    size: options.size,
  };
}

/// The cells of a chart {x, y, radii} as CSV.
export function cellTable({ x, y, radii }) {
  const head = (axis) => `"${axis.key}${axis.unit ? ` [${axis.unit}]` : ''}"`;
  const value = (axis, i) => Number(valueAt(axis, i + 0.5).toPrecision(12));
  const rows = [`${head(x)},${head(y)},spectral_radius`];
  for (let iy = 0; iy < y.count; ++iy)
    for (let ix = 0; ix < x.count; ++ix) {
      const radius = radii[iy * x.count + ix];
      rows.push(`${value(x, ix)},${value(y, iy)},${Number.isFinite(radius) ? Number(radius.toPrecision(7)) : ''}`);
    }
  return `${rows.join('\n')}\n`;
}
