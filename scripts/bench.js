/**
 * `npm run bench [-- NAME…]`: runs the benchmarks of `bench/`, all or those named (`npm run bench -- import`).
 *
 * Each `bench/NAME.ts` is a program: it prints its own figures, with the peer's beside ours and their ratio, and ends
 * with a status other than 0 when it could not measure. What programs share lies in folders below.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, ensureBuilt, forCli } from './build.js';
import { install } from './install.js';
import { root } from './stale.js';

const suffix = '.ts';
const wanted = process.argv.slice(2);
const known = existsSync(join(root, 'bench'))
  ? readdirSync(join(root, 'bench'))
      .filter(file => file.endsWith(suffix))
      .map(file => file.slice(0, -suffix.length))
  : [];
const unknown = wanted.filter(name => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(2);
}

install();
await ensureBuilt(forCli);
const names = wanted.length > 0 ? wanted : known;
await bundle(Object.fromEntries(names.map(name => [`bench-${name}`, `bench/${name}${suffix}`])));

// Bundled, a program no longer knows where the repository lies.
const env = { AFTERTRACE_SHARED: join(root, '..', 'shared'), ...process.env };
let failed = 0;
for (const name of names) {
  console.log(`\n── ${name}`);
  const program = join(root, 'build/app', `bench-${name}.cjs`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', program], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  if (status !== 0) failed++;
}
process.exitCode = failed > 0 ? 1 : 0;
