// SPDX-License-Identifier: MIT
import uPlot from 'uplot';

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The colour of series number `index`, from 0. */
export const seriesColour = (index) => colour(`--series-${(index % 7) + 1}`);

/** A number as people read it: a few digits, not more zeros than needed. */
export function short(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return value.toExponential(2).replace(/\.?0+e/, 'e');
  return String(Number(value.toPrecision(4)));
}

/**
 * A plot over time in the colours of the page.
 * @param {HTMLElement} place
 * @param {{label: string, range: [number, number], height?: number,
 *          series: {name: string, index: number, dashed?: boolean}[]}} what
 * @param {uPlot.AlignedData} data
 */
export function timePlot(place, what, data) {
  const axis = {
    stroke: colour('--soft'), font: '12px system-ui, sans-serif', labelFont: '12px system-ui, sans-serif',
    grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 },
  };
  return new uPlot({
    width: Math.max(place.clientWidth, 200), height: what.height ?? 210,
    cursor: { sync: { key: 'time' }, points: { size: 6 } },
    scales: { x: { time: false, min: what.range[0], max: what.range[1] } },
    axes: [{ ...axis, size: 34 }, { ...axis, label: what.label, size: 74, labelSize: 18, values: (_, ticks) => ticks.map(short) }],
    series: [{ label: 'time (s)', value: (_, value) => short(value) },
      ...what.series.map(({ name, index, dashed }) => ({
        label: name, stroke: seriesColour(index), width: dashed ? 1 : 1.6, dash: dashed ? [6, 4] : [],
        points: { show: false }, pxAlign: 0, value: (_, value) => short(value),
      }))],
  }, data, place);
}

/** New data; what was zoomed to stays. */
export function updatePlot(plot, data) {
  const { min, max } = plot.scales.x;
  plot.batch(() => {
    plot.setData(data, false);
    plot.setScale('x', { min, max });
  });
}
