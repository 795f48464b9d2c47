/** A window and a utility process with a port between them, as in the program. */
import { join } from 'node:path';
import { app, BrowserWindow, MessageChannelMain, utilityProcess } from 'electron';

void app.whenReady().then(async () => {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, preload: join(__dirname, 'preload.js') },
  });
  // Positions of the parameters differ between versions of Electron: the message is the first string.
  window.webContents.on('console-message', (...args: readonly unknown[]) => {
    const line = args.find(arg => typeof arg === 'string') ?? '';
    if (line === 'done') app.quit();
    else console.log(line);
  });
  await window.loadFile(join(__dirname, 'page.html'));
  const engine = utilityProcess.fork(join(__dirname, 'engine.js'));
  const { port1, port2 } = new MessageChannelMain();
  engine.once('spawn', () => {
    engine.postMessage(null, [port1]);
    window.webContents.postMessage('port', null, [port2]);
  });
});
