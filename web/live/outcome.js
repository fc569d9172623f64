// SPDX-License-Identifier: MIT
import { rangeUntil } from '../common/first_view.js';
import { groupsOf, isBare } from '../common/grouping.js';
import { counted, valueText } from '../common/number_text.js';
import { Panels } from '../common/panels.js';
import { onThemeChange } from '../common/theme.js';
import { Toolbar } from '../common/toolbar.js';
import { unitLabel } from '../common/units.js';

const shownAtFirst = 8;
const visibleShare = 1 / 32;  // of the time axis, below which lines would be a stroke at its left end
const short = (value) => valueText(value, 4);

/** 8 s, 1:05, 2:03:04 */
function duration(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (number) => String(number).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

/** A run while it goes on: progress, outputs over time, and at the end what came of it. */
export class Outcome {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.bar = place.querySelector('progress');
    this.words = place.querySelector('.progress span');
    this.verdict = place.querySelector('.verdict');
    this.signals = place.querySelector('.signals');
    this.plotPlace = place.querySelector('.plots');
    this.whose = place.querySelector('.whose');
    this.tools = place.querySelector('.tools');
    this.panels = new Panels(this.plotPlace);
    this.toolbar = new Toolbar(this.panels, () => this.whose.textContent);
    this.tools.append(...this.toolbar.buttons);
    this.chosen = new Set();
    onThemeChange(() => this.rebuild());
  }

  /** A run of this file begins, or began at that time. @param {string} file @param {Date} started */
  begin(file, started) {
    this.whose.textContent = `${file}, run of ${started.toLocaleTimeString('en-GB')}`;
    this.bar.hidden = false;
    this.tools.hidden = true;
    this.setAlarm(null);
    this.panels.axis.range = null;
    this.head = this.reached = null;
    this.data = [[]];
    this.last = null;
    this.isStopping = false;
    this.updates = 0;
    delete this.plotPlace.dataset.updates;
    this.bar.value = 0;
    this.words.textContent = `${file}: starting`;
    this.verdict.textContent = '';
    this.verdict.className = 'verdict';
    delete this.verdict.dataset.status;
    this.signals.replaceChildren();
    this.panels.draw([]);
  }

  /** A line that the run streams. */
  take(line) {
    if (line.columns) {
      this.head = line;
      this.data = [[], ...line.columns.map(() => [])];
      this.choose();
      return;
    }
    for (const row of line.rows) row.forEach((value, column) => this.data[column].push(value));
    const share = (line.time - this.head.start) / (this.head.end - this.head.start);
    this.bar.value = share;
    this.tell(line, share);
    this.followTime();
    this.followSizes();
    ++this.updates;
    this.plotPlace.dataset.updates = String(this.updates);
    this.panels.update();
  }

  /** The run was asked to end; what it has is written yet. */
  stop() {
    this.isStopping = true;
    if (this.last) this.tell(this.last, 0);
  }

  /** @private How far it is, and what is still to come. */
  tell(line, share) {
    this.last = line;
    let next = line.left_s === null ? '' : `, ${duration(line.left_s)} left`;
    if (share >= 1) next = ', writing the report';
    if (this.isStopping) next = ', stopping';
    this.words.textContent = `t = ${short(line.time)} of ${short(this.head.end)} s${next}`;
  }

  /** What the run says at its end. */
  end(answer) {
    const { reason, time, macro_steps: steps, wall_s: wall, alarms = [] } = answer;
    const isWhole = answer.status === 'completed';
    if (!isWhole && time !== undefined && this.head) this.reached = time;
    if (answer.alarm_time !== undefined && this.head) this.showAlarm(answer.alarm_time);
    const hasAlarm = isWhole && alarms.length > 0;
    const status = hasAlarm ? 'completed with an alarm' : answer.status;
    this.verdict.className = hasAlarm ? 'verdict warning' : isWhole ? 'verdict' : 'verdict wrong';
    this.verdict.dataset.status = answer.status;
    this.verdict.textContent = time === undefined
      ? `${status}: ${reason}`
      : `${status} at t = ${short(time)} s${reason ? `: ${reason}` : ''}; ${counted(steps, 'macro step')} in ${short(wall)} s.`;
    if (isWhole) this.bar.value = 1;
    if (time !== undefined && this.head) this.words.textContent = `t = ${short(time)} of ${short(this.head.end)} s`;
    else this.words.textContent = 'The run could not begin.';
    if (answer.report) {
      const link = document.createElement('a');
      link.href = answer.report;
      link.target = '_blank';
      link.rel = 'noopener';
      link.textContent = 'Open the report';
      this.verdict.append(link);
    }
    const add = (text, name = '') => {
      const line = document.createElement('p');
      line.className = name;
      line.textContent = text;
      this.verdict.append(line);
    };
    for (const alarm of alarms) add(alarm.text);
    for (const line of answer.explanation?.lines ?? []) add(line);
    if (answer.verdict) add(`${answer.verdict.verdict} at step ${short(answer.verdict.step)} s: ${answer.verdict.reason}`, 'plain');
  }

  /** @private Which outputs are drawn: those chosen before, else the first. */
  choose() {
    const names = this.head.columns.map((column) => column.name);
    if (!names.some((name) => this.chosen.has(name))) this.chosen = new Set(names.slice(0, shownAtFirst));
    this.tools.hidden = false;
    this.signals.replaceChildren(...names.map((name) => {
      const label = document.createElement('label');
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.checked = this.chosen.has(name);
      box.addEventListener('change', () => {
        if (box.checked) this.chosen.add(name);
        else this.chosen.delete(name);
        this.rebuild();
      });
      label.append(box, name);
      return label;
    }));
    this.rebuild();
  }

  /** @private Of the time to come so much that what has come can be seen: all of it, unless that will be long. */
  range() {
    const { start: min, end } = this.head;
    if (this.reached !== null) return { min, max: this.reached };
    const share = ((this.data[0].at(-1) ?? end) - min) / (end - min);
    return { min, max: share > 0 && share < visibleShare ? min + (end - min) * 2 ** Math.ceil(Math.log2(share)) : end };
  }

  /** @private */
  followTime() {
    const { axis } = this.panels;
    const range = this.range();
    if (!axis.range || range.max === axis.range.max) return;
    const isZoomed = axis.zoomed();
    axis.range = range;
    if (!isZoomed) axis.show(range);
  }

  /** @private */
  setAlarm(time) {
    Object.assign(this.panels.axis, { alarm: time, isCut: time !== null });
    this.toolbar.refresh();
  }

  /** @private What comes long after the alarm would hide what led to it. */
  showAlarm(time) {
    this.setAlarm(time);
    this.rebuild();
  }

  /** @private Signals without a unit may come to have another size than those they are drawn with. */
  followSizes() {
    if (!this.head.columns.some(({ unit }) => isBare(unit)) || this.arrangement === this.arrange().words) return;
    this.rebuild();
  }

  /** @private The signals of each plot. */
  arrange() {
    const { alarm } = this.panels.axis;
    const signals = this.head.columns.map(({ name, unit }, column) => ({ name, unit, column })).filter(({ name }) => this.chosen.has(name));
    for (const signal of signals) {
      const range = isBare(signal.unit) && rangeUntil([{ x: this.data[0], y: this.data[signal.column + 1] }], alarm ?? Infinity);
      signal.size = range ? Math.max(...range.map(Math.abs)) : 0;
    }
    const groups = groupsOf(signals);
    return { groups, words: groups.map((group) => group.signals.map(({ column }) => column).join()).join(';') };
  }

  /** @private One plot for each unit, and for each order of magnitude without one. */
  rebuild() {
    if (!this.head) return;
    const { groups, words } = this.arrange();
    this.arrangement = words;
    this.panels.draw(groups.map(({ unit, signals }) => ({
      label: unitLabel(unit),
      lines: signals.map(({ name, column }, colour) => ({ label: name, unit, x: this.data[0], y: this.data[column + 1], colour })),
      height: 210,
    })), this.range());
  }
}
