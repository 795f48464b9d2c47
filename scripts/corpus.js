/**
 * `node scripts/corpus.js`: reads every file of the corpus and writes the results into `docs/formats.md`.
 *
 * The corpus is in a folder beside the repository, or in `AFTERTRACE_SHARED`.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle, ensureBuilt, forCli } from './build.js';
import { install } from './install.js';
import { inShared, shared } from './shared.js';
import { root } from './stale.js';

inShared('corpus');
await install();
await ensureBuilt(forCli);
await bundle({ corpus: 'fixtures/corpus/main.ts' });
// A bundled program does not know the path of the repository.
process.env.AFTERTRACE_SHARED = shared;
const { writeTables } = createRequire(import.meta.url)(join(root, 'build/app/corpus.cjs'));
console.log(await writeTables(join(root, 'docs/formats.md')));
