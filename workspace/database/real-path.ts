/** Paths through symbolic links: one file may have several. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The path of a file through links; of one that does not exist, its full path. */
export const realPath = (path: string): string =>
  existsSync(path) ? realpathSync.native(path) : resolve(path);

/** As {@link realPath}; of a file that does not exist, also through links to its folder, which must exist. */
export const realTarget = (path: string): string =>
  existsSync(path) ? realpathSync.native(path) : join(realpathSync.native(dirname(path)), basename(path));
