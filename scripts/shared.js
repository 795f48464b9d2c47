/** Captures that are too large for this repository, as `fixtures/shared.ts` finds them for tests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stale.js';

export const shared = process.env.AFTERTRACE_SHARED ?? join(root, '..', 'shared');

/**
 * The path of a folder in `shared`; ends the program if it is not there.
 * @param {string} name
 */
export function inShared(name) {
  const path = join(shared, name);
  if (existsSync(path)) return path;
  console.error(`There is no folder ${name} in ${shared}: set AFTERTRACE_SHARED to the folder that has it.`);
  process.exit(1);
}
