// SPDX-License-Identifier: MIT
import { pictureOf, offer, tableOf } from './save.js';

/// A button of a bar.
export function button(text, title, pressed) {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text, title });
  made.addEventListener('click', () => pressed(made));
  return made;
}

/// One that is on or off.
function toggle(text, title, changed) {
  const made = button(text, title, () => {
    const isOn = made.getAttribute('aria-pressed') !== 'true';
    made.setAttribute('aria-pressed', String(isOn));
    changed(isOn);
  });
  made.setAttribute('aria-pressed', 'false');
  return made;
}

/// Buttons that save what is drawn: `plots` makes the list of plots, `title` is what files are called and pictures headed by.
export function saveButtons(plots, title) {
  return [
    button('PNG', 'Save the picture', () => pictureOf(plots(), title()).toBlob((blob) => offer(title(), 'png', blob))),
    button('CSV', 'Save the lines that are shown, over the time that is shown',
      () => offer(title(), 'csv', new Blob([tableOf(plots())], { type: 'text/csv' }))),
  ];
}

/// Buttons for plots over time: which part is seen, how values are shown, and saving.
export class Toolbar {
  constructor(panels, title) {
    const { axis } = panels;
    this.axis = axis;
    this.untilAlarm = button('Until the alarm', 'Ends a little after the alarm; lines are cut where they leave what was usual before',
      () => axis.showUntilAlarm());
    this.buttons = [
      button('All', 'All times and all values', () => axis.showAll()),
      this.untilAlarm,
      toggle('Logarithmic', 'Magnitudes on a logarithmic axis', (isOn) => axis.showMagnitudes(isOn)),
      toggle('Zoom values', 'Dragging selects values, not times', (isOn) => axis.dragValues(isOn)),
      ...saveButtons(() => panels.plots, title),
    ];
    panels.changed = () => this.refresh();
    this.refresh();
  }

  refresh() {
    this.untilAlarm.hidden = this.axis.alarm === null;
    this.untilAlarm.disabled = this.axis.isCut;
  }
}
