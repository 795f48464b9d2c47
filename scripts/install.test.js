/** The lock file is what `npm ci` makes of it on every platform, and how a start knows that nothing is missing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isInstalled } from './install.js';
import { root } from './stale.js';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/**
 * Where Node would find `name` for the package at `path`: beside it, or in a folder above.
 * @param {string} path
 * @param {string} name
 */
function located(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[found]) return found;
    if (at === '') return null;
  }
}

/** Every package that something asks for, and who asks for what is not there. */
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
      else if (!mayLack.has(name)) missing.push(`${path || 'the project'} asks for ${name}`);
    }
  }
  return { seen, missing };
}

it('lists what every platform needs, and nothing nobody asks for', () => {
  const { seen, missing } = walk();
  expect(missing).toEqual([]);
  // npm does not install what nothing asks for: it would be missed, and installed in vain, at every start.
  expect(Object.keys(packages).filter(path => !seen.has(path))).toEqual([]);
});

it('names no registry: whoever installs has their own', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});

it('agrees with what is installed', () => {
  expect(isInstalled()).toBe(true);
});
