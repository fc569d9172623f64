// SPDX-License-Identifier: MIT
import { StabilityChart } from '../common/chart.js';
import { cellTable } from '../common/chart_axes.js';
import { unpack } from '../common/numbers.js';
import { makePlot } from '../common/plot.js';
import { offer, pictureOf } from '../common/save.js';
import { onThemeChange } from '../common/theme.js';
import { button, saveButtons } from '../common/toolbar.js';
import { withUnit } from '../common/units.js';

const make = (tag, className, text = '') => Object.assign(document.createElement(tag), { className, textContent: text });

const title = () => document.title;

/// Draws now, when the colours of the page change, and when it becomes wider or narrower.
function keepDrawn(place, draw) {
  let plot = null;
  const again = () => {
    plot?.destroy();
    plot = draw();
  };
  again.plots = () => [plot];
  again();
  onThemeChange(again);
  let width = place.clientWidth;
  new ResizeObserver(() => {
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    again();
  }).observe(place);
  return again;
}

export function showMap(data) {
  const place = document.querySelector('.map');
  const sheet = make('div', 'sheet');
  const bar = make('div', 'bar');
  place.replaceChildren(bar, sheet);
  sheet.setAttribute('aria-label', 'Stability chart; arrow keys read cells, plus and minus zoom');
  const chart = new StabilityChart(sheet);
  chart.show({ ...data, radii: unpack(data.values, Float32Array) });
  bar.append(
    button('PNG', 'Save the picture', () => pictureOf([chart.plot], title()).toBlob((blob) => offer(title(), 'png', blob))),
    button('CSV', 'Save the spectral radii of all cells', () => offer(title(), 'csv', new Blob([cellTable(chart.chart)], { type: 'text/csv' }))),
    make('span', 'soft', 'Point at a cell to read it, or use the arrow keys. Drag to zoom, double click for all.'));
}

/// Through the last point with an order that is whole.
function slopeLine(quantity, steps, colour) {
  const last = quantity.orders.at(-1);
  const order = Math.round(last);
  const error = quantity.errors.at(-1);
  if (!(order >= 1) || !(error > 0)) return [];
  const at = steps.at(-1);
  const y = steps.map((step) => 0.5 * error * (step / at) ** order);
  return [{ label: `slope ${order}`, y, colour, isDashed: true }];
}

export function showConvergence(data) {
  const place = document.querySelector('.convergence');
  const canvas = make('div', 'panel');
  const bar = make('div', 'bar');
  place.replaceChildren(bar, canvas);
  const order = data.steps.map((step, i) => i).sort((a, b) => data.steps[a] - data.steps[b]);
  const sorted = (values) => order.map((i) => (values[i] > 0 ? values[i] : null));
  const lines = data.quantities.flatMap((quantity, colour) => {
    const last = quantity.orders.at(-1);
    const label = Number.isFinite(last) ? `${quantity.name}, order ${last.toFixed(2)} at the end` : quantity.name;
    return [{ label, y: quantity.errors, colour, hasPoints: true }, ...slopeLine(quantity, data.steps, colour)];
  }).map((line) => ({ ...line, y: sorted(line.y) }));
  const x = sorted(data.steps);
  const options = { xLabel: 'macro step H (s)', xName: 'step', yLabel: data.errorName, isLogX: true, isLogY: true, height: 460 };
  const drawn = keepDrawn(canvas, () => makePlot(canvas, lines.map((line) => ({ ...line, x })), options));
  bar.append(...saveButtons(drawn.plots, title));
}

function select(name, labels, chosen, changed) {
  const list = document.createElement('select');
  list.setAttribute('aria-label', name);
  for (const [value, text] of labels) list.append(Object.assign(document.createElement('option'), { value, textContent: text }));
  list.value = chosen;
  list.addEventListener('change', changed);
  return list;
}

const settingText = (key, value, unit) => `${key} = ${value}${unit && ` ${unit}`}`;

/// What came of the runs over one of the keys, where that is a number. Runs that did not complete are crossed out.
export function showSweep(data) {
  const place = document.querySelector('.sweep');
  const isNumber = (column) => data.rows.some((row) => row[column] !== '' && Number.isFinite(Number(row[column])));
  const heads = data.heads.map((head, column) => withUnit(head, data.units[column]));
  const numeric = heads.map((head, column) => [String(column), head]).filter(([column]) => isNumber(Number(column)));
  const keys = numeric.filter(([column]) => Number(column) < data.keys);
  const results = numeric.filter(([column]) => Number(column) >= data.keys);
  if (keys.length === 0 || results.length === 0) {
    place.remove();
    return;
  }
  const status = data.heads.indexOf('status', data.keys);
  const isWhole = (row) => row[status] === 'completed';
  const bar = make('div', 'bar');
  const canvas = make('div', 'panel');
  const note = make('p', 'soft');
  place.replaceChildren(bar, canvas, note);
  const again = () => redraw();
  const y = select('Along y: result', results, results[0][0], again);
  const x = select('Along x: key', keys, keys[0][0], again);
  const redraw = keepDrawn(canvas, () => {
    const [cx, cy] = [Number(x.value), Number(y.value)];
    // runs that differ in the other keys are lines of their own
    const groups = new Map();
    const marks = new Map();
    for (const row of data.rows) {
      if (row[cx] === '' || !Number.isFinite(Number(row[cx]))) continue;
      const others = data.heads.slice(0, data.keys).map((key, column) => (column === cx ? '' : settingText(key, row[column], data.units[column])))
        .filter(Boolean).join(', ');
      const points = groups.get(others) ?? [];
      // where a run broke off its last values are of another time, and may be of any size
      if (!isWhole(row)) marks.set(Number(row[cx]), row[status]);
      points.push([Number(row[cx]), row[cy] === '' || !isWhole(row) ? null : Number(row[cy])]);
      groups.set(others, points);
    }
    const lines = [...groups].slice(0, 12).map(([label, points], colour) => {
      points.sort((a, b) => a[0] - b[0]);
      return { label: label || data.heads[cy], unit: data.units[cy], x: points.map((point) => point[0]), y: points.map((point) => point[1]), colour, hasPoints: true };
    });
    note.textContent = marks.size === 0 ? ''
      : `Crossed out: ${[...marks].sort((a, b) => a[0] - b[0]).map(([value, word]) => `${data.heads[cx]} = ${value} ${word}`).join(', ')}.`;
    return makePlot(canvas, lines, { marks: [...marks.keys()], xLabel: heads[cx], xName: data.heads[cx], yLabel: heads[cy], height: 340 });
  });
  bar.append(y, 'over', x, ...saveButtons(redraw.plots, title));
}
