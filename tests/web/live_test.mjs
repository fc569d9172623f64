// SPDX-License-Identifier: MIT
// The live page in a real browser.
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { close, folder, keepPicture, openBrowser, openPage, pointAt, source } from './browser.mjs';

const chartLimit = Number(process.env.OLDHAM_CHART_LIMIT ?? 300);  // ms
fs.cpSync(path.join(source, 'examples/crane'), path.join(folder, 'crane'), { recursive: true });
const server = spawn(process.env.OLDHAM_PROGRAM, ['serve', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
let browser, address;

before(async () => {
  [browser, address] = await Promise.all([openBrowser(), readAddress()]);
});
after(async () => {
  await browser.close();
  server.kill('SIGINT');
  await new Promise((resolve) => { server.on('exit', resolve); });
});

/// What the server prints.
function readAddress() {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (piece) => {
      text += piece;
      if (text.includes('\n')) resolve(text.split('\n')[0]);
    });
    server.on('exit', () => reject(new Error('the server has ended')));
  });
}

const openLive = (options) => openPage(browser, address, { isAllowed: (url) => url.startsWith(address), ...options });

/// Replaces a piece of the text in the editor, as typing would.
async function edit(page, from, to) {
  const area = page.locator('.editor textarea');
  // a file that was clicked takes a moment to come
  await page.waitForFunction((piece) => document.querySelector('.editor textarea').value.includes(piece), from);
  const text = await area.inputValue();
  await area.fill(text.replace(from, to));
}

test('a run that is stopped says so until its results are written', async () => {
  const page = await openLive();
  await page.locator('.files button[data-name="crane/single.toml"][data-example="false"]').click();
  await edit(page, 'end = 30.0', 'end = 3e6');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.waitForFunction(() => document.querySelector('.progress span').textContent.includes(' left'), null, { timeout: 20000 });
  // all that is said from the click on, to the end
  const said = await page.evaluate(async () => {
    const words = document.querySelector('.progress span');
    const found = [];
    document.querySelector('button.stop').click();
    while (!document.querySelector('.verdict').dataset.status) {
      found.push(words.textContent);
      await new Promise(requestAnimationFrame);
    }
    return found;
  });
  assert(said.every((text) => text.endsWith(', stopping')), said.find((text) => !text.endsWith(', stopping')));
  assert.equal(await page.locator('.verdict').getAttribute('data-status'), 'interrupted');
  await close(page);
});

test('the double crane runs to completion while plots grow, and its report opens', async () => {
  const page = await openLive();
  await page.locator('.files button[data-name="crane/double.toml"][data-example="false"]').click();
  // 30 s of crane take less than one: ten times the steps, so that there is something to watch
  await edit(page, 'step      = 1e-3', 'step      = 1e-4');
  await page.getByRole('button', { name: 'Run' }).click();
  // live: the bar moves and plots have grown before the end
  await page.waitForFunction(() => {
    const share = document.querySelector('progress').value;
    const { updates } = document.querySelector('.outcome .plots').dataset;
    return share > 0.1 && share < 1 && Number(updates) >= 2;
  }, null, { timeout: 20000, polling: 20 });
  await keepPicture(page, 'live-running');
  const verdict = page.locator('.verdict[data-status]');
  await verdict.waitFor({ timeout: 30000 });
  assert.equal(await verdict.getAttribute('data-status'), 'completed');
  const updates = Number(await page.locator('.outcome .plots').getAttribute('data-updates'));
  assert(updates >= 3, `plots were updated ${updates} times`);
  assert(await page.locator('.outcome canvas').count() >= 2, 'a plot for each kind of quantity');
  await keepPicture(page, 'live-completed');
  const [report] = await Promise.all([page.context().waitForEvent('page'), page.getByText('Open the report').click()]);
  await report.waitForLoadState();
  assert.match(await report.title(), /crane/);
  await keepPicture(report, 'live-report');
  await report.close();
  await close(page);
});

