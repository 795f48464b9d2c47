/**
 * Folder of a capture's path. Without Node's `path`, because the gallery runs questions that fit clocks in a page; with
 * both separators, because the capture may have been imported on another system.
 */
export const folderOf = (path: string): string =>
  path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), 0));
