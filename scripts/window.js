/** The window as a process: finds its runtime, and filters its output on the terminal. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findElectron } from './electron.js';
import { isNoise, saysNoDisplay } from './noise.js';
import { root } from './stale.js';
import { explainMissing, missingPackages } from './system.js';

/** An Electron that can run here; null, after an explanation on stderr, if the system lacks packages. */
export async function findProgram() {
  const { program, from, warning } = await findElectron();
  const packages = missingPackages(program);
  if (packages.length > 0) {
    console.error(explainMissing(packages, 'The window'));
    return null;
  }
  if (warning) console.error(`Electron comes from ${from}. ${warning}`);
  return program;
}

/**
 * @param {string} program an Electron
 * @param {readonly string[]} args switches of Chromium, and paths
 * @param {NodeJS.ProcessEnv} variables in addition to those of this process
 * @returns {{ child: import('node:child_process').ChildProcess,
 *   ended: Promise<{ status: number | null, signal: string | null, hasDisplay: boolean }> }}
 */
export function launch(program, args, variables = {}) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = { ...process.env, ...variables };
  const child = spawn(program, [...sandboxFlags(), root, ...args], {
    stdio: ['inherit', 'inherit', 'pipe'],
    env,
  });
  let hasDisplay = true;
  createInterface({ input: child.stderr, crlfDelay: Number.POSITIVE_INFINITY }).on('line', line => {
    if (saysNoDisplay(line)) hasDisplay = false;
    else if (!isNoise(line)) console.error(line);
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal, hasDisplay }));
  });
  return { child, ended };
}

/** Chromium does not run as root inside its sandbox; for other users the sandbox stays on. */
function sandboxFlags() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [];
  console.error('Running as root: the window goes without its sandbox. Prefer an ordinary user.');
  return ['--no-sandbox'];
}
