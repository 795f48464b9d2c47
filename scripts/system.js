/** System packages that the window needs, and how to install them. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { missingLibraries } from './electron.js';

/** Packages of Debian (and Ubuntu) with the shared libraries that Electron does not include. */
/** @type {readonly (readonly [RegExp, string])[]} */
const libraries = [
  [/^libgtk-3|^libgdk|^libcairo|^libpango|^libatk|^libatspi|^libcups|^libxkbcommon/, 'libgtk-3-0'],
  [/^libnss|^libnspr|^libsmime/, 'libnss3'],
  [/^libasound/, 'libasound2'],
  [/^libgbm|^libdrm/, 'libgbm1'],
  [/^libX|^libxcb/, 'libxss1'],
];

/** @param {string} program */
function isInPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some(folder => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Packages that the runtime needs and the system lacks; empty on systems other than Linux.
 * @param {string} electron the program
 * @param {{ display?: boolean }} options `display`: a virtual display is needed, too
 */
export function missingPackages(electron, { display = false } = {}) {
  if (process.platform !== 'linux') return [];
  const missing = missingLibraries(electron).map(
    library => libraries.find(([pattern]) => pattern.test(library))?.[1] ?? library,
  );
  if (display && !isInPath('Xvfb')) missing.push('xvfb');
  return [...new Set(missing)];
}

/**
 * @param {readonly string[]} packages
 * @param {string} subject the program that needs them
 */
export function explainMissing(packages, subject) {
  return `${subject} needs system packages that are not installed. As root: apt-get install -y ${packages.join(' ')}`;
}

/**
 * Installs packages if this process may (root, apt); otherwise prints how to.
 * @param {readonly string[]} packages
 * @returns {boolean} true if they are installed now
 */
export function installPackages(packages) {
  if (packages.length === 0) return true;
  if (process.getuid?.() !== 0 || !isInPath('apt-get')) {
    console.error(explainMissing(packages, 'The test of the window'));
    return false;
  }
  console.error(`Installing ${packages.join(', ')} …`);
  /** Waits for another installation (a machine updates itself after its start) instead of failing. */
  const patience = ['-o', 'DPkg::Lock::Timeout=300'];
  /** @param {readonly string[]} args */
  const apt = (...args) =>
    spawnSync('apt-get', [...patience, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  // If this fails, the lists may still be there; if not, the installation says so.
  apt('update', '-q');
  if (apt('install', '-y', '-q', '--no-install-recommends', ...packages)) return true;
  console.error(explainMissing(packages, 'The test of the window'));
  return false;
}
