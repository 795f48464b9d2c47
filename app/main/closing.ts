import type { App, BrowserWindow } from 'electron';

/**
 * Keeps a window open whose workspace is not saved until its page has asked what to do. Quitting asks too on macOS, where
 * people quit; elsewhere they close the window, and who quits the program has decided.
 */
export class Closing {
  private isUnsaved = false;
  private isDecided = false;
  /** The window closed without anybody having been asked: the workspace is to be offered at the next start. */
  leavesUnsaved = false;

  constructor(
    private readonly window: BrowserWindow,
    app: App,
  ) {
    window.on('close', event => {
      // A page that has crashed answers nothing.
      if (!this.mustAsk) return;
      if (window.webContents.isCrashed()) {
        this.leavesUnsaved = true;
        return;
      }
      event.preventDefault();
      window.webContents.send('closing');
    });
    app.on('before-quit', event => {
      if (process.platform !== 'darwin' || !this.mustAsk || window.isDestroyed()) {
        this.isDecided = true;
        return;
      }
      event.preventDefault();
      window.close();
    });
  }

  setUnsaved(isUnsaved: boolean): void {
    this.isUnsaved = isUnsaved;
  }

  close(): void {
    this.isDecided = true;
    this.window.close();
  }

  private get mustAsk(): boolean {
    return this.isUnsaved && !this.isDecided;
  }
}
