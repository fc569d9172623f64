// SPDX-License-Identifier: MIT

/**
 * Where a grid of values passes a level, as pieces of a line between the centres of its cells.
 * @param {ArrayLike<number>} values row by row
 * @param {number} columns
 * @param {number} level
 * @returns {[number, number, number, number][]} x0, y0, x1, y1 in cells
 */
export function contour(values, columns, level) {
  const rows = values.length / columns;
  const pieces = [];
  for (let y = 0; y + 1 < rows; ++y)
    for (let x = 0; x + 1 < columns; ++x) {
      const here = y * columns + x;
      const isAbove = values[here] > level;
      // most cells are passed by no line
      if (isAbove === values[here + 1] > level && isAbove === values[here + columns] > level
        && isAbove === values[here + columns + 1] > level) continue;
      const corners = [[x, y, values[here]], [x + 1, y, values[here + 1]], [x + 1, y + 1, values[here + columns + 1]],
        [x, y + 1, values[here + columns]]];
      if (!corners.every(([, , value]) => Number.isFinite(value))) continue;
      const crossings = [];
      corners.forEach(([x0, y0, v0], side) => {
        const [x1, y1, v1] = corners[(side + 1) % 4];
        if ((v0 > level) === (v1 > level)) return;
        const share = (level - v0) / (v1 - v0);
        crossings.push([x0 + share * (x1 - x0), y0 + share * (y1 - y0)]);
      });
      // a saddle has four
      for (let i = 0; i + 1 < crossings.length; i += 2) pieces.push([...crossings[i], ...crossings[i + 1]]);
    }
  return pieces;
}
