// SPDX-License-Identifier: MIT
// Where every body and rod is at any time: the packed frames, and what lies between them.

/** The numbers behind a base64 text of little-endian values. */
function unpacked(text, ArrayType) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new ArrayType(bytes.buffer);
}

/** Quaternion [w, x, y, z] of a rotation vector. */
function quaternionOf(vector) {
  const angle = Math.hypot(...vector);
  const factor = angle > 1e-9 ? Math.sin(angle / 2) / angle : 0.5;
  return [Math.cos(angle / 2), factor * vector[0], factor * vector[1], factor * vector[2]];
}

/** Rows of the rotation matrix of a quaternion of any length but zero. */
function matrixOf(quaternion) {
  const length = Math.hypot(...quaternion);
  const [w, x, y, z] = quaternion.map((part) => part / length);
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ];
}

class Motion {
  constructor(data) {
    this.times = unpacked(data.times, Float64Array);
    // a channel that never changes is a single number
    const open = (channels, ArrayType) =>
      channels.map((channel) => (typeof channel === 'string' ? unpacked(channel, ArrayType) : channel));
    this.bodies = data.bodies.map((body) => open(body.motion, Float32Array));
    this.rods = data.rods.map((rod) => ({
      nodes: rod.stations.length,
      places: open(rod.places, Float32Array),
      directors: open(rod.directors, Int8Array),
      forces: rod.ends.map((end) => end.force && open(end.force, Float32Array)),
    }));
    this.frames = this.times.length;
    this.start = this.times[0];
    this.end = this.times[this.frames - 1];
  }

  /** The frame at or before a time, and the share of the way to the next one. */
  place(time) {
    let low = 0;
    let high = this.frames - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle;
    }
    if (high === low) return { frame: low, share: 0 };
    const share = (time - this.times[low]) / (this.times[high] - this.times[low]);
    return { frame: low, share: Math.min(1, Math.max(0, share)) };
  }

  /** Position and rotation matrix of a body: straight between frames, turning the shorter way. */
  bodyAt(body, { frame, share }) {
    const channels = this.bodies[body];
    const value = (channel, at) => (typeof channel === 'number' ? channel : channel[Math.min(at, this.frames - 1)]);
    const position = channels.slice(0, 3).map((channel) => {
      const before = value(channel, frame);
      return before + share * (value(channel, frame + 1) - before);
    });
    const turn = channels.slice(3);
    const before = quaternionOf(turn.map((channel) => value(channel, frame)));
    if (share === 0 || turn.every((channel) => typeof channel === 'number'))
      return { position, matrix: matrixOf(before) };
    const after = quaternionOf(turn.map((channel) => value(channel, frame + 1)));
    const sign = before.reduce((sum, part, i) => sum + part * after[i], 0) < 0 ? -1 : 1;
    return { position, matrix: matrixOf(before.map((part, i) => part + share * (sign * after[i] - part))) };
  }

  /** A vector of channels that have `count` of them in each frame, straight between frames. */
  vectorAt(channels, { frame, share }, count, index) {
    const before = frame * count + index;
    const after = Math.min(frame + 1, this.frames - 1) * count + index;
    return channels.map((channel) =>
      (typeof channel === 'number' ? channel : channel[before] + share * (channel[after] - channel[before])));
  }

  /** Where a node of a rod is. */
  nodeAt(rod, place, node) {
    return this.vectorAt(this.rods[rod].places, place, this.rods[rod].nodes, node);
  }

  /** Nodes of a rod, and the first director at each of them. */
  rodAt(rod, place) {
    const { nodes: count, directors } = this.rods[rod];
    const nodes = Array.from({ length: count }, (_, node) => this.nodeAt(rod, place, node));
    const units = nodes.map((_, node) => unit(this.vectorAt(directors, place, count, node)));
    return { nodes, directors: units };
  }

  /** The force of a rod on what holds its start (0) or its end (1), N; null where nothing does. */
  forceAt(rod, place, end) {
    const channels = this.rods[rod].forces[end];
    return channels ? this.vectorAt(channels, place, 1, 0) : null;
  }

  posesAt(place) {
    return this.bodies.map((_, body) => this.bodyAt(body, place));
  }
}

const groundPose = { position: [0, 0, 0], matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1] };

/** A vector of body axes in those of the ground. */
function turned({ matrix: m }, [x, y, z]) {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

/** A point of body axes on the ground. */
function placed(pose, point) {
  const [x, y, z] = turned(pose, point);
  return [pose.position[0] + x, pose.position[1] + y, pose.position[2] + z];
}

/** A point [body, local point], body −1 being the ground. */
function anchored(poses, [body, point]) {
  return placed(body < 0 ? groundPose : poses[body], point);
}

const plus = (a, b, factor = 1) => [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
const minus = (a, b) => plus(a, b, -1);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((part) => part / (Math.hypot(...a) || 1));
