// SPDX-License-Identifier: MIT
// Plots of runs with an alarm, logarithmic axes, zoom of values, and what is saved and printed.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { close, diverged, drag, folder, heldForce, keepPicture, oldham, openBrowser, openFile, pointAt, saved, source } from './browser.mjs';

const twoMass = path.join(source, 'examples/two-mass/system.toml');
let browser, alarmTime;

before(async () => {
  fs.writeFileSync(path.join(folder, 'held.toml'), heldForce);
  const held = oldham('run', 'held.toml', '--report', '--plot', '--out', 'held');
  assert.equal(held.alarms[0].kind, 'growth');
  alarmTime = held.alarm_time;
  diverged('run', twoMass, '--set', 'scheme.step=0.2', '--set', 'simulation.end=40', '--report', '--out', 'diverged');
  oldham('run', twoMass, '--report', '--out', 'good');
  browser = await openBrowser();
});
after(() => browser.close());

/// The lines that are saved of what is seen.
async function table(page) {
  const { bytes } = await saved(page, page.getByRole('button', { name: 'CSV' }));
  const [head, ...rows] = bytes.toString().trim().split('\n').map((line) => line.split(','));
  return { head, rows: rows.map((row) => row.map(Number)) };
}

const valueAt = async (panel, label) => Number(await panel.locator('tr.u-series', { hasText: label }).first().locator('.u-value').textContent());

test('a run with an alarm is seen until a little after it, and as a whole by a button', async () => {
  const page = await openFile(browser, 'held/report.html');
  const panel = page.locator('.signals .panel').first();
  const over = panel.locator('.u-over');
  // from 0 to a fifth beyond the alarm
  await pointAt(page, over, 0.5);
  const half = await valueAt(panel, 'time');
  assert(Math.abs(half - 0.6 * alarmTime) < 0.06, `${half} s in the middle`);
  const { rows } = await table(page);
  assert(rows.at(-1)[0] <= 1.2 * alarmTime + 1e-9 && rows.at(-1)[0] > alarmTime, `until ${rows.at(-1)[0]} s`);
  await keepPicture(page, 'plot-alarm');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await pointAt(page, over, 0.5);
  assert(Math.abs((await valueAt(panel, 'time')) - 10) < 0.2);
  await page.getByRole('button', { name: 'Until the alarm' }).click();
  await pointAt(page, over, 0.5);
  assert(Math.abs((await valueAt(panel, 'time')) - half) < 0.06);
  await close(page);
});

test('lines are cut at three times the range before the alarm', async () => {
  const page = await openFile(browser, 'diverged/report.html');
  const all = await page.locator('.signals .u-over').first().evaluate(() => {
    const { alarmTime: alarm } = JSON.parse(document.getElementById('page-data').textContent);
    return alarm;
  });
  assert(all > 0 && all < 5, `alarm at ${all} s`);
  const range = await page.evaluate(() => document.querySelector('.signals .uplot').plot.scales.y);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  const whole = await page.evaluate(() => document.querySelector('.signals .uplot').plot.scales.y);
  assert(whole.max - whole.min > 1e6 * (range.max - range.min), `${whole.max - whole.min} and ${range.max - range.min}`);
  await close(page);
});

test('magnitudes are seen on a logarithmic axis', async () => {
  const page = await openFile(browser, 'diverged/report.html');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  const toggle = page.getByRole('button', { name: 'Logarithmic' });
  await toggle.click();
  assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
  const { scale, label } = await page.evaluate(() => {
    const { plot } = document.querySelector('.signals .uplot');
    return { scale: { ...plot.scales.y }, label: plot.axes[1].label };
  });
  assert.equal(scale.distr, 3);
  assert.match(label, /^magnitude of position \(m\)$/);
  const { rows } = await table(page);
  assert(rows.every((row) => row.slice(1).every((value) => value >= 0)));
  await keepPicture(page, 'plot-logarithmic');
  await toggle.click();
  const { rows: signed } = await table(page);
  assert(signed.some((row) => row.slice(1).some((value) => value < 0)));
  await close(page);
});

