import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, incident, missing } from '../../fixtures/shared.ts';
import { axeViolationsInThemes, view } from './axe.ts';
import { seen, TestWindow } from './window.ts';

const lines = 30_000;

/** A shop's log: every tenth line in the middle of an hour is slow, one in a thousand is an error. */
function shopLog(): string {
  const out: string[] = [];
  for (let i = 0; i < lines; i++) {
    const time = new Date(Date.UTC(2024, 4, 1, 4, 20) + i * 100)
      .toISOString()
      .replace('T', ' ')
      .replace('.', ',');
    const head = (level: string) =>
      `${time.slice(0, 23)} ${level.padEnd(5)} [worker-${i % 4}] com.example.Shop - `;
    const isSlow = i % 10 === 0 && i > lines * 0.4 && i < lines * 0.5;
    if (i % 1000 === 999) out.push(`${head('ERROR')}Order ${i} failed: no Stock`);
    else if (isSlow) out.push(`${head('WARN')}Slow answer after ${300 + (i % 977)} ms`);
    else out.push(`${head('INFO')}Order ${i} taken in ${i % 89} ms`);
  }
  return `${out.join('\n')}\n`;
}

let window: TestWindow;
let page: Page;
const box = () => page.getByRole('textbox', { name: 'Search', exact: true });
const grid = () => page.getByRole('grid', { name: 'Hits', exact: true });
const facet = (name: string) => page.getByRole('group', { name, exact: true });
const tally = () => page.locator('.search-tally').textContent();
const text = () => box().textContent();

/** Replaces the query, at once: typing takes some frames a letter. */
async function search(query: string): Promise<void> {
  await page.keyboard.press('Control+Shift+F');
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('code-editor');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(query);
  await page.keyboard.press('Enter');
}

/** Number of hits, once all are counted. */
async function hits(): Promise<number> {
  await expect.poll(tally).toMatch(/ of [\d,.kM]+ · /);
  return Number((await tally())!.split(' ')[0]!.replaceAll(',', ''));
}

function atSearch(paths: () => readonly string[]): void {
  beforeAll(async () => {
    window = await TestWindow.shared(paths());
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });
}

