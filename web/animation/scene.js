// SPDX-License-Identifier: MIT
// The shapes of mechanisms and rods at one time, and what is known of them over all times.

class Scene {
  constructor(data, motion) {
    this.data = data;
    this.motion = motion;
    this.rods = new RodStage(data, motion);
    this.survey();
    this.grain = this.grainOf();
    for (const link of data.links) if (link.kind === 'actuator') link.barrel = this.barrelOf(link);
    for (const joint of data.joints) if (joint.kind === 'slide') joint.travel = this.travelOf(joint);
  }

  /** Some 100 frames from first to last. */
  sampledPlaces() {
    const count = Math.min(this.motion.frames, 100);
    return Array.from({ length: count }, (_, i) =>
      ({ frame: Math.round(count > 1 ? i * (this.motion.frames - 1) / (count - 1) : 0), share: 0 }));
  }

  pointsAt(poses, place) {
    const { data } = this;
    const points = [];
    data.bodies.forEach((body, i) => {
      for (const line of body.lines) for (const point of line.points) points.push(placed(poses[i], point));
      for (const point of [...body.discs, ...body.dots]) points.push(placed(poses[i], point));
      if (!body.lines.length && !body.discs.length) points.push(poses[i].position);
    });
    for (const { ends } of [...data.links, ...data.joints])
      for (const end of ends) points.push(anchored(poses, end));
    points.push(...this.rods.pointsAt(place));
    return points;
  }

  /** Where the scene lies. Of a motion that runs away, faster than anything that falls, the part before counts. */
  survey() {
    const places = this.sampledPlaces();
    const poses = places.map((place) => this.motion.posesAt(place));
    const clouds = poses.map((moment, i) => this.pointsAt(moment, places[i]));
    const origin = clouds[0][0] || [0, 0, 0];
    const reach = clouds.map((cloud) => Math.max(0, ...cloud.map((point) => Math.hypot(...minus(point, origin)))));
    // what falls goes 25 times as far in five times the time
    const early = Math.max(...reach.slice(0, Math.ceil(0.2 * reach.length)));
    const most = Math.max(...reach) > 30 * early && early > 0 ? 4 * early : Infinity;
    this.calm = poses.filter((_, i) => reach[i] <= most);
    this.calmPlaces = places.filter((_, i) => reach[i] <= most);
    this.cloud = clouds.filter((_, i) => reach[i] <= most).flat();
    let radius = 0;
    for (const point of this.cloud) radius = Math.max(radius, Math.hypot(...minus(point, origin)));
    this.size = radius || 1; // m
    this.rods.measureForces(this.calmPlaces, this.size);
    for (const place of this.calmPlaces)
      for (const { from, force } of this.rods.forcesAt(place))
        // a peak may leave the page
        this.cloud.push(plus(from, force, this.rods.reach * Math.min(1, this.rods.large / Math.hypot(...force))));
  }

  /** Length of a cylinder that holds the stroke, m. */
  barrelOf(link) {
    const lengths = this.calm.map((poses) =>
      Math.hypot(...minus(anchored(poses, link.ends[0]), anchored(poses, link.ends[1]))));
    const shortest = Math.min(...lengths);
    return Math.min(0.9 * shortest, Math.max(0.6 * shortest, Math.max(...lengths) - shortest));
  }

  /** From where to where a slide goes along its axis, m. */
  travelOf(joint) {
    const places = this.calm.map((poses) => {
      const { from, to, axis } = this.slideAt(joint, poses);
      return dot(minus(to, from), axis);
    });
    return [Math.min(...places), Math.max(...places)];
  }

  slideAt({ ends: [first, second], axis }, poses) {
    const pose = first[0] < 0 ? groundPose : poses[first[0]];
    return { from: anchored(poses, first), to: anchored(poses, second), axis: unit(turned(pose, axis)) };
  }

