/**
 * The main process: one window, its menu, the native dialogs, and the engine's process. No rows pass through it: the window
 * and the engine communicate over a port.
 */
import { app, type BrowserWindow, Menu, nativeTheme } from 'electron';
import type { MenuView } from '../shell.ts';
import { pathsGiven, pathsIn } from './arguments.ts';
import { Closing } from './closing.ts';
import { EngineProcess } from './engine.ts';
import { buildMenu } from './menu.ts';
import { PageLife } from './page-life.ts';
import { lockDown } from './security.ts';
import { Settings } from './settings.ts';
import { serveShell } from './shell.ts';
import { themeMenus } from './theme.ts';
import { askWhetherToLoad, bringToFront, loadPage, openWindow } from './window.ts';

/** Signals that end the program, and the exit status after each: 128 plus the signal's number. */
const signals = [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

app.setName('Aftertrace');
lockDown(app);

/** Captures, folders or a workspace to open, as absolute paths, until the window has taken them. */
let waiting: readonly string[] = pathsIn(process.argv, app.getAppPath(), process.cwd());
/** True once the page has asked for the paths to open at start; later paths are sent to it. */
let isTaking = false;
let window: BrowserWindow | null = null;
let engine: EngineProcess | null = null;

const settings = Settings.load(app.getPath('userData'));
themeMenus(settings.values.theme);

// One window per settings folder: a second launch passes its paths to the first.
if (app.requestSingleInstanceLock({ paths: waiting })) start();
else app.exit(0);

function start(): void {
  app.on('second-instance', (_event, _argv, _cwd, args) => {
    if (window) bringToFront(window);
    open(pathsGiven(args));
  });
  // macOS passes files to open by this event.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open([path]);
  });
  void app.whenReady().then(openFirst);
}

function openFirst(): void {
  // Not earlier, because Electron sets its own handlers until it is ready.
  for (const [signal, status] of signals) process.on(signal, () => void end(status));
  nativeTheme.themeSource = settings.values.theme;
  const opened = openWindow(settings);
  const itsEngine = new EngineProcess(opened);
  window = opened;
  engine = itsEngine;
  let views: readonly MenuView[] = [];
  const refreshMenu = () => Menu.setApplicationMenu(buildMenu(opened, settings, views));
  const closing = new Closing(opened, app);
  const life = new PageLife(
    opened,
    () => {
      isTaking = false;
      loadPage(opened);
    },
    how => void askWhetherToLoad(opened, how),
  );
  serveShell(opened, settings, itsEngine, {
    closing,
    takeCrash: () => life.takeCrash(),
    takePaths: () => {
      const paths = waiting;
      waiting = [];
      isTaking = true;
      return paths;
    },
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
    void (closing.leavesUnsaved ? itsEngine.abandon() : itsEngine.stop()).then(() => {
      hasStopped = true;
      // An engine that was never started stops at once, and Electron ignores a second quit within this event.
      setImmediate(() => app.quit());
    });
  });
}

function open(paths: readonly string[]): void {
  if (paths.length === 0) return;
  if (isTaking && window && !window.isDestroyed()) window.webContents.send('open', paths);
  else waiting = [...waiting, ...paths];
}

/** Ends without asking, because the sender of a signal cannot answer a dialog. */
async function end(status: number): Promise<void> {
  // A signal to all processes also ends Chromium's own. Chromium restarts them, and after six failures aborts the program,
  // before the engine has closed its workspace.
  app.commandLine.appendSwitch('disable-gpu-process-crash-limit');
  const stopped = engine?.stop();
  window?.destroy();
  await stopped;
  app.exit(status);
}
