import { webUtils } from 'electron';

/** Electron before 29 lacks `webUtils` and sets the path on the File itself. */
export const pathOf = (file: File & { readonly path?: string }): string =>
  webUtils ? webUtils.getPathForFile(file) : (file.path ?? '');
