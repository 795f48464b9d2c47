/**
 * Before the tests: compiles the parsers' scanners, the only sources that tests do not import directly, and makes a
 * temporary folder that is the temporary folder of all tests, and one for what tests share (fixtures/recorded.ts).
 * After the tests: the first must be empty.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, products } from './build.js';

export async function setup() {
  await ensureBuilt([products.scanners]);
  // Each project calls this.
  if (process.env.AFTERTRACE_TESTS_TEMPORARY !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-tests-'));
  const recorded = mkdtempSync(join(tmpdir(), 'aftertrace-recorded-'));
  process.env.AFTERTRACE_TESTS_RECORDED = recorded;
  // The names of POSIX and Windows; processes of tests inherit them.
  for (const name of ['TMPDIR', 'TEMP', 'TMP', 'AFTERTRACE_TESTS_TEMPORARY']) process.env[name] = folder;
  return () => {
    rmSync(recorded, { recursive: true, force: true });
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true, force: true });
    if (left.length === 0) return;
    console.error(
      `Tests left ${left.length} entries in the temporary folder: ${left.slice(0, 20).join(', ')}`,
    );
    process.exitCode = 1;
  };
}
