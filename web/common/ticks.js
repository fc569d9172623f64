// SPDX-License-Identifier: MIT

/// Round numbers between two, about so many of them.
export function roundNumbers(low, high, about) {
  const raw = (high - low) / about;
  const decade = 10 ** Math.floor(Math.log10(raw));
  const step = decade * [1, 2, 5, 10].find((factor) => factor * decade >= raw * 0.999);
  const numbers = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) numbers.push(i * step);
  return numbers;
}

/// Powers of ten between two, with 2 and 5 times those where there are few, or every so many of them; of either sign.
export function roundPowers(low, high, most = Infinity) {
  const sign = Math.sign(low);
  const [from, to] = [Math.abs(low), Math.abs(high)].sort((a, b) => a - b);
  const factors = to / from <= 100 ? [1, 2, 5] : [1];
  const decades = Math.log10(to / from);
  const every = factors.length > 1 ? 1 : Math.max(1, Math.ceil(decades / most));
  const numbers = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); ++power)
    for (const factor of power % every === 0 ? factors : []) {
      const number = Number(`${factor}e${power}`);
      if (number >= from * 0.999 && number <= to * 1.001) numbers.push(sign * number);
    }
  return numbers;
}

/// Steps between ticks of whole numbers.
export const wholeSteps = [1, 2, 5].flatMap((digit) => Array.from({ length: 15 }, (_, power) => digit * 10 ** power)).sort((a, b) => a - b);

/// Whether all are whole, and there are any.
export const areWhole = (values) => values.length > 0 && values.every((value) => value === null || value === undefined || Number.isInteger(value));
