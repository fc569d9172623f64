// SPDX-License-Identifier: MIT
import { makePlot, updatePlot } from './plot.js';

let axes = 0;

/// All plots over time that belong together: cursor and zoom are one.
export class TimeAxis {
  constructor() {
    this.key = `time-${++axes}`;
    this.groups = [];
    this.range = null;  // {min, max} where it is known before all data are there
  }

  plots() {
    return this.groups.flatMap((group) => group.plots);
  }

  whole() {
    if (this.range) return this.range;
    const times = this.plots().map((plot) => plot.data[0]).filter((time) => time.length > 0);
    return { min: Math.min(...times.map((time) => time[0])), max: Math.max(...times.map((time) => time[time.length - 1])) };
  }

  /// What is seen, or null for all of it.
  zoomed() {
    // a plot that has just been made does not know its scale yet
    const plot = this.plots().find(({ scales }) => typeof scales.x.min === 'number');
    if (!plot) return null;
    const [{ min, max }, whole] = [plot.scales.x, this.whole()];
    return min > whole.min || max < whole.max ? { min, max } : null;
  }

  show(range) {
    for (const plot of this.plots()) plot.setScale('x', range);
  }
}

/// Plots below each other.
export class Panels {
  constructor(place, axis = new TimeAxis()) {
    this.place = place;
    this.axis = axis;
    this.plots = [];
    axis.groups.push(this);
    new ResizeObserver(() => this.fit()).observe(place);
  }

  /// panels: [{label, lines, isLogY, yRange, height}]; `range` is what the time axis reaches over, where data do not tell.
  draw(panels, range = null) {
    const { axis } = this;
    const seen = axis.zoomed();
    if (range) axis.range = range;
    for (const plot of this.plots) plot.destroy();
    this.place.replaceChildren();
    this.plots = panels.map((panel, i) => {
      const place = Object.assign(document.createElement('div'), { className: 'panel' });
      this.place.append(place);
      return makePlot(place, panel.lines, {
        xLabel: i === panels.length - 1 ? 'time (s)' : undefined,
        yLabel: panel.label,
        height: panel.height,
        isLogY: panel.isLogY,
        yRange: panel.yRange,
        range: seen ?? axis.range,
        syncKey: axis.key,
        onWhole: () => axis.show(axis.whole()),
      });
    });
  }

  /// Once for each picture of the screen, however often lines become longer.
  update() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.plots.forEach(updatePlot);
    });
  }

  fit() {
    for (const plot of this.plots) {
      const width = Math.max(280, plot.root.parentElement.clientWidth);
      if (width !== plot.width) plot.setSize({ width, height: plot.height });
    }
  }
}
