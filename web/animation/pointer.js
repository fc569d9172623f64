// SPDX-License-Identifier: MIT
// Mouse and fingers: turning, shifting and zooming the view, and asking what is what.

function listenToPointers(root, canvas, camera, { redraw, hover, moved, fit }) {
  const down = new Map(); // where every pressed pointer is
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const middle = () => {
    const all = [...down.values()];
    return [0, 1].map((i) => all.reduce((sum, one) => sum + one[i], 0) / all.length);
  };
  const spread = () => {
    const [a, b] = [...down.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };

  canvas.addEventListener('pointerdown', (event) => {
    down.set(event.pointerId, at(event));
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    hover(at(event));
    redraw();
  });
  canvas.addEventListener('pointermove', (event) => {
    const place = at(event);
    if (!down.has(event.pointerId)) {
      if (event.pointerType !== 'touch') hover(place);
      redraw();
      return;
    }
    const before = [middle(), down.size > 1 ? spread() : 1];
    down.set(event.pointerId, place);
    const [x, y] = middle();
    const [dx, dy] = [x - before[0][0], y - before[0][1]];
    const shifts = camera.planar || down.size > 1 || event.shiftKey || (event.buttons & 6) !== 0;
    if (shifts) camera.pan(dx, dy);
    else camera.orbit(-0.008 * dx, 0.008 * dy);
    if (down.size > 1 && before[1] > 0) camera.zoom(spread() / before[1], x, y);
    if (dx !== 0 || dy !== 0) hover(null);
    moved();
    redraw();
  });
  const release = (event) => {
    down.delete(event.pointerId);
    redraw();
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch') hover(null);
    redraw();
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('dblclick', fit);
  canvas.addEventListener('wheel', (event) => {
    // inside a longer page the wheel scrolls, until the animation is clicked
    const mine = root.classList.contains('whole-page') || root.contains(document.activeElement) || event.ctrlKey;
    if (!mine) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    camera.zoom(Math.exp(-0.0015 * Math.max(-400, Math.min(400, pixels))), ...at(event));
    moved();
    redraw();
  }, { passive: false });
}
