import { basename } from 'node:path';
import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import { acceleratorOf, type CommandId, commandKeys } from '../commands.ts';
import { choices } from '../settings.ts';
import type { MenuChoice, MenuView } from '../shell.ts';
import type { Settings } from './settings.ts';
import { showFormats } from './user-formats.ts';

/** The menu refers by id to the commands and views of the window, which handles their keys itself. */
export function buildMenu(window: BrowserWindow, settings: Settings, views: readonly MenuView[]): Menu {
  const send = (choice: MenuChoice) => window.webContents.send('menu', choice);
  const item = (label: string, command: CommandId, keys: string | null): MenuItemConstructorOptions => {
    const accelerator = keys === null ? undefined : acceleratorOf(keys);
    return {
      label,
      click: () => send({ command }),
      ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    };
  };
  const entry = (label: string, command: keyof typeof commandKeys) =>
    item(label, command, commandKeys[command]);
  const recent: MenuItemConstructorOptions[] = settings.values.recent.map(path => ({
    label: basename(path),
    sublabel: path,
    toolTip: path,
    click: () => send({ path }),
  }));
  const isMac = process.platform === 'darwin';

  return Menu.buildFromTemplate([
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        entry('New empty workspace', 'new-workspace'),
        entry('Open captures…', 'open-captures'),
        entry('Open folder…', 'open-folder'),
        entry('Open workspace…', 'open-workspace'),
        { label: 'Open recent', submenu: recent, enabled: recent.length > 0 },
        { type: 'separator' },
        entry('Save workspace as…', 'save-workspace'),
        entry('Export table as CSV…', 'export-csv'),
        { label: 'Folder of formats', click: () => void showFormats() },
        { type: 'separator' },
        isMac
          ? { role: 'close' }
          : { label: `Quit ${app.getName()}`, accelerator: 'CmdOrCtrl+Q', click: () => window.close() },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        ...views.map(({ id, title, key }) => item(title, `view-${id}`, key)),
        { type: 'separator' },
        entry('Back', 'back'),
        entry('Forward', 'forward'),
        entry('Clear scope', 'clear-scope'),
        entry('Zoom the timeline to the scope', 'zoom'),
        { type: 'separator' },
        entry('Captures', 'panel-captures'),
        entry('Timeline', 'panel-timeline'),
        entry('Inspector', 'panel-inspector'),
        { type: 'separator' },
        ...choices.map(({ menu, id }) => item(menu, id, null)),
        { type: 'separator' },
        entry('Larger', 'larger'),
        entry('Smaller', 'smaller'),
        entry('As large as usual', 'usual-size'),
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: '&Help',
      submenu: [
        entry('Find anything…', 'palette'),
        entry('Find in the table…', 'find'),
        entry('Keys', 'keys'),
      ],
    },
  ]);
}
