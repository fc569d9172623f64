// SPDX-License-Identifier: MIT
import * as api from './api.js';
import { Editor } from './editor.js';
import { Files } from './files.js';
import { Outcome } from './outcome.js';

const checkAfter = 350;  // ms without a keystroke

/** Files, editor and run: the first half of the page. */
export class Systems {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.name = place.querySelector('.name');
    this.message = place.querySelector('.message');
    this.buttons = { save: place.querySelector('.save'), run: place.querySelector('.run'), stop: place.querySelector('.stop') };
    this.files = new Files(place.querySelector('.files'), (name, isExample) => this.open(name, isExample),
      (name, text) => this.showNew(name, text));
    this.editor = new Editor(place.querySelector('.editor'), () => this.changed());
    this.outcome = new Outcome(place.querySelector('.outcome'));
    this.stamp = '';  // of the file as it was read; empty: not saved yet
    this.savedText = '';
    this.checks = 0;
    this.settle('', false);
    this.name.addEventListener('input', () => this.changed());
    this.buttons.save.addEventListener('click', () => this.attempt(() => this.save()));
    this.buttons.run.addEventListener('click', () => this.attempt(() => this.run()));
    this.buttons.stop.addEventListener('click', () => {
      // a second time ends the run at once, and is not meant by a double click
      this.buttons.stop.disabled = true;
      setTimeout(() => { this.buttons.stop.disabled = !this.buttons.run.disabled; }, 3000);
      this.outcome.stop();
      this.attempt(() => api.stop());
    });
    addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || place.hidden) return;
      if (event.key === 's') this.attempt(() => this.save());
      else if (event.key === 'Enter' && !this.buttons.run.disabled) this.attempt(() => this.run());
      else return;
      event.preventDefault();
    });
    addEventListener('beforeunload', (event) => {
      if (this.isChanged()) event.preventDefault();
    });
  }

  /** Shows the files, the first of them, and a run that goes on already. */
  async start() {
    const [list, { templates }] = await Promise.all([this.refresh(), api.templates()]);
    this.files.offer(templates);
    const status = await api.status();
    // somebody may have started another one or chosen a file meanwhile
    if (status.run > 0 && !this.events) this.follow(status);
    if (this.openName !== undefined) return list.folder;
    // the file of the last run may be gone
    if (list.files.includes(status.file)) await this.open(status.file, false);
    else if (list.files.length > 0) await this.open(list.files[0], false);
    else if (list.examples.length > 0) await this.open(list.examples[0], true);
    return list.folder;
  }

  /** @private */
  async refresh() {
    const list = await api.list();
    this.files.show(list);
    this.files.mark(this.name.value, false);
    return list;
  }

  isChanged() {
    return this.editor.text !== this.savedText;
  }

  /** @private */
  mayLeave() {
    return !this.isChanged() || confirm('The text has changes that are not saved. Leave it?');
  }

  /** A text that is no file yet, and has nothing to lose so far. */
  showNew(name, text) {
    if (!this.mayLeave()) return;
    this.show(name, text, '');
    this.savedText = text;
    this.files.mark('', false);
  }

  async open(name, isExample) {
    if (!this.mayLeave()) return;
    await this.attempt(async () => {
      const { text, stamp } = await (isExample ? api.readExample(name) : api.read(name));
      this.show(name, text, stamp ?? '');
      this.savedText = text;
      this.files.mark(name, isExample);
    });
  }

  /** @private */
  show(name, text, stamp) {
    this.name.value = this.openName = name;
    this.stamp = stamp;
    this.editor.text = text;
    this.settle('', false);
    this.check();
  }

  /** @private What the last save or run came to: checks neither hide it nor wipe it away, only the next change of the text does. */
  settle(word, isRefused) {
    this.word = word;
    this.isRefused = isRefused;
  }

  /** @private */
  changed() {
    this.settle('', false);
    this.say('', false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), checkAfter);
  }

  /** @private Asks the engine, and shows what it says where it says it. */
  async check() {
    const check = ++this.checks;
    if (this.name.value === '') return;
    try {
      const { valid, line, message } = await api.check(this.name.value, this.editor.text);
      if (check !== this.checks) return;  // the text has changed meanwhile
      this.editor.say(valid ? 0 : line, valid ? '' : message);
      if (!this.isRefused) this.say(this.word + (valid || !line ? message : `Line ${line}: ${message}`), !valid);
    } catch (problem) {
      if (check === this.checks && !this.isRefused) this.say(this.word + problem.message, true);
    }
  }

  async save() {
    const name = this.name.value;
    // under another name it is another file, which must not be there yet
    const { stamp } = await api.save(name, name === this.openName ? this.stamp : '', this.editor.text);
    this.stamp = stamp;
    this.openName = name;
    this.savedText = this.editor.text;
    this.settle('Saved. ', false);
    this.say('Saved.', false);
    await this.refresh();
    this.check();
  }

  async run() {
    if (this.isChanged() || this.stamp === '' || this.name.value !== this.openName) await this.save();
    this.follow(await api.run(this.name.value));
  }

  /** @private */
  follow({ run, file, running, started }) {
    const begin = () => this.outcome.begin(file, new Date(1000 * started));
    begin();
    this.buttons.run.disabled = running;
    this.buttons.stop.disabled = !running;
    // nothing of a run that was followed before
    this.events?.close();
    const events = this.events = api.events(run);
    // a connection that was lost begins again, and so does what it tells
    events.addEventListener('open', begin);
    events.addEventListener('sample', (event) => this.outcome.take(JSON.parse(event.data)));
    events.addEventListener('end', (event) => {
      events.close();
      this.buttons.run.disabled = false;
      this.buttons.stop.disabled = true;
      this.outcome.end(JSON.parse(event.data));
    });
  }

  /** @private */
  say(message, isWrong) {
    this.message.textContent = message;
    this.message.classList.toggle('wrong', isWrong);
  }

  /** @private Does something; what the server refuses is shown. */
  async attempt(action) {
    // what was refused before is tried again
    if (this.isRefused) this.changed();
    try {
      await action();
    } catch (problem) {
      this.settle('', true);
      this.say(problem.message, true);
    }
  }
}
