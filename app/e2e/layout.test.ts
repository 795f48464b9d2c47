import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { seen, TestWindow } from './window.ts';

const captures = [
  fixture('samples/cpu-hog/cpu.perf.txt.zst'),
  fixture('samples/cpu-hog/vmstat.txt'),
  fixture('python/failing.log'),
];

const box = async (locator: Locator) => (await locator.boundingBox())!;

describe('the layout of the window', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared(captures);
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const separator = (name: string) => page.getByRole('separator', { name, exact: true });
  const place = (name: string) => separator(name).getAttribute('aria-valuenow').then(Number);

  it.each([
    [1440, 900],
    [1024, 700],
    [2560, 1400],
  ])('truncates no tab at %i × %i, and lists tabs that do not fit under more', async (width, height) => {
    await window.resize(width, height);
    const bar = page.getByRole('tablist', { name: 'Views' });
    const more = page.getByRole('button', { name: /^more/ });
    const right = async () => {
      const all = await page.getByRole('tab').all();
      const boxes = await Promise.all(all.map(box));
      return Math.max(...boxes.map(({ x, width: w }) => x + w));
    };
    await expect.poll(async () => (await right()) <= (await box(more)).x).toBe(true);
    const weight = page.getByRole('button', { name: /^(?:weight )?samples/ });
    expect((await box(more)).x + (await box(more)).width).toBeLessThanOrEqual((await box(weight)).x);
    const shown = await bar.getByRole('tab').allTextContents();
    await more.click();
    const others = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    for (const view of ['Overview', 'Functions', 'Heat map', 'Events', 'Metrics', 'Problems'])
      expect([...shown, ...others].filter(text => text.startsWith(view))).toHaveLength(1);
  });

  it('shows a view chosen under more, which then has a tab', async () => {
    await window.resize(1024, 700);
    await expect.poll(() => page.getByRole('tab', { name: 'Problems' }).count()).toBe(0);
    await window.show('Problems');
    await seen(page.getByRole('tab', { name: 'Problems', selected: true }));
    await window.show('Overview');
  });

  it.each([
    [1440, 900],
    [1024, 700],
  ])('leaves the views at least half of the height at %i × %i', async (width, height) => {
    await window.resize(width, height);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const main = page.getByRole('main');
    await expect
      .poll(async () => (await box(timeline)).height / (await box(main)).height)
      .toBeLessThanOrEqual(0.481);
  });

  it('has a legend of few keys on one line', async () => {
    await window.resize(1000, 700);
    const keys = page.getByRole('list', { name: 'Legend of CPU by process' }).getByRole('listitem');
    await expect.poll(() => keys.count()).toBeGreaterThan(4);
    const tops = async () => new Set((await Promise.all((await keys.all()).map(box))).map(({ y }) => y));
    await expect.poll(async () => (await tops()).size).toBe(1);
  });

  it('moves its splitters by keys; Enter closes and opens a panel', async () => {
    await window.resize(1440, 900);
    const panel = page.getByRole('complementary', { name: 'Captures' });
    const before = await place('Captures');
    expect((await box(panel)).width).toBeCloseTo(before, 0);
    await separator('Captures').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await place('Captures')).toBe(before + 32);
    await expect.poll(async () => (await box(panel)).width).toBe(before + 32);
    await page.keyboard.press('Enter');
    await expect.poll(() => panel.isVisible()).toBe(false);
    expect(await place('Captures')).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await box(panel)).width).toBe(before + 32);
    // The Inspector is right of its separator: moving left widens it.
    const inspector = await place('Inspector');
    await separator('Inspector').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await place('Inspector')).toBe(inspector + 16);
  });

  it('moves its splitters by mouse', async () => {
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const before = (await box(timeline)).height;
    const line = await box(separator('Timeline'));
    await page.mouse.move(line.x + 300, line.y);
    await page.mouse.down();
    await page.mouse.move(line.x + 300, line.y - 100, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await box(timeline)).height).toBeCloseTo(before - 100, -0.5);
    await page.mouse.dblclick(line.x + 300, line.y - 100);
    // The axis and the overview strip stay, so that a time can be selected.
    await expect.poll(async () => (await box(timeline)).height).toBeLessThan(100);
    await seen(page.getByRole('slider', { name: 'Start of the selected time' }));
    expect(await page.getByRole('list', { name: 'Legend of CPU by process' }).count()).toBe(0);
  });

  it('hides and shows its side panels by key', async () => {
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await page.keyboard.press('Control+i');
    await expect.poll(() => inspector.isVisible()).toBe(false);
    await page.keyboard.press('Control+i');
    await expect.poll(() => inspector.isVisible()).toBe(true);
  });

  it('is the same on a page that is loaded again', async () => {
    const [left, right] = [await place('Captures'), await place('Inspector')];
    await page.reload();
    await seen(page.getByRole('tablist', { name: 'Views' }));
    expect([await place('Captures'), await place('Inspector')]).toEqual([left, right]);
    await seen(page.getByRole('region', { name: 'Timeline' }).getByText('Overview'));
    expect(await page.getByRole('list', { name: 'Legend of CPU by process' }).count()).toBe(0);
    await page.keyboard.press('Control+j');
    await seen(page.getByRole('list', { name: 'Legend of CPU by process' }));
  });

  it('has one line in place of the tracks without values in scope, which can be opened', async () => {
    const queue = page.getByRole('region', { name: /^Run queue/ });
    await seen(queue);
    await page
      .getByRole('tree', { name: 'Captures read' })
      .getByRole('treeitem', { name: /^cpu\.perf/ })
      .dblclick();
    const folded = page.getByRole('button', { name: /^\d+ tracks? without values in scope$/ });
    await seen(folded);
    expect(await queue.count()).toBe(0);
    await folded.click();
    await seen(queue);
    await page.getByRole('button', { name: 'Remove cpu.perf.txt.zst from the scope' }).click();
    await expect.poll(() => folded.count()).toBe(0);
    await seen(queue);
  });
});

