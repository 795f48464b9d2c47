/** A window of the real program in a real Electron, for tests that use it as a person would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Locator, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { atEndOfWorker } from './environment.ts';
import type { WorkspaceName } from './workspaces.ts';

/** ms; long, so that tests do not fail on a busy machine. */
const patience = 60_000;
/** ms between two looks at the window. */
const lookEvery = 20;
/** ms; a window that takes longer is closed, and another one started. */
const resetPatience = 15_000;

/** After as many frames without a question none follows from an answer. */
const answeredFrames = 20;

/** Heading of a window without captures. */
const emptyText = 'Drop captures here';

const [usualWidth, usualHeight] = [1440, 900];

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Answers of the desktop's dialogs. */
export interface DialogAnswers {
  readonly open?: readonly string[];
  readonly save?: string;
}

interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly folder?: string;
  /** Environment variables, in addition to those of the test. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Resolves when the page is ready; for pages other than the program's own. */
  isReady?(page: Page): Promise<void>;
}

/**
 * Resolves when an element is visible. Playwright's own `waitFor` looks again after up to half a second, which adds up to a
 * fifth of the time of all tests.
 */
export const seen = (element: Locator): Promise<void> =>
  until(() => element.isVisible(), `${element} is not shown.`);

/** Resolves when no such element is visible. */
export const gone = (element: Locator): Promise<void> =>
  until(async () => !(await element.isVisible()), `${element} is still shown.`);

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const end = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(otherwise);
    await new Promise(done => setTimeout(done, lookEvery));
  }
}

/** Copies a workspace to `folder`. */
export function copyOf(workspace: WorkspaceName, folder: string): string {
  const copy = join(folder, `${workspace}.aftertrace`);
  copyFileSync(join(inject('workspaces'), `${workspace}.aftertrace`), copy);
  return copy;
}

/** The window that this worker lends; null until it is first asked for. */
let shared: TestWindow | null = null;

export class TestWindow {
  private constructor(
    readonly app: ElectronApplication,
    readonly page: Page,
    /** The folder of its settings. */
    readonly settings: string,
    /** Folder for the files of its tests, deleted when it is closed; that of the settings, if it is not shared. */
    readonly folder: string,
    /** Errors of the page and of its console. */
    readonly pageErrors: string[],
  ) {}

  /**
   * The window of this worker, as after a start with new settings: on a copy of a workspace, or on captures, which it
   * reads. What only a new program shows (its first start, its end, its settings) needs {@link open}.
   */
  static async shared(
    on: WorkspaceName | readonly string[] = [],
    size: Pick<OpenOptions, 'width' | 'height'> = {},
  ): Promise<TestWindow> {
    const program = await TestWindow.emptied();
    const folder = mkdtempSync(join(tmpdir(), 'aftertrace-window-'));
    const window = new TestWindow(program.app, program.page, program.settings, folder, program.pageErrors);
    await window.resize(size.width ?? usualWidth, size.height ?? usualHeight);
    if (typeof on === 'string') {
      await window.drop(copyOf(on, folder));
      await window.untilRead();
    } else if (on.length > 0) {
      await window.drop(...on);
      await window.untilRead();
    }
    return window;
  }

  /** The window of this worker with nothing open and all settings reset; another one if that one has ended. */
  private static async emptied(): Promise<TestWindow> {
    if (shared === null) atEndOfWorker(async () => shared?.end());
    else if (await shared.isReset()) return shared;
    else await shared.end();
    shared = await TestWindow.open();
    return shared;
  }

