// SPDX-License-Identifier: MIT
/** @file The live page in a browser */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, picture, withPage } from './live_browser.mjs';

const { OLDHAM_PROGRAM: program, OLDHAM_SOURCE: source } = process.env;
const chartLimit = Number(process.env.OLDHAM_CHART_LIMIT ?? 300);  // ms
const folder = mkdtempSync(join(tmpdir(), 'oldham-live-'));
cpSync(join(source, 'examples', 'crane'), join(folder, 'crane'), { recursive: true });
const server = spawn(program, ['serve', folder], { stdio: ['ignore', 'pipe', 'inherit'] });

/** The address that the server prints. */
const address = await new Promise((resolve, reject) => {
  let text = '';
  server.stdout.on('data', (piece) => {
    text += piece;
    if (text.includes('\n')) resolve(text.split('\n')[0]);
  });
  server.on('exit', () => reject(new Error('the server has ended')));
});

/** Replaces a piece of the text in the editor, as typing would. */
async function edit(page, from, to) {
  const area = page.locator('.editor textarea');
  // a file that was clicked takes a moment to come
  await page.waitForFunction((piece) => document.querySelector('.editor textarea').value.includes(piece), from);
  const text = await area.inputValue();
  await area.fill(text.replace(from, to));
}

async function runsTheDoubleCrane(page) {
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
  await picture(page, 'live-running');
  const verdict = page.locator('.verdict[data-status]');
  await verdict.waitFor({ timeout: 30000 });
  expect(await verdict.getAttribute('data-status') === 'completed', 'the double crane runs to completion');
  const updates = Number(await page.locator('.outcome .plots').getAttribute('data-updates'));
  expect(updates >= 3, `plots are updated while it runs, ${updates} times`);
  expect(await page.locator('.outcome canvas').count() >= 2, 'there is a plot for each kind of quantity');
  await picture(page, 'live-completed');
  const [report] = await Promise.all([page.context().waitForEvent('page'), page.getByText('Open the report').click()]);
  await report.waitForLoadState();
  expect((await report.title()).includes('crane'), 'the report opens');
  await picture(report, 'live-report');
  await report.close();
}

async function showsAnErrorAtItsLine(page) {
  await edit(page, 'mechanical_input_order', 'mechanical_inptu_order');
  const wanted = (await page.locator('.editor textarea').inputValue()).split('\n')
    .findIndex((line) => line.startsWith('mechanical_inptu_order')) + 1;
  const note = page.locator('.editor .note:not([hidden])');
  await note.waitFor({ timeout: 10000 });
  expect(Number(await note.getAttribute('data-line')) === wanted, `the error is shown at line ${wanted}`);
  expect((await note.textContent()).includes('mechanical_input_order'), 'it says what may have been meant');
  const [noteBox, gutterBox] = await Promise.all([note.boundingBox(), page.locator('.gutter b').boundingBox()]);
  const below = noteBox.y - gutterBox.y;
  expect(below > -3 && below < 25, 'it stands beside or just below the number of that line');
  await picture(page, 'live-error');
  await edit(page, 'mechanical_inptu_order', 'mechanical_input_order');
  await note.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.querySelector('.message').textContent.includes('can be run'));
}

async function explores(page) {
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
  for (let round = 0; round < 6 && times.some((time) => time >= chartLimit); ++round)
    times = (await timeCharts()).map((time, i) => Math.min(time, times[i]));
  expect(times.every((time) => time < chartLimit), `charts of 101 x 101 cells take less than ${chartLimit} ms from the click: ` +
    times.map((time) => `${Math.round(time)} ms`).join(', '));
  const canvas = page.locator('#explorer .sheet canvas');
  const box = await canvas.boundingBox();
  await canvas.hover({ position: { x: box.width * 0.5, y: box.height * 0.3 } });
  expect(/ρ = \d/.test(await page.locator('.sheet output').textContent()), 'the radius under the pointer is shown');
  await canvas.click({ position: { x: box.width * 0.5, y: box.height * 0.3 } });
  await page.waitForFunction(() => Number(document.querySelector('.point .plots').dataset.points) > 1);
  expect(await page.locator('.point canvas').count() === 2, 'a click runs the point in the time domain');
  await picture(page, 'live-explorer');
}

try {
  await withPage(async (page) => {
    await page.goto(address);
    await page.locator('.files button').first().waitFor();
    await runsTheDoubleCrane(page);
    await showsAnErrorAtItsLine(page);
    await explores(page);
  });
  await withPage(async (page) => {
    await page.goto(address);
    await page.locator('.verdict[data-status="completed"]').waitFor();
    await picture(page, 'live-dark');
    await page.goto(`${address}#explorer`);
    await page.waitForFunction(() => document.querySelector('.chart').dataset.charts);
    await picture(page, 'live-explorer-dark');
  }, { colorScheme: 'dark' });
} finally {
  server.kill('SIGINT');
  await new Promise((resolve) => { server.on('exit', resolve); });
  rmSync(folder, { recursive: true });
}
