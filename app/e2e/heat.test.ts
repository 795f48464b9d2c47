import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, view } from './axe.ts';
import { seen, TestWindow } from './window.ts';

describe('the heat map', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared('samples');
    page = window.page;
    await page.keyboard.press('v');
    await page.keyboard.press('h');
    await seen(map());
    // The timeline above it has its final height.
    await seen(page.getByRole('list', { name: 'Legend of CPU by process' }));
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const map = () => page.getByRole('application', { name: /^Heat map/ });
  const readout = () =>
    page.getByRole('region', { name: 'Heat map', exact: true }).getByRole('status').textContent();
  const chip = () => page.getByRole('button', { name: /^Remove .* from the scope$/ });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const clearScope = async () => {
    await chip().click();
    await expect.poll(() => chip().count()).toBe(0);
  };
  /** Start and end of the cell under the cursor, ns. */
  const cellTimes = async () => {
    await map().focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy the time of this cell' }).click();
    await expect.poll(() => window.clipboard()).toContain(' – ');
    return (await window.clipboard()).split(' – ');
  };
  const samplesIn = (text: string | null) =>
    Number(/([\d,]+) samples?$/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
  /** Number of samples that another view counts in the same scope. */
  const samplesElsewhere = async () => {
    await window.show('Overview');
    const headline = (await page.locator('.headline').textContent()) ?? '';
    await window.show('Heat map');
    return Number(/Of (?:the other )?([\d,]+) samples/.exec(headline)?.[1]?.replaceAll(',', ''));
  };

  it('describes the current cell', async () => {
    await expect.poll(readout).toMatch(/^A column is 1 s, a row 20 ms\./);
  });

  it('moves from cell to cell by arrow keys, and describes each', async () => {
    await map().focus();
    await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowUp');
    await expect.poll(readout).toMatch(/^\d\d:\d\d:\d\d\.02 – \d\d:\d\d:\d\d\.04 · \d+ samples?$/);
    await press('ArrowUp');
    await expect.poll(readout).toMatch(/\.04 – .*\.06 · /);
    const [from, to] = await cellTimes();
    expect([from, to]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.040000000 UTC$/),
      expect.stringMatching(/\.060000000 UTC$/),
    ]);
  });

  it('narrows to the time between two cells, each chosen by Enter', async () => {
    await map().focus();
    await press('Enter', 'ArrowRight', 'ArrowRight', 'ArrowUp');
    await expect.poll(readout).toMatch(/ · 2\.04 s · [\d,]+ samples$/);
    const text = await readout();
    expect(await chip().count()).toBe(0);
    await press('Enter');
    await expect.poll(() => chip().count()).toBe(1);
    // Cell edges are exact: the cells add up to what every other view counts.
    await expect.poll(samplesElsewhere).toBe(samplesIn(text));
    await clearScope();
  });

  it('extends the selection by Shift and arrow keys, and clears it by Escape', async () => {
    await map().focus();
    await press('Home', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await expect.poll(readout).toMatch(/ · 2\.02 s · /);
    await press('Escape');
    await expect.poll(readout).not.toMatch(/ · 2\.02 s · /);
    expect(await chip().count()).toBe(0);
  });

  it('narrows to the dragged area, and outlines it', async () => {
    const box = (await map().boundingBox())!;
    const [x, y] = [box.x + box.width * 0.4, box.y + box.height * 0.5];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y - 60, { steps: 5 });
    // The text follows the pointer.
    await window.drawn();
    const text = await readout();
    await page.mouse.up();
    await expect.poll(() => chip().count()).toBe(1);
    expect(await page.locator('.heat-selection').count()).toBe(1);
    await expect.poll(samplesElsewhere).toBe(samplesIn(text));
    await clearScope();
    expect(await page.locator('.heat-selection').count()).toBe(0);
  });

  it('narrows to the time between two clicked cells', async () => {
    const box = (await map().boundingBox())!;
    const [x, y] = [box.x + box.width * 0.3, box.y + box.height * 0.4];
    await page.mouse.click(x, y);
    expect(await chip().count()).toBe(0);
    await page.mouse.click(x + 90, y + 30);
    await expect.poll(() => chip().count()).toBe(1);
    await clearScope();
  });

  it('narrows to a column by the menu of a cell', async () => {
    const box = (await map().boundingBox())!;
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.5, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Narrow to this column' }).click();
    await expect.poll(() => chip().textContent()).toMatch(/ · 1\.00 s/);
    await clearScope();
  });

  it('opens the flame graph of the selection', async () => {
    await map().focus();
    await press('Home', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter', 'Shift+F10');
    await page.getByRole('menuitem', { name: 'Flame graph of the selected time' }).click();
    await seen(page.getByRole('tab', { name: 'Flame', exact: true, selected: true }));
    await window.show('Heat map');
    await clearScope();
  });

  it('is saved as a picture with a caption', async () => {
    for (const kind of ['png', 'svg']) {
      const path = join(window.folder, `heat.${kind}`);
      await window.dialogsAnswer({ save: path });
      await page.getByRole('button', { name: /^save/ }).click();
      await page.getByRole('menuitem', { name: `Save as ${kind.toUpperCase()}…` }).click();
      await seen(page.getByText(`Written to ${path}`));
    }
    expect(readFileSync(join(window.folder, 'heat.png')).subarray(1, 4).toString()).toBe('PNG');
    const svg = readFileSync(join(window.folder, 'heat.svg'), 'utf8');
    for (const words of [
      'Heat map',
      'cpu.perf.txt.zst',
      'samples in a cell; a column is 1 s, a row 20 ms',
      'offset, ms',
    ])
      expect(svg).toContain(words);
  });

  it('shows its cells as a table, and has no violations of axe', async () => {
    const button = page.getByRole('button', { name: 'table', exact: true });
    await button.click();
    await seen(page.getByRole('grid', { name: 'Heat map cells' }));
    // The table opens at the cursor. Each of its rows is a cell of the picture.
    await page.getByRole('grid', { name: 'Heat map cells' }).focus();
    await press('Home');
    await expect
      .poll(async () => (await window.column('Heat map cells', 'offset')).slice(0, 2))
      .toEqual(['80.0 ms', '100 ms']);
    await press('ArrowDown');
    await expect.poll(readout).toMatch(/\.10 – .*\.12 · \d+ samples?$/);
    expect(await axeViolations(window, view)).toEqual([]);
    await button.click();
    await expect.poll(() => page.getByRole('grid', { name: 'Heat map cells' }).count()).toBe(0);
  });
});
