// SPDX-License-Identifier: MIT
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './plot.css';
import { axisTexts, valueText } from './number_text.js';
import { pageColour, seriesColour } from './theme.js';

export const font = '12px system-ui, "DejaVu Sans", sans-serif';

const axisWidth = 66; // px: most numbers fit, and plots below each other begin at the same place

/// As wide as the longest number beside the axis.
function axisSize(plot, texts) {
  const letters = Math.max(0, ...(texts ?? []).map((text) => text.length));
  return Math.max(axisWidth, 7.5 * letters + 18);
}

function axis(label, isLogarithmic) {
  return {
    label,
    labelFont: font,
    labelSize: label ? 20 : 0,
    font,
    stroke: pageColour('soft'),
    grid: { stroke: pageColour('line'), width: 1 },
    ticks: { stroke: pageColour('line'), width: 1, size: 5 },
    values: (plot, values) => (isLogarithmic ? values.map((value) => (value === null ? '' : powerText(value))) : axisTexts(values)),
  };
}

/// Powers of ten, and 2 and 5 times those where there are few of them.
function powerText(value) {
  const text = value.toExponential(0).replace('e+', 'e');
  return /^[125]e/.test(text) ? text : '';
}

/// Over few decades more than powers of ten have a place on the axis.
function fewPowers(plot, values) {
  const isShort = plot.scales.x.max / plot.scales.x.min < 200;
  return isShort ? values : values.map((value) => (/^1e/.test(value.toExponential(0)) ? value : null));
}

/// Steps between ticks that the library does not know of: those of runs that have diverged.
function hugeSteps(plot, index, min, max) {
  const decade = Math.floor(Math.log10(max - min));
  return [decade - 1, decade].flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
}

/// A little beyond the data, rather than to the next powers of ten.
function widened(plot, min, max) {
  return min === null ? [0.1, 1] : [min / 1.25, max * 1.25];
}

/// Lines of different time axes on one; a line that has no value at a time is drawn across it.
function joined(lines) {
  const axes = [...new Set(lines.map((line) => line.x))];
  if (axes.length === 1) return { data: [axes[0], ...lines.map((line) => line.y)], order: lines, isJoined: false };
  const tables = axes.map((x) => [x, ...lines.filter((line) => line.x === x).map((line) => line.y)]);
  const order = axes.flatMap((x) => lines.filter((line) => line.x === x));
  return { data: uPlot.join(tables), order, isJoined: true };
}

/// Crosses at the foot of the plot, where lines have no value.
function drawMarks(plot, places) {
  const { ctx, bbox } = plot;
  const [size, foot] = [4 * uPlot.pxRatio, bbox.top + bbox.height - 8 * uPlot.pxRatio];
  ctx.save();
  ctx.beginPath();
  for (const place of places) {
    const x = plot.valToPos(place, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    for (const way of [-1, 1]) {
      ctx.moveTo(x - size, foot - way * size);
      ctx.lineTo(x + size, foot + way * size);
    }
  }
  ctx.strokeStyle = pageColour('bad');
  ctx.lineWidth = 2 * uPlot.pxRatio;
  ctx.stroke();
  ctx.restore();
}

/// A plot of lines {label, x, y, colour, isDashed, hasPoints}, zoomed by dragging. `options`: xLabel, xName, yLabel, height,
/// isLogX, isLogY, marks (values of x that are crossed out), range {min, max} (what is seen at first, where it is not all there is), yRange
/// [low, high] (where lines are cut), syncKey (plots that share cursor and
/// zoom), onWhole (instead of showing all of this plot on a double click).
export function makePlot(place, lines, options) {
  const { data, order, isJoined } = joined(lines);
  const isHuge = !options.isLogY && lines.some(({ y }) => y.some((value) => Math.abs(value) > 1e31));
  const series = order.map((line) => ({
    label: line.label,
    stroke: seriesColour(line.colour),
    width: 1.6,
    dash: line.isDashed ? [6, 4] : undefined,
    points: { show: Boolean(line.hasPoints), size: 7 },
    value: (plot, value) => valueText(value),
  }));
  return new uPlot({
    width: Math.max(280, place.clientWidth),
    height: options.height ?? 240,
    padding: [10, 26, 0, 0],
    scales: {
      x: { time: false, distr: options.isLogX ? 3 : 1, range: options.isLogX ? widened : undefined, ...options.range },
      y: { distr: options.isLogY ? 3 : 1, range: options.yRange ? () => options.yRange : undefined },
    },
    series: [{ label: options.xName ?? 'time', value: (plot, value) => valueText(value) }, ...series],
    axes: [
      { ...axis(options.xLabel, options.isLogX), space: 70, size: 30, filter: options.isLogX ? fewPowers : undefined },
      { ...axis(options.yLabel, options.isLogY), size: axisSize, ...(isHuge ? { incrs: hugeSteps } : {}) },
    ],
    legend: {
      markers: {
        width: 2,
        stroke: (plot, index) => plot.series[index].stroke(plot, index),
        fill: (plot, index) => (plot.series[index].dash ? 'transparent' : plot.series[index].stroke(plot, index)),
      },
    },
    hooks: { draw: [(plot) => drawMarks(plot, options.marks ?? [])] },
    cursor: {
      drag: { x: true, y: false },
      sync: options.syncKey ? { key: options.syncKey, setSeries: false, scales: ['x', null] } : undefined,
      points: { size: 7 },
      bind: options.onWhole ? { dblclick: () => options.onWhole } : {},
    },
  }, data, place);
}

/// Draws the lines again, whose numbers may have become more; what was zoomed to stays.
export function updatePlot(plot) {
  const { min, max } = plot.scales.x;
  plot.batch(() => {
    plot.setData(plot.data, false);
    plot.setScale('x', { min, max });
  });
}
