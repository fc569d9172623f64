// SPDX-License-Identifier: MIT

const quantities = {
  m: 'position', 'm/s': 'velocity', 'm/s2': 'acceleration', 'm/s^2': 'acceleration', N: 'force', 'N.m': 'torque', rad: 'angle', 'rad/s': 'rate',
  Pa: 'pressure', J: 'energy', W: 'power', kg: 'mass', K: 'temperature', V: 'voltage', A: 'current',
};

/// What stands beside an axis of values in a unit.
export function unitLabel(unit) {
  if (unit === '' || unit === '1') return 'value';
  return quantities[unit] ? `${quantities[unit]} (${unit})` : `(${unit})`;
}
