/**
 * `node scripts/corpus.js`: reads every file of the corpus and writes the results into `docs/formats.md`.
 *
 * The corpus is in a folder beside the repository, or in `AFTERTRACE_SHARED`.
 */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle, ensureBuilt, forCli } from './build.js';
import { install } from './install.js';
import { root } from './stale.js';

await install();
await ensureBuilt(forCli);
await bundle({ corpus: 'fixtures/corpus/main.ts' });
// A bundled program does not know the path of the repository.
process.env.AFTERTRACE_SHARED ??= join(root, '..', 'shared');
if (!existsSync(join(process.env.AFTERTRACE_SHARED, 'corpus'))) {
  console.error(`There is no corpus in ${process.env.AFTERTRACE_SHARED}: set AFTERTRACE_SHARED.`);
  process.exit(1);
}
const { writeTables } = createRequire(import.meta.url)(join(root, 'build/app/corpus.cjs'));
console.log(await writeTables(join(root, 'docs/formats.md')));
