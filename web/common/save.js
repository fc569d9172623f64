// SPDX-License-Identifier: MIT
import uPlot from 'uplot';
import { pageColour } from './theme.js';

const [margin, lineHeight, font] = [16, 20, 'system-ui, "DejaVu Sans", sans-serif'];
const kept = 7; // digits, of the numbers of 4 bytes that pages hold

/// The names of the lines of a plot with their colours, in rows that fit: [{label, x, row, series}]
function namesIn(context, plot) {
  if (!plot.root.querySelector('.u-legend')) return [];
  let [x, row] = [62, 0];
  return plot.series.slice(1).map((series) => {
    const width = context.measureText(series.label).width + 36;
    if (x > 62 && x + width > plot.width) [x, row] = [62, row + 1];
    const name = { label: series.label, x, row, series };
    x += width;
    return name;
  });
}

/// All plots below each other with title and names, in the colours of the page.
export function pictureOf(plots, title) {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  const setUp = () => {
    context.font = `12px ${font}`;
    context.textBaseline = 'middle';
  };
  setUp();
  const names = plots.map((plot) => namesIn(context, plot));
  const heights = plots.map((plot, i) => plot.height + ((names[i].at(-1)?.row ?? -1) + 1) * lineHeight + 8);
  const width = Math.max(...plots.map((plot) => plot.width)) + 2 * margin;
  const height = heights.reduce((sum, one) => sum + one, 2 * margin + 1.5 * lineHeight);
  const ratio = uPlot.pxRatio;
  [canvas.width, canvas.height] = [width * ratio, height * ratio];
  context.scale(ratio, ratio);
  context.fillStyle = pageColour('paper');
  context.fillRect(0, 0, width, height);
  context.fillStyle = pageColour('ink');
  context.textBaseline = 'middle';
  context.font = `600 15px ${font}`;
  context.fillText(title, margin, margin + 0.5 * lineHeight, width - 2 * margin);
  setUp();
  let top = margin + 1.5 * lineHeight;
  plots.forEach((plot, i) => {
    context.drawImage(plot.ctx.canvas, margin, top, plot.width, plot.height);
    for (const { label, x, row, series } of names[i]) {
      const y = top + plot.height + (row + 0.5) * lineHeight;
      context.strokeStyle = typeof series.stroke === 'function' ? series.stroke(plot) : series.stroke;
      context.lineWidth = 3;
      context.setLineDash(series.dash ? [5, 3] : []);
      context.beginPath();
      context.moveTo(margin + x, y);
      context.lineTo(margin + x + 14, y);
      context.stroke();
      context.fillStyle = pageColour('ink');
      context.fillText(label, margin + x + 20, y);
    }
    top += heights[i];
  });
  return canvas;
}

/// Writes values with as many digits as they have: more where they vary little about something large.
function writerOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null || value === undefined) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const more = high > low ? Math.max(0, Math.floor(Math.log10(largest / (high - low)))) : 0;
  const digits = Math.min(17, kept + more);
  return (value) => (value === null || value === undefined ? '' : String(Number(value.toPrecision(digits))));
}

const field = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/// The lines of all plots over what is seen of their common axis, as CSV.
export function tableOf(plots) {
  const columns = plots.flatMap((plot) => plot.series.slice(1).map((series, i) => ({ series, x: plot.data[0], y: plot.data[i + 1] })));
  const axes = [...new Set(columns.map(({ x }) => x))];
  const order = axes.flatMap((x) => columns.filter((column) => column.x === x));
  const [x, ...lines] = axes.length === 1 ? [axes[0], ...order.map(({ y }) => y)]
    : uPlot.join(axes.map((axis) => [axis, ...order.filter((column) => column.x === axis).map(({ y }) => y)]));
  const { min, max } = plots[0].scales.x;
  const heads = [plots[0].xName.replace(/ \(([^)]*)\)$/, ' [$1]'), ...order.map(({ series }) => series.label + (series.unit ? ` [${series.unit}]` : ''))];
  const writers = lines.map(writerOf);
  const rows = [heads.map(field).join(',')];
  for (let i = 0; i < x.length; ++i)
    if (x[i] >= min && x[i] <= max) rows.push([x[i], ...lines.map((line, column) => writers[column](line[i]))].join(','));
  return `${rows.join('\n')}\n`;
}

/// Gives a file to whoever pressed the button.
export function offer(title, ending, blob) {
  const name = title.normalize('NFKD').replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 80) || 'plot';
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: `${name}.${ending}` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
