// SPDX-License-Identifier: MIT
// A browser for tests: every page fails its test when it complains, or asks the network for anything it was not given.
import assert from 'node:assert';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { OLDHAM_PROGRAM, OLDHAM_SOURCE, OLDHAM_DRIVER, OLDHAM_CHROMIUM, OLDHAM_PICTURES } = process.env;
const packages = createRequire(path.join(OLDHAM_DRIVER, '/'));
const { chromium } = packages('playwright-core');

export const source = OLDHAM_SOURCE;
export const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'oldham-web-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

/// Runs the program in the folder of the tests; its answer.
export function oldham(...options) {
  const answer = execFileSync(OLDHAM_PROGRAM, [...options, '--json'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(answer);
}

/// The same of a run that diverges, which the exit code says.
export function diverged(...options) {
  const { status, stdout } = spawnSync(OLDHAM_PROGRAM, [...options, '--json'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(status, 1);
  return JSON.parse(stdout);
}

export const openBrowser = () =>
  chromium.launch({ executablePath: OLDHAM_CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });

/// A page in a window as large as that of a laptop, in which nobody minds leaving text unsaved. `complaints` and `requests` are filled while it lives.
export async function openPage(browser, address, { colorScheme = 'light', width = 1366, height = 768, isAllowed = () => false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  page.complaints = [];
  page.requests = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && page.complaints.push(message.text()));
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('dialog', (dialog) => dialog.accept());
  page.on('request', (request) => {
    const url = request.url();
    if (url !== address && !/^(data|blob):/.test(url) && !isAllowed(url)) page.requests.push(url);
  });
  await page.goto(address);
  return page;
}

export const openFile = (browser, file, options) =>
  openPage(browser, pathToFileURL(path.resolve(folder, file)).href, options);

/// Nothing was complained of, nothing asked for.
export async function close(page) {
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(page.requests, []);
  await page.context().close();
}

/// Kept to be looked at.
export async function keepPicture(page, name, options = {}) {
  fs.mkdirSync(OLDHAM_PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(OLDHAM_PICTURES, `${name}.png`), ...options });
}

/// Drags from one share of an element's width to another, at its middle.
export async function drag(page, locator, from, to) {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, y, { steps: 4 });
  await page.mouse.up();
}

export async function pointAt(page, locator, share, height = 0.5) {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  await page.mouse.move(box.x + share * box.width, box.y + height * box.height);
}

/// What a button of a page saves, as bytes, with its name.
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
}

/// What hinders people on a page who read it by ear, use keys or see little, as axe-core finds it.
export async function hindrances(page) {
  await page.evaluate(fs.readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate(() => axe.run());
  return violations.map(({ impact, id, nodes }) => `${impact}: ${id} at ${nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')}`);
}

/// `oldham serve` of a folder: its process, and the address it prints.
export async function serve(served) {
  const server = spawn(OLDHAM_PROGRAM, ['serve', served], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (piece) => {
      text += piece;
      if (text.includes('\n')) resolve(text.split('\n')[0]);
    });
    server.on('exit', () => reject(new Error('the server has ended')));
  });
  const end = async () => {
    server.kill('SIGINT');
    await new Promise((resolve) => { server.on('exit', resolve); });
  };
  return { address, end };
}

/// A mass with a spring force that is held over each step, which makes energy: a run completes with an alarm.
export const heldForce = `[simulation]
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
`;
