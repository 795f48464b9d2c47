/** A window of the real program in a real Electron, for tests that use it as a person would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';

/** ms; long, so that tests do not fail on a busy machine. */
const patience = 60_000;

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

export class TestWindow {
  private constructor(
    readonly app: ElectronApplication,
    readonly page: Page,
    /** Folder of this window, deleted when it is closed. */
    readonly folder: string,
    /** Errors of the page and of its console. */
    readonly pageErrors: readonly string[],
  ) {}

  /** Opens the program on `paths`, with new settings, or those of a closed window in `folder`. */
  static async open(
    paths: readonly string[] = [],
    {
      width = 1440,
      height = 900,
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
      // Otherwise Playwright reports a light system, whatever the window asks for.
      colorScheme: null,
      env: { ...env, ...variables } as Record<string, string>,
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
    const window = new TestWindow(app, page, folder, pageErrors);
    if (isReady) await isReady(page);
    else if (paths.length > 0) await window.untilRead();
    else await window.untilEmpty();
    return window;
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
    const again = spawn(program(), argumentsFor(this.folder, paths), { cwd, stdio: 'ignore' });
    const [status] = await once(again, 'exit');
    return status as number | null;
  }

  /** Drops a file or folder as the desktop would: the page itself cannot make a File that has a path. */
  async drop(path: string): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
  }

  /** Waits until the window is ready to open captures, with none open. */
  async untilEmpty(): Promise<void> {
    await this.page.getByRole('heading', { name: 'Drop captures here' }).waitFor();
  }

  /** Waits until all imports are done. */
  async untilRead(): Promise<void> {
    await this.page.getByRole('tablist', { name: 'Views' }).waitFor({ timeout: 2 * patience });
    await this.page
      .getByRole('region', { name: 'Reading captures' })
      .waitFor({ state: 'detached', timeout: 3 * patience });
  }

  /** Waits until all questions are answered, also those of tracks. */
  async untilAnswered(): Promise<void> {
    const asking = this.page.getByText('asking …');
    do {
      await asking.waitFor({ state: 'detached', timeout: 3 * patience });
      // An answer may lead to the next question, and is drawn in the frames after it.
      await this.page.waitForTimeout(600);
    } while ((await asking.count()) > 0);
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

  async setTheme(theme: 'Dark' | 'Light'): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.page.keyboard.type(`${theme} theme`);
    await this.page.getByRole('option', { name: `${theme} theme`, exact: true }).click();
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
    // Observers of sizes are called after that frame's layout, and components render afterwards.
    await this.page.evaluate(
      () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
  }

  async close(): Promise<void> {
    await this.quit();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Closes the program and keeps its settings for another start. */
  async quit(): Promise<void> {
    await this.app.close();
  }
}

function argumentsFor(folder: string, paths: readonly string[]): string[] {
  // Chromium's sandbox does not run as root, which containers run tests as.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [...sandbox, `--user-data-dir=${folder}`, root, ...paths];
}

/** `npm test` sets the runtime's path; when run by hand, the npm package's runtime is used. */
function program(): string {
  const named = process.env.AFTERTRACE_ELECTRON;
  return named ?? (createRequire(import.meta.url)('electron') as string);
}
