// SPDX-License-Identifier: MIT
/** @file What the test of the live page asks of a browser. */
import { keepPicture, openBrowser } from './browser.mjs';

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
  const browser = await openBrowser();
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

export { keepPicture as picture };