test('a run that completes with an alarm says so, and why', async () => {
  // a spring force that is held over each step makes energy
  fs.writeFileSync(path.join(folder, 'held.toml'), `[simulation]
end = 20.0
[scheme]
step = 0.05
order = 0
[[subsystem]]
name = "mass"
model = "oscillator"
parameters = {mass = 1.0, stiffness = 1.0, position = 0.01}
[[subsystem]]
name = "spring"
model = "linear"
[subsystem.parameters]
inputs = ["x [m]"]
outputs = ["f [N]"]
D = [[-100.0]]
[[connect]]
from = "mass.position"
to = "spring.x"
[[connect]]
from = "spring.f"
to = "mass.force"
`);
  const page = await openLive();
  await page.locator('.files button[data-name="held.toml"][data-example="false"]').click();
  await edit(page, 'end = 20.0', 'end = 21.0');
  await page.getByRole('button', { name: 'Run' }).click();
  const verdict = page.locator('.verdict.warning');
  await verdict.waitFor({ timeout: 30000 });
  assert.equal(await verdict.getAttribute('data-status'), 'completed');
  const said = await verdict.textContent();
  for (const words of ['completed with an alarm at t = 21 s', 'grow geometrically', 'change: ', 'unstable at step 0.05 s: '])
    assert(said.includes(words), `${words} in ${said}`);
  await keepPicture(page, 'live-alarm');
  fs.rmSync(path.join(folder, 'held.toml'));
  await close(page);
});

test('an error is shown at its line', async () => {
  // what was run last is gone: another file opens, without an error
  const page = await openLive();
  await page.locator('.files button[data-name="crane/double.toml"][data-example="false"]').click();
  await page.waitForFunction(() => document.querySelector('.message').textContent.includes('can be run'));
  await edit(page, 'mechanical_input_order', 'mechanical_inptu_order');
  const wanted = (await page.locator('.editor textarea').inputValue()).split('\n')
    .findIndex((line) => line.startsWith('mechanical_inptu_order')) + 1;
  const note = page.locator('.editor .note:not([hidden])');
  await note.waitFor({ timeout: 10000 });
  assert.equal(Number(await note.getAttribute('data-line')), wanted);
  assert.match(await note.textContent(), /mechanical_input_order/);
  const [noteBox, gutterBox] = await Promise.all([note.boundingBox(), page.locator('.gutter b').boundingBox()]);
  const below = noteBox.y - gutterBox.y;
  assert(below > -3 && below < 25, `${below} px below the number of that line`);
  await keepPicture(page, 'live-error');
  await edit(page, 'mechanical_inptu_order', 'mechanical_input_order');
  await note.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.querySelector('.message').textContent.includes('can be run'));
  await close(page);
});

test('a refused save is told until the text changes, and one that was made is confirmed', async () => {
  const page = await openLive();
  const file = path.join(folder, 'shared.toml');
  fs.copyFileSync(path.join(source, 'examples/two-mass/system.toml'), file);
  await page.reload();
  await page.locator('.files button[data-name="shared.toml"]').click();
  const message = page.locator('.message');
  await edit(page, 'order', ' order');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForFunction(() => /^Saved\..*can be run/.test(document.querySelector('.message').textContent));
  fs.appendFileSync(file, '# somebody else\n');
  for (const button of ['Save', 'Run']) {
    await edit(page, ' order', '  order');
    await page.getByRole('button', { name: button }).click();
    // the check that the edit asked for comes meanwhile
    await page.waitForTimeout(1000);
    assert.match(await message.textContent(), /changed by somebody else/);
  }
  await edit(page, '  order', ' order');
  await page.waitForFunction(() => /^[^S].*can be run/.test(document.querySelector('.message').textContent));
  // the browser tells of refusals itself
  page.complaints = page.complaints.filter((text) => !text.includes('409'));
  await close(page);
});

test('the explorer charts while one waits, and runs the point that is clicked', async () => {
  const page = await openLive();
  await page.getByRole('link', { name: 'Stability explorer' }).click();
  const charted = (count) => page.waitForFunction(
    (wanted) => Number(document.querySelector('.chart').dataset.charts) >= wanted, count, { timeout: 20000 });
  await charted(1);
  // from the click to the chart on the canvas, by the clock of the page
  // back to where it begins, so that every click of a further round changes something too
  const choices = [['correction', 'implicit'], ['order', '2'], ['extension', 'derivative'], ['extension', 'none'], ['order', '1'],
    ['correction', 'explicit']];
  const timeCharts = () => page.evaluate(async (clicks) => {
    const found = [];
    const chart = document.querySelector('.chart');
    for (const [name, value] of clicks) {
      const before = chart.dataset.charts;
      const begin = performance.now();
      document.querySelector(`.controls input[name="${name}"][value="${value}"]`).click();
      while (chart.dataset.charts === before) await new Promise(requestAnimationFrame);
      found.push(performance.now() - begin);
    }
    return found;
  }, choices);
  // what else the machine does can only make them slower: the fastest of some rounds counts
  let times = choices.map(() => Infinity);
  for (let round = 0; round < 20 && times.some((time) => time >= chartLimit); ++round)
    times = (await timeCharts()).map((time, i) => Math.min(time, times[i]));
  console.log(`charts of 101 x 101 cells, ms from the click: ${times.map(Math.round).join(', ')}`);
  assert(times.every((time) => time < chartLimit), `${times.map(Math.round).join(', ')} ms`);
  const chart = page.locator('#explorer .sheet .u-over');
  await pointAt(page, chart, 0.5, 0.3);
  assert.match(await page.locator('.sheet output').textContent(), /spectral radius \d/);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => Number(document.querySelector('.point .plots').dataset.points) > 1);
  assert.equal(await page.locator('.point canvas').count(), 2);
  await keepPicture(page, 'live-explorer');
  await close(page);
});

