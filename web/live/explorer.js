// SPDX-License-Identifier: MIT
import { StabilityChart } from '../common/chart.js';
import { counted, valueText } from '../common/number_text.js';
import { Panels } from '../common/panels.js';
import { onThemeChange } from '../common/theme.js';
import * as api from './api.js';
import { firstPoint, SchemeControls } from './scheme_controls.js';

const margin = 1e-6;  // ρ may exceed 1 by this much and still count as stable
const assignment = ([table, key, value]) => `${table}.${key}=${value}`;
const range = ({ key, low, high, count }) => `parameters.${key}=${low}:${high}:${count}`;

/** A system file of what was explored. */
function systemFile(settings) {
  const isNumber = (value) => value !== '' && Number.isFinite(Number(value));
  const lines = (table) => settings.filter(([of]) => of === table)
    .map(([, key, value]) => `${key} = ${isNumber(value) ? value : `"${value}"`}`);
  return ['title  = "A point of the stability explorer"', 'system = "two-mass"', '', '[simulation]', 'end = 60', '',
    '[scheme]', ...lines('scheme'), '', '[parameters]', ...lines('parameters'), ''].join('\n');
}

/** Of a motion that leaves every bound the beginning, until it leaves the plot beside the exact one; and where that ends. */
function visiblePart(values, exact) {
  const bound = 10 * exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const end = values.findIndex((value) => Math.abs(value) > bound);
  if (end < 0) return { values };
  return { values: values.map((value, i) => (i <= end ? value : null)), yRange: [-bound, bound] };
}

/** Chooses schemes, charts where they are stable, and runs the point that is clicked. */
export class Explorer {
  /**
   * @param {HTMLElement} place
   * @param {(name: string, text: string) => void} onOpen
   */
  constructor(place, onOpen) {
    this.controls = new SchemeControls(place.querySelector('.controls'), () => this.recompute());
    this.chart = new StabilityChart(place.querySelector('.sheet'), (x, y) => this.pick(x, y));
    this.chartPlace = place.querySelector('.chart');
    this.chartSummary = place.querySelector('.chart .summary');
    this.pointSummary = place.querySelector('.point .summary');
    this.plotPlace = place.querySelector('.point .plots');
    this.steps = place.querySelector('.steps');
    this.openButton = place.querySelector('.open');
    this.steps.addEventListener('change', () => this.runPoint());
    this.openButton.addEventListener('click', () => onOpen('explored.toml', systemFile(this.pointSettings())));
    this.panels = new Panels(this.plotPlace);
    onThemeChange(() => this.plot());
  }

  /** Charts with the settings of now; an earlier chart that is still being made is of no use any more. */
  async recompute() {
    const begin = performance.now();
    this.charting?.abort();
    const charting = this.charting = new AbortController();
    const { x, y, settings } = this.controls;
    if (this.picked && !(x.key in this.picked && y.key in this.picked)) this.forget();
    try {
      const radii = await api.chart({ set: settings.map(assignment), x: range(x), y: range(y) }, charting.signal);
      this.chart.show({ x, y, margin, radii });
      const wall = performance.now() - begin;
      this.say(this.chartSummary, `${valueText(100 * this.chart.stableShare, 4)} % of ${x.count} × ${y.count} cells stable; ` +
        `charted in ${Math.round(wall)} ms.`, false);
      this.chartPlace.dataset.wall = String(wall);
      this.chartPlace.dataset.charts = String(Number(this.chartPlace.dataset.charts ?? 0) + 1);
    } catch (problem) {
      if (problem.name === 'AbortError' || charting !== this.charting) return;
      this.say(this.chartSummary, problem.message, true);
    }
    // what cannot be charted leaves the last chart, which is of something else
    this.chart.isOutdated = this.chartSummary.classList.contains('wrong');
    if (this.picked) this.runPoint();
    else if (!this.hasOpened && x.key in firstPoint && y.key in firstPoint) this.pick(firstPoint[x.key], firstPoint[y.key]);
    this.hasOpened = true;
  }

  /** @private */
  pick(x, y) {
    this.picked = { [this.controls.x.key]: x, [this.controls.y.key]: y };
    this.chart.pick(x, y);
    this.runPoint();
  }

  /** @private A point of other axes is none of these. */
  forget() {
    this.running?.abort();
    this.picked = this.point = undefined;
    this.chart.pick();
    this.panels.draw([]);
    this.openButton.disabled = true;
    this.say(this.pointSummary, 'Click a point of the chart to run it.', false);
  }

  /** @private What is set at the point that was clicked. */
  pointSettings() {
    const settings = this.controls.settings.filter(([, key]) => !(key in this.picked));
    return [...settings, ...Object.entries(this.picked).map(([key, value]) => ['parameters', key, String(value)])];
  }

  /** @private */
  async runPoint() {
    if (!this.picked) return;
    this.running?.abort();
    const running = this.running = new AbortController();
    try {
      this.point = await api.point({ set: this.pointSettings().map(assignment), steps: this.steps.value }, running.signal);
    } catch (problem) {
      if (problem.name === 'AbortError') return;
      this.say(this.pointSummary, problem.message, true);
      this.plotPlace.classList.add('outdated');
      return;
    }
    this.plotPlace.classList.remove('outdated');
    const { spectral_radius: radius, stable, completed, reason, time } = this.point;
    const where = Object.entries(this.picked).map(([key, value]) => `${key} = ${valueText(value, 4)}`).join(', ');
    this.say(this.pointSummary, `${where}: ρ = ${radius?.toPrecision(6) ?? '–'}, ${stable ? 'stable' : 'unstable'}.` +
      (completed ? '' : stable ? ` ${reason}` : ` Beyond all limits after ${counted(time.length - 1, 'step')}.`), !stable);
    this.openButton.disabled = false;
    this.plot();
    this.plotPlace.dataset.runs = String(Number(this.plotPlace.dataset.runs ?? 0) + 1);
  }

  /** @private */
  plot() {
    if (!this.point) return;
    const { time } = this.point;
    this.panels.draw(['x1', 'x2'].map((name, colour) => {
      const exact = this.point[`exact_${name}`];
      const { values, yRange } = visiblePart(this.point[name], exact);
      return {
        label: `${name} (m)`,
        lines: [{ label: name, x: time, y: values, colour }, { label: 'exact', x: time, y: exact, colour: 6, isDashed: true }],
        yRange,
        height: 190,
      };
    }), { min: time[0], max: time[time.length - 1] });
    this.plotPlace.dataset.points = String(time.length);
  }

  /** @private */
  say(place, message, isWrong) {
    place.textContent = message;
    place.classList.toggle('wrong', isWrong);
  }
}
