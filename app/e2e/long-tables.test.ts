/** Tables and trees with many rows. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seen, TestWindow } from './window.ts';

it('a table of a hundred thousand rows holds only those in view, however it is scrolled', async () => {
  const window = await TestWindow.shared('kinds');
  const { page } = window;
  await page.keyboard.press('v');
  await page.keyboard.press('q');
  await page.getByRole('textbox', { name: 'SQL' }).click();
  await page.keyboard.insertText('SELECT range AS number FROM range(100000)');
  await page.keyboard.press('Control+Enter');
  const grid = page.getByRole('grid', { name: 'Rows of the SELECT' });
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('100001');
  await grid.focus();
  await page.keyboard.press('End');
  await expect.poll(() => window.activeRow()).toBe('99,999');
  expect(await page.locator('.grid-row.is-active').getAttribute('aria-rowindex')).toBe('100001');
  await page.keyboard.press('Home');
  for (const step of [60, 500, 90_000]) {
    const most = await grid.evaluate(async (element, px) => {
      let rows = 0;
      element.scrollTop = 0;
      for (let i = 0; i < 20; i++) {
        element.scrollTop += px;
        await new Promise(requestAnimationFrame);
        rows = Math.max(rows, element.querySelectorAll('.grid-body .grid-row').length);
      }
      return rows;
    }, step);
    expect(most).toBeLessThan(60);
    const at = await grid.evaluate(element => Math.round(element.scrollTop / 25));
    await expect
      .poll(() => window.column('Rows of the SELECT', 'number'))
      .toContain(at.toLocaleString('en-US'));
  }
  expect(window.pageErrors).toEqual([]);
  await window.close();
});

it('a tree loads its rows in parts, and shows how many are left', async () => {
  const window = await TestWindow.shared();
  const { page } = window;
  const path = join(window.folder, 'wide.perf.txt');
  writeFileSync(path, distinctFunctions(25_000));
  await window.drop(path);
  await window.untilRead();
  await window.show('Inverted');
  const grid = page.getByRole('treegrid', { name: 'Inverted tree' });
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('20002');
  await grid.focus();
  await page.keyboard.press('End');
  await seen(grid.getByText('5,000 more rows'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('25001');
  expect(window.pageErrors).toEqual([]);
  await window.close();
});

const distinctFunctions = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `app 7 [000] ${(1000 + i / 10_000).toFixed(6)}: 1 cycles:\n\t1000 f${i}+0x1 (/bin/app)\n\n`,
  ).join('');
