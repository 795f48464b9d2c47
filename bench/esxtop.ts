/**
 * An esxtop capture of 30,000 columns and 1,000 rows, from text to a closed workspace file: 30 million values, one line
 * of titles of 2 MB. The command as a process of its own, start-up included, best of a few rounds; processor time beside it,
 * of all its threads, because other programs disturb that less.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateEsxtop } from './captures/esxtop.ts';

const [columns, rows] = [30_000, 1000];
const rounds = 3;
const mostMemory = 1e9;
/** Bytes a second that an import should reach. */
const least = 50e6;

/** Runs the command's own bundle and has it tell its peak memory (KiB) and processor time (µs) at the end. */
const driver = `
const { main } = require(process.argv[1]);
main(process.argv.slice(2), async () => 1).then(status => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(JSON.stringify([maxRSS, userCPUTime + systemCPUTime]));
  process.exitCode = status;
});`;

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
try {
  const file = join(folder, 'esxtop.csv');
  const workspace = join(folder, 'bench.aftertrace');
  const size = generateEsxtop(file, columns, rows);
  let seconds = Number.POSITIVE_INFINITY;
  let processor = Number.POSITIVE_INFINITY;
  let memory = 0;
  for (let round = 0; round < rounds; round++) {
    rmSync(workspace, { force: true });
    const begin = performance.now();
    const { status, stderr } = spawnSync(
      process.execPath,
      ['-e', driver, join(__dirname, 'cli.cjs'), 'import', workspace, file],
      { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`the import ended with status ${status}: ${stderr}`);
    seconds = Math.min(seconds, (performance.now() - begin) / 1000);
    const [kibibytes, microseconds] = JSON.parse(stderr) as [number, number];
    processor = Math.min(processor, microseconds / 1e6);
    memory = Math.max(memory, kibibytes * 1024);
  }
  const speed = size / seconds;
  console.log(
    `${(size / 1e6).toFixed(0)} MB, ${columns} columns × ${rows} rows: ${seconds.toFixed(2)} s, ${processor.toFixed(2)} s of processor time, ${(speed / 1e6).toFixed(0)} MB/s (${(least / 1e6).toFixed(0)} wanted), ${((columns * rows) / seconds / 1e6).toFixed(1)} million values/s, peak ${(memory / 1e6).toFixed(0)} MB`,
  );
  process.exitCode = memory > mostMemory ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
