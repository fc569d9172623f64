// SPDX-License-Identifier: MIT
// Reports in a real browser, opened from disk.
import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { close, drag, folder, keepPicture, oldham, openBrowser, openFile, pointAt, source } from './browser.mjs';

const crane = path.join(source, 'examples/crane/double.toml');
const twoMass = path.join(source, 'examples/two-mass/system.toml');
let browser;

before(async () => {
  oldham('run', crane, '--set', 'simulation.end=2', '--compare', 'monolithic', '--report', '--out', 'crane');
  oldham('run', twoMass, '--report', '--out', 'first');
  oldham('run', twoMass, '--set', 'scheme.correction=implicit', '--out', 'second');
  browser = await openBrowser();
});
after(() => browser.close());

/// What the legend of a plot tells of one line at the pointer.
const told = async (panel, label) =>
  Number(await panel.locator('tr.u-series', { hasText: label }).first().locator('.u-value').textContent());

test('a report tells of its run, in light and in dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await openFile(browser, 'crane/report.html', { colorScheme });
    await page.locator('.signals .panel').first().waitFor();
    assert.match(await page.locator('.verdicts').textContent(), /Completed.*from the monolithic solution.*What limits the step/s);
    assert.match(await page.locator('.graph').textContent(), /mechanism/);
    assert((await page.locator('.bonds .uplot').count()) === 1);
    assert.match(await page.locator('pre').textContent(), /crane-double/);
    await keepPicture(page, `report-${colorScheme}`, { fullPage: true });
    await close(page);
  }
});

test('plots zoom together and tell values at the pointer', async () => {
  const page = await openFile(browser, 'crane/report.html');
  const panels = page.locator('.signals .panel');
  const [first, second] = [panels.nth(0), panels.nth(1)];
  await pointAt(page, first.locator('.u-over'), 0.25);
  const quarter = await told(first, 'time');
  assert(Math.abs(quarter - 0.5) < 0.05, `${quarter} s at a quarter of 2 s`);
  await drag(page, first.locator('.u-over'), 0.25, 0.5);
  for (const panel of [first, second]) {
    await pointAt(page, panel.locator('.u-over'), 0.5);
    const middle = await told(panel, 'time');
    assert(Math.abs(middle - 0.75) < 0.05, `${middle} s in the middle of 0.5 s to 1 s`);
  }
  await keepPicture(page, 'report-zoomed');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await pointAt(page, first.locator('.u-over'), 0.5);
  assert(Math.abs((await told(first, 'time')) - 1) < 0.05);
  await close(page);
});

test('signals are found and chosen', async () => {
  const page = await openFile(browser, 'crane/report.html');
  const ticks = await page.locator('.chooser .items input').evaluateAll((boxes) => boxes.map((box) => box.checked));
  assert(ticks[0] && !ticks.at(-1) && ticks.lastIndexOf(true) === ticks.indexOf(false) - 1, 'those that are drawn stand first');
  await page.getByRole('button', { name: 'None' }).click();
  assert.equal(await page.locator('.signals .panel').count(), 0);
  await page.getByPlaceholder('Search signals').fill('theta 1');
  const found = page.locator('.chooser .items label');
  assert.equal((await found.allTextContents()).every((name) => /theta.*1/.test(name)), true);
  await found.filter({ hasText: 'theta1' }).first().click();
  assert.match(await page.locator('.signals .u-legend').textContent(), /theta1/);
  await close(page);
});

test('the animation plays', async () => {
  const page = await openFile(browser, 'crane/report.html');
  const picture = page.locator('.oldham-animation canvas');
  await picture.scrollIntoViewIfNeeded();
  const before = await picture.screenshot();
  await page.locator('.oldham-animation .play').click();
  await page.waitForTimeout(700);
  await page.locator('.oldham-animation .play').click();
  assert(!before.equals(await picture.screenshot()), 'the picture did not change');
  await keepPicture(page, 'report-animation');
  await close(page);
});

test('two runs are compared', async () => {
  const { report } = oldham('report', 'first', 'second', '-o', 'compared.html');
  const page = await openFile(browser, report);
  const legend = page.locator('.signals .u-legend').first();
  assert.match(await legend.textContent(), /x1 · second/);
  await keepPicture(page, 'report-compared', { fullPage: true });
  await page.getByLabel('differences only').check();
  assert.match(await legend.textContent(), /x1 − second/);
  await page.getByLabel('with second').uncheck();
  assert.equal(await page.locator('.signals .panel').count(), 0);
  await close(page);
});

test('a table is sorted by its heads', async () => {
  const page = await openFile(browser, 'first/report.html');
  const head = page.locator('th', { hasText: 'at the end' });
  const column = page.locator('table:has(th:has-text("at the end")) tbody td:nth-child(3)');
  const isSorted = (values, way) => values.every((value, i) => i === 0 || way * (value - values[i - 1]) >= 0);
  for (const way of [1, -1]) {
    await head.click();
    assert(isSorted((await column.allTextContents()).map(Number), way));
  }
  await close(page);
});

