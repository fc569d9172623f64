// SPDX-License-Identifier: MIT
import { isBare } from './grouping.js';

const quantities = {
  m: 'position', 'm/s': 'velocity', 'm/s2': 'acceleration', 'm/s^2': 'acceleration', N: 'force', 'N.m': 'torque', rad: 'angle', 'rad/s': 'rate',
  Pa: 'pressure', J: 'energy', W: 'power', kg: 'mass', K: 'temperature', V: 'voltage', A: 'current',
};

/// What stands beside an axis of values in a unit; nothing in brackets where there is none.
export function unitLabel(unit) {
  if (isBare(unit)) return 'value';
  return quantities[unit] ? `${quantities[unit]} (${unit})` : `(${unit})`;
}

/// A name with its unit: "scheme.step (s)".
export const withUnit = (name, unit = '') => (isBare(unit) ? name : `${name} (${unit})`);
