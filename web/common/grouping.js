// SPDX-License-Identifier: MIT

/// Whether there is nothing that an axis could say: no unit is declared, or that of a plain number.
export const isBare = (unit) => unit === '' || unit === '1';

/// Signals {unit, size} by what they share an axis with: a group for each unit; without a unit one for values of about the same size,
/// the largest of which is at most ten times the smallest. Groups and signals keep their order.
export function groupsOf(signals) {
  const keys = new Map();
  const bare = signals.filter(({ unit }) => isBare(unit)).sort((a, b) => b.size - a.size);
  let top = null;
  for (const signal of bare) {
    // what is always zero has no size: it stands with the smallest
    if (top === null || (signal.size > 0 && signal.size * 10 < top)) top = signal.size;
    keys.set(signal, top);
  }
  const groups = new Map();
  for (const signal of signals) {
    const key = isBare(signal.unit) ? keys.get(signal) : signal.unit;
    if (!groups.has(key)) groups.set(key, { unit: signal.unit, signals: [] });
    groups.get(key).signals.push(signal);
  }
  return [...groups.values()];
}
