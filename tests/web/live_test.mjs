// SPDX-License-Identifier: MIT
// The live page in a real browser.
import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { close, folder, heldForce, keepPicture, openBrowser, openPage, pointAt, saved, serve, source } from './browser.mjs';

fs.cpSync(path.join(source, 'examples/crane'), path.join(folder, 'crane'), { recursive: true });
let browser, server, address;

before(async () => {
  [browser, server] = await Promise.all([openBrowser(), serve(folder)]);
  address = server.address;
});
after(async () => {
  await browser.close();
  await server.end();
});

const openLive = (options) => openPage(browser, address, { isAllowed: (url) => url.startsWith(address), ...options });

/// Replaces a piece of the text in the editor, as typing would.
async function edit(page, from, to) {
  const area = page.locator('.editor textarea');
  // a file that was clicked takes a moment to come
  await page.waitForFunction((piece) => document.querySelector('.editor textarea').value.includes(piece), from);
  const text = await area.inputValue();
  await area.fill(text.replace(from, to));
}

/// The outcome is that of this file, and its run has ended.
const ended = (page, file) => page.waitForFunction((name) => document.querySelector('.whose').textContent.startsWith(name)
  && document.querySelector('.verdict').dataset.status, file, { timeout: 60000 });

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
  fs.writeFileSync(path.join(folder, 'held.toml'), heldForce);
  const page = await openLive();
  await page.locator('.files button[data-name="held.toml"][data-example="false"]').click();
  await edit(page, 'end = 20.0', 'end = 21.0');
  await page.getByRole('button', { name: 'Run' }).click();
  await ended(page, 'held.toml');
  const verdict = page.locator('.verdict.warning');
  assert.equal(await verdict.getAttribute('data-status'), 'completed');
  const said = await verdict.textContent();
  for (const words of ['completed with an alarm at t = 21 s', 'grow geometrically', 'change: ', 'unstable at step 0.05 s: '])
    assert(said.includes(words), `${words} in ${said}`);
  // its plots end a little after the alarm, until all is wanted
  const seen = () => page.evaluate(() => document.querySelector('.outcome .uplot').plot.scales.x.max);
  const first = await seen();
  assert(first > 1 && first < 5, `${first} s`);
  await keepPicture(page, 'live-alarm');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  assert.equal(await seen(), 21);
  await page.getByRole('button', { name: 'Until the alarm' }).click();
  assert.equal(await seen(), first);
  fs.rmSync(path.join(folder, 'held.toml'));
  await close(page);
});

test('the outcome says whose it is, whatever is open beside it', async () => {
  const page = await openLive();
  await page.locator('.files button[data-name="crane/single.toml"][data-example="false"]').click();
  await edit(page, 'end = 3e6', 'end = 1.0');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await ended(page, 'crane/single.toml');
  const whose = page.locator('.outcome .whose');
  const text = await whose.textContent();
  assert.match(text, /^crane\/single\.toml, run of \d\d:\d\d:\d\d$/);
  await page.locator('.files button[data-name="crane/double.toml"][data-example="false"]').click();
  assert.equal(await whose.textContent(), text);
  // who opens the page later reads the same
  await page.reload();
  await page.locator('.verdict[data-status="completed"]').waitFor();
  assert.equal(await whose.textContent(), text);
  // signals are offered under their published names alone
  const names = await page.locator('.outcome .signals label').allTextContents();
  assert(names.includes('s_act1') && !names.includes('mechanism.cylinder1.position'), names.join());
  await close(page);
});

test('what is saved from plots comes from the live page and from the report that it opens', async () => {
  const page = await openLive();
  await page.locator('.verdict[data-status="completed"]').waitFor();
  const [report] = await Promise.all([page.context().waitForEvent('page'), page.getByText('Open the report').click()]);
  for (const from of [page, report]) {
    const picture = await saved(from, from.getByRole('button', { name: 'PNG' }).first());
    assert.deepEqual([...picture.bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
    const table = await saved(from, from.getByRole('button', { name: 'CSV' }).first());
    assert.match(table.bytes.toString(), /^time \[s\],theta1 \[rad\]/);
  }
  await report.close();
  await close(page);
});

test('a system begins with a template, or with a file from elsewhere, and no other stays marked', async () => {
  const page = await openLive();
  const marked = page.locator('.files button[aria-current]');
  await marked.waitFor();
  await page.getByRole('combobox', { name: 'New system file from a template' }).selectOption({ label: 'Two masses and a spring between them' });
  assert.equal(await page.locator('.name').inputValue(), 'two-mass.toml');
  await page.waitForFunction(() => document.querySelector('.message').textContent.includes('can be run'));
  assert.equal(await marked.count(), 0);
  assert.equal(fs.existsSync(path.join(folder, 'two-mass.toml')), false);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.files button[data-name="two-mass.toml"][aria-current]').waitFor();
  // under a name that no file has
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a file…' }).click()]);
  await chooser.setFiles({ name: 'two-mass.toml', mimeType: 'text/plain', buffer: Buffer.from(heldForce) });
  await page.waitForFunction(() => document.querySelector('.name').value === 'two-mass-2.toml');
  assert.equal(await page.locator('.editor textarea').inputValue(), heldForce);
  assert.equal(await marked.count(), 0);
  fs.rmSync(path.join(folder, 'two-mass.toml'));
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
