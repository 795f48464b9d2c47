import type { App, BrowserWindow } from 'electron';

/**
 * Keeps a window with an unsaved workspace open until its page has asked the user what to do. Quitting the program also asks
 * on macOS, where it is the usual way to end a program; on other systems that is closing the window, and quitting does not ask.
 */
export class Closing {
  private isUnsaved = false;
  private isDecided = false;
  /** True if the window closed without asking: the next start then offers the workspace. */
  leavesUnsaved = false;

  constructor(
    private readonly window: BrowserWindow,
    app: App,
  ) {
    window.on('close', event => {
      // A crashed page cannot ask.
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
