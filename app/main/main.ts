/**
 * The main process: one window, its menu, the native dialogs, and the engine's life. It sees no rows; the window and
 * the engine talk over a port of their own.
 */
import { app, type BrowserWindow, Menu, nativeTheme } from 'electron';
import type { MenuView } from '../shell.ts';
import { pathsIn } from './arguments.ts';
import { EngineProcess } from './engine.ts';
import { buildMenu } from './menu.ts';
import { lockDown } from './security.ts';
import { Settings } from './settings.ts';
import { serveShell } from './shell.ts';
import { openWindow } from './window.ts';

app.setName('Aftertrace');
lockDown(app);

/** Paths the desktop handed over (macOS) before the window could take them. */
const early: string[] = [];
let window: BrowserWindow | null = null;

app.on('open-file', (event, path) => {
  event.preventDefault();
  if (window) window.webContents.send('menu', { path });
  else early.push(path);
});

app.whenReady().then(() => {
  const settings = Settings.load(app.getPath('userData'));
  nativeTheme.themeSource = settings.values.theme;
  const opened = openWindow(settings);
  window = opened;
  const engine = new EngineProcess(opened);
  let views: readonly MenuView[] = [];
  const refreshMenu = () => Menu.setApplicationMenu(buildMenu(opened, settings, views));
  serveShell(opened, settings, engine, {
    paths: [...pathsIn(process.argv, app.getAppPath(), process.cwd()), ...early],
    recentChanged: refreshMenu,
    viewsChanged: named => {
      views = named;
      refreshMenu();
    },
  });
  refreshMenu();
  let hasStopped = false;
  app.on('will-quit', event => {
    if (hasStopped) return;
    // The engine closes its workspace first.
    event.preventDefault();
    void engine.stop().then(() => {
      hasStopped = true;
      app.quit();
    });
  });
});
