// SPDX-License-Identifier: MIT

/// Tables whose rows are put in order by a click on a head: numbers by size, words by letter, what is empty last.
export function makeSortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    // what keys can reach and screen readers name
    const button = Object.assign(document.createElement('button'), { type: 'button' });
    button.append(...head.childNodes);
    head.append(button);
    const sort = () => {
      const isUp = head.getAttribute('aria-sort') !== 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
      const rows = [...table.tBodies[0].rows];
      const order = (a, b) => compare(a.cells[column].textContent, b.cells[column].textContent, isUp ? 1 : -1);
      table.tBodies[0].append(...rows.sort(order));
    };
    head.addEventListener('click', sort);
  });
}

function compare(a, b, way) {
  if (a === '' || b === '') return (a === '') - (b === '');
  const [x, y] = [Number(a), Number(b)];
  return way * (Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y);
}
