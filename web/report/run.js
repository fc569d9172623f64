// SPDX-License-Identifier: MIT
import { rangeUntil } from '../common/first_view.js';
import { groupsOf, isBare } from '../common/grouping.js';
import { counted, valueText } from '../common/number_text.js';
import { Panels, TimeAxis } from '../common/panels.js';
import { Signals } from '../common/signals.js';
import { onThemeChange } from '../common/theme.js';
import { Toolbar } from '../common/toolbar.js';
import { unitLabel } from '../common/units.js';
import { Chooser } from './chooser.js';
import { drawPace } from './pace.js';

const [mostPanels, mostLines] = [4, 6]; // of what is shown at first
const residual = 'energy_residual.', balance = 'energy.';

/// Every signal with its place in the table and its largest value, as far as the first view reaches.
function sized(results, alarm) {
  const sizeOf = (index) => {
    const range = rangeUntil([{ x: results.time, y: results.values(index) }], alarm ?? Infinity);
    return range ? Math.max(...range.map(Math.abs)) : 0;
  };
  // where there is a unit nobody asks
  return results.signals.map(({ name, unit }, index) => ({ name, unit, index, size: isBare(unit) ? sizeOf(index) : 0 }));
}

/// Names that a file or a ready-made system chose say it best; they rarely have dots. Ports where there are none.
function firstChoice(signals) {
  const own = signals.filter(({ name }) => !name.startsWith(residual) && !name.startsWith(balance));
  const named = own.filter(({ name }) => !name.includes('.'));
  return groupsOf(named.length > 0 ? named : own).slice(0, mostPanels)
    .flatMap((group) => group.signals.slice(0, mostLines).map(({ index }) => index));
}

function sameTimes(a, b) {
  return a.length === b.length && a.every((time, i) => time === b[i]);
}

/// From the first time of all tables to the last.
function rangeOfTimes(tables) {
  const times = tables.map(({ time }) => time).filter((time) => time.length > 0);
  if (times.length === 0) return null;
  return { min: Math.min(...times.map((time) => time[0])), max: Math.max(...times.map((time) => time.at(-1))) };
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
    this.signals = sized(this.results, axis.alarm);
    this.addBar(bar, data);
    axis.range = rangeOfTimes([this.results, ...this.others.map((other) => other.results)]);
    const draw = () => this.draw();
    this.chooser = new Chooser(list, this.results, firstChoice(this.signals), draw);
    onThemeChange(draw);
    this.draw();
  }

  addBar(bar, data) {
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
    const hint = Object.assign(document.createElement('span'), { className: 'soft' });
    hint.textContent = 'Drag to zoom, double click for all.';
    if (data.alarmTime !== undefined) hint.textContent += ` The first view ends a little after growth or an alarm at t = ${valueText(data.alarmTime, 3)} s.`;
    if (data.decimated)
      hint.textContent += ` ${this.results.time.length} of ${data.rows} rows shown; no peak is lost.`;
    bar.append(...new Toolbar(this.panels, () => document.title).buttons, hint);
  }

  /// The lines of one signal in the colour of its place in the panel.
  lines(index, colour) {
    const { name, unit } = this.results.signals[index];
    const shown = this.others.filter((other) => other.shown.checked);
    const from = (table, label, isDashed) => {
      const found = table.find(name);
      return found < 0 ? [] : [{ label, unit, x: table.time, y: table.values(found), colour, isDashed }];
    };
    if (this.differences?.checked)
      return shown.flatMap((other, i) => from(other.differences, `${name} − ${other.label}`, i > 0));
    return [{ label: name, unit, x: this.results.time, y: this.results.values(index), colour, isDashed: false },
      ...shown.flatMap((other) => from(other.results, `${name} · ${other.label}`, true))];
  }

  draw() {
    const chosen = [...this.chooser.chosen].sort((a, b) => a - b).map((index) => this.signals[index]);
    const panels = groupsOf(chosen).map(({ unit, signals }) => ({
      label: unitLabel(unit),
      lines: signals.flatMap(({ index }, colour) => this.lines(index, colour)),
    }));
    this.panels.draw(panels.filter((panel) => panel.lines.length > 0));
  }
}

function drawBonds(place, table, axis) {
  const panels = new Panels(place, axis);
  const draw = () => panels.draw([{
    label: 'made (J)',
    lines: table.signals.flatMap(({ name }, index) => (name.startsWith(residual)
      ? [{ label: name.slice(residual.length), unit: 'J', x: table.time, y: table.values(index), index }] : []))
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
  else shown.push({ label: 'step (s)', lines: line(step, 'step'), height: 160, isPlain: true });
  if (isSteady(table.values(corrections)))
    words.push(table.values(corrections).at(-1) === 0 ? 'No step was corrected.'
      : `Each row of the results took ${counted(table.values(corrections).at(-1), 'correction')}.`);
  else shown.push({ label: 'corrections', lines: line(corrections, 'corrections'), height: 160, isPlain: true });
  if (table.values(off).some((value) => value > 0)) {
    const positive = (values) => values.map((value) => (value > 0 ? value : null));
    shown.push({ label: 'residual', lines: line(off, 'residual', positive), isLogY: true, height: 180, isPlain: true });
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
  axis.alarm = data.alarmTime ?? null;
  axis.isCut = axis.alarm !== null;
  const results = document.querySelector('.signals');
  const plots = new ResultPlots(results, data, axis);
  const bonds = document.querySelector('.bonds');
  if (bonds) drawBonds(bonds, plots.results, axis);
  const steps = document.querySelector('.steps');
  if (steps && data.steps) drawSteps(steps, new Signals(data.steps), axis);
  const paces = document.querySelector('.paces');
  if (paces && data.paces) drawPace(paces, new Signals(data.paces), axis);
}
