// SPDX-License-Identifier: MIT
// What scripts of pages compute themselves: numbers unpacked and written, ticks. Run with node --test.
import assert from 'node:assert';
import test from 'node:test';
import { RadiusScale } from '../../web/common/colours.js';
import { axisTexts, counted, valueText } from '../../web/common/number_text.js';
import { Signals } from '../../web/common/signals.js';
import { roundNumbers, roundPowers } from '../../web/common/ticks.js';

const packed = (numbers, ArrayType) => Buffer.from(new ArrayType(numbers).buffer).toString('base64');

test('signals are unpacked with offset and scale, gaps and repetitions', () => {
  const table = new Signals({
    time: packed([0, 0.1, 0.2], Float64Array),
    signals: [
      { name: 'x', unit: 'm', offset: 1e7, scale: 2, values: packed([0, 0.5, NaN], Float32Array) },
      { name: 'same', unit: 'm', same: 0 },
      { name: 'still', unit: '', constant: 5 },
    ],
  });
  assert.deepEqual([...table.time], [0, 0.1, 0.2]);
  assert.deepEqual(table.values(0), [1e7, 1e7 + 1, null]);
  assert.equal(table.values(1), table.values(0));
  assert.deepEqual(table.values(2), [5, 5, 5]);
  assert.equal(table.find('still'), 2);
  assert.equal(table.isConstant(2), true);
  assert.equal(table.isConstant(1), false);
});

test('values are short and right', () => {
  assert.deepEqual([0, 1, -0.25, 123456.789, 1.5e-7, -3e12, 0.1 + 0.2].map((value) => valueText(value)),
    ['0', '1', '-0.25', '123457', '1.5e-7', '-3e12', '0.3']);
  assert.deepEqual([null, undefined, NaN, Infinity].map((value) => valueText(value)), ['–', '–', '–', '–']);
  assert.equal(valueText(1e10), '1e10');
  assert.deepEqual([1 / 3, 123456, 2e-9 / 3].map((value) => valueText(value, 4)), ['0.3333', '123500', '6.667e-10']);
  assert.deepEqual([0, 1, 2].map((count) => counted(count, 'step')), ['no steps', '1 step', '2 steps']);
});

test('the numbers of an axis are told apart', () => {
  assert.deepEqual(axisTexts([0, 0.5, 1]), ['0', '0.5', '1.0']);
  assert.deepEqual(axisTexts([0, 0.25, 0.5]), ['0', '0.25', '0.50']);
  assert.deepEqual(axisTexts([1000, 1500, 2000]), ['1000', '1500', '2000']);
  assert.deepEqual(axisTexts([10000000, 10000001, 10000002]), ['1.0000000e7', '1.0000001e7', '1.0000002e7']);
  assert.deepEqual(axisTexts([0, 2e-9, 4e-9]), ['0', '2e-9', '4e-9']);
  assert.deepEqual(axisTexts([]), []);
  for (const values of [[0.1, 0.2, 0.3], [-2e6, -1.5e6, -1e6], [99.97, 99.98, 99.99]])
    assert.equal(new Set(axisTexts(values)).size, 3);
});

test('ticks are round and inside', () => {
  assert.deepEqual(roundNumbers(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(roundNumbers(-0.03, 0.03, 3).map((tick) => Number(tick.toPrecision(6))), [-0.02, 0, 0.02]);
  assert.deepEqual(roundPowers(0.09, 11), [0.1, 0.2, 0.5, 1, 2, 5, 10]);
  assert.deepEqual(roundPowers(1, 1e4), [1, 10, 100, 1000, 10000]);
  assert.deepEqual(roundPowers(-10, -1), [-1, -2, -5, -10]);
});

test('colours of radii change abruptly where stability ends, and the bar has the same', () => {
  const scale = new RadiusScale(Float32Array.of(0.5, 1.7, NaN), 1e-6);
  assert.deepEqual([scale.top, scale.isOpen, scale.hasGaps], [2, false, true]);
  assert.equal(scale.isStable(1 + 1e-6), true);
  assert.equal(scale.isStable(NaN), false);
  for (const radius of [0, 0.3, 0.99, 1.01, 1.6, 2])
    scale.colour(radius).forEach((part, i) => assert(Math.abs(part - scale.colourAt(scale.placeOf(radius))[i]) < 1e-9));
  const lightness = (radius) => scale.colour(radius).reduce((sum, part) => sum + part);
  assert(lightness(1 + 2e-6) - lightness(1) > 300);
  assert.deepEqual(scale.colour(NaN), [189, 189, 189]);
  assert.deepEqual(new RadiusScale([0, 20], 0).marks.map((mark) => new RadiusScale([0, 20], 0).markText(mark)), ['0', '0.5', 'ρ = 1', '2', '5', '≥ 10']);
});
