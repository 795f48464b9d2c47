import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seen, TestWindow } from './window.ts';

const second = (i: number) => String(i).padStart(2, '0');

/** The line in the middle is not a record, and so has no time. */
const shopLog = Array.from({ length: 60 }, (_, i) =>
  i === 30
    ? '{"time": broken'
    : `{"time":"2026-01-02T03:04:${second(i)}Z","level":"info","msg":"order ${i} taken"}`,
);

/** Thousands of events at one time, with one line among them that belongs to no event. */
const wakeups = Array.from(
  { length: 5000 },
  (_, i) =>
    `app 7 [000] 12.000000: sched:sched_waking: comm=worker pid=${10_000 + i} prio=120 target_cpu=001`,
).flatMap((line, i) => (i === 4321 ? [line, 'no event at all'] : [line]));

describe('a line of a log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-jump-'));
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    const paths = Object.entries({ 'shop.log': shopLog, 'wakeups.perf.txt': wakeups }).map(
      ([name, lines]) => {
        writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
        return join(folder, name);
      },
    );
    window = await TestWindow.shared(paths);
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
    rmSync(folder, { recursive: true });
  });

  const chips = () => page.getByRole('button', { name: /^Remove .* from the scope$/ });
  const list = () => page.getByRole('grid', { name: 'Events', exact: true });
  const active = () => list().locator('.grid-row.is-active').textContent();

  async function showInEvents(capture: RegExp): Promise<void> {
    await window.show('Problems');
    const row = page.getByRole('grid', { name: 'Problems' }).getByRole('row', { name: capture });
    await row.first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show in Events' }).click();
    await seen(page.getByRole('tab', { name: 'Events', selected: true }));
  }

  it('is shown in the list of events even if it has no time', async () => {
    await showInEvents(/shop\.log/);
    await expect.poll(active).toContain('{"time": broken');
    await seen(page.getByRole('region', { name: 'Record' }).getByText('shop.log, line 31'));
    expect(await chips().count()).toBe(0);
  });

  it('is shown even if it is one of thousands of events at one time, and filters would hide it', async () => {
    await page.getByRole('group', { name: 'Levels' }).getByRole('button', { name: 'info' }).click();
    await page.getByRole('searchbox', { name: 'Text in the message' }).fill('order 5');
    await expect.poll(() => list().getAttribute('aria-rowcount')).toBe('12');
    await showInEvents(/wakeups/);
    await expect.poll(active).toContain('pid=14321');
    expect(await page.getByRole('searchbox', { name: 'Text in the message' }).inputValue()).toBe('');
    expect(await page.getByRole('group', { name: 'Levels' }).locator('[aria-pressed=true]').count()).toBe(0);
  });

  it('that is out of scope sets the scope to its capture; going back restores the former scope', async () => {
    await page.getByRole('slider', { name: 'Start of the selected time' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => chips().count()).toBe(1);
    const before = await chips().allTextContents();
    await showInEvents(/shop\.log/);
    await expect.poll(active).toContain('{"time": broken');
    expect(await chips().allTextContents()).toEqual([expect.stringContaining('shop.log')]);
    await page.keyboard.press('[');
    await expect.poll(() => chips().allTextContents()).toEqual(before);
  });
});
