/**
 * Finds an Electron to run the window in, in this order:
 *
 * 1. `ELECTRON_OVERRIDE_DIST_PATH`, Electron's own variable for a runtime kept elsewhere;
 * 2. the runtime that the `electron` package has already downloaded;
 * 3. its installer, which downloads from Electron's release page;
 * 4. on Linux x64, if that page cannot be reached: an old runtime, see `app/old-electron/`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { exclusively } from './lock.js';
import { obtainOldRuntime, oldRuntime } from './old-electron/runtime.js';

const require = createRequire(import.meta.url);

/**
 * @typedef {{ program: string, from: string, warning: string | null }} Runtime
 * @returns {Promise<Runtime>}
 * @throws if there is none; the message lists the attempts
 */
export async function findElectron() {
  return overridden() ?? downloaded() ?? (await obtain());
}

/** The lock keeps two starts in a fresh checkout from overwriting each other's download. */
function obtain() {
  return exclusively(async () => {
    return oldRuntime() ?? downloaded() ?? installed() ?? (await obtainOldRuntime());
  });
}

function programName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/** @returns {Runtime | null} */
function overridden() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder) return null;
  const program = join(folder, programName());
  if (!existsSync(program)) {
    throw new Error(`ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${program}. Correct or unset it.`);
  }
  return { program, from: 'ELECTRON_OVERRIDE_DIST_PATH', warning: null };
}

/** @returns {Runtime | null} */
function downloaded() {
  const manifest = require.resolve('electron/package.json');
  const program = join(manifest, '../dist', programName());
  return existsSync(program) ? { program, from: 'the electron package', warning: null } : null;
}

/** @returns {Runtime | null} */
function installed() {
  console.error('Downloading Electron …');
  const installer = join(require.resolve('electron/package.json'), '../install.js');
  const { status } = spawnSync(process.execPath, [installer], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 15 * 60_000,
  });
  if (status !== 0) console.error("Electron's own download failed: its release page cannot be reached.");
  return status === 0 ? downloaded() : null;
}

/**
 * Shared libraries the program needs and the system lacks. Linux only; elsewhere Electron brings its own.
 * @param {string} program
 * @returns {string[]}
 */
export function missingLibraries(program) {
  if (process.platform !== 'linux') return [];
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^\s*(\S+) => not found/gm)].map(([, name = '']) => name);
}
