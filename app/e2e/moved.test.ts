import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, view } from './axe.ts';
import { TestWindow } from './window.ts';

/** Two minutes of counters, a row a second: disks are slow from 50 s on, and the server fails from 58 s on. */
function counters(): string {
  const names = [
    ...Array.from({ length: 6 }, (_, i) => `disk${i} await`),
    ...Array.from({ length: 6 }, (_, i) => `server${i} errors`),
    'idle talk',
  ];
  const rows = Array.from({ length: 120 }, (_, second) => {
    const noise = (i: number) => Math.abs(Math.sin(second * 12.9898 + i * 78.233) * 43758.5453) % 1;
    const values = names.map(
      (name, i) =>
        (name.startsWith('disk')
          ? second >= 50
            ? 30
            : 2
          : name.startsWith('server')
            ? second >= 58
              ? 9
              : 0
            : 5) + noise(i),
    );
    return [
      new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString(),
      ...values.map(value => value.toFixed(3)),
    ].join(',');
  });
  return `${['time', ...names].join(',')}\n${rows.join('\n')}\n`;
}

describe('the view of signals that moved', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-moved-'));
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    writeFileSync(join(folder, 'counters.csv'), counters());
    window = await TestWindow.shared([join(folder, 'counters.csv')]);
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lists moments, the strongest first, and `m` shows the signals that move with a row', async () => {
    await page.keyboard.press('v');
    await page.keyboard.press('o');
    const moved = page.getByRole('grid', { name: 'What moved first' });
    const rows = moved.getByRole('row').filter({ has: page.getByRole('gridcell') });
    await expect
      .poll(() => rows.allTextContents())
      .toEqual([expect.stringMatching(/server\d errors/), expect.stringMatching(/disk\d await/)]);
    await rows.nth(1).click();
    await page.keyboard.press('m');
    const moving = page.getByRole('grid', { name: 'What moves with this' });
    await expect.poll(() => moving.getByRole('row').filter({ hasText: 'await' }).count()).toBeGreaterThan(0);
    expect(await page.getByLabel('with', { exact: true }).inputValue()).toMatch(/^series\/\d+$/);
    expect(await moving.getByText('idle talk').count()).toBe(0);
    expect(await axeViolations(window, view)).toEqual([]);
  });
});
