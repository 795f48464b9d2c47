import { basename } from 'node:path';
import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuChoice, MenuView } from '../shell.ts';
import type { Settings } from './settings.ts';
import { showFormats } from './user-formats.ts';

/** The menu refers by id to the commands and views of the window, which handles their keys itself. */
export function buildMenu(window: BrowserWindow, settings: Settings, views: readonly MenuView[]): Menu {
  const send = (choice: MenuChoice) => window.webContents.send('menu', choice);
  const item = (label: string, command: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => send({ command }),
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
  });
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
        item('New empty workspace', 'new-workspace'),
        item('Open captures…', 'open-captures', 'CmdOrCtrl+O'),
        item('Open folder…', 'open-folder'),
        item('Open workspace…', 'open-workspace', 'CmdOrCtrl+Shift+O'),
        { label: 'Open recent', submenu: recent, enabled: recent.length > 0 },
        { type: 'separator' },
        item('Save workspace as…', 'save-workspace', 'CmdOrCtrl+S'),
        item('Export table as CSV…', 'export-csv', 'CmdOrCtrl+E'),
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
        ...views.map(({ id, title, key }) =>
          // An accelerator can only be a single key.
          item(title, `view-${id}`, key.length === 1 ? key : undefined),
        ),
        { type: 'separator' },
        item('Back', 'back', '['),
        item('Forward', 'forward', ']'),
        item('Clear scope', 'clear-scope'),
        item('Zoom the timeline to the scope', 'zoom', 'Z'),
        { type: 'separator' },
        item('Captures', 'panel-captures', 'CmdOrCtrl+B'),
        item('Timeline', 'panel-timeline', 'CmdOrCtrl+J'),
        item('Inspector', 'panel-inspector', 'CmdOrCtrl+I'),
        { type: 'separator' },
        item('Dark', 'theme-dark'),
        item('Light', 'theme-light'),
        item('As the system', 'theme-system'),
        { type: 'separator' },
        item('Larger', 'larger', 'CmdOrCtrl+='),
        item('Smaller', 'smaller', 'CmdOrCtrl+-'),
        item('As large as usual', 'usual-size', 'CmdOrCtrl+0'),
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: '&Help',
      submenu: [
        item('Find anything…', 'palette', 'CmdOrCtrl+K'),
        item('Find in the table…', 'find', '/'),
        item('Keys', 'keys', '?'),
      ],
    },
  ]);
}
