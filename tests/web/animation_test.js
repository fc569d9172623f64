// SPDX-License-Identifier: MIT
// What the page computes itself: numbers unpacked, poses and rods between frames, pixels. Run with node, from anywhere.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, '../../web/animation');
const read = (name) => fs.readFileSync(path.join(folder, `${name}.js`), 'utf8');
const scripts = ['motion', 'camera', 'shapes', 'tubes', 'rods', 'scene', 'painter', 'player', 'pointer'];
const { Motion, Camera, Scene, Tube, Arrow, Stroke, Support, Wall, zigzag, roundStep, lengthText, placed, dot, cross,
  rodCurve, outline, tubeShade, forceText, Mass, Painter } = new Function(
  `${scripts.map(read).join('')}
  return { Motion, Camera, Scene, Tube, Arrow, Stroke, Support, Wall, zigzag, roundStep, lengthText, placed, dot, cross,
    rodCurve, outline, tubeShade, forceText, Mass, Painter };`)();

const packed = (numbers, ArrayType) => Buffer.from(new ArrayType(numbers).buffer).toString('base64');
const isNear = (value, wanted, tolerance) =>
  wanted.forEach((number, i) => assert(Math.abs(value[i] - number) <= tolerance, `${value} is not ${wanted}`));
const float = 1e-6; // a few units in the last place of numbers about 1 in 4 bytes

// a body that goes along x and turns about z, by a right angle in each frame
const turns = [0, Math.PI / 2, Math.PI, -Math.PI / 2];
const body = { name: 'bar', lines: [{ points: [[-1, 0, 0], [1, 0, 0]], width: 6 }], discs: [], dots: [],
  motion: [packed([0, 1, 2, 3], Float32Array), 0.5, 0, 0, 0, packed(turns, Float32Array)] };
const data = { planar: true, times: packed([0, 1, 3, 4], Float64Array), bodies: [body], rods: [], links: [],
  joints: [], traces: [] };
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

