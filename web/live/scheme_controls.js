// SPDX-License-Identifier: MIT

/** Keys of [scheme], with their values; the first is chosen at first. */
const choices = {
  decomposition: ['force-force', 'force-displacement', 'displacement-displacement'],
  schedule: ['jacobi', 'gauss-seidel'],
  correction: ['explicit', 'semi-implicit', 'implicit'],
  order: ['1', '0', '2', '3'],
  extension: ['none', 'derivative', 'integral'],
};
/** Dimensionless parameters of the two-mass system, with what they are when nobody sets them. */
const parameters = { Lr1: -0.1, Li1: 1, alpha_m21: 1, alpha_Lr21: 1, alpha_Li21: 1, alpha_Lrc: 1, alpha_Lic: 1 };
const cells = 101;

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function choiceOf(key, values) {
  const sorted = [...values].sort((a, b) => (key === 'order' ? a - b : 0));
  const group = make('div', { className: values.length > 2 && key !== 'order' ? 'choice tall' : 'choice' });
  for (const value of sorted)
    group.append(make('label', {}, make('input', { type: 'radio', name: key, value, checked: value === values[0] }), value));
  return make('fieldset', {}, make('legend', { textContent: key }), group);
}

/** What is charted: scheme, parameters, and the two of them that go along the axes. */
export class SchemeControls {
  /**
   * @param {HTMLFormElement} form
   * @param {() => void} onChange
   */
  constructor(form, onChange) {
    this.form = form;
    for (const [key, values] of Object.entries(choices)) form.append(choiceOf(key, values));
    form.append(this.axes(), this.values());
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('change', () => {
      this.lock();
      onChange();
    });
    this.lock();
  }

  /** @private */
  axes() {
    const rows = make('div', { className: 'numbers' });
    for (const [name, key, low, high] of [['x', 'Lr1', -2, 0], ['y', 'Li1', 0, 10]])
      rows.append(
        make('select', { name, ariaLabel: `along ${name}` },
          ...Object.keys(parameters).map((value) => make('option', { value, textContent: value, selected: value === key }))),
        make('input', { type: 'number', name: `${name}-low`, value: low, step: 'any', ariaLabel: `${name} from` }),
        make('input', { type: 'number', name: `${name}-high`, value: high, step: 'any', ariaLabel: `${name} to` }));
    return make('fieldset', {}, make('legend', { textContent: 'axes: from, to' }), rows);
  }

  /** @private */
  values() {
    const rows = make('div', { className: 'numbers' });
    for (const [key, value] of Object.entries(parameters))
      rows.append(make('label', { textContent: key, htmlFor: `parameter-${key}` }),
        make('input', { type: 'number', id: `parameter-${key}`, name: key, value, step: 'any', className: 'single' }));
    return make('fieldset', {}, make('legend', { textContent: 'two-mass system, dimensionless' }), rows);
  }

  /** @private A parameter that goes along an axis has no value of its own. */
  lock() {
    const { x, y } = this.form.elements;
    for (const key of Object.keys(parameters)) {
      const input = this.form.elements[key];
      input.disabled = input.hidden = input.labels[0].hidden = key === x.value || key === y.value;
    }
  }

  /** @private */
  axis(name) {
    const field = (end) => Number(this.form.elements[`${name}-${end}`].value);
    return { key: this.form.elements[name].value, low: field('low'), high: field('high'), count: cells };
  }

  get x() {
    return this.axis('x');
  }

  get y() {
    return this.axis('y');
  }

  /** Key and value of everything that is set. */
  get settings() {
    const scheme = Object.keys(choices).map((key) => ['scheme', key, this.form.elements[key].value]);
    const rest = Object.keys(parameters).filter((key) => !this.form.elements[key].disabled && this.form.elements[key].value !== '')
      .map((key) => ['parameters', key, this.form.elements[key].value]);
    return [...scheme, ...rest];
  }
}
