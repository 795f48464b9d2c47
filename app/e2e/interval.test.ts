import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { switched, woken } from '../../fixtures/scheduler.ts';
import { axeViolations } from './axe.ts';
import { seen, TestWindow } from './window.ts';

describe('an interval of the timeline', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-interval-'));
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    const path = join(folder, 'sched.perf.txt');
    writeFileSync(
      path,
      [
        '# clockid: realtime (0)\n',
        switched('0 0 x/9 S apple/11'),
        switched('100 0 apple/11 S berry/22'),
        woken('120 0 berry/22 apple/11'),
        switched('150 0 berry/22 R apple/11'),
        switched('200 0 apple/11 D -/0'),
      ]
        .join('')
        .replaceAll(' 5.', ' 1763785000.'),
    );
    window = await TestWindow.shared([path]);
    page = window.page;
    await seen(track('apple 11'));
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
    rmSync(folder, { recursive: true });
  });

  const track = (thread: string) => page.getByRole('region', { name: `States of ${thread}`, exact: true });
  const inspector = () => page.getByRole('complementary', { name: 'Inspector' });
  const inspectorText = async () => (await inspector().textContent()) ?? '';
  /** Clicks in the track of a thread, at a share of the 200 µs; the inspector then shows `text`. */
  const click = async (thread: string, share: number, text: string) => {
    await track(thread).scrollIntoViewIfNeeded();
    // A track has no intervals until it is answered, and can move until those above it are.
    const tip = async () => {
      const box = (await track(thread).locator('.track-area').boundingBox())!;
      const [x, y] = [box.x + box.width * share, box.y + box.height / 2];
      await page.mouse.move(x, y - 1);
      await page.mouse.move(x, y);
      return page.locator('.hit-tip').allTextContents();
    };
    await expect.poll(tip).toEqual([expect.stringContaining(text.slice(thread.length).trim())]);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(inspectorText).toContain(text);
  };

  it('shows in the inspector its start, its duration, the waker, and the next interval', async () => {
    await click('apple 11', 0.55, 'apple 11 waiting');
    await expect.poll(inspectorText).toMatch(/woken by.*berry 22/);
    expect(await inspectorText()).toMatch(/for\s*20(\.0)? µs/);
    expect(await inspectorText()).toMatch(/then.*running.*for 50(\.0)? µs/);
    expect(await axeViolations(window, '[aria-label=Inspector]')).toEqual([]);
  });

  it('leads to the waker, and to the next interval', async () => {
    await inspector().getByRole('button', { name: 'berry 22' }).click();
    await expect.poll(inspectorText).toContain('berry 22 running');
    await click('apple 11', 0.65, 'apple 11 ready');
    await expect.poll(inspectorText).toMatch(/ran there.*berry 22.*30(\.0)? µs/);
    await inspector().getByRole('button', { name: 'running', exact: true }).last().click();
    await expect.poll(inspectorText).toContain('apple 11 running');
  });

  it('is selected in the table below as well, and a row selects its interval', async () => {
    await click('apple 11', 0.55, 'apple 11 waiting');
    await inspector().getByRole('button', { name: 'Show in the table of states' }).click();
    const grid = page.getByRole('grid', { name: 'State intervals' });
    await seen(grid);
    await expect.poll(() => window.activeRow()).toMatch(/apple.*waiting/);
    await click('berry 22', 0.6, 'berry 22 running');
    await expect.poll(() => window.activeRow()).toMatch(/berry.*running/);
    await grid.getByRole('row', { name: /apple.*ready/ }).click();
    await expect.poll(inspectorText).toContain('apple 11 ready');
    await expect.poll(() => page.locator('.chosen-mark').count()).toBe(1);
  });
});