test('values are zoomed after a press of a button, and stay so', async () => {
  const page = await openFile(browser, 'good/report.html');
  const range = () => page.evaluate(() => {
    const { plot } = document.querySelector('.signals .uplot');
    return { ...plot.scales.y, left: plot.scales.x.min };
  });
  const before = await range();
  await page.getByRole('button', { name: 'Zoom values' }).click();
  const over = page.locator('.signals .u-over').first();
  const box = await over.boundingBox();
  await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.25 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.6 * box.width, box.y + 0.5 * box.height, { steps: 4 });
  await page.mouse.up();
  const zoomed = await range();
  const share = (zoomed.max - zoomed.min) / (before.max - before.min);
  assert(Math.abs(share - 0.25) < 0.02, `${share} of the values`);
  assert.equal(zoomed.left, before.left);
  await page.getByRole('button', { name: 'Zoom values' }).click();
  await drag(page, over, 0.25, 0.75);
  const later = await range();
  assert.deepEqual([later.min, later.max], [zoomed.min, zoomed.max]);
  assert(later.left > before.left);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  const whole = await range();
  assert.deepEqual([whole.min, whole.max, whole.left], [before.min, before.max, before.left]);
  await close(page);
});

test('plots are saved as a picture and as a table of what is seen', async () => {
  const page = await openFile(browser, 'good/report.html');
  const picture = await saved(page, page.getByRole('button', { name: 'PNG' }));
  assert.match(picture.name, /^Two-oscillators-joined.*\.png$/);
  assert.deepEqual([...picture.bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
  const [width, height] = [16, 20].map((at) => picture.bytes.readUInt32BE(at));
  const panels = await page.locator('.signals .uplot').evaluateAll((plots) => plots.map(({ plot }) => [plot.width, plot.height]));
  assert.equal(width, panels[0][0] + 32);
  assert(height > panels.reduce((sum, [, one]) => sum + one, 0));
  fs.writeFileSync(path.join(process.env.OLDHAM_PICTURES, 'plot-saved.png'), picture.bytes);
  const { head, rows } = await table(page);
  const lines = fs.readFileSync(path.join(folder, 'good/results.csv'), 'utf8').trim().split('\n').map((line) => line.split(','));
  assert.equal(head[0], 'time [s]');
  const column = lines[0].indexOf('x1 [m]');
  const shown = head.indexOf('x1 [m]');
  assert(shown > 0, head.join());
  assert.equal(rows.length, lines.length - 1);
  // pages hold numbers of 4 bytes: 2^-24 of the largest, and 7 digits are written
  rows.forEach((row, i) => assert(Math.abs(row[shown] - Number(lines[i + 1][column])) <= 2e-7, `row ${i}`));
  // only what is seen
  await drag(page, page.locator('.signals .u-over').first(), 0.25, 0.5);
  const { rows: some } = await table(page);
  assert(Math.abs(some.length / rows.length - 0.25) < 0.02, `${some.length} of ${rows.length}`);
  await close(page);
});

test('studies are saved, too', async () => {
  oldham('map', twoMass, '--x', 'scheme.step=0.01:0.5:8', '--y', 'parameters.m2=0.1:10:6', '--log-y', '--report', '--out', 'map');
  let page = await openFile(browser, 'map/map.html');
  const { head, rows } = await table(page);
  assert.deepEqual(head, ['"scheme.step [s]"', '"parameters.m2 [kg]"', 'spectral_radius']);
  const own = fs.readFileSync(path.join(folder, 'map/map.csv'), 'utf8').trim().split('\n').slice(1).map((line) => line.split(',').map(Number));
  assert.equal(rows.length, own.length);
  // 7 digits: half of the last is 5e-7 of the value at most, and 2^-24 is in 4 bytes
  rows.forEach((row, i) => row.forEach((value, j) => assert(Math.abs(value - own[i][j]) <= 6e-7 * own[i][j], `row ${i}: ${row} and ${own[i]}`)));
  const chart = await saved(page, page.getByRole('button', { name: 'PNG' }));
  fs.writeFileSync(path.join(process.env.OLDHAM_PICTURES, 'map-saved.png'), chart.bytes);
  await close(page);
  oldham('sweep', twoMass, '--over', 'scheme.step=0.01,0.02,0.03', '--over', 'scheme.order=0,1', '--report', '--out', 'sweep');
  page = await openFile(browser, 'sweep/sweep.html');
  const swept = await table(page);
  assert.equal(swept.head[0], 'scheme.step [s]');
  assert.equal(swept.rows.length, 3);
  await page.getByRole('combobox', { name: 'Along x: key' }).selectOption({ label: 'scheme.order' });
  assert.deepEqual(await ticks(page, '.sweep', 0), [0, 1]);
  await close(page);
  oldham('converge', twoMass, '--steps', '0.1,0.01,0.001', '--report', '--out', 'converge');
  page = await openFile(browser, 'converge/convergence.html');
  assert.deepEqual(await ticks(page, '.convergence', 0), ['10⁻³', '10⁻²', '10⁻¹']);
  assert((await ticks(page, '.convergence', 1)).every((text) => /^10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+$/.test(text)));
  await close(page);
});

/// The ticks of an axis: numbers, or texts where these are no numbers.
const ticks = (page, place, axis) => page.locator(`${place} .uplot`).evaluate(({ plot }, index) => {
  const texts = plot.axes[index]._values ?? [];
  return texts.filter((text) => text !== '').map((text) => (Number.isNaN(Number(text)) ? text : Number(text)));
}, axis);

test('values and the time are shown at the pointer alone', async () => {
  const page = await openFile(browser, 'good/report.html');
  const panels = page.locator('.signals .panel');
  const [first, second] = [panels.nth(0), panels.nth(1)];
  await first.waitFor();
  assert.equal(await first.locator('tr').first().isVisible(), false);
  assert.deepEqual(await first.locator('tr:not(:first-child) .u-value').allTextContents().then((texts) => texts.filter(Boolean)), []);
  await pointAt(page, first.locator('.u-over'), 0.5);
  assert.equal(await first.locator('tr').first().isVisible(), true);
  assert(Number.isFinite(await valueAt(second, 'time')));
  // plots that follow the pointer have no line across at a height that means nothing there
  assert.equal(await first.locator('.u-cursor-y').isVisible(), true);
  assert.equal(await second.locator('.u-cursor-y').isVisible(), false);
  await close(page);
});

test('signals without a unit have a panel for each order of magnitude, and axes say nothing of a unit', async () => {
  fs.writeFileSync(path.join(folder, 'bare.toml'), `[simulation]
end = 1.0
[scheme]
step = 0.1
[[subsystem]]
name = "source"
model = "signal"
[subsystem.parameters]
value = {sine = {amplitude = 1.0, frequency = 1.0}}
[[subsystem]]
name = "many"
model = "linear"
[subsystem.parameters]
inputs = ["u"]
outputs = ["large", "also_large", "small"]
D = [[1000.0], [400.0], [0.001]]
[[connect]]
from = "source.value"
to = "many.u"
`);
  oldham('run', 'bare.toml', '--report', '--out', 'bare');
  const page = await openFile(browser, 'bare/report.html');
  const legends = await page.locator('.signals .panel').evaluateAll((panels) => panels.map(({ firstChild: { plot } }) =>
    ({ label: plot.axes[1].label, names: plot.series.slice(1).map(({ label }) => label).join() })));
  assert.deepEqual(legends, [{ label: 'value', names: 'source.value' }, { label: 'value', names: 'many.large,many.also_large' },
    { label: 'value', names: 'many.small' }]);
  await keepPicture(page, 'plot-magnitudes');
  await close(page);
});

test('a published signal is listed by that name alone, and found by the other', async () => {
  const page = await openFile(browser, 'good/report.html');
  const names = () => page.locator('.chooser .items label span').allTextContents();
  const first = await names();
  assert(first.includes('x1') && !first.includes('mass1.position'), first.join());
  await page.getByPlaceholder('Search signals').fill('mass1.pos');
  assert.deepEqual(await names(), ['mass1.position']);
  await close(page);
});

test('what is printed is light, and has plots and tables without controls', async () => {
  const page = await openFile(browser, 'good/report.html', { colorScheme: 'dark' });
  await page.locator('.signals .panel').first().waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.waitForFunction(() => document.querySelector('.signals .uplot').plot.width === 680);
  for (const hidden of ['.chooser', '.bar', '.u-value']) assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  assert.equal(await page.locator('.signals canvas').first().isVisible(), true);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
  await keepPicture(page, 'report-printed', { fullPage: true });
  fs.writeFileSync(path.join(process.env.OLDHAM_PICTURES, 'report-printed.pdf'), await page.pdf({ format: 'A4' }));
  await page.emulateMedia({ media: 'screen' });
  await page.waitForFunction(() => document.querySelector('.signals .uplot').plot.width !== 680);
  await close(page);
});
