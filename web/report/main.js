// SPDX-License-Identifier: MIT
import 'uplot/dist/uPlot.min.css';
import './page.css';