test('long titles and names stay within narrow windows', async () => {
  const text = fs.readFileSync(twoMass, 'utf8').replace(/^title.*$/m, '');
  const long = 'a-title-without-a-single-space-'.repeat(8).replaceAll('-', '_');
  fs.writeFileSync(path.join(folder, 'long_title.toml'), `title = "${long}"\n${text}`);
  oldham('run', 'long_title.toml', '--out', 'long_title');
  fs.renameSync(path.join(folder, 'second'), path.join(folder, long.slice(0, 120)));
  const { report } = oldham('report', 'long_title', long.slice(0, 120), '-o', 'narrow.html');
  fs.renameSync(path.join(folder, long.slice(0, 120)), path.join(folder, 'second'));
  const page = await openFile(browser, report, { width: 600 });
  await page.locator('.signals .panel').first().waitFor();
  await keepPicture(page, 'report-narrow', { fullPage: true });
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert(tooWide <= 0, `${tooWide} px too wide`);
  // a number that is broken is as high as two lines
  const heights = await page.locator('table[data-sortable] td:nth-child(n + 3)').evaluateAll((cells) => cells.map((cell) => cell.clientHeight));
  assert(Math.max(...heights) < 40, `${Math.max(...heights)} px`);
  await close(page);
});

test('a long chain is shown whole, and its beginning in narrow windows', async () => {
  const masses = 24;
  const names = Array.from({ length: masses }, (_, i) => `mass${i}`);
  const spring = (name, i) => (i === 0 ? '' : `[[interface]]\nname = "spring${i}"\nlaw = "spring-damper"\nbetween = ["${names[i - 1]}", "${name}"]\nstiffness = 1.0\n`);
  fs.writeFileSync(path.join(folder, 'chain.toml'), '[simulation]\nend = 0.1\n[scheme]\nstep = 0.01\n' +
    names.map((name) => `[[subsystem]]\nname = "${name}"\nmodel = "oscillator"\n[subsystem.parameters]\nmass = 1.0\nstiffness = 1.0\n`).join('') + names.map(spring).join(''));
  oldham('run', 'chain.toml', '--report', '--out', 'chain');
  for (const [width, fewest] of [[1366, masses], [600, 2]]) {
    const page = await openFile(browser, 'chain/report.html', { width });
    const window = await page.locator('.wide:has(.graph)').boundingBox();
    const boxes = await page.locator('.graph .subsystem rect').evaluateAll((all) => all.map((box) => box.getBoundingClientRect().toJSON()));
    const seen = boxes.filter(({ left, right }) => left >= window.x && right <= window.x + window.width);
    assert(seen.length >= fewest, `${seen.length} of ${masses} are seen at ${width} px`);
    await page.locator('.graph').screenshot({ path: path.join(process.env.OLDHAM_PICTURES, `chain-${width}.png`) });
    await close(page);
  }
});

test('names of signals and files cannot do anything', async () => {
  const text = fs.readFileSync(path.join(source, 'examples/two-mass/system.toml'), 'utf8');
  fs.writeFileSync(path.join(folder, 'bad.toml'), `title = "<img src=x onerror='window.bad=1'></script><script>window.bad=1</script>"\n${text.replace(/^title.*$/m, '')}`);
  oldham('run', 'bad.toml', '--report', '--out', 'bad');
  const page = await openFile(browser, 'bad/report.html');
  assert.equal(await page.evaluate(() => window.bad), undefined);
  assert.match(await page.title(), /<img/);
  await close(page);
});

test('ten minutes at 1 kHz open at once', async () => {
  execFileSync(process.env.OLDHAM_LONG_RUN, [path.join(folder, 'long')]);
  const { bytes } = oldham('report', 'long');
  assert(bytes < 10e6, `${bytes} bytes`);
  const begin = Date.now();
  const page = await openFile(browser, 'long/report.html');
  await page.locator('.signals .uplot').first().waitFor();
  const seconds = (Date.now() - begin) / 1000;
  assert(seconds < 2, `${seconds} s`);
  // the single row of every peak is in the table, and no peak of the picture is lower than in the data
  assert.match(await page.locator('table').last().textContent(), /signal0.*1234\.5/s);
  await keepPicture(page, 'report-long');
  await close(page);
});

test('studies have pages', async () => {
  const map = oldham('map', twoMass, '--x', 'scheme.step=0.01:0.5:40', '--y', 'parameters.m2=0.1:10:30', '--log-y', '--report', '--out', 'map');
  let page = await openFile(browser, map.report);
  await pointAt(page, page.locator('.map .u-over'), 0.1, 0.1);
  assert.match(await page.locator('.map output').textContent(), /scheme\.step = .* s, parameters\.m2 = .* kg: spectral radius .*stable/);
  await keepPicture(page, 'map');
  await drag(page, page.locator('.map .u-over'), 0.1, 0.3);
  await close(page);

  const converged = oldham('converge', twoMass, '--steps', '0.02,0.01,0.005,0.0025', '--report', '--out', 'converge');
  page = await openFile(browser, converged.report);
  assert.match(await page.locator('.convergence .u-legend').textContent(), /order \d/);
  await keepPicture(page, 'convergence');
  await close(page);

  const swept = oldham('sweep', twoMass, '--over', 'scheme.step=0.01,0.02,0.03', '--over', 'scheme.order=0,1', '--report', '--out', 'sweep');
  page = await openFile(browser, swept.report);
  assert.equal(await page.locator('table[data-sortable] tbody tr').count(), 6);
  await keepPicture(page, 'sweep');
  await close(page);

  // no line leads through a run that diverged
  oldham('sweep', twoMass, '--over', 'parameters.cc=10,1e6,100', '--report', '--out', 'broken');
  page = await openFile(browser, 'broken/sweep.html');
  assert.match(await page.locator('.sweep').textContent(), /Crossed out: parameters\.cc = 1000000 diverged\./);
  await pointAt(page, page.locator('.sweep .u-over'), 0.99);
  assert.deepEqual(await page.locator('.sweep .u-value').allTextContents(), ['1e6', '–']);
  await keepPicture(page, 'sweep-broken');
  await close(page);
});
