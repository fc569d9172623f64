// SPDX-License-Identifier: MIT
// Shapes of rods: a piece of a round tube, what clamps it, and the arrow of a force.

const lightFrom = unit([-0.4, -0.65, 0.65]); // right, down and toward the eye

/** The colour of a round surface across a tube, lit from above: `side` goes from −1 to 1 along a normal in pixels. */
function tubeShade([red, green, blue], [x, y], side) {
  const facing = Math.sqrt(1 - side * side);
  const light = Math.max(0, side * (x * lightFrom[0] + y * lightFrom[1]) + facing * lightFrom[2]);
  const [dull, gloss] = [0.5 + 0.62 * light, 0.5 * light ** 10];
  const lit = [red, green, blue].map((part) => Math.min(1, part * dull + gloss * (1 - part)));
  return `rgb(${lit.map((part) => Math.round(255 * part)).join()})`;
}

/** A short piece of a tube. Its colours depend on the place across alone, so that round ends do not show. */
class Tube {
  constructor(owner, path, near, { width, isCut, isNamed }) {
    Object.assign(this, { owner, path, near, width, isCut, isNamed });
  }

  draw(context, theme, marked) {
    const [[ax, ay], [bx, by]] = this.path;
    const length = Math.hypot(bx - ax, by - ay);
    const half = (this.width + (marked ? 3 : 0)) / 2;
    // seen from its end a tube has no side of its own
    const normal = length > 1e-3 ? [(ay - by) / length, (bx - ax) / length] : [0, 1];
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
    const colours = context.createLinearGradient(x - half * normal[0], y - half * normal[1],
      x + half * normal[0], y + half * normal[1]);
    const parts = theme.shownParts(this.owner.colour);
    for (const side of [-1, -0.85, -0.6, -0.3, 0, 0.3, 0.6, 0.85, 1])
      colours.addColorStop((1 + side) / 2, tubeShade(parts, normal, side));
    trace(context, this.path);
    // what is clamped does not come out behind the clamp
    context.lineCap = this.isCut ? 'butt' : 'round';
    if (!this.isCut) this.drawRim(context, theme, 2 * half + 2.4);
    context.strokeStyle = colours;
    context.lineWidth = 2 * half;
    context.stroke();
  }

  /** Parts the tube from what lies behind. */
  drawRim(context, theme, width) {
    context.lineCap = 'butt';
    context.strokeStyle = theme.page;
    context.lineWidth = width;
    context.stroke();
    context.lineCap = 'round';
  }

  distance(x, y) {
    return distanceToPath(this.path, x, y) - this.width / 2;
  }
}

/** The corners of the least polygon without dents around some pixels. */
function outline(pixels) {
  const sorted = [...pixels].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    for (const [x, y] of list) {
      const isDent = ([ax, ay], [bx, by]) => (bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 0;
      while (chain.length > 1 && isDent(...chain.slice(-2))) chain.pop();
      chain.push([x, y]);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Solid ground that clamps what leaves it in a direction of the page. */
class Wall {
  constructor(owner, [x, y, near], [dx, dy], half) {
    this.path = [[x - half * dy, y + half * dx], [x + half * dy, y - half * dx]];
    // hatching lies to the right of a line that goes up the page and below one that goes right
    const [ax, ay] = [this.path[1][0] - this.path[0][0], this.path[1][1] - this.path[0][1]];
    const sign = ax > 0 || (ax === 0 && ay < 0) ? 1 : -1;
    this.side = sign * (-ay * dx + ax * dy) > 0 ? -1 : 1;
    this.owner = owner;
    this.near = near;
  }

  draw(context, theme) {
    drawHatching(context, theme, ...this.path, this.side);
  }

  distance(x, y) {
    return distanceToPath(this.path, x, y);
  }
}

/** A force, from the point it acts on, with its value at the tip. */
class Arrow {
  constructor(owner, path, near, { colour, text }) {
    Object.assign(this, { owner, path, near, colour, text });
  }

  draw(context, theme, marked) {
    const [[ax, ay], [bx, by]] = this.path;
    const length = Math.hypot(bx - ax, by - ay);
    const width = marked ? 4.5 : 3;
    const [x, y] = length > 0 ? [(bx - ax) / length, (by - ay) / length] : [0, 1];
    // a short arrow has a short head
    const head = Math.min(4 * width, 0.7 * length);
    const neck = [bx - head * x, by - head * y];
    const draw = (colour, rim) => {
      context.strokeStyle = context.fillStyle = colour;
      context.lineCap = 'butt';
      context.lineJoin = 'round';
      context.lineWidth = width + 2 * rim;
      trace(context, [[ax, ay], [neck[0] + x, neck[1] + y]]);
      context.stroke();
      const spread = 0.42 * head;
      const [across, along] = [spread * y, spread * x];
      trace(context, [[bx, by], [neck[0] - across, neck[1] + along], [neck[0] + across, neck[1] - along]]);
      context.closePath();
      context.lineWidth = 2 * rim;
      if (rim > 0) context.stroke();
      context.fill();
    };
    draw(theme.page, 1.5);
    draw(theme.shown(this.colour), 0);
  }

  distance(x, y) {
    return distanceToPath(this.path, x, y) - 2;
  }
}
