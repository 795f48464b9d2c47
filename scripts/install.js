/** Installs npm dependencies if they are missing or differ from the lock file. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from './lock.js';
import { root } from './stale.js';

/**
 * @param {string} path of a lock file
 * @returns {{ packages: Record<string, { version?: string, optional?: boolean, peer?: boolean }> }}
 */
const json = path => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** npm writes what it installed to `node_modules/.package-lock.json`; optional packages depend on the platform. */
export function isInstalled() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const locked = json('package-lock.json').packages;
  const present = json('node_modules/.package-lock.json').packages;
  return Object.entries(locked).every(
    ([path, { version, optional, peer }]) =>
      path === '' || optional || peer || present[path]?.version === version,
  );
}

/**
 * Installs unless everything is installed. If two processes start together in a fresh checkout, one installs, and the
 * other waits for it.
 */
export async function install() {
  if (isInstalled()) return;
  await exclusively(async () => {
    if (!isInstalled()) runNpm();
  });
}

function runNpm() {
  console.error('Installing dependencies (npm ci) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // npm's output goes to stderr, because stdout belongs to the command that triggered the installation. Its
  // warnings are not shown, because they are known and harmless (Electron's package names a newer Node than its
  // installer needs).
  const { status, error } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    shell: process.platform === 'win32',
    // The runtime is looked for later, and a failed download is not fatal: see electron.js.
    env: { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' },
  });
  if (error) throw new Error(`npm could not be started: ${error.message}. Install Node with npm.`);
  if (status !== 0) throw new Error(`npm ci ended with status ${status}; see its output above.`);
}
