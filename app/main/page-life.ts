import type { BrowserWindow } from 'electron';

/** After this many crashes in this time the page is not loaded again. */
const reloadLimit = 3;
const reloadWindowMs = 60_000;

/** Reloads the window's page when its process ends unexpectedly. The engine and its workspace continue meanwhile. */
export class PageLife {
  private crashes: number[] = [];
  private crash: string | null = null;

  /**
   * @param load loads the page
   * @param giveUp asks a person instead, with how it ended
   */
  constructor(window: BrowserWindow, load: () => void, giveUp: (how: string) => void) {
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || window.isDestroyed()) return;
      const now = Date.now();
      this.crashes = [...this.crashes.filter(at => now - at < reloadWindowMs), now];
      const how = `The page of the window ended unexpectedly (${reason})`;
      this.crash = `${how} and was loaded again.`;
      // Chromium is still cleaning up the process: loading now would be undone.
      setImmediate(() => {
        if (window.isDestroyed()) return;
        if (this.crashes.length > reloadLimit) giveUp(`${how} ${this.crashes.length} times in a minute.`);
        else load();
      });
    });
  }

  /** Reason why the previous page ended; returned once. */
  takeCrash(): string | null {
    const { crash } = this;
    this.crash = null;
    return crash;
  }
}
