// SPDX-License-Identifier: MIT
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './chart.css';
import { RadiusScale } from './colours.js';
import { contour } from './contour.js';
import { axisTexts, valueText } from './number_text.js';
import { font } from './plot.js';
import { onThemeChange, pageColour } from './theme.js';
import { roundNumbers, roundPowers } from './ticks.js';

const scaleWidth = 84;  // px, right of the chart, for the colours and what they stand for
const shake = 5;  // px, below which a drag is a click

/// Between a value of an axis {key, low, high, count, isLogarithmic} and its place in cells, which are judged at their centres.
function placeOf(axis, value) {
  const share = axis.isLogarithmic ? Math.log(value / axis.low) / Math.log(axis.high / axis.low)
    : (value - axis.low) / (axis.high - axis.low);
  return share * axis.count;
}

function valueAt(axis, place) {
  const share = place / axis.count;
  return axis.isLogarithmic ? axis.low * (axis.high / axis.low) ** share : axis.low + share * (axis.high - axis.low);
}

/// One pixel for each cell.
function paintCells({ x, y, radii }, scale) {
  const canvas = Object.assign(document.createElement('canvas'), { width: x.count, height: y.count });
  const image = new ImageData(x.count, y.count);
  for (let iy = 0; iy < y.count; ++iy)
    for (let ix = 0; ix < x.count; ++ix) {
      const [red, green, blue] = scale.colour(radii[iy * x.count + ix]);
      // rows of an image go down, those of a chart up
      image.data.set([red, green, blue, 255], 4 * ((y.count - 1 - iy) * x.count + ix));
    }
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}

function axisOptions(axis, options) {
  const value = (place) => valueAt(axis, place);
  const clean = (number) => {
    const span = Math.abs(axis.high - axis.low);
    return Math.abs(number) < 1e-9 * span ? 0 : Number(number.toPrecision(10));
  };
  return {
    label: axis.key,
    labelFont: font,
    labelSize: 22,
    font,
    stroke: pageColour('soft'),
    grid: { show: false },
    ticks: { stroke: pageColour('edge'), width: 1, size: 5 },
    splits: (plot, index, min, max) => {
      const [low, high] = [value(min), value(max)].sort((a, b) => a - b);
      const round = axis.isLogarithmic ? roundPowers(low, high) : roundNumbers(low, high, options.about(plot));
      return round.map((number) => placeOf(axis, number)).sort((a, b) => a - b);
    },
    values: (plot, places) => (axis.isLogarithmic
      ? places.map((place) => valueText(Number(value(place).toPrecision(3)))) : axisTexts(places.map((place) => clean(value(place))))),
    size: options.size,
  };
}

/// A chart of spectral radii with the line ρ = 1, values below the pointer, and points to be chosen; zoomed by dragging.
export class StabilityChart {
  /// `onPick(x, y)` is told the centre of a cell that was clicked.
  constructor(place, onPick = () => {}) {
    this.place = place;
    this.onPick = onPick;
    this.tip = Object.assign(document.createElement('output'), { hidden: true });
    place.append(this.tip);
    onThemeChange(() => this.make(this.seen()));
    new ResizeObserver(() => this.fit()).observe(place);
  }

  /// chart: {x, y, margin, radii}, radii row by row from below.
  show(chart) {
    const isSame = (a, b) => ['key', 'low', 'high', 'count', 'isLogarithmic'].every((name) => a[name] === b[name]);
    const seen = this.chart && isSame(this.chart.x, chart.x) && isSame(this.chart.y, chart.y) ? this.seen() : null;
    this.chart = chart;
    this.scale = new RadiusScale(chart.radii, chart.margin);
    this.image = paintCells(chart, this.scale);
    this.lines = contour(chart.radii, chart.x.count, 1 + chart.margin);
    this.make(seen);
  }

  /// Marks a point; without one, none.
  pick(x, y) {
    this.picked = x === undefined ? null : { x, y };
    this.plot?.redraw(false);
  }

  /// A chart of something else than is asked for now tells nothing, and nothing of it can be chosen.
  set isOutdated(is) {
    this.place.classList.toggle('outdated', is);
    this.isSilent = is;
    this.hover();
  }

  /// Share of cells that are stable.
  get stableShare() {
    return this.chart.radii.reduce((sum, radius) => sum + this.scale.isStable(radius), 0) / this.chart.radii.length;
  }

  seen() {
    return this.plot && { x: { ...this.plot.scales.x }, y: { ...this.plot.scales.y } };
  }

