import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { TestWindow } from './window.ts';

const functions = 1_000_000;
const frames = 100;
/**
 * Processor time of the page per frame, because other programs run too. Two virtual CPUs take 5 to 7 ms row
 * by row and 15 to 23 ms for whole pages, depending on the machine; twice as long means another algorithm.
 */
const frameMs = 45;

it('scrolls a table of a million rows smoothly', { timeout: 400_000 }, async () => {
  const window = await TestWindow.open();
  try {
    const { page } = window;
    const path = join(window.folder, 'million.perf.txt');
    await pipeline(Readable.from(distinctFunctions(functions)), createWriteStream(path));
    await window.dialogsAnswer({ open: [path] });
    await page.keyboard.press('Control+o');
    await page.getByRole('tablist', { name: 'Views' }).waitFor({ timeout: 240_000 });
    await page
      .getByRole('region', { name: 'Reading captures' })
      .waitFor({ state: 'detached', timeout: 120_000 });
    await window.show('Functions');
    const grid = page.getByRole('grid', { name: 'Functions' });
    await expect
      .poll(() => grid.getAttribute('aria-rowcount'), { timeout: 60_000 })
      .toBe(String(functions + 1));

    await grid.focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.cell-placeholder').count()).toBe(0);
    expect(await page.locator('.grid-row.is-active').getAttribute('aria-rowindex')).toBe(
      String(functions + 1),
    );
    await page.keyboard.press('Home');

    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      const of = (name: string) => metrics.find(each => each.name === name)!.value * 1000;
      return of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration');
    };
    for (const [how, step] of [
      ['row by row', 60],
      ['by pages', 500],
      ['by the bar', 190_000],
    ] as const) {
      const before = await spent();
      await grid.evaluate(
        async (element, { step, frames }) => {
          element.scrollTop = 0;
          for (let i = 0; i < frames; i++) {
            element.scrollTop += step;
            await new Promise(requestAnimationFrame);
          }
        },
        { step, frames },
      );
      const perFrame = ((await spent()) - before) / frames;
      console.log(`scrolling 1 M rows ${how}: ${perFrame.toFixed(1)} ms of work a frame`);
      expect(perFrame).toBeLessThan(frameMs);
    }
    await expect.poll(() => page.locator('.cell-placeholder').count()).toBe(0);
  } finally {
    await window.close();
  }
});

it('loads the rows of a tree in parts, and shows how many are left', { timeout: 180_000 }, async () => {
  const window = await TestWindow.open();
  try {
    const { page } = window;
    const path = join(window.folder, 'wide.perf.txt');
    await pipeline(Readable.from(distinctFunctions(25_000)), createWriteStream(path));
    await window.dialogsAnswer({ open: [path] });
    await page.keyboard.press('Control+o');
    await page.getByRole('tablist', { name: 'Views' }).waitFor({ timeout: 120_000 });
    await window.show('Inverted');
    const grid = page.getByRole('treegrid', { name: 'Inverted tree' });
    await expect.poll(() => grid.getAttribute('aria-rowcount'), { timeout: 60_000 }).toBe('20002');
    await grid.focus();
    await page.keyboard.press('End');
    await grid.getByText('5,000 more rows').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('25001');
    expect(window.pageErrors).toEqual([]);
  } finally {
    await window.close();
  }
});

function* distinctFunctions(count: number): Iterable<string> {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    lines.push(`app 7 [000] ${(1000 + i / 10_000).toFixed(6)}: 1 cycles:\n\t1000 f${i}+0x1 (/bin/app)\n\n`);
    if (lines.length === 5000) yield lines.splice(0).join('');
  }
  yield lines.join('');
}
