import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { axeViolations, axeViolationsInThemes, view } from './axe.ts';
import { seen, TestWindow } from './window.ts';

describe('the metrics', () => {
  let window: TestWindow;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-metrics-'));
  beforeAll(async () => {
    const path = join(folder, 'vmstat.txt');
    writeFileSync(path, withGap(readFileSync(fixture('samples/cpu-hog/vmstat.txt'), 'utf8')));
    window = await TestWindow.shared([path]);
    page = window.page;
    await window.show('Metrics');
    await seen(tree());
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
    rmSync(folder, { recursive: true });
  });

  const tree = () => page.getByRole('treegrid', { name: 'Series' });
  const search = () => page.getByRole('searchbox', { name: 'Search the series' });
  const timeline = () => page.getByRole('region', { name: 'Timeline' });
  const tracks = () => page.getByRole('region', { name: 'Tracks on the timeline' }).getByRole('listitem');
  const track = (name: string) => timeline().getByRole('region', { name, exact: true });
  const menu = async (entry: string | RegExp) => {
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: entry }).click();
  };
  /** Makes the first series that matches the active row. */
  const find = async (text: string) => {
    await tree().focus();
    await page.keyboard.press('/');
    await search().fill(text);
    await tree().focus();
    await page.keyboard.press('Home');
    const leaves = page.locator('.grid-row[aria-level="2"]');
    await seen(leaves.first());
    await page.keyboard.press('ArrowDown');
  };

  it('begins with the most informative tracks', async () => {
    await expect.poll(() => track('Run queue').textContent()).toContain('scheduler r');
    await seen(track('CPU'));
    await seen(page.getByRole('list', { name: 'Legend of CPU' }));
  });

  it('is a tree, opened by keyboard', async () => {
    await tree().focus();
    await page.keyboard.press('Home');
    await expect.poll(() => window.activeRow()).toMatch(/^cpu/);
    const before = Number(await tree().getAttribute('aria-rowcount'));
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Number(await tree().getAttribute('aria-rowcount'))).toBe(before + 5);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => window.activeRow()).toMatch(/^us/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => Number(await tree().getAttribute('aria-rowcount'))).toBe(before);
  });

  it('puts a series that is searched for into a track, and takes it out', async () => {
    await find('memory free');
    await page.keyboard.press('Enter');
    await seen(track('memory free'));
    expect(await tracks().count()).toBe(3);
    await page.keyboard.press('Enter');
    await expect.poll(() => track('memory free').count()).toBe(0);
  });

  it('overlays series, each on its own scale or as percent of its peak', async () => {
    await find('system cs');
    await menu('Overlay on Run queue');
    const legend = page.getByRole('list', { name: 'Legend of scheduler r · system cs' });
    await expect.poll(() => legend.getByRole('listitem').count()).toBe(2);
    await page.getByRole('combobox', { name: 'Scale of scheduler r · system cs' }).selectOption('percent');
    await expect.poll(() => track('scheduler r · system cs').textContent()).toContain('% of its peak');
    await page.getByRole('button', { name: /^Remove .* cs from scheduler r · system cs$/ }).click();
    await expect.poll(() => legend.count()).toBe(0);
  });

  it('handles arrow keys and Enter in the search, and counts the matches', async () => {
    await search().fill('memory');
    const shown = page.getByRole('status').filter({ hasText: / of \d+ series$/ });
    const [found] = (await shown.textContent())!.split(' ');
    expect(await page.locator('.picker .grid-row[aria-level="2"]').count()).toBe(Number(found));
    await expect.poll(() => window.activeRow()).toMatch(/^swpd/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => window.activeRow()).toMatch(/^free/);
    const before = await tracks().count();
    await page.keyboard.press('Enter');
    await expect.poll(() => tracks().count()).toBe(before + 1);
    await page.keyboard.press('Enter');
    await expect.poll(() => tracks().count()).toBe(before);
    expect(await search().evaluate(input => input === document.activeElement)).toBe(true);
    await search().fill('');
    expect(await shown.count()).toBe(0);
  });

  it('moves no row when tracks are added, and shows the new one', async () => {
    await search().fill('memory');
    const rows = page.locator('.picker .grid-row[aria-level="2"]');
    const at = async () => (await rows.first().boundingBox())!.y;
    const before = await at();
    const count = await tracks().count();
    for (const row of [0, 1, 2]) {
      await rows.nth(row).dblclick();
      await expect.poll(() => tracks().count()).toBe(count + row + 1);
      expect(await at()).toBe(before);
    }
    const added = timeline().locator('[data-kind="metrics"]').last();
    const endOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!;
      return y + height;
    };
    await expect
      .poll(async () => (await endOf(added)) - (await endOf(page.locator('.timeline'))))
      .toBeLessThanOrEqual(1);
    for (const row of [0, 1, 2]) await rows.nth(row).dblclick();
    await expect.poll(() => tracks().count()).toBe(count);
    expect(await at()).toBe(before);
  });

  it('shows the values under the pointer, and none in a gap', async () => {
    await find('memory free');
    await page.keyboard.press('Enter');
    const value = async (share: number) => {
      const box = (await track('memory free').locator('.track-area').boundingBox())!;
      await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
      return (await track('memory free').locator('.value-now').allTextContents()).join();
    };
    await expect.poll(() => value(0.1)).toMatch(/^22,\d{3},\d{3}$/);
    await expect.poll(() => value(0.5)).toBe('–');
    await expect.poll(() => value(0.9)).toMatch(/^\d\d,\d{3},\d{3}$/);
  });

  it('returns to the default tracks', async () => {
    await page.getByRole('button', { name: 'as proposed' }).click();
    await expect.poll(() => tracks().count()).toBe(2);
  });

  it('shows saturation and balance as tables', async () => {
    await page.getByRole('button', { name: 'Saturation' }).click();
    await expect.poll(() => page.getByRole('grid', { name: 'Saturation' }).textContent()).toContain('cpu');
    expect(await axeViolations(window, view)).toEqual([]);
    await page.getByRole('button', { name: 'Balance' }).click();
    await seen(page.getByRole('grid', { name: 'Balance' }));
    await page.getByRole('button', { name: 'Series', exact: true }).click();
  });

  it('leads from the overview to the saturated resource', async () => {
    await window.show('Overview');
    const card = page.getByRole('region', { name: 'Resources' });
    await card.getByRole('button', { name: /^(saturated|busy|calm) cpu all/ }).click();
    await seen(page.getByRole('grid', { name: 'Saturation' }));
    await page.getByRole('button', { name: 'Series', exact: true }).click();
    await seen(tree());
  });

  it('shows instances side by side, a track for each', async () => {
    await window.dialogsAnswer({ open: [fixture('mpstat/mpstat-P-ALL.txt')] });
    await page.keyboard.press('Control+o');
    await search().fill('cpu %usr');
    // The import may not have begun yet, so its end proves nothing.
    await seen(page.locator('.picker .grid-row').filter({ hasText: /^%usr/ }).first());
    await window.untilRead();
    await tree().focus();
    await page.keyboard.press('End');
    await menu('Show %usr of every instance, each in its own track');
    await seen(track('cpu 0 %usr'));
    await seen(track('cpu 1 %usr'));
    await seen(track('cpu all %usr'));
  });

  it('has no violations of axe', async () => {
    expect(await axeViolationsInThemes(window)).toEqual([]);
  });
});

it('a workspace that was left is shown as it was when it is opened again', async () => {
  const window = await TestWindow.shared('cpu-hog');
  const { page } = window;
  await window.show('Metrics');
  await page.getByRole('searchbox', { name: 'Search the series' }).fill('memory free');
  await page.locator('.grid-row[aria-level="2"]').filter({ hasText: /^free/ }).dblclick();
  const tracks = page.getByRole('region', { name: 'Tracks on the timeline' }).getByRole('listitem');
  const titles = () => tracks.evaluateAll(items => items.map(item => item.getAttribute('aria-label')));
  await expect.poll(titles).toContain('memory free');
  const before = await titles();
  await window.openEmpty();
  await window.drop(join(window.folder, 'cpu-hog.aftertrace'));
  await seen(page.getByRole('tab', { name: 'Metrics', selected: true }));
  await expect.poll(titles).toEqual(before);
  expect(window.pageErrors).toEqual([]);
  await window.close();
});

/** Removes the lines of the middle third: a gap in the measurement. */
function withGap(vmstat: string): string {
  const rows = vmstat.trimEnd().split('\n');
  const third = Math.floor(rows.length / 3);
  return `${[...rows.slice(0, third), ...rows.slice(2 * third)].join('\n')}\n`;
}
