/**
 * `npm run bench [-- NAME…]`: runs the benchmarks of `bench/`, all or those named (`npm run bench --
 * import`).
 *
 * Each `bench/NAME.ts` is a program: it prints its figures, those of the program it is compared with, and
 * their ratio, and exits with a status other than 0 if it could not measure. Code shared by programs is in
 * subfolders.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { all, bundle, ensureBuilt, forCli } from './build.js';
import { virtualDisplay } from './display.js';
import { findElectron } from './electron.js';
import { install } from './install.js';
import { shared } from './shared.js';
import { root } from './stale.js';

const suffix = '.ts';
const named = process.argv.slice(2);
/** `npm run fuzz -- planted` runs `planted` in place of `fuzz`. */
const requested = named[0] === 'fuzz' && named.length > 1 ? named.slice(1) : named;
const known = existsSync(join(root, 'bench'))
  ? readdirSync(join(root, 'bench'))
      .filter(file => file.endsWith(suffix))
      .map(file => file.slice(0, -suffix.length))
  : [];
const unknown = requested.filter(name => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`);
  process.exit(2);
}

/** Programs that open the window: they need a runtime and a display. */
const inWindow = new Set(['planted', 'port', 'window']);
/** Programs that run only if they are named: they measure nothing, and take long. */
const onRequest = new Set(['cuts', 'faults', 'mutants', 'planted']);
const names = requested.length > 0 ? requested : known.filter(name => !onRequest.has(name));

await install();
await ensureBuilt(names.some(name => inWindow.has(name)) ? all : forCli);
await bundle(Object.fromEntries(names.map(name => [`bench-${name}`, `bench/${name}${suffix}`])));

// A bundled program does not know the path of the repository.
/** @type {NodeJS.ProcessEnv} */
const env = {
  AFTERTRACE_SHARED: shared,
  AFTERTRACE_FIXTURES: join(root, 'fixtures'),
  ...process.env,
};
if (names.some(name => inWindow.has(name))) {
  const { program, from } = await findElectron();
  env.AFTERTRACE_ELECTRON = program;
  console.log(`Electron from ${from}.`);
}
const display =
  process.platform === 'linux' && names.some(name => inWindow.has(name)) ? await virtualDisplay() : null;
if (display)
  Object.assign(env, { DISPLAY: display.name, AFTERTRACE_DISPLAYS: display.name, WAYLAND_DISPLAY: '' });
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
display?.close();
process.exitCode = failed > 0 ? 1 : 0;
