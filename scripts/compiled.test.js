import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-compiled-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bundle = join(folder, 'bundle.cjs');
const program = `
  const { load } = await import(${JSON.stringify(new URL('compiled.js', import.meta.url).href)});
  const { answer } = load(${JSON.stringify(bundle)}, 'test');
  console.log(answer());`;
const run = () =>
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim();
const cacheFiles = () => readdirSync(join(folder, 'compiled'));

/**
 * @param {string} code
 * @param {number} seconds
 */
function write(code, seconds) {
  writeFileSync(bundle, code);
  utimesSync(bundle, seconds, seconds);
}

describe('a bundle with a code cache', () => {
  it('gives the same result the first time and the second, and has its own __filename', () => {
    write("exports.answer = () => require('node:path').basename(__filename);", 1);
    expect([run(), run()]).toEqual(['bundle.cjs', 'bundle.cjs']);
    expect(cacheFiles()).toHaveLength(1);
  });

  it('is compiled again when the file has changed, even to one of the same length', () => {
    write('exports.answer = () => 1;', 2);
    expect([run(), run()]).toEqual(['1', '1']);
    write('exports.answer = () => 2;', 3);
    expect([run(), run()]).toEqual(['2', '2']);
    expect(cacheFiles()).toHaveLength(3);
  });

  it('is compiled again when the cache is damaged', () => {
    for (const name of cacheFiles()) writeFileSync(join(folder, 'compiled', name), 'damaged');
    expect([run(), run()]).toEqual(['2', '2']);
  });
});
