/**
 * Loads a bundle with V8's code cache: compiling is a fifth of a command that takes half a second.
 *
 * V8 accepts a cache only from the same version of V8 and for a source of the same length. So the name of the cache file
 * states the bundle, the version of Node, the time of the bundle's last change, and the purpose, because each command
 * compiles only the functions that it calls.
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
  const cacheFile = join(folder, `${basename(file)}-${purpose}-${process.version}-${statSync(file).mtimeMs}`);
  const cachedData = existsSync(cacheFile) ? readFileSync(cacheFile) : undefined;
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file, cachedData });
  if (script.cachedDataRejected !== false) process.once('exit', () => writeCache(script, cacheFile));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

/**
 * @param {Script} script
 * @param {string} path
 */
function writeCache(script, path) {
  const part = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(part, script.createCachedData());
    renameSync(part, path);
  } catch (error) {
    // If the folder is not writable, the bundle is compiled again the next time.
    if (codeOf(error) === undefined) throw error;
  }
}
