// SPDX-License-Identifier: MIT
// Rods in a scene: the curve through their nodes, and all shapes that show it.

const directorColours = ['#d55e00', '#009e73']; // those of the axes x and y
const forceColour = '#c4205f';

/**
 * A smooth curve through the nodes of a rod: cubic pieces whose slopes at the nodes are those of the parabola through
 * three neighbours. Returns points with directors and tangents, `pieces` between two nodes.
 */
function rodCurve({ nodes, directors }, stations, pieces) {
  const last = nodes.length - 1;
  const secant = (i) => minus(nodes[i + 1], nodes[i]).map((part) => part / (stations[i + 1] - stations[i]));
  const slopes = nodes.map((_, i) => {
    if (last === 1) return secant(0);
    // at an end the parabola of the first or last three
    const j = Math.min(last - 1, Math.max(1, i));
    const [before, after] = [secant(j - 1), secant(j)];
    const [h, k] = [stations[j] - stations[j - 1], stations[j + 1] - stations[j]];
    const middle = before.map((part, axis) => (k * part + h * after[axis]) / (h + k));
    if (i === j) return middle;
    return minus((i < j ? before : after).map((part) => 2 * part), middle);
  });
  const points = [];
  for (let i = 0; i < last; ++i) {
    const h = stations[i + 1] - stations[i];
    for (let piece = i === 0 ? 0 : 1; piece <= pieces; ++piece) {
      const s = piece / pieces;
      const weights = [(1 + 2 * s) * (1 - s) ** 2, h * s * (1 - s) ** 2, s * s * (3 - 2 * s), h * s * s * (s - 1)];
      const rates = [6 * s * (s - 1) / h, (1 - s) * (1 - 3 * s), 6 * s * (1 - s) / h, s * (3 * s - 2)];
      const parts = [nodes[i], slopes[i], nodes[i + 1], slopes[i + 1]];
      const sum = (factors) => [0, 1, 2].map((axis) => factors.reduce((all, f, n) => all + f * parts[n][axis], 0));
      points.push({
        at: sum(weights),
        tangent: unit(sum(rates)),
        director: unit(plus(directors[i], minus(directors[i + 1], directors[i]), s)),
      });
    }
  }
  return points;
}

/** With three digits, all shown so that they do not flicker, and the prefix that suits. */
function forceText(newtons) {
  const [factor, symbol] = newtons >= 1e6 ? [1e-6, 'MN'] : newtons >= 1e3 ? [1e-3, 'kN']
    : newtons >= 0.1 ? [1, 'N'] : newtons >= 1e-4 ? [1e3, 'mN'] : [1e6, 'µN'];
  const value = newtons * factor;
  return `${value >= 100 ? Math.round(value) : value.toPrecision(3)} ${symbol}`;
}

class RodStage {
  constructor(data, motion) {
    Object.assign(this, { data, motion });
    this.showDirectors = false;
    this.showForces = true;
  }

  get hasForces() {
    return this.data.rods.some((rod) => rod.ends.some((end) => end.force));
  }

  /** Points that show where the rods are. */
  pointsAt(place) {
    return this.data.rods.flatMap((_, i) => this.motion.rodAt(i, place).nodes);
  }

  /** Metres for a newton: most forces, nineteen of twenty at the places given, are no longer than a fifth of the scene. */
  measureForces(places, size) {
    const all = places.flatMap((place) => this.data.rods.flatMap((_, i) =>
      [0, 1].map((end) => this.motion.forceAt(i, place, end)).filter(Boolean).map((force) => Math.hypot(...force))));
    all.sort((a, b) => a - b);
    this.large = all.length ? all[Math.floor(0.95 * (all.length - 1))] || all[all.length - 1] : 0;
    this.reach = this.large > 0 ? 0.2 * size / this.large : 0;
  }

  /** Where arrows begin and end, with the vectors. */
  forcesAt(place) {
    return this.data.rods.flatMap((rod, i) => rod.ends.flatMap((_, end) => {
      const force = this.motion.forceAt(i, place, end);
      if (!force) return [];
      const from = this.motion.nodeAt(i, place, end === 0 ? 0 : rod.stations.length - 1);
      return [{ rod, end, force, from, to: plus(from, force, this.reach) }];
    }));
  }

  addTo(shapes, camera, place, lift) {
    this.data.rods.forEach((rod, i) => this.addRod(shapes, camera, rod, this.motion.rodAt(i, place), lift));
  }

  addRod(shapes, camera, rod, shape, lift) {
    const pieces = Math.max(1, Math.min(8, Math.round(100 / (rod.stations.length - 1))));
    const points = rodCurve(shape, rod.stations, pieces);
    for (const point of points) {
      point.pixel = camera.project(point.at);
      if (!point.pixel) continue;
      // a thin rod is drawn as wide as can be seen
      const scale = camera.scaleAt(point.pixel[2]);
      point.width = Math.max(6.5, 2 * rod.radius * scale);
      point.radius = point.width / 2 / scale;
    }
    const middle = Math.floor(points.length / 2);
    for (let i = 1; i < points.length; ++i) {
      const [a, b] = [points[i - 1], points[i]];
      if (!a.pixel || !b.pixel) continue;
      const isCut = (i === 1 && rod.ends[0].kind === 'clamped')
        || (i === points.length - 1 && rod.ends[1].kind === 'clamped');
      shapes.push(new Tube(rod, [a.pixel, b.pixel], (a.pixel[2] + b.pixel[2]) / 2,
        { width: (a.width + b.width) / 2, isCut, isNamed: i === middle }));
    }
    if (this.showDirectors) this.addDirectors(shapes, camera, rod, points);
    this.addEnd(shapes, camera, rod, 0, points[0], lift);
    this.addEnd(shapes, camera, rod, 1, points[points.length - 1], lift);
  }

