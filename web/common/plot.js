// SPDX-License-Identifier: MIT
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './plot.css';
import { axisSize, makeAxis, widened } from './axes.js';
import { valueText } from './number_text.js';
import { pageColour, seriesColour } from './theme.js';

const paperWidth = 680; // px, of a plot that is printed

/// How wide a plot in an element is, px.
export const widthIn = (place) => (matchMedia('print').matches ? paperWidth : Math.max(280, place.clientWidth));

/// Lines of different time axes on one; a line that has no value at a time is drawn across it.
function joined(lines) {
  const axes = [...new Set(lines.map((line) => line.x))];
  if (axes.length === 1) return { data: [axes[0], ...lines.map((line) => line.y)], order: lines };
  const tables = axes.map((x) => [x, ...lines.filter((line) => line.x === x).map((line) => line.y)]);
  const order = axes.flatMap((x) => lines.filter((line) => line.x === x));
  return { data: uPlot.join(tables), order };
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

/// What is seen of the values: what was zoomed to, a given range, or all there is of them within the bounds.
function rangeOfValues({ isLogY, yRange, bounds }) {
  return (plot, low, high) => {
    if (plot.zoomedValues) return plot.zoomedValues;
    if (yRange) return yRange;
    if (isLogY) return widened(plot, low, high);
    if (low === null) return [null, null];
    const [from, to] = bounds ? [Math.max(low, bounds[0]), Math.min(high, bounds[1])] : [low, high];
    return from <= to ? uPlot.rangeNum(from, to, 0.1, true) : uPlot.rangeNum(low, high, 0.1, true);
  };
}

/// What was selected up and down stays, whatever is selected along the other axis later.
function keepZoomedValues(plot) {
  const { top, height } = plot.select;
  if (!plot.cursor.drag.y || height === 0 || height >= plot.over.clientHeight) return;
  plot.zoomedValues = [plot.posToVal(top + height, 'y'), plot.posToVal(top, 'y')];
}

/// A plot of lines {label, x, y, colour, isDashed, hasPoints}, zoomed by dragging. `options`: xLabel, xName, yLabel, height,
/// isLogX, isLogY, marks (values of x that are crossed out), range {min, max} (what is seen at first, where it is not all there is), yRange
/// [low, high] (where lines are cut), bounds (where they are cut if they go farther), zoomsValues (dragging selects values, not times),
/// syncKey (plots that share cursor and zoom), onWhole (instead of showing all of this plot on a double click).
export function makePlot(place, lines, options) {
  const { data, order } = joined(lines);
  const series = order.map((line) => ({
    label: line.label,
    unit: line.unit,
    stroke: seriesColour(line.colour),
    width: 1.6,
    dash: line.isDashed ? [6, 4] : undefined,
    points: { show: Boolean(line.hasPoints), size: 7 },
    value: (plot, value, index, row) => (row === null ? '' : valueText(value)),
  }));
  const xName = options.xName ?? 'time';
  const plot = new uPlot({
    width: widthIn(place),
    height: options.height ?? 240,
    padding: [10, 26, 0, 0],
    scales: {
      x: { time: false, distr: options.isLogX ? 3 : 1, range: options.isLogX ? widened : undefined, ...options.range },
      y: { distr: options.isLogY ? 3 : 1, range: rangeOfValues(options) },
    },
    series: [{ label: xName, value: (plot, value) => (value === null ? '' : valueText(value)) }, ...series],
    axes: [
      { ...makeAxis(options.xLabel, data.slice(0, 1), { isLogarithmic: options.isLogX, space: 70 }), size: 30 },
      { ...makeAxis(options.yLabel, data.slice(1), { isLogarithmic: options.isLogY, space: 30 }), size: axisSize },
    ],
    legend: {
      markers: {
        width: 2,
        stroke: (plot, index) => plot.series[index].stroke(plot, index),
        fill: (plot, index) => (plot.series[index].dash ? 'transparent' : plot.series[index].stroke(plot, index)),
      },
    },
    hooks: {
      draw: [(plot) => drawMarks(plot, options.marks ?? [])],
      setSelect: [keepZoomedValues],
      setLegend: [(plot) => plot.root.classList.toggle('pointed', plot.legend.idx !== null && plot.legend.idx !== undefined)],
    },
    cursor: {
      drag: { x: !options.zoomsValues, y: Boolean(options.zoomsValues) },
      sync: options.syncKey ? { key: options.syncKey, setSeries: false, scales: ['x', null] } : undefined,
      points: { size: 7 },
      bind: options.onWhole ? { dblclick: () => options.onWhole } : {},
    },
  }, data, place);
  plot.xName = options.xLabel ?? options.xFullName ?? xName;
  // for scripts of others, and tests
  plot.root.plot = plot;
  plot.ctx.canvas.setAttribute('role', 'img');
  plot.ctx.canvas.setAttribute('aria-label', `${options.yLabel ?? 'values'} over ${xName}: ${order.map((line) => line.label).join(', ')}`);
  return plot;
}

/// Draws the lines again, whose numbers may have become more; what was zoomed to stays.
export function updatePlot(plot) {
  const { min, max } = plot.scales.x;
  plot.batch(() => {
    plot.setData(plot.data, false);
    plot.setScale('x', { min, max });
  });
}
