// SPDX-License-Identifier: MIT
import './pace.css';
import { Panels } from '../common/panels.js';
import { onThemeChange } from '../common/theme.js';

/// How late each row of the results was on the clock, and how long its longest step was computed.
export function drawPace(place, table, axis) {
  const panels = new Panels(place, axis);
  const line = (name, colour) => ({
    label: name,
    x: table.time,
    y: table.values(table.find(name)).map((value) => (value > 0 ? value : null)), // which a logarithm has no place for
    colour,
  });
  const draw = () => panels.draw([{ label: 'duration (s)', lines: [line('lateness', 1), line('computing', 0)], isLogY: true }]);
  onThemeChange(draw);
  draw();
}