describe('the search', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-search-'));
  const path = join(folder, 'shop.log');
  writeFileSync(path, shopLog());
  afterAll(() => rmSync(folder, { recursive: true }));
  atSearch(() => [path]);

  it('suggests fields and values of the workspace before anything is typed', async () => {
    await page.keyboard.press('Control+Shift+F');
    const examples = page.getByRole('region', { name: 'Examples' });
    await expect.poll(() => examples.textContent()).toContain('level>=warn');
    await examples.getByRole('button', { name: 'level>=warn' }).click();
    await expect.poll(hits).toBe(329);
    expect(await text()).toBe('level>=warn');
  });

  it('shows hits with the matches marked, oldest or newest first', async () => {
    await search('order failed');
    expect(await hits()).toBe(30);
    await expect.poll(() => grid().locator('mark').first().textContent()).toBe('Order');
    expect((await window.column('Hits', 'message'))[0]).toBe('Order 999 failed: no Stock');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('newest first');
    await expect
      .poll(async () => (await window.column('Hits', 'message'))[0])
      .toBe('Order 29999 failed: no Stock');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('oldest first');
  });

  it('puts rare records first', async () => {
    await search('ms OR failed');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('rarest first');
    await expect
      .poll(async () => (await window.column('Hits', 'message'))[0])
      .toBe('Order 999 failed: no Stock');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('oldest first');
  });

  it('suggests fields, and their values with counts', async () => {
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('lev');
    const suggestions = page.getByRole('listbox');
    await expect.poll(() => suggestions.textContent()).toContain('level');
    await page.keyboard.press('Tab');
    await expect.poll(() => suggestions.textContent()).toMatch(/warning\s*299/);
    await page.keyboard.type('warn');
    await page.keyboard.press('Tab');
    await expect.poll(text).toBe('level>=warning');
    await page.keyboard.press('Enter');
    await expect.poll(hits).toBe(329);
  });

  it('reports an error in a sentence, at its position', async () => {
    await search('level>=warn OR');
    await expect.poll(() => page.locator('.search-wrong').textContent()).toContain('missing at the end');
    expect(await box().getAttribute('aria-invalid')).toBe('true');
    await search('levle>=warn');
    await expect
      .poll(() => page.locator('.search-wrong').textContent())
      .toMatch(/^Character 1: No event has a field levle; there is .*level/);
    await page.getByRole('button', { name: 'Use level' }).click();
    await expect.poll(text).toBe('level>=warn');
    await expect.poll(hits).toBe(329);
  });

  it('narrows by facets, with the mouse and by key, and back again', async () => {
    await search('ms');
    const all = await hits();
    await facet('level')
      .getByRole('button', { name: /^warning/ })
      .click();
    await expect.poll(text).toBe('ms level=warning');
    await expect.poll(hits).toBe(299);
    await facet('level')
      .getByRole('button', { name: /^warning/ })
      .click();
    await expect.poll(text).toBe('ms');
    await facet('level').getByRole('button', { name: /^info/ }).click({ button: 'right' });
    await expect.poll(text).toBe('ms NOT level=info');
    await expect.poll(hits).toBe(299);
    const left = facet('level').getByRole('button', { name: /^not info/ });
    await left.focus();
    await page.keyboard.press('Delete');
    await expect.poll(text).toBe('ms');
    await expect.poll(hits).toBe(all);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(text).toBe('ms NOT level=info');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(text).toBe('ms');
  });

  it('shows the times of hits, and narrows to a time', async () => {
    await search('slow');
    expect(await hits()).toBe(299);
    const where = page.getByRole('button', { name: /of the hits lie in/ });
    expect(await where.textContent()).toMatch(/^100 % of the hits lie in 1\d % of the time$/);
    await where.click();
    await expect.poll(hits).toBe(299);
    await expect.poll(() => page.getByRole('button', { name: /of the hits lie in/ }).count()).toBe(0);
    const bars = page.getByRole('application', { name: /^Hits over time/ });
    await bars.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(hits).toBeLessThan(50);
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await expect.poll(hits).toBe(299);
  });

  it('shows the whole record of a hit among the lines of its file, and in the list of events', async () => {
    await search('"Order 1999 failed"');
    expect(await hits()).toBe(1);
    await grid().focus();
    await page.keyboard.press('ArrowDown');
    const near = page.getByRole('grid', { name: 'Lines before and after' });
    await expect.poll(() => near.textContent()).toContain('Order 1998 taken');
    await page.keyboard.press('Enter');
    await seen(page.getByRole('grid', { name: 'Events', exact: true }));
    await expect.poll(() => window.activeRow()).toContain('Order 1999 failed');
    await page.keyboard.press('Control+Shift+F');
    await expect.poll(text).toBe('"Order 1999 failed"');
  });

  it('explains why there are no hits, and suggests similar values', async () => {
    await search('FAILED level=error');
    const near = page.getByRole('list', { name: 'Similar searches' });
    await expect.poll(() => near.textContent()).toMatch(/Ignore case: failed level=error\s*30 hits/);
    await expect.poll(() => near.textContent()).toMatch(/Without level=error\s*0 hits/);
    await near.getByRole('button', { name: /^Ignore case/ }).click();
    await expect.poll(hits).toBe(30);
    await search('component:com.exmaple.Shop level=error');
    await near.getByRole('button', { name: /^component:com.example.Shop/ }).click();
    await expect.poll(hits).toBe(30);
  });

  it('is stored with a finding, and is shown again from it', async () => {
    await search('failed');
    await expect.poll(hits).toBe(30);
    await grid().focus();
    // At once: the second key means the row of the first.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('n');
    const title = page.getByRole('textbox', { name: 'Title of finding 1' });
    await expect.poll(() => title.inputValue()).toMatch(/^Hits: Order <\*> failed: no Stock$/);
    await search('slow');
    await expect.poll(hits).toBe(299);
    await page
      .getByRole('list', { name: 'Evidence' })
      .getByRole('button', { name: 'Search', exact: true })
      .click();
    await expect.poll(text).toBe('failed');
    await expect.poll(() => window.activeRow()).toContain('Order 999 failed');
  });

  it('lists other objects of that name, each with its view', async () => {
    await search('shop');
    const names = page.getByRole('region', { name: 'Also called so' });
    await names.getByRole('button', { name: '1 capture' }).click();
    await names.getByRole('button', { name: 'shop.log' }).click();
    await page.getByRole('button', { name: /^Remove .*shop\.log from the scope/ }).click();
  });

  it('draws a search on the timeline', async () => {
    await search('slow');
    expect(await hits()).toBe(299);
    await page.getByRole('button', { name: 'Show as track' }).click();
    await expect.poll(() => page.locator('.timeline').textContent()).toContain('slow');
    await page.locator('.track-title', { hasText: 'slow' }).first().click({ button: 'right' });
    await seen(page.getByRole('menuitem', { name: 'What moves with slow' }));
    await page.keyboard.press('Escape');
  });

  it('is saved under a name, and found by it', async () => {
    await search('slow');
    await page.getByRole('button', { name: /^saved/ }).click();
    await page.getByRole('menuitem', { name: 'Save as…' }).click();
    // Opens nothing over the dialog.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Slow answers');
    await page.keyboard.press('Enter');
    await seen(page.getByRole('button', { name: /^Slow answers/ }));
    await search('failed');
    await expect.poll(hits).toBe(30);
    await grid().focus();
    await window.openPalette('slow ans');
    await page.getByRole('option', { name: /^Slow answers/ }).click();
    await expect.poll(text).toBe('slow');
    await expect.poll(hits).toBe(299);
  });

  it('becomes a part of the scope, which can be removed', async () => {
    await search('slow');
    await expect.poll(hits).toBe(299);
    await page.getByRole('button', { name: 'Narrow to these' }).click();
    await search('order OR slow');
    await expect.poll(hits).toBe(299);
    await grid().focus();
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await search('order OR slow');
    await expect.poll(hits).toBe(lines);
  });

  it('is opened from the search box in the header', async () => {
    await page.keyboard.press('Escape');
    await grid().focus();
    await window.openPalette('no stock');
    await page.getByRole('option', { name: 'Search for “no stock”' }).click();
    await expect.poll(hits).toBe(30);
  });

  it('has no violations of axe', async () => {
    await search('slow OR level>=error');
    await hits();
    await grid().focus();
    await page.keyboard.press('ArrowDown');
    await seen(facet('level'));
    await seen(page.getByRole('region', { name: 'Record' }));
    expect(await axeViolationsInThemes(window, view)).toEqual([]);
  });
});

describe.skipIf(missing(incident('disk-stall')))('search in an incident', () => {
  const log = incident('disk-stall/postgresql.log');
  atSearch(() => [log, fixture('perf-script/sched.txt')]);
  const counted = (pattern: RegExp) =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter(line => pattern.test(line)).length;

  it('shows its slow statements, checkpoints and lock waits with one search each', async () => {
    for (const [query, pattern] of [
      ['"duration:"', /duration:/],
      ['/checkpoint (starting|complete)/', /checkpoint (starting|complete)/],
      ['"still waiting for"', /still waiting for/],
    ] as const) {
      await search(query);
      const expected = counted(pattern);
      if (expected > 0) await expect.poll(hits).toBe(expected);
      else await expect.poll(() => page.getByText('No record matches').count()).toBe(1);
    }
  });

  it('has hits with a level and without', async () => {
    await search('duration OR prev_pid');
    await hits();
    await grid().focus();
    for (const key of ['Home', 'End']) {
      await page.keyboard.press(key);
      await expect.poll(() => grid().locator('.cell-placeholder').count()).toBe(0);
    }
    expect(new Set(await window.column('Hits', 'level'))).toContain('');
  });
});
