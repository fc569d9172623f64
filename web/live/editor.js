// SPDX-License-Identifier: MIT
import { paint } from './highlight.js';

const lineHeight = 21;  // px, as in the style sheet
const padding = 8;

/**
 * A text with line numbers, colours, and a message beside the line it is about. The text area is as large as its text,
 * and transparent; the painted text lies behind it, and both scroll together.
 */
export class Editor {
  /**
   * @param {HTMLElement} place
   * @param {() => void} onInput
   */
  constructor(place, onInput) {
    this.gutter = document.createElement('div');
    this.gutter.className = 'gutter';
    const code = document.createElement('div');
    code.className = 'code';
    this.band = document.createElement('div');
    this.band.className = 'wrong-line';
    this.painted = document.createElement('pre');
    this.area = document.createElement('textarea');
    this.area.spellcheck = false;
    this.area.wrap = 'off';
    this.area.autocapitalize = 'off';
    this.area.setAttribute('aria-label', 'Text of the system file');
    this.note = document.createElement('div');
    this.note.className = 'note';
    code.append(this.band, this.painted, this.area, this.note);
    place.replaceChildren(this.gutter, code);
    this.place = place;
    this.area.addEventListener('input', () => {
      this.say(0, '');
      this.show();
      onInput();
    });
    this.wrong = 0;
    this.say(0, '');
    this.show();
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.place.scrollTo(0, 0);
    this.say(0, '');
    this.show();
  }

  /** Marks a line, counted from 1, and writes the message behind or below it; line 0 marks none. */
  say(line, message) {
    this.wrong = line;
    this.band.hidden = this.note.hidden = line === 0;
    const top = `${padding + (line - 1) * lineHeight}px`;
    this.band.style.top = this.note.style.top = top;
    this.note.textContent = message;
    this.note.dataset.line = line;
    const before = this.text.split('\n')[line - 1] ?? '';
    this.note.style.left = `calc(12px + ${before.replaceAll('\t', '    ').length}ch)`;
    this.note.classList.remove('below');
    // behind the line where there is room, else below it
    const room = this.place.clientWidth - this.gutter.offsetWidth;
    if (line > 0 && this.note.offsetLeft + this.note.offsetWidth > room) {
      this.note.classList.add('below');
      this.note.style.left = '12px';
      this.note.style.maxWidth = `${room - 24}px`;
    }
    this.number();
  }

  /** @private */
  show() {
    this.painted.replaceChildren(paint(this.text));
    this.number();
  }

  /** @private */
  number() {
    const count = this.text.split('\n').length;
    this.gutter.replaceChildren();
    for (let line = 1; line <= count; ++line) {
      const mark = document.createElement(line === this.wrong ? 'b' : 'span');
      mark.textContent = `${line}\n`;
      this.gutter.append(mark);
    }
  }
}
