// SPDX-License-Identifier: MIT
import uPlot from 'uplot';
import { radiusColour, topOf } from './colours.js';
import { axisTexts, valueText } from './number_text.js';
import { pageColour } from './theme.js';
import { roundNumbers, roundPowers } from './ticks.js';

const font = '12px system-ui, "DejaVu Sans", sans-serif';

/// Between a value of an axis {low, high, count, isLogarithmic} and its place in cells.
export function placeOf(axis, value) {
  const share = axis.isLogarithmic ? Math.log(value / axis.low) / Math.log(axis.high / axis.low)
    : (value - axis.low) / (axis.high - axis.low);
  return share * axis.count;
}

export function valueAt(axis, place) {
  const share = place / axis.count;
  return axis.isLogarithmic ? axis.low * (axis.high / axis.low) ** share : axis.low + share * (axis.high - axis.low);
}

function picture(radii, x, y, margin) {
  const canvas = Object.assign(document.createElement('canvas'), { width: x.count, height: y.count });
  const context = canvas.getContext('2d');
  const image = context.createImageData(x.count, y.count);
  const top = topOf(radii);
  for (let iy = 0; iy < y.count; ++iy)
    for (let ix = 0; ix < x.count; ++ix) {
      const [red, green, blue] = radiusColour(radii[iy * x.count + ix], margin, top);
      // rows of an image go down, those of a chart up
      image.data.set([red, green, blue, 255], 4 * ((y.count - 1 - iy) * x.count + ix));
    }
  context.putImageData(image, 0, 0);
  return canvas;
}

function axisOptions(axis, size) {
  const value = (place) => valueAt(axis, place);
  return {
    label: axis.key,
    labelFont: font,
    labelSize: 22,
    font,
    size,
    stroke: pageColour('soft'),
    grid: { show: false },
    ticks: { stroke: pageColour('edge'), width: 1, size: 5 },
    splits: (plot, index, min, max) => {
      const [low, high] = [value(min), value(max)].sort((a, b) => a - b);
      const round = axis.isLogarithmic ? roundPowers(low, high) : roundNumbers(low, high, 6);
      return round.map((number) => placeOf(axis, number)).sort((a, b) => a - b);
    },
    values: (plot, places) => (axis.isLogarithmic
      ? places.map((place) => valueText(Number(value(place).toPrecision(3)))) : axisTexts(places.map((place) => round(value(place), axis)))),
  };
}

const round = (number, axis) => {
  const span = Math.abs(axis.high - axis.low);
  return Math.abs(number) < 1e-9 * span ? 0 : Number(number.toPrecision(10));
};

/// A stability chart of radii, row by row from below; `onCell(cell)` is told {x, y, radius, isStable} below the pointer, or
/// null, `onClick(cell)` where it was clicked.
export function makeChart(place, { x, y, margin, radii }, { height = 520, onCell, onClick }) {
  const image = picture(radii, x, y, margin);
  const cellAt = (plot) => {
    const { left, top } = plot.cursor;
    if (left < 0 || top < 0) return null;
    const [px, py] = [plot.posToVal(left, 'x'), plot.posToVal(top, 'y')];
    const [ix, iy] = [Math.min(Math.floor(px), x.count - 1), Math.min(Math.floor(py), y.count - 1)];
    if (ix < 0 || iy < 0) return null;
    const radius = radii[iy * x.count + ix];
    return { x: valueAt(x, ix + 0.5), y: valueAt(y, iy + 0.5), radius, isStable: radius <= 1 + margin };
  };
  const plot = new uPlot({
    width: Math.max(280, place.clientWidth),
    height,
    padding: [12, 26, 0, 0],
    legend: { show: false },
    scales: { x: { time: false, range: (u, min, max) => [min, max] }, y: { range: (u, min, max) => [min, max] } },
    series: [{}, { paths: () => null, points: { show: false } }],
    axes: [axisOptions(x, 30), axisOptions(y, 66)],
    cursor: { drag: { x: true, y: true, uni: 20 }, points: { show: false } },
    hooks: {
      drawAxes: [(u) => {
        const { ctx, bbox } = u;
        const [left, right] = [u.valToPos(0, 'x', true), u.valToPos(x.count, 'x', true)];
        const [bottom, top] = [u.valToPos(0, 'y', true), u.valToPos(y.count, 'y', true)];
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        ctx.imageSmoothingEnabled = false;
        ctx.drawImage(image, left, top, right - left, bottom - top);
        ctx.restore();
      }],
      setCursor: [(u) => onCell?.(cellAt(u))],
    },
  }, [[0, x.count], [0, y.count]], place);
  plot.over.addEventListener('click', () => {
    const cell = cellAt(plot);
    if (cell) onClick?.(cell);
  });
  return plot;
}
