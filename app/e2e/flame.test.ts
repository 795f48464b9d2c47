import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seen, TestWindow } from './window.ts';

describe('the flame graph', () => {
  let window: TestWindow;
  let page: Page;
  let flame: Locator;
  let readout: Locator;
  let way: Locator;
  beforeAll(async () => {
    window = await TestWindow.shared('samples');
    page = window.page;
    flame = page.getByRole('application', { name: 'Flame graph' });
    readout = page.locator('.flame-readout');
    way = page.getByRole('navigation', { name: 'Zoom' });
    await page.keyboard.press('0');
    await seen(flame);
    // The timeline above it has its final height.
    await seen(page.getByRole('list', { name: 'Legend of CPU by process' }));
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** The root frame that has the keyboard focus; frames appear a moment after they are asked for. */
  const first = async () => {
    await press('Home');
    return readout.textContent();
  };
  const zoomedInto = () => way.getByRole('button').last().textContent();
  const choose = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('is navigated by keyboard, and describes the current frame', async () => {
    await flame.focus();
    await press('Home');
    await expect
      .poll(() => readout.textContent())
      .toMatch(/^postgres\s*process\s*total [\d,]+ samples · [\d.]+ %$/);
    await press('ArrowDown', 'ArrowDown');
    await expect
      .poll(() => readout.textContent())
      .toMatch(/^__libc_start_main.*libc\.so\.6self 0 samples · 0\.00 %/);
    await press('ArrowUp', 'ArrowUp', 'ArrowRight');
    await expect.poll(() => readout.textContent()).toMatch(/^sh\s*process/);
  });

  it('zooms in and out by keyboard, and shows the path to the root', async () => {
    await press('Home', 'ArrowDown', 'Enter');
    await expect.poll(() => way.textContent()).toBe('all›postgres›_start');
    await press('ArrowDown', 'Enter');
    await expect.poll(zoomedInto).toMatch(/^__libc_start_main/);
    await press('Escape');
    await expect.poll(zoomedInto).toBe('_start');
    await press('Backspace', 'Escape');
    await expect.poll(() => way.textContent()).toBe('all');
  });

  it('zooms by click: in by a frame, and out by a frame below it', async () => {
    const box = (await flame.boundingBox())!;
    await page.mouse.click(box.x + 40, box.y + 19 * 1.5);
    await expect.poll(zoomedInto).toBe('_start');
    await page.mouse.click(box.x + box.width - 60, box.y + 9);
    await expect.poll(zoomedInto).toBe('postgres');
    await way.getByRole('button', { name: 'all' }).click();
    await expect.poll(() => way.textContent()).toBe('all');
  });

  it('describes the frame under the pointer without moving anything', async () => {
    const before = (await flame.boundingBox())!;
    await page.mouse.move(before.x + 40, before.y + 9);
    await expect.poll(() => readout.textContent()).toContain('postgres');
    await page.mouse.move(before.x + 40, before.y + 19 * 1.5);
    await expect.poll(() => readout.textContent()).toContain('_start');
    expect(await flame.boundingBox()).toEqual(before);
  });

  it('counts the samples that a search matches, each once', async () => {
    await press('/');
    const field = page.getByRole('searchbox', { name: 'Search functions and modules' });
    await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true);
    await page.keyboard.type('Exec | Portal');
    const found = page.locator('.flame-found');
    await expect.poll(() => found.textContent()).toMatch(/^matches [\d,]+ frames, [\d.]+ % of samples$/);
    await field.fill('[kernel.kallsyms]');
    await window.show('Modules');
    const modules = await window.column('Modules', 'module');
    const totals = await window.column('Modules', 'total %');
    await window.show('Flame');
    await expect
      .poll(() => found.textContent())
      .toContain(`${totals[modules.indexOf('[kernel.kallsyms]')]!} % of samples`);
    await field.fill('');
    await expect.poll(() => found.count()).toBe(0);
  });

  it('keeps the zoom in another scope', async () => {
    await flame.focus();
    await press('Home', 'ArrowDown', 'Enter');
    await expect.poll(zoomedInto).toBe('_start');
    await page.getByRole('button', { name: '+ add' }).click();
    await page.getByRole('menuitem', { name: 'Process', disabled: false }).hover();
    await page.getByRole('menuitem', { name: 'sh', exact: true }).click();
    // The process sh has no frame of postgres.
    await expect
      .poll(() => page.locator('.status-bar').textContent())
      .toContain('so the whole scope is shown');
    await press('[');
    await expect.poll(zoomedInto).toBe('_start');
    await expect
      .poll(() => page.locator('.status-bar').textContent())
      .not.toContain('so the whole scope is shown');
    await flame.focus();
    await press('Escape', 'Escape');
  });

  it('is inverted, and gets processes or threads as roots', async () => {
    await flame.focus();
    await press('i');
    await expect.poll(first).toMatch(/self [1-9][\d,]* samples/);
    const tree = page.getByRole('group', { name: 'Tree' });
    await expect
      .poll(() => tree.getByRole('button', { name: 'Inverted' }).getAttribute('aria-pressed'))
      .toBe('true');
    await choose('Call tree');
    await choose('Threads');
    await flame.focus();
    await expect.poll(first).toMatch(/^\w+ \d+\s*thread\s*total/);
    await choose('Processes');
    await choose('Flame');
    await flame.focus();
    await expect.poll(first).toMatch(/^postgres\s*process/);
    await press('ArrowUp');
    await expect.poll(() => readout.textContent()).toMatch(/^_start/);
    await choose('Icicle');
  });

  it('opens the menu of a frame by mouse and by key', async () => {
    await flame.focus();
    await press('Home', 'ArrowDown', 'ArrowDown', 'Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy path' }).click();
    await expect.poll(() => window.clipboard()).toMatch(/^postgres\n_start\n__libc_start_main/);
    const box = (await flame.boundingBox())!;
    await page.mouse.click(box.x + 40, box.y + 9, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Narrow to process postgres' }).click();
    await seen(page.getByRole('button', { name: 'Remove postgres from the scope' }));
    await press('[');
  });

  it('leads to the same path in the tree, and back', async () => {
    await flame.focus();
    await press('Home', 'ArrowDown', 'ArrowDown', 'Shift+F10');
    await page.getByRole('menuitem', { name: 'Show this path in call tree' }).click();
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    await expect.poll(() => tree.locator('.is-active').textContent()).toContain('__libc_start_main');
    await tree.focus();
    await press('ArrowRight', 'Shift+F10');
    await page.getByRole('menuitem', { name: 'Show this path in flame graph' }).click();
    await expect.poll(zoomedInto).toContain('__libc_start_main');
    await flame.focus();
    await press('Escape', 'Escape', 'Escape', 'Escape');
  });

  it('shows a function chosen in any table', async () => {
    await window.show('Functions');
    await page.getByRole('grid', { name: 'Functions' }).getByText('core_yylex').click();
    await press('l');
    await seen(flame);
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('core_yylex');
    await expect.poll(() => page.locator('.flame-found').textContent()).toMatch(/^matches [1-9]/);
    await page.getByRole('searchbox').fill('');
  });

  it('has a table of its frames', async () => {
    await choose('table');
    const tree = page.getByRole('treegrid', { name: 'Flame graph, as a table' });
    await tree.focus();
    await press('Home');
    const top = tree.getByRole('row').nth(1);
    if ((await top.getAttribute('aria-expanded')) === 'true') await press('ArrowLeft');
    await expect.poll(() => top.getAttribute('aria-expanded')).toBe('false');
    await press('ArrowRight');
    await expect.poll(() => top.getAttribute('aria-expanded')).toBe('true');
    await press('ArrowRight');
    await expect.poll(() => readout.textContent()).toMatch(/^_start/);
    await press('Enter');
    await expect.poll(zoomedInto).toBe('_start');
    await flame.focus();
    await press('Escape', 'Escape');
  });

  it('is saved as SVG and as PNG, with a caption', async () => {
    await choose('table');
    const saved = async (kind: 'SVG' | 'PNG') => {
      const save = join(window.folder, `flame.${kind.toLowerCase()}`);
      await window.dialogsAnswer({ save });
      await page.getByRole('button', { name: 'save', exact: true }).click();
      await page.getByRole('menuitem', { name: `Save as ${kind}…` }).click();
      await seen(page.getByRole('status').getByText(`Written to ${save}.`));
      return readFileSync(save);
    };
    const svg = (await saved('SVG')).toString();
    expect(svg).toMatch(
      /^<svg .*<title>Flame graph\ncpu\.perf\.txt\.zst · all of it · UTC\nThe width is [\d,]+ samples\./s,
    );
    expect(svg).toContain('>postgres</text>');
    expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG');
  });
});
