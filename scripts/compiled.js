/**
 * Loads a bundle with what V8 has compiled of it before: of a command that takes half a second, compiling is a fifth.
 *
 * V8 takes back only what the same V8 made of a source of the same length. So the name says of which file it is, and for
 * which purpose: what one command has never called, it has not compiled.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { codeOf } from './messages.js';

/**
 * What the CommonJS module in `file` exports.
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
    // Where nothing may be written, it is compiled again the next time.
    if (codeOf(error) === undefined) throw error;
  }
}
