/** Opens the window for a script: on a virtual display, with temporary settings. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron } from 'playwright-core';
import { all, ensureBuilt } from './build.js';
import { virtualDisplay } from './display.js';
import { findElectron } from './electron.js';
import { root } from './stale.js';

/** ms; long, because opening captures of some hundred megabytes takes a while. */
const timeoutMs = 600_000;

/**
 * @param {readonly string[]} paths captures or a workspace
 * @param {(app: import('playwright-core').ElectronApplication, page: import('playwright-core').Page) => Promise<void>} work called when all captures are read
 */
export async function withWindow(paths, work) {
  await ensureBuilt(all);
  const { program } = await findElectron();
  const settings = mkdtempSync(join(tmpdir(), 'aftertrace-window-'));
  const display = process.platform === 'linux' ? await virtualDisplay() : null;
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  try {
    const app = await _electron.launch({
      executablePath: program,
      args: [...sandbox, `--user-data-dir=${settings}`, root, ...paths.map(path => resolve(path))],
      // Otherwise Playwright reports a light system, whatever the window asks for.
      colorScheme: null,
      env: { ...env, ...(display && { DISPLAY: display.name, WAYLAND_DISPLAY: '' }) },
    });
    try {
      const page = await app.firstWindow();
      await page.getByRole('tablist', { name: 'Views' }).waitFor({ timeout: timeoutMs });
      const reading = page.getByRole('region', { name: 'Reading captures' });
      await reading.waitFor({ state: 'detached', timeout: timeoutMs });
      await work(app, page);
    } finally {
      await app.close();
    }
  } finally {
    display?.close();
    rmSync(settings, { recursive: true, force: true });
  }
}

/**
 * @param {import('playwright-core').ElectronApplication} app
 * @param {import('playwright-core').Page} page
 * @param {{ readonly width: number, readonly height: number }} size of the page, px
 */
export async function resize(app, page, size) {
  await app.evaluate(
    ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
    size,
  );
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
}

/**
 * @param {import('playwright-core').ElectronApplication} app
 * @param {import('playwright-core').Page} page
 * @param {'dark' | 'light'} scheme
 */
export async function setScheme(app, page, scheme) {
  await app.evaluate(({ nativeTheme }, source) => {
    nativeTheme.themeSource = source;
  }, scheme);
  await page.waitForFunction(
    isDark => matchMedia('(prefers-color-scheme: dark)').matches === isDark,
    scheme === 'dark',
  );
}
