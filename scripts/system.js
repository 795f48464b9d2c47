/** What the window needs of the system around it, and how it is had. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { missingLibraries } from './electron.js';

/** Debian's packages (and Ubuntu's) that carry the shared libraries Electron does not bring. */
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
 * Packages that the runtime needs and the system lacks; empty elsewhere than on Linux.
 * @param {string} electron the program
 * @param {{ display?: boolean }} options `display`: a virtual one is needed too
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
 * @param {string} who
 */
export function explainMissing(packages, who) {
  return `${who} needs system packages that are not here. As root: apt-get install -y ${packages.join(' ')}`;
}

/**
 * Installs packages where this process may (root, apt); says what to do where it may not.
 * @param {readonly string[]} packages
 * @returns {boolean} whether they are there now
 */
export function installPackages(packages) {
  if (packages.length === 0) return true;
  if (process.getuid?.() !== 0 || !isInPath('apt-get')) {
    console.error(explainMissing(packages, 'The test of the window'));
    return false;
  }
  console.error(`Installing ${packages.join(', ')} …`);
  /** @param {readonly string[]} args */
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  if (apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', ...packages)) return true;
  console.error(explainMissing(packages, 'The test of the window'));
  return false;
}
