import { execFileSync } from 'node:child_process';
import { copyFileSync, createWriteStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { copyOf, gone, seen, TestWindow } from './window.ts';

const kinds = fixture('perf-script/kinds.txt');
const header = fixture('perf-script/header.txt');

describe('opening captures', () => {
  let window: TestWindow;
  beforeEach(async () => {
    window = await TestWindow.shared();
  });
  afterEach(() => window.close());

  const names = () => window.page.locator('.capture-name').allTextContents();

  it('opens the files chosen in the dialog, and lists them as recent', async () => {
    const { page } = window;
    await window.dialogsAnswer({ open: [kinds, header] });
    await page.keyboard.press('Control+o');
    await window.untilRead();
    expect(await names()).toEqual(['kinds.txt', 'header.txt']);
    // The engine keeps the workspace open while the page is reloaded.
    await page.reload();
    await window.untilRead();
    expect(await names()).toEqual(['kinds.txt', 'header.txt']);
    await window.openEmpty();
    await page
      .getByRole('region', { name: 'Opened recently' })
      .getByRole('button', { name: /kinds\.txt/ })
      .click();
    await window.untilRead();
    expect(await names()).toContain('kinds.txt');
  });

  it('opens the samples', async () => {
    await window.page.getByRole('button', { name: 'Try the samples' }).click();
    await window.untilRead();
    expect((await names()).length).toBeGreaterThan(0);
  });

  it('opens dropped files', async () => {
    await window.drop(kinds);
    await window.untilRead();
    expect(await names()).toEqual(['kinds.txt']);
  });

  it('opens each file of a dropped archive and folder, and reports those that cannot be read', async () => {
    const { page } = window;
    const folder = join(window.folder, 'collected');
    mkdirSync(join(folder, 'var', 'log'), { recursive: true });
    copyFileSync(kinds, join(folder, 'var', 'log', 'kinds.txt'));
    writeFileSync(join(folder, 'prose.txt'), 'Nothing of this is a capture.\n'.repeat(5));
    const archive = join(window.folder, 'collected.tar.gz');
    execFileSync('tar', ['-czf', archive, '-C', window.folder, 'collected']);
    await window.drop(archive);
    await window.untilRead();
    expect(await names()).toEqual(['kinds.txt']);
    await page.getByRole('button', { name: 'Not read 1' }).click();
    const list = page.getByRole('tree', { name: 'Files that were not read' });
    await seen(list.getByRole('treeitem', { name: /prose\.txt/ }));
    await page.getByRole('complementary', { name: 'Captures' }).getByText('Dismiss').click();
    copyFileSync(header, join(folder, 'var', 'log', 'header.txt'));
    rmSync(join(folder, 'prose.txt'));
    await window.drop(folder);
    await window.untilRead();
    await expect.poll(names).toEqual(['kinds.txt', 'header.txt']);
  });

  it('reports an unreadable file in one sentence, and keeps the open captures', async () => {
    const { page } = window;
    const empty = join(window.folder, 'empty.txt');
    const binary = join(window.folder, 'binary.dat');
    writeFileSync(empty, '');
    writeFileSync(
      binary,
      Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256),
    );
    await window.dialogsAnswer({ open: [kinds] });
    await page.keyboard.press('Control+o');
    await window.untilRead();
    await window.dialogsAnswer({ open: [empty, binary] });
    await page.keyboard.press('Control+o');
    await page.getByRole('button', { name: 'Not read 2' }).click();
    const list = page.getByRole('tree', { name: 'Files that were not read' });
    expect(await list.getByRole('treeitem').allTextContents()).toEqual([
      expect.stringMatching(/^Is a binary file.*\.1$/),
      expect.stringMatching(/^binary\.dat/),
      expect.stringMatching(/^Is empty: .*\.1$/),
      expect.stringMatching(/^empty\.txt/),
    ]);
    await page.getByRole('complementary', { name: 'Captures' }).getByText('Dismiss').click();
    await expect.poll(names).toEqual(['kinds.txt']);
  });

  it('saves a workspace and opens it again', async () => {
    const { page } = window;
    const save = join(window.folder, 'kept.aftertrace');
    await window.dialogsAnswer({ open: [kinds], save });
    await page.keyboard.press('Control+o');
    await window.untilRead();
    await page.keyboard.press('Control+s');
    await seen(page.getByRole('status').getByText('Saved as kept.aftertrace.'));
    expect(existsSync(save)).toBe(true);
    expect(await page.locator('.header-workspace').textContent()).toBe('kept.aftertrace');
    await window.openEmpty();
    await page.getByRole('button', { name: /kept\.aftertrace/ }).click();
    await window.untilRead();
    expect(await names()).toEqual(['kinds.txt']);
  });

  it('shows nothing of the workspace that was open before', async () => {
    const { page } = window;
    const headline = page.locator('.headline');
    const show = async (path: string) => {
      await window.drop(path);
      await seen(page.locator('.header-workspace').getByText(basename(path)));
    };
    const [first, second] = [copyOf('samples', window.folder), copyOf('kinds', window.folder)];
    await show(first);
    const before = (await headline.textContent())!;
    const outdated = await page.evaluateHandle(
      ([name, former]) => {
        const shown: string[] = [];
        const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
        const look = () => {
          const peak = textOf('.timeline .value-peak');
          if (textOf('.header-workspace') === name && peak === former) shown.push(former);
        };
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        return shown;
      },
      [basename(second), await page.locator('.timeline .value-peak').first().textContent()] as const,
    );
    await show(second);
    await expect.poll(() => headline.textContent()).not.toBe(before);
    expect(await outdated.jsonValue()).toEqual([]);
    await show(first);
    await expect.poll(() => headline.textContent()).toBe(before);
  });

  it('zooms by key on a clock of its own', async () => {
    const { page } = window;
    await window.dialogsAnswer({ open: [kinds] });
    await page.keyboard.press('Control+o');
    await window.untilRead();
    const labels = () => page.locator('.axis-label').allTextContents();
    // The axis has its final width once the tracks below it are drawn.
    await seen(page.getByRole('region', { name: 'CPU by process' }).getByTitle('The largest value here'));
    const whole = await labels();
    expect(whole.length).toBeGreaterThan(0);
    const showAll = page.getByRole('button', { name: 'show all' });
    await page.keyboard.press('+');
    await seen(showAll);
    await expect.poll(labels).not.toEqual(whole);
    await page.keyboard.press('-');
    await gone(showAll);
    await expect.poll(labels).toEqual(whole);
  });

  it('places a capture in time when its clock is set', async () => {
    const { page } = window;
    await window.dialogsAnswer({ open: [kinds] });
    await page.keyboard.press('Control+o');
    await window.untilRead();
    await seen(page.getByText('own clock', { exact: true }).first());
    await page.getByRole('button', { name: 'Set the clock of kinds.txt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clock of kinds.txt' });
    await dialog.getByRole('radio', { name: 'Its first row was at (UTC)' }).check();
    await dialog.getByRole('textbox').fill('yesterday');
    await page.keyboard.press('Enter');
    expect(await dialog.getByRole('alert').textContent()).toContain('Enter a time');
    await dialog.getByRole('textbox').fill('2024-05-01 04:22:04.5');
    await page.keyboard.press('Enter');
    await gone(dialog);
    await seen(page.locator('.axis-label').getByText('2024-05-01'));
  });

  it('begins with an empty workspace when the engine crashes with an unsaved one, and reports it once', async () => {
    const { page } = window;
    await window.dialogsAnswer({ open: [kinds] });
    await page.keyboard.press('Control+o');
    await window.untilRead();
    await window.show('Functions');
    await page.getByRole('grid', { name: 'Functions' }).focus();
    await page.keyboard.press('ArrowDown');
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await seen(inspector.locator('.inspector-name'));
    process.kill(await window.engine(), 'SIGKILL');
    const notices = page.getByRole('status').locator('.notice p:first-child');
    await seen(notices.getByText(/The engine ended unexpectedly .* started again/));
    await window.untilEmpty();
    await expect.poll(() => inspector.count()).toBe(0);
    await expect
      .poll(() => notices.allTextContents())
      .toEqual([
        expect.stringMatching(
          /started again\. The workspace of 1 capture was not saved: recover it, or open them again\.$/,
        ),
      ]);
    await page.getByRole('button', { name: 'Recover' }).click();
    await window.untilRead();
    expect(await names()).toEqual(['kinds.txt']);
    await expect.poll(() => notices.count()).toBe(0);
  });

  it('cancels reading, and keeps the captures already read', async () => {
    const { page } = window;
    await window.dialogsAnswer({ open: [kinds] });
    await page.keyboard.press('Control+o');
    await window.untilRead();
    mkdirSync(join(window.folder, 'big'));
    const big = join(window.folder, 'big', 'big.perf.txt');
    await pipeline(Readable.from(manySamples(600)), createWriteStream(big));
    await window.dialogsAnswer({ open: [big] });
    await page.keyboard.press('Control+o');
    const card = page.getByRole('region', { name: 'Reading captures' });
    await expect.poll(async () => (await card.textContent()) ?? '').toMatch(/MB of \d+ MB · [\d,]+ rows/);
    await card.getByRole('button', { name: 'Cancel' }).click();
    await seen(page.getByRole('status').getByText(/Reading was cancelled/));
    await gone(card);
    expect(await names()).toContain('kinds.txt');
  });
});

/** Repeats the same five thousand samples. */
function* manySamples(times: number): Iterable<Buffer> {
  const samples = Array.from(
    { length: 5000 },
    (_, i) =>
      `app ${100 + (i % 7)} [00${i % 2}] ${(1000 + i / 10_000).toFixed(6)}: 1 cycles:\n\t1000 work_${i % 997}+0x1 (/bin/app)\n\t2000 main+0x2 (/bin/app)\n\n`,
  );
  const block = Buffer.from(samples.join(''));
  for (let i = 0; i < times; i++) yield block;
}
