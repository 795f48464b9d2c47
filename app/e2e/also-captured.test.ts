import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, view } from './axe.ts';
import { TestWindow } from './window.ts';

/** Has histograms, which no track and no other card shows. */
const report = join(resolve(import.meta.dirname, '../..'), 'fixtures/xperf-dpcisr/report.txt');

describe('tables without a card on the overview', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared([report]);
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  it('are listed there with their number of rows, and link to the question about them', async () => {
    const card = page.getByRole('region', { name: 'Also captured' });
    await expect.poll(() => card.textContent()).toMatch(/Histograms[\d,]+ histogram buckets/);
    expect(await axeViolations(window, view)).toEqual([]);
    await card.getByRole('button', { name: /Histograms/ }).click();
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('Histograms');
  });
});
