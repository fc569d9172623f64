// SPDX-License-Identifier: MIT
import { short, timePlot } from '../common/plots.js';
import { StabilityChart } from '../common/stability_chart.js';
import * as api from './api.js';
import { SchemeControls } from './scheme_controls.js';

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

/** Chooses schemes, charts where they are stable, and runs the point that is clicked. */
export class Explorer {
  /**
   * @param {HTMLElement} place
   * @param {(name: string, text: string) => void} onOpen
   */
  constructor(place, onOpen) {
    this.controls = new SchemeControls(place.querySelector('.controls'), () => this.recompute());
    this.chart = new StabilityChart(place.querySelector('canvas'), place.querySelector('output'), (x, y) => this.pick(x, y));
    this.chartPlace = place.querySelector('.chart');
    this.chartSummary = place.querySelector('.chart .summary');
    this.pointSummary = place.querySelector('.point .summary');
    this.plotPlace = place.querySelector('.point .plots');
    this.steps = place.querySelector('.steps');
    this.openButton = place.querySelector('.open');
    this.steps.addEventListener('change', () => this.runPoint());
    this.openButton.addEventListener('click', () => onOpen('explored.toml', systemFile(this.pointSettings())));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.plot());
    new ResizeObserver(() => {
      for (const plot of this.plots ?? []) plot.setSize({ width: this.plotPlace.clientWidth, height: plot.height });
    }).observe(this.plotPlace);
  }

  /** Charts with the settings of now; an earlier chart that is still being made is of no use any more. */
  async recompute() {
    const begin = performance.now();
    this.charting?.abort();
    const charting = this.charting = new AbortController();
    const { x, y, settings } = this.controls;
    try {
      const radii = await api.chart({ set: settings.map(assignment), x: range(x), y: range(y) }, charting.signal);
      this.chart.show({ x, y, radii });
      const wall = performance.now() - begin;
      this.say(this.chartSummary, `${short(100 * this.chart.stableShare)} % of ${x.count} × ${y.count} cells stable; ` +
        `charted in ${Math.round(wall)} ms.`, false);
      this.chartPlace.dataset.wall = String(wall);
      this.chartPlace.dataset.charts = String(Number(this.chartPlace.dataset.charts ?? 0) + 1);
    } catch (problem) {
      if (problem.name === 'AbortError' || charting !== this.charting) return;
      this.say(this.chartSummary, problem.message, true);
    }
    // what cannot be charted leaves the last chart, which is of something else
    this.chartPlace.classList.toggle('outdated', this.chartSummary.classList.contains('wrong'));
    if (this.picked) this.runPoint();
  }

  /** @private */
  pick(x, y) {
    this.picked = { [this.controls.x.key]: x, [this.controls.y.key]: y };
    this.chart.pick(x, y);
    this.runPoint();
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
      if (problem.name !== 'AbortError') this.say(this.pointSummary, problem.message, true);
      return;
    }
    const { spectral_radius: radius, stable, completed, reason } = this.point;
    const where = Object.entries(this.picked).map(([key, value]) => `${key} = ${short(value)}`).join(', ');
    this.say(this.pointSummary, `${where}: ρ = ${radius?.toPrecision(6) ?? '–'}, ${stable ? 'stable' : 'unstable'}.` +
      (completed ? '' : ` ${reason}`), !stable);
    this.openButton.disabled = false;
    this.plot();
  }

  /** @private */
  plot() {
    if (!this.point) return;
    const { time } = this.point;
    this.plotPlace.replaceChildren();
    this.plots = ['x1', 'x2'].map((name, index) => {
      const place = document.createElement('div');
      this.plotPlace.append(place);
      return timePlot(place, {
        label: `${name} (m)`, range: [time[0], time[time.length - 1]], height: 190,
        series: [{ name, index }, { name: 'exact', index: 6, dashed: true }],
      }, [time, this.point[name], this.point[`exact_${name}`]]);
    });
    this.plotPlace.dataset.points = String(time.length);
  }

  /** @private */
  say(place, message, isWrong) {
    place.textContent = message;
    place.classList.toggle('wrong', isWrong);
  }
}
