import { webUtils } from 'electron';

/** Electron before 29 has no `webUtils` and puts the path on the file itself. */
export const pathOf = (file: File & { readonly path?: string }): string =>
  webUtils ? webUtils.getPathForFile(file) : (file.path ?? '');
