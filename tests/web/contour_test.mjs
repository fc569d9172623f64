// SPDX-License-Identifier: MIT
// The line ρ = 1 of charts. Run with node, from anywhere.
import assert from 'node:assert';
import { contour } from '../../web/common/contour.js';

// a cone about (10, 8): the level 5 is a circle
const columns = 21, rows = 17;
const cone = Float32Array.from({ length: columns * rows }, (_, i) => Math.hypot((i % columns) - 10, Math.floor(i / columns) - 8));
const circle = contour(cone, columns, 5);
let length = 0;
for (const [x0, y0, x1, y1] of circle) {
  // between cells one apart a circle of radius 5 leaves its chord by 1/(8 · 5) at most
  for (const [x, y] of [[x0, y0], [x1, y1]]) assert(Math.abs(Math.hypot(x - 10, y - 8) - 5) < 0.025, `${x}, ${y}`);
  length += Math.hypot(x1 - x0, y1 - y0);
}
assert(Math.abs(length - 10 * Math.PI) < 0.3, `a circle of length ${length}`);

// no line where nothing passes the level, and none through cells without a value
assert.deepEqual(contour(cone, columns, 100), []);
assert.deepEqual(contour(Float32Array.of(0, NaN, 2, 2), 2, 1), []);
// a saddle is crossed by two pieces
assert.equal(contour(Float32Array.of(0, 2, 2, 0), 2, 1).length, 2);
