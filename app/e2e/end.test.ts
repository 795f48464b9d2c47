import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { axeViolations } from './axe.ts';
import { gone, seen, TestWindow } from './window.ts';

const kinds = fixture('perf-script/kinds.txt');

describe('a workspace that was not saved', () => {
  let window: TestWindow;
  let folder: string;
  const files = () => (existsSync(folder) ? readdirSync(folder) : []);
  beforeEach(async () => {
    window = await TestWindow.open([kinds]);
    folder = join(window.folder, 'unsaved');
    expect(files().length).toBeGreaterThan(0);
  });
  afterEach(() => window.close());

  /** Shows a view, and waits until that is in the file of the workspace. */
  const showUntilStored = async (view: string) => {
    await window.show(view);
    const place = `"view":"${view.toLowerCase()}"`;
    const isStored = () => files().some(name => readFileSync(join(folder, name)).includes(place));
    await expect.poll(isStored).toBe(true);
  };
  const dialog = () => window.page.getByRole('dialog', { name: 'Save the workspace?' });
  const choose = (name: string) => dialog().getByRole('button', { name }).click();

  it('leaves no files when the program is quit', async () => {
    await window.app.close();
    expect(files()).toEqual([]);
  });

  it('is offered for saving when the window is closed', async () => {
    await window.clickClose();
    await seen(dialog());
    expect(await axeViolations(window, 'dialog')).toEqual([]);
    await window.page.keyboard.press('Escape');
    await gone(dialog());
    await window.clickClose();
    await choose('Cancel');
    expect(await window.page.locator('.capture-name').allTextContents()).toEqual(['kinds.txt']);

    // Cancelling the save dialog keeps the window open.
    await window.dialogsAnswer({});
    await window.clickClose();
    await choose('Save…');
    await gone(dialog());
    const save = join(window.folder, 'kept.aftertrace');
    await window.dialogsAnswer({ save });
    await window.clickClose();
    await seen(dialog());
    await window.endsBy(() => window.page.keyboard.press('Enter'));
    expect(existsSync(save)).toBe(true);
    expect(files()).toEqual([]);
  });

  it('is deleted if the user does not save it', async () => {
    await window.clickClose();
    await window.endsBy(() => choose('Don’t save'));
    expect(files()).toEqual([]);
  });

  it('is offered with its view state at the next start after the program was killed', async () => {
    await showUntilStored('Functions');
    await window.kill();
    const settings = window.folder;
    window = await TestWindow.open([], { folder: settings });
    const notice = () =>
      window.page
        .getByRole('status')
        .getByText(
          /A workspace of 1 capture \(kinds\.txt\) was not saved when Aftertrace ended unexpectedly/,
        );
    await seen(notice());
    await window.page.getByRole('button', { name: 'Recover' }).click();
    await window.untilRead();
    expect(await window.page.locator('.capture-name').allTextContents()).toEqual(['kinds.txt']);
    expect(await window.page.getByRole('tab', { selected: true }).textContent()).toBe('Functions');
    await seen(window.page.getByRole('button', { name: 'not saved' }));

    await window.kill();
    window = await TestWindow.open([], { folder: settings });
    await seen(notice());
    await window.page.getByRole('button', { name: 'Discard' }).click();
    await gone(notice());
    // Only the workspace of this window is left.
    await expect.poll(() => files().filter(name => name.endsWith('.aftertrace')).length).toBe(1);
    // It is empty, so that closing asks nothing.
    await window.endsBy(() => window.clickClose());
  });

  it('is kept if the page crashes; the page is reloaded and reports the crash', async () => {
    await showUntilStored('Functions');
    /** Resolves when the page is loaded again. */
    const crash = () =>
      window.app.evaluate(async ({ BrowserWindow }) => {
        const { webContents } = BrowserWindow.getAllWindows()[0]!;
        const loaded = new Promise<void>(resolve => webContents.once('did-finish-load', () => resolve()));
        webContents.forcefullyCrashRenderer();
        await loaded;
      });
    /**
     * Playwright does not reconnect to a crashed page, and a script in a page that is being unloaded is never
     * answered.
     */
    const look = (script: string): Promise<unknown> =>
      window.app.evaluate(
        ({ BrowserWindow }, code) =>
          Promise.race([
            BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(code),
            new Promise(resolve => setTimeout(resolve, 1000)),
          ]),
        script,
      );
    const textOf = (selector: string) => look(`document.querySelector('${selector}')?.textContent ?? ''`);
    const said =
      /^The page of the window ended unexpectedly \(\w+\) and was loaded again\. The workspace is as it was, with 1 capture\./;
    for (const _ of [1, 2]) {
      await crash();
      await expect.poll(() => textOf('.notice p')).toMatch(said);
      await expect.poll(() => textOf('.capture-name')).toBe('kinds.txt');
      await expect.poll(() => textOf('[role=tab][aria-selected=true]')).toBe('Functions');
      await expect.poll(() => textOf('.grid .text')).toMatch(/\S/);
    }
    // A page that keeps crashing ends the program without a question: the unsaved workspace is offered at the
    // next start.
    await window.dialogsAnswer({});
    await window.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
    });
    // The fourth crash within a minute ends it; on a busy machine those above may be older.
    await window.endsBy(async () => {
      for (const _ of [1, 2, 3, 4]) await crash();
    });
    expect(files().some(name => name.endsWith('.aftertrace'))).toBe(true);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'leaves no files after %s, which ends the program without a question',
    async (signal, status) => {
      const ended = once(window.app.process(), 'exit');
      // A terminal, too, sends the signal to the whole group: to the engine and the page as well.
      process.kill(-window.app.process().pid!, signal);
      expect(await ended).toEqual([status, null]);
      expect(files()).toEqual([]);
    },
  );
});

it('a workspace that was not saved is offered for saving when another is opened', async () => {
  const window = await TestWindow.shared([kinds]);
  const begin = async () => {
    await window.openPalette('empty workspace');
    await window.page.keyboard.press('Enter');
  };
  const choose = (name: string) =>
    window.page.getByRole('dialog', { name: 'Save the workspace?' }).getByRole('button', { name }).click();
  await begin();
  await choose('Cancel');
  expect(await window.page.locator('.capture-name').allTextContents()).toEqual(['kinds.txt']);
  await begin();
  await choose('Don’t save');
  await window.untilEmpty();
  await window.close();
});
