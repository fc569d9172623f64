// SPDX-License-Identifier: MIT

const mostListed = 300; // more are found by searching

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

/// A list of signals to tick, with a search field; calls `changed` when the ticks change.
export class Chooser {
  constructor(place, results, chosen, changed) {
    this.signals = results.signals;
    // what has a published name is listed by that alone, and found by its other name
    this.hidden = new Set([...this.signals.keys()].filter((index) => results.isPublishedAgain(index)));
    this.chosen = new Set(chosen);
    // what is drawn at first stands first, in a list that may be long
    this.order = [...new Set([...chosen, ...this.signals.keys()])];
    this.changed = changed;
    this.search = element('input', { type: 'search', placeholder: 'Search signals' });
    this.search.setAttribute('aria-label', 'Search signals');
    this.search.addEventListener('input', () => this.list());
    this.count = element('p', { className: 'soft' });
    this.clear = element('button', { type: 'button', textContent: 'None' });
    this.clear.addEventListener('click', () => {
      this.chosen.clear();
      this.list();
      this.changed();
    });
    this.items = element('div', { className: 'items' });
    this.items.setAttribute('role', 'group');
    this.items.setAttribute('aria-label', 'Signals to draw');
    place.append(element('div', { className: 'search' }, this.search, this.clear), this.items, this.count);
    this.list();
  }

  list() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.order
      .map((index) => ({ signal: this.signals[index], index }))
      .filter(({ signal, index }) => (words.length > 0 || !this.hidden.has(index) || this.chosen.has(index))
        && words.every((word) => signal.name.toLowerCase().includes(word)));
    this.items.replaceChildren(...found.slice(0, mostListed).map(({ signal, index }) => this.item(signal, index)));
    this.count.textContent = found.length > mostListed
      ? `${found.length - mostListed} more: search for them`
      : `${found.length} of ${this.signals.length} signals${words.length === 0 && found.length < this.signals.length ? '; the others are the same under longer names' : ''}`;
  }

  item(signal, index) {
    const box = element('input', { type: 'checkbox', checked: this.chosen.has(index) });
    box.addEventListener('change', () => {
      if (box.checked) this.chosen.add(index);
      else this.chosen.delete(index);
      this.changed();
    });
    return element('label', { title: signal.name }, box, element('span', { textContent: signal.name }),
      element('i', { textContent: signal.unit }));
  }
}