// the scale at a distance is that of lengths across the view there
const deep = new Camera(false, [0, 0, -1]);
deep.fit([[0, 0, 0], [1, 1, 1]]);
for (const near of [-0.5, 0, 0.8]) {
  const at = deep.target.map((part, i) => part + near * deep.toward[i]);
  const [from, to] = [at, at.map((part, i) => part + 0.3 * deep.right[i])].map((point) => deep.project(point));
  isNear([(to[0] - from[0]) / 0.3 / deep.scaleAt(from[2])], [1], 1e-12);
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
// a rod of three nodes along x that rises by 1 from the first frame to the second; its director turns from z to y
const rod = { name: 'cable', colour: '#59616c', radius: 0.01, stations: [0, 0.5, 1],
  places: [packed([0, 1, 2, 0, 1, 2], Float32Array), 0, packed([0, 0, 0, 1, 1, 1], Float32Array)],
  directors: [0, packed([0, 0, 0, 127, 127, 127], Int8Array), packed([127, 127, 127, 0, 0, 0], Int8Array)],
  ends: [{ kind: 'hinged', ground: true, force: [0, 0, packed([-3, -4], Float32Array)] },
    { kind: 'free', ground: true }] };
const rodData = { planar: false, times: packed([0, 1], Float64Array), bodies: [], rods: [rod], links: [], joints: [],
  traces: [] };
const rodMotion = new Motion(rodData);
const half = rodMotion.rodAt(0, rodMotion.place(0.5));
half.nodes.forEach((node, i) => isNear(node, [i, 0, 0.5], float));
for (const director of half.directors) isNear(director, [0, Math.SQRT1_2, Math.SQRT1_2], float);
isNear(rodMotion.nodeAt(0, rodMotion.place(9), 2), [2, 0, 1], float);
isNear(rodMotion.forceAt(0, rodMotion.place(0.5), 0), [0, 0, -3.5], float);
assert.equal(rodMotion.forceAt(0, rodMotion.place(0.5), 1), null);

// slopes of parabolas through three nodes make the curve of nodes on a parabola that parabola, however they are spaced
const stations = [0, 0.1, 0.4, 0.7, 1];
const parabola = (s) => [s, 2 * s * s - s, 0];
const curve = rodCurve({ nodes: stations.map(parabola), directors: stations.map(() => [0, 0, 1]) }, stations, 4);
assert.equal(curve.length, 17);
for (const { at, tangent, director } of curve) {
  isNear(at, parabola(at[0]), 1e-14); // sums of four numbers of about 1
  const slope = 4 * at[0] - 1;
  isNear(tangent, [1 / Math.hypot(1, slope), slope / Math.hypot(1, slope), 0], 1e-14);
  isNear(director, [0, 0, 1], 0);
}
stations.forEach((s, i) => isNear(curve[4 * i].at, parabola(s), 1e-15));
isNear(rodCurve({ nodes: [[0, 0, 0], [2, 0, 0]], directors: [[0, 0, 1], [0, 1, 0]] }, [0, 1], 2)[1].at, [1, 0, 0], 0);

// the tube is whole, in order of distance, with one name; its arrow lies on top and is read in newtons
const rodScene = new Scene(rodData, rodMotion);
const view = new Camera(false, [0, 0, -1]);
[view.width, view.height] = [800, 600];
view.fit(rodScene.cloud);
const kinds = (Kind, shapes) => shapes.filter((shape) => shape instanceof Kind);
const shapes = rodScene.shapesAt(rodMotion.place(1), view);
const tubes = kinds(Tube, shapes);
assert.equal(tubes.length, 16); // eight pieces between two nodes
assert.equal(tubes.filter((tube) => tube.isNamed).length, 1);
for (const tube of tubes) assert(tube.width >= 6.5 && tube.distance(...tube.path[0]) < 0);
tubes.slice(1).forEach((tube, i) => assert(tube.near >= tubes[i].near));
assert(shapes[shapes.length - 1] instanceof Arrow);
assert.equal(shapes[shapes.length - 1].text, '4.00 N');
assert(shapes[shapes.length - 1].owner.name.endsWith('cable.start: [0, 0, −4] N'));
// a thick rod has its own width in pixels
rod.radius = 0.2;
const thick = kinds(Tube, rodScene.shapesAt(rodMotion.place(1), view));
// along a piece of 1/8 m, seen from more than 5 m, the width varies by 2 %: the mean is that of the middle up to 1e-4
for (const tube of thick) assert(Math.abs(tube.width / (0.4 * view.scaleAt(tube.near)) - 1) < 1e-4);
rod.radius = 0.01;

// both can be switched: forces are seen at first, directors are not
assert.equal(kinds(Stroke, shapes).length, 0);
rodScene.rods.showDirectors = true;
rodScene.rods.showForces = false;
const switched = rodScene.shapesAt(rodMotion.place(1), view);
assert.equal(kinds(Arrow, switched).length, 0);
const colours = kinds(Stroke, switched).map((stroke) => stroke.colour);
// d₂ at every point of the curve, d₁ there and along the surface
assert.equal(colours.filter((colour) => colour === '#009e73').length, 17);
assert(colours.filter((colour) => colour === '#d55e00').length > 17);

// nearly all arrows reach no farther than a fifth of the scene, and the page shows them whole
assert(Math.abs(rodScene.rods.reach * rodScene.rods.large - 0.2 * rodScene.size) < 1e-12);
for (const { to } of rodScene.rods.forcesAt(rodMotion.place(0))) {
  const [x, y] = view.project(to);
  assert(x > 0 && x < 800 && y > 0 && y < 600);
}
assert(Math.min(...rodScene.cloud.map((point) => point[2])) < -0.1 * rodScene.size); // at first it pulls down from z = 0
// a hinge on the ground stands on it
assert.equal(kinds(Support, shapes).length, 1);

// the ground of a wall is where the rod does not go
for (let i = 0; i < 16; ++i) {
  const direction = [Math.cos(i * Math.PI / 8 + 0.01), Math.sin(i * Math.PI / 8 + 0.01)];
  const lines = [];
  const context = { beginPath() {}, stroke() {}, moveTo() {}, lineTo: (...to) => lines.push(to) };
  new Wall({}, [0, 0, 0], direction, 15).draw(context, {});
  // the first stroke is the wall itself, the others go into it by 6 px
  assert(lines.length > 3);
  for (const [x, y] of lines.slice(1)) assert(Math.abs(x * direction[0] + y * direction[1] + 6) < 1e-9);
}

// a point mass is a disc in quarters; a rod that is rigid is a bar, a line without matter is thin and dashed
const link = (kind) => ({ name: kind, kind, ends: [[0, [0, 0, 0]], [-1, [0, 0, 0]]] });
const massData = { ...data, bodies: [{ ...body, discs: [[0, 0, 0]], dots: [] }], links: [link('rod'), link('line')] };
const massScene = new Scene(massData, motion);
const flat = new Camera(true, [0, -1, 0]);
[flat.width, flat.height] = [800, 600];
flat.fit(massScene.cloud);
const masses = massScene.shapesAt(motion.place(3), flat);
assert.equal(kinds(Mass, masses).length, 1);
const wedges = [];
const pen = { beginPath() {}, fill() { wedges.push(this.fillStyle); }, stroke() {}, moveTo() {}, arc() {} };
kinds(Mass, masses)[0].draw(pen, { page: 'paper', shown: (colour) => colour });
assert.deepEqual(wedges.slice(1), ['paper', 'paper']);
const strokes = new Map(kinds(Stroke, masses).map((stroke) => [stroke.owner.name, stroke]));
assert(strokes.get('rod').width > 2 * strokes.get('line').width);
assert.deepEqual([strokes.get('rod').dash, strokes.get('line').dash], [[], [6, 4]]);
// names are seen at first where they are few, and no values of forces stand between them
const shows = (scene) => new Painter(null, { getContext: () => null }, scene, flat).showNames;
assert.deepEqual([shows(massScene), shows(rodScene), shows(new Scene({ ...data, bodies: new Array(9).fill(body) }, new Motion({ ...data, bodies: new Array(9).fill(body) })))],
  [true, false, false]);

// an outline has the corners alone, whatever lies within or along its sides
assert.deepEqual(outline([[1, 1], [0, 0], [2, 0], [1, 0], [2, 2], [0, 2], [0.5, 1.5]]), [[0, 0], [2, 0], [2, 2], [0, 2]]);

// light comes from above: across a level tube the upper side, against the normal, is the lighter one
const brightness = (side) => Number(tubeShade([0.4, 0.4, 0.4], [0, 1], side).match(/\d+/)[0]);
assert(brightness(-0.6) > brightness(0) && brightness(0) > brightness(0.6));
assert.deepEqual([1234, 14.08, 0.901, 0.0123, 3.2e-6].map(forceText),
  ['1.23 kN', '14.1 N', '0.901 N', '12.3 mN', '3.20 µN']);

console.log('animation: fine');
