// SPDX-License-Identifier: MIT
// Every page in the eyes of axe-core: on a desk and on a phone, by day and by night; and by keys alone.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { close, diverged, folder, heldForce, hindrances, keepPicture, oldham, openBrowser, openFile, openPage, serve, source } from './browser.mjs';

const crane = path.join(source, 'examples/crane/double.toml');
const twoMass = path.join(source, 'examples/two-mass/system.toml');
const screens = [[1366, 768], [390, 844]];
let browser, server;

before(async () => {
  oldham('run', crane, '--set', 'simulation.end=2', '--compare', 'monolithic', '--report', '--animate', '--out', 'crane');
  diverged('run', twoMass, '--set', 'scheme.step=0.2', '--set', 'simulation.end=40', '--report', '--out', 'diverged');
  oldham('map', twoMass, '--x', 'scheme.step=0.01:0.5:40', '--y', 'parameters.m2=0.1:10:30', '--log-y', '--report', '--out', 'map');
  oldham('converge', twoMass, '--steps', '0.02,0.01,0.005,0.0025', '--report', '--out', 'converge');
  oldham('sweep', twoMass, '--over', 'scheme.step=0.01,0.02,0.03', '--over', 'scheme.order=0,1', '--report', '--out', 'sweep');
  makeFmuSystem();
  const served = path.join(folder, 'served');
  fs.mkdirSync(served);
  fs.writeFileSync(path.join(served, 'held.toml'), heldForce);
  [browser, server] = await Promise.all([openBrowser(), serve(served)]);
});
after(async () => {
  await browser.close();
  await server.end();
});

/// Two FMUs in a loop, and the report of their run.
function makeFmuSystem() {
  fs.writeFileSync(path.join(folder, 'controller.toml'), `[simulation]
end = 1.0
[scheme]
step = 0.01
[[subsystem]]
name = "controller"
model = "linear"
[subsystem.parameters]
inputs = ["position [m]"]
outputs = ["force [N]"]
D = [[-400.0]]
[subsystem.inputs]
position = 0.0
`);
  oldham('fmu', 'export', 'oscillator', '--set', 'parameters.mass=2.0', '--set', 'parameters.position=0.1', '-o', 'plant.fmu');
  oldham('fmu', 'export', 'controller.toml', '--subsystem', 'controller', '-o', 'controller.fmu');
  fs.writeFileSync(path.join(folder, 'fmus.toml'), `[simulation]
end = 1.0
[scheme]
step = 0.01
[[subsystem]]
name = "plant"
fmu = "plant.fmu"
[[subsystem]]
name = "controller"
fmu = "controller.fmu"
[[connect]]
from = "plant.position"
to = "controller.position"
[[connect]]
from = "controller.force"
to = "plant.force"
`);
  oldham('run', 'fmus.toml', '--report', '--out', 'fmus');
}

/// Looks at a page as it is now, and for what does not fit its window.
async function look(page, name, found) {
  found.push(...(await hindrances(page)).map((text) => `${name}: ${text}`));
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (tooWide > 0) found.push(`${name}: ${tooWide} px too wide`);
}

/// On every kind of screen, in light and dark.
async function onEveryScreen(act) {
  for (const colorScheme of ['light', 'dark'])
    for (const [width, height] of screens) await act({ colorScheme, width, height }, `${colorScheme}-${width}`);
}

test('no page of a run or study hinders anybody', async () => {
  const found = [];
  for (const file of ['crane/report.html', 'crane/animation.html', 'diverged/report.html', 'fmus/report.html', 'map/map.html',
    'converge/convergence.html', 'sweep/sweep.html'])
    await onEveryScreen(async (options, screen) => {
      const page = await openFile(browser, file, options);
      await page.locator('canvas').first().waitFor();
      for (const details of await page.locator('main > details').all()) await details.locator('summary').click();
      await look(page, `${file} ${screen}`, found);
      await keepPicture(page, `access-${path.dirname(file)}-${path.basename(file, '.html')}-${screen}`, { fullPage: true });
      await close(page);
    });
  assert.deepEqual(found, []);
});

test('no view of the live page hinders anybody', async () => {
  const found = [];
  const open = (options) => openPage(browser, server.address, { isAllowed: (url) => url.startsWith(server.address), ...options });
  await onEveryScreen(async (options, screen) => {
    const page = await open(options);
    await page.locator('.files button[data-name="held.toml"]').click();
    await page.waitForFunction(() => document.querySelector('.message').textContent.includes('can be run'));
    await look(page, `editor ${screen}`, found);
    await keepPicture(page, `access-editor-${screen}`, { fullPage: true });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.verdict[data-status]').waitFor({ timeout: 30000 });
    await look(page, `alarm ${screen}`, found);
    await keepPicture(page, `access-alarm-${screen}`, { fullPage: true });
    const area = page.locator('.editor textarea');
    await area.fill(heldForce.replace('stiffness', 'stifness'));
    await page.locator('.editor .note:not([hidden])').waitFor();
    await look(page, `error ${screen}`, found);
    await area.fill(heldForce);
    await page.getByRole('link', { name: 'Stability explorer' }).click();
    await page.waitForFunction(() => Number(document.querySelector('.point .plots').dataset.points) > 1, null, { timeout: 20000 });
    await look(page, `explorer ${screen}`, found);
    await keepPicture(page, `access-explorer-${screen}`, { fullPage: true });
    await close(page);
  });
  assert.deepEqual(found, []);
});

