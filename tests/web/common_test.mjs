// SPDX-License-Identifier: MIT
// What scripts of pages compute themselves: numbers unpacked and written, ticks. Run with node --test.
import assert from 'node:assert';
import test from 'node:test';
import { logTicks, logTickTexts } from '../../web/common/axes.js';
import { RadiusScale } from '../../web/common/colours.js';
import { boundsAfter, rangeUntil, timeUntil } from '../../web/common/first_view.js';
import { groupsOf } from '../../web/common/grouping.js';
import { axisTexts, counted, logTexts, powerOfTen, valueText } from '../../web/common/number_text.js';
import { Signals } from '../../web/common/signals.js';
import { roundNumbers, roundPowers } from '../../web/common/ticks.js';
import { unitLabel, withUnit } from '../../web/common/units.js';

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
  assert.deepEqual(roundPowers(0.2, 11), [0.2, 0.5, 1, 2, 5, 10]);
  assert.deepEqual(roundPowers(0.09, 11), [0.1, 1, 10]);
  assert.deepEqual(roundPowers(1e-20, 1e20, 5), [1e-16, 1e-8, 1, 1e8, 1e16]);
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

test('ticks of logarithmic axes are powers of ten, or plain numbers where they are close', () => {
  assert.deepEqual(logTexts([1e-3, null, 1e-2, 1, 1e12]), ['10⁻³', '', '10⁻²', '10⁰', '10¹²']);
  assert.deepEqual(logTexts([0.01, 0.02, 0.05, 0.1]), ['0.01', '0.02', '0.05', '0.1']);
  assert.deepEqual(logTexts([1e-5, 2e-5, -5e6]), ['10⁻⁵', '2·10⁻⁵', '−5·10⁶']);
  assert.equal(powerOfTen(-123), '10⁻¹²³');
  // no power of ten is between them
  assert.deepEqual(logTickTexts(logTicks(2.4, 3.8, 4)), ['2.5', '3.0', '3.5']);
});

test('the first view ends a fifth after the alarm, and is three times as high as what was before', () => {
  assert.deepEqual(timeUntil(5, { min: 0, max: 10 }), { min: 0, max: 6 });
  assert.deepEqual(timeUntil(9, { min: 0, max: 10 }), { min: 0, max: 10 });
  assert.deepEqual(timeUntil(2, { min: 2, max: 12 }), { min: 2, max: 2.1 });
  const lines = [{ x: [0, 1, 2, 3], y: [1, null, -1, 1e9] }, { x: [0, 2.5], y: [3, NaN] }];
  assert.deepEqual(rangeUntil(lines, 2.5), [-1, 3]);
  assert.deepEqual(boundsAfter(lines, 2.5), [-5, 7]);
  assert.equal(boundsAfter([{ x: [0, 1], y: [2, 2] }], 1), null);
});

test('signals share a plot with those of their unit, or of their size', () => {
  const signals = [['a', 'm', 0], ['b', '', 5000], ['c', '', 0.02], ['d', '', 700], ['e', 'm', 0], ['zero', '', 0], ['f', '1', 3e5], ['g', '', 0.15]]
    .map(([name, unit, size]) => ({ name, unit, size }));
  assert.deepEqual(groupsOf(signals).map(({ signals: group }) => group.map(({ name }) => name).join()), ['a,e', 'b,d', 'c,zero,g', 'f']);
  assert.deepEqual([unitLabel(''), unitLabel('1'), unitLabel('m'), unitLabel('kg/s')], ['value', 'value', 'position (m)', '(kg/s)']);
  assert.deepEqual([withUnit('scheme.step', 's'), withUnit('scheme.order', ''), withUnit('x', '1')], ['scheme.step (s)', 'scheme.order', 'x']);
});

test('a port that is published is known to be the same', () => {
  const numbers = (value) => packed([value, 2, 3], Float32Array);
  const table = new Signals({
    time: packed([0, 1, 2], Float64Array),
    signals: [
      { name: 'cart.position', unit: 'm', offset: 0, scale: 1, values: numbers(1) },
      { name: 'cart.velocity', unit: 'm/s', offset: 0, scale: 1, values: numbers(4) },
      { name: 'x_cart', unit: 'm', same: 0 },
      { name: 'rest.position', unit: 'm', constant: 0 },
      { name: 'x_rest', unit: 'm', same: 3 },
      { name: 'v_angle', unit: 'rad', same: 1 },
    ],
  });
  // what never changes may be the same by chance, and so may what has another unit
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((index) => table.isPublishedAgain(index)), [true, false, false, false, false, false]);
});
