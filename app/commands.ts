import type { SettingCommand } from './settings.ts';

/**
 * The commands of the window and their keys, declared once for the window, which runs them, and the desktop's menu. Keys are spelled
 * as in `Command.keys` of the window; views have their own.
 */
export const commandKeys = {
  'open-captures': 'Ctrl+o',
  'open-folder': null,
  'open-workspace': 'Ctrl+Shift+O',
  'save-workspace': 'Ctrl+s',
  undo: 'Ctrl+z',
  'undo-remove': null,
  'undo-clock': null,
  'new-workspace': null,
  palette: 'Ctrl+k',
  search: 'Ctrl+Shift+F',
  keys: '?',
  find: '/',
  'next-part': 'F6',
  back: '[',
  forward: ']',
  invert: 'i',
  butterfly: 'b',
  zoom: 'z',
  'zoom-in': '+',
  'zoom-out': '-',
  'add-track': null,
  'new-finding': 'n',
  'check-findings': null,
  'export-findings': null,
  redo: 'Ctrl+y',
  'clear-scope': null,
  weight: 'p',
  idle: null,
  'export-csv': 'Ctrl+e',
  'copy-table': 'Ctrl+Shift+C',
  larger: 'Ctrl+=',
  smaller: 'Ctrl+-',
  'usual-size': 'Ctrl+0',
  close: 'Escape',
  'panel-captures': 'Ctrl+b',
  'panel-timeline': 'Ctrl+j',
  'panel-inspector': 'Ctrl+i',
} as const satisfies Readonly<Record<string, string | null>>;

export type CommandId = keyof typeof commandKeys | SettingCommand | `view-${string}`;

/** Keys as the desktop's menu spells them; undefined for a sequence of keys, which it cannot show. */
export const acceleratorOf = (keys: string): string | undefined =>
  keys.includes(' ')
    ? undefined
    : keys.replace('Ctrl', 'CmdOrCtrl').replace(/[a-z]$/, key => key.toUpperCase());