  /** Opens the program on `paths`, with new settings, or those of a closed window in `folder`. */
  static async open(
    paths: readonly string[] = [],
    {
      width = usualWidth,
      height = usualHeight,
      folder = mkdtempSync(join(tmpdir(), 'aftertrace-window-')),
      variables = {},
      isReady,
    }: OpenOptions = {},
  ): Promise<TestWindow> {
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    const app = await _electron.launch({
      executablePath: program(),
      args: argumentsFor(folder, paths),
      cwd: root,
      artifactsDir: join(folder, 'artifacts'),
      // Otherwise Playwright reports a light system, whatever the window asks for.
      colorScheme: null,
      env: { ...env, ...display(), ...variables } as Record<string, string>,
      timeout: 2 * patience,
    });
    const page = await app.firstWindow({ timeout: 2 * patience });
    page.setDefaultTimeout(patience);
    const pageErrors: string[] = [];
    page.on('pageerror', error => pageErrors.push(String(error)));
    page.on('console', message => message.type() === 'error' && pageErrors.push(message.text()));
    await app.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]!.setContentSize(size.width, size.height),
      { width, height },
    );
    const window = new TestWindow(app, page, folder, folder, pageErrors);
    try {
      if (isReady) await isReady(page);
      else if (paths.length > 0) await window.untilRead();
      else await window.untilEmpty();
    } catch (error) {
      // Nobody else could close it.
      await window.end();
      throw error;
    }
    return window;
  }

  /** Empties the window by the ways of its user, and starts its page anew without what it has stored; false if it cannot. */
  private async isReset(): Promise<boolean> {
    if (this.app.process().exitCode !== null || this.app.process().signalCode !== null) return false;
    const { page } = this;
    try {
      await this.dialogsAnswer({});
      page.setDefaultTimeout(resetPatience);
      // A test that failed may have left dialogs and menus open.
      const open = page.getByRole('dialog').or(page.getByRole('menu'));
      for (let i = 0; i < 5 && (await open.count()) > 0; i++) await page.keyboard.press('Escape');
      await this.openEmpty();
      await page.evaluate(async () => {
        localStorage.clear();
        await globalThis.window.shell.choose('theme', 'system');
        globalThis.window.shell.magnify(0);
      });
      await page.reload({ waitUntil: 'commit' });
      await this.untilEmpty();
    } catch {
      return false;
    } finally {
      page.setDefaultTimeout(patience);
    }
    this.pageErrors.length = 0;
    return true;
  }

  /** Leaves the workspace for an empty one, and saves nothing. */
  async openEmpty(): Promise<void> {
    const { page } = this;
    await this.clickMenu('&File', 'New empty workspace');
    const asks = await page.waitForFunction(text => {
      if (document.querySelector('dialog[open]')) return 'yes';
      return document.documentElement.textContent?.includes(text) ? 'no' : null;
    }, emptyText);
    if ((await asks.jsonValue()) === 'yes') await page.getByRole('button', { name: 'Don’t save' }).click();
    await this.untilEmpty();
  }

  /** Clicks the window's close button. */
  async clickClose(): Promise<void> {
    await this.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
  }

  /**
   * Resolves when the program has ended because of `action`. Playwright cannot acknowledge an action if the
   * program ends first, so an error of the action counts only if the program is still running after `patience`.
   */
  async endsBy(action: () => unknown): Promise<void> {
    const ended = once(this.app.process(), 'exit');
    const failed = new Promise<never>((_, reject) => {
      (async () => action())().catch(error => setTimeout(reject, patience, error));
    });
    await Promise.race([ended, failed]);
  }

  /** Kills the program with SIGKILL, which nothing can prevent. */
  kill(): Promise<void> {
    return this.endsBy(() => process.kill(-this.app.process().pid!, 'SIGKILL'));
  }

  /**
   * Launches the program again with the same settings, in another working directory. Resolves to its exit
   * status.
   */
  async launchAgain(paths: readonly string[], cwd: string): Promise<number | null> {
    const again = spawn(program(), argumentsFor(this.settings, paths), { cwd, stdio: 'ignore' });
    const [status] = await once(again, 'exit');
    return status as number | null;
  }

  /** Drops files or folders as the desktop would: the page itself cannot make a File that has a path. */
  async drop(...paths: readonly string[]): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: [...paths], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
    await session.detach();
  }

  /** Waits until the window is ready to open captures, with none open. */
  async untilEmpty(): Promise<void> {
    await this.page.waitForFunction(text => document.documentElement.textContent?.includes(text), emptyText);
  }

  /** Waits until all imports are done. */
  async untilRead(): Promise<void> {
    await this.page.waitForFunction(
      () =>
        document.querySelector('[role=tablist][aria-label=Views]') !== null &&
        document.querySelector('[aria-label="Reading captures"]') === null,
      undefined,
      { timeout: 3 * patience },
    );
  }

  /** Waits until all questions are answered, also those of tracks, and the answers are drawn. */
  async untilAnswered(): Promise<void> {
    await this.page.waitForFunction(
      async frames => {
        // An answer may lead to the next question, and is drawn in the frames after it.
        for (let still = 0; still < frames; still++) {
          if (document.querySelector('.status-cost')?.textContent === 'asking …') return false;
          await new Promise(requestAnimationFrame);
        }
        return true;
      },
      answeredFrames,
      { timeout: 3 * patience },
    );
  }

  async show(view: string): Promise<void> {
    const tab = this.page.getByRole('tab', { name: view, exact: true });
    const more = this.page.getByRole('button', { name: /^more/ });
    await tab.or(more).first().waitFor();
    // A tab without room is in the menu, and it can lose its room before it is clicked.
    while ((await tab.count()) > 0) {
      const isClicked = await tab.click({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
      if (isClicked) return;
      // A dialog that a failed test has left open covers the tabs.
      if ((await this.page.getByRole('dialog').count()) > 0) await this.page.keyboard.press('Escape');
    }
    await more.click();
    await this.page.getByRole('menuitem', { name: view, exact: true }).click();
  }

  /** Opens the palette with a text in it. */
  async openPalette(text: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox').fill(text);
  }

  /** Clicks an entry of the menu bar, which the page cannot reach. */
  async clickMenu(menu: '&File' | '&View', entry: string): Promise<void> {
    await this.app.evaluate(
      ({ Menu }, names) => {
        const found = Menu.getApplicationMenu()!.items.find(({ label }) => label === names.menu);
        found!.submenu!.items.find(({ label }) => label === names.entry)!.click();
      },
      { menu, entry },
    );
  }

  async setTheme(theme: 'Dark' | 'Light'): Promise<void> {
    await this.clickMenu('&View', theme);
    await this.page.waitForFunction(
      isDark => matchMedia('(prefers-color-scheme: dark)').matches === isDark,
      theme === 'Dark',
    );
  }

  /** Texts of a column of a grid, for the rows in view. Waits for rows that are being loaded. */
  async column(grid: string, column: string): Promise<string[]> {
    await this.page.waitForFunction(name => {
      const element = document.querySelector(`.grid[aria-label="${name}"]`);
      return element && !element.hasAttribute('aria-busy') && !element.querySelector('.cell-placeholder');
    }, grid);
    return this.page.locator(`.grid[aria-label="${grid}"]`).evaluate((element, name) => {
      const headers = [...element.querySelectorAll('[role=columnheader]')];
      const index = headers.findIndex(each => each.textContent?.trim().replace(/\s*[▾▴]$/, '') === name) + 1;
      return [...element.querySelectorAll(`.grid-body [aria-colindex="${index}"]`)].map(
        cell => cell.textContent?.trim() ?? '',
      );
    }, column);
  }

  /** The row that has the keyboard focus. */
  async activeRow(): Promise<string> {
    return (await this.page.locator('.grid-body .grid-row.is-active').first().textContent()) ?? '';
  }

  /** Does something while the engine answers nothing, as if its answers took long. */
  async whileUnanswered(work: () => Promise<void>): Promise<void> {
    const engine = await this.engine();
    process.kill(engine, 'SIGSTOP');
    try {
      await work();
    } finally {
      process.kill(engine, 'SIGCONT');
    }
  }

  /** The process id of the engine. */
  engine(): Promise<number> {
    return this.app.evaluate(
      ({ app }) => app.getAppMetrics().find(each => each.name === 'Aftertrace engine')!.pid,
    );
  }

  async dialogsAnswer({ open = [], save }: DialogAnswers): Promise<void> {
    await this.app.evaluate(
      ({ dialog }, answers) => {
        dialog.showOpenDialog = async () => ({
          canceled: answers.open.length === 0,
          filePaths: [...answers.open],
        });
        dialog.showSaveDialog = async () => ({ canceled: !answers.save, filePath: answers.save ?? '' });
      },
      { open, save },
    );
  }

  clipboard(): Promise<string> {
    return this.app.evaluate(({ clipboard }) => clipboard.readText());
  }

  async resize(width: number, height: number): Promise<void> {
    await this.app.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]!.setContentSize(size.width, size.height),
      { width, height },
    );
    await this.page.waitForFunction(size => innerWidth === size.width && innerHeight === size.height, {
      width,
      height,
    });
    await this.drawn();
  }

  /** Resolves when what happened before is drawn: observers are called after a frame's layout, and components render then. */
  async drawn(): Promise<void> {
    await this.page.evaluate(
      () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
  }

  /** Closes the program, unless it is that of the worker, and removes the folder. */
  async close(): Promise<void> {
    if (this.app === shared?.app) rmSync(this.folder, { recursive: true, force: true });
    else await this.end();
  }

  /** Closes the program and keeps its settings for another start. */
  async quit(): Promise<void> {
    await this.app.close();
  }

  private async end(): Promise<void> {
    await this.quit();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function argumentsFor(folder: string, paths: readonly string[]): string[] {
  // Chromium's sandbox does not run as root, which containers run tests as.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // V8 optimizes later than by default: for programs that run for seconds, this saves a tenth of the processor time.
  const optimizer = '--js-flags=--interrupt-budget=1000000';
  return [...sandbox, optimizer, `--user-data-dir=${folder}`, root, ...paths];
}

/** `npm test` names a display for each worker; when run by hand, windows are on that of the user. */
export function display(): NodeJS.ProcessEnv {
  const name = process.env.AFTERTRACE_DISPLAYS?.split(' ')[Number(process.env.VITEST_POOL_ID) - 1];
  return name ? { DISPLAY: name, WAYLAND_DISPLAY: '' } : {};
}

/** `npm test` sets the runtime's path; when run by hand, the npm package's runtime is used. */
function program(): string {
  const named = process.env.AFTERTRACE_ELECTRON;
  return named ?? (createRequire(import.meta.url)('electron') as string);
}