  make(seen) {
    this.plot?.destroy();
    this.plot = null;
    const { clientWidth: width, clientHeight: height } = this.place;
    if (!this.chart || width === 0 || height === 0) return;
    const { x, y } = this.chart;
    const range = (plot, min, max) => [min, max];
    this.plot = new uPlot({
      width,
      height,
      padding: [12, scaleWidth, 0, 0],
      legend: { show: false },
      scales: { x: { time: false, range }, y: { range } },
      series: [{}, { paths: () => null, points: { show: false } }],
      axes: [axisOptions(x, { size: 30, about: (plot) => Math.min(10, Math.max(2, (plot.width - 170) / 70)) }),
        axisOptions(y, { size: 66, about: (plot) => Math.min(10, Math.max(2, (plot.height - 70) / 45)) })],
      // a hand that trembles while it clicks does not zoom
      cursor: { drag: { x: true, y: true, uni: 20, dist: shake, click: () => {} }, points: { show: false } },
      hooks: {
        drawAxes: [(plot) => this.drawCells(plot)],
        draw: [(plot) => this.drawScale(plot)],
        setCursor: [() => this.hover()],
      },
    }, [[0, x.count], [0, y.count]], this.place);
    if (seen)
      this.plot.batch(() => {
        for (const axis of ['x', 'y']) this.plot.setScale(axis, { min: seen[axis].min, max: seen[axis].max });
      });
    let pressed = null;
    this.plot.over.addEventListener('pointerdown', (event) => { pressed = event; });
    this.plot.over.addEventListener('click', (event) => {
      const cell = this.cellBelow();
      if (cell && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < shake) this.onPick(cell.x, cell.y);
    });
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.place;
    if (!this.plot) this.make(null);
    else if (width > 0 && height > 0 && (width !== this.plot.width || height !== this.plot.height)) this.plot.setSize({ width, height });
  }

  cellBelow() {
    const { left, top } = this.plot.cursor;
    const { x, y, radii } = this.chart;
    if (this.isSilent || !(left >= 0) || !(top >= 0)) return null;
    const [ix, iy] = [[left, 'x', x], [top, 'y', y]].map(([at, key, axis]) => Math.min(Math.floor(this.plot.posToVal(at, key)), axis.count - 1));
    return ix < 0 || iy < 0 ? null : { x: valueAt(x, ix + 0.5), y: valueAt(y, iy + 0.5), radius: radii[iy * x.count + ix] };
  }

  hover() {
    const cell = this.plot && this.cellBelow();
    this.tip.hidden = !cell;
    if (!cell) return;
    const { x, y } = this.chart;
    const verdict = Number.isFinite(cell.radius)
      ? `spectral radius ${valueText(cell.radius)}, ${this.scale.isStable(cell.radius) ? 'stable' : 'unstable'}` : 'no radius';
    this.tip.textContent = `${x.key} = ${valueText(cell.x, 4)}, ${y.key} = ${valueText(cell.y, 4)}: ${verdict}`;
    // beside the pointer, within the chart
    const { over, cursor } = this.plot;
    const left = Math.min(over.offsetLeft + cursor.left + 14, this.place.clientWidth - this.tip.offsetWidth);
    const above = over.offsetTop + cursor.top - this.tip.offsetHeight - 8;
    this.tip.style.left = `${Math.max(left, 0)}px`;
    this.tip.style.top = `${above < 0 ? over.offsetTop + cursor.top + 18 : above}px`;
  }

  /// Cells, the line between stable and unstable ones, and the point that was chosen.
  drawCells(plot) {
    const { ctx, bbox } = plot;
    const { x, y } = this.chart;
    const across = (place) => plot.valToPos(place, 'x', true), up = (place) => plot.valToPos(place, 'y', true);
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(this.image, across(0), up(y.count), across(x.count) - across(0), up(0) - up(y.count));
    ctx.beginPath();
    for (const [x0, y0, x1, y1] of this.lines) {
      ctx.moveTo(across(x0 + 0.5), up(y0 + 0.5));
      ctx.lineTo(across(x1 + 0.5), up(y1 + 0.5));
    }
    ctx.strokeStyle = '#222';
    ctx.lineWidth = 1.6 * uPlot.pxRatio;
    ctx.stroke();
    if (this.picked)
      for (const [radius, colour] of [[7, '#fff'], [5.5, '#111']]) {
        ctx.beginPath();
        ctx.arc(across(placeOf(x, this.picked.x)), up(placeOf(y, this.picked.y)), radius * uPlot.pxRatio, 0, 2 * Math.PI);
        ctx.strokeStyle = colour;
        ctx.lineWidth = 2 * uPlot.pxRatio;
        ctx.stroke();
      }
    ctx.restore();
  }

  /// What the colours stand for.
  drawScale(plot) {
    const { ctx, bbox } = plot;
    const px = uPlot.pxRatio;
    const bar = { left: bbox.left + bbox.width + 18 * px, top: bbox.top, width: 16 * px, height: bbox.height };
    ctx.save();
    for (let i = 0; i < bar.height; ++i) {
      ctx.fillStyle = `rgb(${this.scale.colourAt(1 - (i + 0.5) / bar.height).map(Math.round).join(' ')})`;
      ctx.fillRect(bar.left, bar.top + i, bar.width, 1);
    }
    ctx.fillStyle = pageColour('soft');
    ctx.strokeStyle = pageColour('edge');
    ctx.lineWidth = px;
    ctx.strokeRect(bar.left, bar.top, bar.width, bar.height);
    ctx.strokeRect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.font = font.replace('12px', `${12 * px}px`);
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    for (const radius of this.scale.marks) {
      const at = bar.top + bar.height * (1 - this.scale.placeOf(radius));
      ctx.fillRect(bar.left + bar.width, at - px / 2, 4 * px, px);
      ctx.fillText(this.scale.markText(radius), bar.left + bar.width + 7 * px, at);
    }
    ctx.restore();
  }
}
