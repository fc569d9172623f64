// SPDX-License-Identifier: MIT

/** The list of system files, by folder; those of the examples come last. */
export class Files {
  /**
   * @param {HTMLElement} place
   * @param {(name: string, isExample: boolean) => void} onOpen
   * @param {(name: string, text: string) => void} onNew is given a text that is no file of the folder yet
   */
  constructor(place, onOpen, onNew) {
    this.place = place;
    this.onOpen = onOpen;
    this.onNew = onNew;
    this.starts = document.createElement('div');
    this.starts.className = 'starts';
  }

  /** Ways to begin: the templates of "oldham new", and a file from elsewhere. @param {{name: string, title: string, text: string}[]} templates */
  offer(templates) {
    const list = document.createElement('select');
    list.setAttribute('aria-label', 'New system file from a template');
    list.append(new Option('New…', ''), ...templates.map(({ name, title }) => new Option(title, name)));
    list.addEventListener('change', () => {
      const chosen = templates.find(({ name }) => name === list.value);
      list.value = '';
      if (chosen) this.onNew(this.freeName(chosen.name), chosen.text);
    });
    const file = Object.assign(document.createElement('input'), { type: 'file', accept: '.toml', hidden: true });
    file.addEventListener('change', async () => {
      const [given] = file.files;
      const text = given && await given.text();
      file.value = '';
      if (given) this.onNew(this.freeName(given.name.replace(/\.toml$/, '')), text);
    });
    const open = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Open a file…', title: 'A system file from elsewhere on this machine' });
    open.addEventListener('click', () => file.click());
    this.starts.replaceChildren(list, open, file);
  }

  /** @private A name that no file has yet. */
  freeName(name) {
    const taken = new Set([...this.place.querySelectorAll('button[data-example=false]')].map((button) => button.dataset.name));
    let free = `${name}.toml`;
    for (let i = 2; taken.has(free); ++i) free = `${name}-${i}.toml`;
    return free;
  }

  /** @param {{files: string[], examples: string[]}} list */
  show(list) {
    this.place.replaceChildren(this.starts);
    this.group('Files', list.files, false);
    if (list.examples.length > 0) this.group('Examples', list.examples, true);
  }

  /** @private */
  group(title, names, isExample) {
    const head = document.createElement('h2');
    head.textContent = title;
    this.place.append(head);
    if (names.length === 0) {
      const empty = document.createElement('p');
      empty.className = 'none';
      empty.textContent = 'No system files yet: open an example, or write one.';
      this.place.append(empty);
    }
    for (const name of names) {
      const cut = name.lastIndexOf('/') + 1;
      const folder = document.createElement('small');
      folder.textContent = name.slice(0, cut);
      const button = document.createElement('button');
      button.append(folder, name.slice(cut));
      button.title = name;
      button.dataset.name = name;
      button.dataset.example = String(isExample);
      button.addEventListener('click', () => this.onOpen(name, isExample));
      this.place.append(button);
    }
  }

  /** Marks what is open. */
  mark(name, isExample) {
    for (const button of this.place.querySelectorAll('button'))
      if (button.dataset.name === name && button.dataset.example === String(isExample))
        button.setAttribute('aria-current', 'true');
      else
        button.removeAttribute('aria-current');
  }
}
