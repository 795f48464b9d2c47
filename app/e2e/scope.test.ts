import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { seen, TestWindow } from './window.ts';

describe('a clock that was overruled', () => {
  it('is marked with the change, and can be undone', async () => {
    const window = await TestWindow.shared('cpu-hog');
    const { page } = window;
    const status = page.getByRole('contentinfo');
    const before = await status.textContent();
    expect(before).not.toContain('by hand');
    await page.locator('.capture', { hasText: 'cpu.perf' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Set its clock…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Clock of/ });
    await dialog.getByRole('radio', { name: 'Shift all its times by' }).click();
    await dialog.getByRole('textbox').fill('8 h');
    await dialog.getByRole('button', { name: 'Set the clock' }).click();
    await expect
      .poll(() => status.textContent())
      .toContain('cpu.perf.txt.zst: shifted by +8 h (set by hand)');
    expect(await status.textContent()).not.toMatch(/one clock|times within/);
    const mark = page.getByRole('button', { name: /by hand: shifted by \+8 h/ });
    expect(await mark.textContent()).toBe('+8 h');
    await mark.click();
    await page.getByRole('button', { name: 'Undo the shift' }).click();
    await expect.poll(() => status.textContent()).not.toContain('by hand');
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });
});

describe('a scope', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared('cpu-hog');
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const headline = async () => (await page.locator('.headline').textContent()) ?? '';
  /** First line of a card: name and share. */
  const first = async (card: string) => {
    const line = page.getByRole('region', { name: card }).locator('.door').first();
    return [await line.locator('.ranked-name').textContent(), await line.locator('.number').textContent()];
  };
  const says = async (sentence: RegExp) => {
    const [, name, percent] = sentence.exec(await headline()) ?? [];
    return [name, percent];
  };
  const addToScope = async (part: string, name: string) => {
    await page.getByRole('button', { name: '+ add' }).click();
    await page.getByRole('menuitem', { name: part, disabled: false }).hover();
    await page.getByRole('menuitem', { name }).click();
  };

  it('keeps the headline and the cards consistent when a function is hidden', async () => {
    const agrees = async () => {
      await expect
        .poll(() => says(/samples, (\S+) took ([\d.]+) %/))
        .toEqual(await first('Busiest processes'));
      expect(await says(/busiest module is (\S+) with ([\d.]+) %/)).toEqual(await first('Busiest modules'));
    };
    await agrees();
    const before = await headline();
    await window.show('Functions');
    await page.getByRole('grid', { name: 'Functions' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('h');
    // A table that is left drops keys that still wait for their row.
    await seen(page.getByRole('button', { name: /^Remove .* from the scope$/ }));
    await window.show('Overview');
    await expect.poll(headline).not.toBe(before);
    await agrees();
    await page.keyboard.press('[');
    await window.show('Overview');
  });

  it('reports that no samples are in scope, and offers no callers', async () => {
    await window.show('Functions');
    await page.getByRole('grid', { name: 'Functions' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('b');
    await seen(page.getByRole('grid', { name: 'Callees' }));
    await addToScope('Capture', 'vmstat.txt');
    await expect
      .poll(() => page.getByRole('region', { name: 'Callers' }).textContent())
      .toContain('No samples are in scope. Remove a part of the scope above.');
    await expect
      .poll(() => page.getByRole('complementary', { name: 'Inspector' }).textContent())
      .not.toContain('begin here');
    await window.show('Overview');
    await expect.poll(() => page.locator('.overview').textContent()).toContain('No samples are in scope.');
    expect(await page.getByRole('region', { name: 'Busiest functions' }).count()).toBe(0);
  });
});

describe('a scope without any samples', () => {
  let window: TestWindow;
  beforeAll(async () => {
    window = await TestWindow.shared([
      fixture('postgresql/disk-stall.log'),
      fixture('pidstat/pidstat-h.txt'),
    ]);
  });
  afterAll(() => window.close());

  it('names no function to select, and narrows to a process of other captures', async () => {
    const { page } = window;
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    expect(await inspector.textContent()).not.toContain('Select a function');
    await page.getByRole('button', { name: '+ add' }).click();
    await page.getByRole('menuitem', { name: 'Process', disabled: false }).hover();
    await page.getByRole('menuitem', { name: 'postgres', exact: true }).click();
    await seen(page.getByRole('button', { name: /^Remove .*postgres from the scope/ }));
    expect(window.pageErrors).toEqual([]);
  });
});

describe('a log with a pid in each line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-pid-'));
  const log = join(folder, 'postgresql.log');
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    const lines = Array.from(
      { length: 30 },
      (_, i) =>
        `2024-05-01 10:00:${String(i).padStart(2, '0')}.000 UTC [${i % 3 === 0 ? 10940 : 10950}] LOG:  checkpoint ${i} => done${i === 2 ? ' \u001b[31mred\u001b[0m \u202etxt.exe' : ''}`,
    );
    writeFileSync(log, `${lines.join('\n')}\n`);
    window = await TestWindow.shared([fixture('samples/cpu-hog/cpu.perf.txt.zst'), log]);
    page = window.page;
    await window.show('Events');
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
    rmSync(folder, { recursive: true });
  });
  const grid = () => page.getByRole('grid', { name: 'Events', exact: true });
  const rows = async () => Number(await grid().getAttribute('aria-rowcount')) - 1;

  it('shows the pid as written in the log, and finds records by it', async () => {
    expect((await window.column('Events', 'pid')).slice(0, 2)).toEqual(['10940', '10950']);
    expect((await window.column('Events', 'process'))[0]).toBe('postgres');
    await page.getByRole('searchbox', { name: 'Text in the message' }).fill('pid:10940 checkpoint');
    await expect.poll(rows).toBe(10);
    await page.getByRole('searchbox', { name: 'Text in the message' }).fill('');
    await expect.poll(rows).toBe(30);
    const ligatures = await page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll('*')].map(each => getComputedStyle(each).fontVariantLigatures),
      ),
    ]);
    expect(ligatures).toEqual(['none']);
  });

  it('keeps its rows when narrowed to a pid; a chip states that the other capture has no rows in scope', async () => {
    await grid().getByText('checkpoint 0 => done').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Narrow to pid 10940' }).click();
    await expect.poll(rows).toBe(10);
    const scope = page.getByRole('navigation', { name: 'Scope' });
    await seen(scope.getByRole('button', { name: /nothing of cpu\.perf\.txt\.zst is in scope/ }));
    await scope.getByRole('button', { name: 'Remove pid 10940 from the scope' }).click();
    await expect.poll(rows).toBe(30);
  });

  it('shows the raw record with control and bidi characters made visible, and copies the original bytes', async () => {
    await grid().getByText('checkpoint 2 => done').click();
    const record = page.getByRole('region', { name: 'Record' });
    await record.getByRole('button', { name: 'Raw' }).click();
    const raw = record.getByRole('region', { name: 'Raw' });
    const written =
      '2024-05-01 10:00:02.000 UTC [10950] LOG:  checkpoint 2 => done \u001b[31mred\u001b[0m \u202etxt.exe';
    await expect
      .poll(() => raw.textContent())
      .toBe(written.replaceAll('\u001b', '␛').replace('\u202e', '⟦U+202E⟧'));
    await record.getByRole('button', { name: 'copy', exact: true }).click();
    await expect.poll(() => window.clipboard()).toBe(written);
    await raw.locator('pre').evaluate(element => getSelection()!.selectAllChildren(element));
    await page.keyboard.press('Control+c');
    await expect.poll(() => window.clipboard()).toBe(written);
    await record.getByRole('button', { name: 'Raw' }).click();
    await seen(record.getByRole('region', { name: 'Message' }));
  });

  it('opens the identity of a pid', async () => {
    await grid().getByText('checkpoint 0 => done').click();
    await page.getByRole('region', { name: 'Record' }).getByRole('button', { name: '10940' }).click();
    await expect.poll(() => window.column('Identity of a pid', 'capture')).toEqual(['postgresql.log']);
    expect(await window.column('Identity of a pid', 'process')).toEqual(['postgres']);
    expect(await window.column('Identity of a pid', 'pid')).toEqual(['10940']);
    await window.show('Events');
    await grid().getByText('checkpoint 1 => done').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show pid 10950 in each capture' }).click();
    await expect.poll(() => window.column('Identity of a pid', 'pid')).toEqual(['10950']);
  });
});
