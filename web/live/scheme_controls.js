// SPDX-License-Identifier: MIT

/** Keys of [scheme], with their values. */
const choices = {
  decomposition: ['force-force', 'force-displacement', 'displacement-displacement'],
  schedule: ['jacobi', 'gauss-seidel'],
  correction: ['explicit', 'semi-implicit', 'implicit'],
  order: ['0', '1', '2', '3'],
  extension: ['none', 'derivative', 'integral'],
};
/** What is chosen at first, where that is not the first value: a scheme with much to see. */
const chosen = { correction: 'semi-implicit', order: '2' };
/** Dimensionless parameters of the two-mass system: their values at first, what they are, and their formulas. */
const parameters = {
  Lr1: { value: -0.1, label: 'damping × step', title: 'Λr1 = −d1 H/(2 m1): the step times the real part of the eigenvalue of mass 1' },
  Li1: { value: 1, label: 'frequency × step', title: 'Λi1 = √(4 c1 H²/m1 − (d1 H/m1)²)/2: the step times its imaginary part' },
  alpha_m21: { value: 1, label: 'mass ratio', title: 'α_m21 = m2/m1' },
  alpha_Lr21: { value: 1, label: 'damping ratio 2 to 1', title: 'α_Λr21 = Λr2/Λr1: mass 2 to mass 1' },
  alpha_Li21: { value: 1, label: 'frequency ratio 2 to 1', title: 'α_Λi21 = Λi2/Λi1: mass 2 to mass 1' },
  alpha_Lrc: { value: 1, label: 'damping ratio, coupling', title: 'α_Λrc = Λrc/Λr1: coupling element to mass 1' },
  alpha_Lic: { value: 1, label: 'frequency ratio, coupling', title: 'α_Λic = Λic/Λi1: coupling element to mass 1' },
};
const nameOf = (key) => `${parameters[key].label} (${key})`;
const cells = 101;

/** The point that is run at first. */
export const firstPoint = { Lr1: parameters.Lr1.value, Li1: parameters.Li1.value };

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function choiceOf(key, values) {
  const group = make('div', { className: values.length > 2 && key !== 'order' ? 'choice tall' : 'choice' });
  for (const value of values)
    group.append(make('label', {}, make('input', { type: 'radio', name: key, value, checked: value === (chosen[key] ?? values[0]) }), value));
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
    const rows = make('div', { className: 'numbers axes' });
    for (const [name, key, low, high] of [['x', 'Lr1', -2, 0], ['y', 'Li1', 0, 10]])
      rows.append(
        make('select', { name, ariaLabel: `along ${name}` },
          ...Object.keys(parameters).map((value) => make('option', { value, textContent: nameOf(value), selected: value === key }))),
        make('input', { type: 'number', name: `${name}-low`, value: low, step: 'any', ariaLabel: `${name} from` }),
        make('span', { textContent: 'to' }),
        make('input', { type: 'number', name: `${name}-high`, value: high, step: 'any', ariaLabel: `${name} to` }));
    return make('fieldset', {}, make('legend', { textContent: 'axes, across and up' }), rows);
  }

  /** @private */
  values() {
    const rows = make('div', { className: 'numbers' });
    for (const [key, { value, title }] of Object.entries(parameters))
      rows.append(make('label', { textContent: nameOf(key), htmlFor: `parameter-${key}`, title }),
        make('input', { type: 'number', id: `parameter-${key}`, name: key, value, step: 'any', title }));
    return make('fieldset', {}, make('legend', { textContent: 'two masses, without dimensions' }), rows);
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
    const key = this.form.elements[name].value;
    return { key, label: nameOf(key), low: field('low'), high: field('high'), count: cells };
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
