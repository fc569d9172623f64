// SPDX-License-Identifier: MIT

/** The list of system files, by folder; those of the examples come last. */
export class Files {
  /**
   * @param {HTMLElement} place
   * @param {(name: string, isExample: boolean) => void} onOpen
   */
  constructor(place, onOpen) {
    this.place = place;
    this.onOpen = onOpen;
  }

  /** @param {{files: string[], examples: string[]}} list */
  show(list) {
    this.place.replaceChildren();
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
