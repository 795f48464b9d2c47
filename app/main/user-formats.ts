import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, shell } from 'electron';

/** Folder of the user's own formats. */
export const formatsFolder = (): string => join(app.getPath('userData'), 'formats');

/** Opens that folder in the file manager; creates it if it does not exist. */
export async function showFormats(): Promise<void> {
  const folder = formatsFolder();
  mkdirSync(folder, { recursive: true });
  const failure = await shell.openPath(folder);
  if (failure) dialog.showErrorBox('The folder of formats could not be opened', `${folder}: ${failure}`);
}
