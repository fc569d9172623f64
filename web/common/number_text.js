// SPDX-License-Identifier: MIT

/// A value for people: a few digits, and no more zeros than needed.
export function valueText(value, digits = 6) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return value.toExponential(Math.min(digits, 5) - 1).replace(/\.?0+e/, 'e').replace('e+', 'e');
  return String(Number(value.toPrecision(digits)));
}

/// How many decimals tell a step of an axis exactly: two for 0.25.
function decimalsOf(step) {
  let decimals = 0;
  // up to the rounding of the step itself
  const isWhole = (number) => Math.abs(number - Math.round(number)) <= 1e-6 * number;
  while (decimals < 12 && !isWhole(step * 10 ** decimals)) ++decimals;
  return decimals;
}

/// The numbers of an axis, all with as many digits as tell them apart.
export function axisTexts(values) {
  const shown = values.filter((value) => value !== null);
  if (shown.length === 0) return values.map(() => '');
  const largest = Math.max(...shown.map(Math.abs));
  const step = shown.length > 1 ? Math.abs(shown[1] - shown[0]) : largest || 1;
  const isFar = largest >= 1e5 || (largest > 0 && largest < 1e-3);
  const power = isFar ? Math.floor(Math.log10(largest) + 1e-9) : 0;
  const decimals = decimalsOf(step / 10 ** power);
  const text = (value) => (value === 0 ? '0' : (value / 10 ** power).toFixed(decimals) + (isFar ? `e${power}` : ''));
  return values.map((value) => (value === null ? '' : text(value)));
}

/// "1 step", "3 steps", "no steps".
export function counted(count, noun) {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
}

/// 10⁻³
export function powerOfTen(exponent) {
  const digits = [...String(Math.abs(exponent))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]);
  return `10${exponent < 0 ? '⁻' : ''}${digits.join('')}`;
}

/// The numbers of a logarithmic axis: powers of ten alone are written as such, others as plain numbers where these are short.
export function logTexts(values) {
  const parts = values.map((value) => {
    if (value === null) return null;
    const [digit, exponent] = Math.abs(value).toExponential(0).split('e').map(Number);
    return { digit, exponent, sign: value < 0 ? '−' : '' };
  });
  const shown = parts.filter(Boolean);
  const arePowers = shown.length > 1 && shown.every(({ digit }) => digit === 1);
  return parts.map((part) => {
    if (!part) return '';
    const { digit, exponent, sign } = part;
    if (arePowers) return sign + powerOfTen(exponent);
    if (exponent >= -3 && exponent <= 4) return sign + String(Number(`${digit}e${exponent}`));
    return sign + (digit === 1 ? '' : `${digit}·`) + powerOfTen(exponent);
  });
}
