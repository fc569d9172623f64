// SPDX-License-Identifier: MIT
import { boundsAfter, timeUntil } from './first_view.js';
import { makePlot, updatePlot, widthIn } from './plot.js';

let axes = 0;

/// All plots over time that belong together: cursor and zoom are one, and so is how values are shown.
export class TimeAxis {
  constructor() {
    this.key = `time-${++axes}`;
    this.groups = [];
    this.range = null; // {min, max} where it is known before all data are there
    this.alarm = null; // s; lines may leave all bounds after it
    this.isCut = false; // what comes long after the alarm, and lines that leave all bounds, are not seen
    this.isLogarithmic = false; // magnitudes
    this.zoomsValues = false; // dragging selects values, not times
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

  /// What is seen at first; null for all there is.
  first() {
    return this.isCut && this.range ? timeUntil(this.alarm, this.range) : this.range;
  }

  /// All times and all values.
  showAll() {
    this.isCut = false;
    this.redraw(this.whole());
  }

  /// Until a little after the alarm, values within the bounds of before.
  showUntilAlarm() {
    this.isCut = true;
    this.redraw(timeUntil(this.alarm, this.whole()));
  }

  showMagnitudes(isLogarithmic) {
    this.isLogarithmic = isLogarithmic;
    this.redraw(this.zoomed());
  }

  dragValues(zoomsValues) {
    this.zoomsValues = zoomsValues;
    for (const { cursor } of this.plots()) [cursor.drag.x, cursor.drag.y] = [!zoomsValues, zoomsValues];
  }

  redraw(range) {
    for (const group of this.groups) group.redraw(range);
    for (const group of this.groups) group.changed();
  }
}

/// Values as magnitudes, which a logarithmic axis can show; of lines that still grow they are added later.
function magnitudesOf(line) {
  const shown = { ...line, y: [], source: line.y };
  addMagnitudes(shown);
  return shown;
}

function addMagnitudes({ y, source }) {
  for (let i = y.length; i < source.length; ++i) y.push(source[i] ? Math.abs(source[i]) : null);
}

const magnitudeLabel = (label) => (label.startsWith('(') ? `magnitude ${label}` : `magnitude of ${label}`);

/// Plots below each other.
export class Panels {
  constructor(place, axis = new TimeAxis()) {
    this.place = place;
    this.axis = axis;
    this.plots = [];
    this.panels = [];
    this.changed = () => {};
    axis.groups.push(this);
    new ResizeObserver(() => this.fit()).observe(place);
  }

  /// panels: [{label, lines, isLogY, yRange, isPlain, height}], where plain ones are the same in every view; `range` is what the time
  /// axis reaches over, where data do not tell.
  draw(panels, range = null) {
    const seen = this.axis.zoomed();
    if (range) this.axis.range = range;
    this.panels = panels;
    this.redraw(seen);
  }

  redraw(seen) {
    const { axis } = this;
    for (const plot of this.plots) plot.destroy();
    this.place.replaceChildren();
    this.plots = this.panels.map((panel, i) => this.make(panel, i === this.panels.length - 1, seen ?? axis.first()));
  }

  /// @private
  make(panel, isLast, range) {
    const { axis } = this;
    const place = Object.assign(document.createElement('div'), { className: 'panel' });
    this.place.append(place);
    const isMagnitude = axis.isLogarithmic && !panel.isPlain && !panel.isLogY;
    const lines = isMagnitude ? panel.lines.map(magnitudesOf) : panel.lines;
    const plot = makePlot(place, lines, {
      xLabel: isLast ? 'time (s)' : undefined,
      xFullName: 'time (s)',
      yLabel: isMagnitude ? magnitudeLabel(panel.label) : panel.label,
      height: panel.height,
      isLogY: panel.isLogY || isMagnitude,
      yRange: panel.yRange,
      bounds: axis.isCut && !panel.isPlain && !panel.isLogY && !isMagnitude ? boundsAfter(panel.lines, axis.alarm) : null,
      range,
      zoomsValues: axis.zoomsValues,
      syncKey: axis.key,
      onWhole: () => axis.showAll(),
    });
    plot.growing = isMagnitude ? lines : [];
    return plot;
  }

  /// Once for each picture of the screen, however often lines become longer.
  update() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      for (const plot of this.plots) {
        plot.growing.forEach(addMagnitudes);
        updatePlot(plot);
      }
    });
  }

  fit() {
    for (const plot of this.plots) {
      const width = widthIn(plot.root.parentElement);
      if (width !== plot.width) plot.setSize({ width, height: plot.height });
    }
  }
}
