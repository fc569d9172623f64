// SPDX-License-Identifier: MIT
import { axisTexts, logTexts } from './number_text.js';
import { pageColour } from './theme.js';
import { areWhole, roundNumbers, roundPowers, wholeSteps } from './ticks.js';

export const font = '12px system-ui, "DejaVu Sans", sans-serif';

const axisWidth = 66; // px: most numbers fit, and plots below each other begin at the same place
const decades = 12; // below the largest magnitude: what is smaller is rounding

/// As wide as the longest number beside the axis.
export function axisSize(plot, texts) {
  const letters = Math.max(0, ...(texts ?? []).map((text) => text.length));
  return Math.max(axisWidth, 7.5 * letters + 18);
}

/// Powers of ten, others where these are too few; evenly spaced numbers over less than that.
export function logTicks(low, high, most) {
  const powers = roundPowers(low, high, most);
  return powers.length > 1 ? powers : roundNumbers(low, high, Math.min(most, 4));
}

export function logTickTexts(values) {
  const isRound = (value) => Math.abs(Number(value.toExponential(0)) - value) <= 1e-9 * Math.abs(value);
  return values.every((value) => value === null || isRound(value)) ? logTexts(values) : axisTexts(values);
}

/// Steps between ticks of any size; the library knows none for runs that have diverged.
function stepsOf(plot, index, min, max) {
  const decade = Math.floor(Math.log10(max - min));
  return [decade - 1, decade].flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
}

/// An axis of a plot of these columns of numbers; `space` is what a tick needs along it, px.
export function makeAxis(label, columns, { isLogarithmic, space }) {
  const isWhole = !isLogarithmic && columns.every(areWhole);
  const isHuge = !isLogarithmic && columns.some((values) => values.some((value) => Math.abs(value) > 1e31));
  const length = (plot, index) => (index === 0 ? plot.over.clientWidth || plot.width : plot.over.clientHeight || plot.height);
  return {
    label,
    labelFont: font,
    labelSize: label ? 20 : 0,
    font,
    space,
    stroke: pageColour('soft'),
    grid: { stroke: pageColour('line'), width: 1 },
    ticks: { stroke: pageColour('line'), width: 1, size: 5 },
    ...(isLogarithmic ? {
      splits: (plot, index, min, max) => logTicks(min, max, Math.max(2, Math.floor(length(plot, index) / space))),
      filter: (plot, values) => values,
      values: (plot, values) => logTickTexts(values),
    } : { values: (plot, values) => axisTexts(values) }),
    ...(isHuge ? { incrs: stepsOf } : isWhole ? { incrs: (plot, index, min, max) => (max - min < 1 ? stepsOf(plot, index, min, max) : wholeSteps) } : {}),
  };
}

/// A little beyond the data, rather than to the next powers of ten.
export function widened(plot, min, max) {
  if (min === null) return [0.1, 1];
  return [Math.max(min, max * 10 ** -decades) / 1.25, max * 1.25];
}
