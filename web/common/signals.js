// SPDX-License-Identifier: MIT
import { unpack } from './numbers.js';

/// Signals over one time axis, unpacked when they are asked for.
export class Signals {
  constructor(table) {
    this.time = unpack(table.time, Float64Array);
    this.signals = table.signals;
    this.unpacked = new Map();
  }

  find(name) {
    return this.signals.findIndex((signal) => signal.name === name);
  }

  isConstant(index) {
    const signal = this.signals[index];
    return signal.same === undefined ? signal.constant !== undefined : this.isConstant(signal.same);
  }

  /// Whether another signal, whose name was chosen for it, is the same: a port that a file publishes.
  isPublishedAgain(index) {
    const first = (i) => this.signals[i].same ?? i;
    const { name, unit } = this.signals[index];
    if (!name.includes('.') || this.isConstant(index)) return false;
    this.published ??= new Map(this.signals.flatMap((signal, i) => (signal.name.includes('.') ? [] : [[first(i), signal]])));
    return this.published.get(first(index))?.unit === unit;
  }

  /// One number for every time; null where there is none.
  values(index) {
    const signal = this.signals[index];
    if (signal.same !== undefined) return this.values(signal.same);
    if (!this.unpacked.has(index)) this.unpacked.set(index, numbersOf(signal, this.time.length));
    return this.unpacked.get(index);
  }
}

function numbersOf(signal, length) {
  if (signal.constant !== undefined) return new Array(length).fill(signal.constant);
  const numbers = unpack(signal.values, Float32Array);
  return Array.from(numbers, (number) => (Number.isFinite(number) ? signal.offset + signal.scale * number : null));
}
