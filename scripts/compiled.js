/**
 * Loads a bundle with V8's code cache: compiling is a fifth of a command that takes half a second.
 *
 * V8 accepts a cache only from the same version of V8 and a source of the same length. So the name of the
 * cache states the file, its version and the purpose: each command compiles only the functions it calls.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { codeOf } from './messages.js';

/**
 * Returns the exports of the CommonJS module in `file`.
 * @param {string} file
 * @param {string} purpose
 */
export function load(file, purpose) {
  const folder = join(dirname(file), 'compiled');
  const kept = join(folder, `${basename(file)}-${purpose}-${process.version}-${statSync(file).mtimeMs}`);
  const cachedData = existsSync(kept) ? readFileSync(kept) : undefined;
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file, cachedData });
  if (script.cachedDataRejected !== false) process.once('exit', () => keep(script, kept));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

/**
 * @param {Script} script
 * @param {string} path
 */
function keep(script, path) {
  const part = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(part, script.createCachedData());
    renameSync(part, path);
  } catch (error) {
    // If the folder is not writable, it is compiled again the next time.
    if (codeOf(error) === undefined) throw error;
  }
}