test('an address that is not whole is answered with a page to people, and in JSON to programs', async () => {
  const found = [];
  const wrong = new URL('wrong/', new URL(server.address).origin).href;
  const sentence = "pen the address that 'oldham serve' printed, to its last character";
  await onEveryScreen(async (options, screen) => {
    const page = await openPage(browser, wrong, options);
    assert.match(await page.textContent('main'), new RegExp(sentence));
    await look(page, `403 ${screen}`, found);
    await keepPicture(page, `access-403-${screen}`);
    // the browser itself reports the status
    page.complaints = page.complaints.filter((text) => !text.includes('403'));
    await close(page);
  });
  assert.deepEqual(found, []);
  const answer = await fetch(wrong);
  assert.equal(answer.status, 403);
  assert.equal((await answer.json()).error, `o${sentence}`);
});

test('on a phone the list of signals does not lie over the plots', async () => {
  const page = await openFile(browser, 'crane/report.html', { width: 390, height: 844 });
  const panels = page.locator('.signals .panel');
  await panels.first().waitFor();
  const count = await panels.count();
  assert(count >= 3, `${count} plots`);
  for (let i = 0; i < count; ++i) {
    // a list that stays in view does so at the top; both are transparent
    await panels.nth(i).evaluate((panel) => panel.scrollIntoView({ block: 'start' }));
    const [list, panel] = await Promise.all([page.locator('.chooser').boundingBox(), panels.nth(i).boundingBox()]);
    assert(list.y + list.height <= panel.y, `the list reaches to ${list.y + list.height} px, plot ${i} begins at ${panel.y} px`);
  }
  await keepPicture(page, 'report-phone');
  await close(page);
});

test('a chart is read, zoomed and run by keys', async () => {
  const page = await openFile(browser, 'map/map.html');
  const sheet = page.locator('.map .sheet');
  await sheet.focus();
  const tip = sheet.locator('output');
  const read = async () => (await tip.textContent()).match(/scheme\.step = ([\d.e-]+) s, parameters\.m2 = ([\d.e-]+) kg: spectral radius/).slice(1).map(Number);
  await page.keyboard.press('ArrowRight');
  const [step, mass] = await read();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  const [shorter, heavier] = await read();
  // cells are (0.5 - 0.01)/40 = 0.01225 wide and 100^(1/30) = 1.166 high; tips have four digits
  assert(Math.abs(step - shorter - 0.01225) < 2e-4, `${step} and ${shorter}`);
  assert(Math.abs(heavier / mass - 1.166) < 2e-3, `${mass} and ${heavier}`);
  // lines through the cell, both of them
  for (const line of ['.u-cursor-x', '.u-cursor-y']) assert.equal(await sheet.locator(line).isVisible(), true, line);
  await keepPicture(page, 'map-keys');
  const before = await sheet.locator('canvas').screenshot();
  await page.keyboard.press('+');
  assert(!before.equals(await sheet.locator('canvas').screenshot()), 'plus zooms');
  assert.deepEqual(await read(), [shorter, heavier]);
  await page.keyboard.press('Escape');
  await close(page);

  const live = await openPage(browser, `${server.address}#explorer`, { isAllowed: (url) => url.startsWith(server.address) });
  await live.waitForFunction(() => Number(document.querySelector('.point .plots').dataset.points) > 1, null, { timeout: 20000 });
  const summary = live.locator('.point .summary');
  const first = await summary.textContent();
  await live.locator('#explorer .sheet').focus();
  for (const key of ['Shift+ArrowLeft', 'ArrowUp', 'Enter']) await live.keyboard.press(key);
  await live.waitForFunction((text) => document.querySelector('.point .summary').textContent !== text, first);
  assert.match(await summary.textContent(), /^Lr1 = .*, Li1 = .*: ρ = /);
  await close(live);
});

test('a table is sorted and a graph scrolled by keys', async () => {
  const page = await openFile(browser, 'crane/report.html', { width: 390, height: 844 });
  const head = page.getByRole('columnheader', { name: 'at the end' });
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  await page.keyboard.press(' ');
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  const graph = page.getByRole('region', { name: 'Coupling graph' });
  await graph.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('[aria-label="Coupling graph"]').scrollLeft > 0);
  await close(page);
});
