// SPDX-License-Identifier: MIT

const shownAfter = 0.2;  // of the time until the alarm
const least = 0.01;  // of the whole time, for an alarm at the start

/// The part of the time {min, max} that is seen at first of a run with an alarm: a little longer than until there.
export function timeUntil(alarm, { min, max }) {
  const end = Math.max(alarm + shownAfter * (alarm - min), min + least * (max - min));
  return { min, max: Math.min(max, end) };
}

/// Lowest and highest value of lines until a time; null where there is none.
export function rangeUntil(lines, time) {
  let [low, high] = [Infinity, -Infinity];
  for (const { x, y } of lines)
    for (let i = 0; i < y.length && x[i] <= time; ++i) {
      if (y[i] === null || !Number.isFinite(y[i])) continue;
      low = Math.min(low, y[i]);
      high = Math.max(high, y[i]);
    }
  return low <= high ? [low, high] : null;
}

/// Where lines are cut that leave all bounds after an alarm: at three times the range they had before it. Null: nowhere.
export function boundsAfter(lines, alarm) {
  const range = rangeUntil(lines, alarm);
  if (!range || range[0] === range[1]) return null;
  const [low, high] = range;
  return [low - (high - low), high + (high - low)];
}
