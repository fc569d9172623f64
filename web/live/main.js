// SPDX-License-Identifier: MIT
import '../common/theme.css';
import './page.css';
import { Explorer } from './explorer.js';
import { Systems } from './systems.js';

const places = { systems: document.querySelector('#systems'), explorer: document.querySelector('#explorer') };
const systems = new Systems(places.systems);
const explorer = new Explorer(places.explorer, (name, text) => {
  systems.showNew(name, text);
  location.hash = '#systems';
});
let hasChart = false;

/** Shows the half of the page that the address names. */
function turn() {
  const wanted = location.hash === '#explorer' ? 'explorer' : 'systems';
  for (const [name, place] of Object.entries(places)) place.hidden = name !== wanted;
  for (const link of document.querySelectorAll('nav a'))
    if (link.hash === `#${wanted}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  if (wanted === 'explorer' && !hasChart) {
    hasChart = true;
    explorer.recompute();
  }
}

addEventListener('hashchange', turn);
turn();
systems.start().then(
  (folder) => { document.querySelector('.folder').textContent = folder; },
  (problem) => { document.querySelector('.message').textContent = problem.message; });
