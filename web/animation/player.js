// SPDX-License-Identifier: MIT
// Time: the clock, the slider and the buttons of one animation.

const speeds = [0.01, 0.1, 0.25, 1, 4]; // of real time
const secondsInAll = 10; // s that the whole takes when its own pace would be too fast or too slow to see

class Player {
  constructor(root, motion, draw) {
    Object.assign(this, { root, motion, draw });
    this.duration = motion.end - motion.start;
    this.time = motion.start;
    this.playing = false;
    this.decimals = this.duration > 0 ? Math.min(9, Math.max(0, Math.ceil(3 - Math.log10(this.duration) - 1e-9))) : 3;
    const find = (name) => root.querySelector(`.${name}`);
    [this.button, this.slider, this.clock, this.speed, this.loop] =
      ['play', 'time', 'clock', 'speed', 'loop'].map(find);
    this.offerSpeeds();
    this.slider.min = motion.start;
    this.slider.max = motion.end;
    this.slider.disabled = this.button.disabled = motion.frames < 2;
    this.slider.addEventListener('input', () => this.seek(Number(this.slider.value)));
    this.button.addEventListener('click', () => this.toggle());
    this.show();
  }

  offerSpeeds() {
    const add = (value, text, chosen) => this.speed.add(new Option(text, value, chosen, chosen));
    const usual = this.duration === 0 || (this.duration >= 0.5 && this.duration <= 90);
    for (const speed of speeds) add(speed, `${speed}×`, usual && speed === 1);
    if (this.duration > 0) add(this.duration / secondsInAll, `all in ${secondsInAll} s`, !usual);
  }

  timeText(time) {
    return time.toFixed(this.decimals).replace('-', '−');
  }

  show() {
    this.slider.value = this.time;
    const text = `${this.timeText(this.time)} s`;
    this.clock.textContent = `${this.timeText(this.time)} / ${this.timeText(this.motion.end)} s`;
    this.slider.setAttribute('aria-valuetext', text);
    this.button.classList.toggle('playing', this.playing);
    this.button.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    this.button.title = this.playing ? 'Pause (space)' : 'Play (space)';
  }

  seek(time) {
    this.time = Math.min(this.motion.end, Math.max(this.motion.start, time));
    this.show();
    this.draw();
    this.root.dispatchEvent(new CustomEvent('oldham-time', { detail: this.time, bubbles: true }));
  }

  /** Stops at a frame that was computed, some frames on or back. */
  step(frames) {
    this.pause();
    const { frame, share } = this.motion.place(this.time);
    const from = share === 1 ? frame + 1 : frame + (share > 0 && frames < 0 ? 1 : 0);
    this.seek(this.motion.times[Math.min(this.motion.frames - 1, Math.max(0, from + frames))]);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  pause() {
    this.playing = false;
    this.show();
  }

  play() {
    if (this.playing || this.motion.frames < 2) return;
    if (this.time >= this.motion.end) this.time = this.motion.start;
    this.playing = true;
    this.show();
    let before = null;
    const tick = (now) => {
      if (!this.playing) return;
      // a page that was hidden goes on where it was
      const passed = before === null ? 0 : Math.min(0.25, (now - before) / 1000);
      before = now;
      let next = this.time + passed * Number(this.speed.value);
      if (next >= this.motion.end) {
        if (this.loop.checked) next = this.motion.start + (next - this.motion.end) % this.duration;
        else this.playing = false;
      }
      this.seek(next);
      if (this.playing) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}

/** Space, arrows and letters; what a focused control does itself is left to it. */
function listenToKeys(target, player, camera, { redraw, moved, fit, switches }) {
  const turn = 0.12; // rad
  const actions = {
    ' ': () => player.toggle(),
    ArrowRight: () => player.step(1),
    ArrowLeft: () => player.step(-1),
    ArrowUp: () => player.step(10),
    ArrowDown: () => player.step(-10),
    Home: () => player.seek(player.motion.start),
    End: () => player.seek(player.motion.end),
    f: fit,
    ...switches,
    '+': () => { camera.zoom(1.2); moved(); },
    '-': () => { camera.zoom(1 / 1.2); moved(); },
  };
  const turns = { ArrowRight: [turn, 0], ArrowLeft: [-turn, 0], ArrowUp: [0, turn], ArrowDown: [0, -turn] };
  target.addEventListener('keydown', (event) => {
    const { tagName, type } = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || tagName === 'SELECT') return;
    const own = tagName === 'BUTTON' || tagName === 'SUMMARY' || type === 'checkbox';
    if (own && (event.key === ' ' || event.key === 'Enter')) return;
    const action = event.shiftKey && turns[event.key]
      ? () => { camera.orbit(...turns[event.key]); moved(); }
      : actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
    redraw();
  });
}