  /** All shapes, the farthest first. */
  shapesAt(place, camera) {
    const poses = this.motion.posesAt(place);
    const shapes = [];
    // bodies that look short are drawn finer
    this.fine = Math.min(1, Math.max(0.4, this.grain * camera.scale / 45));
    // m; what marks a place is seen on what it marks, and in the plane this alone decides what covers what
    this.lift = camera.planar ? 1 : 0.06 * this.size;
    this.data.bodies.forEach((body, i) => this.addBody(shapes, camera, body, poses[i]));
    for (const link of this.data.links) this.addLink(shapes, camera, link, poses);
    for (const joint of this.data.joints) this.addJoint(shapes, camera, joint, poses);
    this.addSupports(shapes, camera);
    this.rods.addTo(shapes, camera, place, this.lift);
    shapes.sort((a, b) => a.near - b.near);
    this.rods.addForces(shapes, camera, place);
    return shapes;
  }

  /** A straight line in pieces short enough to be sorted by distance. */
  addLine(shapes, camera, owner, [from, to], style) {
    const arm = minus(to, from);
    const pieces = camera.planar ? 1 : Math.min(24, Math.ceil(Math.hypot(...arm) / (0.12 * this.size)) || 1);
    let before = camera.project(from);
    for (let i = 1; i <= pieces; ++i) {
      const after = camera.project(plus(from, arm, i / pieces));
      if (before && after) shapes.push(new Stroke(owner, [before, after], (before[2] + after[2]) / 2, this.refined(style)));
      before = after;
    }
  }

  refined(style) {
    return { ...style, width: style.width * this.fine };
  }

  addCircle(shapes, camera, owner, point, style, Shape = Circle) {
    const at = camera.project(point);
    if (!at) return;
    at[2] += this.lift;
    shapes.push(new Shape(owner, at, { ...style, radius: style.radius * this.fine }));
  }

  addBody(shapes, camera, body, pose) {
    for (const { points, width, colour } of body.lines) {
      const corners = points.map((point) => placed(pose, point));
      if (camera.planar && corners.length > 1)
        shapes.push(
          new Stroke(body, corners.map((corner) => camera.project(corner)), 0, this.refined({ width, colour })));
      else
        for (let i = 1; i < corners.length; ++i)
          this.addLine(shapes, camera, body, [corners[i - 1], corners[i]], { width, colour });
    }
    for (const point of body.discs)
      this.addCircle(shapes, camera, body, placed(pose, point), { radius: 10, fill: body.colour, edge: 'page' }, Mass);
    for (const point of body.dots)
      this.addCircle(shapes, camera, body, placed(pose, point), { radius: 3, fill: 'page', edge: body.colour });
  }

  addLink(shapes, camera, link, poses) {
    const [from, to] = link.ends.map((end) => anchored(poses, end));
    const ends = [camera.project(from), camera.project(to)];
    if (!ends[0] || !ends[1]) return;
    if (link.kind === 'spring') {
      this.addSpring(shapes, camera, link, ends);
    } else if (link.kind === 'actuator') {
      const arm = minus(to, from);
      const neck = plus(from, arm, Math.min(0.95, link.barrel / (Math.hypot(...arm) || 1)));
      this.addLine(shapes, camera, link, [neck, to], { width: 3.5, colour: 'soft' });
      this.addLine(shapes, camera, link, [from, neck], { width: 11, colour: 'steel' });
      this.addCircle(shapes, camera, link, to, { radius: 3, fill: 'page', edge: 'soft' });
    } else if (link.kind === 'bushing') {
      this.addLine(shapes, camera, link, [from, to], { width: 5, colour: 'soft' });
      for (const end of [from, to])
        this.addCircle(shapes, camera, link, end, { radius: 7, fill: 'ground', edge: 'soft' });
    } else {
      const style = link.kind === 'rod' ? { width: 4.5, colour: 'soft' } : { width: 1.8, colour: 'soft', dash: [6, 4] };
      this.addLine(shapes, camera, link, [from, to], style);
    }
  }

  addSpring(shapes, camera, link, [from, to]) {
    const path = zigzag(from, to, 7, 7);
    const style = { width: 1.8, colour: 'soft', rim: camera.planar ? 1.2 : 0 };
    if (camera.planar) shapes.push(new Stroke(link, path, 0.5, style));
    else
      for (let i = 1; i < path.length; ++i)
        shapes.push(new Stroke(link, [path[i - 1], path[i]], from[2] + (to[2] - from[2]) * i / path.length, style));
  }

