// SPDX-License-Identifier: MIT
// Brings one animation to life: the element this script stands in, with the data beside it.

function offerTraces(root, painter, redraw) {
  const box = root.querySelector('.traces');
  const list = box.querySelector('div');
  const { traces } = painter.scene.data;
  box.hidden = traces.length === 0;
  const boxes = traces.map((one) => {
    const label = document.createElement('label');
    const check = Object.assign(document.createElement('input'), { type: 'checkbox', checked: painter.traced.has(one) });
    const colour = document.createElement('i');
    colour.style.background = one.colour;
    label.append(check, colour, one.name);
    check.addEventListener('change', () => {
      if (check.checked) painter.traced.add(one);
      else painter.traced.delete(one);
      redraw();
    });
    list.append(label);
    return check;
  });
  if (boxes.length < 2) return;
  const all = Object.assign(document.createElement('button'), { type: 'button', textContent: 'All or none' });
  all.addEventListener('click', () => {
    const wanted = boxes.some((check) => !check.checked);
    for (const check of boxes) if (check.checked !== wanted) check.click();
  });
  list.prepend(all);
}

/** Boxes for what only some animations have, and the letters that tick them; without it they are not there. */
function offerRods(root, rods, redraw) {
  const letters = {};
  const offer = (name, letter, isThere, key) => {
    const box = root.querySelector(`.${name}`);
    box.parentElement.hidden = !isThere;
    if (!isThere) return;
    box.checked = rods[key];
    box.addEventListener('change', () => {
      rods[key] = box.checked;
      redraw();
    });
    letters[letter] = () => box.click();
  };
  offer('directors', 'd', rods.data.rods.length > 0, 'showDirectors');
  offer('forces', 'a', rods.hasForces, 'showForces');
  return letters;
}

function start(root) {
  const data = JSON.parse(root.querySelector('script[type="application/json"]').textContent);
  const canvas = root.querySelector('canvas');
  const motion = new Motion(data);
  const scene = new Scene(data, motion);
  const camera = new Camera(data.planar, data.down);
  const painter = new Painter(root, canvas, scene, camera);
  let pointer = null;
  let asked = false;
  let untouched = true; // the view is still the one that shows all

  const redraw = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      painter.paint(player.time, pointer);
    });
  };
  const player = new Player(root, motion, redraw);
  const fit = () => {
    camera.fit(scene.cloud);
    untouched = true;
    redraw();
  };
  const moved = () => { untouched = false; };
  listenToPointers(root, canvas, camera, { redraw, fit, moved, hover: (place) => { pointer = place; } });
  listenToKeys(root.classList.contains('whole-page') ? document : root, player, camera,
    { redraw, moved, fit, switches: offerRods(root, scene.rods, redraw) });
  offerTraces(root, painter, redraw);
  root.querySelector('.fit').addEventListener('click', fit);
  root.querySelector('.names').checked = painter.showNames;
  root.querySelector('.names').addEventListener('change', (event) => {
    painter.showNames = event.target.checked;
    redraw();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);

  const frames = motion.frames === 1 ? 'one frame'
    : `${motion.frames}${data.given > motion.frames ? ` of ${data.given}` : ''} frames, straight lines between them`;
  const handling = data.planar ? 'drag to shift' : 'drag to turn, shift-drag to shift';
  root.querySelector('.hint').textContent =
    `${frames} · ${handling}, wheel to zoom, double-click for all · arrow keys step`;
  const count = [[data.bodies.length, 'bodies'], [data.rods.length, 'rods']].filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`).join(' and ');
  canvas.setAttribute('aria-label', `${data.title}: animation of ${count} from ` +
    `${player.timeText(motion.start)} s to ${player.timeText(motion.end)} s. ` +
    'Space plays, arrow keys step, shift and arrow keys turn the view, plus and minus zoom.');

  const layOut = () => {
    const density = window.devicePixelRatio || 1;
    [camera.width, camera.height] = [Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight)];
    canvas.width = Math.round(camera.width * density);
    canvas.height = Math.round(camera.height * density);
    if (untouched) camera.fit(scene.cloud);
    painter.paint(player.time, pointer);
  };
  layOut();
  new ResizeObserver(layOut).observe(canvas);

  // for the page around: what it may do with the animation
  root.oldhamAnimation = {
    play: () => player.play(),
    pause: () => player.pause(),
    seek: (time) => player.seek(time),
    turn: (azimuth, elevation) => { camera.orbit(azimuth, elevation); fit(); },
  };
}

start(document.currentScript.closest('.oldham-animation'));