  /** A line along d₁ on the surface, dashed where the tube hides it, and here and there d₁ and d₂ themselves. */
  addDirectors(shapes, camera, rod, points) {
    const owner = { name: `${rod.name}: d₁ orange, d₂ green` };
    const onSurface = ({ at, director, radius }) => plus(at, director, radius);
    const eye = plus(camera.target, camera.toward, camera.distance);
    for (let i = 1; i < points.length; ++i) {
      const [a, b] = [points[i - 1], points[i]];
      const isHidden = dot(b.director, minus(eye, b.at)) < 0;
      if (!a.pixel || !b.pixel || (isHidden && i % 4 > 1)) continue;
      const path = [a, b].map((point) => camera.project(onSurface(point)));
      if (!path[0] || !path[1]) continue;
      // before the pieces of the tube on both sides
      const near = Math.max(a.pixel[2], b.pixel[2]) + 2 * b.radius + Math.hypot(...minus(b.at, a.at));
      shapes.push(new Stroke(owner, path, near,
        { width: isHidden ? 1 : Math.max(1.6, 0.14 * b.width), colour: directorColours[0], rim: 0 }));
    }
    const apart = Math.max(1, Math.round((points.length - 1) / 20));
    const step = Math.max(...points.slice(1).map(({ at }, i) => Math.hypot(...minus(at, points[i].at))));
    for (let i = 0; i < points.length; i += apart) {
      const { at, director, tangent, pixel, radius, width } = points[i];
      if (!pixel) continue;
      const reach = radius * (1 + Math.max(26 / width, 0.5));
      [director, unit(cross(tangent, director))].forEach((axis, d) => {
        const path = [pixel, camera.project(plus(at, axis, reach))];
        if (!path[1]) return;
        // one that points to the eye lies before the tube, any other behind it
        const near = pixel[2] + (path[1][2] > pixel[2] ? 1 : -1) * apart * step;
        shapes.push(new Stroke(owner, path, near, { width: d === 0 ? 2 : 1.5, colour: directorColours[d], rim: 0 }));
      });
    }
  }

  /** How an end is held. */
  addEnd(shapes, camera, rod, end, { at, tangent, director, pixel, width }, lift) {
    const { kind, ground } = rod.ends[end];
    if (!pixel || kind === 'free') return;
    const owner = { name: `${rod.name}.${end === 0 ? 'start' : 'end'}, ${kind}` };
    if (kind === 'hinged') {
      shapes.push(new Circle(owner, [pixel[0], pixel[1], pixel[2] + lift],
        { radius: Math.max(4.5, 0.45 * width), fill: 'page', edge: 'ink' }));
      return;
    }
    // a collar around the end, and a wall behind it where the ground holds it
    const perPixel = 1 / camera.scaleAt(pixel[2]);
    const away = tangent.map((part) => (end === 0 ? part : -part));
    const [half, depth] = [0.5 * width + 3, Math.max(6, 0.35 * width)]; // px
    const across = unit(cross(away, director));
    const upright = cross(away, across);
    const ring = (along) => Array.from({ length: 24 }, (_, i) => {
      const [c, s] = [Math.cos(i * Math.PI / 12), Math.sin(i * Math.PI / 12)].map((part) => half * perPixel * part);
      return camera.project(plus(plus(plus(at, away, along * perPixel), across, c), upright, s));
    });
    const rings = [ring(-2), ring(depth)];
    if (rings.flat().includes(null)) return;
    const near = pixel[2] + half * perPixel;
    shapes.push(new Block(owner, outline(rings.flat()), near, { fill: 'steel', edge: 'ink' }));
    if (!ground) return;
    const ahead = camera.project(plus(at, away, depth * perPixel));
    const [dx, dy] = [ahead[0] - pixel[0], ahead[1] - pixel[1]];
    const length = Math.hypot(dx, dy);
    const [x, y] = length > 1e-3 ? [dx / length, dy / length] : [0, -1];
    // seen along its axis the collar is a disc, and reaches farther back
    const slant = Math.min(1, length / depth);
    const back = 2 * slant + half * Math.sqrt(1 - slant * slant) + 1;
    shapes.push(new Wall(owner, [pixel[0] - back * x, pixel[1] - back * y, pixel[2] - lift], [x, y], half + 9));
  }

  /** Arrows lie before all else. */
  addForces(shapes, camera, place) {
    if (!this.showForces || !(this.reach > 0)) return;
    for (const { rod, end, force, from, to } of this.forcesAt(place)) {
      const path = [camera.project(from), camera.project(to)];
      const size = Math.hypot(...force);
      // nothing beside the others
      if (!path[0] || !path[1] || size < 1e-4 * this.large) continue;
      const parts = force.map((part) => forceNumber(part)).join(', ');
      const owner = { name: `on what holds ${rod.name}.${end === 0 ? 'start' : 'end'}: [${parts}] N` };
      shapes.push(new Arrow(owner, path, Infinity, { colour: forceColour, text: forceText(size) }));
    }
  }

  /** Ends hinged to the ground, and where the middle of their rod is seen from there, at the places given. */
  hinges(places) {
    return this.data.rods.flatMap((rod, i) => rod.ends.flatMap(({ kind, ground }, end) => {
      if (kind !== 'hinged' || !ground) return [];
      const last = rod.stations.length - 1;
      const point = this.motion.nodeAt(i, places[0], end * last);
      const arms = places.map((place) => minus(this.motion.nodeAt(i, place, Math.round(last / 2)), point));
      return [{ owner: rod, point, arms }];
    }));
  }
}

function forceNumber(newtons) {
  return String(Number(newtons.toPrecision(3))).replace('-', '−');
}
