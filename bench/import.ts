/**
 * Imports end to end, from a perf script text of 363 MB to a closed workspace file, against
 * inferno-collapse-perf with its default threads on the same file in the same run. Aftertrace also stores
 * time, CPU, thread and kind, not only stacks.
 *
 * Both programs run in turn, and the best of a few rounds counts, so that other load affects neither.
 * `AFTERTRACE_BENCH_TENFOLD=1` also reads a file ten times as large: memory must not grow with the file.
 */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, incident, missing } from '../fixtures/shared.ts';
import { importInto, isInstalled, least, type Run, report, run } from './processes/run.ts';

const copies = 11;
const rounds = 3;
const maxMemory = 1e9;
const peer = 'inferno-collapse-perf';

function repeated(bytes: Uint8Array, times: number, file: string): void {
  const target = openSync(file, 'w');
  for (let i = 0; i < times; i++) writeSync(target, bytes);
  closeSync(target);
}

async function bench(folder: string): Promise<boolean> {
  const bytes = await bytesOf(incident('cpu-hog/cpu.perf.txt.zst'));
  const file = join(folder, 'repeated.perf.txt');
  const workspace = join(folder, 'bench.aftertrace');
  repeated(bytes, copies, file);
  const size = statSync(file).size;
  const hasPeer = isInstalled(peer, '--help');
  console.log(
    `${(size / 1e6).toFixed(0)} MB of perf script text, ${cpus().length} CPUs, best of ${rounds} rounds`,
  );

  const [us, them]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    us.push(importInto(workspace, file));
    if (hasPeer) them.push(run(peer, file));
  }
  const mine = least(us, 'seconds');
  report('aftertrace import', size, mine);
  console.log(`workspace: ${(statSync(workspace).size / 1e6).toFixed(0)} MB`);
  let ok = mine.memory <= maxMemory;
  if (hasPeer) {
    const theirs = least(them, 'seconds');
    report(peer, size, theirs);
    console.log(`import is ${(theirs.seconds / mine.seconds).toFixed(2)} × as fast as ${peer} by the clock`);
    ok &&= mine.seconds <= theirs.seconds;
  } else {
    console.log(`no ${peer} to compare with: cargo install inferno`);
  }

  if (process.env.AFTERTRACE_BENCH_TENFOLD) {
    repeated(bytes, copies * 10, file);
    const large = importInto(workspace, file);
    report('ten times the file', size * 10, large);
    ok &&= large.memory <= maxMemory;
  }
  return ok;
}

if (missing(incident('cpu-hog/cpu.perf.txt.zst'))) {
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
  bench(folder)
    .then(ok => {
      if (!ok) console.log('✗ slower than the peer, or more memory than 1 GB');
      process.exitCode = ok ? 0 : 1;
    })
    .finally(() => rmSync(folder, { recursive: true, force: true }));
}
