// SPDX-License-Identifier: MIT
// One picture: grid, traces, shapes, names, axes and scale.

/** The colours of the page as they are now; those of a mechanism are made lighter on a dark page. */
class Theme {
  constructor(root) {
    const style = getComputedStyle(root);
    for (const name of ['page', 'ink', 'soft', 'grid', 'ground', 'steel'])
      this[name] = style.getPropertyValue(`--animation-${name}`).trim();
    this.font = style.fontFamily;
    this.dark = this.lightness(this.page) < 0.4;
  }

  parts(hex) {
    return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  }

  /** Red, green and blue of a colour "#rrggbb" as it is seen on this page, from 0 to 1. */
  shownParts(hex) {
    if (!this.dark) return this.parts(hex);
    const share = this.lightness(hex) < 0.1 ? 0.8 : 0.25;
    return this.parts(hex).map((part) => part + share * (1 - part));
  }

  lightness(hex) {
    const [red, green, blue] = this.parts(hex);
    return 0.3 * red + 0.6 * green + 0.1 * blue;
  }

  /** A name of the theme, or a colour "#rrggbb" as it is seen on this page. */
  shown(colour) {
    if (colour[0] !== '#') return this[colour];
    return `rgb(${this.shownParts(colour).map((part) => Math.round(255 * part)).join()})`;
  }
}

/** The largest of 1, 2, 5 times a power of ten that is not above a value. */
function roundStep(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [5, 2, 1].find((digit) => digit * power <= value * (1 + 1e-9));
}

function lengthText(metres) {
  if (metres >= 1000) return `${metres / 1000} km`;
  if (metres >= 0.1) return `${Number(metres.toPrecision(1))} m`;
  if (metres >= 1e-3) return `${Number((metres * 1e3).toPrecision(1))} mm`;
  return `${Number((metres * 1e6).toPrecision(1))} µm`;
}

/** Whether a body or a rod owns a shape, not what joins or marks them. */
const isPart = (owner) => owner.lines !== undefined || owner.stations !== undefined;

class Painter {
  constructor(root, canvas, scene, camera) {
    Object.assign(this, { root, canvas, scene, camera });
    this.context = canvas.getContext('2d');
    this.traced = new Set(scene.data.traces.filter((one) => one.shown));
    this.paths = new Map();
    // more would cover what they name, and so would those between the values of forces
    this.showNames = scene.data.bodies.length + scene.data.rods.length <= 8 && !scene.rods.hasForces;
    this.shapes = [];
  }

