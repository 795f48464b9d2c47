/**
 * Determines which build products are older than their inputs.
 *
 * A fingerprint is a hash over path, size and modification time of the inputs. It costs one `stat` per source
 * file (about 10 ms for the whole repository), so every start of the program can afford it.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests and generated files are not inputs. */
const ignored = /\.test\.tsx?$|\.generated\.ts$|^tsconfig.*\.json$|\.md$/;

/**
 * Lists every file below `path` (a file or a folder in `base`), as lines of path, size and time.
 * @param {string} path
 * @param {string} base
 * @returns {string[]}
 */
function listing(path, base) {
  const place = `${base}/${path}`;
  const stat = statSync(place, { throwIfNoEntry: false });
  if (!stat) return [`${path} missing`];
  if (!stat.isDirectory()) return [`${path} ${stat.size} ${stat.mtimeMs}`];
  return listingOf(path, base);
}

/**
 * The lines of a folder. Its entries state which of them are folders, so that only files are looked at.
 * @param {string} folder
 * @param {string} base
 * @returns {string[]}
 */
function listingOf(folder, base) {
  /** @type {string[]} */
  const lines = [];
  const entries = readdirSync(`${base}/${folder}`, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (ignored.test(entry.name)) continue;
    const path = `${folder}/${entry.name}`;
    lines.push(...(entry.isDirectory() ? listingOf(path, base) : listing(path, base)));
  }
  return lines;
}

/** @param {readonly string[]} inputs files and folders in `base` */
export function fingerprint(inputs, base = root) {
  const lines = inputs.flatMap(path => listing(path, base));
  return createHash('sha1').update(lines.join('\n')).digest('hex');
}

/** @param {string} name */
const stampFile = name => join(root, 'build', 'stamps', name);

/**
 * @typedef {{ name: string, inputs: readonly string[], outputs: readonly string[] }} Product
 * @param {Product} product
 */
export function isFresh({ name, inputs, outputs }) {
  const file = stampFile(name);
  return (
    existsSync(file) &&
    outputs.every(path => existsSync(join(root, path))) &&
    readFileSync(file, 'utf8') === fingerprint(inputs)
  );
}

/**
 * Records that a product was made from inputs with the fingerprint `print`, taken before the build: a change
 * during the build makes it stale again.
 * @param {string} name
 * @param {string} print
 */
export function markFresh(name, print) {
  const file = stampFile(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, print);
  renameSync(`${file}.${process.pid}`, file);
}
