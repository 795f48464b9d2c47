import { join } from 'node:path';
import { BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import { page } from './page.ts';
import type { Bounds, Settings } from './settings.ts';

/** Background colour of the window, shown before its page is painted, so that nothing flashes. */
const surface = () => (nativeTheme.shouldUseDarkColors ? '#0e1116' : '#f6f7f9');

export function openWindow(settings: Settings): BrowserWindow {
  const { bounds, maximized } = settings.values;
  const window = new BrowserWindow({
    ...(bounds && isOnScreen(bounds) ? bounds : { width: 1440, height: 900 }),
    minWidth: 900,
    minHeight: 560,
    show: false,
    title: 'Aftertrace',
    backgroundColor: surface(),
    webPreferences: {
      preload: join(__dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () =>
    settings.set({ bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  nativeTheme.on('updated', () => {
    if (!window.isDestroyed()) window.setBackgroundColor(surface());
  });
  loadPage(window);
  return window;
}

export function loadPage(window: BrowserWindow): void {
  void window.loadURL(page);
}

/** Asks whether to load the page again, after it crashed too often to be reloaded automatically. */
export async function askWhetherToLoad(window: BrowserWindow, how: string): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: how,
    detail: 'What was not saved is offered when Aftertrace is started again.',
    buttons: ['Load it again', 'Quit'],
    defaultId: 0,
  });
  if (window.isDestroyed()) return;
  if (response === 0) loadPage(window);
  else window.close();
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Checks that the stored position is on a screen: a screen of the last run may be disconnected. */
function isOnScreen(bounds: Bounds): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const across =
      Math.min(bounds.x + bounds.width, workArea.x + workArea.width) - Math.max(bounds.x, workArea.x);
    const down =
      Math.min(bounds.y + bounds.height, workArea.y + workArea.height) - Math.max(bounds.y, workArea.y);
    return across >= 200 && down >= 100;
  });
}