  /** Draws everything at a time; `pointer` is where the mouse is, or null. */
  paint(time, pointer) {
    const { context, camera } = this;
    this.theme = new Theme(this.root);
    const density = this.canvas.width / camera.width;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, camera.width, camera.height);
    const place = this.scene.motion.place(time);
    const cell = camera.planar ? this.paintGrid() : this.paintFloor();
    this.shapes = this.scene.shapesAt(place, camera);
    const marked = pointer && this.ownerAt(pointer[0], pointer[1]);
    for (const one of this.traced) this.paintTrace(one, place);
    for (const shape of this.shapes) shape.draw(context, this.theme, shape.owner === marked);
    for (const shape of this.shapes) if (shape.text) this.paintValue(shape);
    if (this.showNames) this.paintNames();
    this.paintAxes();
    this.paintScale(cell);
    if (marked && marked.name) this.paintLabel(marked.name, pointer[0] + 14, pointer[1] - 14, true);
    return marked;
  }

  /** Whose shape is at a pixel, or nothing; bodies and rods before what joins them, within a finger's breadth. */
  ownerAt(x, y) {
    let best = null;
    let least = 9; // px
    for (const shape of this.shapes) {
      const distance = Math.max(0, shape.distance(x, y)) + (isPart(shape.owner) ? 0 : 1.5);
      if (distance <= least) [best, least] = [shape.owner, distance];
    }
    return best;
  }

  strokeLines(lines) {
    this.context.beginPath();
    for (const [from, to] of lines) {
      if (!from || !to) continue;
      this.context.moveTo(from[0], from[1]);
      this.context.lineTo(to[0], to[1]);
    }
    this.context.stroke();
  }

  /** Lines of the page at round coordinates; returns their distance, m. */
  paintGrid() {
    const { camera, context } = this;
    const cell = roundStep(150 / camera.scale);
    context.strokeStyle = this.theme.grid;
    context.lineWidth = 1;
    const lines = [];
    const along = (axis, length, sign, line) => {
      const middle = dot(camera.target, axis);
      const half = length / 2 / camera.scale;
      for (let i = Math.ceil((middle - half) / cell); i * cell <= middle + half; ++i)
        lines.push(line(Math.round(length / 2 + sign * (i * cell - middle) * camera.scale) + 0.5));
    };
    along(camera.right, camera.width, 1, (x) => [[x, 0], [x, camera.height]]);
    along(camera.up, camera.height, -1, (y) => [[0, y], [camera.width, y]]);
    this.strokeLines(lines);
    return cell;
  }

  /** A level floor below everything; returns the size of its squares, m. */
  paintFloor() {
    const { camera, scene, context } = this;
    const axes = [camera.first, camera.second, camera.vertical];
    if (!this.floor) {
      const cell = roundStep(scene.size / 2.5);
      const ranges = axes.map((axis) => {
        let [low, high] = [Infinity, -Infinity];
        for (const point of scene.cloud) {
          low = Math.min(low, dot(point, axis));
          high = Math.max(high, dot(point, axis));
        }
        return scene.cloud.length ? [Math.floor(low / cell - 0.6), Math.ceil(high / cell + 0.6), low] : [-2, 2, 0];
      });
      this.floor = { cell, ranges, level: ranges[2][2] - 0.08 * scene.size };
    }
    const { cell, ranges, level } = this.floor;
    const at = (i, j) => camera.project(
      plus(plus(axes[2].map((part) => part * level), axes[0], i * cell), axes[1], j * cell));
    const [[left, right], [front, back]] = ranges;
    const lines = [];
    for (let i = left; i <= right; ++i) lines.push([at(i, front), at(i, back)]);
    for (let j = front; j <= back; ++j) lines.push([at(left, j), at(right, j)]);
    context.strokeStyle = this.theme.grid;
    context.lineWidth = 1;
    this.strokeLines(lines);
    return cell;
  }

  /** The way of a point up to now. */
  paintTrace(one, place) {
    const { context, camera } = this;
    const { motion } = this.scene;
    const at = (where) => {
      if (one.at.rod !== undefined) return motion.nodeAt(one.at.rod, where, one.at.node);
      const [body, point] = one.at;
      return body < 0 ? point : placed(motion.bodyAt(body, where), point);
    };
    if (!this.paths.has(one))
      this.paths.set(one, Array.from({ length: motion.frames }, (_, frame) => at({ frame, share: 0 })));
    const way = this.paths.get(one).slice(0, place.frame + 1);
    way.push(at(place));
    context.strokeStyle = this.theme.shown(one.colour);
    context.lineWidth = 1.6;
    context.lineJoin = 'round';
    context.globalAlpha = 0.75;
    trace(context, way.map((step) => camera.project(step)).filter(Boolean));
    context.stroke();
    context.globalAlpha = 1;
  }

  /** The name of every body beside the middle of what is seen of it, and that of every rod beside its middle. */
  paintNames() {
    const sums = new Map();
    for (const { owner, path, x, y, isNamed } of this.shapes) {
      if (!isPart(owner) || !owner.name || isNamed === false) continue;
      const sum = sums.get(owner) || [0, 0, 0];
      for (const pixel of path || [[x, y]]) {
        sum[0] += pixel[0];
        sum[1] += pixel[1];
        sum[2] += 1;
      }
      sums.set(owner, sum);
    }
    for (const [owner, [x, y, count]] of sums) this.paintLabel(owner.name, x / count + 12, y / count - 14, false);
  }

  /** The text of an arrow, beyond its tip, where that is seen. */
  paintValue({ text, path: [[ax, ay], [bx, by]] }) {
    if (bx < 0 || bx > this.camera.width || by < 0 || by > this.camera.height) return;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [x, y] = [(bx - ax) / length, (by - ay) / length];
    this.context.font = `12.5px ${this.theme.font}`;
    const width = this.context.measureText(text).width;
    this.paintLabel(text, bx + (8 + width / 2) * x - width / 2, by + 14 * y, false);
  }

  paintLabel(text, x, y, framed) {
    const { context, theme, camera } = this;
    context.font = `${framed ? 14 : 12.5}px ${theme.font}`;
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    const width = context.measureText(text).width;
    const left = Math.max(4, Math.min(x, camera.width - width - 14));
    const middle = Math.max(14, y);
    if (framed) {
      context.beginPath();
      context.roundRect(left - 6, middle - 11, width + 12, 22, 5);
      context.fillStyle = theme.page;
      context.fill();
      context.strokeStyle = theme.soft;
      context.lineWidth = 1;
      context.stroke();
    } else {
      context.strokeStyle = theme.page;
      context.lineWidth = 3.5;
      context.strokeText(text, left, middle + 0.5);
    }
    context.fillStyle = theme.ink;
    context.fillText(text, left, middle + 0.5);
  }

  /** Directions of the ground axes, at the lower left. */
  paintAxes() {
    const { context, camera, theme } = this;
    const origin = [52, camera.height - 52];
    const axes = ['x', 'y', 'z'].slice(0, camera.planar ? 2 : 3).map((name, i) => {
      const axis = [0, 1, 2].map((j) => (i === j ? 1 : 0));
      return { name, colour: ['#d55e00', '#009e73', '#0072b2'][i],
        x: dot(axis, camera.right), y: -dot(axis, camera.up), near: dot(axis, camera.toward) };
    });
    axes.sort((a, b) => a.near - b.near);
    context.font = `13px ${theme.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const { name, colour, x, y } of axes) {
      context.strokeStyle = context.fillStyle = theme.shown(colour);
      context.lineWidth = 2;
      const tip = [origin[0] + 30 * x, origin[1] + 30 * y];
      this.strokeLines([[origin, tip]]);
      const length = Math.hypot(x, y);
      if (length > 0.2) {
        const [a, b] = [x / length, y / length];
        trace(context, [[tip[0] + 5 * a, tip[1] + 5 * b], [tip[0] - 4 * a - 4 * b, tip[1] - 4 * b + 4 * a],
          [tip[0] - 4 * a + 4 * b, tip[1] - 4 * b - 4 * a]]);
        context.fill();
      }
      context.fillText(name, origin[0] + 42 * x, origin[1] + 42 * y + (length > 0.2 ? 0 : -10));
    }
  }

  /** A bar as long as one square of the grid, or what a square measures. */
  paintScale(cell) {
    const { context, camera, theme } = this;
    const [right, bottom] = [camera.width - 18, camera.height - 20];
    context.font = `13px ${theme.font}`;
    context.textBaseline = 'bottom';
    context.textAlign = 'right';
    context.fillStyle = theme.soft;
    context.fillText(camera.planar ? lengthText(cell) : `squares of ${lengthText(cell)}`, right, bottom - 5);
    if (!camera.planar) return;
    context.strokeStyle = theme.soft;
    context.lineWidth = 1.5;
    const left = right - cell * camera.scale;
    this.strokeLines([[[left, bottom], [right, bottom]], [[left, bottom - 4], [left, bottom + 4]],
      [[right, bottom - 4], [right, bottom + 4]]]);
  }
}
