/**
 * Imports an esxtop capture of 30,000 columns and 1,000 rows, from text to a closed workspace file: 30
 * million values, with a title line of 2 MB. Best of a few rounds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateEsxtop } from './captures/esxtop.ts';
import { importInto, least, report } from './processes/run.ts';

const [columns, rows] = [30_000, 1000];
const rounds = 3;
const maxMemory = 1e9;
/** Goal for an import, bytes per second. */
const goal = 50e6;

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
try {
  const file = join(folder, 'esxtop.csv');
  const size = generateEsxtop(file, columns, rows);
  const runs = Array.from({ length: rounds }, () => importInto(join(folder, 'bench.aftertrace'), file));
  const best = least(runs, 'seconds');
  report(`${(size / 1e6).toFixed(0)} MB, ${columns} columns × ${rows} rows`, size, best);
  console.log(
    `${((columns * rows) / best.seconds / 1e6).toFixed(1)} million values/s; ${(goal / 1e6).toFixed(0)} MB/s is the goal`,
  );
  process.exitCode = runs.some(({ memory }) => memory > maxMemory) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