describe('the room for tables', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared();
    page = window.page;
    const deep = join(window.folder, 'deep.perf.txt');
    // 500 calls deep, with a name longer than any column.
    const frames = (n: number, leaf: string) =>
      [leaf, ...Array.from({ length: n }, (_, i) => `call_${n - i}`)]
        .map((name, i) => `\t${(0x1000 + i).toString(16).padStart(16, '0')} ${name}+0x1 (/opt/app)\n`)
        .join('');
    const sample = (at: number, stack: string) => `app 7 [000] 12.${at}00000: 1 cycles:u:\n${stack}\n`;
    writeFileSync(
      deep,
      sample(1, frames(500, 'bottom')) + sample(2, frames(3, `long_${'name_'.repeat(30)}`)),
    );
    await window.dialogsAnswer({ open: [...captures, deep] });
    await page.keyboard.press('Control+o');
    await window.untilRead();
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const cell = (grid: string, name: string) =>
    page.getByRole('grid', { name: grid }).getByRole('gridcell', { name, exact: true }).first();

  /** The header of a table is 30 px high, a row 25 px. */
  const rowsOf = async (grid: Locator) => Math.floor(((await box(grid)).height - 30) / 25);

  it.each(['Functions', 'Call tree', 'Inverted', 'Callers', 'Modules', 'Events', 'Metrics', 'Problems'])(
    'shows ten rows of %s at 1024 × 700',
    async view => {
      await window.resize(1024, 700);
      await window.show(view);
      const grid = page.getByRole('tabpanel').locator('.grid').first();
      await expect.poll(() => rowsOf(grid)).toBeGreaterThanOrEqual(10);
    },
  );

  it('shows ten callers and ten callees at 1024 × 700, beside each other', async () => {
    await window.resize(1024, 700);
    await window.show('Functions');
    await page.getByRole('grid', { name: 'Functions' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('b');
    const [callers, callees] = ['Callers', 'Callees'].map(name => page.getByRole('grid', { name })) as [
      Locator,
      Locator,
    ];
    for (const grid of [callers, callees]) await expect.poll(() => rowsOf(grid)).toBeGreaterThanOrEqual(10);
    expect((await box(callees)).x).toBeGreaterThan((await box(callers)).x + (await box(callers)).width - 2);
    await window.resize(2560, 1400);
    await expect.poll(async () => (await box(callees)).x).toBe((await box(callers)).x);
    for (const grid of [callers, callees]) await expect.poll(() => rowsOf(grid)).toBeGreaterThanOrEqual(10);
    await page.keyboard.press('[');
  });

  it('shows ten modules, and ten callers into one, side by side at 1024 × 700', async () => {
    await window.resize(1024, 700);
    await window.show('Modules');
    const [modules, callers] = ['Modules', 'Callers of the module'].map(name =>
      page.getByRole('grid', { name, exact: true }),
    ) as [Locator, Locator];
    for (const grid of [modules, callers]) await expect.poll(() => rowsOf(grid)).toBeGreaterThanOrEqual(10);
    expect((await box(callers)).x).toBeGreaterThan((await box(modules)).x + 200);
    expect((await box(callers)).y).toBe((await box(modules)).y);
  });

  const isWhole = (locator: Locator) => locator.evaluate(each => each.scrollWidth <= each.clientWidth);

  it.each([
    ['Metrics', 'Saturation'],
    ['Events', 'Templates'],
  ])('scrolls no table sideways at 1440 × 900: %s, %s', async (view, side) => {
    await window.resize(1440, 900);
    await window.show(view);
    await page.getByRole('button', { name: side, exact: true }).click();
    const grid = page.getByRole('tabpanel').locator('.grid').first();
    await seen(grid.locator('.grid-body .grid-row').first());
    await expect.poll(() => isWhole(grid)).toBe(true);
  });

  it('scrolls no table sideways that has no rows', async () => {
    await window.resize(1024, 700);
    await window.show('Slices');
    await seen(page.getByText('The answer has no rows in scope.'));
    expect(await isWhole(page.getByRole('grid', { name: 'Slices' }))).toBe(true);
  });

  it('shows all keys, and scrolls them vertically only', async () => {
    await window.resize(1024, 700);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog').getByRole('region', { name: 'All keys' });
    await seen(keys);
    expect(await isWhole(keys)).toBe(true);
    await page.keyboard.press('Escape');
  });

  it.each([
    [1440, 900],
    [1024, 700],
  ])('hides no level, and truncates no filter of events at %i × %i', async (width, height) => {
    await window.resize(width, height);
    await window.show('Events');
    const levels = page.getByRole('group', { name: 'Levels' });
    await expect.poll(() => levels.getByRole('button').count()).toBeGreaterThan(2);
    expect(await isWhole(levels)).toBe(true);
    const bar = await box(page.locator('.parts-bar'));
    for (const choice of await page
      .getByRole('search', { name: 'Events shown' })
      .locator('button, input, select')
      .all()) {
      const { x, y, width: w, height: h } = await box(choice);
      expect(x + w).toBeLessThanOrEqual(bar.x + bar.width);
      expect(y + h).toBeLessThanOrEqual(bar.y + bar.height);
    }
  });

  it('reaches every question under more at 1024 × 700', async () => {
    await window.resize(1024, 700);
    await page.getByRole('button', { name: /^more/ }).click();
    const last = page.getByRole('menuitem').last();
    await last.scrollIntoViewIfNeeded();
    const { y, height } = await box(last);
    expect(y + height).toBeLessThanOrEqual(700);
    await page.keyboard.press('Escape');
  });

  it('shows the module beside its function in a wide window, and truncates no name', async () => {
    await window.resize(2560, 1400);
    await window.show('Functions');
    const name = cell('Functions', '__strpbrk_sse42');
    const module = cell('Functions', 'libc.so.6');
    await expect.poll(async () => (await box(module)).x - (await box(name)).x).toBeLessThan(1400);
    const cut = await page
      .getByRole('grid', { name: 'Functions' })
      .locator('.grid-body .text')
      .evaluateAll(all => all.filter(each => each.scrollWidth > each.clientWidth).length);
    expect(cut).toBe(0);
  });

  it('makes columns of numbers as wide as their widest number', async () => {
    const [self, name] = await Promise.all(
      ['self samples', 'function'].map(header =>
        box(page.getByRole('grid', { name: 'Functions' }).getByRole('columnheader', { name: header })),
      ),
    );
    expect(self!.width).toBeLessThan(130);
    expect(name!.width).toBeGreaterThan(150);
  });

  it('keeps a stack of 500 frames readable', async () => {
    await window.resize(1440, 900);
    await page
      .getByRole('tree', { name: 'Captures read' })
      .getByRole('treeitem', { name: /^deep/ })
      .dblclick();
    await window.show('Call tree');
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    await tree.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('*');
    await page.keyboard.press('End');
    const leaf = tree.getByRole('row', { name: /bottom/ });
    await seen(leaf);
    expect(await leaf.getAttribute('aria-level')).toBe('502');
    const text = leaf.locator('.text', { hasText: 'bottom' });
    expect(await text.evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true);
    expect(await leaf.locator('.twist').getAttribute('data-beyond')).toMatch(/^⋯4\d\d$/);
    const [twist, words] = [await box(leaf.locator('.twist')), await box(text)];
    expect(words.x - twist.x).toBeLessThan(80);
  });
});
