// SPDX-License-Identifier: MIT
// A browser for tests: every page fails its test when it complains, or asks the network for anything it was not given.
import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { OLDHAM_PROGRAM, OLDHAM_SOURCE, OLDHAM_DRIVER, OLDHAM_CHROMIUM, OLDHAM_PICTURES } = process.env;
const { chromium } = createRequire(path.join(OLDHAM_DRIVER, '/'))('playwright-core');

export const source = OLDHAM_SOURCE;
export const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'oldham-web-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

/// Runs the program in the folder of the tests; its answer.
export function oldham(...options) {
  const answer = execFileSync(OLDHAM_PROGRAM, [...options, '--json'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(answer);
}

export const openBrowser = () =>
  chromium.launch({ executablePath: OLDHAM_CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });

/// A page in a window as large as that of a laptop, in which nobody minds leaving text unsaved. `complaints` and `requests` are filled while it lives.
export async function openPage(browser, address, { colorScheme = 'light', width = 1366, isAllowed = () => false } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 768 }, colorScheme });
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
