// SPDX-License-Identifier: MIT
import { counted } from '../common/number_text.js';
import { Panels, TimeAxis } from '../common/panels.js';
import { Signals } from '../common/signals.js';
import { onThemeChange } from '../common/theme.js';
import { unitLabel } from '../common/units.js';
import { Chooser } from './chooser.js';
import { drawPace } from './pace.js';

const [mostPanels, mostLines] = [4, 6]; // of what is shown at first
const residual = 'energy_residual.';

/// Names that a file or a ready-made system chose say it best; they rarely have dots. Ports where there are none.
function firstChoice(signals) {
  const own = signals.map((signal, index) => ({ ...signal, index })).filter(({ name }) => !name.startsWith(residual));
  const named = own.filter(({ name }) => !name.includes('.'));
  const units = new Map();
  for (const { unit, index } of named.length > 0 ? named : own) {
    if (!units.has(unit) && units.size >= mostPanels) continue;
    units.set(unit, [...(units.get(unit) ?? []), index]);
  }
  return [...units.values()].flatMap((indices) => indices.slice(0, mostLines));
}

function sameTimes(a, b) {
  return a.length === b.length && a.every((time, i) => time === b[i]);
}

function checkbox(text, isChecked, changed) {
  const label = document.createElement('label');
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: isChecked });
  box.addEventListener('change', changed);
  label.append(box, ` ${text}`);
  return { label, box };
}

/// The results with a list to choose from, and the other runs beside them.
class ResultPlots {
  constructor(place, data, axis) {
    this.results = new Signals(data.results);
    this.others = data.others.map(({ label, results, differences }) => {
      const tables = { label, results: new Signals(results), differences: new Signals(differences) };
      // equal time axes are one: nothing has to be joined then
      for (const table of [tables.results, tables.differences])
        if (sameTimes(table.time, this.results.time)) table.time = this.results.time;
      return tables;
    });
    const list = Object.assign(document.createElement('div'), { className: 'chooser' });
    const right = Object.assign(document.createElement('div'), { className: 'plots' });
    const bar = Object.assign(document.createElement('div'), { className: 'bar' });
    const panels = document.createElement('div');
    right.append(bar, panels);
    place.replaceChildren(list, right);
    this.panels = new Panels(panels, axis);
    this.addBar(bar, data, axis);
    const draw = () => this.draw();
    this.chooser = new Chooser(list, this.results.signals, firstChoice(this.results.signals), draw);
    onThemeChange(draw);
    this.draw();
  }

  addBar(bar, data, axis) {
    const draw = () => this.draw();
    for (const other of this.others) {
      const { label, box } = checkbox(`with ${other.label} (dashed)`, true, draw);
      other.shown = box;
      bar.append(label);
    }
    if (this.others.length > 0) {
      const { label, box } = checkbox('differences only', false, draw);
      this.differences = box;
      bar.append(label);
    }
    const whole = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Whole time' });
    whole.addEventListener('click', () => axis.show(axis.whole()));
    const hint = Object.assign(document.createElement('span'), { className: 'soft' });
    hint.textContent = 'Drag to zoom, double click for all.';
    if (data.decimated)
      hint.textContent += ` ${this.results.time.length} of ${data.rows} rows shown; no peak is lost.`;
    bar.append(whole, hint);
  }

  /// The lines of one signal in the colour of its place in the panel.
  lines(index, colour) {
    const { name } = this.results.signals[index];
    const shown = this.others.filter((other) => other.shown.checked);
    const from = (table, label, isDashed) => {
      const found = table.find(name);
      return found < 0 ? [] : [{ label, x: table.time, y: table.values(found), colour, isDashed }];
    };
    if (this.differences?.checked)
      return shown.flatMap((other, i) => from(other.differences, `${name} − ${other.label}`, i > 0));
    return [{ label: name, x: this.results.time, y: this.results.values(index), colour, isDashed: false },
      ...shown.flatMap((other) => from(other.results, `${name} · ${other.label}`, true))];
  }

  draw() {
    const units = new Map();
    for (const index of [...this.chooser.chosen].sort((a, b) => a - b)) {
      const { unit } = this.results.signals[index];
      units.set(unit, [...(units.get(unit) ?? []), index]);
    }
    const panels = [...units].map(([unit, indices]) => ({
      label: unitLabel(unit),
      lines: indices.flatMap((index, colour) => this.lines(index, colour)),
    }));
    this.panels.draw(panels.filter((panel) => panel.lines.length > 0));
  }
}

function drawBonds(place, table, axis) {
  const panels = new Panels(place, axis);
  const draw = () => panels.draw([{
    label: 'made (J)',
    lines: table.signals.flatMap(({ name }, index) => (name.startsWith(residual)
      ? [{ label: name.slice(residual.length), x: table.time, y: table.values(index), index }] : []))
      .map((line, colour) => ({ ...line, colour })),
  }]);
  onThemeChange(draw);
  draw();
}

/// Step, corrections and residual; what never changes is said in words.
function drawSteps(place, table, axis) {
  const words = [];
  const shown = [];
  const [step, corrections, off] = ['step', 'corrections', 'residual'].map((name) => table.find(name));
  const line = (index, label, change = (y) => y) => [{ label, x: table.time, y: change(table.values(index)), colour: 0 }];
  if (isSteady(table.values(step))) words.push(`Every step is ${table.values(step).at(-1)} s long.`);
  else shown.push({ label: 'step (s)', lines: line(step, 'step'), height: 160 });
  if (isSteady(table.values(corrections)))
    words.push(table.values(corrections).at(-1) === 0 ? 'No step was corrected.'
      : `Each row of the results took ${counted(table.values(corrections).at(-1), 'correction')}.`);
  else shown.push({ label: 'corrections (1)', lines: line(corrections, 'corrections'), height: 160 });
  if (table.values(off).some((value) => value > 0)) {
    const positive = (values) => values.map((value) => (value > 0 ? value : null));
    shown.push({ label: 'residual (1)', lines: line(off, 'residual', positive), isLogY: true, height: 180 });
    words.push('The residual tells by how much the coupling variables that subsystems were told missed those that came.');
  }
  const note = Object.assign(document.createElement('p'), { className: 'soft', textContent: words.join(' ') });
  const plots = document.createElement('div');
  place.replaceChildren(note, plots);
  const panels = new Panels(plots, axis);
  const draw = () => panels.draw(shown);
  onThemeChange(draw);
  draw();
}

/// The same all the time; what comes before the first step does not count.
function isSteady(values) {
  return values.slice(1).every((value) => Math.abs(value - values[1]) <= 1e-9 * Math.abs(values[1]));
}

export function showRun(data) {
  const axis = new TimeAxis();
  const results = document.querySelector('.signals');
  const plots = new ResultPlots(results, data, axis);
  const bonds = document.querySelector('.bonds');
  if (bonds) drawBonds(bonds, plots.results, axis);
  const steps = document.querySelector('.steps');
  if (steps && data.steps) drawSteps(steps, new Signals(data.steps), axis);
  const paces = document.querySelector('.paces');
  if (paces && data.paces) drawPace(paces, new Signals(data.paces), axis);
}
