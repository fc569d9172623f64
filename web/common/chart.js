// SPDX-License-Identifier: MIT
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { font } from './axes.js';
import './chart.css';
import { axisOptions, placeOf, valueAt } from './chart_axes.js';
import { RadiusScale } from './colours.js';
import { contour } from './contour.js';
import { valueText } from './number_text.js';
import { widthIn } from './plot.js';
import { onThemeChange, pageColour } from './theme.js';

const scaleWidth = 84;  // px, right of the chart, for the colours and what they stand for
const shake = 5;  // px, below which a drag is a click

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

/// A chart of spectral radii with the line ρ = 1, values below the pointer, and points to be chosen; zoomed by dragging.
export class StabilityChart {
  /// `onPick(x, y)` is told the centre of a cell that was clicked.
  constructor(place, onPick = () => {}) {
    this.place = place;
    this.onPick = onPick;
    this.tip = Object.assign(document.createElement('output'), { hidden: true });
    place.append(this.tip);
    place.tabIndex = 0;
    place.setAttribute('role', 'application');
    place.addEventListener('keydown', (event) => this.press(event));
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
    const { clientWidth, clientHeight: height } = this.place;
    const width = Math.min(clientWidth, widthIn(this.place));
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

  /// Arrow keys go from cell to cell, ten at a time with shift; Enter chooses one, plus and minus zoom, Escape shows all.
  press(event) {
    if (!this.plot || event.ctrlKey || event.metaKey || event.altKey) return;
    const { x, y } = this.chart;
    const far = event.shiftKey ? 10 : 1;
    const move = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, far], ArrowDown: [0, -far] }[event.key];
    const zoom = { '+': 0.5, '-': 2, Escape: Infinity }[event.key];
    if (move) {
      const within = (place, axis) => Math.min(Math.max(place, 0), axis.count - 1);
      const at = this.placeOfKeys();
      this.pointAt({ x: within(at.x + move[0], x), y: within(at.y + move[1], y) });
    } else if (zoom) {
      this.zoom(zoom);
    } else if (event.key === 'Enter' || event.key === ' ') {
      const cell = this.cellBelow();
      if (cell) this.onPick(cell.x, cell.y);
    } else {
      return;
    }
    event.preventDefault();
  }

  /// The cell that keys start from: that below the pointer, else that of the point that was chosen, else the middle.
  placeOfKeys() {
    const { x, y } = this.chart;
    const { left, top } = this.plot.cursor;
    if (left >= 0 && top >= 0) return { x: Math.floor(this.plot.posToVal(left, 'x')), y: Math.floor(this.plot.posToVal(top, 'y')) };
    if (this.picked) return { x: Math.floor(placeOf(x, this.picked.x)), y: Math.floor(placeOf(y, this.picked.y)) };
    return { x: Math.floor(x.count / 2), y: Math.floor(y.count / 2) };
  }

  pointAt(cell) {
    const isSeen = ['x', 'y'].every((key) => cell[key] + 0.5 >= this.plot.scales[key].min && cell[key] + 0.5 <= this.plot.scales[key].max);
    if (!isSeen) this.zoom(Infinity);
    this.plot.setCursor({ left: this.plot.valToPos(cell.x + 0.5, 'x'), top: this.plot.valToPos(cell.y + 0.5, 'y') });
  }

  /// About the cell that keys start from, within the chart.
  zoom(factor) {
    const at = this.placeOfKeys();
    const ranges = ['x', 'y'].map((key) => {
      const { min, max } = this.plot.scales[key];
      const { count } = this.chart[key];
      const half = (factor * (max - min)) / 2;
      if (half < 1) return { min, max };
      if (half >= count / 2) return { min: 0, max: count };
      const middle = Math.min(Math.max(at[key] + 0.5, half), count - half);
      return { min: middle - half, max: middle + half };
    });
    const { x, y } = this.chart;
    this.plot.batch(() => ['x', 'y'].forEach((key, i) => this.plot.setScale(key, ranges[i])));
    const inside = (place, axis) => Math.min(place, axis.count - 1) + 0.5;
    this.plot.setCursor({ left: this.plot.valToPos(inside(at.x, x), 'x'), top: this.plot.valToPos(inside(at.y, y), 'y') });
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
    const where = (axis, value) => `${axis.key} = ${valueText(value, 4)}${axis.unit ? ` ${axis.unit}` : ''}`;
    this.tip.textContent = `${where(x, cell.x)}, ${where(y, cell.y)}: ${verdict}`;
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
