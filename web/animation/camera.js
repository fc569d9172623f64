// SPDX-License-Identifier: MIT
// From metres to pixels: an upright view along z of what is planar, a turning view with some perspective of the rest.

class Camera {
  constructor(planar, down) {
    this.planar = planar;
    this.width = 1;
    this.height = 1;
    this.scale = 1; // px per m at the target
    this.widest = 1; // the scale that shows everything
    this.target = [0, 0, 0];
    this.distance = 1; // m from the eye to the target
    this.azimuth = -0.9; // rad
    this.elevation = 0.35; // rad
    this.vertical = down.map((part) => (part === 0 ? 0 : -part));
    if (planar) {
      // x to the right if that can be, else y
      const across = [-this.vertical[1], this.vertical[0], 0];
      const sign = across[0] < -1e-9 || (Math.abs(across[0]) <= 1e-9 && across[1] < 0) ? -1 : 1;
      this.right = across.map((part) => sign * part);
      this.up = this.vertical;
      this.toward = cross(this.right, this.up);
    } else {
      // the first of x, y, z that is far from vertical, made level, is where the azimuth is zero
      const axis = [[1, 0, 0], [0, 1, 0]].find((a) => Math.abs(dot(a, this.vertical)) < 0.8);
      this.first = unit(plus(axis, this.vertical, -dot(axis, this.vertical)));
      this.second = cross(this.vertical, this.first);
      this.orbit(0, 0);
    }
  }

  orbit(azimuth, elevation) {
    if (this.planar) return;
    this.azimuth += azimuth;
    this.elevation = Math.min(1.55, Math.max(-1.55, this.elevation + elevation));
    const level = (along, across) => plus(this.first.map((part) => part * along), this.second, across);
    const cosine = Math.cos(this.elevation);
    this.right = level(-Math.sin(this.azimuth), Math.cos(this.azimuth));
    this.toward = plus(level(cosine * Math.cos(this.azimuth), cosine * Math.sin(this.azimuth)), this.vertical,
      Math.sin(this.elevation));
    this.up = cross(this.toward, this.right);
  }

  /** Pixels x, y, and how near in m; null behind the eye. */
  project(point) {
    const arm = minus(point, this.target);
    const near = dot(arm, this.toward);
    const growth = this.planar ? 1 : this.distance / (this.distance - near);
    if (!(growth > 0 && growth < 30)) return null;
    return [
      this.width / 2 + this.scale * growth * dot(arm, this.right),
      this.height / 2 - this.scale * growth * dot(arm, this.up),
      near,
    ];
  }

  /** Pixels per m at what is so near. */
  scaleAt(near) {
    return this.planar ? this.scale : this.scale * this.distance / (this.distance - near);
  }

  pan(dx, dy) {
    this.target = plus(plus(this.target, this.right, -dx / this.scale), this.up, dy / this.scale);
  }

  /** Zooms so that what is at a pixel stays there. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const limited = Math.min(this.widest * 1e4, Math.max(this.widest / 50, this.scale * factor));
    const change = limited / this.scale - 1;
    this.pan(-(x - this.width / 2) * change / (1 + change), -(y - this.height / 2) * change / (1 + change));
    this.scale = limited;
  }

  /** Shows all of the points, whatever the direction of view. */
  fit(points) {
    const range = (axis) => {
      let low = Infinity;
      let high = -Infinity;
      for (const point of points) {
        const value = dot(point, axis);
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      return points.length ? [low, high] : [0, 0];
    };
    const ranges = [this.right, this.up, this.toward].map(range);
    const [across, upright, deep] = ranges.map(([low, high]) => high - low);
    const radius = 0.5 * Math.hypot(across, upright, deep) || 0.5;
    this.target = [this.right, this.up, this.toward].reduce(
      (sum, axis, i) => plus(sum, axis, (ranges[i][0] + ranges[i][1]) / 2), [0, 0, 0]);
    this.distance = 5 * radius;
    const margin = Math.min(56, 0.16 * Math.min(this.width, this.height));
    const least = 0.05 * radius;
    this.scale = Math.min((this.width - 2 * margin) / Math.max(across, least),
      (this.height - 2 * margin) / Math.max(upright, least));
    // what is nearer than the target looks larger
    if (!this.planar) this.scale *= 1 - 0.5 * deep / this.distance;
    this.widest = this.scale;
  }
}
