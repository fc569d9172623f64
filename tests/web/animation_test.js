// SPDX-License-Identifier: MIT
// What the page computes itself: numbers unpacked, poses between frames, pixels. Run with node, from anywhere.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, '../../web/animation');
const read = (name) => fs.readFileSync(path.join(folder, `${name}.js`), 'utf8');
const { Motion, Camera, Scene, zigzag, roundStep, lengthText, placed, dot, cross } = new Function(
  `${['motion', 'camera', 'shapes', 'scene', 'painter', 'player', 'pointer'].map(read).join('')}
  return { Motion, Camera, Scene, zigzag, roundStep, lengthText, placed, dot, cross };`)();

const packed = (numbers, ArrayType) => Buffer.from(new ArrayType(numbers).buffer).toString('base64');
const isNear = (value, wanted, tolerance) =>
  wanted.forEach((number, i) => assert(Math.abs(value[i] - number) <= tolerance, `${value} is not ${wanted}`));
const float = 1e-6; // a few units in the last place of numbers about 1 in 4 bytes

// a body that goes along x and turns about z, by a right angle in each frame
const turns = [0, Math.PI / 2, Math.PI, -Math.PI / 2];
const body = { name: 'bar', lines: [{ points: [[-1, 0, 0], [1, 0, 0]], width: 6 }], discs: [], dots: [],
  motion: [packed([0, 1, 2, 3], Float32Array), 0.5, 0, 0, 0, packed(turns, Float32Array)] };
const data = { planar: true, times: packed([0, 1, 3, 4], Float64Array), bodies: [body], links: [], joints: [], traces: [] };
const motion = new Motion(data);
assert.deepEqual([motion.start, motion.end, motion.frames], [0, 4, 4]);

// times find their frames, also outside
assert.deepEqual(motion.place(2), { frame: 1, share: 0.5 });
assert.deepEqual(motion.place(-1), { frame: 0, share: 0 });
assert.deepEqual(motion.place(9), { frame: 2, share: 1 });

// at a frame the pose is that of the frame; between, position and angle are those of the share, the shorter way round
isNear(placed(motion.bodyAt(0, motion.place(1)), [1, 0, 0]), [1, 1.5, 0], float);
isNear(placed(motion.bodyAt(0, motion.place(0.5)), [1, 0, 0]), [0.5 + Math.SQRT1_2, 0.5 + Math.SQRT1_2, 0], float);
isNear(placed(motion.bodyAt(0, motion.place(3.5)), [1, 0, 0]), [2.5 - Math.SQRT1_2, 0.5 - Math.SQRT1_2, 0], float);

// down is down on the page, x to the right where it can be
for (const [down, right] of [[[0, -1, 0], [1, 0, 0]], [[0, 1, 0], [1, 0, 0]], [[1, 0, 0], [0, 1, 0]], [[-1, 0, 0], [0, 1, 0]]]) {
  const camera = new Camera(true, down);
  isNear(camera.right, right, 0);
  assert(camera.project(down)[1] > camera.project([0, 0, 0])[1]);
}
for (const down of [[0, 0, -1], [0, 1, 0], [-1, 0, 0], [0.6, 0, 0.8]]) {
  const camera = new Camera(false, down);
  camera.orbit(0.4, -0.7);
  // the picture is no mirror image: right, up and toward the eye are a right-handed frame
  isNear(cross(camera.right, camera.up), camera.toward, 1e-12);
  assert(Math.abs(dot(camera.right, down)) < 1e-12);
  camera.fit([[0, 0, 0], [1, 1, 1]]);
  assert(camera.project(down)[1] > camera.project([0, 0, 0])[1]);
}

// what is zoomed stays below the pointer, and everything is seen after a fit
const camera = new Camera(true, [0, -1, 0]);
[camera.width, camera.height] = [800, 600];
camera.fit(new Scene(data, motion).cloud);
for (const point of [[-1, 0.5, 0], [3, 1.5, 0]]) assert(camera.project(point)[0] > 0 && camera.project(point)[0] < 800);
const before = camera.project([1, 1, 0]);
camera.zoom(3, before[0], before[1]);
isNear(camera.project([1, 1, 0]), before, 1e-9);

// a spring begins and ends at its points
const path7 = zigzag([0, 0], [30, 40], 7, 7);
isNear(path7[0], [0, 0], 1e-12);
isNear(path7[path7.length - 1], [30, 40], 1e-12);

assert.deepEqual([0.13, 2, 49, 0.0099].map(roundStep).map(lengthText), ['0.1 m', '2 m', '20 m', '5 mm']);
console.log('animation: fine');
