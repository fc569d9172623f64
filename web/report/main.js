// SPDX-License-Identifier: MIT
import '../common/theme.css';
import './page.css';
import { showRun } from './run.js';
import { makeSortable } from './sorting.js';
import { showConvergence, showMap, showSweep } from './studies.js';

const data = JSON.parse(document.getElementById('page-data').textContent);
const show = { run: showRun, map: showMap, convergence: showConvergence, sweep: showSweep };
show[data.kind](data);
document.querySelectorAll('table[data-sortable]').forEach(makeSortable);
