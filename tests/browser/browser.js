// SPDX-License-Identifier: MIT
/** @file A browser for the tests of pages: Debian's Chromium, driven by playwright-core. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const pictures = process.env.OLDHAM_PICTURES ?? 'pictures';
mkdirSync(pictures, { recursive: true });

/** Fails the test with these words. */
export function fail(words) {
  throw new Error(words);
}

/** @param {boolean} isTrue @param {string} claim */
export function expect(isTrue, claim) {
  if (!isTrue) fail(`not so: ${claim}`);
  console.log(`  ${claim}`);
}

/** Runs `work` with a page in which nothing may go wrong: what scripts complain of fails the test. */
export async function withPage(work, options = {}) {
  const browser = await chromium.launch({
    executablePath: process.env.OLDHAM_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1400, height: 860 }, ...options });
    const page = await context.newPage();
    const complaints = [];
    page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
    page.on('pageerror', (problem) => complaints.push(String(problem)));
    page.on('dialog', (dialog) => dialog.accept());
    await work(page);
    expect(complaints.length === 0, `the page has nothing to complain of ${complaints.join('; ')}`);
  } finally {
    await browser.close();
  }
}

/** Keeps a picture of the page. */
export const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });
