/**
 * The only bridge into the window: passes the engine's port on, and a few shell calls. Runs sandboxed.
 */
import { contextBridge, ipcRenderer, webFrame } from 'electron';
import { pathOf } from '../old-electron/path-of.ts';
import type { MenuChoice, PortMessage, Shell } from '../shell.ts';

const call = (name: keyof Shell, ...args: unknown[]) => ipcRenderer.invoke('shell', name, ...args);

/** Zoom levels of half to three times the usual size. */
const within = (level: number): number => Math.max(-3.5, Math.min(6, level));

const shell: Shell = {
  connect: () => call('connect'),
  start: () => call('start'),
  pickCaptures: what => call('pickCaptures', what),
  pickWorkspace: () => call('pickWorkspace'),
  pickSave: (what, name) => call('pickSave', what, name),
  savePicture: (kind, name, bytes) => call('savePicture', kind, name, bytes),
  printReport: (page, to) => call('printReport', page, to),
  copy: text => call('copy', text),
  choose: (...choice) => call('choose', ...choice),
  magnify: by => webFrame.setZoomLevel(by === 0 ? 0 : within(webFrame.getZoomLevel() + by / 2)),
  remember: path => call('remember', path),
  setViews: views => call('setViews', views),
  setUnsaved: isUnsaved => call('setUnsaved', isUnsaved),
  close: () => call('close'),
  onClosing: listener => {
    ipcRenderer.on('closing', () => listener());
  },
  onDrop: listener => {
    window.addEventListener('drop', event => {
      event.preventDefault();
      const paths = Array.from(event.dataTransfer?.files ?? [], pathOf).filter(path => path !== '');
      if (paths.length > 0) listener(paths);
    });
  },
  onOpen: listener => {
    ipcRenderer.on('open', (_event, paths: readonly string[]) => listener(paths));
  },
  onMenu: listener => {
    ipcRenderer.on('menu', (_event, choice: MenuChoice) => listener(choice));
  },
  onGone: listener => {
    ipcRenderer.on('engine-gone', (_event, message: string) => listener(message));
  },
};

contextBridge.exposeInMainWorld('shell', shell);

// The page of a file has no origin to name; the message goes to this window only.
ipcRenderer.on('engine', (event, message: PortMessage) => window.postMessage(message, '*', [...event.ports]));
