// SPDX-License-Identifier: MIT

/// A value for people: six digits, and no more zeros than needed.
export function valueText(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return value.toExponential(4).replace(/\.?0+e/, 'e').replace('e+', 'e');
  return String(Number(value.toPrecision(6)));
}

/// The numbers of an axis, all with as many digits as tell them apart.
export function axisTexts(values) {
  const shown = values.filter((value) => value !== null);
  if (shown.length === 0) return values.map(() => '');
  const largest = Math.max(...shown.map(Math.abs));
  const step = shown.length > 1 ? Math.abs(shown[1] - shown[0]) : largest || 1;
  const decade = (number) => Math.floor(Math.log10(number) + 1e-9);
  const power = largest > 0 ? decade(largest) : 0;
  const isFar = largest >= 1e5 || (largest > 0 && largest < 1e-3);
  const text = (value) => {
    if (value === 0) return '0';
    if (!isFar) return value.toFixed(Math.max(0, -decade(step)));
    return `${(value / 10 ** power).toFixed(Math.max(0, power - decade(step)))}e${power}`;
  };
  return values.map((value) => (value === null ? '' : text(value)));
}
