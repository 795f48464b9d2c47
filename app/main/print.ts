/** A report as PDF: its page in a window that nobody sees, without script and without the program's bridge. */
import { rm, writeFile } from 'node:fs/promises';
import { BrowserWindow } from 'electron';

export async function printReport(page: string, to: string): Promise<void> {
  // The window names both; only what an export has just written beside its target is printed, and removed.
  if (page !== `${to}.html` || !to.toLowerCase().endsWith('.pdf'))
    throw new TypeError('No report is there to print.');
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, javascript: false, nodeIntegration: false, contextIsolation: true },
  });
  try {
    await window.loadFile(page);
    await writeFile(to, await window.webContents.printToPDF({ printBackground: true, pageSize: 'A4' }));
  } finally {
    window.destroy();
    await rm(page, { force: true });
  }
}
