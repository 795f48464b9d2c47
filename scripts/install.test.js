/**
 * The lock file must be complete for `npm ci` on every platform, because a start compares it with what is
 * installed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isInstalled } from './install.js';
import { root } from './stale.js';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/**
 * Path at which Node finds `name` for the package at `path`: beside it, or in a folder above.
 * @param {string} path
 * @param {string} name
 */
function located(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (at === '') return null;
  }
}

/** Every package that another depends on, and the packages whose dependencies are missing. */
function walk() {
  const seen = new Set(['']);
  const missing = [];
  for (const path of seen) {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path];
    const peers = Object.keys(peerDependencies ?? {});
    const mayLack = new Set(peers.filter(name => peerDependenciesMeta?.[name]?.optional));
    for (const name of [
      ...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
      ...peers,
    ]) {
      const found = located(path, name);
      if (found) seen.add(found);
      else if (!mayLack.has(name)) missing.push(`${path || 'the project'} depends on ${name}`);
    }
  }
  return { seen, missing };
}

it('lists the packages of every platform, and none that nothing depends on', () => {
  const { seen, missing } = walk();
  expect(missing).toEqual([]);
  // npm does not install packages that nothing depends on: every start would find them missing and install
  // again.
  expect(Object.keys(packages).filter(path => !seen.has(path))).toEqual([]);
});

it('the lock file names no registry, because each user may have another', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});

it('agrees with what is installed', () => {
  expect(isInstalled()).toBe(true);
});