test('the explorer tells nothing of a chart or a point that is of something else', async () => {
  const page = await openLive();
  await page.getByRole('link', { name: 'Stability explorer' }).click();
  await page.waitForFunction(() => document.querySelector('.chart').dataset.charts);
  const chart = page.locator('#explorer .sheet .u-over');
  const tip = page.locator('.sheet output');
  await pointAt(page, chart, 0.5, 0.3);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('.point .plots').dataset.points);
  assert(await tip.isVisible());
  // other axes: the point is none of theirs
  const axis = page.locator('.controls .numbers select').first();
  const other = await axis.evaluate((list) => [...list.options].find((option) => ![...document.querySelectorAll('.controls .numbers select')]
    .some((chosen) => chosen.value === option.value)).value);
  await axis.selectOption(other);
  await page.waitForFunction(() => document.querySelector('.point .summary').textContent.startsWith('Click a point'));
  assert.equal(await page.locator('.point canvas').count(), 0);
  // what is refused leaves the old chart, which is silent
  await page.route('**/api/chart?*', (route) => route.fulfill({ status: 400, body: '{"error": "no such chart"}' }));
  await page.locator('.controls input[name="order"][value="2"]').locator('..').click();
  await page.waitForFunction(() => document.querySelector('.chart .summary').textContent === 'no such chart');
  await pointAt(page, chart, 0.4, 0.4);
  assert(!await tip.isVisible());
  page.complaints = page.complaints.filter((text) => !text.includes('400'));
  await close(page);
});

test('the page is dark where pages are, and stands below itself in narrow windows', async () => {
  for (const [name, options] of [['dark', { colorScheme: 'dark' }], ['narrow', { width: 600 }]]) {
    const page = await openLive(options);
    await page.locator('.verdict[data-status="completed"]').waitFor();
    await keepPicture(page, `live-${name}`, { fullPage: true });
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert(await tooWide() <= 0, `${await tooWide()} px too wide`);
    await page.getByRole('link', { name: 'Stability explorer' }).click();
    await page.waitForFunction(() => document.querySelector('.chart').dataset.charts);
    await keepPicture(page, `live-explorer-${name}`, { fullPage: true });
    assert(await tooWide() <= 0, `${await tooWide()} px too wide`);
    await close(page);
  }
});

test('the time axis of a very long run reaches as far as it has come', async () => {
  const page = await openLive();
  const text = fs.readFileSync(path.join(source, 'examples/two-mass/system.toml'), 'utf8');
  fs.writeFileSync(path.join(folder, 'endless.toml'), `${text}
[simulation]
end = 1e9
`);
  await page.reload();
  await page.locator('.files button[data-name="endless.toml"]').click();
  await page.waitForFunction(() => document.querySelector('.editor textarea').value.includes('1e9'));
  await page.getByRole('button', { name: 'Run' }).click();
  try {
    // until it begins, the run before it is shown
    await page.waitForFunction(() => !document.querySelector('button.stop').disabled
      && Number(document.querySelector('.outcome .plots').dataset.updates) >= 20, null, { timeout: 20000 });
    await pointAt(page, page.locator('.outcome .u-over').first(), 0.4);
    await page.waitForFunction(() => /^[0-9]/.test(document.querySelector('.outcome .u-legend .u-value').textContent), null, { timeout: 10000 });
    await keepPicture(page, 'live-endless');
  } finally {
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.verdict[data-status]').waitFor({ timeout: 20000 });
  }
  fs.rmSync(path.join(folder, 'endless.toml'));
  await close(page);
});
