/** Prints a report as PDF: loads its page in a hidden window without scripts and without the program's bridge. */
import { rm, writeFile } from 'node:fs/promises';
import { BrowserWindow } from 'electron';
import { writeOutput } from '../../workspace/database/outputs.ts';

export async function printReport(page: string, to: string): Promise<void> {
  // The page is deleted after printing, so only the file that an export wrote beside `to` is accepted.
  if (page !== `${to}.html` || !to.toLowerCase().endsWith('.pdf'))
    throw new TypeError('No report is there to print.');
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, javascript: false, nodeIntegration: false, contextIsolation: true },
  });
  try {
    await window.loadFile(page);
    const pdf = await window.webContents.printToPDF({ printBackground: true, pageSize: 'A4' });
    await writeOutput(to, part => writeFile(part, pdf));
  } finally {
    window.destroy();
    await rm(page, { force: true });
  }
}