  addJoint(shapes, camera, joint, poses) {
    const [first] = joint.ends;
    if (joint.kind === 'weld') {
      const at = camera.project(anchored(poses, first));
      if (!at) return;
      const corners = [[-4, -4], [4, -4], [4, 4], [-4, 4]].map(([x, y]) => [at[0] + x, at[1] + y]);
      shapes.push(new Block(joint, corners, at[2] + this.lift, { fill: 'ink', edge: 'ink' }));
    } else if (joint.kind === 'slide') {
      const { from, to, axis } = this.slideAt(joint, poses);
      const margin = 0.06 * this.size;
      const rail = [plus(from, axis, joint.travel[0] - margin), plus(from, axis, joint.travel[1] + margin)];
      const ends = rail.map((end) => camera.project(end));
      if (first[0] < 0 && ends[0] && ends[1]) shapes.unshift(new Rail(joint, ...ends));
      else this.addLine(shapes, camera, joint, rail, { width: 1.5, colour: 'soft', rim: 0, dash: [10, 3, 2, 3] });
      const [at, ahead] = [camera.project(to), camera.project(plus(to, axis, 0.1 * this.size))];
      if (!at || !ahead) return;
      const length = Math.hypot(ahead[0] - at[0], ahead[1] - at[1]);
      // seen along its axis a slide is a square
      const [x, y] = length > 1 ? [(ahead[0] - at[0]) / length, (ahead[1] - at[1]) / length] : [1, 0];
      const half = 7 + 6 * Math.min(1, length / (0.1 * this.size * camera.scale));
      const corners = [[-half, -7], [half, -7], [half, 7], [-half, 7]].map(([along, across]) =>
        [at[0] + along * x - across * y, at[1] + along * y + across * x]);
      shapes.push(new Block(joint, corners, at[2] + 0.7 * this.lift, { fill: 'ground', edge: 'ink' }));
    } else {
      this.addCircle(shapes, camera, joint, anchored(poses, first), { radius: 4.5, fill: 'page', edge: 'ink' });
    }
  }

  /** One stand for every point of the ground that holds something; what mostly hangs, hangs from a ceiling. */
  findSupports(vertical) {
    const seen = new Map();
    const stand = (owner, point, arms) => {
      const height = arms.reduce((sum, arm) => sum + dot(arm, vertical), 0) / arms.length;
      const reach = Math.max(...arms.map((arm) => Math.hypot(...arm)));
      return { owner, point, ceiling: height < -0.4 * reach };
    };
    for (const owner of [...this.data.joints, ...this.data.links])
      owner.ends.forEach(([body, point], i) => {
        const key = point.map((part) => part.toPrecision(6)).join();
        if (body >= 0 || owner.kind === 'slide' || seen.has(key)) return;
        const held = owner.ends[1 - i];
        const end = this.data.joints.includes(owner) ? [held[0], this.middleOf(held[0])] : held;
        const arms = this.calm.map((poses) => minus(anchored(poses, end), point));
        seen.set(key, stand(owner, point, arms));
      });
    const hinges = this.rods.hinges(this.calmPlaces).map(({ owner, point, arms }) => stand(owner, point, arms));
    return [...seen.values(), ...hinges];
  }

  /** The mean of the corners of a body, in its axes. */
  middleOf(body) {
    const corners = body < 0 ? [] : this.data.bodies[body].lines.flatMap((line) => line.points);
    return corners.reduce((sum, corner) => plus(sum, corner, 1 / corners.length), [0, 0, 0]);
  }

  /** The length that most bodies do not reach, m. */
  grainOf() {
    const lengths = this.data.bodies.flatMap(({ lines }) => lines.map(({ points }) =>
      points.reduce((most, point) => Math.max(most, Math.hypot(...minus(point, points[0]))), 0)));
    return lengths.length ? lengths.sort((a, b) => a - b)[Math.floor(0.75 * lengths.length)] : Infinity;
  }

  addSupports(shapes, camera) {
    this.supports ??= this.findSupports(camera.vertical);
    for (const { owner, point, ceiling } of this.supports) {
      const at = camera.project(point);
      if (at) shapes.push(new Support(owner, [at[0], at[1], at[2] - this.lift], ceiling));
    }
  }
}
