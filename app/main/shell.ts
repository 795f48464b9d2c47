import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, type BrowserWindow, clipboard, dialog, ipcMain, nativeTheme } from 'electron';
import { writeOutput } from '../../workspace/database/outputs.ts';
import { settingsIn } from '../settings.ts';
import type { MenuView, SaveKind, Shell, Start } from '../shell.ts';
import type { Closing } from './closing.ts';
import type { EngineProcess } from './engine.ts';
import { page } from './page.ts';
import { printReport } from './print.ts';
import type { Settings } from './settings.ts';
import { menusHave } from './theme.ts';

type Calls = Omit<Shell, 'magnify' | 'onClosing' | 'onDrop' | 'onOpen' | 'onMenu' | 'onGone'>;

const workspaceFilter = { name: 'Aftertrace workspace', extensions: ['aftertrace'] };
const pictureFilters = {
  png: [{ name: 'PNG picture', extensions: ['png'] }],
  svg: [{ name: 'SVG picture', extensions: ['svg'] }],
};
const saveFilters: Readonly<Record<SaveKind, Electron.FileFilter[]>> = {
  workspace: [workspaceFilter],
  csv: [{ name: 'CSV', extensions: ['csv'] }],
  json: [{ name: 'JSON', extensions: ['json'] }],
  html: [{ name: 'HTML page', extensions: ['html'] }],
  md: [{ name: 'Markdown', extensions: ['md'] }],
  pdf: [{ name: 'PDF', extensions: ['pdf'] }],
};

interface Surroundings {
  /** Paths to open at start; returned once, so that a reloaded window does not read everything again. */
  takePaths(): readonly string[];
  /** Reason why the previous page ended; returned once. */
  takeCrash(): string | null;
  recentChanged(): void;
  readonly closing: Closing;
  viewsChanged(views: readonly MenuView[]): void;
}

/** Answers the {@link Shell} calls of one window. */
export function serveShell(
  window: BrowserWindow,
  settings: Settings,
  engine: EngineProcess,
  { takePaths, takeCrash, recentChanged, viewsChanged, closing }: Surroundings,
): void {
  const calls: Calls = {
    connect: async () => engine.connect(),
    start: async (): Promise<Start> => ({
      paths: takePaths(),
      recent: settings.values.recent,
      crash: takeCrash(),
      process: window.webContents.getOSProcessId(),
      samples: samples(),
    }),
    pickCaptures: async type => {
      const { filePaths } = await dialog.showOpenDialog(window, {
        title: type === 'files' ? 'Open captures' : 'Open a folder of captures',
        properties: type === 'files' ? ['openFile', 'multiSelections'] : ['openDirectory', 'multiSelections'],
      });
      return filePaths;
    },
    pickWorkspace: async () => {
      const { filePaths } = await dialog.showOpenDialog(window, {
        title: 'Open workspace',
        properties: ['openFile'],
        filters: [workspaceFilter],
      });
      return filePaths[0] ?? null;
    },
    pickSave: async (type, name) => {
      const { filePath } = await dialog.showSaveDialog(window, {
        defaultPath: String(name),
        filters: saveFilters[type] ?? [],
      });
      return filePath || null;
    },
    savePicture: async (kind, name, bytes) => {
      if (!(bytes instanceof Uint8Array)) throw new TypeError('A picture is bytes.');
      const { filePath } = await dialog.showSaveDialog(window, {
        defaultPath: String(name),
        filters: pictureFilters[kind] ?? [],
      });
      if (!filePath) return null;
      await writeOutput(filePath, part => writeFile(part, bytes));
      return filePath;
    },
    printReport: (from, to) => printReport(String(from), String(to)),
    copy: async text => clipboard.writeText(String(text)),
    choose: async (name, value) => {
      settings.set(settingsIn({ ...settings.values, [String(name)]: value }));
      nativeTheme.themeSource = settings.values.theme;
      return menusHave(settings.values.theme);
    },
    remember: async path => {
      const recent = settings.remember(String(path));
      recentChanged();
      return recent;
    },
    setViews: async views =>
      viewsChanged(
        views.map(({ id, title, key }) => ({
          id: String(id),
          title: String(title),
          key: String(key),
        })),
      ),
    setUnsaved: async isUnsaved => closing.setUnsaved(isUnsaved === true),
    close: async () => closing.close(),
  };

  ipcMain.handle('shell', (event, name: keyof Calls, ...args: unknown[]) => {
    const isOurs = event.sender === window.webContents && event.senderFrame?.url.startsWith(page);
    if (!isOurs || !Object.hasOwn(calls, name)) throw new Error('Refused: this call is not for this page.');
    return (calls[name] as (...args: unknown[]) => Promise<unknown>)(...args);
  });
}

/** The example captures of the program: one folder each in `fixtures/samples`. */
function samples(): string[] {
  const folder = join(app.getAppPath(), 'fixtures', 'samples');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map(name => join(folder, name));
}
