// SPDX-License-Identifier: MIT
// What can be drawn: each shape knows its pixels, how near it is, whom it belongs to, and how far a pixel is from it.

/** Distance of a pixel from a path of pixels. */
function distanceToPath(path, x, y) {
  let least = Infinity;
  for (let i = 0; i < path.length; ++i) {
    const [ax, ay] = path[Math.max(0, i - 1)];
    const [bx, by] = path[i];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0;
    least = Math.min(least, Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y));
  }
  return least;
}

function trace(context, path) {
  context.beginPath();
  path.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
}

/** A stroke with a rim in the colour of the page, which parts it from what lies behind. */
class Stroke {
  constructor(owner, path, near, { width, colour, rim = 1.5, dash = [] }) {
    Object.assign(this, { owner, path, near, width, colour, rim, dash });
  }

  draw(context, theme, marked) {
    const width = this.width + (marked ? 3 : 0);
    trace(context, this.path);
    context.lineJoin = 'round';
    if (this.rim > 0) {
      context.lineCap = 'butt';
      context.strokeStyle = theme.page;
      context.lineWidth = width + 2 * this.rim;
      context.stroke();
    }
    context.lineCap = this.dash.length ? 'butt' : 'round';
    context.setLineDash(this.dash);
    context.strokeStyle = theme.shown(this.colour);
    context.lineWidth = width;
    context.stroke();
    context.setLineDash([]);
  }

  distance(x, y) {
    return distanceToPath(this.path, x, y) - this.width / 2;
  }
}

class Circle {
  constructor(owner, [x, y, near], { radius, fill, edge }) {
    Object.assign(this, { owner, x, y, near, radius, fill, edge });
  }

  draw(context, theme, marked) {
    context.beginPath();
    context.arc(this.x, this.y, this.radius + (marked ? 1.5 : 0), 0, 2 * Math.PI);
    context.fillStyle = theme.shown(this.fill);
    context.fill();
    context.strokeStyle = theme.shown(this.edge);
    context.lineWidth = Math.min(1.6, 0.4 * this.radius);
    context.stroke();
  }

  distance(x, y) {
    return Math.hypot(this.x - x, this.y - y) - this.radius;
  }
}

/** The sign of a point mass: a disc in quarters. */
class Mass extends Circle {
  draw(context, theme, marked) {
    super.draw(context, theme, marked);
    context.fillStyle = theme.page;
    for (const from of [0, Math.PI]) {
      context.beginPath();
      context.moveTo(this.x, this.y);
      context.arc(this.x, this.y, 0.7 * this.radius, from, from + Math.PI / 2);
      context.fill();
    }
  }
}

/** A filled outline with an edge: the block of a slide. */
class Block {
  constructor(owner, path, near, { fill, edge }) {
    Object.assign(this, { owner, path, near, fill, edge });
  }

  draw(context, theme, marked) {
    trace(context, this.path);
    context.closePath();
    context.fillStyle = theme.shown(this.fill);
    context.fill();
    context.lineJoin = 'round';
    context.strokeStyle = theme.shown(this.edge);
    context.lineWidth = marked ? 3 : 1.6;
    context.stroke();
  }

  distance(x, y) {
    return distanceToPath([...this.path, this.path[0]], x, y);
  }
}

/** The sign of a support: a stand below a point, on hatched ground, or the same from a ceiling. */
class Support {
  constructor(owner, [x, y, near], ceiling) {
    Object.assign(this, { owner, x, y, near, side: ceiling ? -1 : 1 });
  }

  draw(context, theme) {
    const { x, y, side } = this;
    const base = y + 16 * side;
    context.strokeStyle = theme.ink;
    context.fillStyle = theme.ground;
    context.lineWidth = 1.5;
    context.lineJoin = 'round';
    trace(context, [[x, y], [x - 9, base], [x + 9, base]]);
    context.closePath();
    context.fill();
    context.stroke();
    drawHatching(context, theme, [x - 14, base], [x + 14, base], side);
  }

  distance(x, y) {
    return distanceToPath([[this.x, this.y], [this.x, this.y + 16 * this.side]], x, y) - 6;
  }
}

/** A straight guide on the ground, seen beside the block that slides along it. */
class Rail {
  constructor(owner, from, to) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    // to the side that is lower on the page
    const sign = to[0] >= from[0] ? 8 : -8;
    const [x, y] = [-sign * (to[1] - from[1]) / length, sign * (to[0] - from[0]) / length];
    this.path = [[from[0] + x, from[1] + y], [to[0] + x, to[1] + y]];
    this.owner = owner;
    this.near = Math.min(from[2], to[2]);
  }

  draw(context, theme) {
    drawHatching(context, theme, ...this.path);
  }

  distance(x, y) {
    return distanceToPath(this.path, x, y);
  }
}

/** The edge of solid ground, which lies on the side that is lower on the page, or higher if `side` is −1. */
function drawHatching(context, theme, [ax, ay], [bx, by], side = 1) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1) return;
  const sign = bx > ax || (bx === ax && by < ay) ? 1 : -1;
  const along = [sign * (bx - ax) / length, sign * (by - ay) / length];
  const from = sign > 0 ? [ax, ay] : [bx, by];
  context.strokeStyle = theme.ink;
  context.lineCap = 'butt';
  context.lineWidth = 1.5;
  trace(context, [[ax, ay], [bx, by]]);
  context.stroke();
  context.lineWidth = 1;
  context.beginPath();
  for (let at = 5; at <= Math.min(length, 4000); at += 5.5) {
    const [x, y] = [from[0] + at * along[0], from[1] + at * along[1]];
    context.moveTo(x, y);
    context.lineTo(x - 5 * along[0] - 6 * side * along[1], y - 5 * along[1] + 6 * side * along[0]);
  }
  context.stroke();
}

/** Zigzag between two pixels; its turns keep their number, so that it shows how far it is stretched. */
function zigzag([ax, ay], [bx, by], turns, half) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1) return [[ax, ay], [bx, by]];
  const lead = Math.min(12, 0.15 * length);
  const along = [(bx - ax) / length, (by - ay) / length];
  const at = (distance, side) => [
    ax + distance * along[0] - side * along[1],
    ay + distance * along[1] + side * along[0],
  ];
  const path = [at(0, 0), at(lead, 0)];
  for (let i = 0; i < 2 * turns; ++i)
    path.push(at(lead + (length - 2 * lead) * (i + 0.5) / (2 * turns), i % 2 === 0 ? half : -half));
  path.push(at(length - lead, 0), at(length, 0));
  return path;
}
