// SPDX-License-Identifier: MIT
import { contour } from './contour.js';
import { short } from './plots.js';

/** ρ may exceed 1 by this much and still count as stable. */
export const margin = 1e-6;

const stable = ['#e9f5f3', '#b7ddd9', '#7dbfbd', '#449b9d', '#1a6f78'];
const unstable = ['#fdebcf', '#fbc58f', '#f08f5c', '#d1523b', '#8c1c22'];
const none = [189, 189, 189];
const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const scales = { stable: stable.map(channels), unstable: unstable.map(channels) };

/** @param {number[][]} scale @param {number} position from 0 to 1 */
function between(scale, position) {
  const place = Math.min(Math.max(position, 0), 1) * (scale.length - 1);
  const lower = Math.min(Math.floor(place), scale.length - 2);
  return scale[lower].map((value, i) => value + (place - lower) * (scale[lower + 1][i] - value));
}

/** 0 to 1 evenly, above by the logarithm up to `top`. */
function colourOf(radius, top) {
  if (!Number.isFinite(radius)) return none;
  return radius <= 1 + margin ? between(scales.stable, radius) : between(scales.unstable, Math.log(radius) / Math.log(top));
}

/** Round numbers that divide a range into some `count` parts. */
function ticks(low, high, count) {
  const rough = Math.abs(high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((candidate) => candidate >= rough);
  const found = [];
  const end = Math.floor(Math.max(low, high) / step + 1e-9);
  for (let i = Math.ceil(Math.min(low, high) / step - 1e-9); i <= end; ++i) found.push(i * step);
  return found;
}

/**
 * @typedef {{key: string, low: number, high: number, count: number}} Axis cells are judged at their centres
 * @typedef {{x: Axis, y: Axis, radii: Float32Array}} Chart
 */

/** A chart of spectral radii on a canvas, with the line ρ = 1, values under the pointer, and points to be chosen. */
export class StabilityChart {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLOutputElement} tip shown beside the pointer
   * @param {(x: number, y: number) => void} onPick
   */
  constructor(canvas, tip, onPick) {
    this.canvas = canvas;
    this.tip = tip;
    /** @type {Chart | null} */
    this.chart = null;
    this.picked = null;
    canvas.addEventListener('pointermove', (event) => this.hover(event));
    canvas.addEventListener('pointerleave', () => { tip.hidden = true; });
    canvas.addEventListener('click', (event) => {
      const at = this.locate(event);
      if (at) onPick(at.x, at.y);
    });
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  /** @param {Chart} chart */
  show(chart) {
    this.chart = chart;
    this.lines = contour(chart.radii, chart.x.count, 1 + margin);
    const largest = chart.radii.reduce((most, radius) => (Number.isFinite(radius) ? Math.max(most, radius) : most), 0);
    this.top = largest <= 2 ? 2 : 10;
    this.image = this.paintCells();
    this.draw();
  }

  /** Marks a point. */
  pick(x, y) {
    this.picked = { x, y };
    this.draw();
  }

  /** Share of cells that are stable. */
  get stableShare() {
    return this.chart.radii.reduce((sum, radius) => sum + (radius <= 1 + margin), 0) / this.chart.radii.length;
  }

  /** @private One pixel for each cell, the lowest row last. */
  paintCells() {
    const { x, y, radii } = this.chart;
    const canvas = document.createElement('canvas');
    canvas.width = x.count;
    canvas.height = y.count;
    const image = new ImageData(x.count, y.count);
    for (let row = 0; row < y.count; ++row)
      for (let column = 0; column < x.count; ++column) {
        const colour = colourOf(radii[row * x.count + column], this.top);
        image.data.set([...colour, 255], 4 * ((y.count - 1 - row) * x.count + column));
      }
    canvas.getContext('2d').putImageData(image, 0, 0);
    return canvas;
  }

  /** @private What the pointer is over. */
  locate(event) {
    if (!this.chart || !this.box) return null;
    const { left, top, width, height } = this.box;
    const u = (event.offsetX - left) / width, v = 1 - (event.offsetY - top) / height;
    if (u < 0 || u >= 1 || v < 0 || v >= 1) return null;
    const { x, y, radii } = this.chart;
    const column = Math.floor(u * x.count), row = Math.floor(v * y.count);
    return {
      x: x.low + ((x.high - x.low) * (column + 0.5)) / x.count,
      y: y.low + ((y.high - y.low) * (row + 0.5)) / y.count,
      radius: radii[row * x.count + column],
    };
  }

  /** @private */
  hover(event) {
    const at = this.locate(event);
    this.tip.hidden = !at;
    if (!at) return;
    const verdict = Number.isFinite(at.radius) ? `ρ = ${at.radius.toPrecision(5)}, ${at.radius <= 1 + margin ? 'stable' : 'unstable'}`
      : 'no radius';
    this.tip.textContent = `${this.chart.x.key} = ${short(at.x)}, ${this.chart.y.key} = ${short(at.y)}: ${verdict}`;
    // beside the pointer, within the chart
    const left = Math.min(event.offsetX + 14, this.canvas.clientWidth - this.tip.offsetWidth);
    this.tip.style.left = `${left}px`;
    this.tip.style.top = `${Math.max(event.offsetY - 40, 0)}px`;
  }

  /** @private */
  draw() {
    const { canvas } = this;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!this.chart || width === 0 || height === 0) return;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const pen = canvas.getContext('2d');
    pen.scale(scale, scale);
    const box = { left: 52, top: 8, width: width - 52 - 78, height: height - 8 - 46 };
    this.box = box;
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.image, box.left, box.top, box.width, box.height);
    this.drawLines(pen, box);
    this.drawAxes(pen, box);
    this.drawScale(pen, { left: box.left + box.width + 18, top: box.top, width: 16, height: box.height });
    if (this.picked) this.drawPicked(pen, box);
  }

  /** @private */
  drawLines(pen, box) {
    const { x, y } = this.chart;
    pen.beginPath();
    const across = (cell) => box.left + ((cell + 0.5) / x.count) * box.width;
    const up = (cell) => box.top + box.height - ((cell + 0.5) / y.count) * box.height;
    for (const [x0, y0, x1, y1] of this.lines) {
      pen.moveTo(across(x0), up(y0));
      pen.lineTo(across(x1), up(y1));
    }
    pen.strokeStyle = '#222';
    pen.lineWidth = 1.6;
    pen.stroke();
  }

  /** @private */
  drawAxes(pen, box) {
    const { x, y } = this.chart;
    const style = getComputedStyle(this.canvas);
    pen.fillStyle = pen.strokeStyle = style.color;
    pen.lineWidth = 1;
    pen.strokeRect(box.left, box.top, box.width, box.height);
    pen.font = '12px system-ui, sans-serif';
    pen.textAlign = 'center';
    for (const tick of ticks(x.low, x.high, box.width / 70)) {
      const at = box.left + ((tick - x.low) / (x.high - x.low)) * box.width;
      pen.fillRect(at - 0.5, box.top + box.height, 1, 5);
      pen.fillText(short(tick), at, box.top + box.height + 18);
    }
    pen.fillText(x.key, box.left + box.width / 2, box.top + box.height + 38);
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    for (const tick of ticks(y.low, y.high, box.height / 50)) {
      const at = box.top + box.height - ((tick - y.low) / (y.high - y.low)) * box.height;
      pen.fillRect(box.left - 5, at - 0.5, 5, 1);
      pen.fillText(short(tick), box.left - 8, at);
    }
    pen.save();
    pen.translate(11, box.top + box.height / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = 'center';
    pen.fillText(y.key, 0, 0);
    pen.restore();
  }

  /** @private The lower half is stable, the upper half is not. */
  drawScale(pen, bar) {
    const place = (radius) => (radius <= 1 ? radius / 2 : 0.5 + (0.5 * Math.log(radius)) / Math.log(this.top));
    for (let i = 0; i < bar.height; ++i) {
      const share = 1 - (i + 0.5) / bar.height;
      const colour = share < 0.5 ? between(scales.stable, 2 * share) : between(scales.unstable, 2 * share - 1);
      pen.fillStyle = `rgb(${colour.map(Math.round).join(' ')})`;
      pen.fillRect(bar.left, bar.top + i, bar.width, 1.5);
    }
    pen.fillStyle = getComputedStyle(this.canvas).color;
    pen.strokeRect(bar.left, bar.top, bar.width, bar.height);
    pen.textAlign = 'left';
    for (const radius of [0, 0.5, 1, ...(this.top === 2 ? [1.2, 1.5, 2] : [2, 5, 10])]) {
      const at = bar.top + bar.height * (1 - place(radius));
      pen.fillRect(bar.left + bar.width, at - 0.5, 4, 1);
      pen.fillText(radius === 1 ? 'ρ = 1' : radius === 10 ? '≥ 10' : String(radius), bar.left + bar.width + 7, at);
    }
  }

  /** @private */
  drawPicked(pen, box) {
    const { x, y } = this.chart;
    const at = box.left + ((this.picked.x - x.low) / (x.high - x.low)) * box.width;
    const up = box.top + box.height - ((this.picked.y - y.low) / (y.high - y.low)) * box.height;
    if (at < box.left || at > box.left + box.width || up < box.top || up > box.top + box.height) return;
    for (const [radius, colour] of [[7, '#fff'], [5.5, '#111']]) {
      pen.beginPath();
      pen.arc(at, up, radius, 0, 2 * Math.PI);
      pen.strokeStyle = colour;
      pen.lineWidth = 2;
      pen.stroke();
    }
  }
}
